//! Errors: reported before any row if possible, with their position, and bounded in number.

use super::{compiled, first_error, template};
use gusher::text::Buffer;

#[test]
fn errors_are_reported_with_their_position() {
    for (text, expected) in [
        ("a\n{{ Nmae }}", "2:4 no function has this name; did you mean `Name`?"),
        ("{{ $x }}", "1:4 there is no variable $x here; {{ $x := … }} makes one"),
        ("{{ Int 5 1 }}", "1:4 the smallest value (5) is above the largest (1)"),
        ("{{ Int 1 \"x\" }}", "1:10 Int wants a whole number, not a string; the form is Int MIN MAX"),
        ("{{ Int 1 2.5 }}", "1:10 Int wants a whole number, not a float64; the form is Int MIN MAX"),
        ("{{ Bool \"0.5\" }}", "1:9 Bool wants a number, not a string; the form is Bool P"),
        ("{{ Int 1 2 3 }}", "1:12 one argument too many; the form is Int MIN MAX"),
        ("{{ Hex 9999 }}", "1:8 expected 1 to 8,192 digits; the form is Hex N"),
        ("{{ Regex }}", "1:4 a pattern is needed, such as Regex `[A-Z]{2}\\d{4}`"),
        ("{{ Name \"@lcale=de_DE\" }}", "1:9 no modifier has this name; did you mean `@locale`?"),
        ("{{ Noun \"@locale=de_DE\" }}", "1:9 `Noun` has no data for de_DE, only for en"),
        ("{{ Uuidv4 \"@locale=de_DE\" }}", "1:11 `Uuidv4` does not take @locale"),
        (
            "{{ Enum \"a\" \"b\" \"@weights=1\" }}",
            "1:17 there must be as many weights as words: 1 weight, 2 words",
        ),
        ("{{ Int 1 5 \"@upper\" }}", "1:12 these values have no letters for @upper to change"),
        ("{{ Name \"@null\" }}", "1:9 a value is missing; the form is @null=P"),
        ("{{ Noun 1 }}", "1:9 Noun takes no arguments"),
        ("{{ Odd \"a\" }}", "1:8 Odd wants a whole number, not a string; the form is Odd N"),
        ("{{ Odd }}", "1:4 an argument is missing; the form is Odd N"),
        ("{{ Odd 1 2 }}", "1:10 one argument too many; the form is Odd N"),
        ("{{ 2 | Odd 1 }}", "1:8 one argument too many; the form is Odd N"),
        ("{{ Loop 1 2 3 }}", "1:13 one argument too many; the form is Loop N, or Loop MIN MAX"),
        (
            "{{ Null 0.7 Username \"-\" }}",
            "1:22 one argument too many; the form is Null PROBABILITY VALUE; `or (Null 0.5 Noun) \"-\"` writes something \
             else instead of nothing",
        ),
        ("{{ Name \"@locale=de_DE\" 3 }}", "1:25 Name takes no arguments besides modifiers"),
        ("{{ Int \"@null=0.5\" 1 6 }}", "1:8 modifiers are the last arguments"),
        (
            "{{ undefined }}",
            "1:4 no function has this name; generators are functions too: `name.first` is `NameFirst`",
        ),
        ("{{ Uuid }}", "1:4 no function has this name; did you mean `Uuidv4`?"),
        ("{{ x := 5 }}{{ $x }}", "1:4 a variable's name begins with a $; did you mean `$x`?"),
        ("{{ x = 5 }}", "1:4 a variable's name begins with a $; did you mean `$x`?"),
        (
            "{{ range x := Loop 3 }}{{ $x }}{{ end }}",
            "1:10 a variable's name begins with a $; did you mean `$x`?",
        ),
        ("{{ x == 5 }}", "1:6 `=` is not allowed here; a function does this, as in eq A B"),
        ("{{ \"a\" + \"b\" }}", "1:8 `+` is not allowed here; a function does this, as in print A B"),
        ("{{ .Row + `b` }}", "1:9 `+` is not allowed here; a function does this, as in print A B"),
        ("{{ 1 + 2 }}", "1:6 `+` is not allowed here; a function does this, as in Add A B"),
        ("{{ lt 1 \"a\" }}", "1:4 an int cannot be compared with a string"),
        // Where a loop has no items, the variable is what is ranged over, whether or not the loop is unrolled.
        (
            "{{ range $i := Loop 3 }}{{ else }}{{ Loop $i }}{{ end }}",
            "1:43 Loop wants a whole number, not a list; the form is Loop N, or Loop MIN MAX",
        ),
        (
            "{{ range $i := Loop 3 }}{{ break }}{{ else }}{{ Loop $i }}{{ end }}",
            "1:54 Loop wants a whole number, not a list; the form is Loop N, or Loop MIN MAX",
        ),
        ("{{ Loop -1 }}", "1:9 a loop cannot have -1 iterations"),
        ("{{ Loop 5 1 }}", "1:11 the fewest iterations (5) are more than the most (1)"),
        ("{{ Div 1 0 }}", "1:4 division by zero"),
        ("{{ index \"abc\" 3 }}", "1:16 there is nothing at index 3; the indices are 0 to 2"),
        ("{{ 3 | index \"abc\" }}", "1:4 there is nothing at index 3; the indices are 0 to 2"),
        ("{{ index 3 1 }}", "1:10 an int has no items"),
        ("{{ index \"abc\" \"x\" }}", "1:16 an index is a whole number, not a string"),
        ("{{ index (List 1 2) 0 1 }}", "1:23 the item before this index is an int, which has no items"),
        ("{{ slice \"abc\" 2 9 }}", "1:18 no part begins or ends at index 9; the indices are 0 to 3"),
        ("{{ slice \"abc\" \"x\" 2 }}", "1:16 an index is a whole number, not a string"),
        ("{{ slice 5 1 2 }}", "1:10 an int cannot be cut"),
        ("{{ slice \"abc\" 2 1 }}", "1:18 a part cannot begin at 2 and end at 1"),
        ("{{ slice \"abc\" 0 1 2 }}", "1:20 a text has no third index to be cut at"),
        ("{{ len 3 }}", "1:8 an int has no length"),
        ("{{ .Rwo }}", "1:4 the row has no such field; did you mean `.Row`?"),
        (
            "{{ range Loop 2 }}{{ .Row }}{{ end }}",
            "1:22 an int has no fields; the row's are $.Row, $.Seed and $.Table",
        ),
        ("{{ template \"x\" }}", "1:13 no template has this name; {{ define \"x\" }} makes one"),
        (
            "{{ range true }}{{ end }}",
            "1:10 one cannot range over a bool; Loop, a number, a list or a text will do",
        ),
        ("{{ Null 2 1 }}", "1:9 a probability is a number from 0 to 1, such as 0.25"),
        ("{{ 1 2 }}", "1:6 only a function takes arguments, and none comes before this"),
    ] {
        assert_eq!(first_error(text), expected, "{text}");
    }
}

