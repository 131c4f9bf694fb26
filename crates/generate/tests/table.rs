//! The format `table` against a naive twin: the values of the csv, padded by how wide they are.

#![allow(clippy::unwrap_used, reason = "tests")]

use gush_generate::{AnyOptions, JobBuilder, Screen, TableOptions};
use gusher::generators::Context;
use gusher::plan::Plan;
use gusher::schema::Schema;
use gusher::text::{Format, FormatOptions};
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

/// Columns, with whether they are numbers, and their types.
const COLUMNS: [(&str, bool, &str); 13] = [
    ("name@locale=ja_JP", false, "text"),
    ("who=name@of=other@null=0.3", false, "text"),
    ("city@locale=world", false, "text"),
    ("price=decimal:-100,10000,2@null=0.2", true, "decimal"),
    ("n=int:-5,99999999", true, "int"),
    ("emoji", false, "text"),
    ("day=date", false, "date"),
    ("at=datetime", false, "timestamp"),
    ("uuidv4", false, "uuid"),
    ("flag=bool@null=0.5", false, "bool"),
    ("a_name_that_is_much_longer_than_its_values=int:0,9", true, "int"),
    ("w=enum:東京,é,a,Zoë Müller,👩‍👩‍👧", false, "text"),
    ("sentence", false, "text"),
];

/// The rows of these columns in a format.
fn written(columns: &[&str], rows: u64, options: &AnyOptions) -> String {
    let (schema, found) = Schema::parse("people", columns, &Context::default());
    assert_eq!(found, []);
    let plan = Plan::new(&schema, 7, &(0..rows)).unwrap();
    let job = JobBuilder::new(7).columns(plan, &schema, 0..rows, options);
    let mut out = Vec::new();
    job.build().unwrap().write(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The names and the values, by the csv.
fn records(columns: &[&str], rows: u64) -> Vec<Vec<String>> {
    let mut csv = FormatOptions::new(Format::CSV);
    csv.header().unwrap();
    let text = written(columns, rows, &csv.into());
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn table(columns: &[&str], rows: u64, width: Option<usize>) -> String {
    let screen = Screen { width, ..Screen::FILE };
    written(columns, rows, &TableOptions::new(screen).into())
}

/// The same table, made cell by cell.
fn naive(chosen: &[(&str, bool, &str)], rows: u64) -> String {
    let columns: Vec<&str> = chosen.iter().map(|(spec, ..)| *spec).collect();
    let mut lines = records(&columns, rows);
    let is_nullable = |column: usize| columns[column].contains("@null");
    for line in &mut lines[1..] {
        for (column, value) in line.iter_mut().enumerate() {
            // None of these columns has empty texts.
            if value.is_empty() && is_nullable(column) {
                *value = "NULL".into();
            }
        }
    }
    lines.insert(1, chosen.iter().map(|(_, _, name)| (*name).to_owned()).collect());
    let least = |column: usize| if is_nullable(column) { 4 } else { 1 };
    let widths: Vec<usize> = (0..columns.len())
        .map(|column| lines.iter().map(|line| line[column].width()).max().unwrap().max(least(column)))
        .collect();
    let mut out = String::new();
    for (index, line) in lines.iter().enumerate() {
        let cells = line.iter().zip(&widths).zip(chosen).map(|((value, width), (_, is_number, _))| {
            let spaces = " ".repeat(width - value.width());
            if *is_number { format!("{spaces}{value}") } else { format!("{value}{spaces}") }
        });
        let text = cells.collect::<Vec<_>>().join(" │ ");
        let is_last_text = !chosen.last().unwrap().1;
        out += if is_last_text { text.trim_end_matches(' ') } else { &text };
        out += "\n";
        if index == 1 {
            let rules: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
            out += &(rules.join("─┼─") + "\n");
        }
    }
    out
}

#[test]
fn a_time_that_is_wider_than_the_screen_is_cut() {
    for width in 10..24 {
        let text = table(&["at=datetime", "id=seq"], 3, Some(width));
        assert!(text.lines().all(|line| line.width() <= width), "{width}: {text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cells_are_the_values_of_the_csv(
        chosen in proptest::sample::subsequence(&COLUMNS[..], 1..8),
        rows in 0u64..40,
    ) {
        // A line of csv that is empty would be none to its reader.
        let chosen = [&[("id=seq", true, "int")], &chosen[..]].concat();
        let columns: Vec<&str> = chosen.iter().map(|(spec, ..)| *spec).collect();
        prop_assert_eq!(table(&columns, rows, None), naive(&chosen, rows));
    }

    #[test]
    fn no_line_is_wider_than_the_screen(
        chosen in proptest::sample::subsequence(&COLUMNS[..], 1..14),
        width in 10usize..230,
    ) {
        let columns: Vec<&str> = chosen.iter().map(|(spec, ..)| *spec).chain(["id=seq"]).collect();
        let text = table(&columns, 30, Some(width));
        let bars = |line: &str| -> Vec<usize> {
            line.match_indices(['│', '┼']).map(|(at, _)| line[..at].width()).collect()
        };
        let lines: Vec<&str> = text.lines().collect();
        let values = records(&columns, 30);
        for (index, line) in lines.iter().enumerate() {
            prop_assert!(line.width() <= width, "{}: {line}", line.width());
            // Below each other, whatever the values are.
            if index < 33 {
                prop_assert_eq!(bars(line), bars(lines[0]), "{}", text);
            }
        }
        // What is shown is the beginning of a value, unless it is all of it.
        for (line, values) in lines[3..33].iter().zip(&values[1..]) {
            let first = line.split('│').next().unwrap().trim();
            let value = values[0].trim();
            let is_right = match first.strip_suffix('…') {
                Some(beginning) => value.starts_with(beginning),
                None => first == value || value.is_empty() && first == "NULL",
            };
            prop_assert!(is_right, "{first} of {value}");
        }
    }
}

/// What comes after the rows that were measured is cut on a screen, and complete in a file.
#[test]
fn widths_are_those_of_the_first_rows() {
    let columns = ["n=seq:9990", "x=enum:a"];
    let text = table(&columns, 1100, Some(80));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[3], lines[14]), (" 9990 │ a", "10001 │ a"));
    // A number that is cut would be another number.
    let columns = ["n=seq:98950"];
    assert_eq!(table(&columns, 1100, Some(80)).lines().last(), Some("100049"));
    // A text that is wider than those that were measured.
    let values = records(&["name"], 100_000);
    let widest = values[1..1025].iter().map(|line| line[0].width()).max().unwrap();
    let later = 1025 + values[1025..].iter().position(|line| line[0].width() > widest).unwrap();
    let cut = table(&["name"], 100_000, Some(80)).lines().nth(later + 2).unwrap().to_owned();
    assert!(cut.ends_with('…') && cut.width() == widest, "{cut}");
    assert_eq!(table(&["name"], 100_000, None).lines().nth(later + 2), Some(values[later][0].as_str()));
}

#[test]
fn nothing_leaves_its_line() {
    let text = table(&["x=const:a\\nb", "y=naughty"], 200, None);
    assert_eq!(text.lines().count(), 203);
    assert!(!text.chars().any(|char| char.is_control() && char != '\n'));
}
