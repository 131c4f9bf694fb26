//! Diagnostics: all reported at once on stderr, without data. Each text is part of the interface. The code is that of the Go
//! program: 2 where an option cannot be parsed, 1 for every other error.

use crate::fakedata::{fakedata, generated};
use gush_testkit::{Outcome, Scratch};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

/// Runs a command line that must be refused.
#[track_caller]
fn refused(sentence: &str, code: i32) -> Outcome {
    fakedata(sentence).run().code(code).stdout_is("")
}

/// The exit code of an error, by the reported argument: an option of these cannot be parsed.
fn code(arg: &str, text: &str) -> i32 {
    let numbers = ["--limit ", "--seed ", "--threads ", "--now "];
    let unparsed = ["no such option", "a value is missing", "expected true or false"];
    let is_2 = numbers.iter().any(|option| arg.starts_with(option))
        || unparsed.iter().any(|part| text.contains(part));
    if is_2 { 2 } else { 1 }
}

/// Command lines with one error: the arguments, then the two lines that report it.
const ERRORS: &[(&str, &str, &str)] = &[
    ("emial", "emial", "^^^^^ no generator has this name; did you mean `email`?"),
    ("to=emial:3", "to=emial:3", "   ^^^^^ no generator has this name; did you mean `email`?"),
    ("xyzzy", "xyzzy", "^^^^^ no generator has this name; `fakedata -G` lists them"),
    ("first", "first", "^^^^^ no generator has this name; did you mean `name.first`?"),
    ("a=b=int", "a=b=int", "  ^^^^^ no generator has this name; `fakedata -G` lists them"),
    ("a=", "a=", "  ^ a generator is missing; `fakedata -G` lists them"),
    ("a=:3", "a=:3", "  ^ a generator is missing; `fakedata -G` lists them"),
    ("=int", "=int", "^ a name is missing before the `=`"),
    ("-", "-", "^ no generator has this name; `fakedata -G` lists them"),
    ("email@unique", "email@unique", "     ^^^^^^^ fakedata has no modifiers; `gush rows` has"),
    ("seq@unique", "seq@unique", "   ^^^^^^^ fakedata has no modifiers; `gush rows` has"),
    ("a=int@null=1", "a=int@null=1", "     ^^^^^^^ fakedata has no modifiers; `gush rows` has"),
    ("int:5,4", "int:5,4", "    ^^^ the smallest value (5) is above the largest (4)"),
    ("n=int:1,x", "n=int:1,x", "        ^ expected a whole number such as 100, -5, 10k or 1_000_000"),
    ("int:1@,x*", "int:1@,x*", "    ^^ expected a whole number such as 100, -5, 10k or 1_000_000"),
    ("int:1*,2", "int:1*,2", "    ^^ expected a whole number such as 100, -5, 10k or 1_000_000"),
    ("é=int:1@1,@", "é=int:1@1,@", "      ^^^ expected a whole number such as 100, -5, 10k or 1_000_000"),
    (
        "date:2024-02-30",
        "date:2024-02-30",
        "     ^^^^^^^^^^ expected a date such as 2024-12-31, or one such as today or -90d",
    ),
    (
        "phone.local:8,9",
        "phone.local:8,9",
        "              ^ one field too many; the form is phone.local:DIGITS",
    ),
    ("file", "file", "    ^ the path of a text file is needed; the form is file:PATH"),
    ("file:", "file:", "     ^ the path of a text file is needed; the form is file:PATH"),
    ("file:''", "file:''", "       ^ the path of a text file is needed; the form is file:PATH"),
    ("file:no@t", "file:no@t", "     ^^^^ cannot read no@t: No such file or directory"),
    ("file:'no*t'", "file:'no*t'", "      ^^^^ cannot read no*t: No such file or directory"),
    ("seq:1,0", "seq:1,0", "      ^ a step of 0 never leaves the start"),
    ("name -l -5", "--limit -5", "        ^^ expected a number of rows such as 10, 10k or 1_000_000"),
    ("name -l-5", "--limit -5", "        ^^ expected a number of rows such as 10, 10k or 1_000_000"),
    ("name -S -l ten", "--limit ten", "        ^^^ expected a number of rows such as 10, 10k or 1_000_000"),
    ("name --limit=ten", "--limit ten", "        ^^^ expected a number of rows such as 10, 10k or 1_000_000"),
    ("name --limit=", "--limit ", "        ^ expected a number of rows such as 10, 10k or 1_000_000"),
    ("name -l=", "--limit =", "        ^ expected a number of rows such as 10, 10k or 1_000_000"),
    ("name -limit", "--limit imit", "        ^^^^ expected a number of rows such as 10, 10k or 1_000_000"),
    (
        "name -l 9007199254740993",
        "--limit 9007199254740993",
        "        ^^^^^^^^^^^^^^^^ rows are counted up to 9,007,199,254,740,992",
    ),
    ("name -f sqll", "--format sqll", "         ^^^^ there is no such format; did you mean `sql`?"),
    ("name -f pdf", "--format pdf", "         ^^^ there is no such format; there are column, ndjson and sql"),
    (
        "name -f=csv",
        "--format csv",
        "         ^^^ there is no such format; there are column, ndjson and sql; `gush rows -f csv` has it",
    ),
    ("name -f sql -H", "--header", "^^^^^^^^ sql has no header row; column has"),
    ("name -f ndjson --header", "--header", "^^^^^^^^ ndjson has no header row; column has"),
    ("-f sql name name", "name", "^^^^ sql needs names that differ, and `name` is taken; write NAME=name"),
    (
        "-f ndjson a=noun a=enum:x@y*",
        "a=enum:x@y*",
        "^^^^^^^^^^^ ndjson needs names that differ, and `a` is taken; write NAME=enum:x@y*",
    ),
    ("name -l 08", "--limit 08", "        ^^ a number that begins with 0 is octal; leave the 0 out"),
    ("name --seed x", "--seed x", "       ^ expected a number up to 18,446,744,073,709,551,615"),
    ("name --threads 0", "--threads 0", "          ^ expected a number of threads from 1 to 64"),
    (
        "name --now yesterday",
        "--now yesterday",
        "      ^^^^^^^^^ expected Unix seconds, a date such as 2024-12-31 or 2024-12-31T23:59:59Z; `now` is the start time",
    ),
    ("name -x", "-x", " ^ there is no such option; `fakedata --help` lists them"),
    ("name -Hx5", "-x", " ^ there is no such option; `fakedata --help` lists them"),
    ("name --limt 5", "--limt", "^^^^^^ there is no such option; did you mean `--limit`?"),
    ("name --limt=5", "--limt", "^^^^^^ there is no such option; did you mean `--limit`?"),
    ("name --heder", "--heder", "^^^^^^^ there is no such option; did you mean `--header`?"),
    ("name --zebra=5", "--zebra", "^^^^^^^ there is no such option; `fakedata --help` lists them"),
    ("name -l", "-l", "^^ a value is missing: -l N"),
    ("name --format", "--format", "^^^^^^^^ a value is missing: --format FORMAT"),
    ("-g", "-g", "^^ a value is missing: -g NAME"),
    ("name --header=maybe", "--header=maybe", "^^^^^^^^^^^^^^ expected true or false"),
    ("name -H=maybe", "-H=maybe", "^^^^^^^^ expected true or false"),
    (
        "-g nosuch",
        "--generator nosuch",
        "            ^^^^^^ no generator has this name; `fakedata -G` lists them",
    ),
    ("-g emial", "--generator emial", "            ^^^^^ no generator has this name; did you mean `email`?"),
    ("-C tcsh", "--completion tcsh", "             ^^^^ expected bash, zsh or fish"),
    ("-G --nosuch", "--nosuch", "^^^^^^^^ there is no such option; `fakedata --help` lists them"),
    (
        "-S seq:9223372036854775800",
        "seq:9223372036854775800",
        "^^^^^^^^^^^^^^^^^^^^^^^ the series leaves the 64-bit numbers after 8 rows, but a stream has no end",
    ),
];

