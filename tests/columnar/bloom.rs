//! Bloom filters and pages of a size, by readers that others wrote.

use std::path::Path;

use crate::columnar::{need_readers, rows, seeded};
use gush_testkit::{Program, Scratch, need::python_tool};

/// Columns of all forms: texts, dictionaries, numbers, bytes; and some that cannot have a filter.
const COLUMNS: &str = "id=seq country=country.code:any@null=0.1 email zipf=int:1,1_000_000@dist=zipf:1.5 d=decimal:-5,500,2@null=0.2 born=date \
                       at=datetime f=float:-5,5 u=uuidv4 few=int:0,9 ok=bool tags=noun@list=0,3 a.b=name";

fn probe(file: &Path, columns: &str) -> gush_testkit::Outcome {
    let python = python_tool("python").expect("the tool was there");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/columnar/bloom.py");
    Program::new(python).arg(script).arg(file).arg_line(columns).run().ok()
}

#[test]
fn readers_find_values_by_bloom_filters() {
    need_readers!();
    let scratch = Scratch::new();
    let all = "id,country,email,zipf,d,born,at,f,u,few,a.b";
    for options in ["", "--for newest --uuid text --page-size 2KiB --checksums"] {
        let args = format!("-l 5k --row-group 2k -o x.parquet {options} --bloom-filter {all}");
        seeded(&args).arg_line(COLUMNS).within(scratch.folder()).run().ok();
        probe(&scratch.path("x.parquet"), &all.replace(',', " ")).stdout_is("11 filters hold\n");
    }
}

/// Filters are between row groups, and what comes after them is where the end of the file says.
#[test]
fn values_and_bytes_are_the_same_with_filters() {
    let scratch = Scratch::new();
    let mut files = Vec::new();
    for threads in [1, 2, 5] {
        let args =
            format!("-j {threads} -l 30k --row-group 4k -f parquet --page-size 8KiB --bloom-filter email,id");
        files.push(rows(&format!("{args} id=seq email name")).stdout);
    }
    assert!(files[0] == files[1] && files[1] == files[2]);
    let args =
        "-l 3k --row-group 1k --metadata -o x.parquet --page-size 4KiB --bloom-filter id,email id=seq email";
    seeded(args).within(scratch.folder()).run().ok();
    let again = gush_testkit::Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("again x.parquet");
    assert!(again.within(scratch.folder()).run().ok().stdout == scratch.read("x.parquet"));
}

#[test]
fn what_has_no_filter_is_refused_at_once() {
    for (args, texts) in [
        (
            "-f parquet --bloom-filter tags,id,ok,emial",
            &[
                "lists, maps and structs have no bloom filters",
                "truth values have no bloom filter",
                "did you mean `email`?",
            ][..],
        ),
        (
            "-f parquet --bloom-filter emial,,id,id --page-size 1",
            &[
                "did you mean `email`?",
                "a column is missing here",
                "this column has a bloom filter already",
                "a page has from 1 KiB to 256 MiB",
            ],
        ),
        (
            "-f csv --bloom-filter id --page-size 64KiB",
            &["csv has no bloom filters; parquet has", "csv has no pages of a size; parquet has"],
        ),
        ("-f arrow --bloom-filter id", &["arrow has no bloom filters; parquet has"]),
        ("-f parquet --page-size big", &["expected a size such as 64KiB"]),
        (
            "-f parquet -o d/ --partition-by country --bloom-filter country",
            &["all rows of a file have one value of it"],
        ),
        ("--into sqlite:x.db --bloom-filter id --page-size 64KiB", &["loads all rows into a database"]),
    ] {
        let scratch = Scratch::new();
        let run = seeded(args).arg_line(COLUMNS).within(scratch.folder()).run().code(2).stdout_is("");
        texts.iter().fold(run, |run, text| run.stderr_has(text));
        assert!(scratch.names().is_empty(), "{args}");
    }
}
