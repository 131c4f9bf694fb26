//! Times against jiff, the naive twin; and the diagnostics of wrong ones.

mod rates;
mod refusals;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

use crate::generators::Context;
use crate::plan::Plan;
use crate::schema::Schema;
use crate::text::{Buffer, Encoder, Format, FormatOptions};
use crate::types::{Array, Batch, DataType, TimeUnit};
use gush_diagnostics::Diagnostic;

/// 2025-06-15T15:06:40Z
const NOW: i64 = 1_750_000_000;

fn schema(word: &str) -> (Schema, Vec<Diagnostic>) {
    let read = |_: &str| Ok(Vec::new());
    Schema::parse("t", &[word], &Context::default().now(NOW).files(&read))
}

fn plan(word: &str, seed: u64) -> Plan {
    let (schema, diagnostics) = schema(word);
    assert_eq!(diagnostics, [], "{word}");
    Plan::new(&schema, seed, &(0..schema.max_rows())).unwrap()
}

/// The values of a column, and how a format writes its rows.
fn made(word: &str, format: &str, seed: u64, rows: std::ops::Range<u64>) -> (Vec<i64>, Vec<String>) {
    let plan = plan(word, seed);
    let entry = format.parse().unwrap();
    let encoder = Encoder::new(&plan, "t", &FormatOptions::new(entry), rows.clone());
    let (mut batch, mut out, mut writer) = (Batch::default(), Buffer::default(), encoder.writer());
    let mut all = Vec::new();
    for start in rows.clone().step_by(1000) {
        plan.fill(&(start..rows.end.min(start + 1000)), &mut batch);
        writer.write(&batch, &mut out);
        match batch.columns()[0].values() {
            Array::Ints(ints) => all.extend(ints),
            Array::Dates(days) => all.extend(days.iter().map(|day| i64::from(*day))),
            other => panic!("{word} makes {other:?}"),
        }
    }
    let text = std::str::from_utf8(out.as_ref()).unwrap();
    (all, text.lines().map(str::to_owned).collect())
}

fn texts(word: &str, rows: std::ops::Range<u64>) -> Vec<String> {
    let plan = plan(word, 3);
    let encoder = Encoder::new(&plan, "t", &FormatOptions::new(Format::COLUMN), rows.clone());
    let (mut batch, mut out) = (Batch::default(), Buffer::default());
    plan.fill(&rows, &mut batch);
    encoder.writer().write(&batch, &mut out);
    std::str::from_utf8(out.as_ref()).unwrap().lines().map(str::to_owned).collect()
}

fn civil(millis: i64) -> DateTime {
    jiff::civil::date(1970, 1, 1).at(0, 0, 0, 0).saturating_add(SignedDuration::from_millis(millis))
}

/// The twin's text.
fn by_jiff(millis: i64, pattern: &str) -> String {
    civil(millis).to_zoned(TimeZone::UTC).unwrap().strftime(pattern).to_string()
}

/// Every field that is written like jiff writes it.
const FIELDS: &[&str] = &[
    "%Y",
    "%y",
    "%m",
    "%-m",
    "%_m",
    "%d",
    "%-d",
    "%e",
    "%j",
    "%-j",
    "%_j",
    "%B",
    "%^B",
    "%b",
    "%^b",
    "%h",
    "%A",
    "%^A",
    "%a",
    "%^a",
    "%u",
    "%w",
    "%U",
    "%W",
    "%V",
    "%G",
    "%H",
    "%-H",
    "%k",
    "%I",
    "%-I",
    "%l",
    "%M",
    "%-M",
    "%S",
    "%p",
    "%P",
    "%s",
    "%F",
    "%D",
    "%T",
    "%R",
    "%Z",
    "%z",
    "%:z",
    "%%",
    "%n",
    "%3f",
    "%6f",
    "%.3f",
    " ",
    "-",
    "/",
    ":",
    "é, \"it's\" ",
    "a text longer than any block of it, ",
];

#[test]
fn each_field_agrees_with_jiff_through_all_years() {
    for field in FIELDS.iter().filter(|field| field.starts_with('%') && **field != "%n") {
        let word = format!("datetime:0001-01-01,9999-12-30T20:00:00Z@format=[{field}%y]");
        let (values, texts) = made(&word, "column", 1, 0..5000);
        for (value, text) in values.iter().zip(texts) {
            assert_eq!(text, by_jiff(1000 * value, &format!("[{field}%y]")), "{field} of {value}");
        }
    }
}

