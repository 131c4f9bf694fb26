//! Writes tables to files, as the command does.

use std::ffi::CString;
use std::path::Path;
use std::thread;
use std::time::Duration;

use gush_generate::request::{self, TablesToWrite};
use gush_generate::{Destination, Error, Job, Monitor, Outcome, System};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{program_of_tables, refused, write_request};
use crate::errors::error;
use crate::made::Part;

/// How often a running job is looked after.
const TICK: Duration = Duration::from_millis(2);

/// Writes tables of one dataset to one file, or to a directory with a file for each.
///
/// # Errors
/// What is wrong with the options or the columns; what went wrong while writing, as an `OSError`; what a Python function or a
/// signal raised.
pub fn write(py: Python<'_>, path: &Path, parts: Vec<Part>, options: &Bound<'_, PyDict>) -> PyResult<()> {
    let [(first, _), ..] = &parts[..] else { return Err(error("there is no table")) };
    let tables = TablesToWrite {
        dataset: first.dataset(),
        folder: first.folder(),
        settings: first.settings,
        tables: parts.iter().map(|(made, rows)| (made.index(), rows.clone(), made.plan.clone())).collect(),
    };
    let request = write_request(path, options)?;
    let place = format!("the columns of `{}`", first.schema().table());
    let prepared = request::write(&request, &program_of_tables(), &System, tables)
        .map_err(|reason| refused(&place, reason))?;
    if let Some((path, list)) = &prepared.dirt_log {
        run(py, list, Destination::File { path, durability: prepared.output.durability() }, &parts)?;
    }
    let destination = Destination::of(&prepared.output).ok_or_else(|| error("a path is needed"))?;
    run(py, &prepared.job, destination, &parts)?;
    for note in prepared.job.other_runs(&prepared.output) {
        let text = CString::new(note)?;
        // The caller is behind two functions of the package.
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 3)?;
    }
    Ok(())
}

/// Runs a job in a thread of its own, while this one looks for signals.
fn run(py: Python<'_>, job: &Job, destination: Destination<'_>, parts: &[Part]) -> PyResult<()> {
    let monitor = Monitor::default();
    let mut signal = Ok(());
    let ended = thread::scope(|scope| {
        let worker = scope.spawn(|| job.run(destination, &monitor));
        while !worker.is_finished() {
            py.detach(|| thread::sleep(TICK));
            if signal.is_ok() {
                signal = py.check_signals();
                if signal.is_err() {
                    monitor.stop();
                }
            }
        }
        worker.join()
    });
    if let Some(raised) = parts.iter().find_map(|(made, _)| made.raised.take()) {
        return Err(raised);
    }
    signal?;
    match ended {
        Err(panic) => std::panic::resume_unwind(panic),
        Ok(Ok(Outcome::Done)) => Ok(()),
        Ok(Ok(Outcome::Stopped)) => Err(PyKeyboardInterrupt::new_err(())),
        Ok(Err(Error::Destination(reason))) => Err(error(reason.to_string())),
        Ok(Err(reason)) => Err(PyOSError::new_err(reason.to_string())),
    }
}
