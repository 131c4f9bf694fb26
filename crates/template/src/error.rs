//! Errors in a template: where they are, what is wrong and what would be right.

use std::fmt;
use std::ops::Range;

use gush_diagnostics::{Code, Diagnostic, Message, SourceText, grouped};

/// A template as it was given: its name for the messages, and its text, which is mostly UTF-8.
#[derive(Debug, Clone)]
pub(crate) struct TemplateText(pub SourceText);

/// An error that occurred in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowError {
    /// The row's number, from 0.
    pub row: u64,
    /// What went wrong.
    pub diagnostic: Box<Diagnostic>,
}

/// An error without its template: the span and the message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub at: Range<usize>,
    pub message: Message,
}

impl Fault {
    pub fn new(at: Range<usize>, message: impl Into<Message>) -> Fault {
        Fault { at, message: message.into() }
    }
}

/// The maximum number of errors that are reported.
const MAX_SHOWN: usize = 20;
/// The maximum number of errors that are searched for; a text with more is hardly a template.
pub(crate) const MAX_FAULTS: usize = 10_000;

impl TemplateText {
    pub fn new(name: &str, text: impl Into<Vec<u8>>) -> TemplateText {
        TemplateText(SourceText::new(name, text).keep_indent())
    }

    /// The errors in the order of the text: the first ones, and how many there are after them.
    pub fn explain_all(&self, mut faults: Vec<Fault>) -> Vec<Diagnostic> {
        let at_least = if faults.len() >= MAX_FAULTS { "at least " } else { "" };
        faults.sort_by_key(|fault| fault.at.start);
        // Each error in an unrolled loop was found several times.
        faults.dedup();
        if let Some(next) = faults.get(MAX_SHOWN) {
            let more = grouped((faults.len() - MAX_SHOWN) as u64);
            let rest =
                Fault::new(next.at.clone(), format!("… and {at_least}{more} more errors from here on"));
            faults.truncate(MAX_SHOWN);
            faults.push(rest);
        }
        faults.iter().map(|fault| self.explain(fault)).collect()
    }

    /// The error with its line and its position.
    pub fn explain(&self, fault: &Fault) -> Diagnostic {
        self.0.diagnostic(Code::Template, fault.at.clone(), fault.message.clone())
    }
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} cannot be made\n{}", self.row, self.diagnostic)
    }
}

impl std::error::Error for RowError {}
