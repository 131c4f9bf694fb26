//! What sources are: the kind that is declared, and files that are parts of one table.

use gush_diagnostics::Diagnostic;
use gush_learn::document::DocumentKind;
use gush_learn::files::RowsFormat;
use gush_learn::model::SqlDialect;
use gush_learn::typed::TypedKind;

use super::flags::FROM;
use crate::flags::Given;

/// A file, with the columns that its folders have.
pub type DividedFile = (String, Vec<(String, String)>);

/// What kind of source it is declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// SQL of a dialect.
    Sql(SqlDialect),
    /// A file of rows.
    Rows(RowsKind),
    /// A document of schemas.
    Document(DocumentKind),
    /// A file whose columns have types.
    Typed(TypedKind),
}

/// The kind that is asked for.
pub fn kind(given: &Given, diagnostics: &mut Vec<Diagnostic>) -> Option<Kind> {
    Some(match given.text(&FROM)? {
        "postgres" => Kind::Sql(SqlDialect::Postgres),
        "mysql" => Kind::Sql(SqlDialect::MySql),
        "sqlite" => Kind::Sql(SqlDialect::Sqlite),
        "csv" => Kind::Rows(RowsKind::Csv),
        "tsv" => Kind::Rows(RowsKind::Tsv),
        "ndjson" => Kind::Rows(RowsKind::Ndjson),
        "json-schema" => Kind::Document(DocumentKind::JsonSchema),
        "openapi" => Kind::Document(DocumentKind::OpenApi),
        "avro" => Kind::Document(DocumentKind::Avro),
        "parquet" => Kind::Typed(TypedKind::Parquet),
        "arrow" => Kind::Typed(TypedKind::Arrow),
        other => {
            diagnostics.push(FROM.unknown(other));
            return None;
        }
    })
}

/// How the fields of a file are divided, where that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsKind {
    /// By what the first rows have.
    Csv,
    /// By tabs.
    Tsv,
    /// Objects of JSON.
    Ndjson,
}

impl RowsKind {
    /// What rows of it are written in.
    pub fn format(self) -> RowsFormat {
        match self {
            RowsKind::Csv => RowsFormat::Csv(None),
            RowsKind::Tsv => RowsFormat::Csv(Some(b'\t')),
            RowsKind::Ndjson => RowsFormat::Ndjson,
        }
    }
}
