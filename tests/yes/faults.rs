//! System calls that fail, at the first, second or hundredth use: the output stays exact, or the right message and
//! code come.
//!
//! No fault that only asks to try again is ever injected for good: a program that does try again would never end.
#![expect(unsafe_code, reason = "system calls on borrowed descriptors")]

use crate::yes::{MIB, PORTABLE, STRATEGIES, check, gush_yes, line, start};
use gush_testkit::{Fault, Program, Stream, assert_same, need, wait_until};
use std::os::fd::AsRawFd as _;

/// What a system that lacks a call, or a sandbox that forbids it, may answer.
const REFUSALS: [&str; 6] = ["ENOSYS", "EPERM", "EINVAL", "EOPNOTSUPP", "ENOMEM", "EIO"];
/// What only asks to try again.
const PASSING: [&str; 2] = ["EINTR", "EAGAIN"];

/// Each call that a strategy makes, and at which uses it can fail. Use 1 of `fcntl` is the one by which the start of the
/// process looks at its descriptors.
const CALLS: [(&str, &str, &[u32]); 16] = [
    ("tee-sockets", "socketpair", &[1]),
    ("tee-sockets", "setsockopt", &[1]),
    ("tee-sockets", "sendto", &[1]),
    ("tee-sockets", "recvfrom", &[1]),
    ("tee-sockets", "pipe2", &[1, 2, 3]),
    ("tee-sockets", "fcntl", &[1, 2, 3, 4, 5]),
    ("tee-sockets", "tee", &[1, 2, 100]),
    ("tee-sockets", "splice", &[1, 2, 16, 18, 100]),
    ("tee-pages", "pipe2", &[1, 2]),
    ("tee-pages", "ioctl", &[1]),
    ("tee-pages", "tee", &[1, 2, 30]),
    ("tee-pages", "splice", &[1, 2, 100]),
    ("vmsplice", "fcntl", &[1, 2, 3]),
    ("vmsplice", "vmsplice", &[1, 2, 100]),
    ("write", "fcntl", &[1, 2, 3]),
    ("write", "write", &[1, 2, 100]),
];

/// A late write. Elsewhere than on Linux each takes more.
const LATE: u32 = if PORTABLE { 10 } else { 100 };

/// Runs a flood under faults, and compares every byte of it.
#[track_caller]
fn exact(strategy: &str, length: usize, bytes: usize, faults: &[Fault]) {
    let lines = bytes / length + 1;
    let arg = String::from_utf8(line(length - 1)).expect("letters");
    let program = gush_yes(&format!("-n {lines}")).arg(&arg).env("GUSH_STRATEGY", strategy);
    let program = faults.iter().cloned().fold(program, Program::fault);
    let (reader, running) = start(program);
    let seen = check(reader, format!("{arg}\n").as_bytes(), usize::MAX);
    running.finish().ok().silent();
    assert_eq!(seen, lines * length, "{strategy} with {length} bytes a line: {faults:?}");
}

/// So much that a call's hundredth use comes.
fn enough(call: &str, strategy: &str, use_: u32) -> usize {
    match (call, use_) {
        ("splice", 100) if strategy == "tee-sockets" => 900 * MIB,
        ("splice", 100) => 130 * MIB,
        ("vmsplice", 100) | ("tee", 30) => 40 * MIB,
        _ => 17 * MIB,
    }
}

/// Refuses each call of a strategy with each error, at each use that it may have.
fn refuse_every_call(of: &str) {
    need!("strace");
    if PORTABLE {
        return need::not_run("the portable backend makes no such system calls");
    }
    for (strategy, call, uses) in CALLS.into_iter().filter(|&(strategy, ..)| strategy == of) {
        for (i, &use_) in uses.iter().enumerate() {
            for (j, error) in REFUSALS.iter().chain(&PASSING).chain(&["EMFILE"]).enumerate() {
                let passing = PASSING.contains(error);
                if call == "write" && !passing || call == "recvfrom" && passing && *error == "EAGAIN" {
                    continue;
                }
                // Not all lengths leave a part of a block that has to be skipped, or make many small units.
                let length = match call {
                    "recvfrom" => 5000,
                    "tee" if use_ > 2 => [41, 2][j % 2],
                    _ => [41, 2, 5000, 100_000][(i + j) % 4],
                };
                exact(
                    strategy,
                    length,
                    enough(call, strategy, use_),
                    &[Fault::on(call).error(error).at(use_)],
                );
            }
        }
    }
}

#[test]
fn every_call_of_tee_sockets_may_be_refused_at_any_time() {
    refuse_every_call("tee-sockets");
}

#[test]
fn every_call_of_tee_pages_may_be_refused_at_any_time() {
    refuse_every_call("tee-pages");
}

#[test]
fn every_call_of_vmsplice_may_be_refused_at_any_time() {
    refuse_every_call("vmsplice");
}

#[test]
fn every_call_of_write_may_be_refused_at_any_time() {
    refuse_every_call("write");
}

/// None of the tests above would say that it ran nothing.
#[test]
fn every_strategy_has_its_calls() {
    for (strategy, ..) in CALLS {
        assert!(STRATEGIES.contains(&strategy), "{strategy}");
    }
    for strategy in STRATEGIES {
        assert!(CALLS.iter().any(|&(of, ..)| of == strategy), "{strategy}");
    }
}

