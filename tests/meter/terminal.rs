//! The display: its clock, stalls, signals, terminals.
#![expect(unsafe_code, reason = "system calls on borrowed descriptors")]

use crate::meter::{PAST_THE_CACHE, PORTABLE, last_number, meter, pv};
use gush_testkit::{Program, Running, Scratch, Signal, Stream, need, wait_until};
use std::fs::File;
use std::io::{Read, Write as _};
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// Starts a meter, and returns once it has taken charge of signals.
fn started(program: Program, scratch: &Scratch) -> Running {
    let id = scratch.path("id");
    let running = program.arg("-P").arg(&id).spawn();
    wait_until("a process id", || id.exists());
    running
}

/// A pipe whose reader waits for a signal of the test.
fn unread() -> (std::io::PipeReader, std::io::PipeWriter) {
    std::io::pipe().expect("a pipe can be created")
}

/// How many bytes a pipe holds.
fn held(pipe: &std::io::PipeReader) -> i32 {
    let mut held = 0;
    // SAFETY: the descriptor is open, and the call writes one integer to a live one.
    assert_eq!(unsafe { libc::ioctl(pipe.as_raw_fd(), libc::FIONREAD, &raw mut held) }, 0);
    held
}

#[test]
fn ticks_come_while_the_reader_stalls() {
    for way in ["", "-C", "-l", "-B 1m"] {
        let (mut reader, writer) = unread();
        let program = meter("-n -b -t -i 0.1").arg_line(way).stdin(vec![b'\n'; 8 << 20]);
        let running = program.stdout(Stream::Fd(writer.into())).spawn();
        // Nothing passed between them, and they came all the same.
        wait_until("ticks with the same count", || {
            let errors = running.errors_so_far();
            let counts: Vec<_> = errors.lines().filter_map(|line| line.split(' ').nth(1)).collect();
            counts.windows(2).filter(|pair| pair[0] == pair[1] && pair[0] != "0").count() >= 3
        });
        let mut all = Vec::new();
        reader.read_to_end(&mut all).expect("a pipe can be read");
        let run = running.finish().ok();
        assert_eq!(all.len(), 8 << 20);
        assert_eq!(last_number(&run), 8 << 20, "{way}");
    }
}

#[test]
fn a_stall_is_called_one() {
    let scratch = Scratch::new();
    let running = started(meter("-f -i 0.5 -r").stdin_open(), &scratch);
    wait_until("a stall", || running.errors_so_far().contains("[ stalled]\r"));
    running.signal(Signal::TERM);
    running.finish().code(32);
}

#[test]
fn signals_end_it_with_true_counts() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        for way in ["", "-C", "-l --both", "-B 1m"] {
            let (mut reader, writer) = unread();
            let scratch = Scratch::new();
            let file = scratch.write("in", vec![b'\n'; 8 << 20]);
            let program = meter("--json -i 600").arg_line(way).arg(file).stdout(Stream::Fd(writer.into()));
            let running = started(program, &scratch);
            wait_until("a full pipe, and a meter that waits in a call", || {
                held(&reader) > 0 && running.is_waiting()
            });
            running.signal(signal);
            let run = running.finish().code(32);
            let mut all = Vec::new();
            reader.read_to_end(&mut all).expect("a pipe can be read");
            run.stderr_has(&format!("\"bytes\":{},", all.len()));
            assert!(!all.is_empty());
        }
    }
}

/// As with pv: what was shown by then stays, and nothing is added.
#[test]
fn signals_add_no_tick() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        for shape in ["-n -b -i 600", "-f -b -i 600", "-f -b -D 600"] {
            let scratch = Scratch::new();
            let running = started(meter(shape).stdin_open(), &scratch);
            running.signal(signal);
            running.finish().code(32).silent();
        }
    }
}

/// A line that is redrawn in place shows only the last tick: the final result.
#[test]
fn signals_leave_true_counts_on_a_terminal() {
    let (reader, mut writer) = unread();
    let scratch = Scratch::new();
    let program = meter("-b -t -i 0.1").stdin_fd(reader.into()).stderr(Stream::Terminal);
    let running = started(program, &scratch);
    writer.write_all(b"text").expect("the meter reads");
    wait_until("a tick", || running.errors_so_far().contains("4.00  B"));
    writer.write_all(&[b'x'; 4096]).expect("the meter reads");
    running.wait_for_output(4100);
    running.signal(Signal::TERM);
    let shown = running.finish().code(32).errors();
    let last = shown.trim_end().rsplit('\r').next().unwrap_or_default();
    // It begins where the line does, whatever the terminal has echoed of the keys that brought the signal.
    assert!(last.starts_with("4.00KiB") && shown.ends_with("\r\n"), "{shown:?}");
    assert!(shown.contains("\r\r4.00KiB"), "{shown:?}");
}

#[test]
fn a_signal_before_the_first_byte_ends_it() {
    let scratch = Scratch::new();
    let running = started(meter("-f -W").stdin_open(), &scratch);
    running.signal(Signal::TERM);
    running.finish().code(32).silent();
}

#[test]
fn a_parent_that_ignores_hangups_is_obeyed() {
    let (mut reader, writer) = unread();
    let scratch = Scratch::new();
    let program = meter("-q").hangup_ignored().stdin(vec![b'x'; 1 << 20]).stdout(Stream::Fd(writer.into()));
    let running = started(program, &scratch);
    running.signal(Signal::HUP);
    let mut all = Vec::new();
    reader.read_to_end(&mut all).expect("a pipe can be read");
    running.finish().ok().silent();
    assert_eq!(all.len(), 1 << 20);
}

