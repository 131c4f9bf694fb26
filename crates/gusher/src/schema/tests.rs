use std::io;

use super::Schema;
use crate::generators::Context;
use gush_diagnostics::{Code, Diagnostic};

fn parse(specs: &[&str]) -> (Schema, Vec<Diagnostic>) {
    let read = |path: &str| match path {
        "/x:y" | "a,b" | "a@b" => Ok(b"one\r\ntwo\r\n\r\ntwo".to_vec()),
        "empty" => Ok(b"\n \n".to_vec()),
        "binary" => Ok(b"good\nbad \xFF\n".to_vec()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    Schema::parse("t", specs, &Context::default().now(1_750_000_000).files(&read))
}

/// The code, the marked text and the message of the only diagnostic of `spec`.
fn diagnostic(spec: &str) -> (Code, String, String) {
    let (_, diagnostics) = parse(&[spec]);
    assert_eq!(diagnostics.len(), 1, "{spec}: {diagnostics:?}");
    let diagnostic = diagnostics.into_iter().next().unwrap();
    let text = diagnostic.full_message().to_string();
    (diagnostic.code, diagnostic.text[diagnostic.span].to_owned(), text)
}

#[test]
fn names_end_at_the_first_equals_sign_before_the_constraint() {
    let columns =
        ["int", "a=int", "enum:x=y", "a=enum:b=c:d", "int@null=0.5", "é ü=int", r"m=enum:a\@b@null=0.1"];
    let (schema, diagnostics) = parse(&columns);
    assert_eq!(diagnostics, []);
    let names: Vec<&str> = schema.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["int", "a", "enum", "a", "int", "é ü", "m"]);
    let occurrences: Vec<u64> = schema.columns.iter().map(|column| column.occurrence).collect();
    assert_eq!(occurrences, [0, 0, 0, 1, 1, 0, 0]);
}

#[test]
fn every_problem_of_every_spec_is_reported() {
    let (schema, diagnostics) = parse(&["emial@uniqe@null=2", "name", "int:5,1", "=noun@unique@unique"]);
    assert_eq!(schema.columns.len(), 1);
    let reported: Vec<(Code, &str)> = diagnostics
        .iter()
        .map(|diagnostic| (diagnostic.code, &diagnostic.text[diagnostic.span.clone()]))
        .collect();
    assert_eq!(
        reported,
        [
            (Code::Generator, "emial"),
            (Code::Modifier, "uniqe"),
            (Code::Modifier, "null=2"),
            (Code::Constraint, "5,1"),
            (Code::Name, ""),
            (Code::Modifier, "unique"),
        ]
    );
}

/// Invalid specs, the part that is marked, and a part of the advice.
#[test]
fn diagnostics_name_the_span_and_the_remedy() {
    for (spec, wrong, advice) in [
        ("emial", "emial", "did you mean `email`?"),
        ("a=b=int", "b=int", "no generator has this name"),
        ("", "", "a generator is missing"),
        ("x=", "", "a generator is missing"),
        (":1,2", "", "a generator is missing"),
        ("noun:5", "5", "`noun` takes no constraint"),
        ("noun:", "", "`noun` takes no constraint"),
        ("int:a", "a", "expected a whole number"),
        ("int:1.5,2", "1.5", "expected a whole number"),
        ("int:1,2,3", "3", "the form is int:MIN,MAX"),
        ("int:2,1", "2,1", "the smallest value (2) is above the largest (1)"),
        ("int:,-5", ",-5", "the largest value, -5, is below the smallest by default, 0; write int:MIN,-5"),
        (
            "decimal:,-5",
            ",-5",
            "the largest value, -5, is below the smallest by default, 0; write decimal:MIN,-5",
        ),
        (
            "timestamp:9999999999",
            "9999999999",
            "the smallest value, 9999999999, is above the largest by default, 1750000000; write \
             timestamp:9999999999,MAX",
        ),
        (
            "int:0,999999999999999999999999999999999999999",
            "999999999999999999999999999999999999999",
            "a whole number has up to 38 digits",
        ),
        (
            "seq:-99999999999999999999",
            "-99999999999999999999",
            "too small; the smallest whole number is -9,223",
        ),
        (
            "seq:1,99999999999999999999",
            "99999999999999999999",
            "too large; the largest whole number is 9,223",
        ),
        (
            "enum:a*99999999999999999999,b",
            "a*99999999999999999999,b",
            "the weights add up to more than 1,048,576",
        ),
        ("double:1", "1", "both ends are needed"),
        ("double:1,2,16", "16", "0 to 15 decimal places"),
        ("double:1.005,2,2", "1.005", "more than 2 decimal places"),
        ("double:x,2", "x", "expected a number"),
        ("double:9999999999,99999999999,15", "9999999999", "too large"),
        ("double:1._5,2", "1._5", "expected a number"),
        ("double:_,2", "_", "expected a number"),
        ("double:1.,2", "1.", "expected a number"),
        ("double:--1,2", "--1", "expected a number"),
        ("bool:1.5", "1.5", "from 0 to 1"),
        ("bool:yes", "yes", "from 0 to 1"),
        ("enum:a*-1,b", "-1", "a weight cannot be negative"),
        ("enum:a*,b", "", "a weight such as 3 or 0.25"),
        ("enum:a*99M", "a*99M", "the weights add up"),
        ("seq:1,0", "0", "a step of 0"),
        ("date:2024-02-30", "2024-02-30", "expected a date"),
        ("date:2024-1-1", "2024-1-1", "expected a date"),
        ("date:-000001-01-01,2024-01-01", "-000001-01-01", "expected a date"),
        ("date:2024-02-01,2024-01-01", "2024-02-01,2024-01-01", "is above"),
        ("timestamp:noon", "noon", "Unix seconds"),
        (
            "timestamp:2024-01-01T00:00:00",
            "2024-01-01T00:00:00",
            "the zone is missing; write 2024-01-01T00:00:00Z",
        ),
        (
            "datetime:2024-01-01 10:30:00",
            "2024-01-01 10:30:00",
            "the zone is missing; write 2024-01-01T10:30:00Z",
        ),
        (
            "timestamp.ms:2024-01-01T10:30:00.5",
            "2024-01-01T10:30:00.5",
            "the zone is missing; write 2024-01-01T10:30:00.5Z",
        ),
        (
            "series:2024-01-01 10:30:00",
            "2024-01-01 10:30:00",
            "the zone is missing; write 2024-01-01T10:30:00Z",
        ),
        ("file", "", "file:PATH"),
        ("file:", "", "file:PATH"),
        ("file:nowhere", "nowhere", "cannot read nowhere"),
        ("file:empty", "empty", "no line to draw from"),
        ("file:binary", "binary", "line 2 of binary is not UTF-8"),
        ("int@nul=0.1", "nul=0.1", "did you mean `@null`?"),
        ("int@", "", "there are @age, @ascii, @by, @clamp, @column, @cycle, @dirty, @dist"),
        ("int@null", "null", "the form is @null=P"),
        ("int@null=5%", "null=5%", "from 0 to 1"),
        ("int@unique=1", "unique=1", "takes no value"),
        ("enum:a@b.example", "b.example", r"an @ inside a value is written \@"),
    ] {
        let (_, found, text) = diagnostic(spec);
        assert_eq!(found, wrong, "{spec}: {text}");
        assert!(text.contains(advice), "{spec}: {text}");
    }
}

#[test]
fn constraints_split_at_the_first_colon_only() {
    for spec in ["enum:a:b,c:d", "file:/x:y", r"file:a\,b", r"file:a\@b", "file:a,b", "x=file:/x:y@unique"] {
        let (schema, diagnostics) = parse(&[spec]);
        assert_eq!(diagnostics, [], "{spec}");
        assert_eq!(schema.columns[0].generate.cardinality(), 2, "{spec}");
    }
}

#[test]
fn domains_are_the_numbers_of_different_values() {
    for (spec, domain) in [
        ("int", 1001),
        ("int:5", 996),
        ("int:2000", 1001),
        ("int:,5", 6),
        ("int:-5,-5", 1),
        ("int:-9223372036854775808,9223372036854775807", crate::generators::MAX_VALUES),
        ("double:0,1,2", 101),
        ("double:-0.05,0.05", 1001),
        ("double:3,3,0", 1),
        ("double:999.95,1k,2", 6),
        ("double:-9223372036854775808,0,0", crate::generators::MAX_VALUES),
        ("bool:0", 1),
        ("bool:1", 1),
        ("timestamp:9999-12-31,9999-12-31", 86_400),
        ("enum:a,a,b*5", 2),
        ("enum", 3),
        ("bool", 2),
        ("ipv4", 1 << 32),
        ("date:2024-01-01,2024-12-31", 366),
        ("date:2024-01-01,2024-01-01", 1),
        ("timestamp:1970-01-01,1970-01-01", 86_400),
        ("timestamp:1970-01-01T00:00:00Z,9", 10),
        ("seq:9223372036854775800", 8),
    ] {
        let (schema, diagnostics) = parse(&[spec]);
        assert_eq!(diagnostics, [], "{spec}");
        assert_eq!(schema.columns[0].generate.cardinality(), domain, "{spec}");
    }
}

#[test]
fn impossible_row_counts_are_refused_with_both_numbers() {
    let messages = |spec, rows: std::ops::Range<u64>, stream| {
        let (schema, diagnostics) = parse(&[spec]);
        assert_eq!(diagnostics, []);
        schema.check_rows(&rows, stream).into_iter().map(|diagnostic| diagnostic.message).collect::<Vec<_>>()
    };
    assert_eq!(messages("bool@unique", 0..2, false), [""; 0]);
    assert_eq!(
        messages("bool@unique", 0..1003, false),
        ["there are 2 different values, but 1,003 rows were asked for"]
    );
    assert_eq!(
        messages("int@unique", 5..2000, false),
        [
            "there are 1,001 different values, but rows up to number 1,999 were asked for, and the first is number 0"
        ]
    );
    assert_eq!(
        messages("int@unique", 0..super::STREAM_ROWS, true),
        ["there are 1,001 different values, but a stream has no end"]
    );
    assert_eq!(messages("seq", 0..super::STREAM_ROWS, true), [""; 0]);
    assert_eq!(messages("seq:9223372036854775800,2", 0..4, false), [""; 0]);
    assert_eq!(
        messages("seq:9223372036854775800,2", 0..5, false),
        ["the series leaves the 64-bit numbers after 4 rows, but 5 rows were asked for"]
    );
    assert_eq!(messages("seq:-9223372036854775807,-1", 0..3, false).len(), 1);
}

#[test]
fn names_must_differ_where_a_format_requires_it() {
    let (schema, _) = parse(&["int", "a=noun", "int", "a=name"]);
    let reported: Vec<String> =
        schema.check_names("ndjson", true).into_iter().map(|diagnostic| diagnostic.text).collect();
    assert_eq!(reported, ["int", "a=name"]);
}

#[test]
fn names_must_differ_in_more_than_their_case_where_a_format_requires_it() {
    let (schema, _) = parse(&["a=int", "A=noun", "É=int", "b=int", "é=name"]);
    let reported: Vec<String> =
        schema.check_names("sql", false).into_iter().map(|diagnostic| diagnostic.text).collect();
    assert_eq!(reported, ["A=noun", "é=name"]);
    assert_eq!(schema.check_names("ndjson", true), []);
}

/// Columns built by a program are checked as parsed ones are.
#[test]
fn columns_of_generators_are_checked_when_they_are_added() {
    let context = Context::default().now(0);
    let generator =
        |name: &str| crate::catalogue::find(name).unwrap().generator(name, None, &context).unwrap();
    let mut schema = Schema::new("t");
    let message = |result: Result<(), gush_diagnostics::Diagnostic>| result.unwrap_err().message;
    assert_eq!(message(schema.push(super::Column::new("", generator("int")))), "a column needs a name");
    assert!(message(schema.push(super::Column::new("a\0", generator("int")))).contains("NUL"));
    let of_entity = message(schema.push(super::Column::new("p", generator("person.first")).unique()));
    assert!(of_entity.starts_with("`@unique` is not supported"), "{of_entity}");
    for _ in 0..2 {
        schema.push(super::Column::new("n", generator("int")).nullable(0.5)).unwrap();
    }
    // Like the same columns, parsed.
    let (specs, _) = Schema::parse("t", &["n=int@null=0.5", "n=int@null=0.5"], &context);
    let rows = |schema: &Schema| {
        let mut batch = crate::types::Batch::default();
        crate::plan::Plan::new(schema, 7, &(0..50)).unwrap().fill(0..50, &mut batch);
        format!("{:?}", batch.columns())
    };
    assert_eq!(rows(&schema), rows(&specs));
}
