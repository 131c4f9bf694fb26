//! Half files, other files, and files with anything in them.

use super::learned;
use crate::model::SqlDialect;

fn notes(text: &str) -> Vec<String> {
    learned(text, None).notes.into_iter().map(|note| format!("{}: {}", note.origin.line, note.text)).collect()
}

#[test]
fn what_is_not_sql_is_said_to_be_none() {
    assert_eq!(notes(""), ["1: it has no statement"]);
    assert_eq!(notes("-- nothing\n/* here */"), ["1: it has no statement"]);
    assert_eq!(
        notes("id,name\n1,Anna\n2,Bert\n"),
        [
            "1: `id,name 1,Anna 2,Bert` is not understood",
            "1: it is not SQL: no statement in it is understood"
        ]
    );
    assert_eq!(
        notes("Create a good plan.\n"),
        ["1: `Create a good plan.` is not understood", "1: it is not SQL: no statement in it is understood"]
    );
    assert_eq!(notes("SQLite format 3\0\u{10}"), ["1: it is a SQLite database, not SQL"]);
    assert_eq!(
        notes("PGDMP\u{1}"),
        ["1: it is an archive of pg_dump: `pg_restore -f dump.sql ARCHIVE` makes SQL of it"]
    );
    assert_eq!(notes("a\0b"), ["1: it is not SQL: it has zero bytes"]);
}

#[test]
fn half_a_file_gives_what_it_has() {
    let model = learned("create table a (id int);\n\ncreate table b (id int,\n name text, c", None);
    assert_eq!(
        model.tables.iter().map(|table| (table.name.name.as_str(), table.columns.len())).collect::<Vec<_>>(),
        [("a", 1), ("b", 3)]
    );
    assert_eq!(
        model.notes[0].text,
        "`create table b (id int, name text, c` does not end: parentheses begins in line 3 and is not closed"
    );
}

#[test]
fn a_quote_that_never_ends_costs_its_statement() {
    let text = "create table a (id int);\ncreate table b (id int default 'x);\n\ncreate table c (id int);\ncreate table d (id int);\n";
    let model = learned(text, None);
    assert_eq!(
        model.tables.iter().map(|table| (table.name.name.as_str(), table.origin.line)).collect::<Vec<_>>(),
        [("a", 1), ("c", 4), ("d", 5)]
    );
    assert_eq!(model.notes.len(), 1);
    assert_eq!(model.notes[0].origin.line, 2);
}

#[test]
fn a_strange_statement_costs_nothing_else() {
    let text = "create table a (id int);\nfrobnicate the database;\ncreate table b (id frob(1) with knobs, primary key id, c int);\nalter table b wobble;\ncreate table c (x int);";
    let model = learned(text, None);
    let found: Vec<_> =
        model.tables.iter().map(|table| (table.name.name.as_str(), table.columns.len())).collect();
    assert_eq!(found, [("a", 1), ("b", 2), ("c", 1)]);
    assert!(
        model.notes.iter().all(|note| note.origin.line >= 2 && note.origin.line <= 4),
        "{:?}",
        model.notes
    );
}

/// A step of a simple random sequence.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap_or(0)
}

#[test]
fn random_changes_of_files_never_panic() {
    let files = [include_str!("postgres.sql"), include_str!("mysql.sql"), include_str!("sqlite.sql")];
    let mut state = 7;
    for round in 0..300 {
        let signs = b"'\"`();,.$-/*\\[] \n\xFFeE1";
        let mut bytes = files[round % files.len()].as_bytes().to_vec();
        for _ in 0..=next(&mut state) % 8 {
            let (at, other) = (next(&mut state) % bytes.len(), next(&mut state) % bytes.len());
            match next(&mut state) % 5 {
                0 => bytes.truncate(at.max(20)),
                1 => bytes[at] = signs[next(&mut state) % signs.len()],
                2 => drop(bytes.drain(at.min(other)..at.max(other).min(at.min(other) + 40))),
                3 => bytes.swap(at, other),
                _ => {
                    let piece = bytes[other..(other + 30).min(bytes.len())].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        for dialect in [None, Some(SqlDialect::Postgres), Some(SqlDialect::MySql), Some(SqlDialect::Sqlite)] {
            learned(&text, dialect);
        }
    }
}
