//! Why a value could not be computed.

use super::value::Value;
use gush_diagnostics::Message;

/// Why a function or a generator refuses its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The index of the argument that is to blame, if it is one.
    pub arg: Option<usize>,
    pub text: String,
}

/// A value, or why it could not be computed.
pub(crate) type Outcome = Result<Value, Refusal>;

impl Refusal {
    /// This argument is to blame.
    pub fn at(arg: usize, text: impl Into<String>) -> Refusal {
        Refusal { arg: Some(arg), text: text.into() }
    }
}

impl From<String> for Refusal {
    fn from(text: String) -> Refusal {
        Refusal { arg: None, text }
    }
}

impl From<&str> for Refusal {
    fn from(text: &str) -> Refusal {
        text.to_owned().into()
    }
}

impl From<Refusal> for Message {
    fn from(refused: Refusal) -> Message {
        refused.text.into()
    }
}
