//! What a file says of the request that wrote it, so that the same bytes can be written once more.
//!
//! The fields are in files of users: a change of their meaning raises [`VERSION`]. There are no paths in it, and nothing of the command line but options
//! that decide on bytes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::shard::Shard;

/// The version of the fields.
pub(crate) const VERSION: u32 = 1;

/// This program and its version.
pub(crate) const PROGRAM: &str = concat!("gush ", env!("CARGO_PKG_VERSION"));

/// What a file says of the request that wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// The version of these fields.
    pub(crate) version: u32,
    /// The program and its version: another one may write other bytes.
    pub(crate) program: String,
    /// The schema file of the rows, with seed, now and locale.
    pub(crate) schema: String,
    /// The table that the file has, where the schema has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) table: Option<String>,
    /// The rows of the table, where they are not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rows: Option<String>,
    /// Which shard of them the file has, where that is not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shard: Option<String>,
    /// The format.
    pub(crate) format: String,
    /// The options that were given about it, with their values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) options: BTreeMap<String, String>,
}

/// Why a text is no record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileRecordError {
    /// It has another form.
    #[error("the record of the request in it is damaged")]
    Damaged,
    /// A newer program has written it.
    #[error("it was written by a newer version, {0}, which can write it again")]
    Newer(String),
}

impl FileRecord {
    /// The key of the record in the metadata of a file.
    pub const KEY: &str = "gusher.request";

    /// The text of the record in a file of this shard.
    pub(crate) fn text(&self, shard: Shard) -> String {
        let record = match shard.is_all() {
            true => self.clone(),
            false => {
                let shard = format!("{}/{}", shard.index() + 1, shard.count());
                FileRecord { shard: Some(shard), ..self.clone() }
            }
        };
        // Texts and numbers are always JSON.
        serde_json::to_string(&record).unwrap_or_default()
    }

    /// The record whose text this is.
    ///
    /// # Errors
    /// If it is none, or that of a newer program.
    pub fn parse(text: &str) -> Result<FileRecord, FileRecordError> {
        #[derive(Deserialize)]
        struct Head {
            version: u32,
            program: String,
        }
        let head: Head = serde_json::from_str(text).map_err(|_| FileRecordError::Damaged)?;
        if head.version > VERSION {
            return Err(FileRecordError::Newer(head.program));
        }
        serde_json::from_str(text).map_err(|_| FileRecordError::Damaged)
    }

    /// The program that wrote the file, where that is another version than this one.
    pub fn other_program(&self) -> Option<&str> {
        Some(&*self.program).filter(|program| *program != PROGRAM)
    }
}

#[cfg(test)]
mod tests {
    use super::{FileRecord, FileRecordError, PROGRAM, VERSION};
    use crate::shard::Shard;

    /// What is in files of users: another text is another version.
    #[test]
    fn the_fields_are_these() {
        let record = FileRecord {
            version: VERSION,
            program: "gush 1.2.3".into(),
            schema: "seed = 1\n".into(),
            table: Some("t".into()),
            rows: Some("5..9".into()),
            shard: None,
            format: "parquet".into(),
            options: [("uuid".into(), "bytes".into())].into(),
        };
        let text = record.text(Shard::numbered(2, 8).unwrap());
        assert_eq!(
            text,
            "{\"version\":1,\"program\":\"gush 1.2.3\",\"schema\":\"seed = 1\\n\",\"table\":\"t\",\"rows\":\"5..9\",\
             \"shard\":\"2/8\",\"format\":\"parquet\",\"options\":{\"uuid\":\"bytes\"}}"
        );
        assert_eq!(FileRecord::parse(&record.text(Shard::ALL)), Ok(record.clone()));
        assert_eq!(record.other_program(), Some("gush 1.2.3"));
        assert_eq!(FileRecord { program: PROGRAM.into(), ..record }.other_program(), None);
        assert_eq!(FileRecord::parse("{}"), Err(FileRecordError::Damaged));
        let newer = text.replace("\"version\":1", "\"version\":2");
        assert_eq!(FileRecord::parse(&newer), Err(FileRecordError::Newer("gush 1.2.3".into())));
    }
}
