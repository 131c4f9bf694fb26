//! The display: its clock, stalls, signals, terminals.

use crate::{PORTABLE, last_number, meter, pv};
use gush_testkit::{Program, Running, Scratch, Signal, Stream, wait_until};
use std::fs::File;
use std::io::{Read, Write as _};
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// Starts a meter, and returns once it has taken charge of signals.
fn started(program: Program, scratch: &Scratch) -> Running {
    let id = scratch.path("id");
    let running = program.arg("-P").arg(&id).spawn();
    wait_until("a process id", || id.exists());
    running
}

/// A pipe whose reader does nothing until it is told to.
fn unread() -> (std::io::PipeReader, std::io::PipeWriter) {
    std::io::pipe().expect("a pipe can be made")
}

/// How many bytes wait in a pipe.
fn held(reader: &std::io::PipeReader) -> u64 {
    let reader = OwnedFd::from(reader.try_clone().expect("a descriptor can be had"));
    gush_pipe::Source::from_file(File::from(reader)).waiting().expect("a pipe tells")
}

#[test]
fn ticks_come_while_the_reader_stalls() {
    for way in ["", "-C", "-l", "-B 1m"] {
        let (mut reader, writer) = unread();
        let program = meter("-n -b -t -i 0.1").words(way).stdin(vec![b'\n'; 8 << 20]);
        let running = program.stdout(Stream::Fd(writer.into())).spawn();
        // Ticks with the same count: nothing passed, and they came all the same.
        let stalled = || {
            let errors = running.errors_so_far();
            let counts: Vec<_> = errors.lines().filter_map(|line| line.split(' ').nth(1)).collect();
            counts.windows(2).filter(|pair| pair[0] == pair[1]).count()
        };
        wait_until("ticks of a stall", || stalled() >= 3);
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
    running.finish().code(32).stderr_has("[ stalled]\r");
}

#[test]
fn signals_end_it_with_true_counts() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        for way in ["", "-C", "-l --both", "-B 1m"] {
            let (mut reader, writer) = unread();
            let scratch = Scratch::new();
            let file = scratch.write("in", vec![b'\n'; 8 << 20]);
            let program = meter("--json -i 600").words(way).arg(file).stdout(Stream::Fd(writer.into()));
            let running = started(program, &scratch);
            // Until the pipe is full, and the meter waits in a call.
            wait_until("a meter that waits", || held(&reader) > 0 && running.is_waiting());
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

/// Where a line is drawn over again, nobody sees a tick more: it says what came out in the end.
#[test]
fn signals_leave_true_counts_on_a_terminal() {
    let (reader, mut writer) = unread();
    let scratch = Scratch::new();
    let program = meter("-b -t -i 0.1").stdin_fd(reader.into()).stderr(Stream::Terminal);
    let running = started(program, &scratch);
    writer.write_all(b"text").expect("the meter reads");
    wait_until("a tick", || running.errors_so_far().contains("4.00 B"));
    writer.write_all(&[b'x'; 4096]).expect("the meter reads");
    running.wait_for_output(4100);
    running.signal(Signal::TERM);
    let shown = running.finish().code(32).errors();
    let last = shown.trim_end().rsplit('\r').next().unwrap_or_default();
    assert!(last.starts_with("4.00KiB") && shown.ends_with("\r\n"), "{shown:?}");
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
    if PORTABLE {
        eprintln!("not run: this is not so by the portable door");
        return;
    }
    let (mut reader, writer) = unread();
    let running =
        meter("-q").hangup_ignored().stdin(vec![b'x'; 1 << 20]).stdout(Stream::Fd(writer.into())).spawn();
    wait_until("a meter that has begun", || held(&reader) > 0);
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
    assert!(line.starts_with("4.00 B 0:00:00 ["), "{shown:?}");
    assert!(!shown.contains('\x1b'), "{shown:?}");
    run.stdout_is("text");
}

#[test]
fn no_terminal_gets_nothing_unless_told() {
    meter("").stdin("text").run().ok().silent().stdout_is("text");
    meter("-f").stdin("text").run().ok().stderr_has("4.00 B");
}

#[test]
fn several_meters_have_a_row_each() {
    let scratch = Scratch::new();
    let run = meter("-c -N one -i 600")
        .stdin("text")
        .stderr(Stream::Terminal)
        .env("XDG_RUNTIME_DIR", scratch.folder());
    let run = run.run().ok();
    let shown = run.errors();
    // Saved cursor, a row of its own at the foot of 24, and back.
    assert!(shown.contains("\x1b7\x1b[24;1H      one: 4.00 B"), "{shown:?}");
    assert!(shown.contains("\x1b[K\x1b8"), "{shown:?}");
}

/// Three in one pipeline, all there before the first byte comes.
#[test]
fn the_meters_of_a_pipeline_have_different_rows() {
    let scratch = Scratch::new();
    let script = "all() { [ \"$(ls \"$XDG_RUNTIME_DIR\"/gush-meter/*/ | wc -l)\" = 3 ]; }
        meter() { \"$GUSH\" meter -c -i 600 -N $1; }
        { until all; do sleep 0.1; done 2>/dev/null; printf text; } | meter one | meter two | meter three";
    let run = Program::shell(script)
        .env("GUSH", env!("CARGO_BIN_EXE_gush"))
        .env("XDG_RUNTIME_DIR", scratch.folder())
        .stderr(Stream::Terminal);
    let run = run.run().ok().stdout_is("text");
    let shown = run.errors();
    let row_of = |name: &str| {
        let (before, _) = shown.split_once(&format!(";1H{name:>9}: 4.00 B")).expect("each is drawn");
        before.rsplit('[').next().and_then(|row| row.parse::<u32>().ok()).expect("a row")
    };
    let mut rows = ["one", "two", "three"].map(row_of);
    rows.sort_unstable();
    assert_eq!(rows, [22, 23, 24], "{shown:?}");
}

#[test]
fn the_title_is_given_back() {
    let run = meter("-x windowtitle:%b -i 600").stdin("text").stderr(Stream::Terminal).run().ok();
    let shown = run.errors();
    assert!(shown.contains("\x1b]2;4.00 B\x07"), "{shown:?}");
    assert!(shown.contains("\x1b]2;\x07"), "{shown:?}");
}

#[test]
fn a_title_goes_also_when_the_output_fails() {
    gush_testkit::need!("/dev/full");
    let (reader, mut writer) = unread();
    let program = meter("-x windowtitle:%b -i 0.05").stdin_fd(reader.into()).stdout(Stream::Full);
    let running = program.stderr(Stream::Terminal).spawn();
    wait_until("a title", || running.errors_so_far().contains("\x1b]2;0.00 B\x07"));
    writer.write_all(b"text").expect("the meter reads");
    drop(writer);
    let shown = running.finish().code(16).errors();
    assert!(shown.ends_with("\x1b]2;\x07"), "{shown:?}");
}

#[test]
fn a_stopped_meter_goes_on_where_it_was() {
    let (reader, mut writer) = unread();
    let scratch = Scratch::new();
    let running = started(meter("-n -b -t -i 600").stdin_fd(reader.into()), &scratch);
    running.signal(Signal::TSTP);
    std::thread::sleep(Duration::from_secs(3));
    running.signal(Signal::CONT);
    writer.write_all(b"text").expect("the meter reads");
    drop(writer);
    let run = running.finish().ok().stdout_is("text");
    let seconds: f64 = run.errors().split(' ').next().and_then(|text| text.parse().ok()).expect("a time");
    assert!(seconds < 2.5, "the time that it was stopped counts: {}", run.errors());
    assert_eq!(last_number(&run), 4);
}

/// A buffer is filled while nobody reads from the meter, whatever it writes to.
#[test]
fn a_buffer_reads_ahead() {
    let bytes = crate::pattern(6 << 20);
    let (mut near, far) = UnixStream::pair().expect("a pair of sockets can be made");
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
        let running = meter("-f -T -i 0.1 -B 1m").words(way).stdin(crate::pattern(2 << 20)).spawn();
        let is_full = |shown: &str| shown.contains("{100%}") || shown.contains("{ 99%}");
        wait_until("a full buffer", || is_full(&running.errors_so_far()));
        running.signal(Signal::TERM);
        running.finish().code(32);
    }
}

/// The flag belongs to all who share the opening, and they did not ask for it.
#[test]
fn a_file_goes_past_the_cache_no_longer_than_the_meter_runs() {
    if PORTABLE {
        eprintln!("not run: this is not so by the portable door");
        return;
    }
    let is_direct = |file: &File| {
        // SAFETY: the descriptor is open, and asking for its flags touches no memory.
        let flags = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GETFL) };
        flags & libc::O_DIRECT != 0
    };
    for ending in [None, Some(Signal::TERM), Some(Signal::INT)] {
        let scratch = Scratch::new();
        let file = File::create(scratch.path("out")).expect("a file can be made");
        let output = file.try_clone().expect("a descriptor is left");
        let (input, feed) = unread();
        let program = meter("-q -K").stdin_fd(input.into()).stdout(Stream::Fd(output.into()));
        let running = started(program, &scratch);
        wait_until("a meter that reads, or a system that cannot", || running.is_waiting());
        if !is_direct(&file) {
            eprintln!("not run: this file system cannot go past the cache");
            return;
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
    for rest in ["", "; sleep 0.1"] {
        let run = crate::ours(&format!("(sleep 3; echo text{rest}) | pv -W -n -b -t -i 600"))
            .run()
            .ok()
            .stdout_is("text\n");
        let seconds: f64 = run.errors().split(' ').next().and_then(|text| text.parse().ok()).expect("a time");
        assert!(seconds < 2.0, "{}", run.errors());
    }
}
