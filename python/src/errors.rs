//! Errors as exceptions, with the text that the command has.

use gush_diagnostics::{Diagnostic, Topic};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    gusher,
    Error,
    PyValueError,
    "What is wrong with columns, a schema file or an option: all mistakes at once, each with its place and what would be right."
);

/// What a user can look up where a message suggests nothing.
fn advice(topic: Topic) -> Option<&'static str> {
    match topic {
        Topic::Generators => Some("`gusher.generators()` lists them"),
        Topic::Locales => Some("`gusher.locales()` lists them"),
        _ => None,
    }
}

/// The exception for mistakes in `place`, such as "the columns of `people`".
pub fn mistakes(place: &str, mistakes: &[Diagnostic]) -> PyErr {
    Error::new_err(text(place, mistakes))
}

/// What is said of mistakes in `place`.
pub fn text(place: &str, mistakes: &[Diagnostic]) -> String {
    let file = mistakes.iter().find_map(|mistake| mistake.position.as_ref());
    let place = file.map_or(place, |place| &place.file);
    let mut text = match mistakes.len() {
        1 => format!("error in {place}"),
        count => format!("{count} errors in {place}"),
    };
    for mistake in mistakes {
        text.push_str(&format!("\n{}", mistake.with_advice(advice)));
    }
    text
}

/// The exception for something else that is wrong.
pub fn error(text: impl Into<String>) -> PyErr {
    Error::new_err(text.into())
}
