//! The encoders against a naive twin: values looked up one by one, written by format! and by other people's crates.

use std::ops::Range;

use proptest::prelude::*;

use self::cells::{Cell, cells};
use super::formats::FAKEDATA_FORMATS;
use super::{Buffer, Encoder, FORMATS, FormatOptions};
use crate::generators::Context;
use crate::plan::Plan;
use crate::schema::Schema;
use crate::types::Batch;

mod cells;
mod raw;
mod readers;
mod sql;

fn plan(specs: &[String], file: &str, seed: u64) -> (Plan, Vec<String>) {
    let read = |_: &str| Ok(file.as_bytes().to_vec());
    let (schema, diagnostics) =
        Schema::parse("t", specs, &Context::default().now(1_750_000_000).files(&read));
    assert_eq!(diagnostics, []);
    (
        Plan::new(&schema, seed, &(0..schema.max_rows())).unwrap(),
        schema.columns.iter().map(|column| column.name.clone()).collect(),
    )
}

fn options(name: &str) -> FormatOptions {
    FormatOptions::new(name.parse().unwrap())
}

fn fakedata_options(name: &str) -> FormatOptions {
    FormatOptions::new(*FAKEDATA_FORMATS.iter().find(|spec| spec.name == name).unwrap())
}

/// The bytes of `rows` of all rows, encoded in batches of `step`.
fn encode(plan: &Plan, encoder: &Encoder, rows: Range<u64>, step: u64) -> Vec<u8> {
    let (mut batch, mut out, mut writer) = (Batch::default(), Buffer::default(), encoder.writer());
    for start in rows.clone().step_by(step as usize) {
        plan.fill(&(start..rows.end.min(start + step)), &mut batch);
        writer.write(&batch, &mut out);
    }
    out.as_ref().to_vec()
}

