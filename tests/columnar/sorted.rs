//! Row groups whose rows are sorted.

use std::path::Path;

use crate::columnar::{need_readers, seeded};
use gush_testkit::need::python_tool;
use gush_testkit::{Outcome, Program, Scratch};

/// Nulls, texts with the same beginning, numbers of all kinds; no column that is the same for all readers only by chance.
const COLUMNS: &str = "id=seq country=enum:DE*5,FR,a/b,é@null=0.1 at=series:2022-01-01,30m name price=decimal:-5,500,2@null=0.2 \
                       born=date ok=bool@null=0.3 u=uuidv4 f=float:-5,5 w=decimal:0,99999999999999999999,3 ip=ipv4 \
                       code=regex:[ab]{0,12} s=int:0,3 near=decimal:1000,1001,6@type=real tiny=float:0,0.0001@type=real";

fn into(scratch: &Scratch, sentence: &str) -> Program {
    seeded(sentence).arg_line(COLUMNS).within(scratch.folder())
}

fn read(scratch: &Scratch, keys: &str) -> Outcome {
    let python = python_tool("python").expect("the tool was there");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/columnar/sorted.py");
    Program::new(python).arg(script).arg(scratch.folder()).arg(keys).run().ok()
}

#[test]
fn groups_are_sorted_and_say_so() {
    need_readers!();
    let scratch = Scratch::new();
    into(&scratch, "-l 20k -o all.parquet").run().ok();
    for keys in [
        "country,at:desc",
        "price:desc,name",
        "u",
        "w:desc",
        "f",
        "code,ok:desc,s",
        "ok,s,born:desc,id",
        "ip",
        "at:desc",
        // Many of these are equal once they are stored with 24 bits.
        "near,name",
        "tiny:desc,name",
    ] {
        into(&scratch, &format!("-l 20k -o sorted.parquet --row-group 3k --sort-by {keys}"))
            .run()
            .ok()
            .silent();
        read(&scratch, keys).stdout_is("20000 rows in 7 groups\n");
    }
    for options in
        ["--for newest", "--rows 5..20k --checksums", "--compress none --timestamps ms --decimals fixed"]
    {
        let rows = if options.contains("--rows") { "" } else { "-l 20k" };
        let keys = "price,at:desc,u";
        into(&scratch, &format!("{rows} {options} -o sorted.parquet --row-group 3k --sort-by {keys}"))
            .run()
            .ok();
        let all = if rows.is_empty() { "--rows 5..20k" } else { rows };
        into(&scratch, &format!("{all} {options} -o all.parquet")).run().ok();
        read(&scratch, keys).stdout_has("in 7 groups");
    }
}

#[test]
fn groups_of_partitions_and_of_files_are_sorted() {
    need_readers!();
    for options in ["--partition-by country", "--file-size 300k", "--partition-by year(at) --file-size 200k"]
    {
        let scratch = Scratch::new();
        into(&scratch, "-l 30k -o all.parquet").run().ok();
        let args = format!("-l 30k -f parquet --row-group 2k {options} -o sorted/ --sort-by price:desc,name");
        into(&scratch, &args).run().ok().silent();
        read(&scratch, "price:desc,name").stdout_has("30000 rows in ");
    }
}

/// A field of a struct is stated by the number that its column has in the file.
#[test]
fn fields_of_structs_are_columns_of_the_file() {
    need_readers!();
    let scratch = Scratch::new();
    let columns = "tags=noun@list=0,3 a.x=int:0,9 a.y=int:0,9 b=int";
    for options in ["-o all.parquet", "-o sorted.parquet --row-group 1k --sort-by a.y:desc,a.x,b"] {
        seeded(&format!("-l 5k --nest {options}")).arg_line(columns).within(scratch.folder()).run().ok();
    }
    read(&scratch, "a.y:desc,a.x,b").stdout_is("5000 rows in 5 groups\n");
}

#[test]
fn bytes_are_the_same_at_any_number_of_threads() {
    let scratch = Scratch::new();
    for format in ["parquet", "arrow", "arrows", "avro", "parquet --row-group 100KiB"] {
        let mut all = Vec::new();
        for threads in [1, 2, 5] {
            let args = format!("-l 30k -j {threads} -f {format} --sort-by country,price:desc");
            all.push(into(&scratch, &args).run().ok().stdout);
        }
        assert!(all[0] == all[1] && all[1] == all[2], "{format}");
        let unsorted = into(&scratch, &format!("-l 30k -f {format}")).run().ok().stdout;
        assert!(unsorted != all[0], "{format}");
    }
}

/// A shard has the rows of the table in groups of its own.
#[test]
fn sorted_groups_of_a_shard_are_those_of_its_rows() {
    let scratch = Scratch::new();
    let shard =
        into(&scratch, "-l 20k --shard 2/2 -f parquet --row-group 1k --sort-by name").run().ok().stdout;
    let range = into(&scratch, "--rows 10k..20k -f parquet --row-group 1k --sort-by name").run().ok().stdout;
    assert!(shard == range);
}

#[test]
fn what_has_no_order_is_refused_at_once() {
    for (args, texts) in [
        (
            "-f parquet --sort-by tags,cuntry,id",
            &["lists, maps and structs have no order", "did you mean `country`?"][..],
        ),
        (
            "-f parquet --sort-by cuntry:dsc,,id,id",
            &[
                "there is no such direction",
                "a column is missing here",
                "sorted by this column already",
                "did you mean `country`?",
            ],
        ),
        ("-f csv --sort-by id", &["csv has no row groups; parquet, arrow, arrows and avro have"]),
        ("-f parquet --sort-by span", &["spans of months and days have no order"]),
        ("-f parquet --timestamps int96 --sort-by at", &["times in INT96 have no order"]),
        (
            "-f parquet -o d/ --partition-by country --sort-by country",
            &["all rows of a file have one value of it"],
        ),
        (
            "-f parquet -o d/ --partition-by yaer(at),foo --sort-by bar",
            &["did you mean `year`?", "--partition-by yaer(at),foo", "--sort-by bar", "has no such column"],
        ),
        ("--into sqlite:x.db --sort-by id", &["loads all rows into a database; leave this out"]),
    ] {
        let scratch = Scratch::new();
        let columns = "tags=noun@list=0,3@null=0.1 span=interval";
        let run = into(&scratch, args).arg_line(columns).run().code(2).stdout_is("");
        texts.iter().fold(run, |run, text| run.stderr_has(text));
        assert!(scratch.names().is_empty(), "{args}");
    }
}
