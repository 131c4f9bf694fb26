//! Errors as exceptions, with the text that the command has.

use gush_diagnostics::{Diagnostic, Topic};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    gusher,
    Error,
    PyValueError,
    "What is wrong with columns, a schema file or an option: all errors at once, each with its position and what would be right."
);

create_exception!(gusher, UniquenessException, Error, "All different values of a method were given.");

/// What a user can look up where a message suggests nothing.
fn advice(topic: Topic) -> Option<&'static str> {
    match topic {
        Topic::Generators => Some("`gusher.generators()` lists them"),
        Topic::Locales => Some("`gusher.locales()` lists them"),
        _ => None,
    }
}

/// The exception for what is wrong in `source`, such as "the columns of `people`".
pub fn diagnostics(source: &str, found: &[Diagnostic]) -> PyErr {
    Error::new_err(text(source, found))
}

/// The message for what is wrong in `source`.
pub fn text(source: &str, found: &[Diagnostic]) -> String {
    let file = found.iter().find_map(|diagnostic| diagnostic.position.as_ref());
    let source = file.map_or(source, |position| &position.file);
    let mut text = match found.len() {
        1 => format!("error in {source}"),
        count => format!("{count} errors in {source}"),
    };
    for diagnostic in found {
        text.push_str(&format!("\n{}", diagnostic.with_advice(advice)));
    }
    text
}

/// The exception for something else that is wrong.
pub fn error(text: impl Into<String>) -> PyErr {
    Error::new_err(text.into())
}

/// The exception for a method that has no value left which was not given.
pub fn exhausted(text: impl Into<String>) -> PyErr {
    UniquenessException::new_err(text.into())
}
