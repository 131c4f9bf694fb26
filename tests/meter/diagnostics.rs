//! Invalid command lines: all errors reported at once, with their position and what would be right, by either name; pv's exit
//! codes.

use crate::meter::{meter, ours, pv, pv_is_missing, theirs};
use gush_testkit::Scratch;

/// Command lines, and what is reported of them after the first line.
const REPORTED: &[(&str, &str)] = &[
    ("--nosuch", "  --nosuch\n  ^^^^^^^^ there is no such option; `--help` lists them\n"),
    ("--sise=5", "  --sise=5\n  ^^^^^^ there is no such option; did you mean `--size`?\n"),
    ("--n", "  --n\n  ^^^ this is ambiguous: --numeric, --null, --name, --no-splice\n"),
    ("--quiet=1", "  --quiet=1\n         ^^ --quiet doesn't allow an argument\n"),
    ("-fj", "  -fj\n    ^ there is no such option; `--help` lists them\n"),
    ("-s", "  -s\n    ^ option requires an argument; the form is -s SIZE\n"),
    ("--record", "  --record\n          ^ option requires an argument; the form is --record FILE\n"),
    ("-L abc", "  -L abc\n     ^^^ integer argument expected, such as 10, 64k or 1.5g\n"),
    ("-L=5", "  -L=5\n    ^^ integer argument expected, such as 10, 64k or 1.5g\n"),
    ("--interval=x", "  --interval=x\n             ^ numeric argument expected, seconds such as 2 or 0.5\n"),
    (
        "-d x",
        "  -d x\n     ^ process ID or pid:fd pair expected, such as 1234 or 1234:3; or =NAME or @LIST\n",
    ),
    ("-d 0", "  -d 0\n     ^ invalid process ID\n"),
    ("-R x", "  -R x\n     ^ integer argument expected, the ID of a process\n"),
    ("-s @nofile", "  -s @nofile\n     ^^^^^^^ No such file or directory\n"),
    ("-B 16t", "  -B 16t\n     ^^^ at most 1073741824 is possible\n"),
    ("-w 1000g", "  -w 1000g\n     ^^^^^ at most 65535 is possible\n"),
    ("-H 1000g", "  -H 1000g\n     ^^^^^ at most 65535 is possible\n"),
    ("-A 1000000t", "  -A 1000000t\n     ^^^^^^^^ at most 1048576 is possible\n"),
    ("-F %99999999999A", "  -F %99999999999A\n     ^^^^^^^^^^^^^ %A and %L are of at most 1048576 bytes\n"),
    (
        "-x process:%9999999A",
        "  -x process:%9999999A\n     ^^^^^^^^^^^^^^^^^ %A and %L are of at most 1048576 bytes\n",
    ),
    ("-i 1e9", "  -i 1e9\n     ^^^ numeric argument expected, seconds such as 2 or 0.5\n"),
    ("-D 99999999999", "  -D 99999999999\n     ^^^^^^^^^^^ at most 999999999 is possible\n"),
    ("-d 1 f", "  f\n  ^ process ID or pid:fd pair expected, such as 1234 or 1234:3; or =NAME or @LIST\n"),
    ("-d 1 -l", "  -l\n   ^ this is not possible while files are watched\n"),
    ("-Q 1 -R 1", "  -R\n   ^ only one of -d, -R, -Q and -M is possible\n"),
    ("-R 1 -l", "  -l\n   ^ this cannot be changed while it runs\n"),
];

/// The same for what a program called `pv` skips, as pv does.
const REPORTED_BY_OUR_NAME: &[(&str, &str)] = &[
    ("-u blok", "  -u blok\n     ^^^^ no bar style is called 'blok'; did you mean `block`?\n"),
    (
        "-x roof:%b",
        "  -x roof:%b\n     ^^^^^^^ 'roof' is not a place for a display; there are windowtitle and processtitle\n",
    ),
];

#[test]
fn unknown_names_are_reported_by_our_own_name() {
    for (line, message) in REPORTED_BY_OUR_NAME {
        let head = "gush meter: error in the arguments; nothing was written\n";
        meter(line).stdin("text").run().code(64).stdout_is("").stderr_is(format!("{head}{message}"));
    }
}

#[test]
fn an_error_is_reported_with_its_position() {
    for (line, message) in REPORTED {
        for (name, program) in [("gush meter", meter(line)), ("pv", pv().arg_line(line))] {
            let head = format!("{name}: error in the arguments; nothing was written\n");
            program.stdin("text").run().code(64).stdout_is("").stderr_is(head + message);
        }
    }
}

#[test]
fn all_errors_are_reported_at_once() {
    let scratch = Scratch::new();
    let run = pv().arg_line("-fL abc --sise 7 -o out -j -u").within(scratch.folder()).run().code(64);
    run.stdout_is("").stderr_is(
        "pv: 4 errors in the arguments; nothing was written\n  -fL abc\n      ^^^ integer argument expected, such as \
         10, 64k or 1.5g\n  --sise\n  ^^^^^^ there is no such option; did you mean `--size`?\n  -j\n   ^ there is no such \
         option; `--help` lists them\n  -u\n    ^ option requires an argument; the form is -u STYLE\n",
    );
    assert!(scratch.names().is_empty(), "{:?}", scratch.names());
    let all = "-R 1 -W -D 1 -l -0 --both -c -o x -C -E -Z 5 -S -Y -K -O -X -U x -P x --record x --group x f";
    let run = pv().arg_line(all).within(scratch.folder()).run().code(64);
    assert_eq!(run.errors().matches("cannot be changed while it runs").count(), 20, "{}", run.errors());
    assert!(scratch.names().is_empty(), "{:?}", scratch.names());
}

/// The texts are ours; the codes are pv's.
#[test]
fn codes_of_errors_are_pvs() {
    if pv_is_missing() {
        return;
    }
    for script in [
        "pv --nosuch",
        "pv --quiet=1",
        "pv -s",
        "pv -L abc f",
        "pv -L 1.5.2m f",
        "pv -L=5 f",
        "pv -s 12x f",
        "pv -s '' f",
        "pv -s -1 f",
        "pv -i x f",
        "pv -D x f",
        "pv -D -1 f",
        "pv -w x f",
        "pv -w -5 f",
        "pv -w 1.5 f",
        "pv -d x",
        "pv -d 0",
        "pv -d $$ f",
        "pv -d $$ -l",
        "pv -d $$ -c",
        "pv -d $$ -L 5",
        "pv -d $$ -R 5",
        "pv -R x",
        "pv -s '1 k' f",
        "pv -i ' 1' f",
        "pv --help --nosuch",
        "pv --nosuch --help",
    ] {
        let run = |program: gush_testkit::Program| {
            let scratch = Scratch::new();
            scratch.write("f", "text\n");
            program.within(scratch.folder()).run()
        };
        let (our, their) = (run(ours(script)), run(theirs(script)));
        assert_eq!(our.end, their.end, "{script}\nours: {}theirs: {}", our.errors(), their.errors());
    }
}
