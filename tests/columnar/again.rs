//! Files that say of themselves what request wrote them, and are written once more by it.

use std::fs;

use crate::columnar::{script, seeded};
use gush_testkit::{Program, Scratch, need};

const COLUMNS: &str =
    "id=seq name at=datetime@null=0.1 price=decimal:0,500,2 a.x=int:0,9 a.y=enum:x,y u=uuidv4";

fn again(scratch: &Scratch, arguments: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush")).arg("again").arg_line(arguments).within(scratch.folder())
}

/// The same bytes, by whatever options and columns.
#[test]
fn files_are_written_once_more() {
    let scratch = Scratch::new();
    for (file, options) in [
        ("a.parquet", ""),
        ("a.parquet", "--for newest --row-group 700 --checksums --nest --sort-by price:desc,name"),
        ("a.parquet", "--for bigquery"),
        ("a.parquet", "--for spark3 --uuid bytes --timestamps int96 --compress snappy --ints narrow"),
        ("a.parquet", "--encoding delta --compress zst:9 --row-group 64KiB --decimals fixed --names plain"),
        ("a.parquet", "--compress none --shard 2/3 -t other --locale de_DE"),
        ("a.arrow", "--row-group 500 --compress lz4"),
        ("a.arrows", "--nest"),
        ("a.avro", "--compress snappy --ints narrow --sort-by name"),
        ("a.avro", "--shard 3/3"),
    ] {
        let request = format!("-l 5k -o {file} --metadata {options}");
        seeded(&request).arg_line(COLUMNS).within(scratch.folder()).run().ok();
        again(&scratch, &format!("{file} -o again")).run().ok().stdout_is("");
        assert!(scratch.read("again") == scratch.read(file), "{request}");
        assert!(
            again(&scratch, &format!("{file} -j 3")).run().ok().stdout == scratch.read(file),
            "{request}"
        );
        // In place, too.
        again(&scratch, &format!("{file} -o {file}")).run().ok();
        assert!(scratch.read("again") == scratch.read(file), "{request}");
    }
    // A range of rows, without a seed.
    let gush =
        Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("rows --rows 70..900 --metadata -o b.parquet");
    gush.arg_line(COLUMNS).within(scratch.folder()).run().ok();
    again(&scratch, "b.parquet -o again").run().ok();
    assert!(scratch.read("again") == scratch.read("b.parquet"));
}

/// Tables of a schema file are written again from the file of one of them.
#[test]
fn tables_of_a_schema_file_are_written_once_more() {
    let scratch = Scratch::new();
    scratch.write(
        "shop.toml",
        "seed = 5\n[table.customer]\nrows = 40\ncolumns = [\"id=seq\", \"name\"]\n\
         [table.sale]\nrows = { per = \"customer\", each = \"int:1,9\" }\n\
         columns = [\"id=seq\", \"customer=ref:customer.id\", \"amount=int:1,9\", \"sum=cumsum:amount\"]\n",
    );
    for (options, files) in [
        ("-f parquet -o shop/", &["shop/customer.parquet", "shop/sale.parquet"][..]),
        ("-f parquet -o shop/ --files 3", &["shop/sale/part-00001-of-00003.parquet"]),
        ("-f avro -o shop/ --shard 2/4 --shard-by customer", &["shop/sale/part-00001-of-00004.avro"]),
        ("-t sale --rows 10..30 -o one.parquet --scale 2", &["one.parquet"]),
        ("-t sale -l 7 -o one.arrow", &["one.arrow"]),
    ] {
        let gush = Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("rows --schema shop.toml --metadata");
        gush.arg_line(options).within(scratch.folder()).run().ok();
        for file in files {
            again(&scratch, &format!("{file} -o again")).run().ok();
            assert!(scratch.read("again") == scratch.read(file), "{options}: {file}");
        }
    }
}

