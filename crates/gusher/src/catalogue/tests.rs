mod aliases;
mod checked;
pub(crate) mod chi_square;
mod diagnostics;
mod english;
mod fields;
mod gathered;
mod ids;
mod internet;
mod map_keys;
mod present;

use std::collections::HashSet;

use proptest::prelude::*;

use super::GENERATORS;
use crate::generators::{Context, MAX_VALUES};
use crate::plan::Plan;
use crate::schema::Schema;
use crate::text::{Buffer, Encoder, FormatOptions};
use crate::types::{Batch, DataType, Utf8};

pub(super) fn plan(specs: &[&str], seed: u64) -> (Plan, Schema) {
    let read = |_: &str| Ok(b"one\ntwo\nthree\ntwo\n".to_vec());
    let (schema, diagnostics) =
        Schema::parse("t", specs, &Context::default().now(1_750_000_000).rows(1_000).files(&read));
    assert_eq!(diagnostics, []);
    (Plan::new(&schema, seed, &(0..schema.max_rows())).unwrap(), schema)
}

/// The diagnostics of a column: the span and the message of each.
pub(crate) fn findings(spec: &str) -> Vec<(String, String)> {
    let read = |_: &str| Ok(Vec::new());
    let context = Context::default().now(1_750_000_000).files(&read);
    let (_, diagnostics) = Schema::parse("t", &[spec], &context);
    diagnostics
        .into_iter()
        .map(|diagnostic| (diagnostic.text[diagnostic.span.clone()].to_owned(), diagnostic.message))
        .collect()
}

/// The messages of the diagnostics of a column.
pub(crate) fn diagnostics(spec: &str) -> Vec<String> {
    let read = |_: &str| Ok(Vec::new());
    let context = Context::default().now(1_750_000_000).files(&read);
    let (_, diagnostics) = Schema::parse("t", &[spec], &context);
    diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect()
}

#[test]
fn a_nul_in_a_file_is_refused_with_its_line() {
    let context = Context::default().now(0).files(&|_| Ok(b"a\nb\n\0c\n".to_vec()));
    let (_, diagnostics) = Schema::parse("t", &["file:x"], &context);
    assert_eq!(diagnostics.len(), 1);
    assert!(diagnostics[0].message.starts_with("line 3 of x has a NUL character"), "{}", diagnostics[0]);
}

#[test]
fn columns_that_say_the_same_share_a_generator() {
    let reads = std::cell::Cell::new(0);
    let read = |_: &str| {
        reads.set(reads.get() + 1);
        Ok(b"a\nb\n".to_vec())
    };
    let context = Context::default().now(0).files(&read);
    let specs = [
        "file:x",
        "b=file:x@null=0.5",
        "c=file:x@upper",
        "d=file:x@upper@of=x",
        "file:y",
        "int:1,5",
        "int:1,5@dist=exp:1",
        "int:1,5@unique",
    ];
    let (schema, _) = Schema::parse("t", &specs, &context);
    // `file` takes no `@of`.
    assert_eq!((schema.columns.len(), reads.get()), (7, 2));
    let same =
        |a: usize, b: usize| std::sync::Arc::ptr_eq(&schema.columns[a].generate, &schema.columns[b].generate);
    assert!(same(0, 1) && same(4, 6));
    assert!(!same(0, 2) && !same(0, 3) && !same(4, 5));
}

