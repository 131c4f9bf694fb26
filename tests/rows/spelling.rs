//! How options and numbers may be written.

use crate::rows::{gush, rows};

#[test]
fn ten_rows_are_the_default() {
    rows("int:1,1").stdout_is("1\n".repeat(10));
}

#[test]
fn values_of_options_may_be_joined_in_every_usual_way() {
    for limit in ["-l3", "-l 3", "-l=3", "--limit=3", "--limit 3"] {
        rows(&format!("{limit} int:1,1")).stdout_is("1\n1\n1\n");
    }
    for format in ["-fcsv", "-f csv", "-f=csv", "--format=csv", "--format csv"] {
        rows(&format!("{format} -l 1 int:1,1 int:2,2")).stdout_is("1,2\n");
    }
    for separator in ["-s,", "-s ,", "-s=,", "--separator=,", "--separator ,"] {
        rows(&format!("{separator} -l 1 int:1,1 int:2,2")).stdout_is("1,2\n");
    }
}

#[test]
fn options_are_accepted_at_any_position() {
    rows("int:1,1 -l 1 int:2,2 -f csv").stdout_is("1,2\n");
    rows("int:1,1 n=int:2,2 -l1 -fcsv -H").stdout_is("int,n\n1,2\n");
}

#[test]
fn numbers_are_written_as_people_write_them() {
    for (text, rows_written) in
        [("12", 12), ("1_0", 10), ("2k", 2_000), ("10K", 10_000), ("10_0", 100), ("1M", 1_000_000)]
    {
        let run = rows(&format!("-l {text} int:1,1"));
        assert_eq!(run.stdout.len(), rows_written * 2, "-l {text}");
    }
    rows("--rows 1k..1_002 seq").stdout_is("1001\n1002\n");
    rows("-l 1 int:2M,2M int:1_0,1_0").stdout_is("2000000 10\n");
}

#[test]
fn columns_are_split_at_the_first_sign_of_each_kind() {
    rows("-H -l 1 -f csv a=enum:b=c").stdout_is("a\nb=c\n");
    rows("-H -l 1 -f csv enum:b=c").stdout_is("enum\nb=c\n");
    rows("-H -l 1 -f csv a=enum:b:c").stdout_is("a\nb:c\n");
    rows("-H -l 1 -f csv a.b-c=enum:x").stdout_is("a.b-c\nx\n");
}

#[test]
fn standard_input_is_left_alone() {
    gush("rows -l 1 int:1,1").stdin_open().run().ok().silent().stdout_is("1\n");
    let loop_over_lines =
        "printf 'a\\nb\\n' | while read -r word; do \"$GUSH\" rows -l 1 enum:\"$word\"; done";
    let shell = gush_testkit::Program::shell(loop_over_lines).env("GUSH", env!("CARGO_BIN_EXE_gush"));
    shell.run().ok().silent().stdout_is("a\nb\n");
}
