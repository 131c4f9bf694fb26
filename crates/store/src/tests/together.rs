//! Several writers at a time, readers among them, and writers that are killed.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use super::super::{Recorded, Recording, RunId, Store};
use super::{small, write};
use crate::model::{Record, Round, Tick};

/// Set for the process that writes without end, to the file.
const FILE: &str = "GUSH_LAB_STORE";
/// How many ticks a round of it has.
const TICKS: u32 = 500;

fn round(number: u64) -> (Round, Vec<Tick>) {
    let ticks = (0..TICKS).map(|n| Tick { elapsed: f64::from(n), bytes: number, lines: None }).collect();
    (Round { number, bytes: number, wall: 1.0, ..Round::default() }, ticks)
}

/// Writes rounds without end.
fn write_rounds(path: &Path) -> ! {
    let mut store = Store::open(path).unwrap();
    let record = small();
    let run = store.begin(&record.run, None).unwrap();
    let rung = store.add_rung(run, &record.rungs[0].rung, 0).unwrap();
    let mut number = 0;
    loop {
        number += 1;
        let (round, ticks) = round(number);
        store.add_round(rung, &round, &ticks).unwrap();
    }
}

/// The test starts itself again as the writer.
#[test]
fn a_kill_loses_at_most_the_round_in_flight() {
    if let Some(path) = std::env::var_os(FILE) {
        write_rounds(Path::new(&path));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.db");
    for kill in 1..6_usize {
        let mut writer = Command::new(std::env::current_exe().unwrap());
        writer
            .args(["--exact", "tests::together::a_kill_loses_at_most_the_round_in_flight"])
            .env(FILE, &path)
            .stdout(Stdio::null());
        let mut writer = writer.spawn().unwrap();
        let run = RunId(kill as i64);
        let rounds = || {
            let record = Store::open_existing(&path).and_then(|store| store.load(run)).ok()?;
            Some(record.rungs.first()?.rounds.len())
        };
        let seen = loop {
            match rounds() {
                Some(seen) if seen >= kill * 3 => break seen,
                _ => assert_eq!(writer.try_wait().unwrap(), None, "the writer goes on until it is killed"),
            }
        };
        writer.kill().unwrap();
        writer.wait().unwrap();
        let found = Store::open_existing(&path).unwrap().load(run).unwrap();
        let found = &found.rungs[0].rounds;
        assert!(found.len() >= seen, "{} rounds of {seen}", found.len());
        for (number, found) in (1..).zip(found) {
            assert_eq!(*found, round(number));
        }
    }
}

#[test]
fn many_make_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    for n in 0..20 {
        let path = folder.path().join(format!("{n}.db"));
        let start = Barrier::new(8);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    start.wait();
                    assert_eq!(Store::open(&path).unwrap().runs().unwrap(), []);
                });
            }
        });
    }
}

#[test]
fn many_write_to_one_new_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.db");
    let writers = 6;
    thread::scope(|scope| {
        for writer in 0..writers {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..5 {
                    if writer % 2 == 0 {
                        write(&mut Store::open(path).unwrap(), &small());
                    } else {
                        let what = Recorded { started: 5.0, ..Recorded::default() };
                        let mut recording = Recording::open(path, &what, Duration::from_secs(30)).unwrap();
                        for n in 1..4 {
                            let tick = Tick { elapsed: n as f64, bytes: n * 10, lines: Some(n) };
                            recording.add(&[(tick, 10.0)]).unwrap();
                        }
                        recording.end(9.0).unwrap();
                    }
                    Store::open_existing(path).unwrap().runs().unwrap();
                }
            });
        }
    });
    let store = Store::open_existing(&path).unwrap();
    let runs = store.runs().unwrap();
    assert_eq!(runs.len(), writers * 5);
    for run in runs {
        let found = store.load(run.id).unwrap();
        if found.machine.is_some() {
            assert_eq!(Record { id: 0, ..found }, small());
        } else {
            let (round, ticks) = &found.rungs[0].rounds[0];
            assert_eq!((round.wall, round.bytes, round.lines, ticks.len()), (3.0, 30, Some(3), 3));
            assert_eq!((found.run.started, found.run.ended), (5.0, Some(9.0)));
        }
    }
}