#[test]
fn every_day_of_some_centuries_agrees_with_jiff() {
    let pattern = "%Y-%m-%d %j %a %u %w %U %W %G-%V %B %b %y";
    for years in ["1890-01-01,2110-12-31", "0000-01-04,0101-01-01", "9898-01-01,9999-12-29"] {
        let word = format!("date:{years}@format={pattern}@unique");
        let (_, diagnostics) = schema(&word);
        assert_eq!(diagnostics, []);
        let days = schema(&word).0.columns[0].generate.cardinality();
        let (values, texts) = made(&word, "column", 1, 0..days);
        for (day, text) in values.iter().zip(texts) {
            assert_eq!(text, civil(day * 86_400_000).strftime(pattern).to_string());
        }
    }
}

#[test]
fn the_usual_forms_are_those_of_jiff() {
    for word in [
        "datetime",
        "datetime:0001-01-01,9999-12-30",
        "series:1999-12-31T23:59:50Z,7s,0.9",
        "series:2024-01-01,1d",
    ] {
        let (values, texts) = made(word, "column", 1, 0..3000);
        for (value, text) in values.iter().zip(texts) {
            match plan(word, 1).columns()[0].field().data_type {
                DataType::Timestamp { unit: TimeUnit::Second, .. } => {
                    assert_eq!(text, Timestamp::from_second(*value).unwrap().to_string());
                }
                _ => assert_eq!(text, format!("{:.3}", Timestamp::from_millisecond(*value).unwrap())),
            }
        }
    }
    let (values, texts) = made("time", "column", 1, 0..3000);
    for (value, text) in values.iter().zip(texts) {
        assert_eq!(text, by_jiff(1000 * value, "%H:%M:%S"));
    }
    for word in ["duration", "duration:0,3", "duration:0,1000000h", "duration:3600,3600", "duration:1h,61m"] {
        let (values, texts) = made(word, "column", 1, 0..3000);
        for (value, text) in values.iter().zip(texts) {
            assert_eq!(text, SignedDuration::from_secs(*value).to_string());
        }
    }
}

/// What jiff writes otherwise, or what is ours alone.
#[test]
fn some_texts_are_known_by_heart() {
    for (word, text) in [
        ("datetime:1750000000,1750000000", "2025-06-15T15:06:40Z"),
        ("datetime:1750000000,1750000000,%d.%m.%Y %R", "15.06.2025 15:06"),
        (r"datetime:1750000000,1750000000,%A\, %-d %B %Y", "Sunday, 15 June 2025"),
        ("datetime:1750000000,1750000000@format=%c", "Sun Jun 15 15:06:40 2025"),
        ("datetime:1750000000,1750000000@format=%r%t%%", "03:06:40 PM\t%"),
        ("date:0076-05-04,0076-05-04@format=%C %Y", "00 0076"),
        ("datetime:0,0@format=%-I:%M %P %9f", "12:00 am 000000000"),
        ("datetime:-1,-1@format=%s %T", "-1 23:59:59"),
        ("date:2024-02-29,2024-02-29@format=%-d.%-m.%y", "29.2.24"),
        ("date:2024-02-05,2024-02-05@format=Q%_d %^a %:z", "Q 5 MON +00:00"),
        ("date:1970-01-02,1970-01-02@format=%s", "86400"),
        ("time:09:05,09:05", "09:05:00"),
        ("time:23:59:59,23:59:59@format=%I.%M %p", "11.59 PM"),
        ("duration:0,0", "PT0S"),
        ("duration:1h,1h", "PT1H"),
        ("duration:90061,90061", "PT25H1M1S"),
        ("timestamp.ms:1970-01-02,86400000", "86400000"),
        ("timestamp.ms:2000-01-01T00:00:00.123Z,2000-01-01T00:00:00.123Z", "946684800123"),
        ("datetime:9999-12-31T00:00:00Z,9999-12-31T00:00:00Z", "9999-12-31T00:00:00Z"),
    ] {
        assert_eq!(texts(word, 0..1), [text], "{word}");
    }
}

