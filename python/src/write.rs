//! Writes tables to files, as the command does.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;
use std::thread;
use std::time::Duration;

use gush_diagnostics::{Message, nearest};
use gush_generate::{
    Compression, Destination, Durability, Error, Job, JobBuilder, JobError, Monitor, NO_COMPRESSION, Outcome,
};
use gusher::encode::{DIALECTS, FORMATS, FormatOptions, FormatSpec, Transaction};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{error, mistakes};
use crate::made::{Made, Part};
use crate::record::record;

/// How often a running job is looked after.
const TICK: Duration = Duration::from_millis(2);

/// Which rows of SQL are in one transaction, by the names that the command has.
const TRANSACTIONS: [(&str, Transaction); 3] =
    [("whole", Transaction::Whole), ("shard", Transaction::Shard), ("never", Transaction::Never)];

/// What is chosen, by the keywords of `write`.
struct Choices<'a, 'py>(&'a Bound<'py, PyDict>);

impl<'py> Choices<'_, 'py> {
    fn get<T: for<'a> FromPyObject<'a, 'py>>(&self, key: &str) -> PyResult<Option<T>>
    where
        for<'a> <T as FromPyObject<'a, 'py>>::Error: Into<PyErr>,
    {
        let value = self.0.get_item(key)?.filter(|value| !value.is_none());
        let wrong = |reason: PyErr| error(format!("{key}: {reason}"));
        value.map(|value| value.extract::<T>().map_err(|reason| wrong(reason.into()))).transpose()
    }

    fn is(&self, key: &str) -> PyResult<bool> {
        Ok(self.get::<bool>(key)?.unwrap_or(false))
    }
}

/// Writes tables to one file, or to a directory with a file for each.
///
/// # Errors
/// What is wrong with the options or the columns; what went wrong while writing, as an `OSError`; what a Python function or a
/// signal raised.
pub fn write(py: Python<'_>, path: &Path, parts: Vec<Part>, options: &Bound<'_, PyDict>) -> PyResult<()> {
    let choices = Choices(options);
    let is_directory =
        path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| std::path::is_separator(last.into()));
    if parts.len() > 1 && !is_directory {
        return Err(error("several tables need a directory: give a path with a / at its end"));
    }
    let format = format(&choices, path, is_directory)?;
    let formatted = format_options(&choices, format)?;
    let compression = compression(&choices, path, format)?;
    let files = choices.get::<u64>("files")?;
    if files.is_some() && !is_directory {
        return Err(error("files are in a directory: give a path with a / at its end"));
    }
    let files = NonZeroU64::new(files.unwrap_or(1)).ok_or_else(|| error("files=0: expected 1 or more"))?;
    let mut job = JobBuilder::new(parts[0].0.settings.seed).compression(compression);
    if let Some(threads) = choices.get::<usize>("threads")? {
        let threads = NonZeroUsize::new(threads).ok_or_else(|| error("threads=0: expected 1 or more"))?;
        job = job.threads(threads);
    }
    for (made, rows) in &parts {
        job = job.planned(made.plan.clone(), made.schema(), rows.clone(), &formatted);
    }
    if is_directory {
        job = job.record(record(&parts, &formatted, compression, files));
    }
    let job = job.build().map_err(|errors| refused(errors.0, &parts[0].0))?;
    let durability = if choices.is("fsync")? { Durability::Disk } else { Durability::System };
    let destination = match is_directory {
        true => Destination::Directory { path, files, durability },
        false => Destination::File { path, durability },
    };
    run(py, &job, destination, &parts)
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

/// What makes no sense in a job.
fn refused(errors: Vec<JobError>, first: &Made) -> PyErr {
    let mut found = Vec::new();
    for reason in errors {
        match reason {
            JobError::Column { diagnostic, .. } => found.push(diagnostic),
            other => return error(other.to_string()),
        }
    }
    mistakes(&format!("the columns of `{}`", first.schema().table()), &found)
}

