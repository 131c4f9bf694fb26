//! How flags may be spelled: as the Go program takes them.

use crate::fakedata::{fakedata, generated};
use gush_testkit::Program;

#[test]
fn values_are_joined_in_every_usual_way() {
    for limit in ["-l5", "-l 5", "-l=5", "--limit=5", "--limit 5"] {
        generated(&format!("{limit} int:42,42 enum:foo,foo")).stdout_is("42 foo\n".repeat(5));
    }
    let row = "INSERT INTO TABLE (int,enum) VALUES ('42','foo');\n";
    for format in ["-fsql", "-f sql", "-f=sql", "--format=sql", "--format sql"] {
        generated(&format!("{format} -l1 int:42,42 enum:foo,foo")).stdout_is(row);
    }
    for separator in ["-s,", "-s ,", "-s=,", "--separator=,", "--separator ,"] {
        generated(&format!("{separator} -l1 int:42,42 enum:foo,foo")).stdout_is("42,foo\n");
    }
    let row = "INSERT INTO users (int) VALUES ('42');\n";
    for table in ["-tusers", "-t users", "-t=users", "--table=users", "--table users"] {
        generated(&format!("{table} -fsql -l1 int:42,42")).stdout_is(row);
    }
}

#[test]
fn flags_are_accepted_at_any_position() {
    for args in [
        "-l1 -s, -H int:42,42 enum:foo,foo",
        "int:42,42 -l1 -s, enum:foo,foo -H",
        "int:42,42 enum:foo,foo -Hs, -l1",
    ] {
        generated(args).stdout_is("int,enum\n42,foo\n");
    }
    generated("-l1 -- int:42,42").stdout_is("42\n");
    fakedata("-l1 int:1,1 -- -l2").run().code(1).stderr_has("  -l2\n  ^^^ no generator has this name");
}

#[test]
fn letters_share_a_dash() {
    generated("-Hl1 int:42,42").stdout_is("int\n42\n");
    generated("-Hl=1 int:42,42").stdout_is("int\n42\n");
    generated("-Hl 1 int:42,42").stdout_is("int\n42\n");
}

/// What begins with `=` is the value's own where nothing else follows the letter.
#[test]
fn an_equals_sign_may_be_a_separator() {
    for separator in ["-s=", "-s==", "-s =", "--separator=="] {
        generated(&format!("{separator} -l1 int:1,1 int:2,2")).stdout_is("1=2\n");
    }
    generated("--separator= -l1 int:1,1 int:2,2").stdout_is("12\n");
}

#[test]
fn the_last_of_several_counts() {
    generated("-l5 int:42,42 -l 2").stdout_is("42\n42\n");
    generated("-fsql -f column -l1 int:42,42").stdout_is("42\n");
}

#[test]
fn flags_can_be_switched() {
    for on in ["-H", "-H=true", "-H=1", "--header", "--header=true", "--header=T", "--header=false -H"] {
        generated(&format!("{on} -l1 int:42,42")).stdout_is("int\n42\n");
    }
    for off in
        ["-H=false", "-H=0", "--header=false", "--header=F", "-H --header=false", "-S=false", "-G=false"]
    {
        generated(&format!("{off} -l1 int:42,42")).stdout_is("42\n");
    }
}

#[test]
fn numbers_are_written_as_people_write_them() {
    for (text, rows) in [("12", 12), ("1_0", 10), ("2k", 2000), ("1M", 1_000_000)] {
        assert_eq!(generated(&format!("-l {text} int:1,1")).stdout.len(), rows * 2, "-l {text}");
    }
}

/// As Go reads integers.
#[test]
fn limits_have_prefixes() {
    for (text, rows) in
        [("0x10", 16), ("0X1f", 31), ("010", 8), ("0o17", 15), ("0b101", 5), ("+5", 5), ("0", 0)]
    {
        assert_eq!(generated(&format!("-l {text} int:1,1")).stdout.len(), rows * 2, "-l {text}");
    }
}

#[test]
fn an_empty_value_is_none() {
    let row = "INSERT INTO TABLE (int) VALUES ('42');\n";
    for options in [&["-T", ""][..], &["-g", ""], &["-C", ""], &["-t", ""], &["--template=", "--table="]] {
        fakedata("-l1 -f sql int:42,42").args(options).run().ok().silent().stdout_is(row);
    }
    fakedata("-l1").args(["-T", ""]).stdin("{{ Int 1 1 }}").run().ok().silent().stdout_is("1");
}

#[test]
fn the_name_counts_wherever_the_link_lies() {
    for name in ["fakedata", "./fakedata", "/some/where/fakedata"] {
        let run = Program::new(crate::fakedata::GUSH).named(name).arg_line("-l1 int:42,42").run();
        run.ok().silent().stdout_is("42\n");
    }
    for name in ["notfakedata", "fakedata2", "fakedata.old"] {
        let run = Program::new(crate::fakedata::GUSH).named(name).arg_line("-l1 int:42,42").run();
        run.code(2).stdout_is("").stderr_has("gush: ");
    }
    let scratch = crate::fakedata::linked();
    let path = scratch.path("fakedata");
    Program::new(&path).arg_line("-l1 int:42,42").run().ok().silent().stdout_is("42\n");
    let command = "PATH=$(dirname \"$LINK\"):$PATH; fakedata -l1 int:42,42";
    Program::shell(command).env("LINK", &path).run().ok().silent().stdout_is("42\n");
}
