//! The bytes of files: the same at any number of threads, each shard a file by itself, by name and by pipe.

use crate::columnar::{need_readers, rows, script, seeded, write_both};
use gush_testkit::{Scratch, assert_same, need};

const COLUMNS: &str = "id=seq name email@null=0.1 country.code:any amount=decimal:0,500,2 u=uuidv4";

#[test]
fn bytes_do_not_depend_on_threads_nor_on_where_they_go() {
    let scratch = Scratch::new();
    for options in [
        "-f parquet",
        "-f parquet --compress none",
        "-f parquet --compress snappy",
        "-f parquet --row-group 7k --compress lz4",
        "-f arrow --row-group 7k",
        "-f arrows --row-group 7k --compress zst",
        "-f avro",
        "-f avro --row-group 7k --compress snappy",
    ] {
        let args = format!("-l 50k {options} {COLUMNS}");
        let bytes = rows(&format!("-j 1 {args}")).stdout;
        assert!(
            bytes.starts_with(b"PAR1")
                || bytes.starts_with(b"Obj\x01")
                || bytes.starts_with(b"ARROW1")
                || bytes.starts_with(&[0xFF; 4])
        );
        for threads in [2, 7] {
            assert_same(rows(&format!("-j {threads} {args}")).stdout, &bytes);
        }
        seeded(&format!("{args} -o x")).within(scratch.folder()).run().ok().silent();
        assert_same(scratch.read("x"), &bytes);
    }
}

#[test]
fn the_file_name_selects_the_format() {
    let scratch = Scratch::new();
    seeded("-l 5 id=seq -o x.PARQUET").within(scratch.folder()).run().ok().silent();
    assert_same(scratch.read("x.PARQUET"), rows("-l 5 id=seq -f parquet").stdout);
    for (name, format) in [("x.pq", "parquet"), ("x.feather", "arrow"), ("x.ipc", "arrow")] {
        seeded(&format!("-l 5 id=seq -o {name}")).within(scratch.folder()).run().ok().silent();
        assert_same(scratch.read(name), rows(&format!("-l 5 id=seq -f {format}")).stdout);
    }
    // zstd at level 1 is the usual one, by either name.
    for name in ["zst", "zstd:1"] {
        assert_same(
            rows(&format!("-l 5 id=seq -f parquet --compress {name}")).stdout,
            scratch.read("x.PARQUET"),
        );
    }
    assert_same(
        rows("-l 5 name -f csv --compress gzip").stdout,
        rows("-l 5 name -f csv --compress gz").stdout,
    );
}

/// Each shard is a complete file, and all of them are the table.
#[test]
fn shards_are_files_that_are_a_data_set() {
    need_readers!();
    let scratch = Scratch::new();
    write_both(&scratch, "all", "parquet", "-l 5k --row-group 1k", COLUMNS);
    for shard in 1..=3 {
        let args = format!("-l 5k --row-group 1k --shard {shard}/3 {COLUMNS} -o part{shard}.parquet");
        seeded(&args).within(scratch.folder()).run().ok().silent();
    }
    let joined = "import pyarrow.parquet as pq, pyarrow as pa\n\
                  parts = [pq.ParquetFile(f'part{i}.parquet') for i in (1, 2, 3)]\n\
                  whole = pq.read_table('all.parquet')\n\
                  print(pa.concat_tables([part.read() for part in parts]).equals(whole))\n\
                  print([part.metadata.row_group(i).num_rows for part in parts for i in range(part.num_row_groups)])";
    need::python(joined)
        .within(scratch.folder())
        .run()
        .ok()
        .stdout_is("True\n[1000, 666, 334, 1000, 333, 667, 1000]\n");
    for shard in 1..=3 {
        std::fs::remove_file(scratch.path(&format!("part{shard}.parquet"))).expect("it is there");
    }
    script("compare.py", scratch.folder()).stdout_is("1 files agree in 30000 values\n");
}

/// A directory has the same shards, and a file for each table of several.
#[test]
fn directories_have_a_file_for_each_part_and_table() {
    let scratch = Scratch::new();
    let to = |args: &str| seeded(args).within(scratch.folder()).run().ok().silent();
    to(&format!("-l 5k --row-group 1k -f parquet -t people --files 3 -o parts/ {COLUMNS}"));
    for shard in 1..=3 {
        let part =
            rows(&format!("-l 5k --row-group 1k -t people --shard {shard}/3 -f parquet {COLUMNS}")).stdout;
        assert_same(scratch.read(&format!("parts/people/part-0000{}-of-00003.parquet", shard - 1)), part);
    }
    let shop = "[table.buyers]\nrows = 20\ncolumns = [\"id=seq\", \"name\"]\n\
                [table.orders]\nrows = 90\ncolumns = [\"id=seq\", \"buyer=ref:buyers.id\"]\n";
    scratch.write("shop.toml", shop);
    to("--schema shop.toml -f parquet --compress none -o shop/");
    for table in ["buyers", "orders"] {
        let file = scratch.read(&format!("shop/{table}.parquet"));
        assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
    }
}

/// A stream of record batches needs no end.
#[test]
fn an_arrow_stream_may_be_endless() {
    need!("pyarrow");
    let read = "import sys, pyarrow.ipc as ipc\n\
                stream = ipc.open_stream(sys.stdin.buffer)\n\
                print([stream.read_next_batch().num_rows for _ in range(3)])";
    let head = seeded("-S -f arrows --row-group 1000 id=seq name").pipe_into("head -c 100000");
    assert_eq!(head.consumer.stdout.len(), 100_000);
    need::python(read).stdin(head.consumer.stdout).run().ok().stdout_is("[1000, 1000, 1000]\n");
}

#[test]
fn a_pipe_is_as_good_as_a_file() {
    need!("pyarrow");
    let read = "import sys, io, pyarrow.parquet as pq\n\
                print(pq.read_table(io.BytesIO(sys.stdin.buffer.read())).num_rows)";
    need::python(read).stdin(rows("-l 1234 -f parquet name").stdout).run().ok().stdout_is("1234\n");
    let read = "import sys, io, pyarrow.feather as feather\n\
                print(feather.read_table(io.BytesIO(sys.stdin.buffer.read())).num_rows)";
    need::python(read).stdin(rows("-l 1234 -f arrow name").stdout).run().ok().stdout_is("1234\n");
}

/// Parts of another number of files stay and are reported: readers of the folder take them too.
#[test]
fn parts_of_another_run_are_reported() {
    let scratch = Scratch::new();
    let write = |options: &str| {
        seeded(&format!("-l 100 -f parquet -o d/ {options} name")).within(scratch.folder()).run().ok()
    };
    write("--files 3").silent();
    write("--files 3").silent();
    scratch.write("d/data/part-x.parquet", "");
    let text = "gush: d/data has 3 more parts, of a run with another number of files; who reads the folder reads them too\n";
    write("--files 2").stdout_is("").stderr_is(text);
    write("--shard 2/2").stdout_is("").stderr_is(text);
    seeded("-l 100 -f csv -o d/ --files 2 name").within(scratch.folder()).run().ok().silent();
}
