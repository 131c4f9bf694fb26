//! Writes a file of a columnar format: groups of rows are the parts, and what each says of itself makes the end of the file.

use std::io;
use std::mem;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use gush_columnar::{Group, GroupMaker, Writer};
use gush_pipe::Sink;
use gush_pipe::pump::{self, Maker, Outcome, Progress};

use crate::columnar::ColumnarRows;
use crate::job::Job;
use crate::monitor::Monitor;

/// Writes these rows of the table with this index as one file.
pub(crate) fn write(
    job: &Job,
    index: usize,
    columns: &ColumnarRows,
    rows: Range<u64>,
    sink: &mut Sink,
    monitor: &Monitor,
) -> io::Result<Outcome> {
    let writer = columns.writer(job.compression())?;
    let groups = Groups::cut(rows, writer.group_rows());
    let made = Made::default();
    let maker = || FileMaker {
        writer: &writer,
        groups: &groups,
        maker: writer.maker(),
        made: &made,
        is_noted: columns.needs_end(),
    };
    monitor.begin(index, groups.rows.end - groups.rows.start, groups.group_rows);
    let outcome = pump::run(sink, 0..groups.count(), job.threads(), maker, monitor.watch())?;
    if outcome == Outcome::Done {
        sink.write_all(&writer.footer(&made.in_order())?)?;
    }
    Ok(outcome)
}

/// Rows, cut into groups by their numbers: so the groups of a table do not depend on where a shard begins, but for its first
/// and its last one.
struct Groups {
    rows: Range<u64>,
    group_rows: u64,
}

impl Groups {
    fn cut(rows: Range<u64>, group_rows: u64) -> Groups {
        Groups { rows, group_rows }
    }

    /// How many parts there are. Without rows there is one, which has what stands before the first group.
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
struct Made(Mutex<Vec<(u64, Group)>>);

impl Made {
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
    maker: GroupMaker<'f>,
    made: &'f Made,
    /// Whether the end of the file says of each group where it is.
    is_noted: bool,
}

impl Maker for FileMaker<'_> {
    type Block = Vec<u8>;

    fn make(&mut self, part: u64, block: &mut Vec<u8>) -> io::Result<Progress> {
        block.clear();
        if part == 0 {
            block.extend_from_slice(self.writer.header());
        }
        let rows = self.groups.rows(part);
        if !rows.is_empty() {
            let group = self.maker.make(rows, block)?;
            if self.is_noted {
                self.made.note(part, group);
            }
        }
        Ok(Progress::Complete)
    }
}

#[cfg(test)]
mod tests {
    use super::Groups;

    #[test]
    fn groups_begin_at_multiples_and_at_the_first_row() {
        let of = |start, end| {
            let groups = Groups::cut(start..end, 10);
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
