use std::collections::HashSet;
use std::io;

use proptest::prelude::*;

use super::{FileRows, RowExtent, Run, SchemaFile, parse, write};
use crate::catalogue::GENERATORS;
use crate::generators::Context;
use crate::locale;
use crate::plan::Plan;
use crate::schema::{ColumnSource, Schema};
use gush_diagnostics::{Code, Diagnostic};

/// The schema of a file, and all diagnostics, those of its columns included.
fn schema(text: &str) -> (Schema, Vec<Diagnostic>) {
    let (mut file, mut diagnostics) = parse("x.toml", text);
    let first = (!file.tables.is_empty()).then(|| file.tables.remove(0));
    let Some(table) = first else { return (Schema { table: "t".into(), columns: Vec::new() }, diagnostics) };
    let (schema, more) = build(&table.name.text, table.columns);
    diagnostics.extend(more);
    (schema, diagnostics)
}

/// The rows of the only table, as the file gives them.
fn rows(file: &SchemaFile) -> Option<RowExtent> {
    match &file.tables[0].rows {
        Some(FileRows::Given(rows)) => Some(rows.clone()),
        _ => None,
    }
}

fn build(table: &str, columns: Vec<ColumnSource>) -> (Schema, Vec<Diagnostic>) {
    let read = |_: &str| -> io::Result<Vec<u8>> { Ok(b"one\ntwo\n".to_vec()) };
    Schema::build(table, columns, &Context::default().now(1_750_000_000).files(&read))
}

/// Name, column spec and cardinality of each column.
fn columns(text: &str) -> Vec<(String, String, u64)> {
    let (schema, diagnostics) = schema(text);
    assert_eq!(diagnostics, [], "{text}");
    let column = |column: &crate::schema::Column| {
        (column.name.clone(), column.source.spec.clone(), column.generate.cardinality())
    };
    schema.columns.iter().map(column).collect()
}

/// Position, marked text and message of the only diagnostic.
fn diagnostic(text: &str) -> (String, String, String) {
    let (_, diagnostics) = schema(text);
    assert_eq!(diagnostics.len(), 1, "{text}: {diagnostics:?}");
    let diagnostic = diagnostics.into_iter().next().unwrap();
    let text = diagnostic.full_message().to_string();
    (diagnostic.position.unwrap().to_string(), diagnostic.text[diagnostic.span].to_owned(), text)
}

#[test]
fn a_file_sets_all_that_the_command_line_can() {
    let (file, diagnostics) = parse(
        "x.toml",
        "seed = 0xff\nnow = 2024-05-06\nlocale = \"de_DE\"\n[table.\"my customers\"]\nrows = \"5..1k\"\ncolumns = [\"id=seq\"]\n",
    );
    assert_eq!(diagnostics, []);
    assert_eq!(file.seed, Some(255));
    assert_eq!(file.now, Some(1_714_953_600));
    assert_eq!(file.locale.map(|locale| locale.name), Some("de_DE"));
    assert_eq!(rows(&file), Some(RowExtent::Range(5..1000)));
    assert_eq!((&file.tables[0].name.text[..], file.tables[0].columns.len()), ("my customers", 1));
}

#[test]
fn values_may_be_written_in_every_usual_way() {
    for (seed, expected) in [("7", 7), ("\"10k\"", 10_000), ("18446744073709551615", u64::MAX), ("1_0", 10)] {
        let (file, diagnostics) = parse("x", &format!("seed = {seed}\ntable.t.columns = [\"seq\"]"));
        assert_eq!((file.seed, diagnostics), (Some(expected), vec![]), "{seed}");
    }
    for now in
        ["1714953600", "\"2024-05-06\"", "2024-05-06", "2024-05-06T00:00:00Z", "2024-05-06T02:00:00+02:00"]
    {
        let (file, diagnostics) = parse("x", &format!("now = {now}\ntable.t.columns = [\"seq\"]"));
        assert_eq!((file.now, diagnostics), (Some(1_714_953_600), vec![]), "{now}");
    }
    for (given, expected) in [
        ("5", RowExtent::Range(0..5)),
        ("\"2k\"", RowExtent::Range(0..2000)),
        ("\"stream\"", RowExtent::Stream),
    ] {
        let (file, diagnostics) = parse("x", &format!("table.t = {{ rows = {given}, columns = [\"seq\"] }}"));
        assert_eq!((rows(&file), diagnostics), (Some(expected), vec![]));
    }
}

