//! A table that a load has made says so in its comment until it has all of its keys. No transaction takes back what makes a table, so that
//! one whose load was killed stays: then its comment tells it from a table that is meant to be without keys.

use gusher::text::TableStatements;
use ring::digest::{SHA256, digest};

use super::super::table::MyTable;

/// What the comment begins with.
const COMMENT: &str = "gush has not finished this table";

/// The comment of a table that is not complete; none where it is complete as soon as it has its rows.
fn comment(statements: &TableStatements) -> Option<String> {
    if statements.keys.is_empty() && statements.links.is_empty() {
        return None;
    }
    // Only a table with the same columns and keys gets these keys.
    let parts = [std::slice::from_ref(&statements.create), &statements.keys, &statements.links].concat();
    let hash = digest(&SHA256, parts.join(";\n").as_bytes());
    let hex: String = hash.as_ref().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    Some(format!("{COMMENT}: {hex}"))
}

/// The statement that makes a table.
pub(super) fn create(statements: &TableStatements) -> String {
    match comment(statements) {
        Some(comment) => format!("{} COMMENT = '{comment}'", statements.create),
        None => statements.create.clone(),
    }
}

/// The statement that says that a table is complete, where it said otherwise.
pub(super) fn finish(statements: &TableStatements) -> Option<String> {
    comment(statements).map(|_| format!("ALTER TABLE {} COMMENT = ''", statements.name))
}

/// Whether a table is one that a load has made and not finished, with the columns and keys of this one.
pub(super) fn is_left(found: &MyTable, statements: &TableStatements) -> bool {
    comment(statements).is_some_and(|comment| comment == found.comment)
}

/// Whether a table is one that some load has made and not finished.
pub(super) fn is_unfinished(found: &MyTable) -> bool {
    found.comment.starts_with(COMMENT)
}
