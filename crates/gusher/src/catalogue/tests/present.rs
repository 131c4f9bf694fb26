//! What depends on the present, and any present.

use super::all;
use crate::catalogue::GENERATORS;
use crate::generators::Context;
use crate::plan::Plan;
use crate::schema::Schema;
use crate::text::{Buffer, Encoder, Format, FormatOptions};
use crate::types::Batch;

/// A generator says that it depends on the present where its values do, and only there.
#[test]
fn generators_that_depend_on_the_present_are_known() {
    let fill = |spec: &str, now| {
        let context = Context::default().now(now).files(&|_| Ok(b"one\ntwo\n".to_vec()));
        let (schema, diagnostics) = Schema::parse("t", &[spec], &context);
        assert_eq!(diagnostics, [], "{spec}");
        let plan = Plan::new(&schema, 7, &(0..50)).unwrap();
        let encoder = Encoder::new(&plan, "t", &FormatOptions::new(Format::COLUMN), 0..50);
        let (mut batch, mut out) = (Batch::default(), Buffer::default());
        plan.fill(&(0..50), &mut batch);
        encoder.writer().write(&batch, &mut out);
        (schema.uses_now(), String::from_utf8(out.as_ref().to_vec()).unwrap())
    };
    let given = [
        "date:2020-01-01",
        "date:,2030-01-01",
        "date:2020-01-01@format=%Y%m%d",
        "datetime:,2024-01-01",
        "datetime:2020-01-01",
        "timestamp:5",
        "timestamp:,5",
        "timestamp.ms:2020-01-01,2021-01-01",
        "series:2024-01-01,5m",
        "series:,5m",
        "uuidv7@upper",
        "date@prefix=on @null=0.5",
    ];
    let mut used = Vec::new();
    for spec in GENERATORS.iter().map(|entry| entry.example()).chain(given) {
        let [one, other] = [1_600_000_000, 1_700_000_000].map(|now| fill(spec, now));
        // Whoever is 30 years old is so at any time, but for a day now and then.
        let differ = one.1 != other.1 || spec == "age";
        assert_eq!((one.0, other.0), (differ, differ), "{spec}");
        used.extend(one.0.then_some(spec));
    }
    for spec in ["date", "datetime", "timestamp", "uuidv7", "ulid", "birthdate", "jwt", "date:2020-01-01"] {
        assert!(used.contains(&spec), "{spec} is not in {used:?}");
    }
    assert!(!used.contains(&"date:,2030-01-01") && !used.contains(&"noun"));
}

/// Whatever the present is taken for, values lie in the years 0 to 9999, or the column is refused.
#[test]
fn every_generator_bears_every_present() {
    let years = [0, 1, 80, 81, 100, 1582, 1969, 1970, 2025, 2286, 9998, 9999];
    let days = years
        .map(|year| jiff::civil::date(year, 1, 1))
        .into_iter()
        .chain([jiff::civil::date(0, 2, 29), jiff::civil::date(9999, 12, 31)]);
    let seconds = days.map(|day| i64::from(crate::generators::constraint::date_to_day(day)) * 86_400);
    let specs = ["birthdate:0,0", "birthdate:150,150", "person.birthdate:150", "date", "series:,1d"];
    for now in seconds.chain([i64::MIN, i64::MIN / 1000, -1, i64::MAX / 1000, i64::MAX]) {
        for spec in all().chain(specs) {
            let read = |_: &str| Ok(b"one\n".to_vec());
            let context = Context::default().now(now).files(&read);
            let (schema, diagnostics) = Schema::parse("t", &[spec], &context);
            if !diagnostics.is_empty() {
                assert!(
                    ["age", "birthdate", "log.", "series"].iter().any(|name| spec.contains(name)),
                    "{spec} at {now}: {diagnostics:?}"
                );
                continue;
            }
            let plan = Plan::new(&schema, 1, &(0..schema.max_rows())).unwrap();
            for rows in [0..20, crate::limits::STREAM_ROWS - 20..crate::schema::STREAM_ROWS] {
                if !schema.check_rows(&rows, false).is_empty() {
                    continue;
                }
                let encoder = Encoder::new(&plan, "t", &FormatOptions::new(Format::COLUMN), rows.clone());
                let (mut batch, mut out) = (Batch::default(), Buffer::default());
                plan.fill(&rows, &mut batch);
                encoder.writer().write(&batch, &mut out);
            }
        }
    }
}
