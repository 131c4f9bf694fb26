//! Writes texts: to standard output, or to files, which appear complete or not at all.

use std::path::Path;

use gush_pipe::{Durability, OutputFile, Sink};

use crate::failure::Failure;

/// Writes a text, or other bytes, to standard output.
pub fn text(text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Failure> {
    let written = Sink::stdout().and_then(|mut sink| sink.write_all(text.as_ref()));
    written.map_err(Failure::stdout)
}

/// Writes a text, or other bytes, to a file, which appears complete or not at all.
pub fn file(path: &Path, text: &(impl AsRef<[u8]> + ?Sized), durability: Durability) -> Result<(), Failure> {
    let mut file = OutputFile::create(path).map_err(Failure::Output)?;
    let written = file.sink().write_all(text.as_ref());
    written.map_err(|error| Failure::Write { target: path.display().to_string(), error })?;
    file.commit(durability).map_err(Failure::Output)
}
