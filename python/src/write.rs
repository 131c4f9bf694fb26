//! Writes tables to files and into databases, as the command does.

use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::atomic::Ordering;

use gush_generate::request::{self, IntoDatabase, TablesToWrite};
use gush_generate::{DatabaseError, Destination, Error, Job, LoadProgress, Monitor, Outcome, System};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{program_of_tables, refused, write_request};
use crate::errors::error;
use crate::planned::Part;
use crate::signals::watched;

/// Writes tables of one dataset to one file, or to a directory with a file for each; or into the database that the options name.
///
/// # Errors
/// What is wrong with the options or the columns; what went wrong while writing, as an `OSError`; what a Python function or a
/// signal raised.
pub fn write(
    py: Python<'_>,
    path: Option<&Path>,
    parts: Vec<Part>,
    options: &Bound<'_, PyDict>,
) -> PyResult<()> {
    let [(first, _), ..] = &parts[..] else { return Err(error("there is no table")) };
    let tables = TablesToWrite {
        dataset: first.dataset(),
        folder: first.folder(),
        settings: first.settings,
        tables: parts.iter().map(|(made, rows)| (made.index(), rows.clone(), made.plan.clone())).collect(),
    };
    let request = write_request(path, options)?;
    let source = format!("the columns of `{}`", first.schema().table());
    // A size is found by making rows, perhaps with Python functions, which need the interpreter.
    let prepare = || request::write(&request, &program_of_tables(), &System, tables);
    let prepared = py.detach(|| catch_unwind(AssertUnwindSafe(prepare)));
    raised(&parts)?;
    let prepared = prepared.unwrap_or_else(|panic| resume_unwind(panic));
    let prepared = prepared.map_err(|reason| refused(&source, reason))?;
    if let Some(into) = &prepared.into {
        return load(py, &prepared.job, into, &parts);
    }
    let destination = Destination::of(&prepared.output).ok_or_else(|| error("a path is needed"))?;
    if let Some((path, list)) = &prepared.dirt_log {
        run(py, list, Destination::File { path, durability: prepared.output.durability() }, &parts)?;
    }
    run(py, &prepared.job, destination, &parts)?;
    prepared.job.other_runs(&prepared.output).into_iter().try_for_each(|note| warn(py, note))
}

/// Says something that is no error.
fn warn(py: Python<'_>, note: String) -> PyResult<()> {
    let text = CString::new(note)?;
    // The caller is behind two functions of the package.
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 3)
}

/// Loads the tables of a job into a database, while this thread looks for signals.
fn load(py: Python<'_>, job: &Job, into: &IntoDatabase, parts: &[Part]) -> PyResult<()> {
    let progress = LoadProgress::default();
    let stop = progress.stop_flag();
    // What a Python function raised ends the work with a panic.
    let work = || catch_unwind(AssertUnwindSafe(|| job.load(into, &progress)));
    let ended = watched(py, || stop.store(true, Ordering::Relaxed), work);
    raised(parts)?;
    match ended?.unwrap_or_else(|panic| resume_unwind(panic)) {
        Ok(summary) => summary.notes.into_iter().try_for_each(|note| warn(py, note)),
        Err(DatabaseError::Stopped) => Err(PyKeyboardInterrupt::new_err(())),
        Err(reason @ DatabaseError::Refused { .. }) => Err(error(reason.to_string())),
        Err(reason) => Err(PyOSError::new_err(reason.to_string())),
    }
}

/// What a Python function raised.
fn raised(parts: &[Part]) -> PyResult<()> {
    parts.iter().find_map(|(made, _)| made.raised.take()).map_or(Ok(()), Err)
}

/// Runs a job, while this thread looks for signals.
fn run(py: Python<'_>, job: &Job, destination: Destination<'_>, parts: &[Part]) -> PyResult<()> {
    let monitor = Monitor::default();
    // What a Python function raised ends the work with a panic.
    let work = || catch_unwind(AssertUnwindSafe(|| job.run(destination, &monitor)));
    let ended = watched(py, || monitor.stop(), work);
    raised(parts)?;
    match ended?.unwrap_or_else(|panic| resume_unwind(panic)) {
        Ok(Outcome::Done) => Ok(()),
        Ok(Outcome::Stopped) => Err(PyKeyboardInterrupt::new_err(())),
        Err(Error::Destination(reason)) => Err(error(reason.to_string())),
        Err(reason) => Err(PyOSError::new_err(reason.to_string())),
    }
}
