//! The database as other people's tools see it: Datasette with `datasette.yaml`, sqlite-utils, and recordings of the
//! meter, old ones too.

use std::path::{Path, PathBuf};

use gush_store::model::{Machine, Phase, Published, Purpose, Round, Run, RungInfo, Tick, Unit};
use gush_store::{RungId, Store};
use gush_testkit::{Program, Scratch, need};
use serde_json::{Value, json};

fn tool(name: &str) -> Program {
    Program::new(need::python_tool(name).expect("it was asked for"))
}

fn gush(sentence: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush")).arg_line(sentence)
}

/// A run of three rungs: one by bytes, one by lines, one that could not run.
fn bench(store: &mut Store, started: f64, rates: [u64; 3], lines: [u64; 2]) {
    let run = Run { purpose: Purpose::Bench, started, command: "gush bench".into(), ..Run::default() };
    let machine = Machine { cpu: "abacus".into(), kernel: "Linux 6".into(), ..Machine::default() };
    let run = store.begin(&run, Some(&machine)).expect("a run");
    let published = |value, unit| Published { value, unit, note: None };
    let rungs = [
        RungInfo {
            name: "yes".into(),
            language: "C".into(),
            step: Some("1".into()),
            published: vec![published(7.0, Unit::Lines), published(50.0, Unit::Bytes)],
            ..RungInfo::default()
        },
        RungInfo { name: "fizz".into(), unit: Unit::Lines, ..RungInfo::default() },
        RungInfo { name: "nim-1".into(), not_run: Some("needs nim".into()), ..RungInfo::default() },
    ];
    let ids: Vec<_> =
        (0..).zip(&rungs).map(|(n, rung)| store.add_rung(run, rung, n).expect("a rung")).collect();
    // What never counts.
    add(store, ids[0], Phase::WarmUp, 1, [1_000_000, 0]);
    for (number, rate) in (1..).zip(rates) {
        add(store, ids[0], Phase::Measured, number, [rate * 2, 0]);
    }
    let trouble =
        Round { number: 9, wall: 2.0, bytes: 2, error: Some("fell over".into()), ..Round::default() };
    store.add_round(ids[0], &trouble, &[]).expect("a round");
    add(store, ids[0], Phase::Traced, 1, [2, 0]);
    for (number, rate) in (1..).zip(lines) {
        add(store, ids[1], Phase::Measured, number, [rate * 20, rate * 2]);
    }
    store.end(run, started + 60.0).expect("an end");
}

/// A round of two seconds with ticks at its begin, its middle and its end; a quarter comes in the first half.
fn add(store: &mut Store, rung: RungId, phase: Phase, number: u64, [bytes, lines]: [u64; 2]) {
    let lines = Some(lines).filter(|&lines| lines > 0);
    let tick =
        |elapsed, share| Tick { elapsed, bytes: bytes / 4 * share, lines: lines.map(|all| all / 4 * share) };
    let round = Round { phase, number, wall: 2.0, bytes, lines, ..Round::default() };
    store.add_round(rung, &round, &[tick(0.0, 0), tick(1.0, 1), tick(2.0, 4)]).expect("a round");
}

/// `bench.db` with two runs and a recording, all of whose values are known.
fn known(scratch: &Scratch) -> PathBuf {
    let path = scratch.path("bench.db");
    let mut store = Store::open(&path).expect("a new database");
    bench(&mut store, 1e9, [100, 300, 200], [10, 20]);
    bench(&mut store, 2e9, [800, 1000, 900], [18, 42]);
    drop(store);
    gush("meter -q -s 30 -N pipe --record").arg(&path).stdin("a\nb\n").run().ok().silent();
    path
}

/// What Datasette answers to a path.
fn ask(database: &Path, path: &str) -> String {
    let queries = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasette.yaml");
    let run = tool("datasette").arg(database).arg("--metadata").arg(queries).args(["--get", path]).run().ok();
    run.text().to_owned()
}

/// The rows that a query gives: these columns of them.
fn rows(database: &Path, query: &str, columns: &[&str]) -> Value {
    let (name, parameters) = query.split_once('?').unwrap_or((query, ""));
    let text = ask(database, &format!("/bench/{name}.json?_shape=array&{parameters}"));
    let rows: Vec<Value> = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{query}: {why}: {text}"));
    rows.iter().map(|row| columns.iter().map(|&column| row[column].clone()).collect::<Value>()).collect()
}

