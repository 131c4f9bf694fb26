//! The store as its users see it.

mod documents;
mod faults;
mod migration;
mod together;

use proptest::array::{uniform4, uniform8};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::sql_text::Named;
use super::{RunId, Store};
use crate::model::{
    Machine, Phase, Published, Purpose, Record, Round, Run, RungInfo, RungRecord, Tick, Unit,
};

/// A count that SQLite can hold.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0..10_u64, 0..=i64::MAX as u64]
}

fn real() -> impl Strategy<Value = f64> {
    use proptest::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    NORMAL | SUBNORMAL | ZERO | POSITIVE | NEGATIVE
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-z]{1,8}", any::<String>()]
}

fn choice<W: Named + std::fmt::Debug>() -> impl Strategy<Value = W> {
    select(W::NAMES).prop_map(|(value, _)| value)
}

prop_compose! {
    fn machine()(texts in (text(), text()), maybe in uniform4(of(text())), cores in number(), sizes in uniform4(of(number())))
    -> Machine {
        let [system, mitigations, governor, virtualization] = maybe;
        let [memory, pipe_max_size, pipe_user_pages_soft, _] = sizes;
        let (cpu, kernel) = texts;
        Machine { cpu, cores, memory, kernel, system, pipe_max_size, pipe_user_pages_soft, mitigations, governor, virtualization }
    }
}

prop_compose! {
    fn run()(purpose in choice(), started in real(), ended in of(real()), command in text(), version in text(),
             drain in of(text()), seconds in of(real()), rounds in of(number()), load in of(real()),
             grouped_as in of(text())) -> Run {
        Run { purpose, started, ended, command, version, drain, seconds, rounds, load, grouped_as }
    }
}

prop_compose! {
    fn published()(value in real(), unit in choice(), note in of(text())) -> Published {
        Published { value, unit, note }
    }
}

prop_compose! {
    fn info()(name in text(), title in text(), step in of(text()), language in text(), kind in choice(), command in text(),
              version in of(text()), unit in choice(), drain in of(text()), published in vec(published(), 0..3), not_run in of(text())) -> RungInfo {
        RungInfo { name, title, step, language, kind, command, version, unit, drain, published, not_run }
    }
}

prop_compose! {
    fn tick()(elapsed in real(), bytes in number(), lines in of(number())) -> Tick { Tick { elapsed, bytes, lines } }
}

prop_compose! {
    fn round()(phase in choice(), started in real(), wall in real(), bytes in number(), counts in uniform8(of(number())),
               times in uniform4(of(real())), error in of(text())) -> Round {
        let [lines, calls_made, peak_memory, voluntary_switches, involuntary_switches, system_calls, write_calls, _] = counts;
        let [first_byte, user, system, drain_cpu] = times;
        Round { phase, number: 0, started, wall, bytes, lines, calls_made, first_byte, user, system, drain_cpu, peak_memory,
                voluntary_switches, involuntary_switches, system_calls, write_calls, error }
    }
}

prop_compose! {
    fn rung()(rung in info(), mut rounds in vec((round(), vec(tick(), 0..4)), 0..5)) -> RungRecord {
        for (n, (round, _)) in rounds.iter_mut().enumerate() {
            round.number = n as u64 + 1;
        }
        RungRecord { rung, rounds }
    }
}

prop_compose! {
    fn record()(run in run(), machine in of(machine()), rungs in vec(rung(), 0..4)) -> Record {
        Record { id: 0, run, machine, rungs }
    }
}

