//! Files that are missing, foreign, newer, full, locked or may not be written: each gets its own message.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;

use super::super::{ErrorKind, Recorded, Recording, RunId, RungId, Store, open};
use super::{small, write};
use crate::model::{Round, Run, Tick};

fn scratch() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.db");
    (folder, path)
}

/// A database by hand.
fn create(path: &Path, sql: &str) {
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn a_missing_file_cannot_be_read_and_is_not_created() {
    let (_folder, path) = scratch();
    let error = Store::open_existing(&path).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Missing), "{error}");
    assert!(!path.exists());
    assert_eq!(error.to_string(), format!("{}: there is no such database", path.display()));
}

#[test]
fn what_is_no_database_stays_as_it_was() {
    let (_folder, path) = scratch();
    for text in ["x", "hello\n", &"a line of text\n".repeat(1000)] {
        fs::write(&path, text).unwrap();
        for error in [Store::open(&path).unwrap_err(), Store::open_existing(&path).unwrap_err()] {
            assert!(matches!(error.kind, ErrorKind::NotADatabase), "{error}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn a_database_of_another_program_stays_as_it_was() {
    let foreign = [
        "CREATE TABLE customers (id)",
        "CREATE TABLE runs (id, distance); CREATE TABLE ticks (dog)",
        "PRAGMA user_version = 7",
        "CREATE TABLE customers (id); PRAGMA application_id = 0x67757368",
    ];
    for sql in foreign {
        let (_folder, path) = scratch();
        create(&path, sql);
        let before = fs::read(&path).unwrap();
        for error in [Store::open(&path).unwrap_err(), Store::open_existing(&path).unwrap_err()] {
            assert!(matches!(error.kind, ErrorKind::NotOurs), "{sql}: {error}");
        }
        assert_eq!(fs::read(&path).unwrap(), before, "{sql}");
    }
}

#[test]
fn an_empty_file_may_be_written_to_but_has_nothing_to_read() {
    let (_folder, path) = scratch();
    fs::write(&path, "").unwrap();
    assert!(matches!(Store::open_existing(&path).unwrap_err().kind, ErrorKind::NotOurs));
    assert_eq!(Store::open(&path).unwrap().runs().unwrap(), []);
    assert_eq!(Store::open_existing(&path).unwrap().runs().unwrap(), []);
}

#[test]
fn a_newer_database_is_refused_with_both_versions() {
    let (_folder, path) = scratch();
    drop(Store::open(&path).unwrap());
    create(&path, "PRAGMA user_version = 9; CREATE TABLE wonders (id)");
    for error in [Store::open(&path).unwrap_err(), Store::open_existing(&path).unwrap_err()] {
        assert!(
            matches!(error.kind, ErrorKind::Newer { found: 9, known } if known == open::VERSION),
            "{error}"
        );
        let expected = format!("version 9, and this one knows up to {}", open::VERSION);
        assert!(error.to_string().contains(&expected), "{error}");
    }
}

#[test]
fn a_file_that_cannot_be_created_has_the_systems_message() {
    let (folder, _) = scratch();
    let path = folder.path().join("no/such/folder/bench.db");
    let error = Store::open(&path).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: No such file or directory", path.display()));
    let error = Store::open(folder.path()).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: Is a directory", folder.path().display()));
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_at_once() {
    for path in ["/dev/null", "/dev/zero"] {
        let error = Store::open(Path::new(path)).unwrap_err();
        assert_eq!(error.to_string(), format!("{path}: a database must be a regular file"));
    }
    let error = Store::open(Path::new("")).unwrap_err();
    assert_eq!(error.to_string(), ": a database needs a name");
}

#[test]
fn a_full_disk_is_reported_and_takes_back_the_round_alone() {
    let (_folder, path) = scratch();
    let mut store = Store::open(&path).unwrap();
    let run = write(&mut store, &small());
    let before = store.load(run).unwrap();
    // As small as possible: SQLite reports its own limit as a full disk.
    store.database.pragma_update(None, "max_page_count", 1).unwrap();
    let ticks: Vec<_> = (0..10_000).map(|n| Tick { elapsed: f64::from(n), ..Tick::default() }).collect();
    let error = store.add_round(RungId(1), &Round { number: 3, ..Round::default() }, &ticks).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Full), "{error}");
    assert_eq!(store.load(run).unwrap(), before);
    store.database.pragma_update(None, "max_page_count", 100_000).unwrap();
    store.add_round(RungId(1), &Round { number: 3, ..Round::default() }, &ticks).unwrap();
    assert_eq!(store.load(run).unwrap().rungs[0].rounds[2].1, ticks);
}

#[test]
fn a_database_that_may_only_be_read_is_read() {
    let (_folder, path) = scratch();
    let mut store = Store::open(&path).unwrap();
    let run = write(&mut store, &small());
    // What permissions do, for those whom they hold back.
    store.database.pragma_update(None, "query_only", true).unwrap();
    assert!(matches!(store.begin(&Run::default(), None).unwrap_err().kind, ErrorKind::ReadOnly));
    assert_eq!(store.load(run).unwrap().rungs, small().rungs);
}

#[test]
fn a_locked_database_is_reported_after_the_timeout() {
    let (_folder, path) = scratch();
    drop(Store::open(&path).unwrap());
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let timeout = Duration::from_millis(20);
    let error = open::open(&path, true, timeout).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Locked), "{error}");
    let error = Recording::open(&path, &Recorded::default(), timeout).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Locked), "{error}");
    other.execute_batch("COMMIT").unwrap();
    drop(other);
    Recording::open(&path, &Recorded::default(), timeout).unwrap();
}

#[test]
fn a_run_that_is_not_there_is_reported_by_its_number() {
    let (_folder, path) = scratch();
    let store = Store::open(&path).unwrap();
    let error = store.load(RunId(7)).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: there is no run 7 in it", path.display()));
}

#[test]
fn an_unknown_name_is_damage() {
    let (_folder, path) = scratch();
    let mut store = Store::open(&path).unwrap();
    let run = write(&mut store, &small());
    store
        .database
        .execute_batch("PRAGMA ignore_check_constraints = 1; UPDATE rungs SET unit = 'pies'")
        .unwrap();
    let error = store.load(run).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Damaged(_)), "{error}");
    store.database.execute_batch("UPDATE rungs SET unit = 'bytes'; UPDATE rounds SET bytes = -1").unwrap();
    let error = store.load(run).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Damaged(_)), "{error}");
}

#[test]
fn a_finished_database_is_one_file() {
    let (folder, path) = scratch();
    let mut store = Store::open(&path).unwrap();
    write(&mut store, &small());
    let other = Store::open(&path).unwrap();
    drop(store);
    drop(other);
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["bench.db"]);
    let mode: String =
        Connection::open(&path).unwrap().pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!(mode, "delete");
}
