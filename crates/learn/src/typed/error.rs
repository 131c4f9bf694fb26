//! Why a file of typed columns is not read.

use std::fmt;
use std::io;

/// Why a file of typed columns is not read: each says what is wrong, and what would be right where that is not plain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypedError {
    /// The system does not give its bytes.
    Io(String),
    /// Its bytes contradict what its format says.
    Damaged(String),
    /// It is valid, and uses what is not read.
    Unsupported(String),
    /// It has a part that is larger than is read.
    TooLarge(String),
    /// It has no columns.
    Empty,
}

impl fmt::Display for TypedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(text) | Self::Unsupported(text) | Self::TooLarge(text) => f.write_str(text),
            Self::Damaged(text) => write!(f, "{text}; is the file complete?"),
            Self::Empty => f.write_str("the file has no columns"),
        }
    }
}

impl std::error::Error for TypedError {}

impl From<io::Error> for TypedError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => damaged("it ends too early"),
            _ => Self::Io(error.to_string()),
        }
    }
}

/// An error about bytes that contradict the format.
pub fn damaged(text: impl Into<String>) -> TypedError {
    TypedError::Damaged(text.into())
}

/// The result of reading a file of typed columns.
pub type Result<T> = std::result::Result<T, TypedError>;
