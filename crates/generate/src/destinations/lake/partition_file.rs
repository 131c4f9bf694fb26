//! The open file of a partition: units are made on any thread and written in order.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use gush_columnar::Group;
use gush_columnar::lake::ColumnSummary;
use gush_pipe::OutputFile;

use super::run::Run;
use super::unit::Body;
use crate::partition::PartitionValue;

/// Parquet numbers the groups of a file by 16 bits, with a sign.
const MAX_GROUPS: usize = 32_767;

/// A file that is complete.
#[derive(Debug)]
pub(super) struct DataFile {
    /// Its path in the table's folder, with a slash between folders.
    pub path: String,
    pub rows: u64,
    pub bytes: u64,
    /// What is known of its columns, and where its groups begin, if a catalogue is to have that.
    pub columns: Vec<ColumnSummary>,
    pub offsets: Vec<u64>,
}

/// A partition of a table with the files that it has.
pub(super) type Written = (Vec<PartitionValue>, Vec<DataFile>);

/// One partition of a table, and its files.
pub(super) struct Partition {
    pub values: Vec<PartitionValue>,
    /// The path of its folder in the table's; empty where the table has no partitions.
    pub folder: String,
    state: Mutex<State>,
    turn: Condvar,
}

#[derive(Default)]
struct State {
    /// How many units were planned, and how many of them were written.
    planned: u64,
    written: u64,
    /// Whether a unit will never be written.
    has_failed: bool,
    open: Option<OpenFile>,
    /// How many files there are before the open one.
    before: u64,
    complete: Vec<DataFile>,
}

/// A file that is being written.
struct OpenFile {
    output: OutputFile,
    path: PathBuf,
    file: DataFile,
    /// What is known of its groups, in order.
    groups: Vec<Group>,
}

/// What all files of a table have in common.
pub(super) struct TableFiles<'t> {
    pub run: &'t Run<'t>,
    pub body: &'t Body<'t>,
    pub folder: &'t Path,
    /// What comes first in each file.
    pub header: Vec<u8>,
    /// What the names of files end in, without a dot.
    pub extension: String,
}

/// A failed write: to which file, and why.
#[derive(Debug)]
pub(super) struct Fault {
    pub target: String,
    pub error: io::Error,
}

impl TableFiles<'_> {
    /// The name of the file with this number in its folder. Shards have files of their own.
    fn name(&self, number: u64) -> String {
        let shard = self.run.job.shard();
        let is_divided = self.run.layout.file_bytes.is_some();
        let part = match (shard.is_all(), is_divided) {
            (true, _) => number.to_string(),
            (false, false) => shard.index().to_string(),
            (false, true) => format!("{}-{number}", shard.index()),
        };
        // Those of other versions have names of their own.
        let version = match &self.run.layout.append {
            None => String::new(),
            Some(_) => format!("v{}-", self.run.version()),
        };
        format!("part-{version}{part}.{}", self.extension)
    }

    fn path_of(&self, partition: &Partition, name: &str) -> String {
        if partition.folder.is_empty() { name.to_owned() } else { format!("{}/{name}", partition.folder) }
    }

    /// Creates the next file of a partition.
    fn open(&self, partition: &Partition, number: u64) -> io::Result<OpenFile> {
        let relative = self.path_of(partition, &self.name(number));
        let path = self.folder.join(&relative);
        let run = self.run;
        if !partition.folder.is_empty() {
            run.undo.create_directory(&self.folder.join(&partition.folder), run.durability)?;
        }
        let output = OutputFile::create(&path)?;
        let file = DataFile { path: relative, rows: 0, bytes: 0, columns: Vec::new(), offsets: Vec::new() };
        let mut open = OpenFile { output, path, file, groups: Vec::new() };
        open.write(self, &self.header)?;
        Ok(open)
    }

    /// Ends a file. Its bytes are all there then, but it has no name yet.
    fn end(&self, open: &mut OpenFile) -> io::Result<()> {
        let footer = self.body.footer(&open.groups)?;
        if self.run.layout.catalog.is_some() {
            (open.file.columns, open.file.offsets) = self.body.summary(&open.groups);
        }
        open.groups = Vec::new();
        open.write(self, &footer)
    }

    /// Gives a file that has its end its name.
    fn commit(&self, OpenFile { output, path, file, .. }: OpenFile) -> io::Result<DataFile> {
        let run = self.run;
        run.commit(output, &path)?;
        run.monitor.finished_file();
        Ok(file)
    }
}

impl OpenFile {
    fn write(&mut self, files: &TableFiles<'_>, bytes: &[u8]) -> io::Result<()> {
        self.output.sink().write_all(bytes)?;
        self.file.bytes += bytes.len() as u64;
        files.run.monitor.wrote(bytes.len());
        Ok(())
    }
}

