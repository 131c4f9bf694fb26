//! Rounds of real children. What they count must be right; how long anything takes is not checked.

use std::convert::Infallible;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use gush_pipe::Source;
use gush_testkit::need;

use super::drain::{Begun, Engine, Flow};
use super::setting::{Setting, TOO_LITTLE, keep};
use super::*;
use crate::ladder::{Drain, Limit};
use gush_store::model::{Phase, Round, Unit};

fn plan() -> Plan {
    let stall_timeout = Duration::from_secs(60);
    Plan { seconds: 0.05, rounds: 1, pipe_size: None, trace: false, stall_timeout, pv: "pv".into() }
}

fn shell(script: &str) -> Subject {
    let argv = ["sh", "-c", script].map(OsString::from).to_vec();
    Subject {
        work: Work::Program(Launch { argv, ..Launch::default() }),
        unit: Unit::Bytes,
        drain: Drain::Splice,
    }
}

/// Keeps all, and stops after this many rounds.
struct Keep {
    kept: Vec<(Step, Sample)>,
    stop: Stopper,
    after: usize,
}

impl Observer for Keep {
    type Error = Infallible;

    fn begins(&mut self, _step: Step, left: Duration) {
        assert!(left > Duration::ZERO);
    }

    fn ended(&mut self, step: Step, sample: Sample) -> Result<(), Infallible> {
        self.kept.push((step, sample));
        self.stop.flag().store(self.kept.len() >= self.after, Ordering::Relaxed);
        Ok(())
    }
}

fn measured(subjects: &[Subject], plan: &Plan, after: usize) -> (Vec<(Step, Sample)>, Outcome) {
    let stop = Stopper::default();
    let mut keep = Keep { kept: Vec::new(), stop: stop.clone(), after };
    let Ok(ended) = run_schedule(subjects, plan, &stop, &mut keep);
    (keep.kept, ended)
}

/// The measured round of a script that ends by itself.
fn round(script: &str, drain: Drain) -> Sample {
    let plan = Plan { seconds: 60.0, ..plan() };
    let (mut kept, ended) = measured(&[Subject { drain, ..shell(script) }], &plan, usize::MAX);
    assert_eq!(ended, Outcome::Complete);
    let last = kept.pop().unwrap();
    assert_eq!(last.0.phase, Phase::Measured);
    last.1
}

#[test]
fn what_a_child_writes_is_counted_to_the_byte() {
    for drain in [Drain::Splice, Drain::Read, Drain::Lines] {
        let (round, ticks) = round("echo first; head -c 1000000 /dev/zero; echo", drain);
        let (first, last) = (ticks[0], ticks[ticks.len() - 1]);
        assert!(first.bytes >= 6 && first.elapsed == 0.0, "{first:?}");
        if cfg!(any(not(target_os = "linux"), feature = "portable")) && first.bytes == 1_000_007 {
            // With the portable backend the drain works before the first look, and may be done by then.
            assert_eq!((round.bytes, round.error.as_deref()), (0, Some(TOO_LITTLE)));
            continue;
        }
        assert_eq!(round.error, None);
        // The pipe does not hold all of it.
        #[cfg(all(target_os = "linux", not(feature = "portable")))]
        assert!(first.bytes < 100_000, "{first:?}");
        assert_eq!((round.bytes, last.bytes), (1_000_007 - first.bytes, 1_000_007), "{drain:?}");
        // Lines are counted a moment after their bytes.
        let lines = first.lines.map(|first| (2 - first, 2));
        assert_eq!((round.lines.zip(last.lines), lines.is_some()), (lines, drain == Drain::Lines));
        assert!(ticks.is_sorted_by(|a, b| a.elapsed <= b.elapsed && a.bytes <= b.bytes));
        assert!(round.wall > 0.0 && round.wall == last.elapsed && round.first_byte.is_some());
    }
}

#[test]
fn a_drain_that_ended_before_the_first_look_has_measured_all_the_same() {
    let (reader, mut writer) = io::pipe().unwrap();
    let source = Source::from_file(File::from(OwnedFd::from(reader)));
    writer.write_all(b"first, second").unwrap();
    drop(writer);
    let at = Instant::now();
    let (mut engine, count) = Engine::start(source, &Drain::Splice.options(Unit::Bytes), 7, None).unwrap();
    let begun = Begun { at, count };
    assert!(engine.is_over_within(Duration::from_secs(60)));
    let (plan, stop) = (plan(), Stopper::default());
    let (phase, number, unit, drain) = (Phase::Measured, 1, Unit::Bytes, Drain::Splice);
    let setting = Setting { plan: &plan, phase, number, unit, drain, stop: &stop };
    let seen = setting.watch(&mut engine, begun.at, &begun).unwrap();
    let (mut round, mut ticks) = (Round::default(), Vec::new());
    keep(seen, &setting, &mut round, &mut ticks);
    assert_eq!((round.bytes, ticks.last().map(|tick| tick.bytes)), (6, Some(13)));
    assert!(round.wall > 0.0);
}

