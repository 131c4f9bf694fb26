//! Why a value could not be made.

use super::value::Value;
use gush_diagnostics::Message;

/// Why a value could not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refused {
    /// The argument that is to blame, where it is one.
    pub arg: Option<usize>,
    pub text: String,
}

/// A value, or why it could not be made.
pub(crate) type Outcome = Result<Value, Refused>;

impl Refused {
    /// This argument is to blame.
    pub fn at(arg: usize, text: impl Into<String>) -> Refused {
        Refused { arg: Some(arg), text: text.into() }
    }
}

impl From<String> for Refused {
    fn from(text: String) -> Refused {
        Refused { arg: None, text }
    }
}

impl From<&str> for Refused {
    fn from(text: &str) -> Refused {
        text.to_owned().into()
    }
}

impl From<Refused> for Message {
    fn from(refused: Refused) -> Message {
        refused.text.into()
    }
}