/// The same columns as column specs, as a table by name, as keys and as an array of tables.
#[test]
fn columns_may_be_written_in_four_ways() {
    let specs = columns("[table.t]\ncolumns = [\"id=seq\", \"n=int:1,5@unique@null=0.1\", \"noun@upper\"]");
    let named =
        columns("[table.t.columns]\nid = \"seq\"\nn = \"int:1,5@unique@null=0.1\"\nnoun = \"noun@upper\"");
    let keys = columns(
        "[table.t]\ncolumns = [{ name = \"id\", generator = \"seq\" }, { name = \"n\", generator = \"int\", \
         constraint = [1, 5], unique = true, null = 0.1 }, { generator = \"noun\", case = \"upper\" }]",
    );
    let tables = columns(
        "[[table.t.columns]]\nname = \"id\"\ngenerator = \"seq\"\n[[table.t.columns]]\nname = \"n\"\ngenerator = \
         \"int:1,5\"\nlower = false\nunique = true\nnull = \"0.1\"\n[[table.t.columns]]\ngenerator = \"noun\"\nupper = true",
    );
    assert_eq!(named, keys);
    assert_eq!(named, tables);
    let names = |columns: &[(String, String, u64)]| {
        columns.iter().map(|(name, _, domain)| (name.clone(), *domain)).collect::<Vec<_>>()
    };
    assert_eq!(names(&specs), names(&named));
    assert_eq!(names(&specs)[1], ("n".into(), 5));
}

#[test]
fn columns_by_name_keep_their_order() {
    let names: Vec<_> =
        columns("[table.t.columns]\nz = \"seq\"\n\"a.b\" = \"seq\"\nm = \"seq\"").into_iter().collect();
    assert_eq!(names.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>(), ["z", "a.b", "m"]);
}

