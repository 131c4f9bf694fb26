//! Errors in expressions: all reported at once, each with its position and what would be right, before any row.

use crate::expressions::seeded;
use gush_testkit::Scratch;

/// The error in one expression, over columns of all types: the marked text and the message.
#[track_caller]
fn reported(expression: &str) -> String {
    let column = format!("x=expr:{expression}");
    let columns = [
        "n=int:-5,5",
        "p=decimal:0,9,2",
        "t=noun",
        "d=date:2000-01-01,2010-12-31",
        "ts=datetime",
        "b=bool",
        "u=uuidv4",
        &column,
    ];
    let run = seeded("-l 2", &columns).run().code(2).stdout_is("");
    let text = String::from_utf8_lossy(&run.stderr).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    let line = lines[1].chars().collect::<Vec<_>>();
    let (start, end) = (lines[2].find('^').expect("carets"), lines[2].rfind('^').expect("carets"));
    let marked: String = line.get(start..=end.min(line.len() - 1)).unwrap_or_default().iter().collect();
    format!("{marked}: {}", &lines[2][end + 2..])
}

#[test]
fn invalid_sql_is_reported_where_it_ends() {
    assert_eq!(reported("n +"), ": expected an expression after this");
    assert_eq!(reported("n n"), "n: expected an operator, not n");
    assert!(reported(&"(".repeat(500)).contains("nested too deeply"));
}

#[test]
fn unclosed_delimiters_are_reported_where_they_open() {
    for (expression, expected) in [
        ("case when n > 5 then 1", "case: `end` is missing"),
        ("1 + case n when 1 then (2) else 3", "case: `end` is missing"),
        ("case when (n > 5 then 1 end", "(: `)` is missing"),
        ("n in (1, 2", "(: `)` is missing"),
        ("upper(t", "(: `)` is missing"),
        ("n + 1)", "): this parenthesis was not opened"),
        ("n end", "end: this `end` has no `case`"),
        ("case when n > 5 1 end", "when: this case is not complete"),
        ("lower('x)", "': a quote is missing"),
        ("\"n + 1", "\": a quote is missing"),
    ] {
        let text = reported(expression);
        assert!(text.starts_with(expected), "{expression}: {text}");
    }
}

/// The syntax of other languages is refused with the equivalent here.
#[test]
fn functions_and_operators_of_other_languages_are_answered_with_ours() {
    for (expression, expected) in [
        ("if(n > 2, 1, 2)", "case when"),
        ("iff(n > 2, 1, 2)", "case when"),
        ("rand()", "draw them in a column"),
        ("random()", "draw them in a column"),
        ("len(t)", "did you mean length?"),
        ("nvl(n, 1)", "did you mean coalesce?"),
        ("max(n)", "greatest(a, b)"),
        ("n == 5", "==: PostgreSQL has no operator ==; values are compared with ="),
        ("n <=> 5", "is not distinct from"),
        ("ts - interval 1 day", "interval '1 day'"),
        ("make_interval(days => 1)", "make_interval(YEARS, MONTHS, WEEKS, DAYS"),
        ("to_char(interval '1 day', 'HH')", "write x::text"),
        ("\"big\"", "a text is 'big'"),
    ] {
        let text = reported(expression);
        assert!(text.contains(expected), "{expression}: {text}");
    }
    // What is near is still what was meant.
    assert!(reported("\"nn\" + 1").contains("did you mean `n`?"));
}

/// Arguments without a value are found from the ranges.
#[test]
fn values_outside_of_a_function_are_refused_with_advice() {
    for (expression, expected) in [
        ("ln(n)", "greatest(x, 1)"),
        ("ln(p)", "nullif(x, 0)"),
        ("log(1 + p, 2)", "the base may be 1"),
        ("exp(n * 1000)", "least(x, 30)"),
        ("asin(n)", "greatest(least(x, 1), -1)"),
        ("cot(n)", "nullif(x, 0)"),
        ("power(n, 0.5)", "abs(x)"),
        ("chr(n)", "from 1 to 1114111"),
        ("div(1, n)", "nullif"),
        ("make_timestamp(2024, 1, 1, n, 0, 0)", "from 0 to 23"),
        ("make_interval(n * 100000)", "too many years"),
        ("to_date(t, 'YYYY')", "has to be written here"),
        ("to_date('2024-13-01', 'YYYY-MM-DD')", "the month is 13"),
        ("t ~ t", "has to be written here"),
        (r"t ~ '(a)\1'", "back-references"),
        ("t ~ '(?=a)'", "looking ahead"),
        ("format(t, n)", "has to be written here"),
        ("format('%s %s', n)", "2 or more values"),
        ("format('%I', case when b then t end)", "no identifier"),
        ("to_char(n, 'L999')", "double quotes"),
        ("to_char(n, '99EEEE9')", "has to end a pattern"),
    ] {
        let text = reported(expression);
        assert!(text.contains(expected), "{expression}: {text}");
    }
}

#[test]
fn circles_are_reported_with_all_their_columns() {
    let run =
        seeded("-l 2", &["a=expr:b + 1", "b=expr:c", "c=expr:a * 2", "d=expr:a", "e=expr:e"]).run().code(2);
    let text = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(text.contains("a cannot") || text.contains("computed from itself: a → b → c → a"), "{text}");
    assert!(text.contains("computed from itself: e → e"), "{text}");
    assert_eq!(text.matches("itself").count(), 2, "{text}");
    let scratch = Scratch::new();
    scratch
        .write("s.toml", "[table.t]\nrows = 2\ncolumns.a = { expr = \"b\" }\ncolumns.b = { expr = \"a\" }\n");
    let run = seeded("", &["--schema", "s.toml"]).within(scratch.folder()).run().code(2);
    let text = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(text.contains("t.a → t.b → t.a") && text.contains("s.toml:3:"), "{text}");
}

#[test]
fn modifiers_of_expressions_are_refused_with_advice() {
    let scratch = Scratch::new();
    scratch.write(
        "s.toml",
        "[table.t]\ncolumns.a = { expr = \"1\", unique = true, prefix = \"x\", case = \"upper\" }\ncolumns.b = { expr = \"1\", generator = \"int\" }\n",
    );
    let run = seeded("", &["--schema", "s.toml"]).within(scratch.folder()).run().code(2);
    let text = String::from_utf8_lossy(&run.stderr).into_owned();
    for expected in ["nobody can promise", "with ||", "write upper(…)", "leave one of them out"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn something_must_be_left_to_write() {
    let run = seeded("-l 1", &["a=int@hidden", "b=int@hidden"]).run().code(2);
    assert!(String::from_utf8_lossy(&run.stderr).contains("every column is hidden"));
    let run = seeded("-l 1", &["expr:1", "a=expr", "b=expr:"]).run().code(2);
    let text = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(text.contains("needs a name") && text.matches("an expression is missing").count() == 2, "{text}");
}
