mod aliases;
mod checked;
pub(crate) mod chi_square;
mod diagnostics;
mod english;
mod fields;
mod gathered;
mod ids;
mod internet;

use std::collections::HashSet;

use proptest::prelude::*;

use super::GENERATORS;
use crate::generators::{Context, MAX_VALUES};
use crate::plan::Plan;
use crate::schema::Schema;
use crate::text::{Buffer, Encoder, Format, FormatOptions};
use crate::types::{Batch, DataType, Utf8};

pub(super) fn plan(words: &[&str], seed: u64) -> (Plan, Schema) {
    let read = |_: &str| Ok(b"one\ntwo\nthree\ntwo\n".to_vec());
    let (schema, diagnostics) =
        Schema::parse("t", words, &Context::default().now(1_750_000_000).files(&read));
    assert_eq!(diagnostics, []);
    (Plan::new(&schema, seed, &(0..schema.max_rows())).unwrap(), schema)
}

/// What is wrong with a column: the bytes that are meant, and the message.
pub(crate) fn findings(word: &str) -> Vec<(String, String)> {
    let read = |_: &str| Ok(Vec::new());
    let context = Context::default().now(1_750_000_000).files(&read);
    let (_, diagnostics) = Schema::parse("t", &[word], &context);
    diagnostics
        .into_iter()
        .map(|diagnostic| (diagnostic.text[diagnostic.span.clone()].to_owned(), diagnostic.message))
        .collect()
}

/// What is wrong with a column.
pub(crate) fn diagnostics(word: &str) -> Vec<String> {
    let read = |_: &str| Ok(Vec::new());
    let context = Context::default().now(1_750_000_000).files(&read);
    let (_, diagnostics) = Schema::parse("t", &[word], &context);
    diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect()
}

#[test]
fn a_nul_in_a_file_is_told_with_its_line() {
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
    let words = [
        "file:x",
        "b=file:x@null=0.5",
        "c=file:x@upper",
        "d=file:x@upper@of=x",
        "file:y",
        "int:1,5",
        "int:1,5@dist=exp:1",
        "int:1,5@unique",
    ];
    let (schema, _) = Schema::parse("t", &words, &context);
    // `file` takes no `@of`.
    assert_eq!((schema.columns.len(), reads.get()), (7, 2));
    let same =
        |a: usize, b: usize| std::sync::Arc::ptr_eq(&schema.columns[a].generate, &schema.columns[b].generate);
    assert!(same(0, 1) && same(4, 6));
    assert!(!same(0, 2) && !same(0, 3) && !same(4, 5));
}

