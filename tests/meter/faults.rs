//! System calls that fail, at the first, second or tenth use: every byte still passes once and is counted, or the right
//! message and code come.
//!
//! No fault that only asks to try again is ever injected for good: a program that does try again would never end.
#![expect(unsafe_code, reason = "system calls on borrowed descriptors")]

use crate::meter::{MIB, PORTABLE, last_number, meter, pattern, pv};
use gush_testkit::{Fault, Scratch, Stream, assert_same, need, wait_until};
use std::io::Read as _;
use std::os::fd::AsRawFd as _;

/// What a system that lacks a call, or a sandbox that forbids it, may answer.
const REFUSALS: [&str; 8] = ["ENOSYS", "EPERM", "EINVAL", "EOPNOTSUPP", "ENOMEM", "EIO", "ENOSPC", "EXDEV"];
/// What only asks to try again.
const PASSING: [&str; 2] = ["EINTR", "EAGAIN"];

/// A late write. Elsewhere than on Linux each takes more.
const LATE: u32 = if PORTABLE { 6 } else { 30 };

/// Where from and where to.
#[derive(Clone, Copy, Debug)]
enum Pair {
    PipeToPipe,
    FileToPipe,
    PipeToFile,
    FileToFile,
    FileToSocket,
}

/// Each call of a fast path, with the path and the options that lead to it.
const CALLS: [(&str, Pair, &str); 9] = [
    ("splice", Pair::PipeToPipe, "-n -b"),
    ("splice", Pair::FileToPipe, "-n -b"),
    ("splice", Pair::PipeToFile, "-n -b"),
    ("splice", Pair::PipeToPipe, "-n -b -l"),
    ("tee", Pair::PipeToPipe, "-n -b -l"),
    ("splice", Pair::FileToSocket, "-n -b"),
    ("copy_file_range", Pair::FileToFile, "-n -b"),
    ("pipe2", Pair::FileToSocket, "-n -b"),
    ("fcntl", Pair::PipeToPipe, "-n -b"),
];

#[track_caller]
fn exact(pair: Pair, options: &str, bytes: &[u8], fault: Fault) {
    let what = format!("{pair:?} {options} {fault:?}");
    let scratch = Scratch::new();
    let output = scratch.path("out");
    let program = meter(options).fault(fault);
    let program = match pair {
        Pair::PipeToPipe | Pair::PipeToFile => program.stdin(bytes),
        Pair::FileToPipe | Pair::FileToFile | Pair::FileToSocket => program.arg(scratch.write("in", bytes)),
    };
    let run = match pair {
        Pair::PipeToFile | Pair::FileToFile => program.stdout(Stream::File(output)),
        Pair::FileToSocket => program.stdout(Stream::Socket),
        Pair::PipeToPipe | Pair::FileToPipe => program,
    };
    let mut run = run.run().ok();
    if let Pair::PipeToFile | Pair::FileToFile = pair {
        run.stdout = scratch.read("out");
    }
    assert!(run.stdout == bytes, "{what}: {:?}", gush_testkit::first_difference(&run.stdout, bytes));
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
    let expected = if options.contains("-l") { lines } else { bytes.len() };
    assert_eq!(last_number(&run), expected as u64, "{what}");
}

#[test]
fn every_clever_call_may_be_refused_at_any_time() {
    need!("strace");
    if PORTABLE {
        return need::not_run("the portable backend makes no such system calls");
    }
    let bytes = pattern(4 * MIB + 13);
    for (number, (call, pair, options)) in CALLS.into_iter().enumerate() {
        // The rest may come but once.
        let uses: &[u32] = match call {
            "splice" | "tee" => &[1, 2, 4],
            "fcntl" => &[1, 2, 3, 4, 5, 6],
            _ => &[1],
        };
        for &use_ in uses {
            for (turn, error) in REFUSALS.iter().chain(&PASSING).enumerate() {
                // Not each error at each position, which would take minutes; over all positions each error comes.
                if (turn + number + use_ as usize).is_multiple_of(3)
                    || PASSING.contains(error) && call != "pipe2"
                {
                    exact(pair, options, &bytes, Fault::on(call).error(error).at(use_));
                }
            }
        }
    }
}