impl Partition {
    pub fn new(values: Vec<PartitionValue>, folder: String) -> Partition {
        Partition { values, folder, state: Mutex::default(), turn: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the next unit, which is to be written.
    pub fn plan_unit(&mut self) -> u64 {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        state.planned += 1;
        state.planned - 1
    }

    /// What writes the unit of this number. It has to be written, or dropped, on the thread that makes it.
    pub fn unit<'p>(&'p self, files: &'p TableFiles<'p>, number: u64) -> UnitWriter<'p> {
        UnitWriter { partition: self, files, number, guard: None, is_complete: false }
    }

    /// Writes the end of the open file, if there is one. With `is_needed` there is one, even without rows.
    pub fn end(&self, files: &TableFiles<'_>, is_needed: bool) -> Result<(), Fault> {
        let mut state = self.state();
        if is_needed && state.open.is_none() && state.complete.is_empty() {
            let opened = files.open(self, 0);
            state.open = Some(opened.map_err(|error| self.fault(files, 0, error))?);
        }
        let number = state.before;
        let ended = state.open.as_mut().map_or(Ok(()), |open| files.end(open));
        ended.map_err(|error| self.fault(files, number, error))
    }

    /// Gives the last file its name, and gives all files.
    pub fn commit(&self, files: &TableFiles<'_>) -> Result<Vec<DataFile>, Fault> {
        let mut state = self.state();
        let number = state.before;
        if let Some(open) = state.open.take() {
            let file = files.commit(open).map_err(|error| self.fault(files, number, error))?;
            state.complete.push(file);
        }
        Ok(std::mem::take(&mut state.complete))
    }

    fn fault(&self, files: &TableFiles<'_>, number: u64, error: io::Error) -> Fault {
        let path = files.folder.join(files.path_of(self, &files.name(number)));
        Fault { target: path.display().to_string(), error }
    }
}

/// Writes one unit, once all before it are written.
pub(super) struct UnitWriter<'p> {
    partition: &'p Partition,
    files: &'p TableFiles<'p>,
    number: u64,
    /// The state of the partition, once it is this unit's turn.
    guard: Option<MutexGuard<'p, State>>,
    is_complete: bool,
}

/// A unit before this one has failed, which is reported there.
#[derive(Debug, thiserror::Error)]
#[error("another part of the file failed")]
pub(super) struct Abandoned;

impl UnitWriter<'_> {
    /// Writes a piece of the unit, in a new file if the open one has no room for it.
    pub fn write(&mut self, bytes: &[u8], group: Option<Group>) -> io::Result<()> {
        let is_first = self.guard.is_none();
        let UnitWriter { partition, files, number, guard, .. } = self;
        let state = match guard {
            Some(state) => state,
            None => {
                let mut state = partition.state();
                while state.written != *number && !state.has_failed {
                    state = partition.turn.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                guard.insert(state)
            }
        };
        if state.has_failed {
            return Err(io::Error::other(Abandoned));
        }
        if let (true, Some(most), Some(open)) = (is_first, files.run.layout.file_bytes, &state.open)
            && open.file.rows > 0
            && (open.file.bytes + bytes.len() as u64 > most || open.groups.len() >= MAX_GROUPS)
        {
            state.close(files)?;
        }
        let number = state.before;
        let open = match &mut state.open {
            Some(open) => open,
            none => none.insert(files.open(partition, number)?),
        };
        open.write(files, bytes)?;
        open.groups.extend(group);
        Ok(())
    }

    /// Notes that the unit, which has this many rows, is complete.
    pub fn finish(mut self, rows: u64) {
        if let Some(state) = &mut self.guard {
            state.written += 1;
            if let Some(open) = &mut state.open {
                open.file.rows += rows;
            }
        }
        self.is_complete = true;
    }

    /// The failure of a write, with the file that it was to.
    pub fn fault(&self, error: io::Error) -> Fault {
        let number = self.guard.as_ref().map_or(0, |state| state.before);
        self.partition.fault(self.files, number, error)
    }
}

impl State {
    /// Ends the open file, and gives it its name.
    fn close(&mut self, files: &TableFiles<'_>) -> io::Result<()> {
        if let Some(mut open) = self.open.take() {
            files.end(&mut open)?;
            self.complete.push(files.commit(open)?);
            self.before += 1;
        }
        Ok(())
    }
}

impl Drop for UnitWriter<'_> {
    fn drop(&mut self) {
        if !self.is_complete {
            // Nobody may wait for it.
            match &mut self.guard {
                Some(state) => state.has_failed = true,
                None => self.partition.state().has_failed = true,
            }
        }
        self.guard = None;
        self.partition.turn.notify_all();
    }
}