/// The format: by its name, or by the path's.
fn format(choices: &Choices<'_, '_>, path: &Path, is_directory: bool) -> PyResult<&'static FormatSpec> {
    let names = || FORMATS.iter().map(|format| format.name);
    if let Some(name) = choices.get::<String>("format")? {
        let found = FORMATS.iter().find(|format| format.name == name);
        return found.copied().ok_or_else(|| {
            let text = Message::unknown("no format has this name", &name, names());
            error(format!("format={name:?}: {text}"))
        });
    }
    let mut stem = path;
    if Compression::of_name(path).is_some() {
        stem = path.file_stem().map_or(path, Path::new);
    }
    let ending = stem.extension().and_then(|end| end.to_str()).filter(|_| !is_directory);
    let Some(ending) = ending else {
        let names = names().collect::<Vec<_>>().join(", ");
        return Err(error(format!("say which format: format=\"csv\"; there are {names}")));
    };
    let all = || FORMATS.iter().flat_map(|format| format.extensions.iter().map(move |end| (*end, *format)));
    let found = all().find(|(known, _)| known.eq_ignore_ascii_case(ending));
    found.map(|(_, format)| format).ok_or_else(|| {
        let near = nearest(ending, all().map(|(known, _)| known)).map(|near| format!(".{near}"));
        let text = Message::from("no format has this ending").suggest(near);
        error(format!(".{ending}: {}", text.otherwise("say which one: format=\"csv\"")))
    })
}

/// What is chosen about the format.
fn format_options(choices: &Choices<'_, '_>, format: &'static FormatSpec) -> PyResult<FormatOptions> {
    let mut options = FormatOptions::new(format);
    let told = |key: &str, result: Result<(), gusher::encode::FormatError>| {
        result.map_err(|reason| error(format!("{key}: {reason}")))
    };
    if let Some(separator) = choices.get::<String>("separator")? {
        told("separator", options.separator(&separator))?;
    }
    if choices.is("header")? {
        told("header", options.header())?;
    }
    if let Some(rows) = choices.get::<u64>("batch")? {
        told("batch", options.batch(rows))?;
    }
    if let Some(rows) = choices.get::<u64>("row_group")? {
        told("row_group", options.row_group(rows))?;
    }
    if let Some(key) = choices.get::<String>("tag")? {
        told("tag", options.tag(&key))?;
    }
    if choices.is("create_table")? {
        told("create_table", options.create_table())?;
    }
    if let Some(name) = choices.get::<String>("dialect")? {
        let found = DIALECTS.iter().find(|entry| entry.name == name);
        let entry = found.ok_or_else(|| {
            let text =
                Message::unknown("no dialect has this name", &name, DIALECTS.iter().map(|one| one.name));
            error(format!("dialect={name:?}: {text}"))
        })?;
        told("dialect", options.dialect(entry.dialect))?;
    }
    if let Some(name) = choices.get::<String>("transaction")? {
        let found = TRANSACTIONS.iter().find(|(known, _)| *known == name);
        let (_, transaction) = found.ok_or_else(|| {
            let known = TRANSACTIONS.iter().map(|(known, _)| *known);
            error(format!(
                "transaction={name:?}: {}",
                Message::unknown("there is no such choice", &name, known)
            ))
        })?;
        told("transaction", options.transaction(*transaction))?;
    }
    Ok(options)
}

/// How the output is compressed: as asked for, or by the path's name, or as is usual for the format.
fn compression(
    choices: &Choices<'_, '_>,
    path: &Path,
    format: &'static FormatSpec,
) -> PyResult<Option<Compression>> {
    let named = Compression::of_name(path);
    if named.is_some() && format.columnar.is_some() {
        let text = format!("{} compresses its pages itself; say how with compression=", format.name);
        return Err(error(text));
    }
    let Some(wish) = choices.get::<String>("compression")? else {
        return Ok(named.or_else(|| Compression::of_format(format)));
    };
    let asked = Compression::parse(&wish)
        .map_err(|reason| error(format!("compression={wish:?}: {}", reason.message)))?;
    if let (Some(asked), Some(named)) = (asked, named)
        && asked.name() != named.name()
    {
        let text = format!("the name of the file ends in .{}; make the two agree", named.name());
        return Err(error(format!("compression={wish:?}: {text}")));
    }
    if named.is_some() && wish == NO_COMPRESSION {
        return Ok(None);
    }
    Ok(asked)
}
