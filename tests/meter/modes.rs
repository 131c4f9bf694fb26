//! Watching other processes, changing and asking a running meter, process ids.

use crate::{ours, pv};
use gush_testkit::{Program, Scratch, Signal, wait_until};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

/// A meter that waits for input, the folder in which it can be found, and its process id.
struct Waiting {
    running: gush_testkit::Running,
    scratch: Scratch,
    id: String,
}

/// Starts a meter that nobody sends anything.
fn waiting(options: &str) -> Waiting {
    let scratch = Scratch::new();
    let running = pv()
        .words(options)
        .args(["-P", "pid"])
        .within(scratch.folder())
        .env("XDG_RUNTIME_DIR", scratch.folder())
        .stdin_open()
        .spawn();
    wait_until("a socket", || {
        let id = fs::read_to_string(scratch.path("pid")).unwrap_or_default();
        id.ends_with('\n') && scratch.path(&format!("gush-meter/{}.sock", id.trim())).exists()
    });
    let id = String::from_utf8(scratch.read("pid")).expect("a number").trim().to_owned();
    Waiting { running, scratch, id }
}

impl Waiting {
    /// Another meter that is to find this one.
    fn asked(&self, options: &str) -> Program {
        pv().words(options).env("XDG_RUNTIME_DIR", self.scratch.folder())
    }

    fn end(self) -> gush_testkit::Outcome {
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
    let run = meter.asked(&format!("-Q {}", meter.id)).run().ok().silent();
    assert!(run.text().starts_with("{\"name\":\"name\",\"elapsed\":"), "{}", run.text());
    assert!(run.text().contains("\"bytes\":0,\"lines\":null,\"unit\":\"bytes\","), "{}", run.text());
    assert!(run.text().contains("\"size\":100,\"percent\":0,"), "{}", run.text());
    meter.end().code(32).silent();
}

#[test]
fn a_running_meter_can_be_changed() {
    let meter = waiting("-n -i 600 -s 100");
    meter.asked(&format!("-R {} -s 200 -b -t -i 0.1", meter.id)).run().ok().silent().stdout_is("");
    let run = meter.asked(&format!("-Q {}", meter.id)).run().ok();
    assert!(run.text().contains("\"size\":200,"), "{}", run.text());
    // Time and count now, where there was a percentage.
    gush_testkit::wait_until("a tick", || meter.running.errors_so_far().ends_with(" 0\n"));
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

#[test]
fn meters_that_are_not_there_are_told() {
    let scratch = Scratch::new();
    for option in ["-Q", "-R"] {
        let run = pv().args([option, "999999"]).env("XDG_RUNTIME_DIR", scratch.folder()).run().code(1);
        run.stdout_is("").stderr_is("pv: 999999: no meter of yours runs there\n");
    }
}

#[test]
fn the_files_of_another_process_are_watched() {
    let scratch = Scratch::new();
    scratch.write("f", vec![0; 100_000]);
    let script = "exec 3<f; head -c 25000 <&3 >/dev/null; sleep 1 & pv -n -i 0.2 -d $!:3; exec 3<&-";
    let run = ours(script).within(scratch.folder()).run().ok();
    assert!(
        run.errors().lines().count() >= 2 && run.errors().lines().all(|line| line == "25"),
        "{}",
        run.errors()
    );
    let script = "exec 3<f; head -c 25000 <&3 >/dev/null; sleep 1 & pv -f -i 0.2 -bp -w 100 -d $!";
    let run = ours(script).within(scratch.folder()).run().ok();
    let path = scratch.path("f");
    let shown = run.errors();
    assert!(
        shown.contains(&format!("   3:{}: 24.4KiB [", path.display())) || shown.contains("   3:..."),
        "{shown}"
    );
    assert!(shown.contains("] 25%"), "{shown}");
}