/// The rows of one column as text.
pub(crate) fn values(word: &str, seed: u64, rows: std::ops::Range<u64>) -> Vec<String> {
    let (plan, _) = plan(&[word], seed);
    // Whose values have several lines is written as COPY has it, one a line.
    let has_lines = ["lorem.", "naughty", "place.address.lines"].iter().any(|name| word.starts_with(name));
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

/// A generator says that it depends on the present where its values do, and only there.
#[test]
fn what_depends_on_the_present_is_known() {
    let made = |word: &str, now| {
        let context = Context::default().now(now).files(&|_| Ok(b"one\ntwo\n".to_vec()));
        let (schema, diagnostics) = Schema::parse("t", &[word], &context);
        assert_eq!(diagnostics, [], "{word}");
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
    for word in GENERATORS.iter().map(|entry| entry.example()).chain(given) {
        let [one, other] = [1_600_000_000, 1_700_000_000].map(|now| made(word, now));
        // Whoever is 30 years old is so at any time, but for a day now and then.
        let differ = one.1 != other.1 || word == "age";
        assert_eq!((one.0, other.0), (differ, differ), "{word}");
        used.extend(one.0.then_some(word));
    }
    for word in ["date", "datetime", "timestamp", "uuidv7", "ulid", "birthdate", "jwt", "date:2020-01-01"] {
        assert!(used.contains(&word), "{word} is not in {used:?}");
    }
    assert!(!used.contains(&"date:,2030-01-01") && !used.contains(&"noun"));
}

/// Every list of words, in every locale: no word twice, none with blanks around or within, no stray quotation mark.
#[test]
fn words_are_written_as_they_should_be() {
    let mut seen = 0;
    for locale in crate::locale::LOCALES.iter() {
        let context = Context::default().locale(locale).now(0).files(&|_| Ok(b"one\n".to_vec()));
        // What is naughty is written wrongly on purpose.
        for entry in GENERATORS.iter().filter(|entry| !["enum", "naughty"].contains(&entry.name)) {
            let (schema, _) = Schema::parse("t", &[entry.example()], &context);
            let Some(column) = schema.columns.first() else { continue };
            let DataType::Utf8(Utf8::Composed(parts)) = column.generate.field().data_type else { continue };
            for part in &parts {
                let different: std::collections::HashSet<&str> = part.words.iter().collect();
                assert_eq!(different.len(), part.words.len(), "{} in {}", entry.name, locale.name);
                for word in part.words.iter() {
                    let is_right = !word
                        .contains(['"', '\u{201c}', '\u{201d}', '\u{201e}', '`', '\t', '\u{a0}'])
                        && !word.contains("  ")
                        && (parts.len() > 1 || word.trim() == word && !word.is_empty());
                    assert!(is_right, "{word:?} of {} in {}", entry.name, locale.name);
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 50_000, "{seen} words were looked at");
}

/// The files of words as they stand: one a line, without blanks around it, none twice.
#[test]
fn files_of_words_have_no_stray_lines() {
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

/// Whatever the present is taken for, values lie in the years 0 to 9999, or the column is refused.
#[test]
fn every_generator_bears_every_present() {
    let years = [0, 1, 80, 81, 100, 1582, 1969, 1970, 2025, 2286, 9998, 9999];
    let days = years
        .map(|year| jiff::civil::date(year, 1, 1))
        .into_iter()
        .chain([jiff::civil::date(0, 2, 29), jiff::civil::date(9999, 12, 31)]);
    let seconds = days.map(|day| i64::from(crate::generators::constraint::date_to_day(day)) * 86_400);
    let words = ["birthdate:0,0", "birthdate:150,150", "person.birthdate:150", "date", "series:,1d"];
    for now in seconds.chain([i64::MIN, i64::MIN / 1000, -1, i64::MAX / 1000, i64::MAX]) {
        for word in all().chain(words) {
            let read = |_: &str| Ok(b"one\n".to_vec());
            let context = Context::default().now(now).files(&read);
            let (schema, diagnostics) = Schema::parse("t", &[word], &context);
            if !diagnostics.is_empty() {
                assert!(
                    ["age", "birthdate", "log.", "series"].iter().any(|name| word.contains(name)),
                    "{word} at {now}: {diagnostics:?}"
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

/// Every registered generator, with a constraint where it needs one.
fn all() -> impl Iterator<Item = &'static str> {
    GENERATORS.iter().map(|entry| entry.example())
}

#[test]
fn unique_values_differ_for_every_generator() {
    for word in all() {
        let (_, schema) = plan(&[word], 1);
        let generate = &schema.columns[0].generate;
        if let Err(reason) = generate.properties().unique_support {
            let refused = diagnostics(&format!("{word}@unique"));
            let instead = format!("; write {word}:any@unique");
            let text = format!("`@unique` is not supported: each value is {reason}");
            assert_eq!(refused.len(), 1, "{word}");
            assert!(refused[0] == text || refused[0] == text + &instead, "{word}: {refused:?}");
            continue;
        }
        let rows = generate.cardinality().min(20_000);
        for seed in [1, 2] {
            let found = values(&format!("{word}@unique"), seed, 0..rows);
            let different: HashSet<&String> = found.iter().collect();
            assert_eq!(different.len() as u64, rows, "{word}, seed {seed}");
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
    let count = |word| found.iter().filter(|value| *value == word).count() as f64;
    for (word, expected) in [("free", 80_000.0), ("pro", 20_000.0), ("gone", 10_000.0)] {
        assert!((count(word) - expected).abs() < 6.0 * f64::sqrt(expected), "{word}: {}", count(word));
    }
}

#[test]
fn probabilities_are_kept() {
    let share =
        |word, value| values(word, 3, 0..100_000).iter().filter(|found| *found == value).count() as f64 / 1e5;
    assert!((share("bool:0.9", "true") - 0.9).abs() < 0.006);
    assert!((share("int@null=0.05", "") - 0.05).abs() < 0.005);
    for (word, value) in [("bool:1", "true"), ("bool:0", "false"), ("int@null=1", ""), ("seq:7@null=1", "")] {
        assert!((share(word, value) - 1.0).abs() < f64::EPSILON, "{word}");
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
    for (word, ends) in [
        ("int:1,3", ["1", "3"]),
        ("int:-1,1", ["-1", "1"]),
        ("double:0,0.02,2", ["0.00", "0.02"]),
        ("double:-0.02,0,2", ["-0.02", "0.00"]),
        ("date:2024-02-28,2024-03-01", ["2024-02-28", "2024-03-01"]),
        ("timestamp:5,7", ["5", "7"]),
    ] {
        let found: HashSet<String> = values(word, 1, 0..1000).into_iter().collect();
        assert_eq!(found.len(), 3, "{word}: {found:?}");
        assert!(ends.iter().all(|&end| found.contains(end)), "{word}: {found:?}");
    }
}

#[test]
fn every_value_has_its_form() {
    let is = |word: &str, form: &dyn Fn(&str) -> bool| {
        for value in values(word, 5, 0..5000) {
            assert!(form(&value), "{word} gave {value:?}");
        }
    };
    let words = |text: &str, allowed: &dyn Fn(char) -> bool| !text.is_empty() && text.chars().all(allowed);
    let word_character = |c: char| c.is_ascii_alphanumeric() || c == '_';
    is("username", &|v| words(v, &word_character));
    is("email", &|v| {
        let (local, domain) = v.split_once('@').unwrap();
        let reserved = ["example.com", "example.net", "example.org"].contains(&domain)
            || [".example", ".test", ".invalid"].iter().any(|tld| domain.ends_with(tld));
        reserved && words(local, &|c| word_character(c) || c == '.')
    });
    is("uuidv4", &|v| {
        let bytes = v.as_bytes();
        v.len() == 36
            && bytes[14] == b'4'
            && b"89ab".contains(&bytes[19])
            && words(v, &|c| c == '-' || c.is_ascii_hexdigit())
    });
    is("ipv4", &|v| v.parse::<std::net::Ipv4Addr>().is_ok());
    is("date", &|v| ("2024-06-15"..="2025-06-15").contains(&v));
    is("timestamp", &|v| (0..=1_750_000_000).contains(&v.parse::<i64>().unwrap()));
    is("country.code", &|v| v.len() == 2 && words(v, &|c| c.is_ascii_uppercase()));
    is("sentence", &|v| {
        v.ends_with('.') && v.starts_with(|c: char| c.is_ascii_uppercase()) && !v.contains("  ")
    });
    is("name", &|v| v.split(' ').count() == 2);
    is("noun", &|v| words(v, &|c| c.is_ascii_lowercase() || c == '-'));
    is("double", &|v| v.split_once('.').is_some_and(|(_, digits)| digits.len() == 4));
    is("file:x", &|v| ["one", "two", "three"].contains(&v));
    for word in ["country", "city", "name.first", "name.last"] {
        is(word, &|v| !v.is_empty() && v.trim() == v && !v.contains("  "));
    }
}

#[test]
fn dates_default_to_the_year_around_what_is_given() {
    for (word, first, last) in [
        ("date:2025-06-01", "2025-06-01", "2025-06-15"),
        ("date:2030-01-01", "2030-01-01", "2031-01-01"),
        ("date:,2000-01-01", "1999-01-01", "2000-01-01"),
    ] {
        let found = values(word, 1, 0..20_000);
        assert_eq!(found.iter().min().unwrap(), first, "{word}");
        assert_eq!(found.iter().max().unwrap(), last, "{word}");
    }
}

#[test]
fn domains_are_within_their_bounds() {
    for word in all() {
        let (_, schema) = plan(&[word], 1);
        assert!((1..=MAX_VALUES).contains(&schema.columns[0].generate.cardinality()), "{word}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The law: any range of rows alone is the same slice of the whole, whatever else the table has.
    #[test]
    fn any_range_is_a_slice_of_the_whole(
        seed: u64,
        which in 0..GENERATORS.len(),
        start in 0u64..3000,
        len in 1u64..50,
        offset in prop_oneof![Just(0), Just(1 << 40)],
    ) {
        let word = all().nth(which).unwrap();
        // Some series end before.
        let offset = offset.min(plan(&[word], seed).1.max_rows() - 3050);
        let whole = values(word, seed, offset..offset + 3050);
        // Values of some have several lines, so that not every line is a row.
        let ends = [0, start, start + len, 3050].map(|end| offset + end);
        let parts: Vec<String> = ends.windows(2).flat_map(|ends| values(word, seed, ends[0]..ends[1])).collect();
        prop_assert_eq!(whole, parts);
    }

    /// Other columns, before and behind, leave a column's values alone; its own name does not.
    #[test]
    fn columns_depend_on_their_name_only(seed: u64, which in 0..GENERATORS.len()) {
        let word = all().nth(which).unwrap();
        let column = |words: &[&str], which: usize| {
            let (plan, _) = plan(words, seed);
            let mut batch = Batch::default();
            plan.fill(&(0..500), &mut batch);
            format!("{:?}", batch.columns()[which].values())
        };
        let named = format!("a={word}");
        let alone = column(&[&named], 0);
        prop_assert_eq!(&alone, &column(&["seq", &named, "noun"], 1));
        prop_assert_eq!(&alone, &column(&["z=name@of=z", "y=int@null=0.5", &named], 2));
        let by_row = ["seq", "series", "const"].iter().any(|same| word.starts_with(same));
        if !by_row && GENERATORS[which].entity.is_none() {
            prop_assert_ne!(&alone, &column(&[&format!("b={word}")], 0));
            prop_assert_ne!(&alone, &column(&[&named, &named], 1));
        }
    }
}
