//! A schema file from what people have.
//!
//! ```text
//!   a source      ─→ Model ─→ choices ─→ the text of a schema file
//!  sql/, files/     model/    choose/     write/
//! ```
//! Each kind of source ends in one [`model::Model`]: tables, columns, constraints, statistics. One place chooses a generator for each column of
//! it, with the reason, and one place writes the file. Nothing here reads a file or asks a server: texts, bytes and answers come in as
//! arguments, so that it builds for a browser.

mod arrow;
pub mod avro;
pub mod choose;
pub mod document;
pub mod files;
mod hive;
pub mod json_schema;
pub mod model;
mod parquet;
mod relations;
mod sampled;
pub mod sql;
pub mod typed;
pub mod write;

pub use sampled::SampledRows;

use choose::{Choices, Options};
use gusher::Diagnostic;
use model::Model;
use std::fmt;

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

/// The most parts that were not understood and are listed in the file.
const MAX_NOTES: usize = 50;

/// Why there is no schema file for a model.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum LearnError {
    /// No table has rows of its own: the partitions that were asked for, each with the table that it is a part of.
    NoTable(Vec<(String, String)>),
    /// What the program refuses of the file, which is a defect of this crate.
    Invalid(Vec<Diagnostic>),
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTable(partitions) if partitions.is_empty() => f.write_str(
                "no table is left: those that were found, or asked for, have no columns of their own",
            ),
            Self::NoTable(partitions) => {
                f.write_str("no table is left:")?;
                for (index, (part, whole)) in partitions.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    write!(f, "{comma} {part} is a partition of {whole}")?;
                }
                f.write_str(
                    "; name the table that is divided, and the database puts each row into its partition",
                )
            }
            Self::Invalid(found) => {
                let first = found.first().map(|one| one.message.as_str()).unwrap_or_default();
                write!(f, "the schema file would not be valid ({first}); please report this")
            }
        }
    }
}

impl std::error::Error for LearnError {}

/// The schema file for a model. `source` is what its head calls the source.
///
/// # Errors
/// No table has rows of its own, or the program refuses the file.
pub fn learned(model: &Model, source: &str, options: &Options) -> Result<Learned, LearnError> {
    let head = write::Head { source: source.to_owned(), notes: model.notes.clone(), max_notes: MAX_NOTES };
    let choices = choose::choices(model, options);
    if choices.tables.is_empty() {
        return Err(LearnError::NoTable(choose::partitions(model, options)));
    }
    let (choices, written) =
        choose::verified(choices, &|choices| write::file(choices, &head)).map_err(LearnError::Invalid)?;
    Ok(Learned { text: written.text, choices })
}
