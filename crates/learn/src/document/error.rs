//! Why a document is not read.

use std::fmt;

/// The most bytes of a document.
pub const MAX_DOCUMENT: usize = 64 << 20;

/// Why a document is not read: each says what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DocumentError {
    /// It has nothing.
    Empty,
    /// It is longer than any document is.
    TooLong,
    /// It is no JSON.
    NotJson(String),
    /// It is no YAML.
    NotYaml(String),
    /// It describes nothing that is known.
    NoSchema,
    /// It has no table.
    NoTable,
    /// What is wrong in it, one line each.
    Wrong(Vec<String>),
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it is empty"),
            Self::TooLong => write!(
                f,
                "it is longer than {} MiB; is this a schema? A file of rows has one JSON object a line",
                MAX_DOCUMENT >> 20
            ),
            Self::NotJson(text) => write!(f, "it is no JSON: {text}"),
            Self::NotYaml(text) => write!(f, "it is no YAML: {text}"),
            Self::NoSchema => f.write_str(
                "it is no JSON Schema, OpenAPI document or Avro schema, and no list of objects; `--from json-schema`, \
                 `openapi` or `avro` says what it is",
            ),
            Self::NoTable => f.write_str(
                "none of its schemas is of an object, which a table needs: `\"type\": \"object\"` with `properties`",
            ),
            Self::Wrong(lines) => f.write_str(&lines.join("\n  ")),
        }
    }
}

impl std::error::Error for DocumentError {}
