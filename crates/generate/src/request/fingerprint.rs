//! What a job is asked for, in the fields that a directory's journal and manifest have: by them `--resume` knows the same job.
//!
//! The fields are a file format. A change of their meaning raises [`VERSION`]; they never follow from Rust's own names or
//! from `Debug`.

use serde::{Deserialize, Serialize};

use super::format::FormatChoices;
use crate::compress::Compression;
use crate::format::AnyFormat;
use crate::shard::Shard;

/// The version of the fields.
pub const VERSION: u32 = 2;

/// What a job is asked for, to be kept with its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// The [`VERSION`] of these fields.
    pub version: u32,
    /// The program and its version: another one may make other bytes.
    pub program: String,
    /// The schema file that makes the same rows, with seed, now and locale.
    pub schema: String,
    /// The format.
    pub format: String,
    /// What was chosen about it.
    pub options: FormatChoices,
    /// How the files, or their pages, are compressed.
    pub compression: Option<CompressionChoice>,
    /// Into how many files each table is divided.
    pub files: u64,
    /// Which shard of all rows this is, as in `2/8`; `1/1` for all.
    pub shard: String,
    /// The table whose rows are divided, where the others follow it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard_by: Option<String>,
    /// The tables and the first and last of their rows.
    pub tables: Vec<String>,
}

/// What is kept with the files of a job.
#[derive(Debug, Clone)]
pub struct Record {
    /// What is asked for.
    pub request: Fingerprint,
    /// The seed that the rows follow from.
    pub seed: u64,
    /// Whether files that are complete already are left as they are.
    pub resume: bool,
}

/// How files or pages are compressed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompressionChoice {
    /// The method's name.
    pub method: String,
    /// The level, where the method has some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<i32>,
}

impl CompressionChoice {
    /// How files of this format are compressed.
    pub(super) fn new(compression: Compression, format: AnyFormat) -> CompressionChoice {
        CompressionChoice { method: compression.name().into(), level: compression.level_of(format) }
    }
}

/// A shard, as in `2/8`.
pub(super) fn shard_text(shard: Shard) -> String {
    format!("{}/{}", shard.index() + 1, shard.count())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{CompressionChoice, Fingerprint, FormatChoices, VERSION};

    pub(crate) fn fingerprint() -> Fingerprint {
        Fingerprint {
            version: VERSION,
            program: "gush 1.2.3".into(),
            schema: "seed = 1\nnow = \"2026-01-01T00:00:00Z\"\n".into(),
            format: "csv".into(),
            options: FormatChoices { header: true, separator: Some(";".into()), ..FormatChoices::default() },
            compression: Some(CompressionChoice { method: "zst".into(), level: Some(3) }),
            files: 4,
            shard: "2/8".into(),
            shard_by: None,
            tables: vec!["t 0..10".into()],
        }
    }

    /// What is in files of users: another text is another version.
    #[test]
    fn the_fields_are_these() {
        let text = serde_json::to_string(&fingerprint()).unwrap();
        assert_eq!(
            text,
            "{\"version\":2,\"program\":\"gush 1.2.3\",\"schema\":\"seed = 1\\nnow = \\\"2026-01-01T00:00:00Z\\\"\\n\",\
             \"format\":\"csv\",\"options\":{\"separator\":\";\",\"header\":true},\
             \"compression\":{\"method\":\"zst\",\"level\":3},\"files\":4,\"shard\":\"2/8\",\"tables\":[\"t 0..10\"]}"
        );
        assert_eq!(serde_json::from_str::<Fingerprint>(&text).unwrap(), fingerprint());
        let all = FormatChoices {
            separator: Some("\t".into()),
            header: true,
            width: Some(80),
            batch: Some(10),
            tag: Some("table".into()),
            nest: true,
            row_group: Some(20),
            row_group_bytes: None,
            sort_by: Some("a,b:desc".into()),
            page_bytes: Some(65_536),
            bloom_filter: Some("a".into()),
            metadata: true,
            checksums: true,
            ints: Some("narrow".into()),
            parquet: [("uuid".into(), "logical".into())].into(),
            dialect: Some("postgres".into()),
            create_table: true,
            drop: true,
            transaction: Some("never".into()),
        };
        let text = serde_json::to_string(&all).unwrap();
        assert_eq!(
            text,
            "{\"separator\":\"\\t\",\"header\":true,\"width\":80,\"batch\":10,\"tag\":\"table\",\"nest\":true,\"row_group\":20,\
             \"sort_by\":\"a,b:desc\",\"page_bytes\":65536,\"bloom_filter\":\"a\",\"metadata\":true,\"checksums\":true,\"ints\":\"narrow\",\"parquet\":{\"uuid\":\"logical\"},\"dialect\":\"postgres\",\"create_table\":true,\"drop\":true,\"transaction\":\"never\"}"
        );
        assert_eq!(serde_json::from_str::<FormatChoices>(&text).unwrap(), all);
    }
}
