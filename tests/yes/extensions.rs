//! What GNU's does not have.

use crate::yes::{STRATEGIES, assert_left_by_its_reader, gush_yes, repeated, yes};
use gush_testkit::{Scratch, assert_same, need};

#[test]
fn a_number_of_lines_is_exact() {
    for lines in [0, 1, 2, 3, 16_383, 16_384, 16_385, 65_536, 1_000_003, 4_194_304, 9_000_001] {
        let expected = b"y\n".repeat(lines);
        for strategy in STRATEGIES {
            let run = yes().arg_line(&format!("-n {lines}")).env("GUSH_STRATEGY", strategy).run();
            run.ok().silent().stdout_is(&expected);
        }
    }
}

#[test]
fn a_number_of_lines_has_several_spellings() {
    let spellings = [
        "-n 3",
        "-n3",
        "--lines 3",
        "--lines=3",
        "--li 3",
        "--l=3",
        "-n 9 -n 3",
        "-n 0_3",
        "x -n 3 --",
        "-zn3",
    ];
    for spelling in spellings {
        let (end, line) = if spelling.contains('z') { (0, b'y') } else { (b'\n', b'y') };
        let line = if spelling.starts_with('x') { b'x' } else { line };
        yes().arg_line(spelling).run().ok().silent().stdout_is([line, end].repeat(3));
    }
    yes().arg_line("-n 2k a b").run().ok().stdout_is(b"a b\n".repeat(2000));
    yes().arg_line("-n 18446744073709551615").stdout_closes_after(5000).run();
}

#[test]
fn nul_ends_lines() {
    yes().arg_line("-z -n 2 a b").run().ok().stdout_is("a b\0a b\0");
    yes().arg_line("--zero").arg("").arg_line("-n 500k").run().ok().silent().stdout_is(vec![0; 500_000]);
    let run = yes().arg("-z").arg("").stdout_closes_after(20_000_000).run();
    assert_same(&run.stdout, vec![0; 20_000_000]);
}

#[test]
fn a_file_is_repeated() {
    let scratch = Scratch::new();
    let text = repeated(b"some text", 3_000_000);
    let file = scratch.write("text", [&text[..], b"\n"].concat());
    let expected = [&text[..], b"\n"].concat().repeat(3);
    yes().arg("--from-file").arg(&file).arg_line("-n 3").run().ok().silent().stdout_is(&expected);
    yes()
        .arg_line("--from-file - -n 3")
        .stdin([&text[..], b"\n"].concat())
        .run()
        .ok()
        .silent()
        .stdout_is(&expected);
    // What does not end as lines do is given their end.
    let file = scratch.write("bare", "a\nb");
    yes().arg("--from-file").arg(&file).arg_line("-n 2").run().ok().stdout_is("a\nb\na\nb\n");
    yes().arg("--from-file").arg(&file).arg_line("-z -n 2").run().ok().stdout_is("a\nb\0a\nb\0");
    let empty = scratch.write("empty", "");
    yes().arg("--from-file").arg(&empty).arg_line("-n 2").run().ok().stdout_is("\n\n");
    assert_left_by_its_reader(yes().arg("--from-file").arg(&file).stdout_closes_after(70_000).run());
}

#[test]
fn a_file_without_an_end_is_reported() {
    need!("/dev/full");
    let message = "it is larger than 256 MiB, which is the most that --from-file takes\n";
    let limit = 1 << 30;
    let run = yes().arg_line("--from-file /dev/zero").run().code(1);
    run.stdout_is("").stderr_is(format!("yes: /dev/zero: {message}")).peak_memory_at_most(limit);
    let zeros = std::fs::File::open("/dev/zero").expect("it is there wherever /dev/full is");
    let run = yes().arg_line("--from-file -").stdin_fd(zeros.into()).run().code(1);
    run.stdout_is("").stderr_is(format!("yes: standard input: {message}"));
}

#[test]
fn a_file_that_cannot_be_read_is_reported() {
    let scratch = Scratch::new();
    let run = yes().arg_line("--from-file missing").within(scratch.folder()).run().code(1);
    run.stdout_is("").stderr_is("yes: missing: No such file or directory\n");
    let run = gush_yes("--from-file .").within(scratch.folder()).run().code(1);
    run.stdout_is("").stderr_is("gush yes: .: Is a directory\n");
}

/// Time is not measured here: only that nothing is lost at any rate.
#[test]
fn rates_lose_nothing() {
    for rate in ["1k", "100k", "1MiB", "3333B", "20MB", "5GiB", "1000000000"] {
        let run = yes().arg_line(&format!("-n 400 --rate {rate} abc")).run();
        run.ok().silent().stdout_is(b"abc\n".repeat(400));
    }
    let run = yes().arg_line("--rate 1GiB -n 3M").run().ok().silent();
    run.stdout_is(b"y\n".repeat(3_000_000));
    let running = yes().arg_line("--rate 1").spawn();
    running.wait_for_output(2);
}

#[test]
fn errors_are_reported_before_a_byte_is_written() {
    let table = [
        ("-n", "option requires an argument -- 'n'"),
        ("--lines", "option '--lines' requires an argument"),
        ("--rate", "option '--rate' requires an argument"),
        ("--from-file", "option '--from-file' requires an argument"),
        ("-n x", "invalid number of lines: 'x'; expected one such as 10 or 1M"),
        ("-n -1", "invalid number of lines: '-1'; expected one such as 10 or 1M"),
        ("-n 1.5", "invalid number of lines: '1.5'; expected one such as 10 or 1M"),
        ("--rate 0", "invalid rate: '0'; expected lines a second such as 1k, or bytes such as 10MiB"),
        ("--rate fast", "invalid rate: 'fast'; expected lines a second such as 1k, or bytes such as 10MiB"),
        ("--zero=1", "option '--zero' doesn't allow an argument"),
        ("--from-file f a", "extra operand 'a': --from-file already says what to repeat"),
        (
            "--=x",
            "option '--=x' is ambiguous; possibilities: '--lines' '--zero' '--from-file' '--rate' '--help' '--version'",
        ),
        ("-z -x", "invalid option -- 'x'"),
    ];
    for (args, text) in table {
        let run = yes().arg_line(args).run().code(1).stdout_is("");
        run.stderr_is(format!("yes: {text}\nTry 'yes --help' for more information.\n"));
    }
}

#[test]
fn a_strategy_can_be_forced_and_is_listed() {
    let help = yes().arg("--help").run().ok().silent();
    for strategy in STRATEGIES {
        assert!(help.text().contains(&format!("\n    {strategy} ")), "{strategy} is listed");
        yes().arg_line("-n 9").env("GUSH_STRATEGY", strategy).run().ok().silent().stdout_is(b"y\n".repeat(9));
    }
    let run = yes().env("GUSH_STRATEGY", "magic").run().code(1).stdout_is("");
    run.stderr_has(
        "GUSH_STRATEGY: no strategy is called 'magic'; there are tee-sockets, tee-pages, vmsplice, write",
    );
    yes().arg_line("-n 1").env("GUSH_STRATEGY", "").run().ok().silent().stdout_is("y\n");
}
