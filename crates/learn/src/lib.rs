//! A schema file from what people have.
//!
//! ```text
//!   a source      ─→ Model ─→ choices ─→ the text of a schema file
//!  sql/, files/     model/    choose/     write/
//! ```
//! Each kind of source ends in one [`model::Model`]: tables, columns, constraints, statistics. One place chooses a generator for each column of
//! it, with the reason, and one place writes the file. Nothing here reads a file or asks a server: texts, bytes and answers come in as
//! arguments, so that it builds for a browser.

pub mod choose;
pub mod files;
pub mod model;
mod sampled;
pub mod sql;
pub mod write;

pub use sampled::Rows;

use choose::{Choices, Options};
use gusher::Diagnostic;
use model::Model;

/// What was learned of a source.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The text of the schema file, which the program accepts.
    pub text: String,
    /// The choices in it.
    pub choices: Choices,
}

/// Whether the program accepts the text of a schema file of this name.
///
/// # Errors
/// What is wrong with it.
pub fn check(name: &str, text: &str) -> Result<(), Vec<Diagnostic>> {
    let context = gusher::Context::default().expressions(&gush_expr::Sql);
    let parsed = gusher::Dataset::parse(name, text, &context);
    parsed.map(|_| ()).map_err(|found| found.iter().cloned().collect())
}

/// So many parts that were not understood are listed in the file.
const MAX_NOTES: usize = 50;

/// The schema file for a model. `source` is what its head calls the source.
///
/// # Errors
/// What the program refuses of the file, which is a defect of this crate.
pub fn learned(model: &Model, source: &str, options: &Options) -> Result<Learned, Vec<Diagnostic>> {
    let head = write::Head { source: source.to_owned(), notes: model.notes.clone(), max_notes: MAX_NOTES };
    let (choices, written) =
        choose::verified(choose::choices(model, options), &|choices| write::file(choices, &head))?;
    Ok(Learned { text: written.text, choices })
}
