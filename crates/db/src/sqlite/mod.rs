//! SQLite: a new file by pages of our own, an existing one by transactions of the library.
//!
//! The library makes the tables and the indexes of a new file, all of them empty. What fills them is in `pages`, after the description of the
//! format on <https://sqlite.org/fileformat.html>. A table that has something that is not known there is filled by the library.

mod check;
mod existing;
mod fault;
mod insert;
mod job;
mod links;
mod lock;
mod look;
mod new_file;
mod pages;
mod part_file;
mod path;
#[cfg(test)]
mod tests;
mod value;

use std::num::NonZeroUsize;

use gusher::text::Statements;

use crate::error::Error;
use crate::options::{LoadOptions, Summary, TableToLoad};
use crate::progress::Progress;
pub use check::{check, describe};
use job::Load;
pub use path::SqlitePath;

/// Loads tables, parents first, with the statements around their rows in the same order. A new file is made by as many threads.
///
/// # Errors
/// Why rows are not there. Then a file that was there is as it was, and a new one is not there.
pub fn load(
    path: &SqlitePath,
    tables: &[TableToLoad<'_>],
    statements: &Statements,
    options: &LoadOptions,
    threads: NonZeroUsize,
    progress: &Progress,
) -> Result<Summary, Error> {
    let load = Load { path, tables, statements, options, threads, progress };
    match path.is_there().map_err(|error| load.failed("opening it", error.into()))? {
        true => existing::load(&load),
        false => new_file::load(&load),
    }
}
