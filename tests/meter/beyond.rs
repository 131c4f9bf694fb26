//! What pv 1.6.20 has not: JSON, recordings, charts, lines and bytes at once, bits, statistics.

use crate::{meter, pattern, pv};
use gush_testkit::{Program, Scratch, need};

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
}

#[test]
fn lines_and_bytes_at_once() {
    let run = meter("-f -w 40 --both -i 600").stdin("a\nb\n").run().ok();
    assert!(run.errors().starts_with("4.00 B 2.00  0:00:00 ["), "{}", run.errors());
}

#[test]
fn other_units_and_bars() {
    for (options, shown) in [
        ("-b -8", "7.81Kib"),
        ("-b -k", "1.00kB"),
        ("-b -8 -k", "8.00kb"),
        ("-p -w 16 -s 2000 -u block", "[█████     ] 50%"),
        ("-p -w 16 -s 2000 -u shaded", "[█████░░░░░] 50%"),
        ("-p -w 15 -s 2000 -u granular", "[████▌    ] 50%"),
    ] {
        let run = meter("-f -i 600").words(options).stdin(pattern(1000)).run().ok();
        assert_eq!(run.errors(), format!("{shown}\r\n"), "{options}");
    }
    meter("-u round").run().code(64).stderr_is(
        "gush meter: -u: no bar style is called 'round'; there are plain, block, granular, shaded\n",
    );
}

#[test]
fn charts_gauges_and_statistics() {
    let run = meter("-f -b --spark -i 600").stdin("text").run().ok();
    assert_eq!(run.errors(), format!("4.00 B {}█\r\n", " ".repeat(15)));
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
    let run = pv().args(["-n", "-s", "@nofile"]).within(scratch.folder()).run().code(64);
    run.stderr_is("pv: -s: nofile: No such file or directory\n");
}

#[test]
fn help_and_version_are_told() {
    let run = meter("--help").run().ok().silent();
    assert!(run.text().starts_with("Usage: gush meter [OPTION]... [FILE]...\n"), "{}", run.text());
    for option in ["-p, --progress ", "-d, --watchfd PID[:FD] ", "    --record FILE "] {
        assert!(run.text().contains(option), "{option} is not in the help");
    }
    let run = pv().arg("-V").run().ok().silent();
    assert!(run.text().starts_with("pv (gusher) "), "{}", run.text());
}
