//! Mistakes in the grammar: all of a template come at once, each where it is, and none that another one only led to.

use super::compiled;

/// All diagnostics of a template.
fn all(text: impl AsRef<[u8]>) -> String {
    let diagnostics = compiled(text, 1).expect_err("it has errors");
    diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// The positions of all errors.
fn positions(text: &str) -> Vec<(usize, usize)> {
    let Err(diagnostics) = compiled(text, 1) else { return Vec::new() };
    let positions = diagnostics.iter().filter_map(|diagnostic| diagnostic.position.as_ref());
    positions.map(|position| (position.line, position.column)).collect()
}

#[test]
fn errors_of_every_kind_are_reported_at_once() {
    assert_eq!(
        all(
            "<p>{{ Nmae }}\n\t漢字 {{ \"\\q\" }} {{ if }}{{ Odd 1.5 }}{{ end }}\n{{ print \"tea }} {{ 3k }}\n"
        ),
        r#"  t:1:7
  <p>{{ Nmae }}
        ^^^^ no function has this name; did you mean `Name`?
  t:2:8
   漢字 {{ "\q" }} {{ if }}{{ Odd 1.5 }}{{ end }}
           ^^^^ there is no such escape; there are \n \t \r \\ \" \x41 \101 \u00e9 \U0001f600 and Go's others
  t:2:22
   漢字 {{ "\q" }} {{ if }}{{ Odd 1.5 }}{{ end }}
                         ^^ a value is missing for if
  t:2:31
   漢字 {{ "\q" }} {{ if }}{{ Odd 1.5 }}{{ end }}
                                  ^^^ Odd wants a whole number, not a float64; the form is Odd N
  t:3:10
  {{ print "tea }} {{ 3k }}
           ^ this text has no end in its line; a " is missing
  t:3:21
  {{ print "tea }} {{ 3k }}
                      ^^ this is no number; there are integers (42, 0x2a, 0b101, 1_000) and decimals (1.5, 1e-3)"#
    );
}

#[test]
fn carets_are_under_their_span_after_wide_and_foreign_text() {
    assert_eq!(
        all(b"\t\t\xe6\xbc\xa2 \xff\xfe {{ Foo }} \xf0\x9f\x98\x80 {{ \xc2\xa7 \xff }}"),
        r"  t:1:11
    漢 �� {{ Foo }} 😀 {{ § � }}
             ^^^ no function has this name; generators are functions too: `name.first` is `NameFirst`
  t:1:23
    漢 �� {{ Foo }} 😀 {{ § � }}
                          ^ '§' has no meaning inside of {{ }}
  t:1:25
    漢 �� {{ Foo }} 😀 {{ § � }}
                            ^ the byte 0xff has no meaning inside of {{ }}"
    );
}

#[test]
fn errors_after_an_error_are_still_found() {
    for (text, expected) in [
        // Inside of an action.
        ("{{ Foo }} {{ if 1 }}", &[(1, 4), (1, 14)][..]),
        ("{{ range $i, 1 }}{{ $i }}{{ . }}{{ end }}{{ Foo }}", &[(1, 14), (1, 45)]),
        ("{{ with \"\\q\" }}{{ . }}{{ end }}{{ Foo }}", &[(1, 9), (1, 35)]),
        ("{{ $x := \"\\q\" }}{{ $x }}{{ $y }}", &[(1, 10), (1, 28)]),
        ("{{ $x+1 := 3 }}{{ $x }}{{ Foo }}", &[(1, 4), (1, 27)]),
        ("{{ print (1 | 2) }}{{ 3 4 }}", &[(1, 15), (1, 25)]),
        (
            "{{ 3k }}{{ a+b }}{{ (1 }}{{ 2) }}{{ a:b }}{{ Foo }}",
            &[(1, 4), (1, 12), (1, 21), (1, 30), (1, 38), (1, 46)],
        ),
        ("{{ Nmae 3k 'ab' }}", &[(1, 4), (1, 9), (1, 12)]),
        ("{{ printf \"%d\" 3 \"a\"b }} {{ Foo }}", &[(1, 21), (1, 29)]),
        ("{{ print (Odd 1.5) (Odd 2.5) $x Foo }}", &[(1, 15), (1, 25), (1, 30), (1, 33)]),
        ("{{ Add \"1\" \"x\" }}{{ Loop \"a\" \"b\" }}", &[(1, 8), (1, 12), (1, 26), (1, 30)]),
        (
            "{{ and 1 (Odd 1.5) }}{{ or 0 $x (Odd 2.5) | and Foo }}{{ index \"a\" 5 }}",
            &[(1, 15), (1, 30), (1, 38), (1, 49), (1, 68)],
        ),
        ("{{ Int .Row \"x\" }}{{ Decimal (Int 1 2) true \"2\" 4 }}", &[(1, 13), (1, 40), (1, 45), (1, 49)]),
        ("{{ Pattern .Table .Table }}{{ Int .Row 9 1 }}{{ Enum .Table 2 \"x\" true }}", &[(1, 19), (1, 42)]),
        ("{{ $x | Odd 1.5 }}", &[(1, 4), (1, 9)]),
        ("{{ eq (Odd 1.5) $x }}{{ template \"a\" Foo }}", &[(1, 12), (1, 17), (1, 34), (1, 38)]),
        (
            "{{ range Odd 1.5 }}{{ Foo }}{{ end }}{{ range true }}{{ Bar }}{{ end }}",
            &[(1, 14), (1, 23), (1, 47), (1, 57)],
        ),
        ("{{ range $x, $y = Loop 3 }}{{ Foo }}{{ end }}", &[(1, 10), (1, 14), (1, 31)]),
        // Texts without an end.
        ("{{ print \"a }} {{ Foo }}\n{{ Bar }}", &[(1, 10), (1, 19), (2, 4)]),
        ("{{ print \"a\nb\" }} {{ Foo }}", &[(1, 10), (2, 10)]),
        ("{{ 'a -}} {{ Foo }}", &[(1, 4), (1, 14)]),
        ("{{ `a }} {{ Foo }}", &[(1, 4), (1, 13)]),
        // Texts that end too late hide a block.
        ("{{ print `a }}{{ if 1 }}{{ print `b` }}{{ end }}{{ Foo }}", &[(1, 35), (1, 52)]),
        // Actions and comments without an end.
        ("{{ Name } and {{ Foo }} {{ Int 5 1 }}", &[(1, 9), (1, 18), (1, 28)]),
        ("<a href=\"{{ Name }\">{{ Foo }}</a>", &[(1, 18), (1, 24)]),
        ("{{ if eq 1 2\ndon't {{ Foo }}{{ end }}{{ Bar }}", &[(1, 1), (2, 10), (2, 28)]),
        ("{{ print some words {{ Foo }}", &[(1, 1), (1, 24)]),
        ("{{ Foo }}{{ if 1", &[(1, 4), (1, 10)]),
        ("{{/* a {{ Foo }} {{ Bar }}", &[(1, 1), (1, 21)]),
        ("{{/* a */ 1 }} {{ Foo }}", &[(1, 1), (1, 19)]),
        // Blocks.
        (
            "{{ fi 1 }}x{{ esle }}{{ edn }} {{ Rnage 3 }}{{ . }}{{ end }}{{ Foo }}",
            &[(1, 4), (1, 15), (1, 25), (1, 35), (1, 64)],
        ),
        ("{{ if+ 1 }}x{{ end }}{{ Foo }}", &[(1, 4), (1, 25)]),
        ("{{ end }}{{ else }}{{ Foo }}", &[(1, 4), (1, 13), (1, 23)]),
        ("{{ if 1 }}{{ else }}{{ else }}{{ else if 3 }}{{ end }}{{ Foo }}", &[(1, 24), (1, 34), (1, 58)]),
        ("{{ if 1 }}{{ else with 2 }}{{ else }}{{ end }}{{ Foo }}", &[(1, 19), (1, 50)]),
        ("{{ range 1 }}{{ else if 2 }}{{ end }}{{ Foo }}", &[(1, 22), (1, 41)]),
        ("{{ if 1 }}{{ if 2 }}{{ Foo }}", &[(1, 4), (1, 14), (1, 24)]),
        ("{{ break }}{{ continue 1 }}{{ Foo }}", &[(1, 4), (1, 15), (1, 24), (1, 31)]),
        (
            "{{ define x }}{{ Foo }}{{ end }}{{ block 3 }}{{ Bar }}{{ end }}",
            &[(1, 11), (1, 18), (1, 42), (1, 49)],
        ),
        ("{{ define \"a\" }}x{{ define \"b\" }}y{{ end }}{{ template \"b\" }}{{ Foo }}", &[(1, 11), (1, 65)]),
        ("{{ if 1 }}{{ define \"b\" }}y{{ end }}{{ end }}{{ template \"b\" }}{{ Foo }}", &[(1, 14), (1, 67)]),
    ] {
        assert_eq!(positions(text), expected, "{text}\n{}", all(text));
    }
}

#[test]
fn one_error_is_reported_once() {
    for text in [
        "{{ if 1",
        "{{ Name",
        "{{ print {{ Name }} }}",
        "{{ {Name }}",
        "{{ Name -} x",
        "{{ $x := 1 }}{{ $x }}{{ range $i, $v := 3k }}{{ $i }}{{ $v.Row }}{{ break }}{{ end }}",
        "{{ if 3k }}a{{ else if 1 }}b{{ else }}c{{ end }}",
        "{{ 3k | printf \"%d\" | len }}",
        "{{ define 3k }}{{ . }}{{ end }}",
        "{{ block \"a\" 3k }}{{ .Row }}{{ end }}{{ template \"a\" 1 }}",
        "{{ range Loop }}{{ .Row }}{{ break }}{{ else }}{{ end }}",
        // What a faulty action declares is declared, and may be anything.
        "{{ $x := Odd 1.5 }}{{ $x }}{{ range $x }}{{ end }}{{ $x = 3 }}{{ $x.Row }}",
        "{{ $x := nil }}{{ $x }}",
        "{{ $x := $y }}{{ $x }}",
        "{{ with $x := Odd 1.5 }}{{ $x }}{{ end }}",
        "{{ range $i, $v := true }}{{ $i }}{{ $v }}{{ break }}{{ end }}",
        "{{ range $x = Loop 3 }}{{ . }}{{ end }}",
        "{{ (Odd 1.5).Foo }}",
        "{{ Nmae.Foo.Bar }}",
        "{{ int.foo 1 }}",
        "{{ Add (Odd 1.5) 2 | printf \"%d\" | len }}",
        // Words and signs of other languages.
        "{{ foreach 3 }}{{ . }}{{ end }}",
        "{{ for 3 }}{{ . }}{{ end }}",
        "{{ if 1 }}a{{ elif 0 }}b{{ else }}c{{ end }}",
        "{{ if 1 }}a{{ elseif 0 }}b{{ end }}",
        "{{ if 1 }}a{{ endif }}",
    ] {
        assert_eq!(positions(text).len(), 1, "{text}\n{}", all(text));
    }
}

#[test]
fn terms_of_other_languages_suggest_ours() {
    for (text, expected) in [
        ("{{ name.first }}", "^^^^^^^^^^ a function's name has no dots; did you mean `NameFirst`?"),
        (
            "{{ print (Country.Code 3) }}",
            "^^^^^^^^^^^^ a function's name has no dots; did you mean `CountryCode`?",
        ),
        ("{{ int.foo 1 }}", "^^^ no function has this name; did you mean `Int`?"),
        ("{{ if $ == 1 }}{{ end }}", "^ `=` is not allowed here; a function does this, as in eq A B"),
        ("{{ if 1 != 1 }}{{ end }}", "^ `!` is not allowed here; a function does this, as in ne A B"),
        ("{{ if 1 <= 1 }}{{ end }}", "^ `<` is not allowed here; a function does this, as in le A B"),
        ("{{ if 1 && 1 }}{{ end }}", "^ `&` is not allowed here; a function does this, as in and A B"),
        ("{{ if 1 || 1 }}{{ end }}", "^ `|` is not allowed here; a function does this, as in or A B"),
        ("{{ 2 + 3 }}", "^ `+` is not allowed here; a function does this, as in Add A B"),
        ("{{ $.Row - 1 }}", "^ `-` is not allowed here; a function does this, as in Sub A B"),
        ("{{ 2 * 3 }}", "^ `*` is not allowed here; a function does this, as in Mul A B"),
        ("{{ for 3 }}{{ end }}", "^^^ no function or keyword has this name; did you mean `range`?"),
        (
            "{{ if 1 }}{{ elif 2 }}{{ end }}",
            "^^^^ no function or keyword has this name; did you mean `else if`?",
        ),
        ("{{ if 1 }}{{ endif }}", "^^^^^ no function or keyword has this name; did you mean `end`?"),
    ] {
        let reported = all(text);
        assert!(reported.ends_with(expected), "{text}\n{reported}");
    }
}

#[test]
fn an_error_in_a_condition_hides_no_later_one() {
    let reported = all("{{ and 1 (Odd 1.5) }}{{ index \"a\" 5 }}");
    assert!(reported.ends_with("there is nothing at index 5; the indices are 0 to 0"), "{reported}");
}

/// However long a template is, its errors are found in one pass.
#[test]
fn many_errors_take_no_longer_each() {
    for piece in ["{{/* }}", "{{ 3k ", "3k ", "{{ \" }}\n", "{{ } ", "{{ { ", "{{ end }}", "{{ ) ' ` }}"] {
        let text = format!("{{{{ {}}}}}", piece.repeat(20_000));
        assert_eq!(positions(&text).len(), 21, "{piece}");
    }
}
