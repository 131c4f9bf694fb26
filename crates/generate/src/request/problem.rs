//! What is wrong with a request: with an option, which a program shows as its user writes it, or with a column or a file.

use std::ops::Range;

use gush_diagnostics::{Diagnostic, Message};

use super::options::Opt;

/// Something wrong with an option. The command shows `--format cvs`, Python `format="cvs"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The option.
    pub option: Opt,
    /// Its value, where that is part of what is wrong.
    pub value: Option<String>,
    /// The option that it does not go with, with its value where that is shown.
    pub other: Option<(Opt, Option<String>)>,
    /// The bytes of the value that are wrong; `None` where the option itself is.
    pub span: Option<Range<usize>>,
    /// What is wrong, and what would be right.
    pub message: Message,
}

/// One thing that is wrong with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// An option.
    Option(Problem),
    /// A column, a schema file or a template, which are written the same everywhere.
    Diagnostic(Diagnostic),
}

impl Finding {
    /// Whether `self` is shown before `other`: options first, then what is in files, in their order.
    pub(super) fn order(&self, other: &Finding) -> std::cmp::Ordering {
        self.place().cmp(&other.place())
    }

    fn place(&self) -> Option<&gush_diagnostics::Position> {
        match self {
            Finding::Option(_) => None,
            Finding::Diagnostic(diagnostic) => diagnostic.position.as_ref(),
        }
    }
}
