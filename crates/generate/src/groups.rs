//! Makes a file of a columnar format: groups of rows are the parts, and what each says of itself makes the end of the file.

use std::io;
use std::mem;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use gush_columnar::{Group, Writer};

use crate::columnar::{ColumnarRows, RowGroupMaker};
use crate::job::Job;
use crate::pieces::{Pieces, Taker};
use crate::shard::Shard;

/// Makes a shard of the table with this index as one file. Whether all parts were taken.
pub(crate) fn take(
    job: &Job,
    index: usize,
    columns: &ColumnarRows,
    shard: Shard,
    taker: &mut impl Taker,
) -> io::Result<bool> {
    let rows = job.tables()[index].rows(shard);
    let writer = columns.writer(job.compression(), shard)?;
    let groups = Groups { rows, group_rows: writer.group_rows() };
    let written = WrittenGroups::default();
    let maker = || FileMaker {
        writer: &writer,
        groups: &groups,
        maker: columns.maker(&writer),
        written: &written,
        is_noted: columns.needs_end(),
    };
    taker.begin(index, groups.rows.end - groups.rows.start, groups.group_rows);
    let is_all = taker.take(groups.count(), job.threads(), maker)?;
    if is_all {
        taker.end(&writer.footer(&written.in_order())?)?;
    }
    Ok(is_all)
}

/// Rows, cut into groups by their numbers: so the groups of a table do not depend on where a shard begins, but for its first
/// and its last one.
struct Groups {
    rows: Range<u64>,
    group_rows: u64,
}

impl Groups {
    /// How many parts there are. Without rows there is one, which has what comes before the first group.
    fn count(&self) -> u64 {
        let Range { start, end } = self.rows;
        if start == end { 1 } else { (end - 1) / self.group_rows - start / self.group_rows + 1 }
    }

    fn rows(&self, group: u64) -> Range<u64> {
        let Range { start, end } = self.rows;
        let first = (start / self.group_rows + group) * self.group_rows;
        first.max(start)..first.saturating_add(self.group_rows).min(end)
    }
}

/// What is known of the groups that were made, in the order in which they were.
#[derive(Default)]
struct WrittenGroups(Mutex<Vec<(u64, Group)>>);

impl WrittenGroups {
    fn note(&self, part: u64, group: Group) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((part, group));
    }

    fn in_order(&self) -> Vec<Group> {
        let mut groups = mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        groups.sort_unstable_by_key(|(part, _)| *part);
        groups.into_iter().map(|(_, group)| group).collect()
    }
}

/// Makes the parts of one file.
struct FileMaker<'f> {
    writer: &'f Writer<'f>,
    groups: &'f Groups,
    maker: RowGroupMaker<'f>,
    written: &'f WrittenGroups,
    /// Whether the end of the file says of each group where it is.
    is_noted: bool,
}

impl Pieces for FileMaker<'_> {
    type Block = Vec<u8>;

    fn make(&mut self, part: u64, block: &mut Vec<u8>) -> io::Result<bool> {
        block.clear();
        if part == 0 {
            block.extend_from_slice(self.writer.header());
        }
        let rows = self.groups.rows(part);
        if !rows.is_empty() {
            let group = self.maker.make(rows, block)?;
            if self.is_noted {
                self.written.note(part, group);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::Groups;

    #[test]
    fn groups_begin_at_multiples_and_at_the_first_row() {
        let of = |start, end| {
            let groups = Groups { rows: start..end, group_rows: 10 };
            let rows = (0..groups.count()).map(|group| groups.rows(group));
            rows.map(|rows| (rows.start, rows.end)).collect::<Vec<_>>()
        };
        assert_eq!(of(0, 10), [(0, 10)]);
        assert_eq!(of(0, 11), [(0, 10), (10, 11)]);
        assert_eq!(of(5, 31), [(5, 10), (10, 20), (20, 30), (30, 31)]);
        assert_eq!(of(20, 30), [(20, 30)]);
        assert_eq!(of(13, 14), [(13, 14)]);
        assert!(of(0, 0).iter().all(|(start, end)| start == end));
    }
}
