//! The record of a directory: what was asked for, and which files are complete.
//!
//! While a job runs, it is a journal: `.gush.json`, whose first line says what was asked for, and each line after that names a
//! file that is complete. At the end `manifest.json` replaces it. So a job that was interrupted, however that came, can be
//! resumed: its files appear once they are complete, or not at all, and a line that was not finished counts as none.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use gush_pipe::{Durability, OutputFile};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::request::fingerprint::{Fingerprint, Record, VERSION};

/// A file that is complete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finished {
    /// Its path in the directory.
    pub path: String,
    /// Its table.
    pub table: String,
    /// How many rows it has.
    pub rows: u64,
    /// How many bytes.
    pub bytes: u64,
    /// Their checksum: the CRC-32 of gzip and zip, in hexadecimal digits.
    pub crc32: String,
}

/// The manifest: what the directory has when it is complete.
#[derive(Serialize, Deserialize)]
struct Manifest {
    #[serde(flatten)]
    request: Fingerprint,
    seed: u64,
    rows: u64,
    bytes: u64,
    #[serde(rename = "parts")]
    finished: Vec<Finished>,
}

/// A record larger than this is none of ours.
const MAX_BYTES: u64 = 1 << 30;

/// The names of the journal and of the manifest. Shards, which may share a directory, have their own.
fn names(request: &Fingerprint) -> [String; 2] {
    match request.shard() {
        None => [".gush.json".into(), "manifest.json".into()],
        Some((index, count)) => {
            [format!(".gush-{index}-of-{count}.json"), format!("manifest-{index}-of-{count}.json")]
        }
    }
}

/// Whether this is the name of a record of one of `count` shards.
pub(super) fn is_of_shard(name: &str, count: &str) -> bool {
    let shard = name.strip_prefix("manifest-").or_else(|| name.strip_prefix(".gush-"));
    shard.is_some_and(|shard| shard.ends_with(&format!("-of-{count}.json")))
}

/// What was asked for, as a record says; `None` where it is no such record.
pub(super) fn request_in(record: &Path) -> Option<Fingerprint> {
    let text = read(record).ok()??;
    let first = || serde_json::from_str(text.lines().next()?).ok();
    serde_json::from_str(&text).ok().or_else(first)
}

/// Why a directory cannot be resumed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RecordError {
    /// Another job has begun it.
    #[error(
        "'{directory}' has the files of another job, of which {what} differs; choose another directory, or leave --resume out"
    )]
    Other { directory: String, what: &'static str },
    /// Another version of the program has begun it.
    #[error(
        "{path}: the record of this directory has version {found}, and only version {VERSION} can be resumed; choose another \
         directory, or leave --resume out"
    )]
    Version { path: String, found: String },
    /// It could not be read or written.
    #[error("{path}: {}", gush_pipe::reason(.error))]
    File { path: String, error: io::Error },
}

/// A directory that is being written, with its journal.
#[derive(Debug)]
pub(crate) struct Journal {
    directory: PathBuf,
    /// The paths of the journal and of the manifest.
    journal: PathBuf,
    manifest: PathBuf,
    record: Record,
    file: File,
    /// The files that were complete before, by their paths.
    known: HashMap<String, Finished>,
    finished: Vec<Finished>,
}

impl Journal {
    /// Begins a journal, or goes on with the one that is there.
    pub fn begin(directory: &Path, record: &Record) -> Result<Journal, RecordError> {
        let [path, manifest] = names(&record.request).map(|name| directory.join(name));
        let failed = |error| RecordError::File { path: path.display().to_string(), error };
        let found = if record.resume { found(&path, &manifest)? } else { None };
        if let Some((request, _)) = &found
            && let Some(what) = request.difference(&record.request)
        {
            return Err(RecordError::Other { directory: directory.display().to_string(), what });
        }
        let known = found.map(|(_, finished)| finished).unwrap_or_default();
        let is_complete = |finished: &Finished| {
            fs::metadata(directory.join(&finished.path))
                .is_ok_and(|known| known.is_file() && known.len() == finished.bytes)
        };
        let known: HashMap<String, Finished> =
            known.into_iter().filter(is_complete).map(|finished| (finished.path.clone(), finished)).collect();
        // Beside the old journal, which it replaces as a unit: what is complete stays known whenever this run ends.
        let next = path.with_extension("next");
        let mut file = File::create(&next).map_err(failed)?;
        write_line(&mut file, &record.request).map_err(failed)?;
        for finished in known.values() {
            write_line(&mut file, finished).map_err(failed)?;
        }
        fs::rename(&next, &path).map_err(failed)?;
        // From here on the directory is incomplete.
        remove(&manifest)?;
        Ok(Journal {
            directory: directory.into(),
            journal: path,
            manifest,
            record: record.clone(),
            file,
            known,
            finished: Vec::new(),
        })
    }

