//! Compatible with GNU's `yes`: the same arguments give the same bytes, messages and exit codes.

use crate::yes::{MIB, gnu_is_missing, gush_yes, yes};
use gush_testkit::{Outcome, Program, Stream, assert_same, need};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;

/// Invocations that begin a flood, one a line, the arguments separated by `|`.
const FLOODS: &str = r"
y
a
a|b|c
--
--|--
a|--|b
a|--|--|b
--|a
--|-x
--|--help
a|--|--version
--|-n|3
-
-|a
-|-
a|-
|
|a
a|
||
a b|c  d
a\n
%s
=
é
";

/// Invocations that end at once.
const ENDS: &str = r"
--help=3
--version=1
--hel=
--help=
-x
-h
-xn
-V
-a|b
a|-x
a|b|--foo
--foo
--foo=bar
--helpx
--versionn
--y
-é
--é
-1
-xyz
a|-y|--help
--foo|--help
-?
--help |a
---
---help
";

fn invocations(table: &'static str) -> impl Iterator<Item = Vec<OsString>> {
    table.trim_matches('\n').lines().map(|line| line.split('|').map(OsString::from).collect())
}

/// The system's, called exactly so.
fn theirs() -> Program {
    let found = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .map(|folder| folder.join("yes"))
        .find(|file| file.is_file());
    Program::new(found.expect("the caller asked whether it is there")).named("yes")
}

/// Runs both, each with a reader that leaves after `bytes`.
#[track_caller]
fn both(with: impl Fn(Program) -> Program, bytes: usize) -> [Outcome; 2] {
    [yes(), theirs()].map(|program| with(program).stdout_closes_after(bytes).run())
}

#[track_caller]
fn assert_alike([ours, theirs]: [Outcome; 2], what: &str) {
    assert_same(&ours.stdout, &theirs.stdout);
    assert_eq!(ours.errors(), theirs.errors(), "{what}");
    assert_eq!(ours.end, theirs.end, "{what}");
}

#[test]
fn the_first_64_mib_are_the_same() {
    if gnu_is_missing() {
        return;
    }
    for args in [&[][..], &["a", "longer", "line"], &["four"]] {
        assert_alike(both(|program| program.args(args), 64 * MIB), &format!("{args:?}"));
    }
}

#[test]
fn floods_are_the_same() {
    if gnu_is_missing() {
        return;
    }
    for posix in [false, true] {
        for args in invocations(FLOODS) {
            let with = |program: Program| {
                let program = program.args(&args);
                if posix { program.env("POSIXLY_CORRECT", "1") } else { program }
            };
            assert_alike(both(with, 3 * MIB), &format!("{args:?}, posix {posix}"));
        }
    }
}

#[test]
fn errors_have_the_same_texts() {
    if gnu_is_missing() {
        return;
    }
    for args in invocations(ENDS) {
        let runs = both(|program| program.args(&args), MIB);
        assert!(!runs[1].stderr.is_empty(), "{args:?} is invalid");
        assert_alike(runs, &format!("{args:?}"));
    }
}

#[test]
fn options_end_at_the_first_operand_where_posix_has_it_so() {
    if gnu_is_missing() {
        return;
    }
    for args in [&["a", "-x"][..], &["a", "--help"], &["a", "--", "b"], &["-", "--foo"], &["--", "a", "--"]] {
        let with = |program: Program| program.args(args).env("POSIXLY_CORRECT", "");
        let runs = both(with, MIB);
        assert!(runs[1].stderr.is_empty(), "{args:?} is a flood");
        assert_alike(runs, &format!("{args:?}"));
    }
    let runs = both(|program| program.arg("-x").env("POSIXLY_CORRECT", "1"), MIB);
    assert_alike(runs, "-x");
}

#[test]
fn operands_may_be_any_bytes() {
    if gnu_is_missing() {
        return;
    }
    let all: Vec<u8> = (1..=255).collect();
    for bytes in [&all[..], b"\xff", b"\xc3(", b"a\nb", b"\t", b"\x1b[31m", b"\r"] {
        let arg = OsStr::from_bytes(bytes);
        assert_alike(both(|program| program.args([arg, arg]), MIB), &format!("{arg:?}"));
    }
}

#[test]
fn options_of_any_bytes_are_errors_of_the_same_bytes() {
    if gnu_is_missing() {
        return;
    }
    for bytes in [&b"-\xff"[..], b"-\xc3\xa9", b"--\xff\xfe", b"--a\xff=\xfe", b"-\xf0\x9f\x98\x80"] {
        let [ours, theirs] = both(|program| program.arg(OsStr::from_bytes(bytes)), MIB);
        assert_same(&ours.stderr, &theirs.stderr);
        assert_eq!(ours.end, theirs.end, "an option of odd bytes");
    }
}

#[test]
fn help_and_version_are_shown_at_any_position() {
    if gnu_is_missing() {
        return;
    }
    let table: [&[&str]; 10] = [
        &["--help"],
        &["--version"],
        &["--hel"],
        &["--he"],
        &["--h"],
        &["--vers"],
        &["a", "--help"],
        &["a", "b", "--version", "c"],
        &["--help", "-x"],
        &["--version", "--help"],
    ];
    for args in table {
        let [ours, theirs] = both(|program| program.args(args), MIB);
        let [ours, theirs] = [ours.ok().silent(), theirs.ok().silent()];
        // Each describes itself, with the same beginning.
        assert_eq!(ours.stdout[..4], theirs.stdout[..4], "{args:?}");
    }
}

#[test]
fn messages_begin_with_the_name_of_the_program() {
    let run = Program::new(env!("CARGO_BIN_EXE_gush")).named("/some/where/yes").arg("-x").run().code(1);
    let text = "/some/where/yes: invalid option -- 'x'\nTry '/some/where/yes --help' for more information.\n";
    run.stderr_is(text).stdout_is("");
    let text = "gush yes: invalid option -- 'x'\nTry 'gush yes --help' for more information.\n";
    gush_yes("-x").run().code(1).stderr_is(text).stdout_is("");
    // Only the very name counts.
    for name in ["noyes", "yes2", "eyes"] {
        let run = Program::new(env!("CARGO_BIN_EXE_gush")).named(name).arg("-x").run();
        run.code(2).stdout_is("");
    }
}

#[test]
fn errors_of_standard_output_are_the_same() {
    if gnu_is_missing() {
        return;
    }
    need!("/dev/full");
    let table: [&[&str]; 5] = [&[], &["a", "b"], &["--help"], &["--version"], &["-x"]];
    for args in table {
        for stream in [|| Stream::Full, || Stream::Closed] {
            let [ours, theirs] = [yes(), theirs()].map(|program| program.args(args).stdout(stream()).run());
            assert_alike([ours, theirs], &format!("{args:?} to {:?}", stream()));
        }
        let runs = [yes(), theirs()]
            .map(|program| program.args(args).sigpipe_ignored().stdout_closes_after(0).run());
        assert_alike(runs, &format!("{args:?} to nobody"));
    }
    assert_alike(both(Program::sigpipe_ignored, 100_000), "SIGPIPE ignored");
    assert_alike(both(|program| program, 100_000), "SIGPIPE");
    assert_alike(both(|program| program, 0), "SIGPIPE at once");
}

#[test]
fn without_standard_error_the_exit_code_reports_it() {
    for stream in [Stream::Closed, Stream::Null] {
        yes().arg("-x").stderr(stream).run().code(1).stdout_is("");
    }
}
