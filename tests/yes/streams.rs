//! What standard output can be: each kind gets every byte.

use crate::yes::{STRATEGIES, assert_left_by_its_reader, gush_yes, repeated, yes};
use gush_testkit::{Program, Scratch, Signal, Stream, assert_same, need};
use std::path::Path;

/// More than any pipe holds, and not a multiple of a block.
const LINES: usize = 1_500_001;
const BYTES: usize = LINES * 7;

fn much() -> Program {
    yes().arg_line("-n 1500001 sixsix")
}

fn expected() -> Vec<u8> {
    repeated(b"sixsix", BYTES)
}

#[test]
fn every_kind_of_output_gets_the_same_bytes() {
    let expected = expected();
    let scratch = Scratch::new();
    for strategy in ["", "tee-sockets", "tee-pages", "vmsplice", "write"] {
        let on = |stream: Stream| much().env("GUSH_STRATEGY", strategy).stdout(stream).run().ok().silent();
        on(Stream::Pipe).stdout_is(&expected);
        on(Stream::Socket).stdout_is(&expected);
        on(Stream::Terminal).stdout_is(&expected);
        on(Stream::NonBlocking).filled_the_pipe().stdout_is(&expected);
        on(Stream::Null);
        on(Stream::File(scratch.path("file")));
        assert_same(scratch.read("file"), &expected);
        on(Stream::Append(scratch.path("file")));
        assert_same(scratch.read("file"), [&expected[..], &expected[..]].concat());
    }
}

#[test]
fn files_in_memory_are_files() {
    let memory = Path::new("/dev/shm");
    if !memory.is_dir() {
        return gush_testkit::need::not_run("there is no /dev/shm here");
    }
    let folder = tempfile::tempdir_in(memory).expect("a folder can be created");
    let path = folder.path().join("file");
    much().stdout(Stream::File(path.clone())).run().ok().silent();
    much().stdout(Stream::Append(path.clone())).run().ok().silent();
    let expected = expected();
    assert_same(std::fs::read(path).expect("the file is there"), [&expected[..], &expected[..]].concat());
}

/// The file's position is shared with whoever opened it: what comes next is written after it.
#[test]
fn output_of_others_before_and_after_is_kept() {
    let gush = env!("CARGO_BIN_EXE_gush");
    let scratch = Scratch::new();
    let script = format!("{{ echo before; '{gush}' yes -n 70000; echo after; }} >file");
    Program::shell(&script).within(scratch.folder()).run().ok().silent();
    assert_same(scratch.read("file"), [b"before\n", &b"y\n".repeat(70_000)[..], b"after\n"].concat());
    let script = format!("{{ echo before; '{gush}' yes -n 7000000; echo after; }} | cat");
    let run = Program::shell(&script).run().ok().silent();
    run.stdout_is([b"before\n", &b"y\n".repeat(7_000_000)[..], b"after\n"].concat());
}

#[test]
fn a_reader_that_leaves_ends_it_by_sigpipe() {
    for strategy in STRATEGIES {
        for bytes in [0, 1, 2, 65_535, 1_000_001, 30_000_000] {
            let run = yes().env("GUSH_STRATEGY", strategy).stdout_closes_after(bytes).run();
            assert_same(&run.stdout, repeated(b"y", bytes));
            assert_left_by_its_reader(run);
        }
    }
    assert_left_by_its_reader(yes().stdout(Stream::Socket).stdout_closes_after(10).run());
    assert_left_by_its_reader(yes().stdout(Stream::NonBlocking).stdout_closes_after(3_000_000).run());
}

#[test]
fn a_reader_that_leaves_is_an_error_where_sigpipe_is_ignored() {
    for strategy in STRATEGIES {
        for bytes in [0, 1, 65_535, 1_000_001, 30_000_000] {
            let program = yes().env("GUSH_STRATEGY", strategy).sigpipe_ignored();
            let run = program.stdout_closes_after(bytes).run().code(1);
            run.stderr_is("yes: standard output: Broken pipe\n").stdout_is(repeated(b"y", bytes));
        }
    }
    let run = gush_yes("").sigpipe_ignored().stdout_closes_after(9).run().code(1);
    run.stderr_is("gush yes: standard output: Broken pipe\n");
}

#[test]
fn a_full_disk_is_reported_once_and_is_a_failure() {
    need!("/dev/full");
    for strategy in STRATEGIES {
        let run = yes().env("GUSH_STRATEGY", strategy).stdout(Stream::Full).run().code(1);
        run.stderr_is("yes: standard output: No space left on device\n");
    }
    let run = gush_yes("-n 1").stdout(Stream::Full).run().code(1);
    run.stderr_is("gush yes: standard output: No space left on device\n");
    gush_yes("--help").stdout(Stream::Full).run().code(1);
    yes().arg_line("-n 0").stdout(Stream::Full).run().ok().silent();
}

#[test]
fn a_file_of_limited_size_is_filled() {
    let gush = env!("CARGO_BIN_EXE_gush");
    let scratch = Scratch::new();
    // Blocks of 512 bytes in dash, of 1024 in others: any bound will do.
    let script = format!("trap '' XFSZ; ulimit -f 1000; exec '{gush}' yes sixsix >file");
    let run = Program::shell(&script).within(scratch.folder()).run().code(1);
    run.stderr_is("gush yes: standard output: File too large\n");
    let file = scratch.read("file");
    assert!(file.len() >= 512_000, "{}", file.len());
    assert_same(&file, repeated(b"sixsix", file.len()));
}

#[test]
fn a_closed_standard_output_is_reported_and_is_a_failure() {
    let run = yes().arg_line("-n 3").stdout(Stream::Closed).run();
    run.code(1).stderr_is("yes: standard output: Bad file descriptor\n");
}

#[test]
fn a_signal_ends_it() {
    for signal in [Signal::INT, Signal::TERM] {
        let running = yes().arg_line("--rate 100").spawn();
        running.wait_for_output(2);
        running.signal(signal);
        running.finish().died_of(signal).silent();
    }
}