#[test]
fn a_system_without_any_of_it_still_passes_every_byte() {
    need!("strace");
    if PORTABLE {
        return need::not_run("the portable backend makes no such system calls");
    }
    let bytes = pattern(2 * MIB + 13);
    for (turn, (call, pair, options)) in CALLS.into_iter().enumerate() {
        exact(pair, options, &bytes, Fault::on(call).error(REFUSALS[turn % REFUSALS.len()]).from(1));
        // Where files share no blocks there is no second copy_file_range.
        if !["fcntl", "pipe2", "copy_file_range"].contains(&call) {
            exact(pair, options, &bytes, Fault::on(call).error("ENOSYS").from(2));
        }
    }
}

/// A false end: a splice, tee or copy that returns 0 is checked by `read`.
#[test]
fn an_end_is_believed_of_read_alone() {
    need!("strace");
    if PORTABLE {
        return need::not_run("the portable backend makes no such system calls");
    }
    let bytes = pattern(2 * MIB + 13);
    for (call, pair, options) in CALLS {
        if call != "fcntl" && call != "pipe2" {
            exact(pair, options, &bytes, Fault::on(call).returns(0).at(1));
        }
    }
}

/// The permanent errors of plain calls, and the system's texts for them.
const ERRORS: [(&str, &str); 5] = [
    ("EINVAL", "Invalid argument"),
    ("ENOSYS", "Function not implemented"),
    ("EPERM", "Operation not permitted"),
    ("EIO", "Input/output error"),
    ("ENOSPC", "No space left on device"),
];

#[test]
fn errors_of_write_are_reported_at_any_write() {
    need!("strace");
    let bytes = pattern(MIB);
    for (number, (error, text)) in ERRORS.into_iter().enumerate() {
        for (turn, use_) in [1, 2, LATE].into_iter().enumerate() {
            let way = ["-q -C", "-q -B 1m", "-q -l -s 1g -S"][(number + turn) % 3];
            let run = meter(way).stdin(bytes.clone()).fault(Fault::on("write").error(error).at(use_)).run();
            let run = run.code(16).stderr_is(format!("gush meter: write failed: {text}\n"));
            assert_same(&run.stdout, &bytes[..run.stdout.len()]);
            assert!(run.stdout.len() < bytes.len());
        }
    }
}

#[test]
fn interrupted_and_short_writes_are_continued() {
    need!("strace");
    let bytes = pattern(MIB);
    for way in ["-q -C", "-q -B 1m", "-q -l -s 1g -S"] {
        for use_ in [1, 2, LATE] {
            let with = |fault: Fault| meter(way).stdin(bytes.clone()).fault(fault.at(use_)).run().ok();
            with(Fault::on("write").error("EINTR")).silent().stdout_is(&bytes);
            // The system reports 5 bytes as written, and drops them: writing on from there loses exactly those.
            let run = with(Fault::on("write").returns(5));
            assert_eq!(run.stdout.len(), bytes.len() - 5);
            let at = run.stdout.iter().zip(&bytes).take_while(|(came, wanted)| came == wanted).count();
            assert_same(&run.stdout[at..], &bytes[at + 5..]);
        }
    }
}

/// The number of the first `read` after the start of the process.
fn first_read() -> u32 {
    let is_ours = |use_: &u32| {
        let run = meter("-q -C").stdin("text").fault(Fault::on("read").error("EIO").at(*use_)).run();
        run.errors() == "gush meter: (stdin): read failed: Input/output error\n"
    };
    (1..50).find(is_ours).expect("some read is that of standard input")
}

#[test]
fn errors_of_read_are_reported_at_any_read() {
    need!("strace");
    let bytes = pattern(4 * MIB);
    let first = first_read();
    let scratch = Scratch::new();
    let file = scratch.write("in", &bytes);
    for (number, (error, text)) in ERRORS.into_iter().enumerate() {
        for (turn, use_) in [first, first + 1, first + 15].into_iter().enumerate() {
            let way = ["-q -C", "-q -B 100k", "-q -l -s 1g -S"][(number + turn) % 3];
            // Once is enough but for who reads ahead: another thread asks again, and finds that all is well.
            let fault = Fault::on("read").error(error);
            let fault = if way.contains("-B") { fault.from(use_) } else { fault.at(use_) };
            let run = meter(way).arg(&file).fault(fault).run().code(16);
            let run = run.stderr_is(format!("gush meter: {}: read failed: {text}\n", file.display()));
            assert_same(&run.stdout, &bytes[..run.stdout.len()]);
            assert!(run.stdout.len() < bytes.len());
            assert!(use_ == first || !run.stdout.is_empty());
        }
    }
}