#[test]
fn datasette_shows_every_query_there_is() {
    need!("datasette");
    let scratch = Scratch::new();
    let database = known(&scratch);
    let listed: Value = serde_json::from_str(&ask(&database, "/bench.json")).expect("JSON");
    let names = |key: &str| -> Vec<_> {
        let of = listed[key].as_array().expect("a list");
        of.iter().map(|entry| entry["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    // Each of them is asked below.
    let mut queries = names("queries");
    queries.sort();
    assert_eq!(queries, ["compare", "history", "ladder", "rate-over-time", "recordings"]);
    let mut tables = names("tables");
    tables.sort();
    assert_eq!(tables, ["machines", "published", "rounds", "rungs", "runs", "ticks"]);
    assert!(ask(&database, "/bench/ladder?run=1").contains("The ladder of a run"));
    assert!(ask(&database, "/bench/ticks/1").contains("elapsed"));
}

#[test]
fn the_ladder_by_datasette() {
    need!("datasette");
    let scratch = Scratch::new();
    let database = known(&scratch);
    let columns = ["name", "unit", "rounds", "lowest", "median", "highest", "published", "not_run"];
    let expected = json!([
        ["yes", "B/s", 3, 100.0, 200.0, 300.0, 50.0, null],
        ["fizz", "lines/s", 2, 10.0, 15.0, 20.0, null, null],
        ["nim-1", "B/s", null, null, null, null, null, "needs nim"],
    ]);
    assert_eq!(rows(&database, "ladder?run=1", &columns), expected);
    // The last one that is a ladder: the recording came later.
    let expected = json!([["yes", 900.0, 1.0], ["fizz", 30.0, 1.0], ["nim-1", null, null]]);
    assert_eq!(rows(&database, "ladder?run=", &["name", "median", "times_the_slowest"]), expected);
    assert_eq!(rows(&database, "ladder?run=99", &columns), json!([]));
}

#[test]
fn rates_over_time_by_datasette() {
    need!("datasette");
    let scratch = Scratch::new();
    let database = known(&scratch);
    let columns = ["name", "round", "seconds", "rate", "unit", "lines_a_second"];
    let expected = json!([
        ["fizz", 1, 1.0, 50.0, "B/s", 5],
        ["fizz", 1, 2.0, 150.0, "B/s", 15],
        ["fizz", 2, 1.0, 100.0, "B/s", 10],
        ["fizz", 2, 2.0, 300.0, "B/s", 30],
    ]);
    assert_eq!(rows(&database, "rate-over-time?run=1&rung=fizz", &columns), expected);
    let all = rows(&database, "rate-over-time?run=1&rung=", &["name", "rate"]);
    let yes = [50.0, 150.0, 150.0, 450.0, 100.0, 300.0];
    let fizz = [50.0, 150.0, 100.0, 300.0];
    let expected: Value = yes
        .map(|rate| json!(["yes", rate]))
        .into_iter()
        .chain(fizz.map(|rate| json!(["fizz", rate])))
        .collect();
    assert_eq!(all, expected);
    // The last run is the recording: its only tick is measured from the start.
    let recorded = rows(&database, "rate-over-time?run=&rung=", &["name", "seconds", "rate"]);
    assert!(
        recorded[0][0] == "pipe"
            && recorded[0][1].is_number()
            && recorded[0][2].as_f64().is_some_and(|rate| rate > 0.0),
        "{recorded}"
    );
}

#[test]
fn two_runs_compared_by_datasette() {
    need!("datasette");
    let scratch = Scratch::new();
    let database = known(&scratch);
    let columns = ["name", "median_a", "median_b", "ratio", "verdict"];
    let expected = json!([["yes", 200.0, 900.0, 4.5, "faster"], ["fizz", 15.0, 30.0, 2.0, ""]]);
    assert_eq!(rows(&database, "compare?a=1&b=2", &columns), expected);
    assert_eq!(rows(&database, "compare?a=&b=", &columns), expected);
    let expected = json!([["yes", "slower"], ["fizz", ""]]);
    assert_eq!(rows(&database, "compare?a=2&b=1", &["name", "verdict"]), expected);
}

#[test]
fn runs_and_recordings_by_datasette() {
    need!("datasette");
    let scratch = Scratch::new();
    let database = known(&scratch);
    let columns = ["run", "purpose", "began", "cpu", "rungs", "not_run", "rounds"];
    let history = rows(&database, "history", &columns);
    assert_eq!(history[1], json!([2, "bench", "2033-05-18 03:33:20", "abacus", 2, 1, 6]));
    assert_eq!(history[2], json!([1, "bench", "2001-09-09 01:46:40", "abacus", 2, 1, 6]));
    assert_eq!(history[0][1], "meter");
    let columns = ["run", "name", "bytes", "lines", "counted", "size", "cut_off", "command"];
    let command = format!("gush meter -q -s 30 -N pipe --record {}", database.display());
    let expected = json!([[3, "pipe", 4, null, "bytes", 30, 0, command]]);
    assert_eq!(rows(&database, "recordings", &columns), expected);
    let rates = rows(&database, "recordings", &["average", "peak", "unit"]);
    let [average, peak] = [0, 1].map(|n| rates[0][n].as_f64().expect("a number"));
    assert!(
        average > 0.0 && peak > 0.0 && rates[0][2].as_str().is_some_and(|unit| unit.ends_with("B/s")),
        "{rates}"
    );
}

#[test]
fn sqlite_utils_reads_it() {
    need!("sqlite-utils");
    let scratch = Scratch::new();
    let database = known(&scratch);
    let say = |arguments: &[&str]| {
        let run = tool("sqlite-utils").arg(arguments[0]).arg(&database).args(&arguments[1..]).run().ok();
        serde_json::from_str::<Value>(run.text()).expect("JSON")
    };
    let counts = say(&["tables", "--counts"]);
    let mut counts: Vec<_> = counts
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| (row["table"].as_str(), row["count"].as_u64()))
        .collect();
    counts.sort();
    let expected =
        [("machines", 1), ("published", 4), ("rounds", 17), ("rungs", 7), ("runs", 3), ("ticks", 43)];
    assert_eq!(counts, expected.map(|(table, count)| (Some(table), Some(count))));
    let machine = say(&["rows", "machines"]);
    assert_eq!(
        [&machine[0]["cpu"], &machine[0]["kernel"], &machine[0]["memory"]],
        [&json!("abacus"), &json!("Linux 6"), &Value::Null]
    );
    let medians = say(&["query", "SELECT name, median FROM medians WHERE run = 1"]);
    assert_eq!(medians, json!([{"name": "yes", "median": 200.0}, {"name": "fizz", "median": 15.0}]));
    assert_eq!(say(&["query", "PRAGMA integrity_check"]), json!([{"integrity_check": "ok"}]));
    assert_eq!(say(&["query", "PRAGMA foreign_key_check"]), json!([]));
}

/// What `gush meter --record` wrote in the first days.
const OLD: &str = "PRAGMA journal_mode = WAL;
CREATE TABLE runs (id INTEGER PRIMARY KEY, started REAL NOT NULL, pid INTEGER NOT NULL, name TEXT,
                   unit TEXT NOT NULL, size INTEGER, command TEXT NOT NULL);
CREATE TABLE ticks (run INTEGER NOT NULL REFERENCES runs, elapsed REAL NOT NULL, bytes INTEGER NOT NULL,
                    lines INTEGER, rate REAL NOT NULL);
CREATE INDEX ticks_of_a_run ON ticks (run, elapsed);
INSERT INTO runs VALUES (4, 1e9, 77, 'old', 'lines', 20, 'gush meter -l');
INSERT INTO ticks VALUES (4, 1, 10, 5, 5), (4, 2, 40, 20, 15);";

#[test]
fn an_old_recording_takes_a_new_one_and_is_shown() {
    need!("sqlite3", "datasette");
    let scratch = Scratch::new();
    let database = scratch.path("bench.db");
    Program::new("/usr/bin/env").arg("sqlite3").arg(&database).arg(OLD).run().ok();
    gush("meter -q -N new --record").arg(&database).stdin("abc").run().ok().silent();
    let columns = ["run", "name", "seconds", "bytes", "lines", "unit", "size", "average", "peak"];
    let found = rows(&database, "recordings", &columns);
    assert_eq!(found[1], json!([4, "old", 2.0, 40, 20, "lines/s", 20, 10.0, 15.0]));
    assert_eq!([&found[0][0], &found[0][1], &found[0][3]], [&json!(5), &json!("new"), &json!(3)]);
    let columns = ["name", "seconds", "rate", "lines_a_second"];
    let expected = json!([["old", 1.0, 10.0, 5], ["old", 2.0, 30.0, 15]]);
    assert_eq!(rows(&database, "rate-over-time?run=4&rung=", &columns), expected);
}
