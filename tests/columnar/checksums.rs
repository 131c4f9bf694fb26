//! `--checksums`: each page of Parquet has its CRC-32, by which readers find a byte that is another one.

use crate::columnar::{need_readers, rows, script, seeded};
use gush_testkit::{Scratch, assert_same};

const COLUMNS: &str = "id=seq name country.code:any@null=0.2 n=int:0,9 u=uuidv4 tags=noun@list=0,3";

#[test]
fn readers_find_a_changed_byte() {
    need_readers!();
    for codec in ["none", "snappy", "zstd"] {
        let scratch = Scratch::new();
        let args = format!("-l 900 --row-group 500 --compress {codec} --checksums -o x.parquet {COLUMNS}");
        seeded(&args).within(scratch.folder()).run().ok().silent();
        // Two groups of six columns, of which `n` has a dictionary.
        script("checksums.py", &scratch.path("x.parquet")).stdout_is("read; 0 of 14 changes unseen\n");
    }
}

#[test]
fn only_headers_of_pages_differ() {
    let bytes = |options: &str| rows(&format!("-l 1k -f parquet {options} {COLUMNS}")).stdout;
    let (plain, summed) = (bytes(""), bytes("--checksums"));
    assert!(plain.len() < summed.len() && summed.len() < plain.len() + 200);
    assert_same(bytes("-j 3 --checksums"), summed);
}

#[test]
fn formats_without_pages_have_none() {
    let run = seeded("-f arrow --checksums name").run().code(2).stdout_is("");
    run.stderr_has("arrow has no page checksums; parquet has");
}