#[test]
fn complaints_of_printf_are_reported() {
    for (text, expected) in [
        (
            "{{ printf \"%s\" (Int 42 42) }}",
            "1:12 %s does not write an int: this would write %!s(int=…); %d writes a whole number, and %v writes any value",
        ),
        (
            "{{ printf \"a %d\" \"x\" }}",
            "1:14 %d does not write a string: this would write %!d(string=…); %s writes a text, and %v writes any value",
        ),
        (
            "{{ $x := 1.5 }}{{ $x | printf \"\\t%d\" }}",
            "1:31 %d does not write a float64: this would write %!d(float64=…); %f writes a number with decimal places, and \
             %v writes any value",
        ),
        ("{{ printf \"%d %d\" 1 }}", "1:15 there is no argument left for %d: this would write %!d(MISSING)"),
        (
            "{{ printf \"%d\" 1 (Noun) }}",
            "1:18 no verb is left for this argument: the text would end with %!(EXTRA …)",
        ),
        ("{{ printf \"%[3]d\" 1 }}", "1:12 %[3]d asks for no argument: this would write %!d(BADINDEX)"),
        (
            "{{ printf \"%*d\" \"a\" 1 }}",
            "1:12 the width of %*d is not a whole number of at most 1,000,000: this would write %!(BADWIDTH)",
        ),
        (
            "{{ printf \"%.*d\" -1 1 }}",
            "1:12 the precision of %.*d is not a whole number of at most 1,000,000: this would write %!(BADPREC)",
        ),
        (
            "{{ printf \"100%\" }}",
            "1:15 a verb is missing: this would write %!(NOVERB); %% writes a percent sign",
        ),
        ("{{ printf \"%y\" . }}", "1:12 there is no verb %y: this would write %!y(…); %v writes any value"),
        (
            "{{ range Loop 2 }}{{ if false }}{{ printf \"%t\" . }}{{ end }}{{ end }}",
            "1:44 %t does not write an int: this would write %!t(int=…); %d writes a whole number, and %v writes any value",
        ),
    ] {
        assert_eq!(first_error(text), expected, "{text}");
    }
    // Nobody knows what these are before the row.
    for text in [
        "{{ $x := 1 }}{{ $x = \"a\" }}{{ printf \"%d\" $x }}",
        "{{ printf \"%s\" (Null 0.5 1) }}",
        "{{ printf (print .Row \"%d\") \"a\" }}",
        "{{ define \"x\" }}{{ printf \"%d\" . }}{{ end }}{{ template \"x\" \"a\" }}",
        "{{ range $i := Loop 0 }}{{ else }}{{ printf \"%s\" $i }}{{ end }}",
    ] {
        assert!(compiled(text, 7).is_ok(), "{text}");
    }
}