#[test]
fn a_terminal_gets_a_line_that_is_as_wide_as_it() {
    let run = pv().args(["-i", "600"]).stdin("text").stderr(Stream::Terminal).run().ok();
    let shown = run.errors();
    let line = shown.strip_suffix("\r\n").unwrap_or_else(|| panic!("{shown:?}"));
    assert_eq!(line.chars().count(), 80, "{shown:?}");
    assert!(line.starts_with("4.00  B 0:00:00 ["), "{shown:?}");
    assert!(!shown.contains('\x1b'), "{shown:?}");
    run.stdout_is("text");
}

#[test]
fn without_a_terminal_nothing_is_shown_unless_forced() {
    meter("").stdin("text").run().ok().silent().stdout_is("text");
    meter("-f").stdin("text").run().ok().stderr_has("4.00  B");
}

/// Waits for twice as long as it has been since `start`, and a tenth of a second at least, so that this is more than all the
/// rest; returns how long that was.
fn longer_than_since(start: Instant) -> Duration {
    let (now, before) = (Instant::now(), start.elapsed());
    wait_until("a while", || now.elapsed() > before * 2 && now.elapsed() > Duration::from_millis(100));
    now.elapsed()
}

#[test]
fn a_stopped_meter_continues_where_it_was() {
    let (reader, mut writer) = unread();
    let scratch = Scratch::new();
    let start = Instant::now();
    let running = started(meter("-n -b -t -i 600").stdin_fd(reader.into()), &scratch);
    running.signal(Signal::TSTP);
    wait_until("a meter that is stopped", || running.is_stopped());
    let stopped = longer_than_since(start);
    running.signal(Signal::CONT);
    writer.write_all(b"text").expect("the meter reads");
    drop(writer);
    let run = running.finish().ok().stdout_is("text");
    let seconds: f64 = run.errors().split(' ').next().and_then(|text| text.parse().ok()).expect("a time");
    let most = (start.elapsed() - stopped).as_secs_f64();
    assert!(seconds <= most, "the time that it was stopped counts: {} of {most}", run.errors());
    assert_eq!(last_number(&run), 4);
}

/// A buffer is filled while the meter's reader waits, whatever the meter writes to.
#[test]
fn a_buffer_reads_ahead() {
    let bytes = crate::meter::pattern(6 << 20);
    let (mut near, far) = UnixStream::pair().expect("a pair of sockets can be created");
    let (mut reader, writer) = unread();
    let outputs: [(&mut dyn Read, OwnedFd); 2] = [(&mut reader, writer.into()), (&mut near, far.into())];
    for (output, fd) in outputs {
        let running = meter("-f -T -i 0.1 -B 4m").stdin(bytes.clone()).stdout(Stream::Fd(fd)).spawn();
        wait_until("a full buffer", || running.errors_so_far().contains("{100%}"));
        let mut all = Vec::new();
        output.read_to_end(&mut all).expect("it can be read");
        running.finish().ok().stderr_has("{  0%}\r\n");
        gush_testkit::assert_same(&all, &bytes);
    }
}

/// And while a limit holds it back, in bytes or in lines.
#[test]
fn a_buffer_reads_ahead_of_a_limit() {
    for way in ["-L 100", "-l -L 10"] {
        let running = meter("-f -T -i 0.1 -B 1m").arg_line(way).stdin(crate::meter::pattern(2 << 20)).spawn();
        let is_full = |shown: &str| shown.contains("{100%}") || shown.contains("{ 99%}");
        wait_until("a full buffer", || is_full(&running.errors_so_far()));
        running.signal(Signal::TERM);
        running.finish().code(32);
    }
}

/// The flag belongs to all who share the opening, and they did not ask for it.
#[test]
fn a_file_bypasses_the_cache_only_while_the_meter_runs() {
    if PORTABLE {
        return need::not_run("the portable backend does not do this");
    }
    let is_direct = |file: &File| {
        // SAFETY: the descriptor is open, and asking for its flags touches no memory.
        let flags = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GETFL) };
        flags & PAST_THE_CACHE != 0
    };
    for ending in [None, Some(Signal::TERM), Some(Signal::INT)] {
        let scratch = Scratch::new();
        let file = File::create(scratch.path("out")).expect("a file can be created");
        let output = file.try_clone().expect("a descriptor is left");
        let (input, feed) = unread();
        let program = meter("-q -K").stdin_fd(input.into()).stdout(Stream::Fd(output.into()));
        let running = started(program, &scratch);
        wait_until("a meter that reads, or a system that cannot", || running.is_waiting());
        if !is_direct(&file) {
            return need::not_run("this file system cannot go past the cache");
        }
        if let Some(signal) = ending {
            running.signal(signal);
            running.finish().code(32).silent();
        } else {
            drop(feed);
            running.finish().ok().silent();
        }
        assert!(!is_direct(&file), "{ending:?}");
    }
}

#[test]
fn a_clock_that_waits_starts_with_the_first_byte() {
    for stays in [false, true] {
        let (reader, mut writer) = unread();
        let scratch = Scratch::new();
        let start = Instant::now();
        let running = started(meter("-W -n -b -t -i 600").stdin_fd(reader.into()), &scratch);
        let waited = longer_than_since(start);
        writer.write_all(b"text\n").expect("the meter reads");
        if stays {
            running.wait_for_output(5);
        }
        drop(writer);
        let run = running.finish().ok().stdout_is("text\n");
        let seconds: f64 = run.errors().split(' ').next().and_then(|text| text.parse().ok()).expect("a time");
        // It polls for the first byte, so half of the time is a safe bound.
        let most = (start.elapsed() - waited / 2).as_secs_f64();
        assert!(seconds < most, "{} of {most}", run.errors());
    }
}
