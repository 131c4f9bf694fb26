//! Changing and asking a running meter, process ids.

use crate::meter::pv;
use gush_testkit::{Program, Scratch, Signal, Stream, need, wait_until};
use std::fs;
use std::io::{PipeWriter, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;

/// A meter that waits for input, the folder in which it can be found, and its process id.
pub struct Waiting {
    pub running: gush_testkit::Running,
    pub scratch: Scratch,
    pub id: String,
}

/// Starts a meter without any messages to it.
fn waiting(options: &str) -> Waiting {
    found(pv().arg_line(options).stdin_open())
}

/// Starts a meter that reads what is written here.
fn fed(options: &str) -> (Waiting, PipeWriter) {
    let (reader, writer) = std::io::pipe().expect("a pipe can be created");
    (found(pv().arg_line(options).stdin_fd(reader.into())), writer)
}

/// Starts a meter, and returns once others can find it.
pub fn found(program: Program) -> Waiting {
    let scratch = Scratch::new();
    let program = program.args(["-P", "pid"]).within(scratch.folder());
    let running = program.env("XDG_RUNTIME_DIR", scratch.folder()).env("LC_ALL", "C.UTF-8").spawn();
    wait_until("a socket", || {
        let id = fs::read_to_string(scratch.path("pid")).unwrap_or_default();
        id.ends_with('\n') && scratch.path(&format!("gush-meter/{}.sock", id.trim())).exists()
    });
    let id = String::from_utf8(scratch.read("pid")).expect("a number").trim().to_owned();
    Waiting { running, scratch, id }
}

impl Waiting {
    /// Another meter that is to find this one.
    pub fn asked(&self, options: &str) -> Program {
        pv().arg_line(options).env("XDG_RUNTIME_DIR", self.scratch.folder())
    }

    /// Has this one changed.
    #[track_caller]
    pub fn change(&self, options: &str) {
        self.asked(&format!("-R {} {options}", self.id)).run().ok().silent().stdout_is("");
    }

    pub fn end(self) -> gush_testkit::Outcome {
        self.running.signal(Signal::TERM);
        let run = self.running.finish();
        assert_eq!(self.scratch.names(), ["gush-meter"], "what it could be found by is gone");
        assert!(
            fs::read_dir(self.scratch.path("gush-meter")).is_ok_and(|mut folder| folder.next().is_none())
        );
        run
    }
}

#[test]
fn a_running_meter_can_be_asked() {
    let meter = waiting("-n -i 600 -s 100 -N name");
    let run = meter.asked(&format!("-Q {} --json", meter.id)).run().ok().silent();
    assert!(run.text().starts_with("{\"name\":\"name\",\"elapsed\":"), "{}", run.text());
    assert!(run.text().contains("\"bytes\":0,\"lines\":null,\"unit\":\"bytes\","), "{}", run.text());
    assert!(run.text().contains("\"size\":100,\"percent\":0,"), "{}", run.text());
    meter.end().code(32).silent();
}

#[test]
fn a_running_meter_can_be_changed() {
    let meter = waiting("-n -i 600 -s 100");
    meter.asked(&format!("-R {} -s 200 -b -t -i 0.1", meter.id)).run().ok().silent().stdout_is("");
    let run = meter.asked(&format!("-Q {} --json", meter.id)).run().ok();
    assert!(run.text().contains("\"size\":200,"), "{}", run.text());
    // Time and count now, where there was a percentage.
    gush_testkit::wait_until("a tick", || meter.running.errors_so_far().ends_with(" 0\n"));
    meter.end().code(32);
}

/// All that pv's -R can change, one after the other, and what that looks like in the end.
#[test]
fn the_display_can_be_changed_while_bytes_pass() {
    let (meter, mut writer) = fed("-f -q -i 600 -s 5");
    meter.change("-b");
    meter.change("-N name -w 50 -H 10 -s 20 -i 300 -m 5 -8 -k -u block -x windowtitle");
    meter.change("-T -B 8 -A 4 -b -p");
    writer.write_all(b"a").expect("the meter reads");
    // The call that was waiting for this may have been one that shows no bytes; the next ones do.
    meter.running.wait_for_output(1);
    writer.write_all(b"bcdefghij").expect("the meter reads");
    drop(writer);
    let run = meter.running.finish().ok().stdout_is("abcdefghij");
    assert_eq!(run.errors(), "     name: 80.0 b {  0%} [██████       ]  50% ghij\r\n");
}

#[test]
fn the_line_comes_back_and_changes_its_shape() {
    for (options, changes, ended) in [
        ("-f -n", &["-q", ""][..], "4.00  B 0:00:00 ["),
        ("-f -q", &["-n"], "100\n"),
        ("-f -q", &["-n", "-F %b|"], "4.00  B|\r\n"),
        ("-f -n", &["-b"], "4\n"),
        ("-n", &["-f -b -p"], "4.00  B ["),
        ("-f", &["--json"], "{\"elapsed\":"),
        ("-f --json", &["-b"], "4.00  B\r\n"),
    ] {
        let (meter, mut writer) = fed(&format!("{options} -i 600 -s 4"));
        changes.iter().for_each(|change| meter.change(change));
        writer.write_all(b"text").expect("the meter reads");
        drop(writer);
        let run = meter.running.finish().ok().stdout_is("text");
        assert!(run.errors().starts_with(ended), "{options} {changes:?}: {}", run.errors());
    }
}

/// A change of something else changes neither the display nor the buffer.
#[test]
fn settings_that_are_not_named_stay() {
    let (meter, mut writer) = fed("-f -q -i 600");
    meter.change("-A 4");
    meter.change("-L 2g");
    writer.write_all(b"a").expect("the meter reads");
    meter.running.wait_for_output(1);
    writer.write_all(b"bcdefghij").expect("the meter reads");
    drop(writer);
    let run = meter.running.finish().ok().stdout_is("abcdefghij");
    assert_eq!(run.errors(), "ghij\r\n");
    let meter = found(pv().arg_line("-f -q -L 1 -B 1m").stdin(vec![b'x'; 500 << 10]));
    meter.change("-T -i 0.05");
    wait_until("how full it is", || meter.running.errors_so_far().contains("{ 48%}"));
    meter.end().code(32);
}

/// Also where bytes passed by memory before, as with -C, or came to do so.
#[test]
fn a_buffer_set_while_running_is_filled_ahead() {
    for options in ["-f -q", "-f -q -C", "-f -q -A 4"] {
        let (input, mut feed) = std::io::pipe().expect("a pipe can be created");
        let (mut drain, output) = std::io::pipe().expect("a pipe can be created");
        let program = pv().arg_line(options).stdin_fd(input.into()).stdout(Stream::Fd(output.into()));
        let meter = found(program.args(["-i", "0.05"]));
        meter.change("-T -B 4m");
        // The call that waits for this came before.
        feed.write_all(b"a").expect("the meter reads");
        drain.read_exact(&mut [0]).expect("the meter writes");
        let feeding = std::thread::spawn(move || feed.write_all(&vec![b'x'; 6 << 20]));
        wait_until("a full buffer", || meter.running.errors_so_far().contains("{100%}"));
        let mut all = Vec::new();
        drain.read_to_end(&mut all).expect("the meter writes");
        feeding.join().expect("no panic").expect("the meter reads");
        assert_eq!(all.len(), 6 << 20, "{options}");
        meter.running.finish().ok();
    }
}

/// Blanks over what was there before must not begin another row.
#[test]
fn a_line_that_becomes_narrower_stays_one() {
    let meter = waiting("-f -p -i 0.05 -w 60");
    wait_until("a line", || meter.running.errors_so_far().len() > 60);
    meter.change("-w 20");
    let lengths = || {
        let errors = meter.running.errors_so_far();
        errors.split_inclusive('\r').map(|line| line.trim_end_matches('\r').len()).collect::<Vec<_>>()
    };
    wait_until("narrow lines", || lengths().iter().filter(|&&length| length < 60).count() > 3);
    // The last one may be but half there.
    assert!(lengths().iter().all(|&length| length == 60 || length <= 20), "{:?}", lengths());
    meter.end().code(32);
}

/// What was drawn stays, and what comes is below it.
#[test]
fn numbers_begin_on_a_line_of_their_own() {
    let meter = waiting("-f -b -i 0.02");
    wait_until("a line", || meter.running.errors_so_far().contains("0.00  B\r"));
    meter.change("-n");
    wait_until("a number", || meter.running.errors_so_far().ends_with("\n0\n"));
    let run = meter.end().code(32);
    assert!(run.errors().contains("0.00  B\r\n0\n"), "{:?}", run.errors());
}

#[test]
fn a_limit_can_be_lifted() {
    let meter = found(pv().arg_line("-q -L 1").stdin(vec![b'x'; 100_000]));
    meter.change("-L 0");
    let run = meter.running.finish().ok().silent();
    assert_eq!(run.stdout.len(), 100_000);
}

#[test]
fn unchangeable_settings_are_reported() {
    let meter = waiting("-n -i 600 -s 100");
    for (options, message) in [
        ("-L 5 -s 7 -p", "its standard error is no terminal; -f makes it show something there"),
        ("-s 7 -F %{lines} -f", "lines are not counted there"),
    ] {
        let run = meter.asked(&format!("-R {} {options}", meter.id)).run().code(1).stdout_is("");
        run.stderr_is(format!("pv: {}: {message}\n", meter.id));
    }
    meter.asked(&format!("-R {} -s 7 -l", meter.id)).run().code(64);
    let run = meter.asked(&format!("-Q {} --json", meter.id)).run().ok();
    assert!(run.text().contains("\"size\":100,"), "{}", run.text());
    meter.end().code(32).stderr_is("");
}

#[test]
fn a_state_that_cannot_be_written_is_reported() {
    need!("/dev/full");
    let meter = waiting("-q");
    let run = meter.asked(&format!("-Q {} --json", meter.id)).stdout(Stream::Full).run().code(1);
    run.stderr_is("pv: standard output: No space left on device\n");
    meter.end().code(32);
}

#[test]
fn only_its_user_can_reach_a_meter() {
    let meter = waiting("-q");
    let mode = |path: &std::path::Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let folder = meter.scratch.path("gush-meter");
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(mode(&folder.join(format!("{}.sock", meter.id))), 0o600);
    meter.end().code(32).silent();
}

/// As often as it was asked for, until it ends.
#[test]
fn a_running_meter_can_be_asked_again_and_again() {
    let (meter, mut writer) = fed("-q -l -s 8");
    let asking = meter.asked(&format!("-Q {} --json -i 0.02", meter.id)).spawn();
    asking.wait_for_output(400);
    writer.write_all(b"a\nb\n").expect("the meter reads");
    meter.running.wait_for_output(4);
    // What is written is counted after it.
    let ask = || meter.asked(&format!("-Q {} --json", meter.id)).run().ok();
    wait_until("both lines", || ask().text().contains("\"lines\":2,\"unit\":\"lines\","));
    let before = ask();
    asking.wait_for_output(3 * before.stdout.len() + 800);
    drop(writer);
    meter.running.finish().ok();
    let run = asking.finish().ok().silent();
    assert!(run.text().lines().all(|line| line.starts_with('{') && line.ends_with('}')), "{}", run.text());
    assert!(run.text().lines().any(|line| line.contains("\"lines\":2,")), "{}", run.text());
}

/// As with pv 1.10: as if it were the other one, and until that ends.
#[test]
fn a_running_meter_can_be_looked_at() {
    let (meter, mut writer) = fed("-q -s 8 -N there");
    writer.write_all(b"text").expect("the meter reads");
    meter.running.wait_for_output(4);
    let line = meter.asked(&format!("-Q {} -f -b -p -w 40 -i 0.02", meter.id)).spawn();
    let numbers = meter.asked(&format!("-Q {} -n -i 0.02", meter.id)).spawn();
    let lines = || line.errors_so_far();
    wait_until("half of it", || lines().contains("]  50%") && numbers.errors_so_far().contains("50\n"));
    writer.write_all(b"more").expect("the meter reads");
    wait_until("all of it", || lines().contains("] 100%") && numbers.errors_so_far().contains("100\n"));
    drop(writer);
    meter.running.finish().ok().stdout_is("textmore");
    let run = line.finish().ok().stdout_is("");
    assert!(run.errors().starts_with("    there: 4.00  B ["), "{}", run.errors());
    let run = numbers.finish().ok().stdout_is("");
    assert!(run.errors().lines().all(|line| ["50", "100"].contains(&line)), "{}", run.errors());
}

/// What a killed meter left over is swept by the next one; what somebody listens on stays.
#[test]
fn stale_sockets_are_removed() {
    let meter = waiting("-q");
    let folder = meter.scratch.path("gush-meter");
    let start = || {
        let program = pv().args(["-q", "-P", "other"]).stdin_open().within(meter.scratch.folder());
        let running = program.env("XDG_RUNTIME_DIR", meter.scratch.folder()).spawn();
        // It has its name only once the old ones are swept, and it listens.
        wait_until("another socket", || {
            let id = fs::read_to_string(meter.scratch.path("other")).unwrap_or_default();
            id.ends_with('\n') && folder.join(format!("{}.sock", id.trim())).exists()
        });
        assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 2);
        running
    };
    let killed = start();
    killed.signal(Signal::KILL);
    killed.finish().died_of(Signal::KILL);
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 2);
    fs::remove_file(meter.scratch.path("other")).expect("it is there");
    // It would be three, if the old one had stayed.
    let other = start();
    meter.asked(&format!("-Q {} --json", meter.id)).run().ok();
    other.signal(Signal::TERM);
    other.finish().code(32);
    fs::remove_file(meter.scratch.path("other")).unwrap_or_default();
    meter.end().code(32).silent();
}

/// What a real `pv -R` sends, before or after an unknown message.
#[test]
fn signals_of_another_pv_end_nothing() {
    let (meter, mut writer) = fed("-q");
    for signal in [Signal::USR1, Signal::USR2, Signal::ALARM] {
        meter.running.signal(signal);
    }
    if !crate::meter::pv_is_missing() {
        let run = Program::new("/usr/bin/env").args(["pv", "-R", &meter.id, "-L", "10m"]).run();
        assert!(run.stdout.is_empty());
    }
    writer.write_all(b"text").expect("the meter reads");
    drop(writer);
    meter.running.finish().ok().stdout_is("text");
}

#[test]
fn meters_that_are_not_there_are_reported() {
    let scratch = Scratch::new();
    for option in ["-Q", "-R"] {
        let run = pv().args([option, "999999"]).env("XDG_RUNTIME_DIR", scratch.folder()).run().code(1);
        run.stdout_is("").stderr_is("pv: 999999: no meter of yours runs there\n");
    }
}
