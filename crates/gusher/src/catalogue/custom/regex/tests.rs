use std::collections::HashSet;
use std::sync::Arc;

use proptest::prelude::*;

use super::{parse, regex};
use crate::generators::{Constraint, Context, Generate, Settings};
use crate::rng::{Draws, Key, Permutation, Rows};
use crate::types::{Array, DataType, Utf8};

fn made(pattern: &str) -> Result<Arc<dyn Generate>, (std::ops::Range<usize>, String)> {
    let context = Context::default().now(0);
    let settings = Settings::default();
    let used_now = std::cell::Cell::new(false);
    let text = Some(pattern);
    regex(Constraint {
        text,
        generator: "regex",
        context: &context,
        settings: &settings,
        used_now: &used_now,
    })
    .map_err(|error| (error.at, error.text))
}

fn texts(generate: &dyn Generate, rows: usize, unique: bool) -> Vec<String> {
    let key = Key::seed(1);
    let permutation = Permutation::new(key, generate.cardinality());
    let mut fractions = vec![0; rows];
    let mut draws =
        Draws::new(key, key, Rows::from(0..rows as u64), unique.then_some(&permutation), &mut fractions);
    let mut values = Array::default();
    generate.fill(&mut draws, &mut values);
    let text = |row: usize| match (&values, generate.field().data_type) {
        (Array::Strings(texts), DataType::Utf8(Utf8::Free { longest, plain, .. })) => {
            let text = String::from_utf8(texts.get(row).to_vec()).unwrap();
            assert!(text.len() <= longest, "{text}");
            let is_plain =
                !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "-._".contains(c));
            assert!(!plain || is_plain, "{text}");
            text
        }
        (Array::Indices(columns), DataType::Utf8(Utf8::Composed(parts))) => {
            let words = parts.iter().zip(columns);
            words
                .map(|(part, column)| format!("{}{}", part.words.get(column[row] as usize), part.after))
                .collect()
        }
        (values, data_type) => panic!("{values:?} of {data_type:?}"),
    };
    (0..rows).map(text).collect()
}

/// Patterns as people write them, each with whether its values can be distinguished.
const PATTERNS: &[(&str, bool)] = &[
    (r"[A-Z]{2}\d{4}", true),
    (r"\d{3}-\d{2}-\d{4}", true),
    (r"^(foo|bar|bazz)$", true),
    (r"[a-z]{3,8}@[a-z]{3,8}\.(com|net|org)", true),
    (r"[a-z]+@[a-z]+\.example", true),
    (r"#[0-9a-f]{6}", true),
    (r"v\d{1,2}\.\d{1,2}\.\d{1,3}", true),
    (r"(1[0-2]|0[1-9]):[0-5]\d ?(am|pm)", true),
    (r"\w+", true),
    (r"a*b*", true),
    (r"a*a*", false),
    (r"(a|ab)(c|bcd)[x-z]{0,2000}", false),
    (r"([a-z]+ ){1,3}", false),
    (r"x?y?z?", true),
    (r"https?://[a-z]{2,5}(/[a-z]{2,5})?", true),
    (r".{5,9}", true),
    (r"[^,]{4}", true),
    (r"(?i)yes|no", true),
    (r"[äöüß]{2,3}", true),
    (r"(?:[01]\d|2[0-3]){2}[+-]?", true),
    (r"\s\S\D", true),
    (r"(ab|c){2,5}", true),
    (r"(ab|c){2,25}", false),
    (r"\p{Lu}x", true),
    (r"", true),
];

#[test]
fn values_match_their_pattern() {
    for &(pattern, _) in PATTERNS.iter().filter(|(pattern, _)| !pattern.is_empty()) {
        let generate = made(pattern).unwrap();
        // The small crate knows no classes of Unicode; the values are of ASCII.
        let whole =
            regex_lite::Regex::new(&format!("^(?:{})$", pattern.replace(r"\p{Lu}", "[A-Z]"))).unwrap();
        for text in texts(&*generate, 1000, false) {
            assert!(whole.is_match(&text), "{pattern} made {text:?}");
        }
    }
}

#[test]
fn unique_values_differ_and_match_or_are_refused() {
    for &(pattern, clear) in PATTERNS.iter().filter(|(pattern, _)| !pattern.is_empty()) {
        let generate = made(pattern).unwrap();
        assert_eq!(generate.properties().unique_support.is_ok(), clear, "{pattern}");
        if clear {
            let whole =
                regex_lite::Regex::new(&format!("^(?:{})$", pattern.replace(r"\p{Lu}", "[A-Z]"))).unwrap();
            let rows = generate.cardinality().min(1000) as usize;
            let found = texts(&*generate, rows, true);
            assert!(found.iter().all(|text| whole.is_match(text)), "{pattern}: {found:?}");
            assert_eq!(found.iter().collect::<HashSet<_>>().len(), rows, "{pattern}");
        }
    }
}

