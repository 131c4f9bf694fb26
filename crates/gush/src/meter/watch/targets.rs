//! The processes to be watched, and their files.

use std::ffi::OsStr;
use std::fs;
use std::io;

use gush_meter::watch::{self, Watched};
use gush_pipe::{procfs, reason};

use super::super::error::{Error, Fault};
use super::super::running::Meter;
use super::super::values::{self, Watch};

/// A process that is watched: one of its descriptors, or all of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub process: u32,
    pub descriptor: Option<u32>,
}

impl Target {
    /// The files that are open now.
    ///
    /// # Errors
    /// When they cannot be looked at.
    pub fn open(&self) -> io::Result<Vec<Watched>> {
        match self.descriptor {
            Some(descriptor) => Ok(vec![Watched::open(self.process, descriptor)?]),
            None => watch::all(self.process),
        }
    }
}

/// Those that were asked for and run. The others are reported.
pub fn find(meter: &Meter<'_>) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    for watch in &meter.request().watch {
        match found(watch, true) {
            Ok(more) => targets.extend(more),
            Err(text) => meter.report(&Error::new(Fault::NotOpened, text)),
        }
    }
    targets.retain(|target| {
        let runs = procfs::is_running(target.process);
        if !runs {
            let text = format_args!("pid {}: No such process", target.process);
            meter.report(&Error::new(Fault::NotOpened, text));
        }
        runs
    });
    targets.dedup();
    targets
}

/// The processes that are meant; in a list, each line names some.
fn found(watch: &Watch, is_list_possible: bool) -> Result<Vec<Target>, String> {
    match watch {
        Watch::Process(process, descriptor) => {
            Ok(vec![Target { process: *process, descriptor: *descriptor }])
        }
        Watch::Named(name) => {
            let ids = watch::named(name);
            if ids.is_empty() {
                return Err(format!("={name}: no process has that name"));
            }
            Ok(ids.into_iter().map(|process| Target { process, descriptor: None }).collect())
        }
        Watch::List(path) if is_list_possible => {
            let wrong = |error: &str| format!("@{}: {error}", path.display());
            let text = fs::read_to_string(path).map_err(|error| wrong(&reason(&error)))?;
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let targets = lines.map(|line| {
                let watch =
                    values::watch(OsStr::new(line)).map_err(|text| wrong(&format!("{line}: {text}")))?;
                found(&watch, false)
            });
            Ok(targets.collect::<Result<Vec<_>, _>>()?.concat())
        }
        Watch::List(path) => Err(format!("@{}: a list cannot name a list", path.display())),
    }
}
