//! Definitions in three dialects, and what is made of them.
//!
//! Each `*.sql` here has every construct of its dialect, `*.txt` what is understood of it, as a person has read it.
//! `GUSH_RECORD=1` writes the latter anew.

mod listing;
mod migrations;
mod rubbish;

use listing::listing;

use super::{from_sql, guess_dialect};
use crate::model::{Model, SqlDialect};

/// What is understood of a text.
fn learned(text: &str, dialect: Option<SqlDialect>) -> Model {
    let mut model = Model::default();
    from_sql("test.sql", text, dialect, &mut model);
    model
}

/// Compares what is understood of a file with what is beside it.
fn compare(name: &str, sql: &str, expected: &str, dialect: SqlDialect) {
    assert_eq!(guess_dialect(sql.as_bytes()), dialect, "the dialect of {name}.sql");
    let found = listing(&learned(sql, None));
    if std::env::var_os("GUSH_RECORD").is_some() {
        let path = format!("{}/src/sql/tests/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(path, &found).expect("the text can be written");
        return;
    }
    let differs = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert_eq!(differs, None, "{name}.txt");
    assert_eq!(found.lines().count(), expected.lines().count(), "{name}.txt");
}

#[test]
fn postgres_is_understood() {
    compare("postgres", include_str!("postgres.sql"), include_str!("postgres.txt"), SqlDialect::Postgres);
}

#[test]
fn mysql_is_understood() {
    compare("mysql", include_str!("mysql.sql"), include_str!("mysql.txt"), SqlDialect::MySql);
}

#[test]
fn sqlite_is_understood() {
    compare("sqlite", include_str!("sqlite.sql"), include_str!("sqlite.txt"), SqlDialect::Sqlite);
}
