//! Tokens: where each begins and ends, and how it goes on after one that is wrong.

use super::{Lexed, TokenKind};

fn lex(text: &str) -> Lexed {
    super::lex(text.as_bytes())
}

fn words(text: &str) -> Vec<&str> {
    let words = lex(text);
    assert_eq!(words.faults, [], "{text}");
    words
        .tokens
        .iter()
        .filter(|token| token.kind != TokenKind::Space)
        .map(|token| &text[token.at.clone()])
        .collect()
}

#[test]
fn trim_markers_take_the_spaces_around() {
    assert_eq!(words("a \n{{- 3 -}} \t b"), ["a", "{{- ", "3", " -}}", "b", ""]);
    assert_eq!(words("a {{-3}} b"), ["a ", "{{", "-3", "}}", " b", ""]);
    assert_eq!(words("{{3 -}}\n{{- 4}}"), ["{{", "3", " -}}", "{{- ", "4", "}}", ""]);
    assert_eq!(words("{{3   -}}  x"), ["{{", "3", " -}}", "x", ""]);
    assert_eq!(words("x {{- /* c */ -}} y"), ["x", "y", ""]);
}

#[test]
fn fields_numbers_and_names_are_told_apart() {
    assert_eq!(
        words("{{ $x.A.B .5 . .c $ -1e3|f(0x1F) \"a\\\"b\" `c}}` 'd' }}"),
        [
            "{{",
            "$x",
            ".A",
            ".B",
            ".5",
            ".",
            ".c",
            "$",
            "-1e3",
            "|",
            "f",
            "(",
            "0x1F",
            ")",
            "\"a\\\"b\"",
            "`c}}`",
            "'d'",
            "}}",
            ""
        ]
    );
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (text, at) in [
        ("{{ \"a }}", 3..4),
        ("{{ (1 }}", 3..4),
        ("{{ 1) }}", 4..5),
        ("x{{ a", 1..3),
        ("{{/* a", 0..4),
        ("{{ 3k }}", 3..5),
        ("{{ $x+2 }}", 3..6),
        ("{{ a:b }}", 4..5),
        ("{{ é… }}", 3..8),
    ] {
        assert_eq!(lex(text).faults[0].at, at, "{text}");
    }
}
