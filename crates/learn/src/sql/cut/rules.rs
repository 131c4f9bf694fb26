//! In what the dialects differ, as far as the end of a statement depends on it.

use crate::model::SqlDialect;

/// What the signs of a dialect mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Whether a backslash in a string hides the next sign.
    pub has_backslashes: bool,
    /// Whether `#` begins a comment, `--` only before a blank, and the content of `/*! … */` counts.
    pub has_mysql_comments: bool,
    /// Whether comments nest.
    pub has_nested_comments: bool,
    /// Whether `$tag$` begins a string, and `E'` one with backslashes.
    pub has_dollar_quotes: bool,
    /// Whether `[` begins a quoted name.
    pub has_brackets: bool,
    /// Whether `BEGIN` begins a block of statements by itself; otherwise `BEGIN ATOMIC` does.
    pub has_begin_blocks: bool,
}

impl Rules {
    pub(super) fn of(dialect: SqlDialect) -> Self {
        let is = |other| dialect == other;
        Self {
            has_backslashes: is(SqlDialect::MySql),
            has_mysql_comments: is(SqlDialect::MySql),
            has_nested_comments: is(SqlDialect::Postgres),
            has_dollar_quotes: is(SqlDialect::Postgres),
            has_brackets: is(SqlDialect::Sqlite),
            has_begin_blocks: !is(SqlDialect::Postgres),
        }
    }
}

/// Whether a string that follows these bytes has the prefix `E`.
pub(super) fn ends_with_e(bytes: &[u8]) -> bool {
    match bytes {
        [.., before, b'e' | b'E'] => !(before.is_ascii_alphanumeric() || *before == b'_'),
        [b'e' | b'E'] => true,
        _ => false,
    }
}
