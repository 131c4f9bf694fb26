//! Beside the tools that it is used with.

use crate::rows::{CUSTOMER, assert_left_by_its_reader, rows, seeded};
use gush_testkit::{Program, need};

#[test]
fn rows_after_those_of_head_are_never_generated() {
    let run = seeded("-S name email").pipe_into("head -n 3");
    assert_left_by_its_reader(run.producer);
    run.consumer.ok().stdout_is(rows("-l 3 name email").stdout);
}

#[test]
fn jq_reads_every_row() {
    need!("jq");
    let run = seeded(&format!("-f ndjson -l 20k {CUSTOMER}"))
        .pipe_into(r#"jq -r '[.id, (.visits | type), (.active | type), (.name | type), (.balance | type)] | join(" ")'"#)
        .ok();
    let lines = run.lines();
    assert_eq!(lines.len(), 20_000);
    let mut nulls = 0;
    for (number, line) in lines.iter().enumerate() {
        let (rest, balance) = line.rsplit_once(' ').expect("five fields");
        assert_eq!(rest, format!("{} number boolean string", number + 1));
        nulls += usize::from(balance == "null");
        assert!(["null", "number"].contains(&balance), "{balance}");
    }
    assert!((815..=1_185).contains(&nulls), "{nulls} of 20,000 are null at @null=0.05");
}

#[test]
fn pv_passes_every_byte_on() {
    need!("pv");
    let expected = rows("-f csv -l 300k id=seq name email").stdout;
    seeded("-f csv -l 300k id=seq name email").pipe_into("pv -q").ok().stdout_is(&expected);
    let run = seeded("-S name email").pipe_into("pv -q | head -c 1000000");
    assert_left_by_its_reader(run.producer);
    run.consumer.ok().stdout_is(&rows("-l 100k name email").stdout[..1_000_000]);
}

#[test]
fn a_shell_sees_a_failed_writer() {
    need!("/dev/full");
    let gush = env!("CARGO_BIN_EXE_gush");
    let run = Program::shell(&format!("'{gush}' rows noun >/dev/full || echo \"code $?\"")).run();
    run.ok().stdout_is("code 1\n").stderr_is("gush: standard output: No space left on device\n");
}
