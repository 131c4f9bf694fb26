//! Where the rows of a job go: streams, files and directories, by several threads. This folder is the feature `destinations`.

mod against;
mod database;
mod difference;
mod error;
mod journal;
mod lake;
mod monitor;
mod others;
mod parallel;
mod pumped;
mod system;

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use gush_pipe::output::OutputDirectory;
use gush_pipe::pump::Outcome;
use gush_pipe::{Durability, OutputFile, Sink};
use gusher::schema::file::is_file_name;

pub use against::check_database;
pub use error::{DestinationError, Error};
use journal::Journal;
pub use monitor::Monitor;
pub use parallel::in_parallel;
pub use system::System;

use crate::job::Job;
use crate::request::{Layout, Output};
use crate::shard::Shard;
use crate::table::Table;

/// Where the rows of a job go.
#[derive(Debug)]
#[non_exhaustive]
pub enum Destination<'d> {
    /// Bytes one after the other, as into a pipe. What is written stays written, whatever happens then.
    Stream {
        /// What takes them.
        sink: &'d mut Sink,
        /// What errors call it.
        name: &'d str,
    },
    /// A file that appears once it is complete, or not at all. A device or a FIFO is written to directly, as a stream is.
    File {
        /// Its path. A file that is there is replaced.
        path: &'d Path,
        /// What has to hold once the file is there.
        durability: Durability,
    },
    /// A directory, created if it is missing, with files that each appear once they are complete, or not at all: `TABLE.EXT` for each
    /// table, or `TABLE/part-00000-of-00008.EXT` and so on. These are shards: the bytes of all parts of a table, one after
    /// the other, are those of the one file; of a columnar format each part is a file by itself. A job of shard 3 of 8 writes `TABLE/part-00002-of-00008.EXT`, so that eight
    /// machines together write the same files as one.
    Directory {
        /// Its path. Files of the same names are replaced, others are left alone.
        path: &'d Path,
        /// How many files each table has.
        files: NonZeroU64,
        /// What has to hold once the files are there.
        durability: Durability,
    },
    /// A directory of a table, created if it is missing, or of several tables that have a directory each in it: a folder for each partition,
    /// and files of a limited size. All files appear once they are complete; if the run fails or is stopped, none is left.
    Lake {
        /// Its path. It is empty, unless a shard is written.
        path: &'d Path,
        /// How rows are divided among folders and files.
        layout: &'d Layout,
        /// What has to hold once the files are there.
        durability: Durability,
    },
}

/// As many files as a part's name has numbers for.
const MAX_FILES: u64 = 99_999;

