//! The law of values: any part of the rows can be written alone, and edits of the text do not change other values.

use super::{compiled, rows, template};
use gusher::rng::Key;

const MIXED: &str = "{{ .Row }} {{ Noun }} {{ $n := Int 0 9 }}{{ range $i := Loop 0 40 }}{{ if Odd $i }}{{ Int 0 99 }},\
{{ else }}{{ NameFirst }}{{ Int $i 99 }}{{ end }}{{ end }}{{ if lt $n 3 }}<{{ Null 0.5 (Email) }}>{{ end }}\
{{ Pick 1 2 3 }}{{ define \"x\" }}{{ Uuidv4 }}{{ end }}{{ template \"x\" }}{{ template \"x\" }}\n";

#[test]
fn parts_agree_with_all_rows() {
    for text in ["{{ Noun }} {{ Int 0 1000 }}\n", MIXED] {
        let template = template(text);
        let all = rows(&template, 0..1500);
        let parts: String =
            [0..1, 1..255, 255..700, 700..1499, 1499..1500].map(|part| rows(&template, part)).concat();
        assert!(all == parts, "{text}");
        let again: String = (0..1500).map(|row| rows(&template, row..row + 1)).collect();
        assert!(all == again, "{text}");
    }
}

/// Rows from anywhere, in any order and repeated, have the text that each has alone.
#[test]
fn gathered_rows_are_those_of_each() {
    let gathered: Vec<u64> =
        (0..700).map(|index| Key::seed(3).bits(index) % 900).chain([1 << 40, 7, 7]).collect();
    for text in [
        "{{ Noun }} {{ Int 0 1000 }}\n",
        MIXED,
        "{{ range Loop 40 3000 }}{{ Int . 9999 }},{{ Noun }}{{ end }}\n",
    ] {
        let template = template(text);
        for rows_at_once in [&gathered[..], &gathered[..20], &gathered[690..]] {
            let mut out = gusher::text::Buffer::default();
            template.writer().write(rows_at_once, &mut out).unwrap();
            let alone: String = rows_at_once.iter().map(|&row| rows(&template, row..row + 1)).collect();
            assert!(out.as_ref() == alone.as_bytes(), "{text}");
        }
    }
}

#[test]
fn one_writer_writes_rows_in_any_order() {
    let template = template(MIXED);
    let mut writer = template.writer();
    let mut row = |row: u64| {
        let mut out = gusher::text::Buffer::default();
        writer.write(row..row + 1, &mut out).unwrap();
        String::from_utf8(out.as_ref().to_vec()).unwrap()
    };
    let (fifth, ninth) = (row(5), row(9));
    assert_eq!(row(5), fifth);
    assert_eq!(rows(&template, 9..10), ninth);
}

#[test]
fn turns_differ_and_sites_differ() {
    let text =
        rows(&template("{{ range Loop 100 }}{{ Int 0 1000000000 }} {{ end }}{{ Int 0 1000000000 }}"), 3..4);
    let different: std::collections::HashSet<&str> = text.split(' ').collect();
    assert_eq!(different.len(), 101);
}

#[test]
fn the_same_call_gives_the_same_wherever_its_value_goes() {
    let seeded = |text: &str| rows(&compiled(text, 99).unwrap(), 0..300);
    let straight = seeded("{{ Int 0 1000 }},{{ Noun }}\n");
    for text in [
        "{{ $n := Int 0 1000 }}{{ $n }},{{ Noun }}\n",
        "{{ range Loop 1 }}{{ Int 0 1000 }}{{ end }},{{ $x := Noun }}{{ $x }}\n",
        "{{ $max := Add 0 1000 .Row }}{{ $max = 1000 }}{{ Int 0 $max }},{{ if 1 }}{{ Noun }}{{ end }}\n",
        "{{/* edited */}}{{ printf \"%d\" (Int 0 1000) }},{{ print Noun }}\n",
    ] {
        assert!(seeded(text) == straight, "{text}");
    }
    assert!(rows(&compiled("{{ Int 0 1000 }},{{ Noun }}\n", 98).unwrap(), 0..300) != straight);
}

#[test]
fn a_loop_between_two_numbers_has_every_number_of_turns() {
    let template = template("{{ len (Loop 2 4) }}");
    let text = rows(&template, 0..300);
    let count = |digit: char| text.matches(digit).count();
    assert_eq!(count('2') + count('3') + count('4'), 300);
    assert!(['2', '3', '4'].iter().all(|&digit| count(digit) > 60), "{text}");
}