    /// Whether the file of this path is complete: it was finished, and has its size.
    pub fn has(&mut self, path: &str) -> bool {
        let known = self.known.remove(path);
        let is_known = known.is_some();
        self.finished.extend(known);
        is_known
    }

    /// Notes that a file of this many rows is complete.
    pub fn finish(&mut self, path: &str, table: &str, rows: u64) -> Result<(), RecordError> {
        let full = self.directory.join(path);
        let sum = checksum(&full);
        let (bytes, crc32) =
            sum.map_err(|error| RecordError::File { path: full.display().to_string(), error })?;
        self.note(Finished { path: path.into(), table: table.into(), rows, bytes, crc32 })
    }

    fn note(&mut self, finished: Finished) -> Result<(), RecordError> {
        write_line(&mut self.file, &finished)
            .map_err(|error| RecordError::File { path: self.journal.display().to_string(), error })?;
        self.finished.push(finished);
        Ok(())
    }

    /// Replaces the journal by the manifest.
    pub fn end(self, durability: Durability) -> Result<(), RecordError> {
        let path = self.manifest;
        let failed = |error| RecordError::File { path: path.display().to_string(), error };
        let manifest = Manifest {
            request: self.record.request,
            seed: self.record.seed,
            rows: self.finished.iter().map(|file| file.rows).sum(),
            bytes: self.finished.iter().map(|file| file.bytes).sum(),
            finished: self.finished,
        };
        let mut text = serde_json::to_vec_pretty(&manifest).map_err(io::Error::other).map_err(failed)?;
        text.push(b'\n');
        let mut file = OutputFile::create(&path).map_err(failed)?;
        file.sink().write_all(&text).map_err(failed)?;
        file.commit(durability).map_err(failed)?;
        remove(&self.journal)
    }
}

fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    file.write_all(&line)
}

fn remove(path: &Path) -> Result<(), RecordError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(RecordError::File { path: path.display().to_string(), error })
        }
        _ => Ok(()),
    }
}

/// What a directory says of itself: the request, and the files that were finished.
fn found(journal: &Path, manifest: &Path) -> Result<Option<(Fingerprint, Vec<Finished>)>, RecordError> {
    if let Some(text) = read(journal)? {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        check_version(journal, first)?;
        // The last line may not have been finished.
        let finished = lines.map_while(|line| serde_json::from_str(line).ok()).collect();
        if let Ok(request) = serde_json::from_str(first) {
            return Ok(Some((request, finished)));
        }
    }
    let Some(text) = read(manifest)? else { return Ok(None) };
    check_version(manifest, &text)?;
    let manifest = serde_json::from_str::<Manifest>(&text).ok();
    Ok(manifest.map(|manifest| (manifest.request, manifest.finished)))
}

/// Refuses a record whose fields mean something else than ours. A file of another program is none.
fn check_version(path: &Path, record: &str) -> Result<(), RecordError> {
    let record: Value = serde_json::from_str(record).unwrap_or_default();
    let is_ours = ["program", "schema", "tables"].iter().all(|field| record.get(field).is_some());
    // The first version did not say so.
    let found = record.get("version").map_or_else(|| "1".into(), Value::to_string);
    if is_ours && found != VERSION.to_string() {
        return Err(RecordError::Version { path: path.display().to_string(), found });
    }
    Ok(())
}

fn read(path: &Path) -> Result<Option<String>, RecordError> {
    let mut text = String::new();
    match File::open(path).and_then(|file| file.take(MAX_BYTES).read_to_string(&mut text)) {
        Ok(_) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(RecordError::File { path: path.display().to_string(), error }),
    }
}

/// The size and the checksum of a file.
fn checksum(path: &Path) -> io::Result<(u64, String)> {
    let mut file = OpenOptions::new().read(true).open(path)?;
    let (mut hasher, mut bytes, mut buffer) = (Hasher::new(), 0, vec![0; 256 << 10]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok((bytes, format!("{:08x}", hasher.finalize()))),
            count => {
                hasher.update(&buffer[..count]);
                bytes += count as u64;
            }
        }
    }
}
