//! Tokens: where each begins and ends, and how it goes on after one that is wrong.

use super::{Lexed, TokenKind};

fn lex(text: &str) -> Lexed {
    super::lex(text.as_bytes())
}

fn tokens(text: &str) -> Vec<&str> {
    let lexed = lex(text);
    assert_eq!(lexed.faults, [], "{text}");
    lexed
        .tokens
        .iter()
        .filter(|token| token.kind != TokenKind::Space)
        .map(|token| &text[token.at.clone()])
        .collect()
}

#[test]
fn trim_markers_take_the_spaces_around() {
    assert_eq!(tokens("a \n{{- 3 -}} \t b"), ["a", "{{- ", "3", " -}}", "b", ""]);
    assert_eq!(tokens("a {{-3}} b"), ["a ", "{{", "-3", "}}", " b", ""]);
    assert_eq!(tokens("{{3 -}}\n{{- 4}}"), ["{{", "3", " -}}", "{{- ", "4", "}}", ""]);
    assert_eq!(tokens("{{3   -}}  x"), ["{{", "3", " -}}", "x", ""]);
    assert_eq!(tokens("x {{- /* c */ -}} y"), ["x", "y", ""]);
}

#[test]
fn fields_numbers_and_names_are_distinguished() {
    assert_eq!(
        tokens("{{ $x.A.B .5 . .c $ -1e3|f(0x1F) \"a\\\"b\" `c}}` 'd' }}"),
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
fn errors_are_reported_with_their_span() {
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