#[test]
fn a_loop_that_is_unrolled_has_the_values_of_one_that_is_not() {
    for body in [
        "{{ Int 0 1000 }},",
        "{{ if Odd $i }}{{ Int 0 1000 }}{{ else }}{{ Noun }}{{ end }},",
        "{{ $x := Int 0 9 }}{{ $x }}{{ Pick 1 2 3 4 5 }}{{ Null 0.5 1 }}{{ len (Loop 0 9) }},",
        "{{ range $j := Loop 3 }}{{ if lt $i $j }}{{ Noun }}{{ end }}{{ end }}{{ Int $i 99 }},",
        "{{ if Bool }}{{ Noun }}{{ end }}{{ Int 0 1000 }},",
        "{{ with $i }}{{ Noun }}{{ else }}{{ Int 0 1000 }}{{ end }}{{ and (Bool) (Int 0 9) }},",
        "{{ range Loop 0 2 }}{{ Noun }}{{ end }};",
        "{{ and $i (Int 0 9) }},{{ or $i (Int 0 9) }},{{ Int 0 1000 }};",
    ] {
        let fixed = format!("{{{{ range $i := Loop 5 }}}}{body}{{{{ end }}}}\n");
        // A variable that is assigned is not a constant.
        let varying =
            format!("{{{{ $n := 5 }}}}{{{{ $n = 5 }}}}{{{{ range $i := Loop $n }}}}{body}{{{{ end }}}}\n");
        assert_eq!(rows(&template(&fixed), 0..600), rows(&template(&varying), 0..600), "{body}");
    }
}

/// What never runs has no effect, not even as a way out of a loop.
#[test]
fn a_break_that_never_runs_breaks_nothing() {
    for never in [
        "{{ if false }}{{ break }}{{ end }}",
        "{{ if true }}{{ else }}{{ break }}{{ end }}",
        "{{ with 0 }}{{ break }}{{ end }}",
    ] {
        let text =
            format!("{{{{ range Loop 70 }}}}{never}{{{{ if Odd . }}}}{{{{ . }}}},{{{{ end }}}}{{{{ end }}}}");
        let expected: String = (0..70).filter(|n| n % 2 == 1).map(|n| format!("{n},")).collect();
        assert_eq!(rows(&template(&text), 0..1), expected, "{never}");
    }
}

#[test]
fn what_is_known_is_one_run() {
    for (text, is_straight) in [
        (
            "{{ range $i := Loop 5 }}{{ if Odd $i }}<b>{{ Noun }}</b>{{ else }}{{ Int 0 9 }}{{ end }}{{ end }}",
            true,
        ),
        ("{{ $x := 3 }}{{ Noun }}{{ if gt $x 2 }}{{ Name }}{{ end }}{{ with 5 }}{{ . }}{{ end }}", true),
        ("{{ range Loop 5 }}{{ if Bool }}{{ Noun }}{{ end }}{{ end }}", false),
        ("{{ range Loop 1 5 }}{{ Noun }}{{ end }}", false),
        ("{{ range Loop 65 }}{{ Noun }}{{ end }}", false),
        ("{{ range Loop 5 }}{{ Noun }}{{ break }}{{ end }}", false),
    ] {
        assert_eq!(template(text).max_row_bytes().is_some(), is_straight, "{text}");
    }
}

#[test]
fn generators_that_describe_one_thing_agree() {
    let text = r#"{{ Country "any" }}={{ CountryCode "any" }}
{{ range Loop 0 3 }}{{ Country "any" }}={{ CountryCode "any" }}
{{ end }}{{ $c := Country "any" }}{{ $c }}={{ CountryCode "any" }}
"#;
    let countries = rows(&template(text), 0..400);
    let mut codes = std::collections::HashMap::new();
    for (country, code) in countries.lines().filter_map(|line| line.split_once('=')) {
        assert_eq!(*codes.entry(country).or_insert(code), code, "{country}");
    }
    assert!(codes.len() > 5);
    // The first pair and the second are two countries.
    let two = rows(&template("{{ Country \"any\" }}|{{ Country \"any\" }}\n"), 0..400);
    let differ = two.lines().filter_map(|line| line.split_once('|')).filter(|(a, b)| a != b).count();
    assert!(differ > 100, "{differ}");
}