#[test]
fn series_rise_by_their_step() {
    for (word, expected) in [
        ("series:2024-02-28,12h", ["2024-02-28T00:00:00Z", "2024-02-28T12:00:00Z", "2024-02-29T00:00:00Z"]),
        ("series:1750000000,1h30m", ["2025-06-15T15:06:40Z", "2025-06-15T16:36:40Z", "2025-06-15T18:06:40Z"]),
        (
            "series:2024-01-01T00:00:00Z,250ms",
            ["2024-01-01T00:00:00.000Z", "2024-01-01T00:00:00.250Z", "2024-01-01T00:00:00.500Z"],
        ),
        ("series", ["2025-06-15T15:06:40Z", "2025-06-15T15:06:41Z", "2025-06-15T15:06:42Z"]),
        ("series:,1d@format=%d.%m.", ["15.06.", "16.06.", "17.06."]),
        (
            "series:1969-12-31T23:59:59.999Z,1ms@format=%T%.3f",
            ["23:59:59.999", "00:00:00.000", "00:00:00.001"],
        ),
    ] {
        assert_eq!(texts(word, 0..3), expected, "{word}");
    }
}

#[test]
fn jitter_never_breaks_the_order_and_fills_its_share() {
    for (word, step, jitter) in [
        ("series:2024-01-01,10s,0.5", 10, 5),
        ("series:2024-01-01,10s,1", 10, 9),
        ("series:2024-01-01,10s,3s", 10, 3),
        ("series:2024-01-01,1s,1", 1000, 999),
        ("series:2024-01-01,3s,0.1", 3000, 300),
        ("series:2024-01-01,1s,1s", 1000, 999),
        ("series:2024-01-01,2ms,1", 2, 1),
    ] {
        let (values, _) = made(word, "column", 5, 0..20_000);
        assert!(values.is_sorted_by(|a, b| a < b), "{word}");
        let start = if values[0] > 1 << 40 { 1_704_067_200_000 } else { 1_704_067_200 };
        let late: Vec<i64> = (0..).zip(&values).map(|(row, value)| value - start - row * step).collect();
        assert_eq!((late.iter().min(), late.iter().max()), (Some(&0), Some(&jitter)), "{word}");
        let mean = late.iter().sum::<i64>() as f64 / late.len() as f64 / jitter as f64;
        assert!((mean - 0.5).abs() < 0.02, "{word}: {mean}");
        assert_eq!(made(&format!("{word}@unique"), "column", 5, 0..500).0, values[..500], "{word}");
    }
}

#[test]
fn a_series_ends_with_the_years_of_four_digits() {
    for (word, rows) in [
        ("series:9999-12-30,1d", 2),
        ("series:9999-12-31,1d,0.5", 1),
        ("series:9999-12-31,1h,0.5", 24),
        ("series:9999-12-31T00:00:00Z,1ms", 86_400_000),
    ] {
        assert_eq!(
            schema(word).0.columns[0].generate.properties().max_rows.map(|limit| limit.rows),
            Some(rows),
            "{word}"
        );
        let last = texts(word, rows - 1..rows);
        assert!(last[0].starts_with("9999-12-31T"), "{word} ends with {last:?}");
    }
    let (schema, _) = schema("series:9999-12-30,1d@prefix=x");
    let found: Vec<String> =
        schema.check_rows(&(0..5), false).into_iter().map(|diagnostic| diagnostic.message).collect();
    assert_eq!(
        found,
        ["the series leaves the years that have four digits after 2 rows, but 5 rows were asked for"]
    );
}

#[test]
fn ends_that_are_not_given_lie_at_now_or_a_year_away() {
    for (word, min, max) in [
        ("datetime", "2024-06-15T15:06:40Z", "2025-06-15T15:06:40Z"),
        ("datetime:2025-01-01", "2025-01-01T00:00:00Z", "2025-06-15T15:06:40Z"),
        ("datetime:2030-01-01T01:02:03Z", "2030-01-01T01:02:03Z", "2031-01-01T01:02:03Z"),
        ("datetime:,2000-02-29", "1999-02-28T23:59:59Z", "2000-02-29T23:59:59Z"),
        ("datetime:2020-01-01,2020-01-01", "2020-01-01T00:00:00Z", "2020-01-01T23:59:59Z"),
        ("datetime:9999-12-01", "9999-12-01T00:00:00Z", "9999-12-31T00:00:00Z"),
    ] {
        let DataType::Timestamp { min: first, max: last, .. } = plan(word, 1).columns()[0].field().data_type
        else {
            panic!("{word}")
        };
        assert_eq!((super::time_text(first).as_str(), super::time_text(last).as_str()), (min, max), "{word}");
    }
}

