//! A table in a columnar format: the entry point for `gush-generate`.

use std::io;
use std::ops::Range;

use gusher::plan::Plan;

use crate::arrow::{self, Arrow};
use crate::avro::{self, Avro};
use crate::format::Columnar;
use crate::lake::{self, ColumnSummary};
use crate::options::{Options, SortKey};
use crate::parquet::{self, MAGIC, Parquet};

/// Writes the rows of one plan in a columnar format. Shared by all workers; each makes groups by its own [`GroupMaker`].
#[derive(Debug)]
pub struct Writer<'p>(Body<'p>);

#[derive(Debug)]
enum Body<'p> {
    Parquet(Parquet<'p>),
    Arrow(Arrow<'p>),
    Avro(Box<Avro<'p>>),
}

/// Makes groups of rows on one thread, with buffers of its own.
#[derive(Debug)]
pub struct GroupMaker<'w>(Maker<'w>);

#[derive(Debug)]
enum Maker<'w> {
    Parquet(Box<parquet::GroupMaker<'w>>),
    Arrow(Box<arrow::BatchMaker<'w>>),
    Avro(Box<avro::BlockMaker<'w>>),
}

/// The facts about a group of rows that the end of its file needs.
#[derive(Debug)]
pub struct Group(Known);

#[derive(Debug)]
enum Known {
    Parquet(parquet::Group),
    Arrow(arrow::Block),
    /// Nothing: an Avro file has no end.
    Avro,
}

impl<'p> Writer<'p> {
    /// A writer for the rows `all_rows` of `plan`, or any shard of them.
    ///
    /// # Errors
    /// If a compressor fails.
    pub fn new(
        format: Columnar,
        plan: &'p Plan,
        all_rows: &Range<u64>,
        options: Options,
    ) -> io::Result<Writer<'p>> {
        Ok(Writer(match format {
            Columnar::Parquet => Body::Parquet(Parquet::new(plan, all_rows, options)?),
            Columnar::ArrowFile => Body::Arrow(Arrow::new(plan, options, true)?),
            Columnar::ArrowStream => Body::Arrow(Arrow::new(plan, options, false)?),
            Columnar::Avro => Body::Avro(Box::new(Avro::new(plan, all_rows, options))),
        }))
    }

    /// States that the rows of each group are sorted by these columns, which Parquet alone has a field for. The maker of the rows sorts
    /// them.
    #[must_use]
    pub fn sorted_by(mut self, keys: Vec<SortKey>) -> Writer<'p> {
        if let Body::Parquet(table) = &mut self.0 {
            table.sorting = keys;
        }
        self
    }

    /// Gives these columns of the file, those within structs and lists counted, bloom filters, which Parquet alone has.
    #[must_use]
    pub fn with_bloom_filters(mut self, columns: &[usize]) -> Writer<'p> {
        if let Body::Parquet(table) = &mut self.0 {
            table.add_bloom_filters(columns);
        }
        self
    }

    /// Adds entries to the metadata of each file: keys and their texts.
    ///
    /// # Errors
    /// If a compressor fails.
    pub fn with_metadata(mut self, metadata: Vec<(String, String)>) -> io::Result<Writer<'p>> {
        match &mut self.0 {
            Body::Parquet(table) => table.metadata = metadata,
            Body::Arrow(arrow) => arrow.add_metadata(metadata)?,
            Body::Avro(avro) => avro.add_metadata(&metadata),
        }
        Ok(self)
    }

    /// The bytes before the first group of a file.
    pub fn header(&self) -> &[u8] {
        match &self.0 {
            Body::Parquet(_) => MAGIC,
            Body::Arrow(arrow) => arrow.header(),
            Body::Avro(avro) => avro.header(),
        }
    }

    /// How many rows a group has: it begins at each row whose number is a multiple of it, and at the file's first row.
    pub fn group_rows(&self) -> u64 {
        match &self.0 {
            Body::Parquet(parquet) => parquet.group_rows(),
            Body::Arrow(arrow) => arrow.group_rows(),
            Body::Avro(avro) => avro.group_rows(),
        }
    }

    /// The builder of groups on one thread.
    pub fn maker(&self) -> GroupMaker<'_> {
        GroupMaker(match &self.0 {
            Body::Parquet(table) => Maker::Parquet(Box::new(parquet::GroupMaker::new(table))),
            Body::Arrow(table) => Maker::Arrow(Box::new(arrow::BatchMaker::new(table))),
            Body::Avro(table) => Maker::Avro(Box::new(avro::BlockMaker::new(table))),
        })
    }

    /// The bytes after the last group of a file, all groups of which are in `groups`, in order.
    ///
    /// # Errors
    /// If there is more than the format counts.
    pub fn footer(&self, groups: &[Group]) -> io::Result<Vec<u8>> {
        match &self.0 {
            Body::Parquet(table) => {
                let groups = groups.iter().filter_map(|group| match &group.0 {
                    Known::Parquet(group) => Some(group),
                    Known::Arrow(_) | Known::Avro => None,
                });
                parquet::footer(table, groups).map_err(io::Error::other)
            }
            Body::Arrow(table) => Ok(table.footer(groups.iter().filter_map(|group| match &group.0 {
                Known::Arrow(block) => Some(block),
                Known::Parquet(_) | Known::Avro => None,
            }))),
            Body::Avro(_) => Ok(Vec::new()),
        }
    }
}

impl Writer<'_> {
    /// What is known of each column of a file with these groups: of a file of Parquet, otherwise nothing.
    pub fn summaries(&self, groups: &[Group]) -> Vec<ColumnSummary> {
        let Body::Parquet(table) = &self.0 else { return Vec::new() };
        lake::summaries(table, &of_parquet(groups))
    }

    /// Where each group of a file of Parquet begins.
    pub fn offsets(&self, groups: &[Group]) -> Vec<u64> {
        let mut at = MAGIC.len() as u64;
        let mut offset = |group: &parquet::Group| {
            at += group.bytes();
            at - group.bytes()
        };
        of_parquet(groups).into_iter().map(&mut offset).collect()
    }
}

/// Those groups that are of Parquet.
fn of_parquet(groups: &[Group]) -> Vec<&parquet::Group> {
    let known = groups.iter().map(|group| match &group.0 {
        Known::Parquet(group) => Some(group),
        Known::Arrow(_) | Known::Avro => None,
    });
    known.flatten().collect()
}

impl GroupMaker<'_> {
    /// Appends the group of these rows to `out`.
    ///
    /// # Errors
    /// If a compressor fails.
    pub fn make(&mut self, rows: Range<u64>, out: &mut Vec<u8>) -> io::Result<Group> {
        Ok(Group(match &mut self.0 {
            Maker::Parquet(maker) => Known::Parquet(maker.make(rows, out)?),
            Maker::Arrow(maker) => Known::Arrow(maker.make(rows, out)?),
            Maker::Avro(maker) => {
                maker.make(rows, out)?;
                Known::Avro
            }
        }))
    }
}
