//! Formats, numbers and bars where newer versions than pv 1.6.20 have more, or print something else.

use crate::meter::{meter, pv};
use gush_testkit::wait_until;

/// What a meter shows of 1,000 bytes last, in a terminal with UTF-8 or with ASCII alone.
fn shown(options: &str, locale: &str) -> String {
    let run = pv().arg_line(options).args(["-i", "600"]).env("LC_ALL", locale).stdin(vec![b'x'; 1000]).run();
    run.ok().errors()
}

#[test]
fn numbers_go_on_beyond_100_per_cent() {
    for (options, output) in [("-n -s 500", "200\n"), ("-n -s 3", "33333\n"), ("-n -s 1k", "97\n")] {
        assert_eq!(shown(options, "C"), output, "{options}");
    }
    assert_eq!(shown("-f -p -w 20 -s 300", "C"), "[=============] 333%\r\n");
}

#[test]
fn a_format_applies_to_numbers() {
    for (format, output) in [
        ("%b", "1000"),
        ("{\"bytes\":%{bytes},\"percent\":%{progress-amount-only}}", "{\"bytes\":1000,\"percent\":50}"),
        ("%p%%%b:%{sgr:red}", "50%1000:"),
    ] {
        let run = pv().args(["-n", "-s", "2000", "-F", format]).stdin(vec![b'x'; 1000]).run().ok();
        assert_eq!(run.errors(), format!("{output}\n"));
    }
}

/// A rate replaces the percentage.
#[test]
fn a_rate_is_a_number() {
    for (options, numbers) in [("-n -r", 1), ("-n -r -s 2000", 1), ("-n -r -b", 2), ("-n -r -b -t", 3)] {
        let output = shown(options, "C");
        let output: Vec<f64> =
            output.split_whitespace().map(|number| number.parse().expect("a number")).collect();
        assert_eq!(output.len(), numbers, "{options}: {output:?}");
        assert!(output[numbers - 1] > 100.0, "{options}: {output:?}");
    }
}

#[test]
fn bars_share_the_width_or_have_one() {
    for (format, output) in [
        ("|%{progress-bar-only}|", "|========>         |"),
        ("%p%p", "[>  ]  50%[>  ]  50%"),
        ("%12p|%{bar-shaded}", "[=>   ]  50%|███░░░░"),
        ("%4{bar-block}|%8{bar-plain}|", "██  |===>    |"),
        ("%{sgr:red}%b", "\u{1b}[31m1000  B\u{1b}[m"),
        ("%{sgr:brown,bg-default}%b", "\u{1b}[33;49m1000  B\u{1b}[m"),
    ] {
        let args = ["-f", "-w", "20", "-s", "2000", "-i", "600", "-F", format];
        let run = pv().args(args).env("LC_ALL", "C.UTF-8").stdin(vec![b'x'; 1000]).run().ok();
        assert_eq!(run.errors(), format!("{output}\r\n"), "{format}");
    }
}

/// Without UTF-8 a bar is plain, whatever was asked for, and a chart has no blocks.
#[test]
fn ascii_is_enough_where_there_is_no_more() {
    for locale in ["C", "POSIX", "de_DE", "de_DE.ISO-8859-1"] {
        assert_eq!(shown("-f -p -w 15 -s 2000 -u granular", locale), "[===>    ]  50%\r\n");
        assert_eq!(shown("-f -w 8 -s 2000 -F %{bar-block}", locale), "===>    \r\n");
        assert_eq!(shown("-f --spark -b", locale), format!("1000  B {}@\r\n", " ".repeat(15)));
    }
    for locale in ["C.UTF-8", "de_DE.utf8"] {
        assert_eq!(shown("-f -p -w 15 -s 2000 -u granular", locale), "[████    ]  50%\r\n");
    }
}

#[test]
fn a_transfer_without_bytes_has_no_eta() {
    let (reader, writer) = std::io::pipe().expect("a pipe can be created");
    let running = meter("-f -e -r -s 100 -i 0.05").stdin_fd(reader.into()).spawn();
    // As wide as with a prefix.
    wait_until("a tick", || running.errors_so_far().contains("[0.00  B/s] ETA -:--:--\r"));
    drop(writer);
    running.finish().ok();
}

/// Also where nothing came, and nothing was drawn.
#[test]
fn statistics_are_reported_of_the_smallest_input() {
    for (options, input) in
        [("-q -v", ""), ("-q -v -W", ""), ("-n -v", "a"), ("-l -q -v", "a"), ("-q -v -D 9", "a")]
    {
        let output = meter(options).stdin(input).run().ok().errors();
        let last = output.lines().last().unwrap_or_default();
        assert!(
            last.starts_with("rate min/median/p99/max = ") && last.ends_with("/s"),
            "{options}: {output}"
        );
    }
}
