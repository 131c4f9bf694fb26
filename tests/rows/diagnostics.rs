//! Invalid arguments: all reported at once, with the argument, the span in it and what would be right, before a
//! single byte of data; the exit code is 2.
//!
//! The files in `diagnostics/` are tables of invalid command lines and schema files, each with the exact report.
//! `GUSH_RECORD=1` records the current reports; read the difference before you keep it.

use crate::rows::gush;
use gush_testkit::{Outcome, Program, Scratch};
use std::fmt::Write as _;
use std::path::Path;

/// One invalid command line and its report.
struct Case<'t> {
    /// Files that are written before, with their contents.
    files: Vec<(&'t str, String)>,
    command: &'t str,
    reported: String,
}

/// Takes a table apart: `>>> NAME` begins a file, `$ ` a command, and the lines after that are its report.
fn cases(table: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    let mut files: Vec<(&str, String)> = Vec::new();
    for line in table.lines() {
        if let Some(name) = line.strip_prefix(">>> ") {
            files.push((name, String::new()));
        } else if let Some(command) = line.strip_prefix("$ ") {
            cases.push(Case { files: std::mem::take(&mut files), command, reported: String::new() });
        } else if let Some((_, text)) = files.last_mut() {
            *text += line;
            text.push('\n');
        } else if let Some(case) = cases.last_mut().filter(|_| !line.is_empty()) {
            case.reported += line;
            case.reported.push('\n');
        }
    }
    cases
}

/// Every command line of a table is refused with exactly the recorded report. Returns how many there are.
fn check(name: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rows/diagnostics").join(name);
    let table = std::fs::read_to_string(&path).expect("the table can be read");
    let scratch = Scratch::new();
    scratch.write("blank", " \n\n");
    scratch.write("empty", "");
    scratch.write("binary", b"ok\n\xff\xfe\n");
    std::fs::File::create(scratch.path("huge"))
        .and_then(|file| file.set_len(2 << 30))
        .expect("a sparse file");
    let mut recorded = String::new();
    let record = std::env::var_os("GUSH_RECORD").is_some();
    let cases = cases(&table);
    for case in &cases {
        for (name, text) in &case.files {
            scratch.write(name, text);
            let _ = write!(recorded, ">>> {name}\n{text}");
        }
        let arguments = case.command.strip_prefix("gush").expect("a command is gush");
        let shell = Program::shell(&format!("\"$GUSH\"{arguments}")).env("GUSH", env!("CARGO_BIN_EXE_gush"));
        let run = shell.within(scratch.folder()).run().code(2).stdout_is("");
        let _ = write!(recorded, "$ {}\n{}\n", case.command, run.errors());
        if !record {
            run.stderr_is(&case.reported);
        }
    }
    if record {
        std::fs::write(&path, recorded).expect("the table can be written");
    }
    cases.len()
}

#[test]
fn invalid_columns_are_refused_with_the_recorded_messages() {
    assert!(check("columns.txt") > 30);
}

#[test]
fn constraints_of_every_topic_are_refused_with_the_recorded_messages() {
    assert!(check("generators.txt") > 30);
}

#[test]
fn invalid_modifiers_are_refused_with_the_recorded_messages() {
    assert!(check("modifiers.txt") > 20);
}

#[test]
fn invalid_options_are_refused_with_the_recorded_messages() {
    assert!(check("options.txt") > 40);
}

#[test]
fn invalid_schema_files_are_refused_with_the_recorded_messages() {
    assert!(check("schema.txt") > 20);
}

/// Runs a command line that must be refused.
#[track_caller]
fn refused(sentence: &str) -> Outcome {
    gush(&format!("rows {sentence}")).run().code(2).stdout_is("")
}

#[test]
fn an_unknown_generator_is_reported_with_the_nearest_name() {
    refused("emial").stderr_has("  emial\n  ^^^^^ no generator has this name; did you mean `email`?\n");
    refused("to=emial:3@unique").stderr_has("  to=emial:3@unique\n     ^^^^^ no generator");
    refused("frist").stderr_has("did you mean `name.first`?");
    refused("xyzzy").stderr_has("`gush rows -G` lists them");
}

#[test]
fn all_diagnostics_are_reported_at_once() {
    let run = refused("-l -5 -f cvs emial int:9,1 name@uniqe id=seq bool:2 --shard 4/3 --rows 9..1");
    let reported = run.errors();
    for argument in ["-5", "cvs", "emial", "int:9,1", "name@uniqe", "bool:2", "4/3", "9..1"] {
        assert!(reported.contains(argument), "{argument} is not reported in\n{reported}");
    }
    assert!(!reported.contains("id=seq"), "nothing is wrong with id=seq in\n{reported}");
    for right in ["csv", "email", "@unique"] {
        assert!(reported.contains(right), "{right} is not offered in\n{reported}");
    }
}

