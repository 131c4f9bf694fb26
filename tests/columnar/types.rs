//! The table of types in docs/reference/formats.md, against what the program writes.

use crate::columnar::{rows, script, seeded};
use gush_testkit::{Scratch, need};
use std::path::Path;

const DOCUMENT: &str = include_str!("../../docs/reference/formats.md");

/// The dialects in the order of the table's columns.
const DIALECTS: [&str; 5] = ["ansi", "postgres", "mysql", "sqlite", "duckdb"];

/// The lines of the table, without its head.
fn table() -> Vec<&'static str> {
    let section = DOCUMENT.split("\n## Types\n").nth(1).expect("there is a section of types");
    let section = section.split("\n## ").next().unwrap_or_default();
    section.lines().filter(|line| line.starts_with("| `")).collect()
}

/// The column of a line, in its first cell.
fn column(line: &str) -> &str {
    line.split('`').nth(1).expect("a column")
}

/// A column's type in a dialect, without what follows it.
fn sql(dialect: &str, column: &str) -> String {
    let run = rows(&format!("-f sql --create-table --dialect {dialect} -l 0 c={column}"));
    let line =
        run.lines().into_iter().find_map(|line| line.strip_prefix("  c ")).expect("a column").to_owned();
    let end = [" NOT NULL", " PRIMARY"].iter().filter_map(|end| line.find(end)).min();
    line[..end.unwrap_or(line.len())].to_owned()
}

/// What JSON has for a column: a number, a text, true or false.
fn json(column: &str) -> &'static str {
    let run = rows(&format!("-f ndjson -l 1 c={column}"));
    match run.text().trim_start_matches("{\"c\":").chars().next() {
        Some('"') => "text",
        Some('t' | 'f') => "true, false",
        Some('{' | '[') => "any value",
        _ => "number",
    }
}

#[test]
fn the_table_of_types_matches_the_files() {
    need!("pyarrow");
    let scratch = Scratch::new();
    let lines = table();
    let columns: Vec<String> =
        lines.iter().enumerate().map(|(i, line)| format!("c{i}={}", column(line))).collect();
    let types = |file: &str| {
        seeded(&format!("-l 0 -o {file} {}", columns.join(" "))).within(scratch.folder()).run().ok();
        script("column_types.py", &scratch.path(file))
    };
    let (parquet, arrow) = (types("x.parquet"), types("x.arrow"));
    assert_eq!((parquet.lines().len(), arrow.lines().len()), (lines.len(), lines.len()));
    let types = parquet.lines().into_iter().zip(arrow.lines());
    let written: Vec<String> = (lines.iter().zip(types))
        .map(|(line, types)| {
            let column = column(line);
            let [parquet, arrow] =
                <[&str; 2]>::from(types).map(|types| types.split('\t').nth(1).expect("a type"));
            let arrow = arrow.replace("values=string, indices=", "string, ").replace(", ordered=0", "");
            let dialects = DIALECTS.map(|dialect| format!("`{}`", sql(dialect, column)));
            let kinds = format!("| `{parquet}` | `{arrow}` | {} |", json(column));
            format!("| `{column}` {kinds} {} |", dialects.join(" | "))
        })
        .collect();
    if std::env::var_os("GUSH_RECORD").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/formats.md");
        let text = std::fs::read_to_string(&path).expect("the document can be read");
        let replaced = |text: String, (line, own): (&&str, &String)| text.replacen(line, own, 1);
        let text = lines.iter().zip(&written).fold(text, replaced);
        return std::fs::write(path, text).expect("the document can be written");
    }
    assert_eq!(lines, written);
}

/// A generator of every data type is in the table, so that no type of Parquet is missing there.
#[test]
fn every_type_is_in_the_table() {
    need!("pyarrow");
    let scratch = Scratch::new();
    let listed = seeded("-c").run().ok();
    let names: Vec<&str> =
        listed.lines().into_iter().map(|line| line.split([' ', '[', ':']).next().expect("a name")).collect();
    let column = |name: &&str| {
        let run = rows(&format!("-g {name}"));
        run.lines()
            .iter()
            .find_map(|line| line.trim_start().strip_prefix("as in"))
            .unwrap_or(name)
            .trim()
            .to_owned()
    };
    let columns = names.iter().filter(|name| **name != "file").map(column).enumerate();
    let columns: Vec<String> = columns.map(|(i, column)| format!("c{i}={column}")).collect();
    // A generator that is the same in every row reports it.
    seeded(&format!("-l 0 -o x.parquet {}", columns.join(" "))).within(scratch.folder()).run().ok();
    let shapes = |text: &str| -> String {
        text.split(['(', ',']).map(str::trim).take(3).collect::<Vec<_>>().join(" ")
    };
    let known: Vec<String> =
        table().iter().map(|line| shapes(line.split('`').nth(3).unwrap_or_default())).collect();
    for line in script("column_types.py", &scratch.path("x.parquet")).lines() {
        let parquet = line.split('\t').nth(1).expect("a type");
        let kind = shapes(parquet).replace(|c: char| c.is_ascii_digit(), "");
        let is_known = known.iter().any(|known| known.replace(|c: char| c.is_ascii_digit(), "") == kind);
        assert!(is_known, "{parquet} is not in the table");
    }
}

/// Two files of one schema have the same types, however many rows each has.
#[test]
fn types_do_not_depend_on_the_number_of_rows() {
    need!("pyarrow");
    let scratch = Scratch::new();
    let columns: Vec<String> =
        table().iter().enumerate().map(|(i, line)| format!("c{i}={}", column(line))).collect();
    for ending in ["parquet", "arrow"] {
        let types = [0, 1, 70_000].map(|rows| {
            let file = format!("{rows}.{ending}");
            seeded(&format!("-l {rows} -o {file} {}", columns.join(" "))).within(scratch.folder()).run().ok();
            script("column_types.py", &scratch.path(&file)).text().to_owned()
        });
        assert!(types.iter().all(|own| own == &types[0]), "{ending}: {types:?}");
    }
}