#[test]
fn listed_fields_are_literal_and_texts_are_constraints() {
    let spec = |constraint: &str| {
        let text = format!("table.t.columns.x = {{ generator = \"enum\", constraint = {constraint} }}");
        columns(&text).remove(0)
    };
    assert_eq!(spec(r#"["a,b*2", "c@d", 'e\f']"#), ("x".into(), r"enum:a\,b\*2,c\@d,e\\f".into(), 3));
    assert_eq!(spec("'a,b*2,c@d'"), ("x".into(), r"enum:a,b*2,c\@d".into(), 3));
    assert_eq!(spec(r"'a\@b,c\\@'"), ("x".into(), r"enum:a\@b,c\\\@".into(), 2));
    assert_eq!(spec("[1, 2.5, true, 2024-01-01, 0x10]").1, "enum:1,2.5,true,2024-01-01,16");
    assert_eq!(spec("5").1, "enum:5");
}

#[test]
fn a_name_may_have_any_sign() {
    let text = "table.t.columns = { \"a:b=c@d\" = \"int:1,2@null=0.5\", \"\\\\\" = \"seq\" }";
    let names: Vec<_> = columns(text).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, ["a:b=c@d", "\\"]);
}

/// Invalid files: the text, the position, the marked part of the line, and a part of the advice.
const WRONG: &[(&str, &str, &str, &str)] = &[
    ("", "x.toml:1:1", "", "a table is missing"),
    ("table = 5", "x.toml:1:9", "5", "expected a table"),
    ("[table]", "x.toml:1:2", "table", "a table needs a name"),
    ("[table]\ncolumns = [\"seq\"]", "x.toml:2:1", "columns", "a table needs a name"),
    ("[table.\"\"]\ncolumns = [\"seq\"]", "x.toml:1:8", "\"\"", "a table needs a name"),
    ("[table.t]", "x.toml:1:8", "t", "has no columns"),
    ("[table.t]\ncolumns = []", "x.toml:2:11", "[]", "needs a column"),
    ("[table.t]\ncolumns = \"seq\"", "x.toml:2:11", "\"seq\"", "expected a list"),
    ("[table.t]\ncolumns = [5]", "x.toml:2:12", "5", "expected a column"),
    ("[table.t]\nrow = 5\ncolumns = [\"seq\"]", "x.toml:2:1", "row", "did you mean `rows`?"),
    ("[table.t]\nseed = 5\ncolumns = [\"seq\"]", "x.toml:2:1", "seed", "a setting of the file"),
    ("[table.t]\nrows = -5\ncolumns = [\"seq\"]", "x.toml:2:8", "-5", "expected a number of rows"),
    ("[table.t]\nrows = \"5..2\"\ncolumns = [\"seq\"]", "x.toml:2:8", "\"5..2\"", "row 5 comes after row 2"),
    ("[table.t]\nrows = \"9e9\"\ncolumns = [\"seq\"]", "x.toml:2:8", "\"9e9\"", "expected a number of rows"),
    (
        "[table.t]\nrows = 9007199254740993\ncolumns = [\"seq\"]",
        "x.toml:2:8",
        "9007199254740993",
        "counted up to",
    ),
    ("[table.t]\ncolumns = [\"emial\"]", "x.toml:2:13", "emial", "did you mean `email`?"),
    ("[table.t.columns]\na = \"int:5,1@null=0\"", "x.toml:2:10", "5,1", "is above"),
    ("[table.t.columns]\n\ta = \"noun@nul=1\"", "x.toml:2:12", "nul=1", "did you mean `@null`?"),
    ("[table.t.columns]\n\"\" = \"int\"", "x.toml:2:1", "\"\"", "a column needs a name"),
    ("[table.t.columns]\nb.c = \"int\"", "x.toml:2:1", "b", "with a dot in it needs quotes"),
    ("[table.t.columns]\nb = { name = \"c\" }", "x.toml:2:1", "b", "a generator is missing"),
    ("[table.t.columns]\nb = { generator = 5 }", "x.toml:2:19", "5", "the name of a generator"),
    (
        "[table.t.columns]\nb = { generator = \"int\", name = \"c\" }",
        "x.toml:2:26",
        "name",
        "has a name already",
    ),
    (
        "[table.t.columns]\nb = { generator = \"int\", nul = 0.5 }",
        "x.toml:2:26",
        "nul",
        "did you mean `null`?",
    ),
    ("[table.t.columns]\nb = { generator = \"int\", null = 2 }", "x.toml:2:26", "null = 2", "from 0 to 1"),
    (
        "[table.t.columns]\nb = { generator = \"int\", null = true }",
        "x.toml:2:33",
        "true",
        "expected a probability from 0 to 1",
    ),
    (
        "[table.t.columns]\nb = { generator = \"int\", unique = 1 }",
        "x.toml:2:35",
        "1",
        "expected true or false",
    ),
    (
        "[table.t.columns]\nb = { generator = \"noun\", case = \"camel\" }",
        "x.toml:2:34",
        "\"camel\"",
        "\"lower\" or",
    ),
    (
        "[table.t.columns]\nb = { generator = \"noun\", of = \"x\" }",
        "x.toml:2:27",
        "of = \"x\"",
        "does not take @of",
    ),
    (
        "[table.t.columns]\nb = { generator = \"int\", constraint = [1, \"x\"] }",
        "x.toml:2:44",
        "x",
        "whole number",
    ),
    (
        "[table.t.columns]\nb = { generator = \"int\", constraint = [1, []] }",
        "x.toml:2:43",
        "[]",
        "a text, a number",
    ),
    ("[table.t.columns]\nb = { generator = \"int:5\", constraint = 5 }", "x.toml:2:41", "5", "already"),
    ("[table.t.columns]\nb = { generator = \"file\" }", "x.toml:2:24", "", "file:PATH"),
    ("[table.t]\ncolumns = [\"a=enum:x\\u0000y\"]", "x.toml:2:12", r#""a=enum:x\u0000y""#, "a NUL character"),
    (
        "[table.t]\ncolumns = [\"int@prefix=\\u0000\"]",
        "x.toml:2:12",
        r#""int@prefix=\u0000""#,
        "a NUL character",
    ),
    ("[table.t.columns]\n\"a\\u0000\" = \"int\"", "x.toml:2:14", "int", "a NUL character"),
    ("[table.\"t\\u0000\"]\ncolumns = [\"seq\"]", "x.toml:1:8", r#""t\u0000""#, "a NUL character"),
];

#[test]
fn diagnostics_name_the_position_and_the_remedy() {
    let good = "[table.t]\ncolumns = [\"seq\"]";
    for &(text, position, spec, advice) in WRONG {
        let (found, at, message) = diagnostic(text);
        assert_eq!((found.as_str(), at.as_str()), (position, spec), "{text}: {message}");
        assert!(message.contains(advice), "{text}: {message}");
    }
    for (line, spec, advice) in [
        ("sead = 5", "sead", "did you mean `seed`?"),
        ("rows = 5", "rows", "write it under [table.NAME]"),
        ("zebra = 5", "zebra", "at the top there are"),
        ("seed = -1", "-1", "expected a number up to"),
        ("seed = \"x\"", "\"x\"", "expected a number up to"),
        ("now = \"noon\"", "\"noon\"", "expected Unix seconds"),
        ("now = 12:00:00", "12:00:00", "expected Unix seconds"),
        ("now = true", "true", "expected Unix seconds"),
        (
            "now = 2024-01-01T10:00:00",
            "2024-01-01T10:00:00",
            "the zone is missing; write 2024-01-01T10:00:00Z",
        ),
        ("now = 999999999999", "999999999999", "times lie in the years 0 to 9999"),
        ("locale = 5", "5", "the name of a locale"),
        ("locale = \"de_DF\"", "\"de_DF\"", "did you mean `de_DE`?"),
    ] {
        let text = if line.starts_with('[') { format!("{good}\n{line}") } else { format!("{line}\n{good}") };
        let (_, at, message) = diagnostic(&text);
        assert_eq!(at, spec, "{line}: {message}");
        assert!(message.contains(advice), "{line}: {message}");
    }
}

#[test]
fn invalid_toml_is_message_with_its_position() {
    for (text, position) in [
        ("seed = ", "x.toml:1:8"),
        ("a = 1\nb = [1,\nc = \"", "x.toml:3:1"),
        ("a = \nb = 1\nc = ", "x.toml:1:5"),
        ("[table.t]\ncolumns = [\"seq\" \"noun\"]", "x.toml:2:18"),
        ("a = 1\na = 2", "x.toml:2:1"),
        ("= 5", "x.toml:1:1"),
    ] {
        let (_, diagnostics) = parse("x.toml", text);
        assert!(
            diagnostics.iter().all(|diagnostic| diagnostic.message.starts_with("this is not valid TOML: ")),
            "{diagnostics:?}"
        );
        assert_eq!(diagnostics[0].position.as_ref().unwrap().to_string(), position, "{diagnostics:#?}");
    }
    assert_eq!(parse("x", "a = [").1[0].code, Code::Schema);
    let twice = &parse("x", "[table.t]\nunique = true\nunique = true").1;
    assert_eq!(twice[0].message, "this is not valid TOML: duplicate key");
}

#[test]
fn all_diagnostics_come_at_once() {
    let (_, mut diagnostics) = schema(
        "sead = 1\nlocale = \"xx\"\n[table.t]\nrows = \"x\"\ncolumns = [\"emial\", { generator = \"int\", nul = 1, null = 5 }]",
    );
    diagnostics.sort_by_key(|diagnostic| diagnostic.position.clone());
    let positions: Vec<_> =
        diagnostics.iter().map(|diagnostic| diagnostic.position.as_ref().unwrap().to_string()).collect();
    assert_eq!(
        positions,
        ["x.toml:1:1", "x.toml:2:10", "x.toml:4:8", "x.toml:5:13", "x.toml:5:42", "x.toml:5:51"]
    );
}

/// Some modifiers that any generator takes.
fn modifiers() -> impl Strategy<Value = String> {
    let text = "[a-z @,:*=\"'\\\\\n\u{e9}]{0,6}";
    let affix =
        |name: &'static str| text.prop_map(move |text| format!("@{name}={}", crate::schema::escape(&text)));
    let share = (0..=10u8).prop_map(|tenths| format!("@null=0.{tenths}"));
    let one = |modifier: BoxedStrategy<String>| proptest::option::of(modifier);
    (one(share.boxed()), one(affix("prefix").boxed()), one(affix("suffix").boxed()))
        .prop_map(|(a, b, c)| [a, b, c].into_iter().flatten().collect())
}

/// A column of any generator, named or not.
fn spec() -> impl Strategy<Value = String> {
    let named = proptest::option::of("[a-zA-Z0-9._ \"'\\\\-]{1,8}");
    (named, 0..GENERATORS.len(), modifiers()).prop_map(|(name, which, modifiers)| {
        let name = name.map(|name| format!("{name}=")).unwrap_or_default();
        format!("{name}{}{modifiers}", GENERATORS[which].example())
    })
}

fn shown(schema: &Schema, seed: u64) -> String {
    let plan = Plan::new(schema, seed, &(0..schema.max_rows())).unwrap();
    let mut batch = crate::types::Batch::default();
    plan.fill(&(0..20), &mut batch);
    let values: Vec<_> =
        batch.columns().iter().map(|column| format!("{:?} {:?}", column.values, column.validity)).collect();
    let fields: Vec<_> = plan.fields().collect();
    format!("{values:?} {fields:?}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A schema that is written and read again has the same names and values.
    #[test]
    fn what_is_written_is_read_again(
        specs in prop::collection::vec(spec(), 1..5),
        names in prop::collection::vec(proptest::option::of("[a-z:@=.\\\\\"']{1,5}"), 5),
        table in "\\PC{1,5}",
        seed: u64,
        rows in prop_oneof![Just(RowExtent::Stream), (0..9u64, 9..99u64).prop_map(|(a, b)| RowExtent::Range(a..b))],
    ) {
        let sources = specs.iter().zip(&names).map(|(spec, name)| {
            let mut source = ColumnSource::new(spec);
            // As if the name stood beside it.
            if let (Some(name), false) = (name, spec.split([':', '@']).next().unwrap().contains('=')) {
                source.name = Some(name.clone());
            }
            source
        });
        let (before, diagnostics) = build(&table, sources.collect());
        // Two random columns may be the same attribute of one entity, which is refused.
        prop_assume!(!diagnostics.iter().any(|diagnostic| diagnostic.message.contains("would have the values of")));
        prop_assert_eq!(diagnostics, []);
        let run = Run { seed, now: 1_750_000_000, locale: locale::english(), moved: &|_| None };
        let text = write(&before, &rows, &run);
        let (mut file, diagnostics) = parse("x.toml", &text);
        prop_assert_eq!(diagnostics, [], "{}", text);
        prop_assert_eq!((file.seed, file.now), (Some(seed), Some(1_750_000_000)));
        prop_assert_eq!(super::tests::rows(&file), Some(rows.clone()));
        prop_assert_eq!(&file.tables[0].name.text, &table);
        let (after, diagnostics) = build(&table, file.tables.remove(0).columns);
        prop_assert_eq!(diagnostics, [], "{}", text);
        prop_assert_eq!(shown(&before, seed), shown(&after, seed), "{}", text);
        prop_assert_eq!(write(&after, &rows, &run), text);
    }

    /// Any text at all is parsed or refused, and every diagnostic has a position in it.
    #[test]
    fn any_text_is_parsed_or_refused(text in "[a-z\\[\\]{}=\",.:@\n #é0-9]{0,80}") {
        let (_, diagnostics) = schema(&text);
        let lines = text.split('\n').count();
        for diagnostic in &diagnostics {
            let position = diagnostic.position.clone().unwrap();
            prop_assert!((1..=lines).contains(&position.line), "{}", position);
        }
    }

    /// A text becomes one that the grammar takes for exactly that text.
    #[test]
    fn literals_are_kept_as_they_are(text in "[a@,*:\\\\é]{0,10}") {
        let literal = crate::schema::escape(&text);
        prop_assert_eq!(crate::generators::unescape(&literal), text);
        let signs: HashSet<usize> =
            ['@', ',', '*'].iter().flat_map(|sign| crate::generators::unescaped(&literal, *sign)).collect();
        prop_assert!(signs.is_empty());
    }
}
