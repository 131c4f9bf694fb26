//! Prints what is understood of SQL files, one line an item, for `tools/schemas` to compare with what a database says.
//!
//! `cargo run --release -p gush-learn --example understood -- [postgres|mysql|sqlite] FILE…`

use std::fs::File;
use std::io::Read;
use std::time::Instant;

use gush_learn::model::{Model, SqlDialect, Table, TableName, UniquePart};
use gush_learn::sql::Reader;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1).peekable();
    let dialect = match arguments.peek().map(String::as_str) {
        Some("postgres") => Some(SqlDialect::Postgres),
        Some("mysql") => Some(SqlDialect::MySql),
        Some("sqlite") => Some(SqlDialect::Sqlite),
        _ => None,
    };
    if dialect.is_some() {
        arguments.next();
    }
    let start = Instant::now();
    let mut reader = Reader::new(dialect);
    let mut piece = vec![0; 1 << 20];
    for path in arguments {
        let mut file = File::open(&path)?;
        reader.begin(&path);
        loop {
            let length = file.read(&mut piece)?;
            if length == 0 {
                break;
            }
            reader.feed(&piece[..length]);
        }
        reader.end();
    }
    let mut model = Model::default();
    reader.finish(&mut model);
    println!("time\t{}", start.elapsed().as_micros());
    println!("dialect\t{:?}", model.dialect);
    for function in &model.functions {
        println!("function\t{function}");
    }
    for table in &model.tables {
        print_table(table);
    }
    for note in &model.notes {
        println!("note\t{}:{}\t{}\t{}", note.origin.source, note.origin.line, note.about, note.text);
    }
    Ok(())
}

fn print_table(table: &Table) {
    let name = shown(&table.name);
    let flag = |is: bool, word: &'static str| if is { word } else { "" };
    println!(
        "table\t{name}\t{}\t{}",
        flag(table.partition.is_some(), "partition"),
        table.rows.map_or(String::new(), |rows| rows.to_string())
    );
    for column in &table.columns {
        println!(
            "column\t{name}\t{}\t{}\t{}\t{}\t{}\t{:?}\t{}",
            column.name,
            flag(!column.is_nullable, "not null"),
            flag(column.identity.is_some(), "identity"),
            flag(column.generated.is_some(), "generated"),
            flag(column.default.is_some(), "default"),
            column.kind,
            column.type_text.replace(['\t', '\n'], " ")
        );
    }
    if !table.primary_key.is_empty() {
        println!("primary\t{name}\t{}", table.primary_key.join(","));
    }
    for unique in &table.uniques {
        let parts: Vec<String> = unique.parts.iter().map(part).collect();
        println!(
            "unique\t{name}\t{}\t{}\t{}",
            parts.join(","),
            unique.condition.as_deref().unwrap_or_default(),
            unique.nulls_are_equal
        );
    }
    for key in &table.foreign_keys {
        println!(
            "foreign\t{name}\t{}\t{}\t{}",
            key.columns.join(","),
            shown(&key.parent),
            key.parent_columns.join(",")
        );
    }
    for check in &table.checks {
        println!(
            "check\t{name}\t{}\t{}",
            check.name.as_deref().unwrap_or_default(),
            check.condition.replace(['\t', '\n'], " ")
        );
    }
    for exclusion in &table.exclusions {
        println!("exclusion\t{name}\t{}", exclusion.name.as_deref().unwrap_or_default());
    }
    for trigger in &table.triggers {
        println!("trigger\t{name}\t{trigger}");
    }
}

fn part(part: &UniquePart) -> String {
    match part {
        UniquePart::Column(name) => name.clone(),
        UniquePart::Expression(sql) => format!("({sql})"),
    }
}

fn shown(name: &TableName) -> String {
    match &name.schema {
        Some(schema) => format!("{schema}.{}", name.name),
        None => name.name.clone(),
    }
}
