//! Divides the rows of a table among its partitions, some at a time, and writes those of which enough wait.

use std::io;
use std::mem;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use gush_pipe::output::open_file_limit;

use super::super::error::{DestinationError, Error};
use super::super::parallel::in_parallel;
use super::keys::Keys;
use super::partition_file::{Abandoned, Fault, Partition, TableFiles, Written};
use super::run::Run;
use super::unit::{Body, UnitMaker};
use crate::partition::{KeyColumn, MAX_PARTITIONS, Partitions, RowList};
use crate::source::RowFailure;
use crate::table::Table;

/// How many rows are divided among the partitions at a time.
const WINDOW: u64 = 1 << 20;
/// How many bytes the numbers of rows that wait may take.
const MAX_WAITING: usize = 64 << 20;
/// How many units without partitions are made between two looks at whether all is well.
const UNITS: u64 = 1 << 10;
/// How many rows show how large groups are.
const SAMPLE: usize = 1 << 14;
/// How many open files other things than partitions need.
const OTHER_FILES: u64 = 64;

/// Writes a table into its folder: all partitions with their files, in the order of their folders. `None` where it was stopped.
pub(super) fn table(run: &Run<'_>, index: usize, path: &Path) -> Result<Option<Vec<Written>>, Error> {
    let table = &run.job.tables()[index];
    let in_folder = |error| Error::Write { target: path.display().to_string(), error };
    let rows = table.rows(run.job.shard());
    let mut sample = rows.clone();
    if let Some(by) = table.partitions() {
        // What the sizes of groups follow from are the first rows, whatever their partitions.
        let first: Vec<u64> = rows.clone().take(SAMPLE).collect();
        sample = 0..first.len() as u64;
        by.gathered.replace(first);
    }
    let body = Body::new(run.job, table, sample, run.layout.file_bytes).map_err(in_folder)?;
    run.monitor.begin_gathered(index);
    let files = TableFiles {
        run,
        body: &body,
        folder: path,
        header: body.header().map_err(in_folder)?,
        extension: run.job.extension(table),
    };
    let mut writer = TableWriter {
        files: &files,
        table,
        threads: run.job.threads(),
        partitions: Vec::new(),
        makers: Mutex::default(),
    };
    let is_done = match table.partitions() {
        None => writer.consecutive(rows)?,
        Some(by) => writer.by_partition(by, rows)?,
    };
    if is_done { writer.finish().map(Some) } else { Ok(None) }
}

/// Rows that are written to a partition as one unit.
struct Task {
    partition: usize,
    /// The number of the unit among those of its partition.
    number: u64,
    rows: Range<u64>,
}

struct TableWriter<'t> {
    files: &'t TableFiles<'t>,
    table: &'t Table,
    threads: NonZeroUsize,
    partitions: Vec<Partition>,
    /// What makes units, while no thread uses it.
    makers: Mutex<Vec<UnitMaker<'t>>>,
}

impl<'t> TableWriter<'t> {
    /// Writes rows that are all of one partition. Whether all were written.
    fn consecutive(&mut self, rows: Range<u64>) -> Result<bool, Error> {
        self.partitions.push(Partition::new(Vec::new(), String::new()));
        let unit = self.files.body.unit_rows();
        let mut at = rows.start;
        while at < rows.end {
            let end = rows.end.min(at.saturating_add(unit.saturating_mul(UNITS)));
            let tasks = self.tasks(0, at..end);
            if !self.write(&tasks)? {
                return Ok(false);
            }
            at = end;
        }
        Ok(true)
    }

    /// Writes rows, each to its partition. Whether all were written.
    fn by_partition(&mut self, by: &'t Partitions, rows: Range<u64>) -> Result<bool, Error> {
        let limit = self.limit();
        let mut keys = Keys::new(by, self.threads, limit);
        let mut waiting: Vec<RowList> = Vec::new();
        let mut at = rows.start;
        loop {
            let end = rows.end.min(at.saturating_add(WINDOW));
            if !keys.divide(at..end, &mut self.partitions, &mut waiting) {
                return Err(self.too_many(by, limit));
            }
            at = end;
            let (order, tasks) = self.due(&mut waiting, at == rows.end);
            drop(by.gathered.replace(order));
            if !self.write(&tasks)? {
                return Ok(false);
            }
            if at == rows.end {
                return Ok(true);
            }
        }
    }

    /// As many partitions as there can be open files.
    fn limit(&self) -> usize {
        let granted = open_file_limit(MAX_PARTITIONS as u64 + OTHER_FILES).saturating_sub(OTHER_FILES);
        usize::try_from(granted).map_or(MAX_PARTITIONS, |granted| granted.clamp(1, MAX_PARTITIONS))
    }

