//! System calls that fail, at the first, second or tenth use: every byte still passes once and is counted, or the right
//! message and code come.
//!
//! No fault that only asks to try again is ever injected for good: a program that does try again would never end.

use crate::{MIB, PORTABLE, last_number, meter, pattern};
use gush_testkit::{Fault, Scratch, Stream, assert_same, need};
use std::io::Read as _;
use std::os::fd::AsRawFd as _;
use std::time::Duration;

/// What a system that lacks a call, or a sandbox that forbids it, may answer.
const REFUSALS: [&str; 7] = ["ENOSYS", "EPERM", "EINVAL", "EOPNOTSUPP", "ENOMEM", "EIO", "EXDEV"];
/// What only asks to try again.
const PASSING: [&str; 2] = ["EINTR", "EAGAIN"];

/// A late write. The portable door gives more to each, as it cannot tell a pipe.
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

/// Each clever call, on which way it is made, and by which options.
const CALLS: [(&str, Pair, &str); 11] = [
    ("splice", Pair::PipeToPipe, "-n -b"),
    ("splice", Pair::FileToPipe, "-n -b"),
    ("splice", Pair::PipeToFile, "-n -b"),
    ("splice", Pair::PipeToPipe, "-n -b -l"),
    ("tee", Pair::PipeToPipe, "-n -b -l"),
    ("splice", Pair::FileToSocket, "-n -b"),
    ("copy_file_range", Pair::FileToFile, "-n -b"),
    ("pipe2", Pair::FileToSocket, "-n -b"),
    ("fcntl", Pair::PipeToPipe, "-n -b"),
    ("pwritev2", Pair::PipeToPipe, "-n -b -B 1m"),
    ("pwritev2", Pair::FileToPipe, "-n -b -B 1000"),
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
        eprintln!("not run: this is not so by the portable door");
        return;
    }
    let bytes = pattern(4 * MIB + 13);
    for (number, (call, pair, options)) in CALLS.into_iter().enumerate() {
        // The rest may come but once.
        let uses: &[u32] = match call {
            "splice" => &[1, 2, 4],
            "tee" | "pwritev2" => &[1, 2],
            "fcntl" => &[1, 2, 3, 4, 5, 6],
            _ => &[1],
        };
        for &use_ in uses {
            for (turn, error) in REFUSALS.iter().chain(&PASSING).enumerate() {
                // Not all errors at all places, or this would take minutes; over the places all of them come.
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
        eprintln!("not run: this is not so by the portable door");
        return;
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

/// An end that is none: a splice, tee or copy that says 0 is asked about again by `read`.
#[test]
fn an_end_is_believed_of_read_alone() {
    need!("strace");
    if PORTABLE {
        eprintln!("not run: this is not so by the portable door");
        return;
    }
    let bytes = pattern(2 * MIB + 13);
    for (call, pair, options) in CALLS {
        if call != "fcntl" && call != "pipe2" {
            exact(pair, options, &bytes, Fault::on(call).returns(0).at(1));
        }
    }
}

#[test]
fn errors_of_write_are_told_at_whichever_write_they_come() {
    need!("strace");
    for (error, text) in [("ENOSPC", "No space left on device"), ("EIO", "Input/output error")] {
        for use_ in [1, 2, LATE] {
            let bytes = pattern(MIB);
            let run =
                meter("-q -C").stdin(bytes.clone()).fault(Fault::on("write").error(error).at(use_)).run();
            let run = run.code(16).stderr_is(format!("gush meter: write failed: {text}\n"));
            assert_same(&run.stdout, &bytes[..run.stdout.len()]);
            assert!(run.stdout.len() < bytes.len());
        }
    }
}

#[test]
fn writes_that_are_interrupted_or_short_are_gone_on_with() {
    need!("strace");
    let bytes = pattern(MIB);
    for use_ in [1, 2, LATE] {
        let fault = Fault::on("write").error("EINTR").at(use_);
        meter("-q -C").stdin(bytes.clone()).fault(fault).run().ok().silent().stdout_is(&bytes);
        // The system says that it took 5 bytes, and drops them: whoever goes on from there has lost exactly those.
        let run =
            meter("-q -C").stdin(bytes.clone()).fault(Fault::on("write").returns(5).at(use_)).run().ok();
        assert_eq!(run.stdout.len(), bytes.len() - 5);
        let at = run.stdout.iter().zip(&bytes).take_while(|(came, wanted)| came == wanted).count();
        assert_same(&run.stdout[at..], &bytes[at + 5..]);
    }
}

/// Reads that fail, after those by which the process is started.
#[test]
fn what_cannot_be_read_is_told_or_skipped() {
    need!("strace");
    let bytes = pattern(400_000);
    let scratch = Scratch::new();
    let file = scratch.write("in", &bytes);
    let fault = || Fault::on("read").error("EIO").at(40);
    let run = meter("-q -B 4096").arg(&file).fault(fault()).run().code(16);
    let run = run.stderr_is(format!("gush meter: {}: read failed: Input/output error\n", file.display()));
    assert_same(&run.stdout, &bytes[..run.stdout.len()]);
    for (options, hole) in [("-q -B 4096 -E", 512), ("-q -B 4096 -E -Z 4096", 4096)] {
        let run = meter(options).arg(&file).fault(fault()).run().ok();
        assert_eq!(run.stdout.len(), bytes.len(), "{options}");
        let at = run.stdout.iter().zip(&bytes).take_while(|(came, wanted)| came == wanted).count();
        assert!(run.stdout[at..][..hole].iter().all(|&byte| byte == 0), "{options}");
        assert_same(&run.stdout[at + hole..], &bytes[at + hole..]);
        let told = format!("bytes {at} to {} could not be read, and are zeros\n", at + hole);
        assert!(run.errors().ends_with(&told), "{}", run.errors());
    }
    let fault = Fault::on("read").error("EINTR").at(40);
    meter("-q -B 4096").arg(&file).fault(fault).run().ok().silent().stdout_is(&bytes);
}

/// On a descriptor that somebody set to non-blocking, with a reader that comes late.
#[test]
fn waiting_for_room_may_be_refused() {
    need!("strace");
    if PORTABLE {
        eprintln!("not run: this is not so by the portable door");
        return;
    }
    let bytes = pattern(4 * MIB);
    for (options, error) in [("-q", "EINTR"), ("-q", "ENOMEM"), ("-q -l", "EAGAIN"), ("-q -C", "ENOMEM")] {
        let (mut reader, writer) = std::io::pipe().expect("a pipe can be made");
        // SAFETY: the descriptor is open, and setting its flags touches no memory.
        let set =
            unsafe { libc::fcntl(writer.as_raw_fd(), libc::F_SETFL, libc::O_WRONLY | libc::O_NONBLOCK) };
        assert_eq!(set, 0);
        let program = meter(options).stdin(bytes.clone()).stdout(Stream::Fd(writer.into()));
        let running = program.fault(Fault::on("ppoll").error(error).at(1)).spawn();
        // Long enough for any pipe to be full, so that there is something to wait for.
        std::thread::sleep(Duration::from_millis(500));
        let mut all = Vec::new();
        reader.read_to_end(&mut all).expect("a pipe can be read");
        running.finish().ok().silent();
        assert_same(&all, &bytes);
    }
}
