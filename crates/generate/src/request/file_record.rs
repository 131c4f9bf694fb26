//! What a file says of the request that wrote it, so that the same bytes can be written once more.
//!
//! The fields are in files of users: a change of their meaning raises [`VERSION`]. There are no paths in it, and nothing of the command line but options
//! that decide on bytes.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use gush_columnar::SETTINGS;
use gusher::schema::DatasetSpec;
use gusher::schema::file::{Run, write_dataset};
use serde::{Deserialize, Serialize};

use super::environment::{Environment, ReadLimit};
use super::options::{Opt, Request};
use super::prepared::{Prepared, RequestError, Settings};
use super::resolver::{Program, Resolver};
use super::tables::Chosen;
use crate::shard::Shard;

/// The version of the fields.
const VERSION: u32 = 1;

/// This program and its version.
const PROGRAM: &str = concat!("gush ", env!("CARGO_PKG_VERSION"));

/// What a file says of the request that wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// The version of these fields.
    version: u32,
    /// The program and its version: another one may write other bytes.
    program: String,
    /// The schema file of the rows, with seed, now and locale.
    schema: String,
    /// The table that the file has, where the schema has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// The rows of the table, where they are not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rows: Option<String>,
    /// Which shard of them the file has, where that is not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// The format.
    format: String,
    /// The options that were given about it, with their values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
}

/// The options that decide on the bytes of a file; those about Parquet alone are the settings.
const OPTIONS: [Opt; 8] =
    [Opt::Nest, Opt::RowGroup, Opt::SortBy, Opt::Checksums, Opt::Ints, Opt::For, Opt::Compress, Opt::ShardBy];

/// All options that decide on the bytes of a file.
fn deciding() -> impl Iterator<Item = Opt> {
    OPTIONS.into_iter().chain(SETTINGS.iter().filter_map(|setting| Opt::find(setting.name)))
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

    /// The record of a request for a table of a dataset.
    ///
    /// # Errors
    /// If the schema names files, whose lines are not in it.
    pub(super) fn new(
        request: &Request,
        dataset: &DatasetSpec,
        (table, rows): &Chosen,
        settings: Settings,
        format: &str,
    ) -> Result<FileRecord, &'static str> {
        let reads_file = Cell::new(false);
        let moved = |_: &str| {
            reads_file.set(true);
            None
        };
        let Settings { seed, now, locale } = settings;
        let schema = write_dataset(dataset, &Run { seed, now, locale, moved: &moved });
        if reads_file.get() {
            return Err("a column reads a file, whose lines cannot be in the metadata; leave this out");
        }
        let of = &dataset.tables[*table];
        let is_part = dataset.tables.len() > 1 && of.row_range() != *rows;
        let given = deciding()
            .filter_map(|option| Some((option.name().to_owned(), request.text(option)?.to_owned())));
        Ok(FileRecord {
            version: VERSION,
            program: PROGRAM.to_owned(),
            schema,
            table: (dataset.tables.len() > 1).then(|| of.schema.table().to_owned()),
            rows: is_part.then(|| format!("{}..{}", rows.start, rows.end)),
            shard: request.has(Opt::ShardBy).then(|| request.text(Opt::Shard).unwrap_or_default().to_owned()),
            format: format.to_owned(),
            options: given.collect(),
        })
    }

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

    /// The request that writes the same file to `output`, or to standard output, with other options that decide on no byte.
    ///
    /// # Errors
    /// Everything that is wrong: a record that was changed.
    pub fn resolve(
        &self,
        output: Option<&Path>,
        others: impl IntoIterator<Item = (Opt, String)>,
        program: &Program<'_>,
        environment: &dyn Environment,
    ) -> Result<Prepared, RequestError> {
        let mut request = Request::default();
        request.set(Opt::Schema, SCHEMA);
        request.set(Opt::Metadata, "");
        request.set(Opt::Format, &*self.format);
        let known = [(Opt::Table, &self.table), (Opt::Rows, &self.rows), (Opt::Shard, &self.shard)];
        for (option, value) in known {
            if let Some(value) = value {
                request.set(option, value.as_str());
            }
        }
        for option in deciding() {
            if let Some(value) = self.options.get(option.name()) {
                request.set(option, value.as_str());
            }
        }
        if let Some(path) = output {
            request.set(Opt::Output, path);
        }
        others.into_iter().for_each(|(option, value)| request.set(option, value));
        let environment = OfRecord { environment, schema: &self.schema };
        super::resolve(&request, program, &environment, Vec::new())
    }
}

/// What messages call the schema of a record.
const SCHEMA: &str = "the request in the file";

/// An environment that has the schema of a record, and no other file to read.
struct OfRecord<'e> {
    environment: &'e dyn Environment,
    schema: &'e str,
}

impl Environment for OfRecord<'_> {
    fn clock(&self) -> i64 {
        self.environment.clock()
    }

    fn random_seed(&self) -> Result<u64, String> {
        self.environment.random_seed()
    }

    fn read(&self, path: &Path, _: ReadLimit) -> io::Result<Vec<u8>> {
        if path == Path::new(SCHEMA) {
            return Ok(self.schema.as_bytes().to_vec());
        }
        Err(io::Error::other("a record of a request names no files"))
    }

    fn read_stdin(&self, _: ReadLimit) -> io::Result<Vec<u8>> {
        Err(io::Error::other("a record of a request names no files"))
    }

    fn is_terminal(&self, path: Option<&Path>) -> bool {
        self.environment.is_terminal(path)
    }

    fn is_direct(&self, path: &Path) -> bool {
        self.environment.is_direct(path)
    }

    fn is_file(&self, path: &Path) -> bool {
        path != Path::new(SCHEMA) && self.environment.is_file(path)
    }

    fn are_one(&self, one: &Path, other: &Path) -> bool {
        self.environment.are_one(one, other)
    }

    fn absolute(&self, path: &Path) -> Option<PathBuf> {
        self.environment.absolute(path)
    }
}

/// Refuses a record where there is no one file that a request could write again.
pub(super) fn check(resolver: &mut Resolver<'_>) {
    let request = resolver.request;
    if !request.has(Opt::Metadata) {
        return;
    }
    let others = [
        (Opt::PartitionBy, "a file of a partition cannot be written again alone"),
        (Opt::FileSize, "a file of a part of the rows cannot be written again alone"),
        (Opt::Lake, "the table has a record of its own"),
        (Opt::Stream, "a stream has no end, so it cannot be written again"),
    ];
    for (other, text) in others.into_iter().filter(|(other, _)| request.has(*other)) {
        let value = request.text(other).filter(|value| !value.is_empty());
        resolver.conflict((Opt::Metadata, None), (other, value), text);
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
