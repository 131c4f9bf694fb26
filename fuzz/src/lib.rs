//! What all fuzz targets share: bytes become text, and whatever schema comes of it makes rows in every format.

use std::io;
use std::sync::Arc;

use gush_diagnostics::{Diagnostic, SourceText};
use gush_template::{Effort, Options, Template};
use gusher::catalogue::GENERATORS;
use gusher::generators::Context;
use gusher::locale::{self, LOCALES, Locale};
use gusher::plan::{Plan, Planner, SeededValues};
use gusher::schema::file::{self, RowExtent, Run, SchemaFile};
use gusher::schema::{ColumnSource, DatasetSpec, MODIFIERS, Schema, Sizes};
use gusher::text::{Buffer, DIALECTS, Encoder, FORMATS, FormatOptions};
use gusher::types::Batch;

/// The first and the last second of the years 0 to 9999.
const FIRST: i64 = -719_528 * 86_400;
const LAST: i64 = 2_932_897 * 86_400 - 1;
const ROWS: u64 = 3;

/// The bytes as text, in which 0xFE and a byte stand for the name of a generator, and 0xFF and a byte for that of a
/// modifier: a fuzzer would take long to find `country.code` by itself.
pub fn text(data: &[u8]) -> String {
    let mut text = Vec::with_capacity(data.len());
    let mut bytes = data.iter();
    while let Some(&byte) = bytes.next() {
        let mut which = |names: usize| bytes.next().map_or(0, |&which| usize::from(which) % names);
        match byte {
            0xfe => text.extend(GENERATORS[which(GENERATORS.len())].name.bytes()),
            0xff => text.extend(MODIFIERS[which(MODIFIERS.len())].name.bytes()),
            _ => text.push(byte),
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// A locale for the bytes.
pub fn locale(data: &[u8]) -> &'static Locale {
    &LOCALES[sum(data) % LOCALES.len()]
}

/// What the bytes take for the present: any time of the years 0 to 9999, often one near their ends.
pub fn now(data: &[u8]) -> i64 {
    let sum = sum(data) as i64;
    match data.len() % 4 {
        0 => FIRST + sum * 86_400,
        1 => LAST - sum * 86_400,
        2 => 1_750_000_000 + sum,
        _ => {
            data.iter()
                .fold(0i64, |now, &byte| now.wrapping_mul(257) + i64::from(byte))
                .rem_euclid(LAST - FIRST + 1)
                + FIRST
        }
    }
}

/// What chooses for the bytes.
pub fn sum(data: &[u8]) -> usize {
    data.iter().map(|&byte| usize::from(byte)).sum()
}

/// A file that a constraint may name.
fn read(path: &str) -> io::Result<Vec<u8>> {
    match path.len() % 4 {
        0 => Err(io::ErrorKind::NotFound.into()),
        1 => Ok(b"one\r\n\ntwo,\"three\"\none".to_vec()),
        2 => Ok(b"\xff\n".to_vec()),
        _ => Ok(Vec::new()),
    }
}

fn context(locale: &'static Locale, now: i64) -> Context<'static> {
    Context::default().locale(locale).now(now).files(&read).expressions(&gush_generate::Sql)
}

/// Builds the columns as of `now`; whatever is wrong with them can be told.
pub fn build(
    table: &str,
    sources: impl IntoIterator<Item = ColumnSource>,
    locale: &'static Locale,
    now: i64,
) -> (Schema, bool) {
    let (schema, mistakes) = Schema::build(table, sources, &context(locale, now));
    tell(&mistakes);
    (schema, mistakes.is_empty())
}

/// Shows all mistakes.
pub fn tell(mistakes: &[Diagnostic]) {
    for mistake in mistakes {
        assert!(!mistake.to_string().is_empty());
    }
}

/// Builds the tables of a schema file as of `now`; whatever is wrong with them can be told.
pub fn build_tables(read: SchemaFile, locale: &'static Locale, now: i64) -> (DatasetSpec, bool) {
    let text = read.text.unwrap_or_else(|| Arc::new(SourceText::new("x", "")));
    let (dataset, mistakes) = DatasetSpec::build(&text, read.tables, &context(locale, now), &Sizes::default(), &SeededValues(7));
    tell(&mistakes);
    (dataset, mistakes.is_empty())
}

/// Makes rows of the columns that make sense.
pub fn make(schema: &Schema, choice: &[u8]) {
    match Plan::new(schema, 7, &(0..ROWS)) {
        Ok(plan) => write(&plan, schema, choice),
        Err(mistakes) => tell(&mistakes),
    }
}

/// Makes the first rows of each table.
pub fn make_tables(dataset: &DatasetSpec, choice: &[u8]) {
    let mut planner = Planner::new(dataset, 7);
    for (place, table) in dataset.tables.iter().enumerate() {
        match planner.plan(place) {
            Ok(plan) if table.count() >= ROWS => write(&plan, &table.schema, choice),
            Ok(_) => {}
            Err(mistakes) => tell(&mistakes),
        }
    }
}

/// Writes rows in one format of text, if the columns can be written in it; which one is up to `choice`, as all of them
/// would take their time.
fn write(plan: &Plan, schema: &Schema, choice: &[u8]) {
    let entry = FORMATS[sum(choice) % FORMATS.len()];
    let mut options = FormatOptions::new(entry);
    // Refused where the format has none.
    let _ = options.dialect(DIALECTS[choice.len() % DIALECTS.len()].dialect);
    let _ = options.create_table();
    let mistakes = gush_generate::diagnostics(schema, &(0..ROWS), &(&options).into());
    tell(&mistakes);
    if mistakes.is_empty() {
        let encoder = Encoder::new(plan, schema.table(), &options, 0..ROWS);
        let whole = encoded(plan, &encoder, &[0..ROWS]);
        let parts = encoded(plan, &encoder, &[0..1, 1..ROWS]);
        assert_eq!(whole, parts, "{} in two batches", entry.name);
        let is_text =
            [encoder.header(), &whole, encoder.footer()].iter().all(|part| str::from_utf8(part).is_ok());
        assert!(is_text || entry.name == "raw", "{} is text", entry.name);
    }
}

fn encoded(plan: &Plan, encoder: &Encoder, batches: &[std::ops::Range<u64>]) -> Vec<u8> {
    let (mut batch, mut out, mut writer) = (Batch::default(), Buffer::default(), encoder.writer());
    for rows in batches {
        plan.fill(rows, &mut batch);
        writer.write(&batch, &mut out);
    }
    out.as_ref().to_vec()
}

/// A schema that is written as a file is read as the same schema.
pub fn write_and_read(schema: &Schema, locale: &'static Locale, now: i64) {
    let (rows, run) = (RowExtent::Range(0..ROWS), Run { seed: 7, now, locale, moved: &|_| None });
    let text = file::write(schema, &rows, &run);
    let again = read_again(&text, locale, now);
    let [table] = &again.tables[..] else { panic!("one table was written: {text}") };
    let names =
        |schema: &Schema| schema.columns().iter().map(|column| column.name().to_owned()).collect::<Vec<_>>();
    assert_eq!((table.schema.table(), names(&table.schema)), (schema.table(), names(schema)), "{text}");
    assert_eq!(file::write(&table.schema, &rows, &run), text);
}

/// Tables that are written as a file are read as the same tables.
pub fn write_and_read_tables(dataset: &DatasetSpec, locale: &'static Locale, now: i64) {
    let run = Run { seed: 7, now, locale, moved: &|_| None };
    let text = file::write_dataset(dataset, &run);
    assert_eq!(file::write_dataset(&read_again(&text, locale, now), &run), text);
}

fn read_again(text: &str, locale: &'static Locale, now: i64) -> DatasetSpec {
    let (read, mistakes) = file::parse("x", text);
    assert_eq!(mistakes, [], "{text}");
    let (again, is_whole) = build_tables(read, locale, now);
    assert!(is_whole, "{text}");
    again
}

/// English, for what names its own.
pub fn english() -> &'static Locale {
    locale::english()
}

/// The bytes as a template, or its mistakes.
pub fn compile(text: &[u8]) -> Result<Template, Vec<Diagnostic>> {
    twin(text, Effort::Full)
}

/// The same, compiled with this much effort.
pub fn twin(text: &[u8], effort: Effort) -> Result<Template, Vec<Diagnostic>> {
    let context = context(english(), now(text));
    Template::twin("fuzzed", text, Options { context: &context, seed: 7, table: "t", compat: None }, effort)
}

#[path = "../../crates/template/src/tests/grammar.rs"]
pub mod grammar;
#[path = "../../tests/limits/inputs.rs"]
pub mod inputs;
#[path = "../../crates/template/src/tests/pieces.rs"]
mod pieces;

/// A template for the bytes: of the first one half are of pieces that may stand anywhere, the others make sense.
pub fn random_template(data: &[u8]) -> String {
    let Some((&first, data)) = data.split_first() else { return String::new() };
    if first % 2 == 0 {
        return grammar::template(data, grammar::Draws::Random);
    }
    let functions: Vec<&str> = gush_template::functions().map(|function| function.name).collect();
    pieces::pieces(data, &functions)
}
