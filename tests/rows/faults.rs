//! System calls that fail while rows are written: nothing may be lost, doubled or out of step, and what cannot
//! be written is reported.

use crate::rows::{PORTABLE, rows, seeded};
use gush_testkit::{Fault, Outcome, Program, Scratch, Stream, assert_same, need};

/// Many writes' worth of rows.
const MUCH: &str = "-f csv -l 20k id=seq name email uuidv4";

/// All calls by which bytes can be written.
const WRITING: &str = "write,writev,sendmmsg,sendmsg,sendto,vmsplice,splice,tee";

fn on_writes() -> Fault {
    Fault::on(WRITING)
}

/// One thread: the writes are counted for each, so only with one is it certain which write it is.
fn with(fault: Fault) -> Outcome {
    seeded(MUCH).arg_line("-j 1").fault(fault).run()
}

/// With several threads, of which now this one writes and now that.
fn with_threads(fault: Fault) -> Outcome {
    seeded(MUCH).arg_line("-j 3").fault(fault).run()
}

#[test]
fn interrupted_writes_are_repeated() {
    need!("strace");
    let expected = rows(MUCH).stdout;
    with(on_writes().error("EINTR").at(1)).ok().silent().stdout_is(&expected);
    with(on_writes().error("EINTR").at(7)).ok().silent().stdout_is(&expected);
    with(on_writes().error("EINTR").every_other()).ok().silent().stdout_is(&expected);
    with_threads(on_writes().error("EINTR").every_other()).ok().silent().stdout_is(&expected);
}

#[test]
fn writes_that_would_block_are_waited_for() {
    need!("strace");
    let expected = rows(MUCH).stdout;
    with(on_writes().error("EAGAIN").at(1)).ok().silent().stdout_is(&expected);
    with(on_writes().error("EAGAIN").every_other()).ok().silent().stdout_is(&expected);
    with_threads(on_writes().error("EAGAIN").every_other()).ok().silent().stdout_is(&expected);
    let socket = seeded(MUCH).stdout(Stream::Socket).fault(on_writes().error("EAGAIN").every_other());
    socket.run().ok().silent().stdout_is(&expected);
}

#[test]
fn errors_of_any_write_are_reported() {
    need!("strace");
    let expected = rows(MUCH).stdout;
    for (error, text) in [
        ("ENOSPC", "No space left on device"),
        ("EIO", "Input/output error"),
        ("EDQUOT", "Disk quota exceeded"),
        ("EFBIG", "File too large"),
        ("EPIPE", "Broken pipe"),
    ] {
        for write in [1, 2, 9] {
            let run = with(on_writes().error(error).at(write)).code(1);
            let run = run.stderr_is(format!("gush: standard output: {text}\n"));
            let came = run.stdout.len();
            assert_eq!(came == 0, write == 1, "{came} bytes came with {error} at write {write}");
            assert!(came < expected.len());
            assert_same(&run.stdout, &expected[..came]);
        }
    }
}

#[test]
fn errors_that_last_end_the_program_too() {
    need!("strace");
    // The message cannot be written either.
    with(on_writes().error("ENOSPC").from(3)).code(1).stderr_is("");
}

/// The system reports `n` bytes as written, and drops them: writing on from there loses exactly those.
#[test]
fn short_writes_are_continued() {
    need!("strace");
    let expected = rows(MUCH).stdout;
    for taken in [1, 5, 4095] {
        with(on_writes().returns(taken).at(1)).ok().silent().stdout_is(&expected[taken as usize..]);
    }
    let run = with(on_writes().returns(5).at(3)).ok().silent();
    let at = run.stdout.iter().zip(&expected).take_while(|(a, b)| a == b).count();
    assert!(at > 0, "two writes come before the third");
    assert_eq!(run.stdout.len(), expected.len() - 5);
    let tail = run.stdout.len() - at;
    assert_same(&run.stdout[at..], &expected[expected.len() - tail..]);
}

#[test]
fn a_write_that_takes_nothing_is_an_error_and_no_endless_loop() {
    need!("strace");
    let run = with(on_writes().returns(0).at(2)).code(1);
    assert!(run.errors().starts_with("gush: standard output: "), "{}", run.errors());
}

/// What is faster than `write` may be refused at any time, and then `write` goes on at the same byte.
#[test]
fn the_fallback_continues_where_a_faster_way_is_refused() {
    need!("strace");
    if PORTABLE {
        return need::not_run("the portable backend has nothing but plain writes");
    }
    let expected = rows(MUCH).stdout;
    // F_SETPIPE_SZ, which enlarges a pipe, is a command of fcntl; all of them fail here.
    with(Fault::on("fcntl").error("EPERM").from(1)).ok().silent().stdout_is(&expected);
    with(Fault::on("socketpair").error("EMFILE").from(1)).ok().silent().stdout_is(&expected);
    for call in ["sendmmsg", "splice"] {
        for error in ["EPERM", "EINVAL", "ENOSYS", "EOPNOTSUPP", "ENOMEM"] {
            for fault in [Fault::on(call).at(1), Fault::on(call).at(4), Fault::on(call).from(3)] {
                with(fault.error(error)).ok().silent().stdout_is(&expected);
            }
        }
        for error in ["EINTR", "EAGAIN"] {
            with(Fault::on(call).error(error).every_other()).ok().silent().stdout_is(&expected);
            with_threads(Fault::on(call).error(error).every_other()).ok().silent().stdout_is(&expected);
        }
    }
}

#[test]
fn threads_that_cannot_be_started_are_reported_or_done_without() {
    need!("strace");
    let expected = rows("-f csv -l 300k id=seq name").stdout;
    let run = seeded("-f csv -l 300k -j 4 id=seq name")
        .fault(Fault::on("clone,clone3").error("EAGAIN").from(1))
        .run();
    if run.end == gush_testkit::End::Code(0) {
        run.silent().stdout_is(&expected);
    } else {
        assert!(run.code(1).errors().starts_with("gush: "));
    }
}

#[test]
fn small_limits_start_no_threads() {
    need!("strace");
    let scratch = Scratch::new();
    let clones = |sentence: &str| {
        let traced = Program::new("strace").arg_line("-f -qq -e trace=clone,clone3,fork,vfork -o calls");
        let traced = traced.arg(env!("CARGO_BIN_EXE_gush")).arg_line("rows").arg_line(sentence);
        traced.within(scratch.folder()).stdout(Stream::Null).run().ok().silent();
        String::from_utf8(scratch.read("calls")).expect("a log is text").lines().count()
    };
    assert_eq!(clones("-l 10 name"), 0);
    assert_ne!(clones("-l 1M -j 2 name"), 0);
}

#[test]
fn no_randomness_from_the_system_is_needed_with_a_seed() {
    need!("strace");
    let expected = rows("-l 10 uuidv4").stdout;
    let scratch = Scratch::new();
    let traced = Program::new("strace")
        .arg_line("-f -qq -e trace=getrandom -e inject=getrandom:error=ENOSYS -o calls");
    let traced =
        traced.arg(env!("CARGO_BIN_EXE_gush")).arg_line("rows --seed 7 --now 2024-05-06 -l 10 uuidv4");
    traced.within(scratch.folder()).run().ok().stdout_is(&expected);
}