/// The rows of one column as text.
pub(crate) fn values(spec: &str, seed: u64, rows: std::ops::Range<u64>) -> Vec<String> {
    let (plan, _) = plan(&[spec], seed);
    // Whose values have several lines is written as COPY has it, one a line.
    let has_lines = ["lorem.", "naughty", "place.address.lines"].iter().any(|name| spec.starts_with(name));
    let name = if has_lines { "copy" } else { "column" };
    let format = name.parse().unwrap();
    let encoder = Encoder::new(&plan, "t", &FormatOptions::new(format), rows.clone());
    let (mut batch, mut out, mut writer) = (Batch::default(), Buffer::default(), encoder.writer());
    for start in rows.clone().step_by(1000) {
        plan.fill(&(start..rows.end.min(start + 1000)), &mut batch);
        writer.write(&batch, &mut out);
    }
    let text = std::str::from_utf8(out.as_ref()).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Every dictionary, in every locale: no entry twice, none with blanks around or within, no stray quotation mark.
#[test]
fn entries_are_written_as_they_should_be() {
    let mut seen = 0;
    for locale in crate::locale::LOCALES.iter() {
        let context = Context::default().locale(locale).now(0).files(&|_| Ok(b"one\n".to_vec()));
        // What is naughty is written wrongly on purpose.
        for entry in GENERATORS.iter().filter(|entry| !["enum", "naughty"].contains(&entry.name)) {
            let (schema, _) = Schema::parse("t", &[entry.example()], &context);
            let Some(column) = schema.columns.first() else { continue };
            let DataType::Utf8(Utf8::Composed(parts)) = column.generate.field().data_type else { continue };
            for part in &parts {
                let different: std::collections::HashSet<&str> = part.dictionary.iter().collect();
                assert_eq!(different.len(), part.dictionary.len(), "{} in {}", entry.name, locale.name);
                for text in part.dictionary.iter() {
                    let is_right = !text
                        .contains(['"', '\u{201c}', '\u{201d}', '\u{201e}', '`', '\t', '\u{a0}'])
                        && !text.contains("  ")
                        && (parts.len() > 1 || text.trim() == text && !text.is_empty());
                    assert!(is_right, "{text:?} of {} in {}", entry.name, locale.name);
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 50_000, "{seen} words were looked at");
}

/// The word lists as they are: one entry a line, without blanks around it, none twice.
#[test]
fn word_lists_have_no_stray_lines() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("words");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<_> = files.collect();
    assert!(files.len() > 40);
    for file in files.into_iter().filter(|file| file.is_file()) {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut lines = std::collections::HashSet::new();
        for line in text.lines() {
            let is_right = line.split('\t').all(|field| field.trim() == field) && !line.is_empty();
            assert!(is_right && !line.contains('"'), "{line:?} in {}", file.display());
            assert!(lines.insert(line), "{line:?} comes twice in {}", file.display());
        }
    }
}

/// Every registered generator, with a constraint where it needs one.
fn all() -> impl Iterator<Item = &'static str> {
    GENERATORS.iter().map(|entry| entry.example())
}

#[test]
fn unique_values_differ_for_every_generator() {
    for spec in all() {
        let (_, schema) = plan(&[spec], 1);
        let generate = &schema.columns[0].generate;
        if let Err(reason) = generate.properties().unique_support {
            let refused = diagnostics(&format!("{spec}@unique"));
            let instead = format!("; write {spec}:any@unique");
            let text = format!("`@unique` is not supported: each value is {reason}");
            assert_eq!(refused.len(), 1, "{spec}");
            assert!(refused[0] == text || refused[0] == text + &instead, "{spec}: {refused:?}");
            continue;
        }
        let rows = generate.cardinality().min(20_000);
        for seed in [1, 2] {
            let found = values(&format!("{spec}@unique"), seed, 0..rows);
            let different: HashSet<&String> = found.iter().collect();
            assert_eq!(different.len() as u64, rows, "{spec}, seed {seed}");
        }
    }
}

#[test]
fn a_million_normal_numbers_are_unique_and_normal() {
    let found = values("double@unique", 7, 0..1_000_000);
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), 1_000_000);
    let numbers: Vec<f64> = found.iter().map(|text| text.parse().unwrap()).collect();
    let mean = numbers.iter().sum::<f64>() / 1e6;
    let deviation = (numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 1e6).sqrt();
    let within = numbers.iter().filter(|x| x.abs() < 1000.0).count() as f64 / 1e6;
    assert!(mean.abs() < 5.0 && (deviation - 1000.0).abs() < 5.0, "mean {mean}, deviation {deviation}");
    assert!((within - 0.682_69).abs() < 0.003, "{within} within one standard deviation");
}

#[test]
fn weights_are_kept() {
    let found = values("enum:free*8,pro*2,gone*1", 3, 0..110_000);
    let count = |entry| found.iter().filter(|value| *value == entry).count() as f64;
    for (entry, expected) in [("free", 80_000.0), ("pro", 20_000.0), ("gone", 10_000.0)] {
        assert!((count(entry) - expected).abs() < 6.0 * f64::sqrt(expected), "{entry}: {}", count(entry));
    }
}

#[test]
fn probabilities_are_kept() {
    let share =
        |spec, value| values(spec, 3, 0..100_000).iter().filter(|found| *found == value).count() as f64 / 1e5;
    assert!((share("bool:0.9", "true") - 0.9).abs() < 0.006);
    assert!((share("int@null=0.05", "") - 0.05).abs() < 0.005);
    for (spec, value) in [("bool:1", "true"), ("bool:0", "false"), ("int@null=1", ""), ("seq:7@null=1", "")] {
        assert!((share(spec, value) - 1.0).abs() < f64::EPSILON, "{spec}");
    }
    assert!(share("int@null=0", "") < f64::EPSILON);
}

#[test]
fn nulls_leave_the_other_rows_alone() {
    let (plain, nullable) = (values("name", 3, 0..1000), values("name@null=0.3", 3, 0..1000));
    let kept = plain.iter().zip(&nullable).filter(|(_, nullable)| !nullable.is_empty());
    assert!(kept.clone().all(|(plain, nullable)| plain == nullable));
    assert!((600..800).contains(&kept.count()));
}

#[test]
fn both_ends_of_a_range_come() {
    for (spec, ends) in [
        ("int:1,3", ["1", "3"]),
        ("int:-1,1", ["-1", "1"]),
        ("double:0,0.02,2", ["0.00", "0.02"]),
        ("double:-0.02,0,2", ["-0.02", "0.00"]),
        ("date:2024-02-28,2024-03-01", ["2024-02-28", "2024-03-01"]),
        ("timestamp:5,7", ["5", "7"]),
    ] {
        let found: HashSet<String> = values(spec, 1, 0..1000).into_iter().collect();
        assert_eq!(found.len(), 3, "{spec}: {found:?}");
        assert!(ends.iter().all(|&end| found.contains(end)), "{spec}: {found:?}");
    }
}