/// Rounds without a reader, for which the kernel counts; with the portable backend a child that is over has no account.
#[cfg(all(target_os = "linux", not(feature = "portable")))]
mod null {
    use super::super::null::OTHERS;
    use super::*;

    /// The measured round of a child that is asked to end.
    fn endless(script: &str) -> Round {
        let subject = Subject { drain: Drain::Null, ..shell(script) };
        let (mut kept, _) = measured(&[subject], &plan(), usize::MAX);
        kept.pop().unwrap().1.0
    }

    #[test]
    fn what_is_written_is_counted() {
        let (round, ticks) = round("exec head -c 1000000 /dev/zero", Drain::Null);
        if round.error.is_none() {
            // What it wrote before it was seen to be another program than the shell is forgotten.
            let last = ticks[ticks.len() - 1].bytes;
            assert!(last <= 1_000_000, "{ticks:?}");
            assert_eq!(round.bytes, last - ticks[0].bytes);
        } else {
            // It was over before anybody looked.
            assert_eq!(round.error.as_deref(), Some(TOO_LITTLE));
        }
        assert_eq!(endless("exec yes").error, None);
    }

    #[test]
    fn words_do_not_start_the_clock_nor_count() {
        let plan = Plan { stall_timeout: Duration::from_millis(300), ..plan() };
        let subject = Subject { drain: Drain::Null, ..shell("while :; do echo word >&2; done") };
        let (kept, _) = measured(&[subject], &plan, usize::MAX);
        let error = kept[0].1.0.error.clone().unwrap();
        assert!(error.starts_with("nothing came within 0.3 s: word"), "{error}");
    }

    #[test]
    fn what_a_script_writes_elsewhere_before_its_program_takes_its_place_is_forgotten() {
        // It has processes of its own and writes to files; each of the two alone would spoil the round.
        let shim = "echo start > /dev/zero; for i in 1 2 3; do sh -c 'echo $$ >/dev/zero'; sleep 0.02; done; exec yes";
        let subject = Subject { drain: Drain::Null, ..shell(shim) };
        let (kept, _) = measured(&[subject], &plan(), usize::MAX);
        let (round, ticks) = &kept[1].1;
        assert_eq!(round.error, None);
        // The clock ran for yes alone, which had its time after the script's.
        assert!(round.first_byte.unwrap() >= 0.06, "{round:?}");
        assert!(round.bytes > 0 && ticks.is_sorted_by(|a, b| a.bytes <= b.bytes));
    }

    #[test]
    fn who_leaves_the_writing_to_others_is_told_so() {
        let impatient = Plan { stall_timeout: Duration::from_secs(2), ..plan() };
        for script in
            ["yes; true", "echo; yes; true", "echo; yes | cat; true", "while :; do /bin/echo y; done"]
        {
            let subject = Subject { drain: Drain::Null, ..shell(script) };
            let (kept, _) = measured(&[subject], &impatient, 1);
            assert_eq!(kept[0].1.0.error.as_deref(), Some(OTHERS), "{script}");
        }
    }
}

#[test]
fn an_endless_child_is_ended_and_accounted_for() {
    let (kept, _) = measured(&[shell("exec yes")], &plan(), usize::MAX);
    let (round, ticks) = kept[1].1.clone();
    assert_eq!(round.error, None);
    assert!(round.bytes > 0 && ticks.len() > 1);
    #[cfg(all(target_os = "linux", not(feature = "portable")))]
    assert!(round.user.is_some() && round.drain_cpu.is_some() && round.peak_memory > Some(100_000));
}

#[test]
fn lines_are_counted_where_a_rung_is_rated_by_them() {
    let subject = Subject { unit: Unit::Lines, ..shell("yes no") };
    let (kept, _) = measured(&[subject], &plan(), usize::MAX);
    let (round, _) = &kept[1].1;
    let lines = round.lines.unwrap();
    // Bytes are counted a moment before the lines among them.
    assert!(lines > 0 && lines.abs_diff(round.bytes / 3) <= 64 << 10, "{round:?}");
}

#[test]
fn failures_have_the_child_s_own_message() {
    let patient = Plan { seconds: 60.0, ..plan() };
    let impatient = Plan { stall_timeout: Duration::from_secs(2), ..patient.clone() };
    for (script, plan, error) in [
        ("echo one; echo bad >&2; exit 3", &patient, "exit code 3: bad"),
        ("echo alas >&2; exit 1", &patient, "exit code 1: alas"),
        ("kill -SEGV $$", &patient, "killed by signal 11"),
        ("exit 0", &patient, "it ended without writing anything"),
        ("echo little", &patient, TOO_LITTLE),
        (
            "trap '' TERM; echo wait >&2; while :; do sleep 1; done",
            &impatient,
            "nothing came within 2 s: wait",
        ),
    ] {
        let (mut kept, _) = measured(&[shell(script)], plan, 1);
        let (_, (round, _)) = kept.remove(0);
        assert_eq!(round.error.as_deref(), Some(error), "{script}");
        assert_eq!(round.rate(Unit::Bytes), None);
    }
}

