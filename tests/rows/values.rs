//! What the generators promise about their values, looked at from outside.

use crate::rows::rows;
use std::collections::{BTreeMap, BTreeSet};
use std::net::Ipv4Addr;

/// The values of one column.
#[track_caller]
fn values(column: &str) -> Vec<String> {
    rows(&format!("-l 20k -f column {column}")).lines().iter().map(ToString::to_string).collect()
}

#[track_caller]
fn assert_all(column: &str, holds: impl Fn(&str) -> bool) {
    let values = values(column);
    assert_eq!(values.len(), 20_000, "{column}");
    if let Some(wrong) = values.iter().find(|value| !holds(value)) {
        panic!("{column}: {wrong:?}");
    }
}

#[track_caller]
fn numbers(column: &str) -> BTreeSet<i64> {
    values(column).iter().map(|value| value.parse().expect("an integer")).collect()
}

#[test]
fn int_has_both_its_ends() {
    assert_eq!(numbers("int:1,6"), (1..=6).collect());
    assert_eq!(numbers("int:-2,2"), (-2..=2).collect());
    assert_eq!(numbers("int"), (0..=1000).collect());
    assert_eq!(numbers("int:995"), (995..=1000).collect());
    assert_eq!(numbers("int:5,5"), [5].into());
    assert!(numbers("int:0,9223372036854775807").last() > Some(&9_000_000_000_000_000_000));
    let widest = numbers("int:-9223372036854775808,9223372036854775807");
    assert!(widest.first() < Some(&-9_000_000_000_000_000_000));
}

#[test]
fn double_has_its_digits() {
    assert_all("double:0,99.99,2", |v| {
        let (integer, digits) = v.split_once('.').expect("a point");
        digits.len() == 2
            && (1..=2).contains(&integer.len())
            && (0.0..=99.99).contains(&v.parse().expect("a number"))
    });
    let all: Vec<f64> = values("double").iter().map(|v| v.parse().expect("a number")).collect();
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    let deviation = (all.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / all.len() as f64).sqrt();
    assert!(mean.abs() < 43.0, "mean {mean}: more than six standard errors from 0");
    assert!((deviation - 1000.0).abs() < 30.0, "standard deviation {deviation}");
}

#[test]
fn bool_has_its_share() {
    let trues = |column: &str| values(column).iter().filter(|v| *v == "true").count();
    assert!((9_576..=10_424).contains(&trues("bool")));
    assert!((17_745..=18_255).contains(&trues("bool:0.9")));
    assert_eq!(trues("bool:0"), 0);
    assert_eq!(trues("bool:1"), 20_000);
    assert_all("bool", |v| v == "true" || v == "false");
}

#[test]
fn enum_has_its_weights() {
    let mut counts = BTreeMap::new();
    for value in values("enum:free*8,pro*2") {
        *counts.entry(value).or_insert(0) += 1;
    }
    assert_eq!(counts.keys().collect::<Vec<_>>(), ["free", "pro"]);
    assert!((15_660..=16_340).contains(&counts["free"]), "{counts:?}");
    assert_all("enum", |v| ["foo", "bar", "baz"].contains(&v));
    assert_all("enum:a:b", |v| v == "a:b");
    assert_all(r"enum:a\,b,a\*2", |v| v == "a,b" || v == "a*2");
    assert_all(r"enum:me\@home", |v| v == "me@home");
}

#[test]
fn seq_counts() {
    rows("-l 3 seq").stdout_is("1\n2\n3\n");
    rows("-l 3 seq:10").stdout_is("10\n11\n12\n");
    rows("-l 3 seq:100,-50").stdout_is("100\n50\n0\n");
}

#[test]
fn dates_lie_between_their_ends() {
    let days: BTreeSet<String> = values("date:2024-02-27,2024-03-01").into_iter().collect();
    assert_eq!(
        days.into_iter().collect::<Vec<_>>(),
        ["2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01"]
    );
    assert_all("date:2024-01-01,2024-01-01", |v| v == "2024-01-01");
    assert_all("date:0001-01-01,9999-12-31", |v| v.len() == 10);
    // --now is 2024-05-06.
    assert_all("date", |v| ("2023-05-06"..="2024-05-06").contains(&v));
}

#[test]
fn timestamps_are_seconds() {
    let now = 1_714_953_600;
    assert_all("timestamp", |v| (0..=now).contains(&v.parse::<i64>().expect("a number")));
    assert_eq!(numbers("timestamp:5,7"), [5, 6, 7].into());
    assert_all("timestamp:1970-01-02,1970-01-02", |v| {
        (86_400..172_800).contains(&v.parse().expect("a number"))
    });
}

#[test]
fn uuids_are_of_version_4() {
    assert_all("uuidv4", |v| {
        let groups: Vec<usize> = v.split('-').map(str::len).collect();
        let hex = v.bytes().all(|b| b == b'-' || b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        groups == [8, 4, 4, 4, 12] && hex && &v[14..15] == "4" && "89ab".contains(&v[19..20])
    });
    assert_eq!(values("uuidv4").into_iter().collect::<BTreeSet<_>>().len(), 20_000);
}

#[test]
fn mail_reaches_no_one() {
    let reserved = ["example.com", "example.net", "example.org"];
    let reserved_tlds = [".example", ".test", ".invalid", ".example.com", ".example.net", ".example.org"];
    assert_all("email", |v| {
        let (user, domain) = v.split_once('@').expect("one @");
        let user_is_plain = user.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-+".contains(&b));
        let reserved = reserved.contains(&domain) || reserved_tlds.iter().any(|tld| domain.ends_with(tld));
        !user.is_empty() && user_is_plain && reserved
    });
}

#[test]
fn addresses_use_all_their_bytes() {
    let mut bytes = BTreeSet::new();
    for value in values("ipv4") {
        bytes.extend(value.parse::<Ipv4Addr>().expect("an IPv4 address").octets());
    }
    assert_eq!(bytes.len(), 256);
}

#[test]
fn words_are_words() {
    for column in ["noun", "name", "name.first", "name.last", "country:any", "city", "sentence"] {
        assert_all(column, |v| !v.is_empty() && v.trim() == v && !v.chars().any(char::is_control));
        let different = values(column).into_iter().collect::<BTreeSet<_>>().len();
        assert!(different > 100, "{column} has only {different} values");
    }
    assert_all("name", |v| v.contains(' '));
    assert_all("username", |v| v.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
    assert_all("country.code:any", |v| v.len() == 2 && v.bytes().all(|b| b.is_ascii_uppercase()));
    assert_all("sentence", |v| v.ends_with(['.', '!', '?']));
}

#[test]
fn file_draws_the_lines_of_a_file() {
    let scratch = gush_testkit::Scratch::new();
    let path = scratch.write("words", "\u{feff}one\r\n\r\n two \n\nthree:3");
    let run = rows(&format!("-l 1000 file:{}", path.display()));
    let lines: BTreeSet<&str> = run.text().split_terminator('\n').collect();
    assert_eq!(lines, [" two ", "one", "three:3"].into());
}
