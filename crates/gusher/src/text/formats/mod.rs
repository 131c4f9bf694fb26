//! The formats, one file each, and the list of them all: a new format is its file and a line here.

mod column;
mod copy;
mod csv;
mod fakedata;
mod html;
mod json;
mod load_data;
mod markdown;
mod ndjson;
mod raw;
mod sql;
mod xml;
mod yaml;

pub use fakedata::FAKEDATA_FORMATS;
pub use sql::{
    ForeignKeyNames, IndexStatement, ScriptKey, ScriptTable, Statements, TableStatements, TypeStatements,
    sql_script, statements,
};

use std::str::FromStr;

use super::format::Format;
use gush_diagnostics::nearest;

/// All formats that this crate writes, the default first.
pub static FORMATS: &[Format] = &[
    Format::COLUMN,
    Format::CSV,
    Format::TSV,
    Format::NDJSON,
    Format::JSON,
    Format::SQL,
    Format::COPY,
    Format::MARKDOWN,
    Format::HTML,
    Format::XML,
    Format::YAML,
    Format::RAW,
];

impl Format {
    /// Values joined by a separator, never quoted.
    pub const COLUMN: Format = Format(&column::SPEC);
    /// Comma-separated values (RFC 4180).
    pub const CSV: Format = Format(&csv::CSV);
    /// Tab-separated values.
    pub const TSV: Format = Format(&csv::TSV);
    /// One JSON object a line.
    pub const NDJSON: Format = Format(&ndjson::SPEC);
    /// A JSON array of objects.
    pub const JSON: Format = Format(&json::SPEC);
    /// INSERT statements of many rows.
    pub const SQL: Format = Format(&sql::SPEC);
    /// PostgreSQL's COPY in its text format.
    pub const COPY: Format = Format(&copy::SPEC);
    /// The text that LOAD DATA of MySQL and MariaDB reads. It is not among [`FORMATS`].
    pub const LOAD_DATA: Format = Format(&load_data::SPEC);
    /// A table in Markdown.
    pub const MARKDOWN: Format = Format(&markdown::SPEC);
    /// A table in HTML.
    pub const HTML: Format = Format(&html::SPEC);
    /// XML elements.
    pub const XML: Format = Format(&xml::SPEC);
    /// A YAML list of mappings.
    pub const YAML: Format = Format(&yaml::SPEC);
    /// Fixed-width binary records.
    pub const RAW: Format = Format(&raw::SPEC);
}

/// A name that no format has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no format `{name}`{near}", near = .near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
pub struct UnknownFormat {
    /// The name.
    pub name: String,
    /// The format that was probably meant.
    pub near: Option<&'static str>,
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        let unknown = || {
            let near = nearest(name, FORMATS.iter().map(|format| format.spec().name));
            UnknownFormat { name: name.to_owned(), near }
        };
        FORMATS.iter().find(|format| format.name == name).copied().ok_or_else(unknown)
    }
}