#[test]
fn what_cannot_be_started_is_reported() {
    let argv = vec!["/no/such/program".into()];
    let subject = Subject {
        work: Work::Program(Launch { argv, ..Launch::default() }),
        unit: Unit::Bytes,
        drain: Drain::Splice,
    };
    let (kept, _) = measured(&[subject], &plan(), usize::MAX);
    let error = kept[0].1.0.error.as_deref();
    assert_eq!(error, Some("/no/such/program could not be started: No such file or directory"));
}

#[test]
fn a_rung_that_keeps_failing_is_left_out_and_the_others_go_on() {
    let plan = Plan { rounds: 3, ..plan() };
    let (kept, ended) = measured(&[shell("exit 1"), shell("exec yes")], &plan, usize::MAX);
    let of = |subject| kept.iter().filter(move |(step, _)| step.subject == subject);
    assert_eq!((of(0).count(), of(1).count(), ended), (2, 4, Outcome::Complete));
    assert!(of(1).all(|(_, (round, _))| round.error.is_none()));
}

#[test]
fn all_have_had_a_round_before_any_has_the_next() {
    let subjects = [shell("exec yes"), shell("exec yes"), shell("exec yes")];
    let plan = Plan { rounds: 2, ..plan() };
    let steps = plan.steps(&subjects);
    let phases: Vec<_> = steps.iter().map(|step| (step.phase, step.number)).collect();
    let expected = [(Phase::WarmUp, 1), (Phase::Measured, 1), (Phase::Measured, 2)].map(|phase| [phase; 3]);
    assert_eq!(phases, expected.concat());
    assert_eq!(steps.len(), 9);
}

#[test]
fn what_was_measured_before_a_stop_is_kept() {
    let subjects = [shell("exec yes"), shell("exec yes a")];
    let plan = Plan { rounds: 100, ..plan() };
    let (kept, ended) = measured(&subjects, &plan, 5);
    assert_eq!((kept.len(), ended), (5, Outcome::Stopped));
}

#[test]
fn limits_are_found_in_their_units() {
    let nothing = Work::Nothing(Launch { argv: vec!["true".into()], ..Launch::default() });
    for (work, unit) in [
        (Work::Limit(Limit::Memset), Unit::Bytes),
        (Work::Limit(Limit::Memcpy), Unit::Bytes),
        (Work::Limit(Limit::SystemCall), Unit::Calls),
        (Work::Limit(Limit::Drain), Unit::Bytes),
        (nothing, Unit::Calls),
    ] {
        let subject = Subject { work: work.clone(), unit, drain: Drain::Splice };
        let (kept, _) = measured(&[subject], &plan(), usize::MAX);
        let (round, ticks) = &kept[1].1;
        assert!(round.rate(unit).is_some_and(|rate| rate > 0.0), "{work:?}: {round:?}");
        assert_eq!(ticks.is_empty(), unit != Unit::Bytes);
    }
}

#[test]
#[cfg(all(target_os = "linux", not(feature = "portable")))]
fn calls_are_counted_in_a_round_of_their_own() {
    need!("strace");
    let plan = Plan { trace: true, seconds: 60.0, ..plan() };
    let script = "exec dd if=/dev/zero bs=10000 count=100 status=none";
    let (kept, _) = measured(&[shell(script)], &plan, usize::MAX);
    let (step, (round, ticks)) = &kept[2];
    assert_eq!((step.phase, ticks.len(), round.error.clone()), (Phase::Traced, 0, None));
    let calls = round.write_calls.unwrap();
    // When the time is over, some calls have filled the pipe, and one is under way.
    assert!(round.bytes > 0 && (round.bytes..=round.bytes + 80_000).contains(&(calls * 10_000)), "{round:?}");
    assert!(round.system_calls > Some(calls), "{round:?}");
}

#[test]
#[cfg(all(target_os = "linux", not(feature = "portable")))]
fn a_pinned_child_shares_a_core_with_its_drain() {
    let argv =
        ["sh", "-c", "grep Cpus_allowed_list /proc/self/status >&2; exit 1"].map(OsString::from).to_vec();
    let launch = Launch { argv, pinned: true, ..Launch::default() };
    let subject = Subject { work: Work::Program(launch), unit: Unit::Bytes, drain: Drain::Splice };
    let (kept, _) = measured(&[subject], &plan(), usize::MAX);
    let error = kept[0].1.0.error.clone().unwrap();
    let cores = error.rsplit(' ').next().unwrap();
    assert!(cores.parse::<u32>().is_ok(), "{error}");
}

#[test]
fn pv_may_stand_in_between() {
    need!("pv");
    let (round, ticks) = round("echo first; head -c 1000000 /dev/zero", Drain::Pv);
    assert_eq!((round.error, ticks[ticks.len() - 1].bytes), (None, 1_000_006));
}
