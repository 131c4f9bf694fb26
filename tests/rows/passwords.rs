//! Passwords by rules, and ids of other makers, by their formats.

use crate::rows::{gush, rows};

#[test]
fn passwords_satisfy_their_rules() {
    let run = rows("-l 20000 password:12,16@rules=upper:2,lower,digit:2,symbol,readable");
    for text in run.lines() {
        let count = |of: fn(&char) -> bool| text.chars().filter(of).count();
        assert!((12..=16).contains(&text.len()), "{text}");
        assert!(count(char::is_ascii_uppercase) >= 2 && count(char::is_ascii_digit) >= 2, "{text}");
        assert!(count(char::is_ascii_lowercase) >= 1 && count(char::is_ascii_punctuation) >= 1, "{text}");
        assert!(!text.contains(['0', 'O', '1', 'I', 'l']), "{text}");
    }
    let mut lines = run.lines();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 20_000);
}

/// Each position has each class as often as any other, and each password of few is as likely as any other.
#[test]
fn passwords_of_one_length_are_equally_likely() {
    // Two digits of which one at least: `digit:1,lower` of length 1 has 10 digits and no letter.
    let run = rows("-l 100000 password:1,1@rules=digit,lower:0");
    let mut counts = [0u32; 10];
    for text in run.lines() {
        counts[text.parse::<usize>().expect("a digit")] += 1;
    }
    assert!(counts.iter().all(|count| count.abs_diff(10_000) < 500), "{counts:?}");
    // Of two characters with a digit: 10·26 with it in front, 10·26 behind, 100 of two digits.
    let run = rows("-l 100000 password:2,2@rules=digit,lower:0");
    let is_digit = |text: &&str, at: usize| text.as_bytes()[at].is_ascii_digit();
    let both = run.lines().iter().filter(|text| is_digit(text, 0) && is_digit(text, 1)).count();
    let first = run.lines().iter().filter(|text| is_digit(text, 0) && !is_digit(text, 1)).count();
    assert!(both.abs_diff(16_129) < 600 && first.abs_diff(41_935) < 800, "{both} {first}");
}

#[test]
fn wrong_rules_are_explained() {
    for (column, message) in [
        ("password@rules=uper", "expected upper, lower, digit and symbol"),
        ("password:4@rules=digit:5", "the rules ask for 5 characters, but the shortest password has 4"),
        ("password@rules=readable", "no class of characters is named"),
        ("password@rules", "a value is missing; the form is @rules=CLASS:N,…"),
        ("name@rules=each", "`name` does not take @rules"),
        ("password@rules=each@upper", "@rules says how many capitals and small letters there are"),
        ("password@title@rules=each", "@rules says how many capitals and small letters there are"),
    ] {
        gush(&format!("rows {column}")).run().code(2).stdout_is("").stderr_has(message);
    }
}

#[test]
fn ids_have_the_formats_of_their_makers() {
    let run = rows("-l 5000 -s , cuid cuid2 snowflake snowflake:discord hash.sha512");
    let mut last = (String::new(), 0);
    for line in run.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        let small = |text: &str| text.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_lowercase());
        assert!(fields[0].len() == 25 && fields[0].starts_with('c') && small(fields[0]), "{line}");
        assert!(fields[1].len() == 24 && fields[1].starts_with(|c: char| c.is_ascii_lowercase()), "{line}");
        assert!(small(fields[1]), "{line}");
        let id: u64 = fields[2].parse().expect("a number");
        assert!(fields[0] > &last.0[..] && id > last.1, "{line}");
        // 2024-05-06T00:00:00Z, by each epoch.
        let millis = |id: &str, epoch: u64| (id.parse::<u64>().expect("a number") >> 22) + epoch;
        assert!(millis(fields[2], 1_288_834_974_657) - 1_714_953_600_000 < 2, "{line}");
        assert!(millis(fields[3], 1_420_070_400_000) - 1_714_953_600_000 < 2, "{line}");
        assert!(fields[4].len() == 128 && fields[4].bytes().all(|b| b.is_ascii_hexdigit()), "{line}");
        last = (fields[0].to_owned(), id);
    }
}

#[test]
fn no_snowflake_is_older_than_its_epoch() {
    let text = "the present is before this epoch, and no id has a time before it";
    for (options, column) in [("--seed 7", "snowflake:2026-01-02"), ("--now 2014-12-31", "snowflake:discord")]
    {
        gush(&format!("rows {options} {column}")).run().code(2).stdout_is("").stderr_has(text);
    }
    let first = gush("rows --now 2020-01-01 -l 1 snowflake:2020-01-01").run().ok();
    assert_eq!(first.text().trim().parse::<u64>().expect("a number") >> 22, 0);
}
