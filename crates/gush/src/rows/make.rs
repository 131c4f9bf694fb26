//! Makes the rows of a request, and shows how far it is.

use std::path::Path;

use gush_generate::request::Prepared;
use gush_generate::{Destination, Durability, Job, Monitor, Outcome};
use gush_pipe::{Sink, output};

use super::progress;
use crate::exit;
use crate::failure::Failure;
use crate::signals::{self, Caught};

/// Writes the rows of a request.
pub fn rows(request: &Prepared) -> Result<(), Failure> {
    let (Some(destination), Some(path)) = (Destination::of(&request.output), &request.output.path) else {
        return to_stdout(request);
    };
    to_file(request, path, destination)?;
    for note in request.job.other_runs(&request.output) {
        exit::note("gush", note);
    }
    Ok(())
}

fn to_stdout(request: &Prepared) -> Result<(), Failure> {
    let mut sink = Sink::stdout().map_err(Failure::stdout)?;
    let destination = Destination::Stream { sink: &mut sink, name: "standard output" };
    run(request, destination, &Monitor::default())?;
    sink.restore_pipe();
    Ok(())
}

fn to_file(request: &Prepared, path: &Path, destination: Destination<'_>) -> Result<(), Failure> {
    let monitor = Monitor::default();
    let caught = caught(path, &monitor)?;
    match run(request, destination, &monitor)? {
        Outcome::Done => Ok(()),
        Outcome::Stopped if request.output.files.is_some() && request.output.layout.is_none() => {
            Err(Failure::Interrupted {
                signal: caught.signal(),
                kept: format!(
                    "complete files were kept; continue with --resume --seed {}",
                    request.job.seed()
                ),
            })
        }
        Outcome::Stopped => Err(Failure::Signal(caught.signal())),
    }
}

/// Writes the rows of a job to a file.
pub fn file(job: &Job, path: &Path, durability: Durability) -> Result<(), Failure> {
    let monitor = Monitor::default();
    let caught = caught(path, &monitor)?;
    match job.run(Destination::File { path, durability }, &monitor)? {
        Outcome::Done => Ok(()),
        Outcome::Stopped => Err(Failure::Signal(caught.signal())),
    }
}

/// Catches signals before a file is created that one could leave behind. Where there will be no file, a signal ends
/// the process as usual, even while it waits for the other side.
fn caught(path: &Path, monitor: &Monitor) -> Result<Caught, Failure> {
    match output::is_direct(path) {
        true => Ok(Caught::default()),
        false => Ok(signals::catch(&monitor.stop_flag()).map_err(anyhow::Error::from)?),
    }
}

fn run(request: &Prepared, destination: Destination<'_>, monitor: &Monitor) -> Result<Outcome, Failure> {
    let work = || request.job.run(destination, monitor);
    Ok(progress::shown(request.output.progress, request.output.path.is_some(), &request.job, monitor, work)?)
}
