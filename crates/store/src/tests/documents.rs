//! docs/reference/bench-database.md says what the tables are: it is held to what the store makes.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::super::sql_text::Named;
use super::super::{Recorded, Recording, Store, open};
use super::{small, write};
use crate::model::{Phase, Purpose, Record, Round, RungKind, Tick, Unit};

/// Of each table, its columns: each with its type and its description.
type Tables = BTreeMap<String, Vec<(String, String)>>;

fn document() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/bench-database.md");
    std::fs::read_to_string(path).unwrap()
}

/// The rows of the document's tables, as cells.
fn rows(text: &str) -> Vec<(String, Vec<String>)> {
    let mut table = String::new();
    let mut rows = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("### ") {
            table = name.to_owned();
        } else if let Some(row) = line.strip_prefix("| `") {
            let cells = format!("`{row}");
            rows.push((table.clone(), cells.split('|').map(|cell| cell.trim().to_owned()).collect()));
        }
    }
    rows
}

fn documented(text: &str) -> Tables {
    let mut tables = Tables::new();
    for (table, cells) in rows(text) {
        let column = (cells[0].trim_matches('`').to_owned(), cells[1].clone());
        tables.entry(table).or_default().push(column);
    }
    tables
}

fn texts(database: &Connection, query: &str, of: &str) -> Vec<[String; 2]> {
    let mut query = database.prepare(query).unwrap();
    let rows = query.query_map([of], |row| Ok([row.get(0)?, row.get(1)?])).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

fn tables_of(database: &Connection) -> Tables {
    let names = texts(database, "SELECT name, '' FROM sqlite_master WHERE type = ?", "table");
    let columns = |[table, _]: [String; 2]| {
        let columns = "SELECT name, type || iif(\"notnull\", ' NOT NULL', '') FROM pragma_table_info(?)";
        let keys = texts(database, "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)", &table);
        let mut columns = texts(database, columns, &table);
        for [column, kind] in &mut columns {
            if let Some([_, to]) = keys.iter().find(|[from, _]| from == column) {
                *kind += &format!(" → {to}");
            }
        }
        (table, columns.into_iter().map(|[name, kind]| (name, kind)).collect())
    };
    names.into_iter().map(columns).collect()
}

#[test]
fn the_document_has_each_table_and_column_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("bench.db")).unwrap();
    let text = document();
    let (documented, tables) = (documented(&text), tables_of(&store.database));
    assert_eq!(tables.keys().collect::<Vec<_>>(), documented.keys().collect::<Vec<_>>());
    for (table, columns) in tables {
        assert_eq!(columns, documented[&table], "{table}");
    }
    for [view, _] in texts(&store.database, "SELECT name, '' FROM sqlite_master WHERE type = ?", "view") {
        let columns = texts(&store.database, "SELECT name, '' FROM pragma_table_info(?)", &view);
        let columns: Vec<_> = columns.iter().map(|[name, _]| format!("`{name}`")).collect();
        assert!(
            text.contains(&format!("`{view}` ({})", columns.join(", "))),
            "{view} ({})",
            columns.join(", ")
        );
    }
    let numbers: [i64; 2] = ["user_version", "application_id"]
        .map(|pragma| store.database.pragma_query_value(None, pragma, |row| row.get(0)).unwrap());
    assert_eq!(numbers[0], open::VERSION);
    assert!(text.contains(&format!("now {}, and `PRAGMA application_id` is {}", numbers[0], numbers[1])));
}

#[test]
fn the_document_has_each_name_of_each_choice() {
    fn names<W: Named>() -> Vec<&'static str> {
        W::NAMES.iter().map(|(_, name)| *name).collect()
    }
    let text = document();
    let rows = rows(&text);
    for (table, column, names) in [
        ("runs", "`purpose`", names::<Purpose>()),
        ("rungs", "`kind`", names::<RungKind>()),
        ("rungs", "`unit`", names::<Unit>()),
        ("published", "`unit`", names::<Unit>()),
        ("rounds", "`phase`", names::<Phase>()),
    ] {
        let (_, cells) = rows.iter().find(|(of, cells)| of == table && cells[0] == column).unwrap();
        for name in names {
            assert!(cells[3].contains(&format!("`{name}`")), "{table}.{column} does not mention {name}");
        }
    }
}

/// A run with something of everything in it.
fn rich() -> Record {
    let mut record = small();
    let rounds = &mut record.rungs[0].rounds;
    for (round, _) in rounds.iter_mut() {
        (round.user, round.system) = (Some(1.0), Some(3.0));
    }
    let traced = Round {
        phase: Phase::Traced,
        number: 1,
        bytes: 4096,
        write_calls: Some(2),
        user: Some(0.0),
        system: Some(0.0),
        ..Round::default()
    };
    rounds.push((traced, Vec::new()));
    record
}

#[test]
fn the_queries_of_the_document_have_results() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.db");
    let mut store = Store::open(&path).unwrap();
    write(&mut store, &rich());
    let mut recording =
        Recording::open(&path, &Recorded::default(), std::time::Duration::from_secs(5)).unwrap();
    recording.add(&[(Tick { elapsed: 1.0, bytes: 5, lines: None }, 5.0)]).unwrap();
    let text = document();
    let queries: Vec<_> = text.split("\n```").filter_map(|block| block.strip_prefix("sql\n")).collect();
    let mut rows = Vec::new();
    for query in &queries {
        if query.starts_with("SELECT") {
            let mut statement = store.database.prepare(query).unwrap();
            let columns = statement.column_count();
            let row = |row: &rusqlite::Row<'_>| {
                (0..columns)
                    .map(|column| row.get::<_, rusqlite::types::Value>(column))
                    .collect::<Result<Vec<_>, _>>()
            };
            rows.push(statement.query_map([], row).unwrap().collect::<Result<Vec<_>, _>>().unwrap());
        } else {
            store.database.execute_batch(query).unwrap();
        }
    }
    // Median of 50 and 100; 60 bytes in the second second of the first round; 6 of 8 seconds, 2048 bytes a call.
    assert_eq!(rows[0], [[text_value("yes"), text_value("bytes"), 75.0.into(), (50.0 / 75.0).into()]]);
    assert_eq!(rows[1][1][3], 60.0.into());
    assert_eq!(rows[2][0], [text_value("yes"), 0.75.into(), 2048.into()]);
    assert_eq!(rows[3][0][4], 5.0.into());
    // The last one removed the run.
    let left: i64 = store
        .database
        .query_row("SELECT (SELECT count(*) FROM ticks) + (SELECT count(*) FROM published)", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert_eq!((store.runs().unwrap().len(), left), (1, 1));
}

fn text_value(text: &str) -> rusqlite::types::Value {
    text.to_owned().into()
}