#[test]
fn a_system_without_any_of_it_still_gets_every_byte() {
    need!("strace");
    if PORTABLE {
        return need::not_run("the portable backend makes no such system calls");
    }
    for error in REFUSALS {
        for calls in ["tee", "splice", "tee,splice,vmsplice", "vmsplice,socketpair", "pipe2", "socketpair"] {
            for length in [2, 70_001] {
                let strategy = if calls.starts_with('v') { "vmsplice" } else { "" };
                exact(strategy, length, 20 * MIB, &[Fault::on(calls).error(error).from(1)]);
            }
        }
    }
    for error in ["EMFILE", "ENFILE"] {
        exact("", 7, 20 * MIB, &[Fault::on("pipe2,socketpair").error(error).from(1)]);
    }
}

#[test]
fn ways_that_end_after_gigabytes_end_at_the_right_byte() {
    need!("strace");
    if PORTABLE {
        return need::not_run("the portable backend makes no such system calls");
    }
    for call in ["tee", "splice"] {
        // Stocking takes up to 256 uses of tee, and up to 80 of splice.
        for (tees, length) in [(270, 2), (271, 41), (40, 70_001), (41, 100_000)] {
            let fault = Fault::on(call).error("EINVAL").from(if call == "tee" { tees } else { 90 });
            exact("tee-sockets", length, 900 * MIB, &[fault]);
        }
    }
}

#[test]
fn a_pipe_smaller_than_reported_does_not_hang() {
    need!("strace");
    if PORTABLE {
        return need::not_run("the portable backend makes no such system calls");
    }
    for strategy in STRATEGIES {
        for length in [2, 5000, 70_001] {
            exact(strategy, length, 17 * MIB, &[Fault::on("fcntl").returns(1 << 20).from(2)]);
            exact(strategy, length, 17 * MIB, &[Fault::on("fcntl").error("EPERM").from(1)]);
        }
    }
}

/// Only `vmsplice` waits by itself, whatever flags the descriptor has.
#[test]
fn waiting_for_free_space_may_be_refused() {
    need!("strace");
    for strategy in ["tee-sockets", "tee-pages", "write"] {
        for error in ["EINTR", "EAGAIN", "ENOMEM"] {
            let (reader, writer) = std::io::pipe().expect("a pipe can be created");
            // SAFETY: the descriptor is open, and setting its flags touches no memory.
            let set =
                unsafe { libc::fcntl(writer.as_raw_fd(), libc::F_SETFL, libc::O_WRONLY | libc::O_NONBLOCK) };
            assert_eq!(set, 0);
            let program = gush_yes("-n 3000000 sixsix").env("GUSH_STRATEGY", strategy);
            let program =
                program.stdout(Stream::Fd(writer.into())).fault(Fault::on("ppoll").error(error).at(1));
            let running = program.spawn();
            // It comes when the pipe is full, so that there is something to wait for.
            wait_until("the refusal", || running.had_fault());
            assert_eq!(check(reader, b"sixsix\n", usize::MAX), 21_000_000, "{strategy}, {error}");
            running.finish().ok().silent();
        }
    }
}

#[test]
fn errors_of_write_are_reported_at_any_write() {
    need!("strace");
    let expected = b"sixsix\n".repeat(500_000);
    for (error, text) in [
        ("ENOSPC", "No space left on device"),
        ("EIO", "Input/output error"),
        ("EDQUOT", "Disk quota exceeded"),
        ("EFBIG", "File too large"),
        ("EPIPE", "Broken pipe"),
        ("EBADF", "Bad file descriptor"),
    ] {
        for use_ in [1, 2, LATE] {
            let program = gush_yes("-n 500000 sixsix").env("GUSH_STRATEGY", "write");
            let run = program.fault(Fault::on("write").error(error).at(use_)).run().code(1);
            let run = run.stderr_is(format!("gush yes: standard output: {text}\n"));
            let came = run.stdout.len();
            assert_eq!(came == 0, use_ == 1, "{came} bytes came with {error} at write {use_}");
            assert!(came < expected.len());
            assert_same(&run.stdout, &expected[..came]);
        }
    }
}

/// A fast path that meets a broken pipe has met the end, and tries no other.
#[test]
fn a_broken_pipe_is_the_end_of_every_strategy() {
    need!("strace");
    if PORTABLE {
        return need::not_run("the portable backend makes no such system calls");
    }
    for (strategy, call, use_) in
        [("tee-sockets", "splice", 25), ("tee-pages", "splice", 2), ("vmsplice", "vmsplice", 2)]
    {
        let program = gush_yes("-n 50000000")
            .env("GUSH_STRATEGY", strategy)
            .fault(Fault::on(call).error("EPIPE").at(use_));
        program.run().code(1).stderr_is("gush yes: standard output: Broken pipe\n");
    }
}

/// The system reports 5 bytes as written, and drops them: writing on from there loses exactly those.
#[test]
fn short_writes_are_continued() {
    need!("strace");
    let expected = b"sixsix\n".repeat(500_000);
    for use_ in [1, 2, LATE] {
        let program = gush_yes("-n 500000 sixsix").env("GUSH_STRATEGY", "write");
        let run = program.fault(Fault::on("write").returns(5).at(use_)).run().ok().silent();
        assert_eq!(run.stdout.len(), expected.len() - 5);
        let at = run.stdout.iter().zip(&expected).take_while(|(came, wanted)| came == wanted).count();
        assert_same(&run.stdout[at..], &expected[at + 5..]);
    }
    let run = gush_yes("").fault(Fault::on("write").returns(0).at(1)).run().code(1);
    assert!(run.errors().starts_with("gush yes: standard output: "), "{}", run.errors());
}

#[test]
fn few_descriptors_are_enough() {
    let gush = env!("CARGO_BIN_EXE_gush");
    for limit in 4..12 {
        let script = format!("ulimit -n {limit}; exec '{gush}' yes -n 2000000 sixsix");
        let run = Program::shell(&script).run().ok().silent();
        run.stdout_is(b"sixsix\n".repeat(2_000_000));
    }
}