/// The bytes of all rows, with what precedes and follows them.
fn document(plan: &Plan, options: &FormatOptions, rows: Range<u64>, step: u64) -> String {
    let encoder = Encoder::new(plan, "t", options, rows.clone());
    text([encoder.header(), &encode(plan, &encoder, rows, step), encoder.footer()].concat())
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Columns of every type, narrow and wide, with and without nulls.
const COLUMNS: &[&str] = &[
    "noun",
    "name",
    "email@null=0.2",
    "sentence",
    "city",
    "country:any",
    "int",
    "int:-5,5@null=0.5",
    "int:-9223372036854775808,9223372036854775807",
    "double",
    "double:-1,1,0",
    "double:0,1,15@null=0.1",
    "decimal:1,500,2@null=0.1",
    "decimal:0.001,2.5,3",
    "time@null=0.2",
    "duration",
    "bool",
    "bool@null=0.3",
    "seq:-3",
    "date",
    "date:0000-01-01,9999-12-31@null=0.2",
    "timestamp",
    "uuidv4",
    "uuidv4@null=0.9",
    "ipv4",
    "file:x",
    "file:x@null=0.4",
    r#"enum:a\,b*2,it's,say "hi""#,
    "enum:,x@null=0.3",
    "noun@null=1",
    "city@prefix=<it's \\\\ |>@suffix=\t_",
    "ipv6",
    "cidr@null=0.1",
    "hex:5",
    "bytes:7",
    "bytes:20@null=0.2",
    "bytes:0,9@null=0.2",
    "interval@null=0.2",
    "interval:5,5,5@format=iso",
    "json:2,90@null=0.2",
    r#"enum:{},[1\,2],"it's"@type=jsonb"#,
    "nanoid",
    r#"regex:[,"'a-c;\\]{0,3}[x-z]{1,2}"#,
    "words:4",
];

/// Those of them that are no texts.
const NO_TEXTS: &[&str] = &[
    "int",
    "int:-5,5@null=0.5",
    "int:-9223372036854775808,9223372036854775807",
    "double@null=0.3",
    "double:-1,1,0",
    "double:0,1,15@null=0.1",
    "bool",
    "bool@null=0.3",
    "seq:-3",
    "date",
    "date:0000-01-01,9999-12-31@null=0.2",
    "uuidv4",
    "uuidv4@null=0.9",
    "ipv4",
    "ipv6",
    "bytes:9",
];

prop_compose! {
    fn tables()(
        columns in prop::collection::vec(prop::sample::select(COLUMNS), 1..8),
        // Lines with everything that some format has to escape, and lines longer than any slot.
        file in prop::collection::vec("[a-z,;\"'\\\\\t\u{1}-\u{8}\u{e9}\u{1F600} ]{0,12}|[x,\"']{60,90}", 1..6),
        seed: u64,
        start in prop_oneof![0u64..5000, Just(1 << 40)],
        len in 0u64..200,
        step in 1u64..100,
    ) -> (Vec<String>, String, u64, Range<u64>, u64) {
        let names = columns.iter().enumerate().map(|(i, column)| format!("c{i} \"'={column}")).collect();
        let mut file = file.join("\n");
        file.push_str("\nlast");
        (names, file, seed, start..start + len, step)
    }
}

/// The parsed output must be the naive cells.
fn assert_separated(bytes: &[u8], separator: u8, cells: &[Vec<Cell>]) {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(bytes);
    let found: Vec<Vec<String>> =
        reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect();
    // A single null is an empty line, which readers of CSV pass over.
    let blank = |row: &&Vec<Cell>| row.len() > 1 || row[0] != Cell::Null;
    let expected: Vec<Vec<String>> =
        cells.iter().filter(blank).map(|row| row.iter().map(Cell::plain).collect()).collect();
    assert_eq!(found, expected);
}

fn json(cell: &Cell) -> serde_json::Value {
    match cell {
        Cell::Null => serde_json::Value::Null,
        Cell::Bool(value) => (*value).into(),
        Cell::Number(text) | Cell::Json(text) => serde_json::from_str(text).unwrap(),
        Cell::Text(text) | Cell::Bytes(text) => text.as_str().into(),
    }
}

proptest! {
    #[test]
    fn column_is_values_joined((columns, file, seed, rows, step) in tables()) {
        let (plan, _) = plan(&columns, &file, seed);
        let mut options = options("column");
        options.separator("<|>").unwrap();
        let encoder = Encoder::new(&plan, "t", &options, rows.clone());
        let joined = |row: &Vec<Cell>| row.iter().map(Cell::plain).collect::<Vec<_>>().join("<|>") + "\n";
        let expected: String = cells(&plan, rows.clone()).iter().map(joined).collect();
        prop_assert_eq!(text(encode(&plan, &encoder, rows, step)), expected);
    }

    #[test]
    fn csv_and_tsv_read_back((columns, file, seed, rows, step) in tables(), separator in prop::sample::select(&[b',', b';', b'\t', b' '][..])) {
        let (plan, _) = plan(&columns, &file, seed);
        let mut csv = options("csv");
        csv.separator(std::str::from_utf8(&[separator]).unwrap()).unwrap();
        let expected = cells(&plan, rows.clone());
        for (options, separator) in [(csv, separator), (options("tsv"), b'\t')] {
            let encoder = Encoder::new(&plan, "t", &options, rows.clone());
            assert_separated(&encode(&plan, &encoder, rows.clone(), step), separator, &expected);
        }
    }

    #[test]
    fn ndjson_reads_back((columns, file, seed, rows, step) in tables()) {
        let (plan, names) = plan(&columns, &file, seed);
        let encoder = Encoder::new(&plan, "t", &options("ndjson"), rows.clone());
        let bytes = text(encode(&plan, &encoder, rows.clone(), step));
        for (line, cells) in bytes.lines().zip(cells(&plan, rows.clone())) {
            let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
            let expected = names.iter().cloned().zip(cells.iter().map(json)).collect();
            prop_assert_eq!(object, expected);
        }
        prop_assert_eq!(bytes.lines().count() as u64, rows.end - rows.start);
    }

    /// Every value is a text in quotes, a null an empty one.
    #[test]
    fn the_face_quotes_every_value((columns, file, seed, rows, step) in tables()) {
        let (plan, names) = plan(&columns, &file, seed);
        let encoder = Encoder::new(&plan, "T", &fakedata_options("ndjson"), rows.clone());
        let objects = text(encode(&plan, &encoder, rows.clone(), step));
        let encoder = Encoder::new(&plan, "T", &fakedata_options("sql"), rows.clone());
        let statements = text(encode(&plan, &encoder, rows.clone(), step));
        let cells = cells(&plan, rows);
        for (line, cells) in objects.lines().zip(&cells) {
            let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
            let expected = names.iter().cloned().zip(cells.iter().map(|cell| cell.plain().into())).collect();
            prop_assert_eq!(object, expected);
        }
        prop_assert_eq!(objects.lines().count(), cells.len());
        let quoted = |cell: &Cell| format!("'{}'", cell.plain().replace('\'', "''"));
        let insert = |cells: &Vec<Cell>| {
            let values = cells.iter().map(quoted).collect::<Vec<_>>().join(",");
            format!("INSERT INTO T ({}) VALUES ({values});\n", names.join(","))
        };
        prop_assert_eq!(statements, cells.iter().map(insert).collect::<String>());
    }

    /// The law in bytes: shards, and batches of any size, concatenate to those of all rows in every format.
    #[test]
    fn shards_concatenate(
        (columns, file, seed, rows, step) in tables(),
        others in prop::collection::vec(prop::sample::select(NO_TEXTS), 1..8),
        format in prop::sample::select(FORMATS),
        parts in 1u64..20,
    ) {
        let others: Vec<String> = others.iter().enumerate().map(|(i, column)| format!("c{i}={column}")).collect();
        let columns = if format.name == "raw" { others } else { columns };
        let (plan, _) = plan(&columns, &file, seed);
        let mut options = FormatOptions::new(format);
        let _ = options.batch(7);
        let encoder = Encoder::new(&plan, "t", &options, rows.clone());
        let all = encode(&plan, &encoder, rows.clone(), 1000);
        let shards: Vec<u8> =
            (0..parts).flat_map(|part| encode(&plan, &encoder, encoder.shard(part, parts), step)).collect();
        prop_assert_eq!(shards, all);
    }
}

#[test]
fn every_format_is_registered_once() {
    for list in [FORMATS, FAKEDATA_FORMATS] {
        for &spec in list {
            assert_eq!(FormatOptions::new(spec).spec().name, spec.name);
            assert_eq!(list.iter().filter(|other| other.name == spec.name).count(), 1);
        }
    }
    let extensions: Vec<&str> = FORMATS.iter().flat_map(|spec| spec.extensions).copied().collect();
    for extension in &extensions {
        assert_eq!(extensions.iter().filter(|other| *other == extension).count(), 1, "{extension}");
    }
}

/// The same letters as `encoding/json` of Go writes by their numbers.
#[test]
fn the_face_writes_json_as_go_does() {
    let specs = ["a<b=enum:x&y\u{2028}>\"\\\u{1}é\u{7f}".to_owned()];
    let (plan, _) = plan(&specs, "", 1);
    let encoder = Encoder::new(&plan, "T", &fakedata_options("ndjson"), 0..1);
    let expected = "{\"a\\u003cb\":\"x\\u0026y\\u2028\\u003e\\\"\\\\\\u0001é\u{7f}\"}\n";
    assert_eq!(text(encode(&plan, &encoder, 0..1, 1)), expected);
}

#[test]
fn headers_are_quoted_like_values() {
    let specs = ["a,b=int".to_owned(), "c".to_owned() + "=int", "d\"=int".to_owned()];
    let (plan, _) = plan(&specs, "", 1);
    for (format, header) in
        [("column", "a,b c d\"\n"), ("csv", "\"a,b\",c,\"d\"\"\"\n"), ("tsv", "a,b\tc\t\"d\"\"\"\n")]
    {
        let mut options = options(format);
        options.header().unwrap();
        let encoder = Encoder::new(&plan, "t", &options, 0..1);
        assert_eq!(std::str::from_utf8(encoder.header()).unwrap(), header);
    }
}

#[test]
fn choices_that_do_not_fit_are_refused() {
    assert!(options("tsv").separator(",").is_err());
    assert!(options("ndjson").header().is_err());
    assert!(options("sql").header().is_err());
    assert!(options("csv").batch(10).is_err());
    assert!(options("sql").batch(0).is_err());
    for separator in ["", "ab", "\"", "\n", "1", "-", ".", "é", "a"] {
        assert!(options("csv").separator(separator).is_err(), "{separator:?}");
    }
}