impl<'d> Destination<'d> {
    /// A file.
    pub fn file(path: &'d Path) -> Destination<'d> {
        Destination::File { path, durability: Durability::System }
    }

    /// A directory with one file for each table.
    pub fn directory(path: &'d Path) -> Destination<'d> {
        Destination::Directory { path, files: NonZeroU64::MIN, durability: Durability::System }
    }

    /// Where the rows of a request go; `None` for standard output.
    pub fn of(output: &'d Output) -> Option<Destination<'d>> {
        let (path, durability) = (output.path.as_deref()?, output.durability());
        if let Some(layout) = &output.layout {
            return Some(Destination::Lake { path, layout, durability });
        }
        Some(match output.files {
            Some(files) => Destination::Directory { path, files, durability },
            None => Destination::File { path, durability },
        })
    }

    /// Whether a job can be written here.
    fn check(&self, job: &Job) -> Result<(), DestinationError> {
        let files = match *self {
            Destination::Directory { files, .. } => Some(files),
            Destination::Lake { .. } => Some(NonZeroU64::MIN),
            Destination::Stream { .. } | Destination::File { .. } => None,
        };
        let Some(files) = files else {
            let tables = job.tables().len();
            return if tables == 1 || job.script().is_some() {
                Ok(())
            } else {
                Err(DestinationError::SeveralTables(tables))
            };
        };
        if files > NonZeroU64::MIN && !job.shard().is_all() {
            return Err(DestinationError::FilesOfShard);
        }
        if files.get().max(job.shard().count()) > MAX_FILES {
            return Err(DestinationError::TooManyFiles);
        }
        for table in job.tables() {
            if files > NonZeroU64::MIN && table.is_stream() {
                return Err(DestinationError::FilesOfStream(table.name().into()));
            }
            if !is_file_name(table.name()) {
                return Err(DestinationError::FileName(table.name().into()));
            }
        }
        Ok(())
    }
}

impl Output {
    /// What has to hold once the files are there.
    pub fn durability(&self) -> Durability {
        if self.fsync { Durability::Disk } else { Durability::System }
    }
}

impl Job {
    /// Makes all rows and writes them. `monitor` sees how far it is, and can stop it: what was written to a stream then are
    /// complete parts from the first one on; a file does not appear; a directory has the files that were finished.
    ///
    /// # Errors
    /// If the job does not fit the destination, a row cannot be made, or nothing can be written. As far as files are
    /// concerned, an error is as a stop.
    pub fn run(&self, destination: Destination<'_>, monitor: &Monitor) -> Result<Outcome, Error> {
        destination.check(self)?;
        match destination {
            Destination::Stream { sink, name } => pumped::write_all(self, sink, name, monitor),
            Destination::File { path, durability } => {
                let write = |sink: &mut Sink, name: &str| pumped::write_all(self, sink, name, monitor);
                write_file(path, durability, monitor, write)
            }
            Destination::Directory { path, files, durability } => {
                self.write_directory(path, files, durability, monitor)
            }
            Destination::Lake { path, layout, durability } => {
                lake::write(self, path, layout, durability, monitor)
            }
        }
    }

    fn write_directory(
        &self,
        path: &Path,
        files: NonZeroU64,
        durability: Durability,
        monitor: &Monitor,
    ) -> Result<Outcome, Error> {
        let create = |path: &Path| OutputDirectory::create(path, durability).map_err(Error::Output);
        let _directory = create(path)?;
        let mut journal = self.record().map(|record| Journal::begin(path, record)).transpose()?;
        for (index, table) in self.tables().iter().enumerate() {
            let shards = self.shards(files);
            let is_divided = shards.iter().any(|shard| !shard.is_all());
            let _table_directory = if is_divided { Some(create(&path.join(table.name()))?) } else { None };
            for shard in shards {
                let name = self.file_name(table, shard);
                let (file, name) = (path.join(&name), name.to_string_lossy().into_owned());
                let rows = table.rows(shard);
                if let Some(journal) = &mut journal
                    && journal.has(&name)
                {
                    monitor.skip(index, rows.end - rows.start);
                    continue;
                }
                let write =
                    |sink: &mut Sink, name: &str| pumped::write(self, index, shard, sink, name, monitor);
                if write_file(&file, durability, monitor, write)? == Outcome::Stopped {
                    return Ok(Outcome::Stopped);
                }
                if let Some(journal) = &mut journal {
                    journal.finish(&name, table.name(), rows.end - rows.start)?;
                }
            }
        }
        if let Some(journal) = journal {
            journal.end(durability)?;
        }
        Ok(Outcome::Done)
    }

    /// The shards that get a file each.
    fn shards(&self, files: NonZeroU64) -> Vec<Shard> {
        if self.shard().is_all() {
            (0..files.get()).filter_map(|index| Shard::new(index, files.get())).collect()
        } else {
            vec![self.shard()]
        }
    }

    /// What the names of a table's files end in, without a dot.
    fn extension(&self, table: &Table) -> String {
        let compression = self.compression().filter(|_| table.is_compressed_as_file());
        let compression = compression.map(|method| format!(".{}", method.name())).unwrap_or_default();
        format!("{}{compression}", table.extension())
    }

    /// The path of a file in its directory.
    fn file_name(&self, table: &Table, shard: Shard) -> PathBuf {
        let end = self.extension(table);
        if shard.is_all() {
            format!("{}.{end}", table.name()).into()
        } else {
            let part = format!("part-{:05}-of-{:05}.{end}", shard.index(), shard.count());
            Path::new(table.name()).join(part)
        }
    }
}

/// Writes a file that appears once it is complete, or not at all.
fn write_file(
    path: &Path,
    durability: Durability,
    monitor: &Monitor,
    write: impl FnOnce(&mut Sink, &str) -> Result<Outcome, Error>,
) -> Result<Outcome, Error> {
    let mut file = OutputFile::create(path).map_err(Error::Output)?;
    // Dropped where that fails or stops, it leaves nothing.
    let outcome = write(file.sink(), &path.display().to_string())?;
    if outcome == Outcome::Done {
        file.commit(durability).map_err(Error::Output)?;
        monitor.finished_file();
    }
    Ok(outcome)
}
