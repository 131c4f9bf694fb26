//! The display: its clock, stalls, signals, terminals.

use crate::{PORTABLE, last_number, meter, pv};
use gush_testkit::{Program, Running, Scratch, Signal, Stream, wait_until};
use std::io::{Read as _, Write as _};
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

#[test]
fn ticks_come_while_the_reader_stalls() {
    for way in ["", "-C", "-l", "-B 1m"] {
        let (mut reader, writer) = unread();
        let program = meter("-n -b -t -i 0.1").words(way).stdin(vec![b'\n'; 8 << 20]);
        let running = program.stdout(Stream::Fd(writer.into())).spawn();
        std::thread::sleep(Duration::from_millis(1500));
        let mut all = Vec::new();
        reader.read_to_end(&mut all).expect("a pipe can be read");
        let run = running.finish().ok();
        assert_eq!(all.len(), 8 << 20);
        // Ticks with the same count: nothing passed, and they came all the same.
        let counts: Vec<_> =
            run.errors().lines().filter_map(|line| line.split(' ').nth(1).map(str::to_owned)).collect();
        let stalled = counts.windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert!(stalled >= 3, "{way}: {counts:?}");
        assert_eq!(last_number(&run), 8 << 20, "{way}");
    }
}

#[test]
fn a_stall_is_called_one() {
    let scratch = Scratch::new();
    let running = started(meter("-f -i 0.5 -r").stdin_open(), &scratch);
    std::thread::sleep(Duration::from_millis(4500));
    running.signal(Signal::TERM);
    running.finish().code(32).stderr_has("[ stalled]\r");
}

#[test]
fn signals_end_it_with_true_counts() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        for way in ["", "-C", "-l", "-B 1m"] {
            let (mut reader, writer) = unread();
            let scratch = Scratch::new();
            let file = scratch.write("in", vec![b'\n'; 8 << 20]);
            let program = meter("-n -b -i 600").words(way).arg(file).stdout(Stream::Fd(writer.into()));
            let running = started(program, &scratch);
            // Until the pipe is full, and the meter waits in a call.
            std::thread::sleep(Duration::from_millis(500));
            running.signal(signal);
            let run = running.finish().code(32);
            let mut all = Vec::new();
            reader.read_to_end(&mut all).expect("a pipe can be read");
            assert_eq!(last_number(&run), all.len() as u64, "{signal:?} {way}");
            assert!(!all.is_empty());
        }
    }
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
    std::thread::sleep(Duration::from_millis(300));
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

#[test]
fn the_title_is_given_back() {
    let run = meter("-x windowtitle:%b -i 600").stdin("text").stderr(Stream::Terminal).run().ok();
    let shown = run.errors();
    assert!(shown.contains("\x1b]2;4.00 B\x07"), "{shown:?}");
    assert!(shown.contains("\x1b]2;\x07"), "{shown:?}");
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

/// A buffer is filled while nobody reads from the meter.
#[test]
fn a_buffer_reads_ahead() {
    if PORTABLE {
        eprintln!("not run: this is not so by the portable door");
        return;
    }
    let (mut reader, writer) = unread();
    let bytes = crate::pattern(6 << 20);
    let running = meter("-f -T -i 0.1 -B 4m").stdin(bytes.clone()).stdout(Stream::Fd(writer.into())).spawn();
    wait_until("a full buffer", || running.errors_so_far().contains("{100%}"));
    let mut all = Vec::new();
    reader.read_to_end(&mut all).expect("a pipe can be read");
    running.finish().ok().stderr_has("{  0%}\r\n");
    gush_testkit::assert_same(&all, &bytes);
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
