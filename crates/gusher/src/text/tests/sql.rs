//! SQL in its dialects against naive statements, and the table that each column makes.

use proptest::prelude::*;

use super::super::{DIALECTS, Dialect, Encoder, Transaction};
use super::{Cell, cells, document, encode, options, plan, tables, text};

fn literal(dialect: Dialect, cell: &Cell) -> String {
    match (cell, dialect) {
        (Cell::Null, _) => "NULL".into(),
        (Cell::Bool(value), Dialect::Sqlite) => u8::from(*value).to_string(),
        (Cell::Bool(value), _) => value.to_string().to_uppercase(),
        (Cell::Number(text), _) => text.clone(),
        (Cell::Text(text) | Cell::Json(text), Dialect::MySql) => {
            format!("'{}'", text.replace('\\', "\\\\").replace('\'', "''"))
        }
        (Cell::Bytes(digits), Dialect::Postgres) => format!("'\\x{digits}'"),
        (Cell::Bytes(digits), Dialect::DuckDb) => format!("unhex('{digits}')"),
        (Cell::Bytes(digits), _) => format!("X'{digits}'"),
        (Cell::Text(text) | Cell::Json(text), _) => format!("'{}'", text.replace('\'', "''")),
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
        dialect in 0..6usize,
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
    ("a=decimal:-1000,9.99,2", ["a NUMERIC(6, 2) NOT NULL"; 4]),
    ("a=decimal:0,0.5,4", ["a NUMERIC(4, 4) NOT NULL"; 4]),
    ("a=decimal:0,5,0@null=0.1", ["a NUMERIC(1, 0)"; 4]),
    ("a=date", ["a DATE NOT NULL"; 4]),
    (
        "a=seq",
        [
            "a BIGINT NOT NULL PRIMARY KEY",
            "a BIGINT NOT NULL PRIMARY KEY",
            "a BIGINT NOT NULL PRIMARY KEY",
            "a INTEGER NOT NULL PRIMARY KEY",
        ],
    ),
    (
        "a=seq@prefix=no. @unique",
        [
            "a VARCHAR(20) NOT NULL PRIMARY KEY",
            "a TEXT NOT NULL PRIMARY KEY",
            "a VARCHAR(20) NOT NULL PRIMARY KEY",
            "a TEXT NOT NULL PRIMARY KEY",
        ],
    ),
    ("a=seq@null=0.5", ["a BIGINT", "a BIGINT", "a BIGINT", "a INTEGER"]),
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
    ("a=enum:*1", ["a VARCHAR(1) NOT NULL", "a TEXT NOT NULL", "a VARCHAR(1) NOT NULL", "a TEXT NOT NULL"]),
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

/// Types that are declared, and those of floating-point numbers, in all dialects, DuckDB's last.
const DECLARED: &[(&str, [&str; 5])] = &[
    ("double", ["DOUBLE PRECISION", "DOUBLE PRECISION", "DOUBLE", "REAL", "DOUBLE"]),
    ("float", ["DOUBLE PRECISION", "DOUBLE PRECISION", "DOUBLE", "REAL", "DOUBLE"]),
    ("real", ["REAL", "REAL", "FLOAT", "REAL", "REAL"]),
    ("int:0,9@type=float4", ["REAL", "REAL", "FLOAT", "REAL", "REAL"]),
    (
        "decimal:0,1,2@type=double precision",
        ["DOUBLE PRECISION", "DOUBLE PRECISION", "DOUBLE", "REAL", "DOUBLE"],
    ),
    ("int:0,9@type=int8", ["SMALLINT", "SMALLINT", "TINYINT", "INTEGER", "TINYINT"]),
    ("int:0,9@type=smallint", ["SMALLINT", "SMALLINT", "SMALLINT", "INTEGER", "SMALLINT"]),
    ("int:0,9@type=int", ["INTEGER", "INTEGER", "INTEGER", "INTEGER", "INTEGER"]),
    ("int:0,9@type=bigint", ["BIGINT", "BIGINT", "BIGINT", "INTEGER", "BIGINT"]),
    ("int:0,9@type=uint8", ["SMALLINT", "SMALLINT", "TINYINT UNSIGNED", "INTEGER", "UTINYINT"]),
    ("int:0,9@type=uint16", ["INTEGER", "INTEGER", "SMALLINT UNSIGNED", "INTEGER", "USMALLINT"]),
    ("int:0,9@type=uint32", ["BIGINT", "BIGINT", "INTEGER UNSIGNED", "INTEGER", "UINTEGER"]),
    ("int:0,9@type=uint64", ["NUMERIC(20, 0)", "NUMERIC(20, 0)", "BIGINT UNSIGNED", "INTEGER", "UBIGINT"]),
    ("int:0,9@type=numeric(38,10)", ["NUMERIC(38, 10)"; 5]),
    ("datetime@type=timestamp", ["TIMESTAMP", "TIMESTAMP", "DATETIME(6)", "TIMESTAMP", "TIMESTAMP"]),
    ("datetime@type=timestamp_s", ["TIMESTAMP(0)", "TIMESTAMP(0)", "DATETIME", "TIMESTAMP", "TIMESTAMP_S"]),
    (
        "datetime@type=timestamp_ms",
        ["TIMESTAMP(3)", "TIMESTAMP(3)", "DATETIME(3)", "TIMESTAMP", "TIMESTAMP_MS"],
    ),
    (
        "datetime:2020-01-01,2021-01-01@type=timestamp_ns",
        ["TIMESTAMP", "TIMESTAMP", "DATETIME(6)", "TIMESTAMP", "TIMESTAMP_NS"],
    ),
    (
        "datetime@type=timestamptz",
        ["TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ", "DATETIME(6)", "TIMESTAMP", "TIMESTAMPTZ"],
    ),
    (
        "datetime@type=timestamptz_ms",
        ["TIMESTAMP(3) WITH TIME ZONE", "TIMESTAMPTZ(3)", "DATETIME(3)", "TIMESTAMP", "TIMESTAMPTZ"],
    ),
];

#[test]
fn declared_types_are_the_narrowest_of_each_dialect() {
    let entries = [Dialect::Ansi, Dialect::Postgres, Dialect::MySql, Dialect::Sqlite, Dialect::DuckDb];
    for (spec, expected) in DECLARED {
        let (plan, _) = plan(&[format!("a={spec}")], "", 1);
        for (dialect, expected) in entries.into_iter().zip(expected) {
            let mut options = options("sql");
            options.dialect(dialect).unwrap();
            options.create_table().unwrap();
            let expected = format!("CREATE TABLE t (\n  a {expected} NOT NULL\n)");
            let text = document(&plan, &options, 0..0, 1);
            assert!(text.contains(&expected), "{spec} in {dialect:?}: {text}");
        }
    }
}

#[test]
fn each_data_type_has_its_type_in_each_dialect() {
    for (spec, expected) in DEFINITIONS {
        let longest = spec.split(['@', ':']).nth(1).and_then(|n| n.parse().ok()).unwrap_or(1);
        let (plan, _) = plan(&[(*spec).to_owned()], &"é".repeat(longest), 1);
        for entry in DIALECTS.iter().filter(|entry| options("sql").dialect(entry.dialect).is_ok()) {
            let [ansi, postgres, mysql, sqlite] = expected.map(str::to_owned);
            let expected = match entry.dialect {
                Dialect::Ansi => ansi,
                Dialect::Postgres => postgres,
                Dialect::MySql => mysql,
                Dialect::Sqlite => sqlite,
                // It has PostgreSQL's types, but for addresses.
                Dialect::DuckDb => postgres.replace("INET", "TEXT"),
                Dialect::Excel | Dialect::ExcelDe => continue,
            };
            let mut options = options("sql");
            options.dialect(entry.dialect).unwrap();
            options.create_table().unwrap();
            let close = match entry.dialect {
                Dialect::MySql => ") CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;\n",
                _ => ");\n",
            };
            let expected = format!("CREATE TABLE t (\n  {expected}\n{close}");
            assert_eq!(document(&plan, &options, 0..0, 1), expected, "{spec} in {}", entry.name);
        }
    }
}

/// A table has one key: the first column that counts the rows.
#[test]
fn the_first_series_that_is_never_null_is_the_key() {
    let specs = ["x=seq@null=0.1", "name=noun", "b=seq:5,5", "c=seq@unique"].map(str::to_owned);
    let (plan, _) = plan(&specs, "", 1);
    let mut options = options("sql");
    options.create_table().unwrap();
    let expected = "CREATE TABLE t (\n  x BIGINT,\n  name VARCHAR(13) NOT NULL,\n  b BIGINT NOT NULL PRIMARY KEY,\n  \
                    c BIGINT NOT NULL UNIQUE\n);\n";
    assert_eq!(document(&plan, &options, 0..0, 1), expected);
}

/// Where a table that is created within a transaction would end it, it is created before.
#[test]
fn a_transaction_surrounds_the_rows() {
    let (plan, _) = plan(&["a=int:1,1".to_owned()], "", 1);
    let (begin, create, insert, commit) = (
        "BEGIN;\n",
        "CREATE TABLE t (\n  a SMALLINT NOT NULL\n);\n",
        "INSERT INTO t (a) VALUES\n(1);\n",
        "COMMIT;\n",
    );
    let of_mysql = create.replace(");\n", ") CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;\n");
    let of_sqlite = create.replace("SMALLINT", "INTEGER");
    for (dialect, expected) in [
        (Dialect::Ansi, [create, begin]),
        (Dialect::Postgres, [begin, create]),
        (Dialect::MySql, [&of_mysql, "START TRANSACTION;\n"]),
        (Dialect::Sqlite, [begin, &of_sqlite]),
        (Dialect::DuckDb, [begin, create]),
    ] {
        let mut options = options("sql");
        options.dialect(dialect).unwrap();
        options.create_table().unwrap();
        let script = [&expected.concat(), insert, commit].concat();
        assert_eq!(document(&plan, &options, 0..1, 1), script, "{dialect:?}");
        let between = |transaction| {
            let mut options = options.clone();
            options.transaction(transaction).unwrap();
            let encoder = Encoder::new(&plan, "t", &options, 0..1);
            [encoder.shard_header(), encoder.shard_footer()].map(|bytes| text(bytes.to_vec()))
        };
        assert_eq!(between(Transaction::AllRows), ["", ""]);
        assert_eq!(between(Transaction::Never), ["", ""]);
        assert_eq!(
            between(Transaction::Shard),
            [expected.iter().find(|text| text.ends_with("N;\n")).unwrap(), commit]
        );
        options.transaction(Transaction::Never).unwrap();
        let created = expected.iter().find(|text| text.starts_with("CREATE")).unwrap();
        assert_eq!(document(&plan, &options, 0..1, 1), [created, insert].concat(), "{dialect:?}");
    }
}
