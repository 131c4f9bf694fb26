//! Any rows, not only runs: gathered, unsorted and repeated ones have the values that each has alone.

use super::plan;
use crate::catalogue::GENERATORS;
use crate::generators::{Context, GeneratorSpec};
use crate::plan::Plan;
use crate::rng::{Key, Rows};
use crate::schema::{MODIFIERS, Schema, Scope};
use crate::text::{Buffer, Encoder, Format, FormatOptions};
use crate::types::Batch;

/// Values for the modifiers that need one, of which each generator with that modifier takes some.
const SETTINGS: &[(&str, &[&str])] = &[
    ("dist", &["normal:50,10", "zipf:1.1", "exp:0.1", "lognormal:3,0.5", "pareto:1.16", "uniform"]),
    ("format", &["%Y%j", "%H:%M", "base64", "iso"]),
    ("column", &["one"]),
    ("age", &["18,25", "60,90"]),
    ("gender", &["female", "male"]),
    ("locale", &["de_DE", "en", "ja_JP"]),
    ("nth", &["2"]),
    ("null", &["0.3"]),
    ("nan", &["0.3"]),
    ("inf", &["0.3"]),
    ("negzero", &["0.3"]),
    (
        "type",
        &["text", "numeric(38,19)", "timestamp_ms", "time_s", "bytea", "json", "macaddr", "enum", "interval"],
    ),
    ("of", &["other"]),
    ("prefix", &["<"]),
    ("sparse", &["8/32"]),
    ("suffix", &[">"]),
    ("sum", &["4000"]),
    ("rhythm", &["office", "night"]),
    ("rules", &["each", "lower,digit:0,readable"]),
    ("season", &["1d:0.5", "1d:0.3,7d:0.5", "24:5"]),
    ("trend", &["0.1/30d", "-0.2/1d", "0.5"]),
    ("weights", &["3:1:2", "3:1"]),
];

/// The column of a generator with each modifier that it takes, and with two at once.
fn columns(entry: &GeneratorSpec) -> Vec<String> {
    let spec = entry.example();
    let mut columns = vec![spec.to_owned()];
    for modifier in MODIFIERS {
        let settings = SETTINGS.iter().find(|(name, _)| *name == modifier.name).map(|(_, values)| *values);
        let variants: Vec<String> = match settings {
            None => vec![format!("{spec}@{}", modifier.name)],
            Some(values) => values.iter().map(|value| format!("{spec}@{}={value}", modifier.name)).collect(),
        };
        let variants: Vec<String> = variants.into_iter().filter(|spec| parses(spec)).collect();
        let named = modifier.scope == Scope::Named && entry.takes(modifier.name);
        // Where the country is in the constraint there is no locale to choose.
        let is_of_country = modifier.name == "locale" && spec.ends_with(":DE");
        // The weights of `enum` may follow its values already, and lines of a file belong to nothing.
        assert!(
            !named || is_of_country || ["of", "weights"].contains(&modifier.name) || !variants.is_empty(),
            "{spec}@{}",
            modifier.name
        );
        columns.extend(variants);
    }
    columns.extend(
        [format!("{spec}@unique@null=0.5@prefix=x"), format!("{spec}@null=1")]
            .into_iter()
            .filter(|spec| parses(spec)),
    );
    columns
}

fn parses(spec: &str) -> bool {
    let read = |_: &str| Ok(b"one\ntwo\nthree\ntwo\n".to_vec());
    let context = Context::default().now(1_750_000_000).rows(1_000).files(&read);
    Schema::parse("t", &[spec], &context).1.is_empty()
}

/// How many rows of a column can be filled: some, if there are enough.
fn rows_of(schema: &Schema) -> u64 {
    let column = &schema.columns[0];
    let unique = if column.unique { column.generate.cardinality() } else { u64::MAX };
    unique.min(column.generate.properties().max_rows.map_or(u64::MAX, |limit| limit.rows)).min(1 << 41)
}

/// These rows as one line each.
fn lines<'r>(plan: &Plan, encoder: &Encoder, rows: impl Into<Rows<'r>>) -> Vec<String> {
    let (mut batch, mut out) = (Batch::default(), Buffer::default());
    plan.fill(rows, &mut batch);
    encoder.writer().write(&batch, &mut out);
    String::from_utf8(out.as_ref().to_vec()).unwrap().lines().map(str::to_owned).collect()
}

/// Near rows and far ones in no order, some of them several times.
fn gathered(seed: u64, end: u64) -> Vec<u64> {
    let bits = (0..90).map(|position| Key::seed(seed).bits(position));
    let mut rows: Vec<u64> =
        bits.map(|bits| bits % if bits >> 63 == 0 { end } else { end.min(300) }).collect();
    rows.extend_from_within(20..40);
    rows.extend([end - 1, 0, 0]);
    rows
}

#[test]
fn every_generator_makes_gathered_rows_as_it_makes_each() {
    for entry in GENERATORS.iter() {
        for (seed, spec) in (1..).zip(columns(entry)) {
            let (plan, schema) = plan(&[&spec], seed);
            let rows = gathered(seed, rows_of(&schema));
            let encoder = Encoder::new(&plan, "t", &FormatOptions::new(Format::COPY), 0..u64::MAX);
            let found = lines(&plan, &encoder, Rows::At(&rows));
            assert_eq!(found.len(), rows.len(), "{spec}");
            for (&row, found) in rows.iter().zip(found) {
                // The row alone, as a part of a run.
                let (start, end) = (row - row.min(2), (row + 2).min(rows_of(&schema)));
                let run = lines(&plan, &encoder, start..end);
                assert_eq!(run[(row - start) as usize], found, "{spec}: row {row}");
            }
        }
    }
}

/// What refers to a table reads some of its columns, in any order.
#[test]
fn some_columns_alone_are_those_of_the_table() {
    let specs = ["id=seq", "name", "email@null=0.4", "person.email@of=a", "n=int:1,50@unique", "file:x"];
    let (plan, _) = plan(&specs, 7);
    let rows = gathered(7, 50);
    let (mut all_rows, mut some) = (Batch::default(), Batch::default());
    for columns in [&[3][..], &[4, 0, 2], &[], &[5, 5], &[0, 1, 2, 3, 4, 5]] {
        plan.fill(&rows[..], &mut all_rows);
        plan.fill_columns(columns, &rows[..], &mut some);
        assert_eq!((some.len(), some.columns().len()), (rows.len(), columns.len()));
        for (&column, variants) in columns.iter().zip(some.columns()) {
            assert_eq!(
                format!("{variants:?}"),
                format!("{:?}", all_rows.columns()[column]),
                "{}",
                specs[column]
            );
        }
    }
}

#[test]
fn a_batch_that_is_used_again_keeps_nothing() {
    let (nullable, _) = plan(&["name@null=0.5", "noun", "int@null=1"], 1);
    let (other, _) = plan(&["int", "name"], 1);
    let (mut used, mut fresh) = (Batch::default(), Batch::default());
    nullable.fill(0..1000, &mut used);
    other.fill(5..25, &mut used);
    other.fill(5..25, &mut fresh);
    assert_eq!(format!("{used:?}"), format!("{fresh:?}"));
}