#[test]
fn all_errors_are_reported() {
    let errors =
        compiled("{{ Nmae }}\n{{ if $x }}{{ Odd }}{{ end }}\n{{ Int 5 1 }}{{ print Emial }}", 1).unwrap_err();
    let positions = errors.iter().filter_map(|error| error.position.as_ref());
    let positions: Vec<_> = positions.map(|position| (position.line, position.column)).collect();
    assert_eq!(positions, [(1, 4), (2, 7), (2, 15), (3, 4), (3, 23)]);
}

#[test]
fn errors_in_a_row_are_reported_with_the_row() {
    for (text, expected) in [
        ("{{ if 1 }}{{ Div 1 0 }}{{ end }}", "row 0 1:14 division by zero"),
        ("{{ index (Loop .Row) 1 }}", "row 0 1:22 there is nothing at index 1, as it is empty"),
        (
            "{{ $x := 1 }}{{ $x = \"a\" }}{{ Add 1 $x }}",
            "row 0 1:37 Add wants a number, not a string; the form is Add A B …",
        ),
        // An error in one iteration is reported when that iteration comes.
        (
            "{{ range $i := Loop 3 }}{{ Int 1 $i }}{{ end }}",
            "row 0 1:28 the smallest value (1) is above the largest (0)",
        ),
        ("{{ Loop (Sub .Row 1) }}", "row 0 1:4 a loop cannot have -1 iterations"),
        (
            "{{ range Loop 65 }}{{ Int 5 . }}{{ end }}",
            "row 0 1:23 the smallest value (5) is above the largest (0)",
        ),
        (
            "{{ define \"x\" }}{{ template \"x\" }}{{ end }}{{ template \"x\" }}",
            "row 0 1:29 more than 10,000 templates call one another",
        ),
    ] {
        assert_eq!(first_error(text), expected, "{text}");
    }
    let template = template("{{ Div 6 (Sub 2 .Row) }},");
    let mut out = Buffer::default();
    let error = template.writer().write(0..5, &mut out).unwrap_err();
    assert_eq!((error.row, out.as_ref()), (2, &b"3,6,"[..]));
    let reported = "row 2 cannot be made\n  t:1:4\n  {{ Div 6 (Sub 2 .Row) }},\n     ^^^ division by zero";
    assert_eq!(error.to_string(), reported);
}

#[test]
fn no_row_runs_for_ever_or_takes_all_memory() {
    let bounded = |text: &str| {
        let mut out = Buffer::default();
        let template = template(text).with_max_steps(10_000_000);
        template.writer().write(0..1, &mut out).unwrap_err().diagnostic.message
    };
    assert_eq!(bounded("{{ range 1000000000 }}{{ end }}"), "one row takes more than 10,000,000 steps");
    let much = "one row makes more than 16 MiB of text";
    assert_eq!(bounded("{{ range 1000000 }}{{ Repeat 1000000 \"x\" }}{{ end }}"), much);
    assert_eq!(bounded("{{ $x := \"x\" }}{{ range 100 }}{{ $x = print $x $x }}{{ end }}"), much);
    assert_eq!(bounded("{{ range 100000 }}{{ printf \"%1000000d\" . }}{{ end }}"), much);
    assert_eq!(bounded("{{ $x := Loop 100000000 }}{{ if 1 }}{{ Join \"\" $x }}{{ end }}"), much);
}