/// Others find the record where they look for metadata, and nothing of this machine in it.
#[test]
fn others_read_the_record() {
    need!("pyarrow", "fastavro");
    let scratch = Scratch::new();
    for file in ["a.parquet", "a.arrow", "a.arrows", "a.avro"] {
        seeded(&format!("-l 300 --metadata -o {file}")).arg_line(COLUMNS).within(scratch.folder()).run().ok();
        seeded(&format!("-l 300 -o without-{file}")).arg_line(COLUMNS).within(scratch.folder()).run().ok();
    }
    script("metadata.py", scratch.folder()).stdout_is("4 files have a record\n");
}

#[test]
fn what_has_no_record_is_refused() {
    let scratch = Scratch::new();
    for (file, options) in [
        ("plain.parquet", ""),
        ("a.parquet", "--metadata"),
        ("a.avro", "--metadata"),
        ("a.arrow", "--metadata"),
    ] {
        seeded(&format!("-l 500 {options} -o {file} id=seq name")).within(scratch.folder()).run().ok();
    }
    for file in ["a.parquet", "a.avro", "a.arrow"] {
        let bytes = scratch.read(file);
        for (name, end) in [("cut-begin", 9), ("cut-half", bytes.len() / 2), ("cut-end", bytes.len() - 3)] {
            if file == "a.avro" && name != "cut-begin" {
                continue;
            }
            scratch.write(name, &bytes[..end]);
            again(&scratch, name).run().code(2).stdout_is("").stderr_has(name);
        }
        let newer = replaced(&bytes, b"\"version\":1,", b"\"version\":9,");
        scratch.write("newer", newer);
        again(&scratch, "newer").run().code(2).stderr_has("it was written by a newer version, gush ");
        scratch.write("damaged", replaced(&bytes, b"\"version\":1,", b"\"vorsion\":1,"));
        again(&scratch, "damaged").run().code(2).stderr_has("the record of the request in it is damaged");
    }
    scratch.write("text", "id,name\n1,x\n");
    fs::create_dir(scratch.path("folder")).expect("it is new");
    for (arguments, text) in [
        (
            "plain.parquet",
            "there is no record of a request in its metadata; `gush rows --metadata` writes one",
        ),
        ("text", "it is no file of Parquet, Arrow or Avro"),
        ("folder", "folder"),
        ("missing.parquet", "No such file or directory"),
        ("", "a file is missing"),
        ("a.parquet -o b/", "one file is written; give its name"),
        ("a.parquet -j 0 -o b", "a number of threads"),
        ("a.parquet a.avro", "gush again"),
    ] {
        again(&scratch, arguments).run().code(2).stdout_is("").stderr_has(text);
    }
    assert!(!scratch.path("b").exists());
}

/// Replaces bytes by as many others.
fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for at in 0..bytes.len() - from.len() {
        if bytes[at..].starts_with(from) {
            bytes[at..at + to.len()].copy_from_slice(to);
        }
    }
    bytes
}

#[test]
fn requests_that_no_file_can_hold_are_refused() {
    let scratch = Scratch::new();
    scratch.write("words.txt", "a\nb\n");
    for (args, text) in [
        ("-f csv --metadata id=seq", "csv has no metadata; parquet, arrow, arrows and avro have"),
        (
            "-f parquet --metadata w=file:words.txt",
            "a column reads a file, whose lines cannot be in the metadata",
        ),
        ("-f parquet -o d/ --partition-by c --metadata id=seq c=enum:x,y", "cannot be written again alone"),
        ("-o d/ --lake delta --metadata id=seq", "the table has a record of its own"),
        ("-f arrows -S --metadata id=seq", "a stream has no end, so it cannot be written again"),
        ("--into sqlite:x.db --metadata id=seq", "loads all rows into a database; leave this out"),
    ] {
        seeded(args).within(scratch.folder()).run().code(2).stdout_is("").stderr_has(text);
    }
    assert_eq!(scratch.names(), ["words.txt"]);
}