#[test]
fn each_error_has_its_text() {
    for (args, arg, text) in ERRORS {
        let message = format!("fakedata: error in the arguments; nothing was written\n  {arg}\n  {text}\n");
        refused(args, code(arg, text)).stderr_is(message);
    }
}

#[test]
fn all_errors_are_reported_at_once() {
    let message = refused("-l -5 -f cvs -x emial nosuch int:9,1 name --sed 5 email date:x -s", 2).errors();
    let reported =
        ["-x", "--sed", "-s", "--limit -5", "--format cvs", "emial", "nosuch", "int:9,1", "date:x"];
    let lines: Vec<&str> = message.lines().skip(1).step_by(2).map(str::trim_start).collect();
    assert_eq!(lines, reported);
    assert!(message.starts_with("fakedata: 9 errors in the arguments; nothing was written\n"), "{message}");
}

#[test]
fn arguments_may_be_empty_or_odd_and_are_reported_safely() {
    fakedata("").arg("").run().code(1).stdout_is("").stderr_has("a generator is missing");
    let run = fakedata("").arg("\u{1b}[31mred").run().code(1);
    assert!(!run.stderr.contains(&0x1b), "{:?}", run.errors());
    let odd = OsStr::from_bytes(b"noun\xff");
    fakedata("").arg(odd).run().code(2).stdout_is("").stderr_has("this is not UTF-8");
    fakedata("name -t").arg(odd).run().code(2).stdout_is("").stderr_has("  -t noun\u{fffd}\n");
    fakedata("name").arg(OsStr::from_bytes(b"-\xff")).run().code(2).stdout_is("");
    fakedata("name").arg(OsStr::from_bytes(b"--\xff=1")).run().code(2).stdout_is("");
}

