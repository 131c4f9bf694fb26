//! A part of an argument, for diagnostics.

use std::ffi::OsStr;
use std::ops::Range;

use gush_diagnostics::{Code, Diagnostic, Message};

/// An argument as it is shown, and the bytes of it that are meant.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    pub argument: String,
    pub at: Range<usize>,
}

impl Typed {
    /// These bytes of an argument.
    pub fn new(argument: &OsStr, at: Range<usize>) -> Typed {
        let bytes = argument.as_encoded_bytes();
        let shown = |range: Range<usize>| String::from_utf8_lossy(&bytes[range]);
        let start = shown(0..at.start).len();
        let end = start + shown(at.clone()).len();
        Typed { argument: shown(0..at.end).into_owned() + &shown(at.end..bytes.len()), at: start..end }
    }

    /// The entire argument.
    pub fn all(argument: &OsStr) -> Typed {
        Typed::new(argument, 0..argument.len())
    }

    /// The value that follows it in an argument of its own.
    pub fn beside(&self, value: &OsStr) -> Typed {
        let argument = format!("{} {}", self.argument, value.to_string_lossy());
        Typed { at: self.argument.len() + 1..argument.len(), argument }
    }

    /// The end of it, where something is missing.
    pub fn end(&self) -> Typed {
        Typed { at: self.argument.len()..self.argument.len(), argument: self.argument.clone() }
    }

    /// The bytes that are meant.
    pub fn text(&self) -> &str {
        &self.argument[self.at.clone()]
    }

    /// A diagnostic for it.
    pub fn diagnostic(&self, message: impl Into<Message>) -> Diagnostic {
        Diagnostic::new(Code::Option, self.argument.clone(), self.at.clone(), message)
    }
}