#[test]
fn every_value_has_its_form() {
    let is = |spec: &str, form: &dyn Fn(&str) -> bool| {
        for value in values(spec, 5, 0..5000) {
            assert!(form(&value), "{spec} gave {value:?}");
        }
    };
    let consists_of =
        |text: &str, allowed: &dyn Fn(char) -> bool| !text.is_empty() && text.chars().all(allowed);
    let word_character = |c: char| c.is_ascii_alphanumeric() || c == '_';
    is("username", &|v| consists_of(v, &word_character));
    is("email", &|v| {
        let (local, domain) = v.split_once('@').unwrap();
        let reserved = ["example.com", "example.net", "example.org"].contains(&domain)
            || [".example", ".test", ".invalid"].iter().any(|tld| domain.ends_with(tld));
        reserved && consists_of(local, &|c| word_character(c) || c == '.')
    });
    is("uuidv4", &|v| {
        let bytes = v.as_bytes();
        v.len() == 36
            && bytes[14] == b'4'
            && b"89ab".contains(&bytes[19])
            && consists_of(v, &|c| c == '-' || c.is_ascii_hexdigit())
    });
    is("ipv4", &|v| v.parse::<std::net::Ipv4Addr>().is_ok());
    is("date", &|v| ("2024-06-15"..="2025-06-15").contains(&v));
    is("timestamp", &|v| (0..=1_750_000_000).contains(&v.parse::<i64>().unwrap()));
    is("country.code", &|v| v.len() == 2 && consists_of(v, &|c| c.is_ascii_uppercase()));
    is("sentence", &|v| {
        v.ends_with('.') && v.starts_with(|c: char| c.is_ascii_uppercase()) && !v.contains("  ")
    });
    is("name", &|v| v.split(' ').count() == 2);
    is("noun", &|v| consists_of(v, &|c| c.is_ascii_lowercase() || c == '-'));
    is("double", &|v| v.split_once('.').is_some_and(|(_, digits)| digits.len() == 4));
    is("file:x", &|v| ["one", "two", "three"].contains(&v));
    for spec in ["country", "city", "name.first", "name.last"] {
        is(spec, &|v| !v.is_empty() && v.trim() == v && !v.contains("  "));
    }
}

#[test]
fn dates_default_to_the_year_around_what_is_given() {
    for (spec, first, last) in [
        ("date:2025-06-01", "2025-06-01", "2025-06-15"),
        ("date:2030-01-01", "2030-01-01", "2031-01-01"),
        ("date:,2000-01-01", "1999-01-01", "2000-01-01"),
    ] {
        let found = values(spec, 1, 0..20_000);
        assert_eq!(found.iter().min().unwrap(), first, "{spec}");
        assert_eq!(found.iter().max().unwrap(), last, "{spec}");
    }
}

#[test]
fn domains_are_within_their_bounds() {
    for spec in all() {
        let (_, schema) = plan(&[spec], 1);
        assert!((1..=MAX_VALUES).contains(&schema.columns[0].generate.cardinality()), "{spec}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The law: any range of rows alone is the same slice of all rows, whatever else the table has.
    #[test]
    fn any_range_is_a_slice_of_all_rows(
        seed: u64,
        which in 0..GENERATORS.len(),
        start in 0u64..3000,
        len in 1u64..50,
        offset in prop_oneof![Just(0), Just(1 << 40)],
    ) {
        let spec = all().nth(which).unwrap();
        // Some series end before.
        let offset = offset.min(plan(&[spec], seed).1.max_rows() - 3050);
        let all_rows = values(spec, seed, offset..offset + 3050);
        // Values of some have several lines, so that not every line is a row.
        let ends = [0, start, start + len, 3050].map(|end| offset + end);
        let parts: Vec<String> = ends.windows(2).flat_map(|ends| values(spec, seed, ends[0]..ends[1])).collect();
        prop_assert_eq!(all_rows, parts);
    }

    /// Other columns, before and after, leave a column's values alone; its own name does not.
    #[test]
    fn columns_depend_on_their_name_only(seed: u64, which in 0..GENERATORS.len()) {
        let spec = all().nth(which).unwrap();
        let column = |specs: &[&str], which: usize| {
            let (plan, _) = plan(specs, seed);
            let mut batch = Batch::default();
            plan.fill(&(0..500), &mut batch);
            format!("{:?}", batch.columns()[which].values())
        };
        let named = format!("a={spec}");
        let alone = column(&[&named], 0);
        prop_assert_eq!(&alone, &column(&["seq", &named, "noun"], 1));
        prop_assert_eq!(&alone, &column(&["z=name@of=z", "y=int@null=0.5", &named], 2));
        let by_row = ["seq", "series", "const"].iter().any(|same| spec.starts_with(same));
        if !by_row && GENERATORS[which].entity.is_none() {
            prop_assert_ne!(&alone, &column(&[&format!("b={spec}")], 0));
            prop_assert_ne!(&alone, &column(&[&named, &named], 1));
        }
    }
}
