//! The record of a request in the metadata of a file.

use std::cell::Cell;

use gush_columnar::SETTINGS;
use gusher::schema::DatasetSpec;
use gusher::schema::file::{Run, write_dataset};

use super::options::{Opt, Request};
use super::resolver::Resolver;
use super::settings::Settings;
use super::tables::Chosen;
use crate::file_record::{FileRecord, PROGRAM, VERSION};

/// The options that decide on the bytes of a file; those about Parquet alone are the settings.
const OPTIONS: [Opt; 10] = [
    Opt::Nest,
    Opt::RowGroup,
    Opt::SortBy,
    Opt::PageSize,
    Opt::BloomFilter,
    Opt::Checksums,
    Opt::Ints,
    Opt::For,
    Opt::Compress,
    Opt::ShardBy,
];

/// All options that decide on the bytes of a file.
pub(super) fn deciding() -> impl Iterator<Item = Opt> {
    OPTIONS.into_iter().chain(SETTINGS.iter().filter_map(|setting| Opt::find(setting.name)))
}

impl FileRecord {
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
