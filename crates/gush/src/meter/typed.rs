//! Something typed, and where.

use std::ffi::OsStr;
use std::ops::Range;

use gush_diagnostics::{Code, Diagnostic, Message};

/// Something typed, as it is shown, and the bytes of it that are meant.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    pub word: String,
    pub at: Range<usize>,
}

impl Typed {
    /// A whole word.
    pub fn whole(word: &OsStr) -> Typed {
        let word = word.to_string_lossy().into_owned();
        Typed { at: 0..word.len(), word }
    }

    /// What is wrong with it.
    pub fn mistake(&self, message: impl Into<Message>) -> Diagnostic {
        Diagnostic::new(Code::Option, self.word.clone(), self.at.clone(), message)
    }
}
