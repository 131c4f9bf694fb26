//! The grammar: what is accepted, and where each error is reported.

use crate::ast::{ExprKind, TemplateNode, Tree};
use crate::error::Fault;

/// The tree, or the first error in it.
fn parse(text: &str) -> Result<Tree, Fault> {
    let (tree, faults) = super::parse(text.as_bytes());
    faults.into_iter().min_by_key(|fault| fault.at.start).map_or(Ok(tree), Err)
}

#[test]
fn what_go_takes_is_taken() {
    for text in [
        "",
        "text",
        "{{ 1 }}",
        "{{if 1}}a{{else if 2}}b{{else}}c{{end}}",
        "{{ with $x := 1 }}{{ $x }}{{ else with 2 }}{{ . }}{{ end }}",
        "{{ range $i, $x := Loop 3 }}{{ break }}{{ else }}{{ end }}",
        "{{ define \"a\" }}x{{ end }}{{ template \"a\" }}{{ template `a` . }}",
        "{{ block \"b\" 1 }}{{ . }}{{ end }}",
        "{{ (printf \"%d\" 1) | print (len \"a\") | html }}",
        "{{ $.Row }}{{ .Row }}{{ (.).Row }}{{ $x := . }}{{ $x.Row }}",
        "{{ $x := 1 -}} {{ $x = 2 }}",
        "{{ 1 | }}",
    ] {
        assert!(parse(text).is_ok(), "{text}: {:?}", parse(text));
    }
}

#[test]
fn errors_are_reported_at_their_span() {
    for (text, at) in [
        ("{{ }}", 0..5),
        ("{{ end }}", 3..6),
        ("{{ if }}x{{ end }}", 6..8),
        ("{{ if 1 }}x", 3..5),
        ("{{ if 1 }}{{ else }}{{ else }}{{ end }}", 23..27),
        ("{{ break }}", 3..8),
        ("{{ 1 | 2 }}", 7..8),
        ("{{ $x, $y := 1 }}", 5..6),
        ("{{ range $x, 1 }}{{ end }}", 13..14),
        ("{{ template x }}", 12..13),
        ("{{ if 1 }}{{ define \"a\" }}{{ end }}{{ end }}", 13..19),
        ("{{ \"a\".Row }}", 3..10),
        ("{{ 1.Row }}", 3..6),
        ("{{ \"a\"\"b\" }}", 6..9),
        ("{{ range 1 }}{{ else if 2 }}{{ end }}", 21..23),
        ("{{ print if }}", 9..11),
    ] {
        assert_eq!(parse(text).map_err(|fault| fault.at), Err(at), "{text}");
    }
}

#[test]
fn depth_is_bounded() {
    let deep = format!("{{{{ {}1{} }}}}", "(".repeat(5000), ")".repeat(5000));
    assert!(parse(&deep).unwrap_err().message.text.contains("in one another"));
    assert!(parse(&"{{ if 1 }}".repeat(5000)).unwrap_err().message.text.contains("in one another"));
    // Pipes are one depth, wherever they are.
    for deep in [
        format!("{{{{ 1{} }}}}", " | print".repeat(5000)),
        format!("{{{{ {}1{} }}}}", "(".repeat(50), format!("{})", " | print".repeat(20)).repeat(50)),
    ] {
        assert_eq!(parse(&deep).unwrap_err().message.text, "more than 250 `|` in one action");
    }
    assert!(parse(&"{{ 1 | print }}".repeat(5000)).is_ok());
    // A chain is no depth.
    let chain = format!("{{{{ if 1 }}}}{}{{{{ end }}}}", "{{ else if 2 }}x".repeat(5000));
    assert!(parse(&chain).is_ok());
}

#[test]
fn fields_belong_to_the_value_before_them() {
    let tree = parse("{{ $x.A.B }}").unwrap();
    let TemplateNode::Action(pipe) = &tree.body[0] else { panic!("{tree:?}") };
    let ExprKind::Fields(base, fields) = &pipe.commands[0].operands[0].kind else { panic!("{pipe:?}") };
    assert_eq!(base.kind, ExprKind::Variable("$x".into()));
    assert_eq!(fields.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["A", "B"]);
}