/// Writes a record the way it would be measured: round by round over all rungs.
fn write(store: &mut Store, record: &Record) -> RunId {
    let run = store.begin(&Run { ended: None, ..record.run.clone() }, record.machine.as_ref()).unwrap();
    let rungs: Vec<_> =
        (0..).zip(&record.rungs).map(|(n, rung)| store.add_rung(run, &rung.rung, n).unwrap()).collect();
    let most = record.rungs.iter().map(|rung| rung.rounds.len()).max().unwrap_or(0);
    for n in 0..most {
        for (id, rung) in rungs.iter().zip(&record.rungs) {
            if let Some((round, ticks)) = rung.rounds.get(n) {
                store.add_round(*id, round, ticks).unwrap();
            }
        }
    }
    if let Some(at) = record.run.ended {
        store.end(run, at).unwrap();
    }
    run
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_was_stored_is_read_back(mut records in vec(record(), 1..4)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bench.db");
        let mut store = Store::open(&path).unwrap();
        for record in &mut records {
            record.id = write(&mut store, record).0;
        }
        drop(store);
        let store = Store::open_existing(&path).unwrap();
        for record in &records {
            prop_assert_eq!(&store.load(RunId(record.id)).unwrap(), record);
        }
        let listed: Vec<_> = store.runs().unwrap().into_iter().map(|run| (run.id.0, run.rungs, run.rounds)).collect();
        let expected: Vec<_> = records.iter().map(|record| {
            let rounds: usize = record.rungs.iter().map(|rung| rung.rounds.len()).sum();
            (record.id, record.rungs.len() as u64, rounds as u64)
        }).collect();
        prop_assert_eq!(listed, expected);
        for (purpose, _) in Purpose::NAMES {
            let last = records.iter().rfind(|record| record.run.purpose == *purpose).map(|record| RunId(record.id));
            prop_assert_eq!(store.latest(*purpose).unwrap(), last);
        }
        let machines: i64 = store.database.query_row("SELECT count(*) FROM machines", [], |row| row.get(0)).unwrap();
        let mut distinct: Vec<&Machine> = Vec::new();
        for machine in records.iter().filter_map(|record| record.machine.as_ref()) {
            if !distinct.contains(&machine) {
                distinct.push(machine);
            }
        }
        prop_assert_eq!(machines as usize, distinct.len());
    }
}

/// A small run: one rung, two rounds with two ticks each.
fn small() -> Record {
    let round =
        |number, bytes| Round { phase: Phase::Measured, number, wall: 2.0, bytes, ..Round::default() };
    let tick = |elapsed, bytes| Tick { elapsed, bytes, lines: None };
    let rounds = vec![
        (round(1, 100), vec![tick(1.0, 40), tick(2.0, 100)]),
        (round(2, 200), vec![tick(1.0, 90), tick(2.0, 200)]),
    ];
    let rung = RungInfo { name: "yes".into(), unit: Unit::Bytes, ..RungInfo::default() };
    Record {
        run: Run { started: 1e9, ..Run::default() },
        machine: Some(Machine { cpu: "abacus".into(), ..Machine::default() }),
        rungs: vec![RungRecord { rung, rounds }],
        ..Record::default()
    }
}

#[test]
fn one_machine_is_one_row() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("bench.db")).unwrap();
    for _ in 0..3 {
        write(&mut store, &small());
    }
    let mut other = small();
    other.machine = Some(Machine { governor: Some(String::new()), ..other.machine.unwrap() });
    write(&mut store, &other);
    let query = "SELECT group_concat(machine, ' ') FROM (SELECT machine FROM runs ORDER BY id)";
    let machines: String = store.database.query_row(query, [], |row| row.get(0)).unwrap();
    assert_eq!(machines, "1 1 1 2");
}

#[test]
fn what_cannot_be_is_refused_and_leaves_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("bench.db")).unwrap();
    let run = write(&mut store, &small());
    let before = store.load(run).unwrap();
    let rung = super::RungId(1);
    let (round, ticks) = &before.rungs[0].rounds[0];
    // The number is taken; the rung, the run and the time are none.
    store.add_round(rung, round, ticks).unwrap_err();
    store.add_round(super::RungId(77), &Round { number: 9, ..round.clone() }, ticks).unwrap_err();
    store.add_rung(RunId(77), &before.rungs[0].rung, 0).unwrap_err();
    store.add_rung(run, &before.rungs[0].rung, 0).unwrap_err();
    let never = Tick { elapsed: f64::NAN, ..Tick::default() };
    store.add_round(rung, &Round { number: 9, ..round.clone() }, &[ticks[0], never]).unwrap_err();
    assert_eq!(store.load(run).unwrap(), before);
}

#[test]
fn a_count_beyond_what_sqlite_keeps_is_the_largest_that_it_keeps() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("bench.db")).unwrap();
    let run = store.begin(&Run { rounds: Some(u64::MAX), ..Run::default() }, None).unwrap();
    assert_eq!(store.load(run).unwrap().run.rounds, Some(i64::MAX as u64));
}
