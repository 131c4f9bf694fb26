//! What pv 1.6.20 has not: JSON, recordings, charts, lines and bytes at once, bits, statistics.

use crate::meter::{meter, pattern, pv};
use std::io::Write as _;

use gush_testkit::{Program, Scratch, Signal, need, wait_until};

#[test]
fn a_tick_can_be_an_object() {
    need!("jq");
    let run = meter("--json -l -N a\"b -s 10").stdin("a\nb\n").run().ok().stdout_is("a\nb\n");
    let jq = Program::new("/usr/bin/env").args([
        "jq",
        "-c",
        "[.name,.bytes,.lines,.unit,.size,.percent,.finished]",
    ]);
    jq.stdin(run.stderr).run().ok().stdout_is("[\"a\\\"b\",4,2,\"lines\",10,20,true]\n");
    // What is counted is 0 and not null where nothing came, and each line is an object also with the statistics of -v.
    for input in ["", "a\nb\n"] {
        let run = meter("--json --both -v -i 600").stdin(input).run().ok();
        let fields =
            "[.bytes, .lines, .finished, (.rates | keys_unsorted | join(\" \")), .rates.min <= .rates.max]";
        let jq = Program::new("/usr/bin/env").args(["jq", "-c", fields]).stdin(run.stderr).run().ok();
        let (bytes, lines) = (input.len(), input.len() / 2);
        jq.stdout_is(format!("[{bytes},{lines},true,\"min median p99 max\",true]\n"));
    }
    // What is left has fractions of seconds, and is unknown before anything has passed.
    let (reader, mut writer) = std::io::pipe().expect("a pipe can be created");
    let running = meter("--json -s 7 -i 0.02").stdin_fd(reader.into()).spawn();
    wait_until("a tick", || running.errors_so_far().contains("\"bytes\":0,"));
    writer.write_all(b"text\n").expect("the meter reads");
    wait_until("another", || running.errors_so_far().contains("\"bytes\":5,"));
    drop(writer);
    let run = running.finish().ok();
    let values = ".bytes, (.left | type), (.left | . != null and . > 0 and . < 1000), .finished";
    let jq =
        Program::new("/usr/bin/env").args(["jq", "-c", &format!("[{values}]")]).stdin(run.stderr).run().ok();
    let output = jq.text();
    assert!(output.starts_with("[0,\"null\",false,false]\n"), "{output}");
    assert!(output.contains("[5,\"number\",true,false]\n"), "{output}");
    assert!(output.ends_with("[5,\"number\",false,true]\n"), "{output}");
}

#[test]
fn lines_and_bytes_at_once() {
    let run = meter("-f -w 40 --both -i 600").stdin("a\nb\n").run().ok();
    assert!(run.errors().starts_with("4.00  B 2.00  0:00:00 ["), "{}", run.errors());
}

#[test]
fn other_units_and_bars() {
    for (options, shown) in [
        ("-b -8", "7.81Kib"),
        ("-b -k", "1.00kB"),
        ("-b -8 -k", "8.00kb"),
        ("-p -w 16 -s 2000 -u block", "[████     ]  50%"),
        ("-p -w 16 -s 2000 -u shaded", "[████░░░░░]  50%"),
        ("-p -w 15 -s 2000 -u granular", "[████    ]  50%"),
    ] {
        let run =
            meter("-f -i 600").arg_line(options).env("LC_ALL", "C.UTF-8").stdin(pattern(1000)).run().ok();
        assert_eq!(run.errors(), format!("{shown}\r\n"), "{options}");
    }
}

#[test]
fn charts_gauges_and_statistics() {
    let run = meter("-f -b --spark -i 600").env("LC_ALL", "C.UTF-8").stdin("text").run().ok();
    assert_eq!(run.errors(), format!("4.00  B {}█\r\n", " ".repeat(15)));
    let run = meter("-f -p -g -w 40 -i 600").stdin("text").run().ok();
    assert!(run.errors().starts_with('[') && run.errors().ends_with("/s\r\n"), "{}", run.errors());
    let run = meter("-q -v").stdin("text").run().ok();
    assert!(run.errors().starts_with("rate min/median/p99/max = "), "{}", run.errors());
}

#[test]
fn a_size_can_be_that_of_a_file() {
    let scratch = Scratch::new();
    scratch.write("f", [0; 8]);
    pv().args(["-n", "-s", "@f"]).within(scratch.folder()).stdin("text").run().ok().stderr_is("50\n");
}

#[test]
fn help_and_version_are_shown() {
    let run = meter("--help").run().ok().silent();
    assert!(run.text().starts_with("Usage: gush meter [OPTION]... [FILE]...\n"), "{}", run.text());
    for option in [
        "%{name}",
        "%nL",
        " previous-line",
        "sgr:COLOUR,...",
        "\nLimits:\n",
        "-p, --progress ",
        "-d, --watchfd PID[:FD] ",
        "    --record FILE ",
    ] {
        assert!(run.text().contains(option), "{option} is not in the help");
    }
    let run = pv().arg("-V").run().ok().silent();
    assert!(run.text().starts_with("pv (gusher) "), "{}", run.text());
}

/// What lists of processes show of a meter, limited to the length of its arguments.
#[test]
fn the_arguments_of_a_process_can_show_it() {
    if !cfg!(target_os = "linux") {
        return need::not_run("there is no /proc here");
    }
    let scratch = Scratch::new();
    let program = meter("-q -i 0.01 -x processtitle:seen=%b. -P pid").within(scratch.folder());
    let running = program.stdin_open().spawn();
    let read = |path: &std::path::Path| std::fs::read_to_string(path).unwrap_or_default();
    let id = || read(&scratch.path("pid")).trim().to_owned();
    wait_until("a title", || read(format!("/proc/{}/cmdline", id()).as_ref()).starts_with("seen=0.00  B.\0"));
    // The arguments are written first, then the name: two system calls apart.
    wait_until("a name", || read(format!("/proc/{}/comm", id()).as_ref()) == "seen=0.00  B.\n");
    running.signal(Signal::TERM);
    running.finish().code(32).silent();
}
