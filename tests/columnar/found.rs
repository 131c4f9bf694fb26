//! Dictionaries of the values that come: read by others, the same at any number of threads, and left where they become too large.

use crate::columnar::{need_readers, script, seeded};
use gush_testkit::{Scratch, assert_same, need};

/// Columns that repeat, of which nobody knows the values in advance: whole numbers, floating-point numbers, texts, decimals, lists.
const COLUMNS: &str = "id=seq z=int:1,1000000@dist=zipf:1.5@null=0.1 f=expr:(id*7919)%100/7.0::real \
                       w=expr:concat('word-',(id*id)%97) d=expr:(id%50)*0.25 \
                       l=int:1,1000000@dist=zipf:1.5@list=0,4 e=enum:a*1000,b*10,c ok=bool@null=0.001 v=expr:id/40";
/// Few values up to row 40,000, and another one in each row after that.
const GROWS: &str = "id=seq g=expr:id%greatest(10,(id/40000)*10000000)";

#[test]
fn readers_find_all_values_of_found_dictionaries() {
    need_readers!();
    need!("fastparquet");
    let scratch = Scratch::new();
    let write = |name: &str, options: &str, columns: &str| {
        for ending in ["parquet", "arrow"] {
            let options = if ending == "arrow" { options.split(" -").next().unwrap_or("") } else { options };
            let args = format!("-l {options} -o {name}.{ending} {columns}");
            seeded(&args).within(scratch.folder()).run().ok();
        }
    };
    write("usual", "50k", COLUMNS);
    write("none", "50k --compress none --row-group 50k", COLUMNS);
    write("snappy", "50k --compress snappy --checksums --row-group 30k", COLUMNS);
    write("newest", "50k --for newest", COLUMNS);
    write("newest-lz4", "50k --for newest --compress lz4 --row-group 1000", COLUMNS);
    write("grows", "220k --row-group 220k", GROWS);
    write("grows-none", "220k --row-group 220k --compress none", GROWS);
    let found = script("found.py", scratch.folder());
    let lines: Vec<&str> = found.text().lines().collect();
    assert_eq!(
        lines,
        [
            "grows-none: PLAIN; dictionary and PLAIN",
            "grows: PLAIN; dictionary and PLAIN",
            "newest-lz4: DELTA_BINARY_PACKED; BYTE_STREAM_SPLIT; PLAIN; DELTA_LENGTH_BYTE_ARRAY; BYTE_STREAM_SPLIT; BYTE_STREAM_SPLIT; dictionary; PLAIN; DELTA_BINARY_PACKED",
            "newest: DELTA_BINARY_PACKED; BYTE_STREAM_SPLIT; dictionary; dictionary; dictionary; PLAIN; dictionary; PLAIN; DELTA_BINARY_PACKED",
            "none: PLAIN; dictionary; dictionary; dictionary; dictionary; dictionary; dictionary; PLAIN; dictionary",
            "snappy: PLAIN; dictionary; dictionary; dictionary; dictionary; dictionary; dictionary; PLAIN; dictionary",
            "usual: PLAIN; PLAIN; dictionary; PLAIN; dictionary; PLAIN; dictionary; PLAIN; dictionary",
        ]
    );
}

#[test]
fn files_are_the_same_at_any_number_of_threads() {
    let file = |threads: usize, options: &str| {
        seeded(&format!("-j {threads} -l 90k --row-group 20k -f parquet {options} {COLUMNS}"))
            .run()
            .ok()
            .stdout
    };
    for options in ["", "--compress none", "--for newest"] {
        let one = file(1, options);
        for threads in [2, 5] {
            assert_same(file(threads, options), &one);
        }
    }
}