#[test]
fn the_span_of_an_error_in_a_column_is_marked() {
    for (column, marked) in [
        ("int:9,1", "      ^^^"),
        ("int:1,x", "        ^"),
        ("n=int:1,2,3", "        "),
        ("date:2024-02-30", "       ^^^^^^^^^^"),
        ("date:2024-02-02,2024-02-01", "       ^^^^^^^^^^"),
        ("bool:1.5", "       ^^^"),
        ("double:1", "         ^"),
        ("seq:1,0", "        ^"),
        ("noun:3", "       ^"),
        ("enum:a*-1", "         ^^"),
        ("v=int@null", "        ^^^^"),
        ("v=int@null=2", "        ^^^^^^"),
        ("v=int@nul=1", "        ^^^^^"),
        ("v=int@unique=1", "        ^^^^^^^^"),
        ("v=", "    ^"),
        ("=int", "  ^"),
        ("v=:3", "    ^"),
    ] {
        refused(column).stderr_has(&format!("  {column}\n{marked}"));
    }
}

#[test]
fn numbers_that_are_none_are_refused() {
    for limit in ["-1", "x", "", "1.5", "1kk", "1e3", "18446744073709551616", "_1"] {
        gush("rows noun --limit").arg(limit).run().code(2).stdout_is("").stderr_has("limit");
    }
    for limit in ["-l-5", "-l=-5", "--limit=-5"] {
        refused(&format!("{limit} noun")).stderr_has("-5");
    }
    for (option, value) in [
        ("--rows", "5"),
        ("--rows", "5..2"),
        ("--rows", "a..b"),
        ("--shard", "0/3"),
        ("--shard", "4/3"),
        ("--shard", "1/0"),
        ("--shard", "1"),
        ("--seed", "x"),
        ("--now", "yesterday"),
        ("--threads", "0"),
        ("--threads", "x"),
    ] {
        refused(&format!("noun {option} {value}")).stderr_has(value).stderr_has(option);
    }
    refused("-f sql --batch 0 noun").stderr_has("batch");
}

#[test]
fn more_rows_than_can_be_counted_are_refused() {
    for rows in ["--limit 9007199254740993", "--rows 5..18446744073709551615"] {
        refused(&format!("{rows} noun")).stderr_has("rows are counted up to 9,007,199,254,740,992");
        refused(rows).stderr_has("a column is missing");
    }
}

#[test]
fn choices_that_do_not_go_together_are_refused() {
    refused("-l 5 -S noun").stderr_has("--stream");
    refused("-l 5 --rows 1..2 noun").stderr_has("--rows");
    refused("-S --rows 1..2 noun").stderr_has("--rows");
    refused("--seed 1 -S --shard 1/2 noun").stderr_has("--shard");
    refused("-f ndjson -H noun").stderr_has("header");
    refused("-f sql -H noun").stderr_has("header");
    refused("-f sql -s , noun").stderr_has("separator");
    refused("-f csv -s ab noun").stderr_has("separator");
    refused("-f csv --batch 5 noun").stderr_has("batch");
    refused("-f csv -t people --nosuch noun").stderr_has("--nosuch");
}

#[test]
fn names_must_differ_where_the_format_needs_it() {
    refused("-f ndjson noun noun").stderr_has("names that differ").stderr_has("noun");
    refused("-f sql a=int a=noun").stderr_has("names that differ").stderr_has("a=noun");
    refused("-f csv -H noun noun").stderr_has("names that differ").stderr_has("noun");
    gush("rows -H -l 0 noun noun").run().ok().stdout_is("noun noun\n");
}

#[test]
fn a_series_that_would_overflow_is_refused() {
    refused("-l 3 seq:9223372036854775806").stderr_has("after 2 rows");
    gush("rows -l 2 seq:9223372036854775806")
        .run()
        .ok()
        .stdout_is("9223372036854775806\n9223372036854775807\n");
}

#[test]
fn errors_leave_an_existing_output_file_alone() {
    let scratch = Scratch::new();
    scratch.write("out", "before");
    gush("rows -o out emial").within(scratch.folder()).run().code(2);
    assert_eq!(scratch.read("out"), b"before");
    gush("rows -o new emial").within(scratch.folder()).run().code(2);
    assert_eq!(scratch.names(), ["out"]);
}

#[test]
fn diagnostics_do_not_carry_control_characters_to_the_terminal() {
    let run = gush("rows").arg("\u{1b}[31mred").run().code(2);
    assert!(!run.stderr.contains(&0x1b), "{:?}", run.errors());
}

