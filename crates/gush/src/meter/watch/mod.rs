//! Watching the files of other processes instead of moving bytes: one descriptor as any transfer is shown, several files in
//! a table.

mod followed;
mod lines;
mod one;
mod table;
mod targets;

use gush_meter::watch::Watched;

use super::error::{Error, Fault};
use super::files;
use super::request::MeterRequest;
use super::running::Meter;
use targets::Target;

/// Watches what was asked for until it is closed, or the processes end.
///
/// # Errors
/// When it cannot be watched, or not be recorded.
pub fn run(meter: &Meter<'_>) -> Result<(), Error> {
    let targets = targets::find(meter);
    // Before anything else: the output must not be one of the watched files.
    let files: Vec<Watched> = targets.iter().flat_map(|target| target.open().unwrap_or_default()).collect();
    check_files(meter.request(), &files)?;
    match targets[..] {
        [] => Ok(()),
        [Target { process, descriptor: Some(descriptor) }] => one::run(meter, process, descriptor),
        _ => table::run(meter, targets),
    }
}

/// Refuses to write to a file that is being watched.
fn check_files(request: &MeterRequest, watched: &[Watched]) -> Result<(), Error> {
    for (what, path) in request.files_beside() {
        if watched.iter().any(|file| files::are_one(path, &file.path)) {
            let text = format_args!("{}: the {what} file is one of those that are watched", path.display());
            return Err(Error::new(Fault::InputIsOutput, text));
        }
    }
    Ok(())
}