/// Each of these does much in few steps; what it does is counted.
#[test]
fn work_on_long_texts_counts_as_steps() {
    let long = "{{ $a := Repeat 200000 \"a\" }}{{ $b := print $a .Row }}{{ $a = print $a .Row }}";
    let loops = "{{ range 10000000 }}{{ $x := ";
    let generators = "{{ Enum \"\" }}".repeat(300);
    for template in [
        format!("{long}{loops}eq $a $b }}}}{{{{ end }}}}"),
        format!("{long}{loops}lt $a $b }}}}{{{{ end }}}}"),
        format!("{long}{loops}eq \"\" (Replace \"b\" \"\" (slice $a 0 100000)) }}}}{{{{ end }}}}"),
        format!("{long}{loops}Replace \"a\" \"\" $a }}}}{{{{ end }}}}"),
        format!("{long}{loops}Repeat 0 $a }}}}{{{{ end }}}}"),
        format!("{long}{loops}printf \"%.0s\" $a }}}}{{{{ end }}}}{{{{ range 10000000 }}}}{{{{ end }}}}"),
        format!(
            "{{{{ $l := List \"\" .Table }}}}{{{{ range 12 }}}}{{{{ $l = List $l $l }}}}{{{{ end }}}}{loops}Join \"\" $l }}}}{{{{ end }}}}"
        ),
        format!("{loops}Int . 100000000 }}}}{{{{ end }}}}"),
        format!("{{{{ range 10000000 }}}}{generators}{{{{ end }}}}"),
        format!(
            "{{{{ define \"x\" }}}}{}{{{{ end }}}}{{{{ range 10000000 }}}}{{{{ template \"x\" }}}}{{{{ end }}}}",
            "{{ $x := .Row }}".repeat(500)
        ),
    ] {
        let compiled = super::template(&template).with_max_steps(100_000);
        let error = compiled.writer().write(0..1, &mut Buffer::default()).unwrap_err().diagnostic.message;
        let shown = &template[..template.len().min(200)];
        assert!(
            error == "one row takes more than 100,000 steps" || error.contains("16 MiB"),
            "{shown}: {error}"
        );
    }
}

#[test]
fn templates_in_one_another_have_so_many_variables() {
    let many = "{{ $x := . }}".repeat(1000);
    let deep = format!(
        "{{{{ define \"x\" }}}}{many}{{{{ template \"x\" . }}}}{{{{ end }}}}{{{{ template \"x\" .Row }}}}"
    );
    assert!(
        first_error(&deep).ends_with("templates that call one another have more than 1,048,576 variables")
    );
}

#[test]
fn nesting_that_would_overflow_the_stack_is_refused() {
    let pipes = format!("{{{{ 1{} }}}}", " | print".repeat(250));
    assert_eq!(super::first(&pipes), "1");
    let pipes = format!("{{{{ 1{} }}}}", " | print".repeat(5000));
    assert_eq!(first_error(&pipes), "1:2006 more than 250 `|` in one action");
    for write in ["print $x", "JSON $x", "Join \"-\" $x", "printf \"%d %v %#v %x\" $x $x $x $x"] {
        let nested = |depth: u32| {
            format!(
                "{{{{ $x := 1 }}}}{{{{ range {depth} }}}}{{{{ $x = List $x }}}}{{{{ end }}}}{{{{ {write} }}}}"
            )
        };
        assert!(super::first(&nested(500)).contains('1'), "{write}");
        let reported = first_error(&nested(100_000));
        assert!(
            reported.starts_with("row 0 1:") && reported.ends_with("more than 500 lists in one another"),
            "{reported}"
        );
    }
}

#[test]
fn reports_of_many_errors_in_a_long_line_are_few_and_short() {
    let errors = compiled("{{ $x }}".repeat(5000), 1).unwrap_err();
    assert_eq!(errors.len(), 21);
    assert!(errors.iter().all(|error| error.text.len() < 400), "{}", errors[9].text.len());
    assert_eq!(&errors[9].text[errors[9].span.clone()], "$x");
    assert_eq!(super::reported(&errors[20]), "1:164 … and 4,980 more errors from here on");
    assert_eq!(compiled("{{ $x }}".repeat(20), 1).unwrap_err().len(), 20);
    // The search ends after many errors: such a text is no template.
    for text in ["{".repeat(1_000_000), "{{ $x }}".repeat(20_000), "{{}}".repeat(20_000)] {
        let errors = compiled(text, 1).unwrap_err();
        assert!(super::reported(&errors[20]).ends_with("… and at least 9,980 more errors from here on"));
    }
    let refused = compiled("{{.}}".repeat(1_000_000), 1).unwrap_err();
    assert_eq!((refused.len(), &refused[0].message[..]), (1, "more than 2,000,000 tokens in one template"));
}

#[test]
fn generators_are_counted() {
    assert_eq!(first_error(&"{{ Noun }}".repeat(5000)), "1:40964 more than 4,096 generators in one template");
    assert!(compiled("{{ Int 1 6 }}".repeat(4096), 1).is_ok());
    // Loops, helpers and templates are none, and loops that would be too many copies run as others do.
    assert!(compiled("{{ Odd 1 }}{{ if Null 0 1 }}{{ end }}".repeat(5000), 1).is_ok());
    let turns = template(&format!("{{{{ range Loop 60 }}}}{}{{{{ end }}}}", "{{ Int 1 6 }}".repeat(200)));
    assert!(turns.program.runs.len() < 5000, "{}", turns.program.runs.len());
    assert_eq!(super::rows(&turns, 0..1).len(), 60 * 200);
}
