//! Times that fill a window, one for each row.

use crate::rows::{gush, rows};
use gush_testkit::Scratch;

#[test]
fn times_rise_from_one_end_to_the_other() {
    for (options, from, to) in [
        ("", "2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"),
        (",1", "2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"),
        (",0.5@rhythm=office", "2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"),
        ("@trend=1/30d", "2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"),
        ("@season=7d:0.9", "2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"),
    ] {
        for count in [1, 2, 999, 100_000] {
            let run = rows(&format!("-l {count} t=series:2024-01-01,2025-01-01,fit{options}"));
            let times = run.lines();
            assert_eq!(times.len(), count);
            assert!(times.is_sorted(), "{options} {count}");
            assert!(
                times[0] >= from && times[count - 1] < to,
                "{options}: {} {}",
                times[0],
                times[count - 1]
            );
            if count > 10 {
                assert!(times[0] < "2024-01-20" && times[count - 1] > "2024-12-15", "{options}");
            }
        }
    }
}

/// Any part of the table has the times that all of it has.
#[test]
fn shards_have_the_times_of_the_table() {
    let all = rows("-l 1000 t=series:2024-01-01,2025-01-01,fit,1").text().to_owned();
    let shards = (1..=3).map(|shard| {
        rows(&format!("-l 1000 --shard {shard}/3 t=series:2024-01-01,2025-01-01,fit,1")).text().to_owned()
    });
    assert_eq!(shards.collect::<String>(), all);
}

#[test]
fn a_schema_file_says_how_many_rows_there_are() {
    let scratch = Scratch::new();
    scratch.write(
        "s.toml",
        "seed = 1\n[table.t]\nrows = 4\ncolumns.at = \"series:2024-01-01,2024-01-05,fit\"\n",
    );
    let run = |options: &str| {
        gush(&format!("rows --schema s.toml {options}")).within(scratch.folder()).run().ok().text().to_owned()
    };
    let day = |day: &str| format!("2024-01-{day}T00:00:00Z\n");
    assert_eq!(run(""), ["01", "02", "03", "04"].map(day).concat());
    assert_eq!(run("-l 2"), ["01", "03"].map(day).concat());
    assert_eq!(run("--scale 0.5"), ["01", "03"].map(day).concat());
}

#[test]
fn what_has_no_number_of_rows_is_refused() {
    for (options, message) in [
        ("-S t=series:2024-01-01,2025-01-01,fit", "how many these are is not known here"),
        ("--rows 0..5 t=series:2024-01-01,2025-01-01,fit", "how many these are is not known here"),
        ("t=series:2025-01-01,2024-01-01,fit", "the window ends before it begins"),
        ("t=series:2025-01-01,2025-01-01,fit", "the window ends when it begins"),
        ("t=series:,2024-01-01,fit", "a window has both ends"),
        ("t=series:2024-01-01,2025-01-01,fit,2", "expected a share of the step from 0 to 1"),
        ("-l 9 t=series:2024-01-01,2025-01-01,fit,1@unique", "`@unique` is not supported"),
    ] {
        gush(&format!("rows {options}")).run().code(2).stdout_is("").stderr_has(message);
    }
}
