//! Files that `gush meter --record` made in the first days become databases of today, and nothing in them is lost.

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use rusqlite::{Connection, params};

use super::super::{RunId, Store};
use super::{number, real, text};
use crate::model::{Phase, Purpose, RungKind, Tick, Unit};

/// The statements by which the meter created its tables then.
const TABLES: &str = "
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, started REAL NOT NULL, pid INTEGER NOT NULL, name TEXT,
                                 unit TEXT NOT NULL, size INTEGER, command TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS ticks (run INTEGER NOT NULL REFERENCES runs, elapsed REAL NOT NULL, bytes INTEGER NOT NULL,
                                  lines INTEGER, rate REAL NOT NULL);
CREATE INDEX IF NOT EXISTS ticks_of_a_run ON ticks (run, elapsed);
";

#[derive(Clone, Debug)]
struct Old {
    id: i64,
    started: f64,
    pid: u32,
    name: Option<String>,
    by_lines: bool,
    size: Option<u64>,
    command: String,
    ticks: Vec<(Tick, f64)>,
}

prop_compose! {
    fn old()(started in real(), pid in any::<u32>(), name in of("[a-z]{1,5}"), by_lines: bool, size in of(number()),
             command in text(), mut ticks in vec(((0.0..1e6, number(), of(number())), real()), 0..5), gap in 1..3_i64) -> Old {
        ticks.sort_by(|a: &((f64, _, _), _), b| a.0.0.total_cmp(&b.0.0));
        let ticks = ticks.into_iter().map(|((elapsed, bytes, lines), rate)| (Tick { elapsed, bytes, lines }, rate)).collect();
        Old { id: gap, started, pid, name, by_lines, size, command, ticks }
    }
}

fn record(database: &Connection, old: &Old) {
    let unit = if old.by_lines { "lines" } else { "bytes" };
    database
        .execute(
            "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?)",
            params![
                old.id,
                old.started,
                old.pid,
                old.name,
                unit,
                old.size.map(|size| size as i64),
                old.command
            ],
        )
        .unwrap();
    for (Tick { elapsed, bytes, lines }, rate) in &old.ticks {
        let columns = params![old.id, elapsed, *bytes as i64, lines.map(|lines| lines as i64), rate];
        database.execute("INSERT INTO ticks VALUES (?, ?, ?, ?, ?)", columns).unwrap();
    }
}

/// The statements that made what is in the file.
fn schema(database: &Connection) -> Vec<String> {
    let mut query =
        database.prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name").unwrap();
    query.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn old_recordings_are_all_there(mut all in vec(old(), 0..4), existing: bool) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        let database = Connection::open(&path).unwrap();
        database.execute_batch(TABLES).unwrap();
        let mut id = 0;
        for old in &mut all {
            id += old.id;
            old.id = id;
            record(&database, old);
        }
        drop(database);
        let store = if existing { Store::open_existing(&path) } else { Store::open(&path) }.unwrap();
        prop_assert_eq!(store.runs().unwrap().len(), all.len());
        for old in &all {
            let found = store.load(RunId(old.id)).unwrap();
            let last = old.ticks.last();
            prop_assert_eq!(found.run.purpose, Purpose::Meter);
            prop_assert_eq!(found.run.started, old.started);
            prop_assert_eq!(found.run.ended, last.map(|last| old.started + last.0.elapsed));
            prop_assert_eq!(&found.run.command, &old.command);
            let rung = &found.rungs[0];
            prop_assert_eq!(&rung.rung.name, old.name.as_deref().unwrap_or_default());
            prop_assert_eq!(rung.rung.unit, if old.by_lines { Unit::Lines } else { Unit::Bytes });
            prop_assert_eq!(rung.rung.kind, RungKind::Own);
            let (round, ticks) = &rung.rounds[0];
            prop_assert_eq!((round.phase, round.number, round.started), (Phase::Measured, 1, old.started));
            prop_assert_eq!(round.wall, last.map_or(0.0, |last| last.0.elapsed));
            prop_assert_eq!(ticks, &old.ticks.iter().map(|tick| tick.0).collect::<Vec<_>>());
            // What only the tables know.
            let query = "SELECT pid, name, size FROM runs JOIN rungs ON run = runs.id WHERE runs.id = ?";
            let rest = store.database.query_row(query, [old.id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
            prop_assert_eq!(rest, (old.pid, old.name.clone(), old.size));
            let mut query = store.database.prepare("SELECT rate FROM ticks WHERE round = ? ORDER BY rowid").unwrap();
            let rates: Vec<f64> = query.query_map([old.id], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
            prop_assert_eq!(rates, old.ticks.iter().map(|tick| tick.1).collect::<Vec<_>>());
        }
        let new = Store::open(&folder.path().join("new.db")).unwrap();
        prop_assert_eq!(schema(&store.database), schema(&new.database));
        let faults: i64 = store.database.query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0)).unwrap();
        prop_assert_eq!(faults, 0);
    }
}

