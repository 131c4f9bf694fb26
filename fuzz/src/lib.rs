//! What all fuzz targets share: bytes become text, and whatever schema comes of it makes rows in every format.

use std::io;

use gush_diagnostics::Diagnostic;
use gusher::encode::{Buffer, DIALECTS, Encoder, FORMATS, FormatOptions};
use gusher::generators::{Context, GENERATORS};
use gusher::locale::{self, LOCALES, Locale};
use gusher::plan::Plan;
use gusher::schema::file::{self, Rows, Run};
use gusher::schema::{Column, MODIFIERS, Schema, Source};
use gush_template::{Effort, Options, Template};
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

/// Builds the columns as of `now`; whatever is wrong with them can be told.
pub fn build(
    table: &str,
    sources: impl IntoIterator<Item = Source>,
    locale: &'static Locale,
    now: i64,
) -> (Schema, bool) {
    let (schema, mistakes) = Schema::build(table, sources, &Context { locale, now, read: &read });
    tell(&mistakes);
    (schema, mistakes.is_empty())
}

/// Shows all mistakes.
pub fn tell(mistakes: &[Diagnostic]) {
    for mistake in mistakes {
        assert!(!mistake.to_string().is_empty());
    }
}

/// Makes rows of the columns that make sense in one format, if it can have them; which one is up to `choice`, as all of
/// them would take their time.
pub fn make(schema: &Schema, choice: &[u8]) {
    let rows = 0..ROWS;
    let mistakes = schema.check_rows(&rows, false);
    tell(&mistakes);
    if !mistakes.is_empty() {
        return;
    }
    let plan = Plan::new(schema, 7);
    let entry = &FORMATS[sum(choice) % FORMATS.len()];
    let mut options = FormatOptions::new(entry);
    // Refused where the format has none.
    let _ = options.dialect(DIALECTS[choice.len() % DIALECTS.len()].dialect);
    let _ = options.create_table();
    let mistakes = if entry.distinct_names { schema.check_names(entry.name, false) } else { Vec::new() };
    tell(&mistakes);
    let is_refused =
        |column: &Column| options.refusal(&column.generate.shape(), column.null.is_some()).is_some();
    if mistakes.is_empty() && !schema.columns.iter().any(is_refused) {
        let encoder = Encoder::new(&plan, &schema.table, &options, 0..ROWS);
        let whole = encoded(&plan, &encoder, &[0..ROWS]);
        let parts = encoded(&plan, &encoder, &[0..1, 1..ROWS]);
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
    let run = Run { seed: 7, now, locale, rows: &Rows::Range(0..ROWS), moved: &|_| None };
    let text = file::write(schema, &run);
    let (read, mistakes) = file::parse("x", &text);
    assert_eq!(mistakes, [], "{text}");
    assert_eq!(read.table.as_deref(), Some(schema.table.as_str()));
    let (again, is_whole) = build(&schema.table, read.columns, locale, now);
    assert!(is_whole, "{text}");
    let names = |schema: &Schema| schema.columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&again), names(schema), "{text}");
    assert_eq!(file::write(&again, &run), text);
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
    let context = Context { locale: english(), now: now(text), read: &read };
    Template::twin("fuzzed", text, Options { context: &context, seed: 7, table: "t", compat: None }, effort)
}

#[path = "../../crates/template/src/tests/grammar.rs"]
pub mod grammar;
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
