//! Each rule of requests, by an environment that is made up.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use gush_diagnostics::{Diagnostic, Message};
use gush_generate::request::{
    self, Environment, Finding, Opt, Prepared, Problem, Program, ReadLimit, Request, RequestError,
};
use gush_generate::{Compression, Screen, Shard, Sql, formats};
use gusher::schema::Schema;

/// 2001-09-09T01:46:40Z.
const CLOCK: i64 = 1_000_000_000;

/// An environment with a few files, a clock that does not move, and chance that is always the same.
#[derive(Default)]
struct Fake {
    files: HashMap<&'static str, &'static str>,
    is_terminal: bool,
}

impl Environment for Fake {
    fn clock(&self) -> i64 {
        CLOCK
    }

    fn random_seed(&self) -> Result<u64, String> {
        Ok(4)
    }

    fn read(&self, path: &Path, limit: ReadLimit) -> io::Result<Vec<u8>> {
        if path == Path::new("/dev/zero") {
            return Err(io::Error::other(format!("it is larger than {}", limit.text)));
        }
        let text = path.to_str().and_then(|path| self.files.get(path));
        text.map(|text| text.as_bytes().to_vec()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn read_stdin(&self, _limit: ReadLimit) -> io::Result<Vec<u8>> {
        Ok(b"{{ Name }}".to_vec())
    }

    fn is_terminal(&self, path: Option<&Path>) -> bool {
        path.is_none() && self.is_terminal
    }

    fn is_direct(&self, path: &Path) -> bool {
        path.starts_with("/dev")
    }

    fn is_file(&self, path: &Path) -> bool {
        path.to_str().is_some_and(|path| self.files.contains_key(path))
    }

    fn are_one(&self, one: &Path, other: &Path) -> bool {
        one == other
    }

    fn absolute(&self, path: &Path) -> Option<PathBuf> {
        Some(Path::new("/root").join(path))
    }
}

fn option(option: Opt, value: Option<&str>) -> String {
    format!("<{}{}>", option.name(), value.map(|value| format!(" {value}")).unwrap_or_default())
}

fn program(columns: Vec<String>) -> Program<'static> {
    Program {
        option,
        formats: formats().collect(),
        default_format: formats().next(),
        screen: Screen::FILE,
        unknown_format: |name| Message::unknown("there is no such format", name, ["csv"]),
        separator: |text| Ok(text.as_encoded_bytes().to_vec()),
        table: "data",
        expressions: &Sql,
        parse: Some(Box::new(move |table, context| Schema::parse(table, &columns, context))),
        advise: None,
        arrange: |_, _| {},
        templates: None,
    }
}

fn asked(options: &[(Opt, &str)]) -> Request {
    let mut request = Request::default();
    options.iter().for_each(|(option, value)| request.set(*option, *value));
    request
}

fn resolve(fake: &Fake, options: &[(Opt, &str)], columns: &[&str]) -> Result<Prepared, RequestError> {
    let program = program(columns.iter().map(|&column| column.to_owned()).collect());
    request::resolve(&asked(options), &program, fake, Vec::new())
}

/// What comes of these options.
fn prepared(options: &[(Opt, &str)]) -> Prepared {
    resolve(&Fake::default(), options, &["id=seq", "when=datetime"]).unwrap()
}

/// A finding as a line: the option, the value with the wrong part in brackets, and the message.
fn line(finding: Finding) -> String {
    let Problem { option: opt, value, other, span, message } = match finding {
        Finding::Diagnostic(Diagnostic { text, message, .. }) => return format!("{text}: {message}"),
        Finding::Option(problem) => problem,
    };
    let value = value.map(|value| match span {
        Some(span) => {
            format!("{}[{}]{}", &value[..span.start], &value[span.clone()], &value[span.end..])
        }
        None => value,
    });
    let other = other.map(|(other, value)| option(other, value.as_deref())).unwrap_or_default();
    format!("{}{other}: {message}", option(opt, value.as_deref()))
}

fn findings(found: Result<Prepared, RequestError>) -> Vec<String> {
    match found.map(|prepared| prepared.notes) {
        Err(RequestError::Findings(found)) => found.into_iter().map(line).collect(),
        other => panic!("nothing is wrong: {other:?}"),
    }
}

/// What is wrong with these options.
fn wrong(options: &[(Opt, &str)]) -> Vec<String> {
    findings(resolve(&Fake::default(), options, &["id=seq", "when=datetime"]))
}

#[test]
fn the_present_is_that_of_the_option_the_file_the_seed_or_the_clock() {
    assert_eq!(prepared(&[]).now, CLOCK);
    assert_eq!(prepared(&[(Opt::Seed, "7")]).now, 1_767_225_600);
    assert_eq!(prepared(&[(Opt::Seed, "7"), (Opt::Now, "now")]).now, CLOCK);
    assert_eq!(prepared(&[(Opt::Seed, "7"), (Opt::Now, "2020-01-01")]).now, 1_577_836_800);
    let files = HashMap::from([("s.toml", "now = \"1970-01-02\"\n[table.t]\ncolumns = [\"seq\"]\n")]);
    let fake = Fake { files, ..Fake::default() };
    let of_file = |options: &[(Opt, &str)]| resolve(&fake, options, &[]).unwrap().now;
    assert_eq!(of_file(&[(Opt::Schema, "s.toml"), (Opt::Seed, "7")]), 86_400);
    assert_eq!(of_file(&[(Opt::Schema, "s.toml"), (Opt::Now, "5")]), 5);
    assert_eq!(
        prepared(&[(Opt::Seed, "7")]).notes,
        ["with a seed, <now> is 2026-01-01T00:00:00Z unless it is given; <now now> is the start time"]
    );
    assert!(wrong(&[(Opt::Now, "nov")])[0].ends_with("did you mean `now`?"));
}

#[test]
fn rows_are_a_limit_a_range_or_a_stream() {
    let rows = |options: &[(Opt, &str)]| prepared(options).job.tables()[0].all_rows();
    assert_eq!(rows(&[]), 0..10);
    assert_eq!(rows(&[(Opt::Limit, "1k")]), 0..1000);
    assert_eq!(rows(&[(Opt::Rows, "2..5")]), 2..5);
    assert!(prepared(&[(Opt::Stream, "")]).job.tables()[0].is_stream());
    assert_eq!(
        wrong(&[(Opt::Limit, "1e6")]),
        ["<limit [1e6]>: expected a number of rows such as 10, 10k or 1_000_000; did you mean `1M`?"]
    );
    assert!(wrong(&[(Opt::Rows, "5")])[0].ends_with("did you mean `<limit 5>`?"));
    assert!(wrong(&[(Opt::Limit, "99999999999999999999")])[0].contains("rows are counted up to"));
    assert!(wrong(&[(Opt::Stream, ""), (Opt::Output, "f.csv")])[0].starts_with("<stream><output f.csv>: "));
    assert!(resolve(&Fake::default(), &[(Opt::Stream, ""), (Opt::Output, "/dev/x")], &["seq"]).is_ok());
}

#[test]
fn shards_need_a_seed_and_a_fixed_time() {
    let seeded = |options: &[(Opt, &'static str)]| [&[(Opt::Seed, "7")], options].concat();
    assert_eq!(prepared(&seeded(&[(Opt::Shard, "2/3")])).job.shard(), Shard::new(1, 3).unwrap());
    assert_eq!(
        wrong(&[(Opt::Shard, "1/2")]),
        [
            "<shard>: give all shards the same <seed>: without one each has other values, and @unique ones come twice"
        ]
    );
    assert!(
        wrong(&seeded(&[(Opt::Shard, "1/2"), (Opt::Now, "now")]))[0].starts_with("<now now><shard>: each")
    );
    assert!(
        wrong(&seeded(&[(Opt::Shard, "1/2"), (Opt::Stream, "")]))[0].starts_with("<stream><shard>: a stream")
    );
    for text in ["0/2", "3/2", "x", "1"] {
        assert_eq!(wrong(&seeded(&[(Opt::Shard, text)])).len(), 1, "{text}");
    }
}

#[test]
fn the_format_is_named_or_that_of_the_output() {
    let format = |options: &[(Opt, &str)]| prepared(options).job.tables()[0].extension().to_owned();
    assert_eq!(format(&[(Opt::Output, "a.csv")]), "csv");
    assert_eq!(format(&[(Opt::Output, "a.csv.gz")]), "csv");
    assert_eq!(format(&[(Opt::Output, "a.csv"), (Opt::Format, "ndjson")]), "ndjson");
    assert_eq!(
        wrong(&[(Opt::Output, "a.csvv")]),
        ["<output a[.csvv]>: no format has this extension, and <format> names none; did you mean `.csv`?"]
    );
    assert_eq!(
        wrong(&[(Opt::Format, "cvs")]),
        ["<format [cvs]>: there is no such format; did you mean `csv`?"]
    );
    assert_eq!(
        wrong(&[(Opt::Format, "ndjson"), (Opt::Header, "")]),
        ["<header>: ndjson has no header row; column, csv, tsv, copy, markdown and html have"]
    );
}

#[test]
fn a_program_may_want_the_format_to_be_named() {
    let program = Program { default_format: None, ..program(vec!["seq".into()]) };
    let found = |options: &[(Opt, &str)]| {
        findings(request::resolve(&asked(options), &program, &Fake::default(), Vec::new()))
    };
    for path in ["t", "d/", "d.x/"] {
        assert!(
            found(&[(Opt::Output, path)])[0].starts_with("<format>: say which format; there are "),
            "{path}"
        );
    }
    assert_eq!(found(&[(Opt::Output, "t.csvv")]).len(), 1);
}

#[test]
fn endings_of_other_compressors_are_refused() {
    for path in ["a.csv.xz", "a.xz", "a.csv.tar"] {
        let found = wrong(&[(Opt::Output, path), (Opt::Format, "csv")]);
        assert!(found[0].contains("gush itself compresses with gz and zst"), "{path}: {found:?}");
    }
    assert!(wrong(&[(Opt::Output, "a.csv.xz")])[0].contains("instead of <output>, add `| xz > a.csv.xz`"));
    assert_eq!(
        prepared(&[(Opt::Output, "a.csv.xz"), (Opt::Compress, "none")]).output.compression.map(|_| ()),
        None
    );
}

#[test]
fn compression_is_asked_for_or_that_of_the_name_or_of_the_format() {
    let name = |options: &[(Opt, &str)]| prepared(options).output.compression.map(Compression::name);
    assert_eq!(name(&[(Opt::Output, "a.csv")]), None);
    assert_eq!(name(&[(Opt::Output, "a.csv.gz")]), Some("gz"));
    assert_eq!(name(&[(Opt::Output, "a.parquet")]), Some("zst"));
    assert_eq!(name(&[(Opt::Output, "a.csv"), (Opt::Compress, "zst:19")]), Some("zst"));
    assert_eq!(
        wrong(&[(Opt::Output, "a.csv.gz"), (Opt::Compress, "zst")]),
        ["<compress [zst]>: the name of the file ends in .gz; make the two agree"]
    );
    assert_eq!(wrong(&[(Opt::Compress, "zst:99")]), ["<compress zst:[99]>: the levels of zst are 1 to 22"]);
    assert!(
        wrong(&[(Opt::Output, "a.parquet.gz")])[0].contains("leave .gz out, and say how with <compress>")
    );
    let terminal = Fake { is_terminal: true, ..Fake::default() };
    let found = findings(resolve(&terminal, &[(Opt::Compress, "gz")], &["seq"]));
    assert!(found[0].contains("a terminal cannot show this"), "{found:?}");
    let found = findings(resolve(&terminal, &[(Opt::Format, "parquet")], &["seq"]));
    assert!(found[0].starts_with("<format [parquet]>: a terminal cannot show parquet"), "{found:?}");
}

#[test]
fn a_directory_has_files_and_can_be_resumed() {
    let seeded = |options: &[(Opt, &'static str)]| [&[(Opt::Seed, "7")], options].concat();
    assert_eq!(prepared(&[(Opt::Output, "d/"), (Opt::Files, "3")]).output.files.map(u64::from), Some(3));
    assert_eq!(prepared(&[(Opt::Output, "d.csv")]).output.files, None);
    assert_eq!(
        wrong(&[(Opt::Output, "a.csv"), (Opt::Files, "3")]),
        ["<files>: files are in a directory; give <output> with a / at its end"]
    );
    assert_eq!(
        wrong(&seeded(&[(Opt::Output, "a.csv"), (Opt::Resume, "")])),
        ["<resume>: only a directory can be resumed; give <output> with a / at its end"]
    );
    assert!(wrong(&[(Opt::Output, "d/"), (Opt::Resume, "")])[0].contains("give the seed of the first run"));
    assert!(prepared(&seeded(&[(Opt::Output, "d/"), (Opt::Resume, "")])).output.resume);
    assert!(wrong(&[(Opt::Fsync, "")])[0].contains("say where to write with <output>"));
}

#[test]
fn files_are_read_within_bounds() {
    let found = findings(resolve(&Fake::default(), &[], &["x=file:/dev/zero"]));
    assert!(found[0].contains("it is larger than 1 GiB"), "{found:?}");
    for (option, text) in [(Opt::Schema, "16 MiB"), (Opt::Template, "16 MiB")] {
        assert!(wrong(&[(option, "/dev/zero")])[0].contains(&format!("it is larger than {text}")));
    }
    let files = HashMap::from([("t.tmpl", "{{ Name }}")]);
    let fake = Fake { files, ..Fake::default() };
    let options = [(Opt::Template, "t.tmpl"), (Opt::Output, "t.tmpl")];
    assert_eq!(
        findings(resolve(&fake, &options, &[])),
        ["<template><output>: both are the same file: the rows would replace it"]
    );
}

const SHOP: &str = "seed = 1\n[table.a]\nrows = 30\nkey = [\"id\"]\ncolumns = [\"id=seq\"]\n\
                    [table.b]\nrows = { per = \"a\", each = 2 }\ncolumns = [\"a=ref:a.id\"]\n";

#[test]
fn several_tables_are_one_script_or_files_of_a_directory() {
    let fake = Fake { files: HashMap::from([("s.toml", SHOP)]), ..Fake::default() };
    let with = |options: &[(Opt, &'static str)]| {
        resolve(&fake, &[&[(Opt::Schema, "s.toml")], options].concat(), &[])
    };
    let rows = |prepared: Prepared| {
        let tables = prepared.job.tables().iter();
        tables.map(|table| (table.name().to_owned(), table.all_rows().end)).collect::<Vec<_>>()
    };
    let both = |a, b| vec![("a".to_owned(), a), ("b".to_owned(), b)];
    assert_eq!(rows(with(&[(Opt::Format, "sql")]).unwrap()), both(30, 60));
    assert_eq!(rows(with(&[(Opt::Format, "csv"), (Opt::Output, "d")]).unwrap()), both(30, 60));
    assert_eq!(rows(with(&[(Opt::Format, "sql"), (Opt::Scale, "0.1")]).unwrap()), both(3, 6));
    assert_eq!(rows(with(&[(Opt::Table, "b"), (Opt::Limit, "5")]).unwrap()), [("b".to_owned(), 5)]);
    let divided =
        with(&[(Opt::Format, "csv"), (Opt::Output, "d/"), (Opt::Shard, "1/3"), (Opt::ShardBy, "a")]);
    assert_eq!(rows(divided.unwrap()), both(10, 20));
    for (options, message) in [
        (
            vec![(Opt::Format, "csv")],
            "<format [csv]>: csv cannot have several tables; <table NAME> makes one",
        ),
        (vec![], "<schema>: the default format, column, cannot have several tables; <table NAME> makes one"),
        (vec![(Opt::Output, "d.csv")], "did you mean `<output d/>`?"),
        (vec![(Opt::Format, "sql"), (Opt::Limit, "3")], "<limit 3>: this applies to one table"),
        (vec![(Opt::Tables, "a,a")], "<tables [a]>: this table is named twice"),
        (vec![(Opt::Table, "c")], "<table [c]>: the schema file has no such table"),
        (vec![(Opt::Scale, "0")], "<scale [0]>: expected a number above 0"),
        (vec![(Opt::Format, "sql"), (Opt::ShardBy, "c"), (Opt::Shard, "1/2")], "<shard-by [c]>: "),
    ] {
        let found = findings(with(&options)).join("\n");
        assert!(found.contains(message), "{message}: {found}");
    }
}
