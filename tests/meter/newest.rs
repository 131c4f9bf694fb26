//! What the newest pv has otherwise than the 1.6.20 that systems install. Each expected text was recorded from pv
//! 1.11.0-dev (its repository of April 2026); times and rates are given by `-i`, or cut off.

use crate::meter::{meter, ours, pv};
use gush_testkit::Scratch;

/// A folder with the file `f` of 5,000,000 bytes, `k` of 1,000 and `s` of 7.
fn files() -> Scratch {
    let scratch = Scratch::new();
    for (name, size) in [("f", 5_000_000), ("k", 1000), ("s", 7)] {
        scratch.write(name, vec![0; size]);
    }
    scratch
}

/// Command lines, their exit codes, and what is on standard error.
const RECORDED: &[(&str, i32, &str)] = &[
    ("pv nofile", 2, "pv: failed to read file: nofile: No such file or directory\n"),
    ("pv -q nofile k", 2, "pv: failed to read file: nofile: No such file or directory\n"),
    (
        "pv -q nofile >&-",
        2,
        "pv: standard output: Bad file descriptor\npv: failed to read file: nofile: No such file or directory\n",
    ),
    ("pv -n -8 f", 0, "40000000\n"),
    ("pv -n -8 -b f", 0, "40000000\n"),
    ("pv -f -8 f", 0, "38.1Mib\r\n"),
    (
        "pv -f -8 -p f",
        0,
        "38.1Mib [================================================================>] 100%\r\n",
    ),
    ("seq 7 | pv -fl8", 0, "7.00 \r\n"),
    ("pv -f -b s", 0, "7.00  B\r\n"),
    ("pv -f -b k", 0, "1000  B\r\n"),
    ("pv -f -8 s", 0, "56.0  b\r\n"),
    ("pv -f -k -b s", 0, "7.00 B\r\n"),
    ("pv -f -k -8 s", 0, "56.0 b\r\n"),
    ("pv -f -s 10 -p -w 40 < s", 0, "[======================>          ]  70%\r\n"),
    ("pv -f -s 10m -p -w 40 < f", 0, "[==============>                  ]  47%\r\n"),
    ("pv -f -s 2m -p -w 40 < f", 0, "[=================================] 238%\r\n"),
    ("pv -f -F '%{progress-amount-only}|' -s 10m < f", 0, " 47%|\r\n"),
    ("pv -f -F '%{progress-amount-only}|' -s 1g < f", 0, "  0%|\r\n"),
    ("pv -f -F 'A %b %{ratio}|' f", 0, "A 4.77MiB -:-|\r\n"),
    (
        "pv -f -F '%{sgr:reset}x%{sgr:38;5;3}y%{sgr:nosuch,red}z' s",
        0,
        "\x1b[0mx\x1b[38;5;3my\x1b[31mz\x1b[m\r\n",
    ),
    ("pv -f -F '%{sgr:red;bold}%b%{sgr:none}|' s", 0, "\x1b[31;1m7.00  B\x1b[0m|\r\n"),
    ("pv -f -b -u nosuch s", 0, "7.00  B\r\n"),
    ("pv -f -b -x nosuch s", 0, "7.00  B\r\n"),
    ("pv -f -p -w 20 -s 0,5k s", 0, "[>            ]   1%\r\n"),
    ("pv -q -i 0,5 s", 0, ""),
    ("pv -q --sparse s", 0, ""),
    ("pv -q --sparse-output s", 0, ""),
];

#[test]
fn forms_are_those_of_the_newest_pv() {
    let scratch = files();
    for (script, code, message) in RECORDED {
        let run = ours(script).within(scratch.folder()).run();
        assert_eq!(run.errors(), *message, "{script}");
        run.code(*code);
    }
}

/// Rates and times are given by the clock, but not what is around them.
#[test]
fn rates_and_times_have_the_newest_frames() {
    let scratch = files();
    for (script, start, end) in [
        ("pv -f -a f", "(", "/s)\r\n"),
        ("pv -f -r f", "[", "/s]\r\n"),
        ("pv -f -I -s 10m < f", "FIN ", "\r\n"),
        ("pv -f -e -I -s 10m < f", "            FIN ", "\r\n"),
        ("pv -f -8 -r f", "38.1Mib [", "b/s]\r\n"),
        ("pv -n -8 -r f", "40000000 ", "\n"),
    ] {
        let errors = ours(script).within(scratch.folder()).run().ok().errors();
        assert!(errors.starts_with(start) && errors.ends_with(end), "{script}: {errors:?}");
    }
}

/// What 1.6.20 takes and the newest refuses.
#[test]
fn numbers_are_refused_where_the_newest_refuses_them() {
    let scratch = files();
    for line in ["-i .2", "-D .5", "-m 1.5", "-s .5k", "-A 1.5", "-w 1,5"] {
        for program in [meter(line), pv().arg_line(line)] {
            program.arg("s").within(scratch.folder()).run().code(64).stdout_is("");
        }
    }
    for script in ["pv -s '5 ' s", "pv -L '5 ' s", "pv -i '1 ' s"] {
        ours(script).within(scratch.folder()).run().code(64).stdout_is("");
    }
}

#[test]
fn a_number_after_rate_and_an_option_after_name_are_reported() {
    let message = "gush meter: error in the arguments; nothing was written\n";
    let of_rate = "  5\n  ^ --rate shows the rate and takes no value; -L 5 limits it\n";
    meter("--rate 5").stdin("text").run().code(64).stdout_is("").stderr_is(format!("{message}{of_rate}"));
    let of_name = "  -N -q\n     ^^ a name is expected before the option; --name=-q if that is the name\n";
    meter("-N -q").stdin("text").run().code(64).stdout_is("").stderr_is(format!("{message}{of_name}"));
    // A file may have such a name, and so may a meter.
    let scratch = Scratch::new();
    scratch.write("5", "text");
    meter("--rate 5").within(scratch.folder()).run().ok().stdout_is("text");
    meter("-f -b --name=-q").stdin("text").run().ok().stderr_is("       -q: 4.00  B\r\n");
    pv().arg_line("-f -b -N -q").stdin("text").run().ok().stderr_is("       -q: 4.00  B\r\n");
}

/// What is in a pipe counts as passed: with a small buffer the meter holds, and has its pipes hold, little.
#[test]
fn a_small_buffer_leaves_pipes_as_they_are() {
    let script = "pv -B 1024 -nb -i 0.2 /dev/zero -P pid | (sleep 1; kill $(cat pid); cat > /dev/null)";
    let scratch = Scratch::new();
    let output = ours(script).within(scratch.folder()).run().errors();
    let max = output.lines().filter_map(|line| line.parse::<u64>().ok()).max().expect("a tick");
    assert!(max <= 128 << 10, "{output}");
}
