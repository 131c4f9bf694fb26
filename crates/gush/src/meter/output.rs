//! The output of a meter, which must not be one of its inputs, nor any other file that is written to.

use std::fs::File;
use std::io;
use std::path::Path;

use gush_pipe::Sink;
use gush_pipe::output::open_descriptor;

use super::error::{Error, Fault};
use super::files;
use super::inputs::Input;
use super::request::MeterRequest;

/// Where the bytes of `-X` go.
const NULL: &str = "/dev/null";

/// What messages call the output.
pub fn name(request: &MeterRequest) -> String {
    match &request.output {
        _ if request.discard => NULL.to_owned(),
        Some(path) => path.display().to_string(),
        None => "standard output".into(),
    }
}

/// Opens it. A file is emptied later, once it is known that it is no input.
///
/// # Errors
/// The system's error.
pub fn open(request: &MeterRequest) -> io::Result<Sink> {
    match &request.output {
        _ if request.discard => File::options().write(true).open(NULL).and_then(Sink::from_file),
        Some(path) => {
            let open = || File::options().write(true).create(true).truncate(false).open(path);
            open_descriptor(path).unwrap_or_else(|| open().and_then(Sink::from_file))
        }
        None => Sink::stdout(),
    }
}

/// Empties the file of `-o`, which is no input.
///
/// # Errors
/// When that is refused.
pub fn empty(request: &MeterRequest, sink: &Sink) -> Result<(), Error> {
    let Some(path) = request.output_file() else { return Ok(()) };
    // Only a file can be truncated, and only one that no other process writes to may be.
    if open_descriptor(path).is_some() || !sink.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Ok(());
    }
    sink.cut().map_err(|error| Error::system(Fault::NotOpened, path.display(), &error))
}

/// Refuses files to be written beside the output that are an input or the output: they would be lost, or grow for ever.
///
/// # Errors
/// For the first of them.
pub fn check_files(request: &MeterRequest, inputs: &[Input], sink: &Sink) -> Result<(), Error> {
    let store = request.store.as_deref().filter(|path| *path != Path::new("-"));
    let beside: Vec<_> =
        store.map(|path| ("store", path)).into_iter().chain(request.files_beside()).collect();
    for (number, (what, path)) in beside.iter().enumerate() {
        let twice = beside[..number].iter().find(|(_, other)| files::are_one(path, other));
        let other = if let Some((other, _)) = twice {
            &format!("the {other} file too")
        } else if inputs.iter().any(|input| input.is_file(path)) {
            "an input"
        } else if files::is_of(path, sink) {
            "the output"
        } else {
            continue;
        };
        let text = format_args!("{}: the {what} file is {other}", path.display());
        return Err(Error::new(Fault::InputIsOutput, text));
    }
    Ok(())
}