#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let odd = OsStr::from_bytes(b"noun\xff");
    gush("rows").arg(odd).run().code(2).stdout_is("").stderr_is(
        "gush: error in the arguments; nothing was written\n  noun\u{fffd}\n  ^^^^^ this is not UTF-8\n",
    );
    let run = gush("rows --nosuch -t").arg(odd).arg("name").arg("-o").arg(odd).run().code(2).stdout_is("");
    run.stderr_has("2 errors").stderr_has("--nosuch");
    // The path of a file may have any bytes.
    let scratch = Scratch::new();
    gush("rows -l 1 int:5,5 -o").arg(odd).within(scratch.folder()).run().ok().silent();
    assert_eq!(std::fs::read(scratch.folder().join(odd)).unwrap(), b"5\n");
}

#[test]
fn an_unknown_command_is_reported_with_the_nearest() {
    let reported = |arguments: &str| gush(arguments).run().code(2).stdout_is("").errors();
    let head = "gush: error in the arguments; nothing was written\n";
    assert_eq!(
        reported("row"),
        format!("{head}  row\n  ^^^ there is no such command; did you mean `gush rows`?\n")
    );
    assert!(reported("xyzzy").starts_with(&format!(
        "{head}  xyzzy\n  ^^^^^ there is no such command; there are rows, again, check, learn, find, yes"
    )));
    assert!(
        reported("--nosuch").contains("a command is missing; there are rows, again, check, learn, find, yes")
    );
}

#[test]
fn an_empty_path_is_reported_as_a_missing_one() {
    for (option, form) in [("-o", "--output"), ("--output", "--output"), ("--schema", "--schema")] {
        let run = gush("rows name -f cvs").arg(option).arg("").run().code(2).stdout_is("");
        run.stderr_has("2 errors").stderr_has(&format!("a value is missing; the form is {form} <FILE>\n"));
        let run = gush("rows name").arg(option).args(["", "emial"]).run().code(2).stdout_is("");
        run.stderr_has("`email`").stderr_has("a value is missing");
    }
    refused("name -o=").stderr_has("a value is missing; the form is --output <FILE>");
}

#[test]
fn diagnostics_before_an_error_of_the_options_are_reported_too() {
    let reported = refused("--fromat csv name -l").errors();
    assert!(reported.contains("did you mean `--format`?"), "{reported}");
    assert!(reported.contains("the form is --limit <N>"), "{reported}");
    refused("--fromat csv --help").stderr_has("did you mean `--format`?");
}

#[test]
fn only_the_unknown_option_is_reported() {
    let reported = refused("-fcsv -x name").errors();
    assert_eq!(
        reported,
        "gush: error in the arguments; nothing was written\n  -x\n   ^ there is no such option; `--help` lists them\n"
    );
    let reported = refused("-scsvx -fcvs -x name").errors();
    assert!(reported.contains("  -x\n") && !reported.contains("  -scsvx\n"), "{reported}");
}

#[test]
fn a_count_beyond_all_rows_is_reported_at_its_option() {
    let reported = refused("noun --rows x -l 18446744073709551615").errors();
    assert!(
        reported.contains(
            "  --limit 18446744073709551615\n          ^^^^^^^^^^^^^^^^^^^^ rows are counted up to"
        ),
        "{reported}"
    );
}

#[test]
fn the_way_out_of_a_name_used_twice_is_one() {
    refused("-f ndjson a=seq a=int:1,2@null=0.5").stderr_has("write NAME=int:1,2");
    gush("rows -l 1 -f ndjson a=seq NAME=int:1,1").run().ok();
}

#[test]
fn nothing_that_was_typed_reaches_the_terminal_as_a_command() {
    let run = gush("rows -f ndjson").args(["e\u{1b}[31m=seq", "e\u{1b}[31m=seq"]).run().code(2);
    assert!(!run.errors().contains('\u{1b}'), "{:?}", run.errors());
}

#[test]
fn one_listing_at_a_time() {
    refused("-G -g int").stderr_has("one question at a time");
    refused("-g date --now yesterday").stderr_has("--now yesterday");
}

#[test]
fn a_present_before_1970_is_one() {
    gush("rows --now -1 timestamp date").run().ok().silent();
    gush("rows --now 9999-12-31 timestamp date").run().ok().silent();
    gush("rows --now -62167219200 timestamp date uuidv7 ulid ksuid objectid uuidv1").run().ok().silent();
    for now in ["253402300800", "-62167219201", "99999999999999999999", "-000001-01-01T00:00:00Z"] {
        refused(&format!("date --now {now}")).stderr_has("times lie in the years 0 to 9999");
        refused(&format!("-g date --now {now}")).stderr_has("times lie in the years 0 to 9999");
    }
    refused("date --now 2024-01-01T10:00:00").stderr_has("the zone is missing; write 2024-01-01T10:00:00Z");
}
