//! Readers trust the statistics of a file: they leave out groups by it, and take bounds from it.

use crate::columnar::{need_readers, script, seeded};
use gush_testkit::Scratch;

#[test]
fn readers_skip_groups_and_take_bounds_from_the_metadata() {
    need_readers!();
    let scratch = Scratch::new();
    let columns = "id=seq x=int:0,1M few=int:-5,9@null=0.5 d=decimal:-5,500,2@null=0.1 wide=decimal:-9_000_000_000,9_000_000_000,9 \
                   wider=decimal:-5,12345678901234567890.123456,9@null=0.1 widest=decimal:-1,1,37 long=int:0,18446744073709551615@null=0.1 \
                   day=date at=datetime@null=0.2 t=time ok=bool email code=country.code:any";
    for codec in ["none", "zstd"] {
        let args =
            format!("-l 100k --row-group 10k --time logical --compress {codec} -o x.parquet {columns}");
        seeded(&args).within(scratch.folder()).run().ok().silent();
        script("skip.py", &scratch.path("x.parquet")).stdout_is(
            "duckdb: 1 of 10 groups\nduckdb: bounds from metadata\nduckdb: bounds are right\npyarrow: 1 of 10 groups\npyarrow: statistics are right\n",
        );
    }
}

/// A text that begins with 16 times the last letter of Unicode has no short upper bound: then there is none, and readers skip
/// no page that has it. Another page's largest text is no bound of the chunk's.
#[test]
fn a_bound_that_is_not_known_hides_no_row() {
    need_readers!();
    let scratch = Scratch::new();
    let highest = format!("{}tail", "\u{10FFFF}".repeat(16));
    let line = |i: usize| if i == 7 { highest.clone() } else { format!("{i:06}") };
    scratch.write("words.txt", (0..66_000).map(|i| line(i) + "\n").collect::<String>());
    scratch.write("word.txt", &highest);
    let args = "--seed 1 -l 400000 --row-group 400000 -o hi.parquet w=file:words.txt id=seq";
    crate::columnar::seeded(args).within(scratch.folder()).run().ok().silent();
    let found = script("unknown_bounds.py", scratch.folder());
    let (counts, bounds) = found.text().split_once("bounds: ").expect("both are there");
    let counts: Vec<&str> = counts.lines().collect();
    let [count, others @ ..] = &counts[..] else { panic!("{counts:?}") };
    assert!(count.ends_with(" rows") && !count.ends_with(" 0 rows"), "{counts:?}");
    let number = |line: &str| line.split_once(": ").expect("a reader and its rows").1.to_owned();
    assert_eq!(counts.len(), 4, "{counts:?}");
    assert!(others.iter().all(|other| number(other) == number(count)), "{counts:?}");
    assert_eq!(bounds, "none, and the largest is the text\n");
}

/// To DuckDB and Polars, NaN is larger than all numbers: a group that has one is not skipped by the largest number in it.
#[test]
fn numbers_that_are_none_are_found() {
    need_readers!();
    let scratch = Scratch::new();
    let args =
        "--seed 7 -l 20000 --row-group 10000 -o n.parquet id=seq n=float:0,1@nan=0.001 r=real:0,1@nan=0.1";
    crate::columnar::seeded(args).within(scratch.folder()).run().ok().silent();
    let found = script("nan_rows.py", &scratch.path("n.parquet"));
    let lines = found.lines();
    assert_eq!(lines.len(), 8, "{lines:?}");
    for counts in lines.chunks(4) {
        let number = |line: &str| line.split_once(": ").expect("a reader and its rows").1.to_owned();
        assert_ne!(number(counts[0]), "0");
        assert!(counts.iter().all(|line| number(line) == number(counts[0])), "{lines:?}");
    }
}

/// Long entries of a dictionary are cut in statistics as other texts are, and the file names the version that wrote it.
#[test]
fn statistics_of_long_dictionary_entries_are_short() {
    need_readers!();
    let scratch = Scratch::new();
    let lines = (0..10).map(|i| i.to_string().repeat(1 << 16) + "\n").collect::<String>();
    scratch.write("long.txt", lines);
    for (rows, group) in [(400, 400), (400, 100_000), (100, 100)] {
        let args = format!("-l {rows} --row-group {group} -o l.parquet w=file:long.txt");
        seeded(&args).within(scratch.folder()).run().ok().silent();
        let bytes = scratch.read("l.parquet").len();
        assert!(bytes < 100_000, "{bytes} bytes");
        let found = script("long_bounds.py", &scratch.path("l.parquet"));
        let version = env!("CARGO_PKG_VERSION");
        found.stdout_is(format!("gusher version {version} (build 0)\nbounds are short and hold\n"));
    }
}
