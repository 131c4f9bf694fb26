//! Columns of intervals that expressions compute, with negative parts: as text, in databases and in typed files.

use std::path::Path;

use gush_testkit::{MariaDb, Outcome, Postgres, Program, Scratch, need, need::python_tool};

use crate::expressions::{rows, seeded};

/// What the expressions read.
const READ: [&str; 4] = [
    "a=datetime:1999-12-30,2024-03-02",
    "b=datetime:1999-12-30,2024-03-02@null=0.2",
    "ms=series:2024-01-01T00:00:00Z,250ms",
    "iv=interval:14,40,200000@null=0.2",
];

/// Expressions with and without negative parts, and with thousandths and millionths of a second.
const INTERVALS: [&str; 12] = [
    "a - b",
    "age(a, b)",
    "age(timestamp '2024-05-06', a)",
    "a - ms",
    "iv - interval '5 months 7 days 10:00:00.25'",
    "-iv",
    "iv * -0.333",
    "iv / 7",
    "justify_interval(iv - (a - b))",
    "justify_hours(iv * 2)",
    "make_interval(0, -3, 0, 2, -5)",
    "interval '2000 hours' + iv",
];

/// The columns that are read, hidden, and the intervals: `e0`, `e1` …; with `as_texts` also `t0`, `t1` …, which are the same as texts.
fn columns(as_texts: bool) -> Vec<String> {
    let read = READ.iter().map(|column| format!("{column}@hidden"));
    let plain = INTERVALS.iter().enumerate().map(|(i, interval)| format!("e{i}=expr:{interval}"));
    let texts = INTERVALS.iter().enumerate().map(|(i, interval)| format!("t{i}=expr:({interval})::text"));
    let all = std::iter::once("id=seq".to_owned()).chain(read).chain(plain);
    all.chain(texts.take(if as_texts { INTERVALS.len() } else { 0 })).collect()
}

fn written(options: &str, as_texts: bool) -> Outcome {
    let columns = columns(as_texts);
    rows(options, &columns.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn intervals_are_written_as_their_texts() {
    let out = written("-f csv -l 500", true);
    let mut negative = 0;
    for line in out.lines() {
        let values: Vec<&str> = line.split(',').skip(1).collect();
        let (plain, texts) = values.split_at(INTERVALS.len());
        assert_eq!(plain, texts);
        negative += plain.iter().filter(|value| value.contains('-')).count();
    }
    assert!(negative > 500, "{negative} are negative");
}

/// They are one of a length of time where they are seconds that are never negative.
#[test]
fn intervals_have_a_type_of_their_own() {
    let types = |columns: &[&str]| {
        let out = rows("-f sql --dialect duckdb --create-table -l 0", columns);
        let types = out.lines().into_iter().filter_map(|line| line.strip_prefix("  e ")).collect::<String>();
        types.trim_end_matches(" NOT NULL").to_owned()
    };
    let time = "t=datetime:2020-01-01,2021-01-01@hidden";
    assert_eq!(types(&[time, "e=expr:t - timestamp '2022-01-01'"]), "INTERVAL");
    assert_eq!(types(&[time, "e=expr:age(t, timestamp '2019-01-01')"]), "INTERVAL");
    assert_eq!(types(&["n=int:1,9@hidden", "e=expr:n * interval '1 hour'"]), "TEXT");
    let run = seeded("-l 1", &["n=int:1,9", "x=expr:n * interval '2000000 hours'"]).run();
    run.code(2).stdout_is("").stderr_has("292 years of hours");
}

#[test]
fn postgresql_and_duckdb_read_them_as_intervals() {
    need!("postgres");
    need!("duckdb");
    let same: Vec<String> =
        (0..INTERVALS.len()).map(|i| format!("(e{i} is not distinct from t{i}::interval)")).collect();
    let query = format!("select count(*) from data where {}", same.join(" and "));
    let server = Postgres::start();
    let script = written("-f sql --dialect postgres --create-table -l 500", true);
    assert_eq!(script.text().matches(" INTERVAL").count(), INTERVALS.len());
    Program::new("/bin/sh")
        .args(["-c", &format!("{} -f -", server.psql())])
        .stdin(script.text())
        .run()
        .ok()
        .stdout_is("");
    server.sql(&query).stdout_is("500\n");
    let script = written("-f sql --dialect duckdb --create-table -l 500", true);
    assert_eq!(script.text().matches(" INTERVAL").count(), INTERVALS.len());
    let load = "import duckdb, sys\ndb = duckdb.connect()\ndb.execute(sys.stdin.read())\n\
                print(db.execute(sys.argv[1]).fetchone()[0])";
    let python = python_tool("python").expect("the test has asked for it");
    // It reads no plus sign in a text.
    let query = query.replace("::interval", "");
    let query = (0..INTERVALS.len()).fold(query, |query, i| {
        query.replace(&format!("from t{i})"), &format!("from replace(t{i}, '+', '')::interval)"))
    });
    let run = Program::new(python).args(["-c", load, &query]).stdin(script.text());
    run.run().ok().silent().stdout_is("500\n");
}

#[test]
fn databases_without_intervals_keep_the_texts() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.run("test", written("-f sql --dialect mysql --create-table -l 500", true).text()).ok().silent();
    let same: Vec<String> = (0..INTERVALS.len()).map(|i| format!("e{i} <=> t{i}")).collect();
    let query = format!("select count(*) from data where {}", same.join(" and "));
    server.run("test", query).ok().stdout_is("500\n");
}

/// Parquet and Avro have spans without signs, to the thousandth of a second: others are texts there.
#[test]
fn typed_files_have_them_as_spans_or_as_texts() {
    need!("pyarrow");
    need!("duckdb");
    need!("fastavro");
    let scratch = Scratch::new();
    let columns = columns(false);
    let columns: Vec<&str> = columns.iter().map(String::as_str).skip(1).collect();
    for ending in ["parquet", "arrow", "avro"] {
        for file in [ending, "ndjson"] {
            // Without it, a note says which readers refuse them.
            let logical = if file == "parquet" { " --intervals logical" } else { "" };
            let sentence = format!("-l 500 -o {ending}.{file}{logical}");
            let run = seeded(&sentence, &columns).within(scratch.folder()).run();
            run.ok().silent();
        }
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/columnar/spans.py");
    let python = python_tool("python").expect("the test has asked for it");
    let run = Program::new(python).arg(script).arg(scratch.folder()).run().ok();
    // Parquet is read by two; each says how many of its columns are texts.
    let texts = "avro: 10 texts\nparquet: 10 texts\n";
    run.stdout_is(format!("{texts}{}\n", 4 * INTERVALS.len() * 500));
}
