//! As many rows as a size in bytes holds.

use crate::rows::{gush, rows};
use gush_testkit::{Stream, assert_same};

/// The output has at most the size; a row more would be too much; and it is that of so many rows.
#[test]
fn rows_fill_a_size() {
    for (options, size) in [
        ("-f csv -H id=seq name email", 5_000),
        ("-f csv id=seq t=sentence", 300_000),
        ("-f json id=seq name", 777),
        ("-f ndjson name", 1_000_000),
        ("-f sql --create-table --batch 7 id=seq name", 20_000),
        ("-f copy --create-table name", 999),
        ("name", 14),
        ("-f html name city", 12_345),
    ] {
        let run = rows(&format!("--size {size} {options}"));
        assert!(run.stdout.len() <= size, "{options}: {} bytes", run.stdout.len());
        let fits = |count: usize| rows(&format!("-l {count} {options}")).stdout;
        // The number of rows by halving, as the naive twin.
        let (mut low, mut high) = (0, size + 1);
        while low + 1 < high {
            let middle = usize::midpoint(low, high);
            if fits(middle).len() <= size { low = middle } else { high = middle }
        }
        assert_same(&run.stdout, fits(low));
        for threads in [1, 3] {
            assert_same(rows(&format!("--size {size} --threads {threads} {options}")).stdout, &run.stdout);
        }
    }
}

/// A table may have fewer rows than are tried.
#[test]
fn a_table_that_ends_may_fill_a_size() {
    assert_same(rows("--size 12 a=int:0,5@unique").stdout, rows("-l 6 a=int:0,5@unique").stdout);
    assert_same(rows("--size 300 a=seq@type=int8").stdout, rows("-l 102 a=seq@type=int8").stdout);
    assert_same(rows("--size 1M a=int:0,5@unique").stdout, rows("-l 6 a=int:0,5@unique").stdout);
}

/// What is shown on a terminal is no part of another number of rows.
#[test]
fn a_size_is_the_same_on_a_terminal() {
    let piped = rows("--size 1k id=seq name");
    let shown = crate::rows::seeded("--size 1k id=seq name").stdout(Stream::Terminal).run().ok();
    assert_same(&shown.stdout, &piped.stdout);
}

#[test]
fn sizes_have_units() {
    for (size, most) in [("2k", 2_000), ("2KiB", 2_048), ("2000B", 2_000), ("2_000", 2_000)] {
        let len = rows(&format!("--size {size} -f csv id=seq name")).stdout.len();
        assert!(len <= most && len > most - 40, "{size}: {len}");
    }
}

/// Without a seed the rows that are counted are those that are written.
#[test]
fn a_seed_by_chance_is_one() {
    for _ in 0..5 {
        let run = gush("rows --size 10k -f csv name sentence").run().ok();
        assert!(run.stdout.len() <= 10_000 && run.stdout.ends_with(b"\n"), "{}", run.stdout.len());
        assert!(run.stdout.len() > 9_000, "{}", run.stdout.len());
    }
}

#[test]
fn what_has_no_size_is_refused() {
    for (options, message) in [
        ("--size 1x name", "expected a number of bytes such as 100k, 5M, 1G or 1GiB"),
        ("--size 1k -l 5 name", "both say how many rows there are"),
        ("--size 1k -S name", "a stream has no size"),
        ("--size 1k --rows 0..5 name", "both say which rows there are"),
        ("--size 1k --shard 1/2 --seed 1 name", "a size is that of all rows"),
        ("--size 1k -f csv --compress gz name", "a size counts what is written before it is compressed"),
        ("--size 1k -f parquet name", "the size of a columnar file is not known before all of it is written"),
        ("--size 1 -f csv uuidv4", "one row already has 37 bytes"),
        ("--size 30 -f csv -H id=uuidv4", "one row already has 40 bytes"),
        ("--size 2 -f json name", "there are 3 bytes without any row"),
        ("--size 1k t=series:2024-01-01,2025-01-01,fit", "how many these are is not known here"),
    ] {
        gush(&format!("rows {options}")).run().code(2).stdout_is("").stderr_has(message);
    }
}