#[test]
fn domains_count_seconds_days_and_names() {
    for (word, domain) in [
        ("time", 86_400),
        ("time:09:00,09:00:09", 10),
        ("duration:1m,2m", 61),
        ("duration:90", 86_311),
        ("month", 12),
        ("weekday", 7),
        ("datetime:0,9", 10),
        ("date:2024-01-01,2024-12-31@format=%F", 366),
        ("timestamp.ms:0,9", 10),
        ("timestamp.ms:2024-01-01,2024-01-01", 86_400_000),
    ] {
        assert_eq!(schema(word).0.columns[0].generate.cardinality(), domain, "{word}");
    }
}

#[test]
fn texts_are_quoted_and_escaped_where_a_format_needs_it() {
    for (word, format, row) in [
        (r#"date:2024-05-06,2024-05-06@format=%d\,%m "%y""#, "csv", r#""06,05 ""24""""#),
        (r#"date:0001-01-01,9999-12-31@format=%C\,"#, "csv", "\"NN,\""),
        (r#"datetime:0,0@format="%H""#, "ndjson", r#"{"datetime":"\"00\""}"#),
        ("time:09:00,09:00@format=o'clock %H", "sql", "('o''clock 09');"),
        ("series:0,1ms", "csv", "1970-01-01T00:00:00.000Z"),
        ("duration:61,61", "ndjson", r#"{"duration":"PT1M1S"}"#),
        ("time:09:00,09:00", "ndjson", r#"{"time":"09:00:00"}"#),
    ] {
        let (_, rows) = made(word, format, 1, 0..1);
        let digits = |text: &String| {
            if row.contains('N') { text.replace(|c: char| c.is_ascii_digit(), "N") } else { text.clone() }
        };
        assert_eq!(rows.last().map(digits).as_deref(), Some(row), "{word}");
    }
    let plan = plan("a=datetime@format=%k", 1);
    let mut options = FormatOptions::new(Format::CSV);
    options.separator(" ").unwrap();
    let (mut batch, mut out) = (Batch::default(), Buffer::default());
    plan.fill(&(0..100), &mut batch);
    Encoder::new(&plan, "t", &options, 0..100).writer().write(&batch, &mut out);
    assert!(
        std::str::from_utf8(out.as_ref())
            .unwrap()
            .lines()
            .all(|line| line.len() == 4 && line.starts_with('"'))
    );
}

proptest! {
    /// Patterns of any fields and texts, in all units.
    #[test]
    fn patterns_agree_with_jiff(
        fields in prop::collection::vec(prop::sample::select(FIELDS), 1..10),
        seed: u64,
        start in 0u64..1 << 40,
    ) {
        // A pattern has a field.
        let pattern = fields.concat() + "%y";
        let escaped = pattern.replace(',', r"\,");
        for (word, unit) in [
            (format!("datetime:0001-01-01,9999-12-30T20:00:00Z@format={escaped}"), 1000),
            (format!("series:1987-01-01T00:00:00Z,1ms,0.5@format={escaped}"), 1),
        ] {
            let plan = plan(&word, seed);
            let encoder = Encoder::new(&plan, "t", &FormatOptions::new(Format::COLUMN), 0..u64::MAX);
            let (mut batch, mut out) = (Batch::default(), Buffer::default());
            plan.fill(&(start..start + 20), &mut batch);
            encoder.writer().write(&batch, &mut out);
            let Array::Ints(values) = batch.columns()[0].values() else { panic!("{word}") };
            let expected: String = values.iter().map(|value| by_jiff(value * unit, &pattern) + "\n").collect();
            prop_assert_eq!(std::str::from_utf8(out.as_ref()).unwrap(), expected);
        }
    }
}