    fn too_many(&self, by: &Partitions, limit: usize) -> Error {
        let table = self.table.name().to_owned();
        let fields: Vec<&str> = by.fields.iter().map(KeyColumn::name).collect();
        DestinationError::TooManyPartitions { table, fields: fields.join(","), limit }.into()
    }

    /// The rows that are written now, and how: complete units, or all that wait if these are the last ones. Where too many wait,
    /// those of the partitions that have most are written as smaller units.
    fn due(&mut self, waiting: &mut [RowList], is_end: bool) -> (Vec<u64>, Vec<Task>) {
        let unit = self.files.body.unit_rows();
        let mut counts: Vec<u64> = waiting.iter().map(|rows| rows.count() / unit * unit).collect();
        if is_end {
            counts = waiting.iter().map(RowList::count).collect();
        } else {
            let mut bytes: usize = waiting.iter().map(RowList::bytes).sum();
            if bytes > MAX_WAITING {
                let mut largest: Vec<usize> = (0..waiting.len()).collect();
                largest.sort_by_key(|&partition| (usize::MAX - waiting[partition].bytes(), partition));
                for partition in largest {
                    if bytes <= MAX_WAITING / 2 {
                        break;
                    }
                    bytes -= waiting[partition].bytes();
                    counts[partition] = waiting[partition].count();
                }
            }
        }
        let (mut order, mut tasks) = (Vec::new(), Vec::new());
        for (partition, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            let first = order.len() as u64;
            waiting[partition].take(count, &mut order);
            tasks.extend(self.tasks(partition, first..order.len() as u64));
        }
        (order, tasks)
    }

    /// The units of these rows of a partition.
    fn tasks(&mut self, partition: usize, rows: Range<u64>) -> Vec<Task> {
        let (unit, mut at, mut tasks) = (self.files.body.unit_rows(), rows.start, Vec::new());
        while at < rows.end {
            let end = rows.end.min(at.saturating_add(unit));
            tasks.push(Task { partition, number: self.partitions[partition].plan_unit(), rows: at..end });
            at = end;
        }
        tasks
    }

    /// Makes and writes units on all threads. Whether all were written.
    fn write(&self, tasks: &[Task]) -> Result<bool, Error> {
        let work = |index: usize| self.write_one(&tasks[index]);
        match in_parallel(tasks.len(), self.threads, work) {
            Ok(_) => Ok(true),
            Err(None) => Ok(false),
            Err(Some(fault)) => Err(self.explain(fault)),
        }
    }

    /// Makes and writes a unit. Without a fault, it was stopped.
    fn write_one(&self, task: &Task) -> Result<(), Option<Fault>> {
        let mut unit = self.partitions[task.partition].unit(self.files, task.number);
        if self.files.run.monitor.is_stopped() {
            return Err(None);
        }
        let pooled = self.pool().pop();
        let mut maker = pooled.unwrap_or_else(|| self.files.body.maker());
        let rows = task.rows.end - task.rows.start;
        let made = maker.make(task.rows.clone(), |bytes, group| unit.write(bytes, group));
        self.pool().push(maker);
        match made {
            Ok(()) => {
                unit.finish(rows);
                self.files.run.monitor.gathered(rows);
                Ok(())
            }
            // Whoever has failed reports it.
            Err(error) if is_abandoned(&error) => Err(None),
            Err(error) => Err(Some(unit.fault(error))),
        }
    }

    fn pool(&self) -> std::sync::MutexGuard<'_, Vec<UnitMaker<'t>>> {
        self.makers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn explain(&self, Fault { target, error }: Fault) -> Error {
        match error.downcast::<RowFailure>() {
            Ok(failure) => Error::Row { table: self.table.name().into(), failure },
            Err(error) => Error::Write { target, error },
        }
    }

    /// Writes the ends of all files, and gives them their names once none can fail any more for want of space.
    fn finish(mut self) -> Result<Vec<Written>, Error> {
        // A table without rows has a file all the same, unless that would be one of a partition.
        let is_needed = self.table.partitions().is_none();
        self.makers = Mutex::default();
        let end = |index: usize| self.partitions[index].end(self.files, is_needed);
        let ended = in_parallel(self.partitions.len(), self.threads, end);
        ended.map_err(|fault| self.explain(fault))?;
        let mut written: Vec<Written> = Vec::new();
        let mut partitions = mem::take(&mut self.partitions);
        partitions.sort_by(|one, other| one.folder.cmp(&other.folder));
        for mut partition in partitions {
            let files = partition.commit(self.files).map_err(|fault| self.explain(fault))?;
            written.push((mem::take(&mut partition.values), files));
        }
        Ok(written)
    }
}

/// Whether a unit was not written as one before it has failed.
fn is_abandoned(error: &io::Error) -> bool {
    matches!(error.get_ref(), Some(inner) if inner.is::<Abandoned>())
}
