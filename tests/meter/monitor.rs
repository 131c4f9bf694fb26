//! `-M`: a command between two meters of one process. The lines are those of pv 1.11.0-dev but for what the clock
//! decides; the exit code of the command is ours, as pv ends with 0 whatever the command did.

use std::time::{Duration, Instant};

use super::record::query;
use crate::meter::{meter, ours, pattern, pv};
use gush_testkit::{Scratch, Signal, need, wait_until};

fn within(scratch: &Scratch, script: &str) -> gush_testkit::Outcome {
    ours(script).within(scratch.folder()).run()
}

fn scratch() -> Scratch {
    let scratch = Scratch::new();
    scratch.write("r", pattern(3_000_000));
    scratch
}

#[test]
fn all_bytes_go_in_and_come_out() {
    let scratch = scratch();
    let all = pattern(3_000_000);
    for side in ["in", "out", "both", "0", "1", "2"] {
        within(&scratch, &format!("pv -q -M {side} -- cat < r")).ok().stdout_is(&all[..]);
        within(&scratch, &format!("pv -q -B 4096 -M {side} -- cat < r")).ok().stdout_is(&all[..]);
        within(&scratch, &format!("pv -q -l -M {side} -o out -- cat < r; cmp r out")).ok().stdout_is("");
        within(&scratch, &format!("pv -q -X -M {side} -- cat < r")).ok().stdout_is("");
        within(&scratch, &format!("pv -q -M {side} -- gzip -1 < r | gzip -d")).ok().stdout_is(&all[..]);
    }
}

/// Recorded from pv 1.11.0-dev, where `head` has read one block of 64 KiB before it ends, and ours 1 MiB.
#[test]
fn each_side_has_its_line_and_the_ratio() {
    let scratch = scratch();
    for (options, command, message) in [
        ("-fb", "cat", "2.86MiB\r\n2.86MiB 1:1\r\n"),
        ("-f -F '%b %{ratio}'", "sh -c 'head -c 1000; cat > x'", "2.86MiB 1:3000\r\n1000  B 3000:1\r\n"),
        ("-f -F 'A %b' -F 'B %b'", "cat", "A 2.86MiB\r\nB 2.86MiB\r\n"),
        ("-f -F '%N %b' -N one -N two", "cat", "      one: 2.86MiB\r\n      two: 2.86MiB\r\n"),
        ("-fb -N a -N b", "cat", "        a: 2.86MiB\r\n        b: 2.86MiB 1:1\r\n"),
        ("-n", "cat", "100\n2 1:1\n"),
        ("-n -b", "sh -c 'cat; cat r'", "3000000\n6000000 1:2\n"),
        ("-fb -l", "cat", " 375k\r\n 375k 1:1\r\n"),
    ] {
        let script = format!("pv -i 60 {options} -M both -- {command} < r > out");
        let run = within(&scratch, &script).ok();
        // A busy machine may end the second one first.
        let mut lines: Vec<String> = run.errors().split_inclusive('\n').map(str::to_owned).collect();
        let mut expected: Vec<String> = message.split_inclusive('\n').map(str::to_owned).collect();
        lines.sort();
        expected.sort();
        assert_eq!(lines, expected, "{script}");
    }
    let one = within(&scratch, "pv -fb -M in -- cat < r > out").ok();
    one.stderr_is("2.86MiB\r\n");
}

#[test]
fn the_exit_code_is_the_commands() {
    let scratch = scratch();
    for side in ["in", "out", "both"] {
        for (command, code) in [
            ("sh -c 'cat > x; exit 3'", 3),
            ("sh -c 'exit 4'", 4),
            ("true", 0),
            ("sh -c 'kill -9 $$'", 137),
            ("./nosuch", 127),
            ("/", 126),
        ] {
            within(&scratch, &format!("pv -q -M {side} -- {command} < r > out")).code(code);
        }
        // What the meter itself finds comes first.
        within(&scratch, &format!("pv -q -M {side} -o /nonexistent/x -- false < r")).code(2);
        within(&scratch, &format!("cp r g; pv -q -M {side} -- cat < g >> g")).code(4);
    }
    within(&scratch, "pv -q -M both -- cat < r > /dev/full").code(16);
}

/// The reader of the output leaves, or the command reads no more, while nothing comes in.
#[test]
fn closed_pipes_end_it() {
    let scratch = scratch();
    within(&scratch, "pv -q -M both -- cat < r | head -c 10; exit ${PIPESTATUS[0]}").ok();
    within(&scratch, "pv -q -M both -- cat < /dev/zero | head -c 10 | wc -c").ok().stdout_is("10\n");
    let (reader, writer) = std::io::pipe().expect("a pipe can be created");
    let start = Instant::now();
    pv().arg_line("-q -M both -- sh -c")
        .arg("echo done")
        .stdin_fd(reader.into())
        .run()
        .ok()
        .stdout_is("done\n");
    assert!(start.elapsed() < Duration::from_secs(20));
    drop(writer);
    // Another process goes on reading.
    let script = "(echo one; sleep 1; echo two) | pv -q -M both -- sh -c 'exec 3<&0; cat <&3 & exit'";
    within(&scratch, script).ok().stdout_is("one\ntwo\n");
}

#[test]
fn a_signal_ends_the_command_too() {
    let scratch = Scratch::new();
    let script = "echo $$ > id; trap 'echo ended > told; exit' TERM; sleep 60 & wait";
    let running =
        pv().arg_line("-q -P pid -M both -- sh -c").arg(script).stdin("").within(scratch.folder()).spawn();
    wait_until("the command runs", || std::fs::read(scratch.path("id")).is_ok_and(|id| !id.is_empty()));
    running.signal(Signal::TERM);
    running.finish().code(32);
    wait_until("the command has heard of it", || std::fs::read(scratch.path("told")).is_ok());
    assert!(!scratch.path("pid").exists());
}

#[test]
fn objects_and_recordings_have_both_sides() {
    need!("sqlite3");
    let scratch = scratch();
    let run =
        within(&scratch, "pv --json --record run.db -i 60 -M both -- sh -c 'cat; cat r' < r > out").ok();
    let mut objects: Vec<serde_json::Value> =
        run.errors().lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    objects.sort_by_key(|object| object["name"].to_string());
    let [input, output] = &objects[..] else { panic!("{objects:?}") };
    assert_eq!(
        (&input["name"], &input["bytes"], &input["size"]),
        (&"in".into(), &3_000_000.into(), &3_000_000.into())
    );
    assert_eq!(
        (&output["name"], &output["bytes"], &output["ratio"]),
        (&"out".into(), &6_000_000.into(), &0.5.into())
    );
    let recorded = "SELECT name, rounds.bytes, grouped_as FROM runs JOIN rungs ON run = runs.id
        JOIN rounds ON rung = rungs.id ORDER BY name";
    let command = "sh -c cat; cat r";
    let expected = format!("in|3000000|{command}\nout|6000000|{command}");
    assert_eq!(query(&scratch.path("run.db"), recorded), expected);
}

#[test]
fn a_command_is_needed() {
    for line in ["-M both", "-M both --", "-M up -- cat", "-M both -U x -- cat", "-M both -d 1 -- cat"] {
        meter(line).stdin("text").run().code(64).stdout_is("");
    }
}