#[test]
fn a_migration_that_fails_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    let database = Connection::open(&path).unwrap();
    // A unit that never existed represents anything that the new tables refuse.
    database
        .execute_batch(&format!("{TABLES} INSERT INTO runs VALUES (1, 0, 0, 'x', 'pies', 0, '')"))
        .unwrap();
    let before = schema(&database);
    drop(database);
    Store::open(&path).unwrap_err();
    let database = Connection::open(&path).unwrap();
    assert_eq!(schema(&database), before);
    let unit: String = database.query_row("SELECT unit FROM runs", [], |row| row.get(0)).unwrap();
    assert_eq!(unit, "pies");
}

/// Name, kind, unit, why it was not run, and what is to be known of its drain in each of five runs.
type OldRung = (&'static str, &'static str, &'static str, Option<&'static str>, [Option<&'static str>; 5]);

#[test]
fn rungs_of_version_2_learn_what_took_their_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("2.db");
    let database = Connection::open(&path).unwrap();
    let steps = [include_str!("../schema/1-recordings.sql"), include_str!("../schema/2-ladder.sql")];
    steps.iter().for_each(|step| database.execute_batch(step).unwrap());
    database.execute_batch("PRAGMA user_version = 2; PRAGMA application_id = 1735750504").unwrap();
    // The drains of the runs: `splice`, `read`, `pv`, `null`, none.
    let rungs: [OldRung; 8] = [
        ("yes", "program", "bytes", None, [Some("splice"), Some("read"), Some("pv"), Some("null"), None]),
        (
            "c-splice",
            "program",
            "bytes",
            None,
            [Some("splice"), Some("splice"), Some("splice"), Some("splice"), None],
        ),
        ("yes-pv", "program", "lines", None, [Some("pv"), Some("pv"), Some("pv"), Some("pv"), None]),
        ("rows", "gush", "lines", None, [Some("lines"), Some("lines"), Some("pv"), Some("lines"), None]),
        (
            "limit-drain",
            "limit",
            "bytes",
            None,
            [Some("splice"), Some("read"), Some("pv"), Some("null"), None],
        ),
        ("limit-memcpy", "limit", "bytes", None, [None; 5]),
        ("nothing", "program", "calls", None, [None; 5]),
        ("nim", "program", "bytes", Some("needs nim"), [None; 5]),
    ];
    for (run, drain) in [Some("splice"), Some("read"), Some("pv"), Some("null"), None].into_iter().enumerate()
    {
        let purpose = if drain.is_some() { "bench" } else { "meter" };
        let insert = "INSERT INTO runs (id, purpose, started, command, drain) VALUES (?, ?, 0, '', ?)";
        database.execute(insert, params![run as i64 + 1, purpose, drain]).unwrap();
        for (index, (name, kind, unit, not_run, _)) in rungs.iter().enumerate() {
            let insert = "INSERT INTO rungs (run, place, name, title, kind, command, unit, not_run)
                          VALUES (?, ?, ?, '', ?, '', ?, ?)";
            database
                .execute(insert, params![run as i64 + 1, index as i64, name, kind, unit, not_run])
                .unwrap();
        }
    }
    drop(database);
    let store = Store::open_existing(&path).unwrap();
    for run in 0..5 {
        let record = store.load(RunId(run as i64 + 1)).unwrap();
        let found: Vec<_> = record.rungs.iter().map(|rung| rung.rung.drain.as_deref()).collect();
        assert_eq!(found, rungs.map(|rung| rung.4[run]), "run {run}");
    }
    let new = Store::open(&folder.path().join("new.db")).unwrap();
    assert_eq!(schema(&store.database), schema(&new.database));
}

/// Until then the end was the start and the end, both since 1970, in one sum.
#[test]
fn recordings_of_version_3_end_when_they_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("3.db");
    let database = Connection::open(&path).unwrap();
    let steps = [
        include_str!("../schema/1-recordings.sql"),
        include_str!("../schema/2-ladder.sql"),
        include_str!("../schema/3-drains.sql"),
    ];
    steps.iter().for_each(|step| database.execute_batch(step).unwrap());
    database
        .execute_batch(
            "PRAGMA user_version = 3; PRAGMA application_id = 1735750504;
             INSERT INTO runs (purpose, started, ended, command) VALUES
             ('meter', 1790000000.5, 3580000002.0, ''), ('meter', 1790000000.5, NULL, ''),
             ('meter', 1790000000.5, 1790000007.0, ''), ('bench', 1790000000.5, 1790000009.0, '')",
        )
        .unwrap();
    drop(database);
    let store = Store::open_existing(&path).unwrap();
    let ends: Vec<_> = store.runs().unwrap().into_iter().map(|run| run.ended).collect();
    assert_eq!(ends, [Some(1_790_000_001.5), None, Some(1_790_000_007.0), Some(1_790_000_009.0)]);
    let groups: Vec<_> = (1..5).map(|run| store.load(RunId(run)).unwrap().run.grouped_as).collect();
    assert_eq!(groups, [None, None, None, None]);
    let new = Store::open(&folder.path().join("new.db")).unwrap();
    assert_eq!(schema(&store.database), schema(&new.database));
}