#[test]
fn domains_are_the_numbers_of_different_texts() {
    for (pattern, domain) in [
        (r"[A-Z]{2}\d", 6760),
        ("(foo|bar)", 2),
        ("x?y?", 4),
        ("[ab]{1,3}", 14),
        ("[ab]{1,3}-[ab]{0,1}", 42),
        ("a+", 9),
        ("a*", 9),
        ("[ab]{2,}", (2..=10).map(|n| 1 << n).sum()),
        ("([0-9]|[a-z][a-z])", 686),
        (r"\w", 63),
        (".", 95),
        (r"\s", 1),
    ] {
        assert_eq!(made(pattern).unwrap().cardinality(), domain, "{pattern}");
    }
}

#[test]
fn every_choice_is_as_likely_as_the_others() {
    let count = |pattern: &str, is: &dyn Fn(&str) -> bool| {
        texts(&*made(pattern).unwrap(), 60_000, false).iter().filter(|text| is(text)).count() as f64
    };
    let near = |found: f64, expected: f64| (found - expected).abs() < 6.0 * expected.sqrt();
    for len in 1..=3 {
        assert!(near(count("[a-z]{1,3}", &|text| text.len() == len), 20_000.0), "{len}");
    }
    assert!(near(count("([0-9]|[a-z][a-z])", &|text| text.len() == 1), 30_000.0));
    assert!(near(count("[a-f]", &|text| text == "a"), 10_000.0));
    assert!(near(count("[a-c]{2,3}", &|text| text.starts_with("cb")), 60_000.0 / 9.0));
    assert!(near(count("[a-c]{3,3}[x-z]+", &|text| text.starts_with("cbc")), 60_000.0 / 27.0));
}

/// Diagnostics with their spans and texts.
#[test]
fn what_cannot_be_drawn_is_told_with_its_place() {
    const ANCHOR: &str = "of anchors only a ^ that begins the pattern and a $ that ends it are possible";
    for (pattern, at, text) in [
        ("", 0..0, r"a pattern is needed, such as regex:[A-Z]{2}\d{4}"),
        ("ab(c", 2..3, "unclosed group"),
        ("ab)c", 2..3, "unopened group"),
        ("[a-", 0..1, "unclosed character class"),
        ("a{3,2}", 1..6, "invalid repetition count range, the start must be <= the end"),
        ("*a", 0..0, "repetition operator missing expression"),
        (r"a\q", 1..3, "unrecognized escape sequence"),
        ("a(?=b)", 1..4, "look-around, including look-ahead and look-behind, is not supported"),
        (r"(a)\1", 3..5, "backreferences are not supported"),
        (r"a\bc", 1..3, ANCHOR),
        ("a^b", 1..2, ANCHOR),
        ("a$b", 1..2, ANCHOR),
        ("[a&&b]", 0..6, "nothing matches this pattern"),
        ("[a-z]{5000}", 0..11, "its longest text has 5,000 bytes; at most 4,096 are possible"),
        ("((a{999}){999}){999}", 0..20, "its longest text has 997,002,999 bytes; at most 4,096 are possible"),
        (r"\p{Klingon}", 0..11, "Unicode property not found"),
    ] {
        assert_eq!(made(pattern).unwrap_err(), (at, text.to_owned()), "{pattern}");
    }
}

#[test]
fn large_classes_are_narrowed_to_printable_ascii() {
    let chars = |pattern: &str| match parse::parse(pattern).unwrap() {
        parse::Node::Class(chars) => chars.into_iter().collect::<String>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(chars(r"\d"), "0123456789");
    assert_eq!(chars(r"\s"), " ");
    assert_eq!(chars(r"[\t\n]"), "\t\n");
    assert_eq!(chars(r"[\t\n,]"), ",");
    assert_eq!(chars("[^!-z]"), " {|}~");
    assert_eq!(chars("[a-cé]"), "abcé");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Patterns of any nesting: their values match, and the unique ones differ.
    #[test]
    fn values_of_any_pattern_match(
        pattern in prop_oneof!["[a-e]", "[xy]{1,2}", "-", "(q|r)?", "z*"].prop_recursive(3, 12, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
                prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| format!("({})", parts.join("|"))),
                (inner, 0u32..3, 0u32..3).prop_map(|(part, min, more)| format!("({part}){{{min},{}}}", min + more)),
            ]
        }),
    ) {
        let Ok(generate) = made(&pattern) else { return Ok(()) };
        let whole = regex_lite::Regex::new(&format!("^(?:{pattern})$")).unwrap();
        for text in texts(&*generate, 100, false) {
            prop_assert!(whole.is_match(&text), "{} made {:?}", pattern, text);
        }
        if generate.properties().unique_support.is_ok() {
            let rows = generate.cardinality().min(300) as usize;
            let found = texts(&*generate, rows, true);
            prop_assert_eq!(found.iter().collect::<HashSet<_>>().len(), rows, "{} made {:?}", &pattern, &found);
            prop_assert!(found.iter().all(|text| whole.is_match(text)), "{} made {:?}", &pattern, &found);
        }
    }
}