/// `fakedata` has none.
#[test]
fn descriptions_do_not_speak_of_modifiers() {
    let run = generated("-g int");
    let text = run.text();
    assert!(
        text.contains("MIN,MAX: both included, 0 to 1000 by default;") && !text.contains("@dist"),
        "{text}"
    );
}

#[test]
fn names_may_be_used_twice_where_there_are_no_keys() {
    generated("-l1 int:1,1 int:2,2").stdout_is("1 2\n");
    generated("-f column -H -l0 a=int a=int").stdout_is("a a\n");
}

#[test]
fn a_column_may_have_several() {
    let message = refused("=int:5,4", 1).errors();
    assert!(
        message.contains("2 errors")
            && message.contains("a name is missing")
            && message.contains("above the largest"),
        "{message}"
    );
    let message = refused("=emial", 1).errors();
    assert!(
        message.contains("2 errors") && message.contains("a name is missing") && message.contains("`email`"),
        "{message}"
    );
}

/// An alias may well give one to every call.
#[test]
fn a_separator_is_left_out_where_there_is_none() {
    for format in ["sql", "ndjson"] {
        let plain = generated(&format!("-f {format} -l1 int:42,42")).stdout;
        let run = fakedata(&format!("-s, -f {format} -l1 int:42,42")).run().ok().stdout_is(plain);
        run.stderr_is(format!("fakedata: --separator is left out, as {format} has none\n"));
    }
}

#[test]
fn files_that_cannot_be_drawn_from_are_reported_with_the_reason() {
    let scratch = Scratch::new();
    let file = |name: &str| {
        let run = fakedata("").arg(format!("file:{name}")).within(scratch.folder()).run();
        run.code(1).stdout_is("")
    };
    file(".").stderr_has("directory");
}