#[test]
fn interrupted_reads_are_continued() {
    need!("strace");
    let bytes = pattern(4 * MIB);
    let first = first_read();
    for way in ["-q -C", "-q -B 100k", "-q -l -s 1g -S"] {
        for use_ in [first, first + 1, first + 15] {
            for error in PASSING {
                let fault = Fault::on("read").error(error).at(use_);
                meter(way).stdin(bytes.clone()).fault(fault).run().ok().silent().stdout_is(&bytes);
            }
        }
    }
}

/// Whoever reads ahead fails once: what was read before is written, and the rest by another thread.
#[test]
fn reading_ahead_may_fail_at_any_time() {
    need!("strace");
    let bytes = pattern(4 * MIB);
    let scratch = Scratch::new();
    let file = scratch.write("in", &bytes);
    // There are 42, and the other thread makes fewer of its own after these.
    for use_ in [30, 40] {
        let fault = Fault::on("read").error("EIO").at(use_);
        meter("-q -B 100k").arg(&file).fault(fault).run().ok().silent().stdout_is(&bytes);
    }
    // The last thread that starts is the reader, with a descriptor of its own.
    for fault in [Fault::on("clone,clone3").error("ENOMEM").at(4), Fault::on("fcntl").error("EMFILE").from(2)]
    {
        meter("-q -B 100k").arg(&file).fault(fault).run().ok().silent().stdout_is(&bytes);
    }
}

/// How many bytes of `file` came first, and how many zeros replace those after them; the rest is the same.
#[track_caller]
fn hole(came: &[u8], file: &[u8]) -> (usize, usize) {
    assert_eq!(came.len(), file.len());
    let at = came.iter().zip(file).take_while(|(came, wanted)| came == wanted).count();
    let end = (at..file.len()).rev().find(|&i| came[i] != file[i]).map_or(at, |last| last + 1);
    assert!(came[at..end].iter().all(|&byte| byte == 0));
    (at, end - at)
}

/// As with pv, what is skipped is an error, and no more is skipped than has to be.
#[test]
fn unreadable_blocks_are_skipped_on_request() {
    need!("strace");
    let bytes = pattern(MIB);
    let scratch = Scratch::new();
    let file = scratch.write("in", &bytes);
    let first = first_read() + 2;
    // The call after one that failed reads less; what it can read is not lost.
    let fault = Fault::on("read").error("EIO").at(first);
    meter("-q -E").arg(&file).fault(fault).run().ok().silent().stdout_is(&bytes);
    let faults = [
        ("-q -E", first, 1),
        ("-q -E", first + 1, 2),
        ("-q -E", first + 3, 8),
        ("-q -E -Z 4096", first - 1, 4096),
        ("-q -EE", first, 1),
    ];
    for (options, last, lost) in faults {
        let fault = Fault::on("read").error("EIO").between(first, last + 1);
        let fault = if options.contains("-Z") { Fault::on("read").error("EIO").at(first) } else { fault };
        let run = meter(options).arg(&file).fault(fault).run().code(16);
        let (at, length) = hole(&run.stdout, &bytes);
        assert_eq!(length, lost, "{options} {last}");
        let range = format!("bytes {at} to {}", at + lost);
        let what = if options.contains("-EE") { "1 bytes" } else { &range };
        let message = format!("gush meter: {}: {what} could not be read, and are zeros\n", file.display());
        assert_eq!(run.errors(), message);
    }
    // To the end of the file.
    let short = scratch.write("short", &bytes[..200_000]);
    for options in ["-q -E", "-q -E -Z 100k"] {
        let fault = Fault::on("read").error("EIO").from(first - 1);
        let run = meter(options).arg(&short).fault(fault).run().code(16);
        let (at, length) = hole(&run.stdout, &bytes[..200_000]);
        assert_eq!(at + length, 200_000);
        let message = format!(": bytes {at} to 200000 could not be read, and are zeros\n");
        // Of the end nothing can be read, either.
        let end = format!("gush meter: {}: read failed: Input/output error\n", short.display());
        assert!(run.errors().ends_with(&(message + &end)), "{}", run.errors());
        assert_eq!(run.errors().lines().count(), 2);
    }
    // The size of a block alone does not ask for it.
    let run =
        meter("-q -C -Z 4096").arg(&file).fault(Fault::on("read").error("EIO").at(first)).run().code(16);
    run.stderr_is(format!("gush meter: {}: read failed: Input/output error\n", file.display()));
}

