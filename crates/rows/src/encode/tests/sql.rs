//! SQL in its dialects against naive statements, and the table that each column makes.

use proptest::prelude::*;

use super::super::{DIALECTS, Dialect, Encoder};
use super::{Cell, cells, document, encode, options, plan, tables, text};

fn literal(dialect: Dialect, cell: &Cell) -> String {
    match (cell, dialect) {
        (Cell::Null, _) => "NULL".into(),
        (Cell::Bool(value), Dialect::Sqlite) => u8::from(*value).to_string(),
        (Cell::Bool(value), _) => value.to_string().to_uppercase(),
        (Cell::Number(text), _) => text.clone(),
        (Cell::Text(text), Dialect::MySql) => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "''")),
        (Cell::Bytes(digits), Dialect::Postgres) => format!("'\\x{digits}'"),
        (Cell::Bytes(digits), _) => format!("X'{digits}'"),
        (Cell::Text(text), _) => format!("'{}'", text.replace('\'', "''")),
    }
}

/// The naive twin of the SQL encoder.
fn statements(dialect: Dialect, names: &[String], cells: &[Vec<Cell>], start: u64, group: u64) -> String {
    let quoted = |name: &String| match dialect {
        Dialect::MySql => format!("`{}`", name.replace('`', "``")),
        _ => format!("\"{}\"", name.replace('"', "\"\"")),
    };
    let names: Vec<String> = names.iter().map(quoted).collect();
    let mut text = String::new();
    for (row, cells) in (start..).zip(cells) {
        if row == start || row % group == 0 {
            text += &format!("INSERT INTO t ({}) VALUES\n", names.join(", "));
        }
        text += &format!(
            "({}),\n",
            cells.iter().map(|cell| literal(dialect, cell)).collect::<Vec<_>>().join(", ")
        );
        if (row + 1) % group == 0 {
            text.truncate(text.len() - 2);
            text += ";\n";
        }
    }
    if text.ends_with(",\n") {
        text.truncate(text.len() - 2);
        text += ";\n";
    }
    text
}

proptest! {
    #[test]
    fn sql_equals_the_naive_statements(
        (columns, file, seed, rows, step) in tables(),
        group in 1u64..50,
        dialect in 0..DIALECTS.len(),
    ) {
        let (plan, names) = plan(&columns, &file, seed);
        let dialect = DIALECTS[dialect].dialect;
        let mut options = options("sql");
        options.batch(group).unwrap();
        options.dialect(dialect).unwrap();
        let encoder = Encoder::new(&plan, "t", &options, rows.clone());
        let expected = statements(dialect, &names, &cells(&plan, rows.clone()), rows.start, group);
        prop_assert_eq!(text(encode(&plan, &encoder, rows, step)), expected);
    }
}

/// A column, and its definition in ansi, postgres, mysql and sqlite.
const DEFINITIONS: &[(&str, [&str; 4])] = &[
    (
        "a=int:-32768,32767",
        ["a SMALLINT NOT NULL", "a SMALLINT NOT NULL", "a SMALLINT NOT NULL", "a INTEGER NOT NULL"],
    ),
    ("a=int:0,32768@null=0.5", ["a INTEGER", "a INTEGER", "a INTEGER", "a INTEGER"]),
    (
        "a=int:0,2147483648",
        ["a BIGINT NOT NULL", "a BIGINT NOT NULL", "a BIGINT NOT NULL", "a INTEGER NOT NULL"],
    ),
    (
        "a=int:1,9@unique",
        [
            "a SMALLINT NOT NULL UNIQUE",
            "a SMALLINT NOT NULL UNIQUE",
            "a SMALLINT NOT NULL UNIQUE",
            "a INTEGER NOT NULL UNIQUE",
        ],
    ),
    ("a=double:-1000,9.99,2", ["a NUMERIC(6, 2) NOT NULL"; 4]),
    ("a=double:0,0.5,4", ["a NUMERIC(4, 4) NOT NULL"; 4]),
    ("a=double:0,5,0@null=0.1", ["a NUMERIC(1, 0)"; 4]),
    ("a=date", ["a DATE NOT NULL"; 4]),
    ("a=bool", ["a BOOLEAN NOT NULL"; 4]),
    ("a=uuidv4@null=0.5", ["a CHAR(36)", "a UUID", "a CHAR(36)", "a TEXT"]),
    ("a=ipv4", ["a VARCHAR(15) NOT NULL", "a INET NOT NULL", "a VARCHAR(15) NOT NULL", "a TEXT NOT NULL"]),
    (
        "Name=enum:π≠3,x",
        [
            "\"Name\" VARCHAR(3) NOT NULL",
            "\"Name\" TEXT NOT NULL",
            "`Name` VARCHAR(3) NOT NULL",
            "\"Name\" TEXT NOT NULL",
        ],
    ),
    ("a=enum:", ["a VARCHAR(1) NOT NULL", "a TEXT NOT NULL", "a VARCHAR(1) NOT NULL", "a TEXT NOT NULL"]),
    (
        "a=int:1,500@prefix=no. @suffix=!",
        ["a VARCHAR(8) NOT NULL", "a TEXT NOT NULL", "a VARCHAR(8) NOT NULL", "a TEXT NOT NULL"],
    ),
    (
        "a=file:255",
        ["a VARCHAR(255) NOT NULL", "a TEXT NOT NULL", "a VARCHAR(255) NOT NULL", "a TEXT NOT NULL"],
    ),
    ("a=file:256", ["a TEXT NOT NULL"; 4]),
    (
        "a=file:256@unique",
        [
            "a VARCHAR(256) NOT NULL UNIQUE",
            "a TEXT NOT NULL UNIQUE",
            "a VARCHAR(256) NOT NULL UNIQUE",
            "a TEXT NOT NULL UNIQUE",
        ],
    ),
    (
        "a=file:769@unique",
        ["a TEXT NOT NULL UNIQUE", "a TEXT NOT NULL UNIQUE", "a TEXT NOT NULL", "a TEXT NOT NULL UNIQUE"],
    ),
];

#[test]
fn each_shape_has_its_type_in_each_dialect() {
    for (word, expected) in DEFINITIONS {
        let longest = word.split(['@', ':']).nth(1).and_then(|n| n.parse().ok()).unwrap_or(1);
        let (plan, _) = plan(&[(*word).to_owned()], &"é".repeat(longest), 1);
        for (entry, expected) in DIALECTS.iter().zip(expected) {
            let mut options = options("sql");
            options.dialect(entry.dialect).unwrap();
            options.create_table().unwrap();
            let close = match entry.dialect {
                Dialect::MySql => ") CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;\n",
                _ => ");\n",
            };
            let expected = format!("CREATE TABLE t (\n  {expected}\n{close}");
            assert_eq!(document(&plan, &options, 0..0, 1), expected, "{word} in {}", entry.name);
        }
    }
}
