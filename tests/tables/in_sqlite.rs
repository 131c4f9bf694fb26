//! The rows of a schema file as SQLite has them, which counts what is wrong in them.

use gush_testkit::Scratch;
use rusqlite::Connection;

use crate::tables::generated;

/// All tables of `s.toml`, in memory; keys are checked while they are loaded.
#[track_caller]
pub(super) fn loaded(scratch: &Scratch) -> Connection {
    let script = generated(scratch, "--schema s.toml -f sql --dialect sqlite --create-table").stdout;
    let connection = Connection::open_in_memory().expect("SQLite opens");
    connection.execute_batch("pragma foreign_keys = on").expect("SQLite checks keys");
    connection.execute_batch(&String::from_utf8_lossy(&script)).expect("SQLite takes the script");
    connection
}

/// The number that a query finds.
#[track_caller]
pub(super) fn count(connection: &Connection, query: &str) -> i64 {
    connection.query_row(query, [], |row| row.get(0)).unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// All tables of `s.toml`, in which each of the queries counts 0, and each key refers to a row.
#[track_caller]
pub(super) fn loaded_without(wrong: &[&str], scratch: &Scratch) -> Connection {
    let connection = loaded(scratch);
    for query in wrong.iter().chain(&["select count(*) from pragma_foreign_key_check"]) {
        assert_eq!(count(&connection, query), 0, "{query}");
    }
    connection
}
