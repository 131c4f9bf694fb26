//! What does not fit between the rows and a table that is there, in words that are the same for all servers.

use gush_diagnostics::nearest;

/// A table has rows, and nobody has said what becomes of them. `name` is the table as SQL writes it, here and below.
pub(crate) fn has_rows(name: &str) -> String {
    format!(
        "{name} has rows; --append adds to them, --truncate removes them, --create replace makes the table anew"
    )
}

/// A table has no column of a name, which SQL writes as `written`; `has` are the names of those that it has.
pub(crate) fn no_column<'c>(
    name: &str,
    (column, written): (&str, &str),
    has: impl Iterator<Item = &'c str> + Clone,
) -> String {
    match nearest(column, has.clone()) {
        Some(near) => format!("{name} has no column {written}; did you mean {near}?"),
        None => format!("{name} has no column {written}; it has {}", has.collect::<Vec<_>>().join(", ")),
    }
}