/// What could not be forced to the device is not there.
#[test]
fn a_failed_sync_is_a_failed_write() {
    need!("strace");
    let scratch = Scratch::new();
    let output = scratch.path("out");
    for (error, text) in [("EIO", "Input/output error"), ("ENOSPC", "No space left on device")] {
        let fault = Fault::on("fdatasync").error(error).from(1);
        let run = meter("-q -Y -o").arg(&output).stdin("text").fault(fault).run().code(16);
        run.stderr_is(format!("gush meter: write failed: {text}\n"));
    }
    let fault = Fault::on("fdatasync").error("EINTR").at(1);
    meter("-q -Y -o").arg(&output).stdin("text").fault(fault).run().ok().silent();
    meter("-q -Y").stdin("text").run().ok().silent().stdout_is("text");
}

#[test]
fn threads_that_cannot_be_started_are_done_without() {
    need!("strace");
    if PORTABLE {
        return need::not_run("threads are made by another call there");
    }
    let scratch = Scratch::new();
    let bytes = pattern(MIB);
    let file = scratch.write("in", &bytes);
    let none = |from| Fault::on("clone,clone3").error("EAGAIN").from(from);
    let message =
        "gush meter: nothing is shown: no thread can be started: Resource temporarily unavailable\n";
    for from in 1..=3 {
        for options in ["-f -b", "-n -L 1g", "-f -B 1m"] {
            let run = meter(options).arg(&file).fault(none(from)).run().ok().stdout_is(&bytes);
            run.stderr_is(message);
        }
    }
    let recording = scratch.path("x.db");
    let run = meter("-q --record").arg(&recording).arg(&file).fault(none(1)).run().code(2).stdout_is("");
    let why = "the recording cannot be written: no thread could be started: Resource temporarily unavailable";
    run.stderr_is(format!("gush meter: {}: {why}\n", recording.display()));
}

/// On a descriptor that somebody set to non-blocking, with a reader that comes late.
#[test]
fn waiting_for_free_space_may_be_refused() {
    need!("strace");
    let bytes = pattern(4 * MIB);
    for (options, error) in [("-q", "EINTR"), ("-q", "ENOMEM"), ("-q -l", "EAGAIN"), ("-q -C", "ENOMEM")] {
        let (mut reader, writer) = std::io::pipe().expect("a pipe can be created");
        // SAFETY: the descriptor is open, and setting its flags touches no memory.
        let set =
            unsafe { libc::fcntl(writer.as_raw_fd(), libc::F_SETFL, libc::O_WRONLY | libc::O_NONBLOCK) };
        assert_eq!(set, 0);
        let program = meter(options).stdin(bytes.clone()).stdout(Stream::Fd(writer.into()));
        let running = program.fault(Fault::on("ppoll").error(error).at(1)).spawn();
        // The pipe is full, and the meter waits for free space.
        wait_until("a fault", || running.had_fault() || running.is_over());
        let mut all = Vec::new();
        reader.read_to_end(&mut all).expect("a pipe can be read");
        running.finish().ok().silent();
        assert_same(&all, &bytes);
    }
}

#[test]
fn help_that_cannot_be_written_is_an_error_of_the_program_that_was_called() {
    need!("/dev/full");
    for arguments in ["--help", "-V"] {
        let text = ": standard output: No space left on device\n";
        pv().args([arguments]).stdout(Stream::Full).run().code(1).stderr_is(format!("pv{text}"));
        meter(arguments).stdout(Stream::Full).run().code(1).stderr_is(format!("gush meter{text}"));
    }
}
