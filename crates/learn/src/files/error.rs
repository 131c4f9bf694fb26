//! Why a file is not read.

use std::fmt;

/// Why a file is not read: each says what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// It has nothing.
    Empty,
    /// It has a head and no rows.
    NoRows,
    /// It has bytes that no text has.
    NotText,
    /// It is a text of two bytes a character.
    Utf16,
    /// A line is longer than any row is.
    TooLong {
        /// Its number.
        line: u64,
    },
    /// A quote has no end.
    OpenQuote {
        /// Where it begins.
        line: u64,
    },
    /// A line is no JSON.
    NotJson {
        /// Its number.
        line: u64,
        /// What is wrong.
        text: String,
    },
    /// A line is JSON, and no object.
    NotAnObject {
        /// Its number.
        line: u64,
    },
    /// The file is one list.
    IsList,
}

/// The most bytes of a row.
pub const MAX_ROW: usize = 64 << 20;

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Empty => f.write_str("the file is empty"),
            FileError::NoRows => f.write_str("the file has the names of columns and no rows"),
            FileError::NotText => f.write_str("this is not a text: it has NUL bytes"),
            FileError::Utf16 => {
                f.write_str("this is UTF-16; `iconv -f UTF-16 -t UTF-8` makes a text of it that can be read")
            }
            FileError::TooLong { line } => {
                write!(f, "line {line} is longer than 64 MiB; is this a file of rows?")
            }
            FileError::OpenQuote { line } => {
                write!(f, "a quote of line {line} has no end within 64 MiB; is this a CSV file?")
            }
            FileError::NotJson { line, text } => write!(f, "line {line} is no JSON: {text}"),
            FileError::NotAnObject { line } => {
                write!(f, "line {line} is no JSON object, such as {{\"id\": 1}}")
            }
            FileError::IsList => {
                f.write_str("this is one JSON list; `jq -c '.[]'` makes lines of it that can be read")
            }
        }
    }
}

impl std::error::Error for FileError {}
