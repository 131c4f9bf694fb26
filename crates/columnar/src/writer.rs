//! A table in a columnar format: the door that `gush-generate` uses.

use std::io;
use std::ops::Range;

use gusher::encode::Columnar;
use gusher::plan::Plan;

use crate::options::Options;
use crate::parquet::{self, MAGIC, Parquet};

/// Writes the rows of one plan in a columnar format. Shared by all workers; each makes groups by its own [`GroupMaker`].
#[derive(Debug)]
pub struct Writer<'p> {
    parquet: Parquet<'p>,
}

/// Makes groups of rows on one thread, with buffers of its own.
#[derive(Debug)]
pub struct GroupMaker<'w> {
    parquet: parquet::GroupMaker<'w>,
}

/// What has to be known of a group of rows to write the end of its file.
#[derive(Debug)]
pub struct Group {
    parquet: parquet::Group,
}

impl<'p> Writer<'p> {
    /// A writer for the rows `whole` of `plan`, or any shard of them.
    ///
    /// # Errors
    /// If a compressor fails.
    pub fn new(
        format: Columnar,
        plan: &'p Plan,
        whole: &Range<u64>,
        options: Options,
    ) -> io::Result<Writer<'p>> {
        match format {
            Columnar::Parquet => Ok(Writer { parquet: Parquet::new(plan, whole, options)? }),
        }
    }

    /// What stands before the first group of a file.
    pub fn header(&self) -> &[u8] {
        MAGIC
    }

    /// How many rows a group has: it begins at each row whose number is a multiple of it, and at the file's first row.
    pub fn group_rows(&self) -> u64 {
        self.parquet.group_rows()
    }

    /// What makes groups on one thread.
    pub fn maker(&self) -> GroupMaker<'_> {
        GroupMaker { parquet: parquet::GroupMaker::new(&self.parquet) }
    }

    /// What stands after the last group of a file, all groups of which are in `groups`, in order.
    ///
    /// # Errors
    /// If the format has no room for so much.
    pub fn footer(&self, groups: &[Group]) -> io::Result<Vec<u8>> {
        parquet::footer(&self.parquet, groups.iter().map(|group| &group.parquet)).map_err(io::Error::other)
    }
}

impl GroupMaker<'_> {
    /// Appends the group of these rows to `out`.
    ///
    /// # Errors
    /// If a compressor fails.
    pub fn make(&mut self, rows: Range<u64>, out: &mut Vec<u8>) -> io::Result<Group> {
        Ok(Group { parquet: self.parquet.make(rows, out)? })
    }
}
