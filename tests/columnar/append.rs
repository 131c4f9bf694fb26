//! Rows that are appended to tables of table formats.

use std::fs;

use crate::columnar::{files, script, seeded};
use gush_testkit::{Fault, Program, Scratch, Signal, need, wait_until};

const COLUMNS: &str =
    "id=seq country=enum:DE*5,FR,US@null=0.1 name at=series:2022-01-01,30m price=decimal:0,500,2";

fn into(scratch: &Scratch, sentence: &str) -> Program {
    seeded(sentence).arg_line(COLUMNS).within(scratch.folder())
}

#[test]
fn each_version_is_read_back() {
    need!("deltalake", "pyiceberg", "pyarrow");
    let scratch = Scratch::new();
    into(&scratch, "-l 4k -o all.ndjson").run().ok();
    for (lake, options) in
        [("delta", "--partition-by country"), ("iceberg", "--partition-by country,bucket(3,id)")]
    {
        let base = format!("-o {lake}/ --lake {lake} {options}");
        into(&scratch, &format!("-l 1k {base}")).run().ok().silent();
        into(&scratch, &format!("-l 500 --append {base} --sort-by price --compress snappy"))
            .run()
            .ok()
            .silent();
        into(&scratch, &format!("--rows 1500..4k --append {base} --file-size 20k")).run().ok().silent();
    }
    script("append.py", scratch.folder()).stdout_is("each version has its rows\n");
}

/// Ids, times and bytes follow from the request, and earlier files stay as they are.
#[test]
fn the_same_requests_write_the_same_tables() {
    for lake in ["delta", "iceberg"] {
        let scratch = Scratch::new();
        let mut found = Vec::new();
        for threads in [1, 3] {
            let base = format!("-j {threads} -o t/ --lake {lake} --partition-by country");
            into(&scratch, &format!("-l 3k {base}")).run().ok().silent();
            let before = files(&scratch.path("t"));
            into(&scratch, &format!("-l 2k --append {base}")).run().ok().silent();
            let after = files(&scratch.path("t"));
            let kept = before.iter().filter(|(name, _)| *name != "metadata/version-hint.text");
            assert!(kept.clone().all(|(name, bytes)| after.get(name) == Some(bytes)), "{lake}");
            assert!(after.len() > before.len());
            found.push(after);
            fs::remove_dir_all(scratch.path("t")).expect("it was written");
        }
        assert!(found[0] == found[1], "{lake}");
    }
}

/// A table of a schema file is appended to by the rows that it has, with the parents that its rows have in the file.
#[test]
fn a_table_of_a_schema_file_grows_to_its_rows() {
    need!("deltalake", "pyarrow");
    let scratch = Scratch::new();
    scratch.write(
        "shop.toml",
        "seed = 5\n[table.customer]\nrows = 40\ncolumns = [\"id=seq\", \"name\"]\n\
         [table.sale]\nrows = 900\ncolumns = [\"id=seq\", \"customer=ref:customer.id\", \"amount=int:1,9\"]\n",
    );
    let gush = |sentence: &str| {
        Program::new(env!("CARGO_BIN_EXE_gush"))
            .arg_line("rows --schema shop.toml -t sale")
            .arg_line(sentence)
    };
    let run = |sentence: &str| gush(sentence).within(scratch.folder()).run();
    run("--rows 0..500 -o sale/ --lake delta").ok();
    run("--rows 500..900 --append -o sale/ --lake delta").ok();
    run("-l 1 --append -o sale/ --lake delta").code(2).stderr_has("`sale` has 900 rows");
    run("-f csv -o all.csv").ok();
    let lines = "import csv\nfrom deltalake import DeltaTable\n\
                 rows = DeltaTable('sale').to_pyarrow_table().to_pylist()\n\
                 found = sorted((row['id'], row['customer'], row['amount']) for row in rows)\n\
                 print(found == sorted(tuple(map(int, row)) for row in csv.reader(open('all.csv'))))";
    need::python(lines).within(scratch.folder()).run().ok().stdout_is("True\n");
}

#[test]
fn what_does_not_continue_the_table_is_refused() {
    let scratch = Scratch::new();
    for lake in ["delta", "iceberg"] {
        into(&scratch, &format!("-l 100 -o {lake}/ --lake {lake} --partition-by country"))
            .run()
            .ok()
            .silent();
    }
    let before = files(scratch.folder());
    let by = "--partition-by country";
    for (args, texts) in [
        (
            "--append -l 5 -o LAKE/ --lake LAKE",
            &["the table has other partitions", "--partition-by country"][..],
        ),
        ("--append -l 5 -o LAKE/ --lake LAKE --partition-by year(at)", &["the table has other partitions"]),
        (
            "--append -o LAKE/ --lake LAKE --partition-by country",
            &["say how many rows are appended, by --limit N"],
        ),
        (
            "--append --rows 50..150 -o LAKE/ --lake LAKE --partition-by country",
            &["the table has rows up to 100, and the next ones begin there"],
        ),
        (
            "--append --rows 101..150 -o LAKE/ --lake LAKE --partition-by country",
            &["the table has rows up to 100, and the next ones begin there"],
        ),
        ("--append -l 5 -o none/ --lake LAKE", &["'none/' has no table of"]),
        (
            "--append -l 5 -o LAKE/ --lake LAKE --partition-by country -t other",
            &["the table is called `data`"],
        ),
        (
            "--append -l 5 -o LAKE/ --lake LAKE --partition-by country --ints narrow --locale de_DE",
            &["other widths; did you mean `--ints wide`?", "another locale"],
        ),
        ("-l 5 -o LAKE/ --lake LAKE --partition-by country", &["is not empty"]),
        (
            "--append -l 5 -o LAKE/ --lake LAKE --partition-by country --shard 1/2",
            &["a shard has some of them only"],
        ),
        (
            "--append -l 5 -o x/ -f parquet --partition-by country",
            &["--append", "of a database or of a lake"],
        ),
    ] {
        for lake in ["delta", "iceberg"] {
            let run = into(&scratch, &args.replace("LAKE", lake)).run().code(2).stdout_is("");
            texts.iter().fold(run, |run, text| run.stderr_has(text));
        }
    }
    for lake in ["delta", "iceberg"] {
        let base = format!("rows --append -l 5 -o {lake}/ --lake {lake} {by}");
        let gush =
            |sentence: &str| Program::new(env!("CARGO_BIN_EXE_gush")).arg_line(&base).arg_line(sentence);
        let run = |sentence: &str| gush(sentence).within(scratch.folder()).run().code(2);
        run(&format!("--seed 8 {COLUMNS}")).stderr_has("written with another seed; did you mean `--seed 7`?");
        run(COLUMNS).stderr_has("written with another seed");
        let other = COLUMNS.replace("name", "name=email phone").replace(" price=decimal:0,500,2", "");
        let run = run(&format!("--seed 7 {other}"));
        run.stderr_has("the column `name` of the table is defined otherwise than here")
            .stderr_has("the table has no column `phone`")
            .stderr_has("the table has a column `price`, which is missing here");
    }
    assert!(files(scratch.folder()) == before);
}

/// What others have written to a table is not appended to: nobody knows what rows it has.
#[test]
fn tables_of_other_writers_are_refused() {
    let scratch = Scratch::new();
    let append =
        |lake: &str| into(&scratch, &format!("--append -l 5 -o {lake}/ --lake {lake}")).run().code(2);
    for lake in ["delta", "iceberg"] {
        into(&scratch, &format!("-l 100 -o {lake}/ --lake {lake}")).run().ok().silent();
    }
    let first = "delta/_delta_log/00000000000000000000.json";
    let text = String::from_utf8(scratch.read(first)).expect("text");
    let second = "delta/_delta_log/00000000000000000001.json";
    scratch
        .write(second, "{\"commitInfo\":{\"engineInfo\":\"Apache-Spark/3.5.0\",\"operation\":\"DELETE\"}}\n");
    append("delta").stderr_has("version 1 was written by Apache-Spark/3.5.0");
    scratch.write(second, "{\"remove\":{\"path\":\"part-0.parquet\"}}\n");
    append("delta").stderr_has("version 1 was written");
    scratch.write(second, "{\"comm");
    append("delta").stderr_has("version 1 of its log is damaged");
    fs::remove_file(scratch.path(second)).expect("it was written");
    for (from, to, error) in [
        ("\\\"version\\\":1", "\\\"version\\\":99", "a newer version of this program wrote the table"),
        ("gusher.table", "other.table", "no record of how its rows were generated"),
        ("rows 0..100", "rows 0..90", "its log counts 100 rows of 90"),
        ("engineInfo\":\"gusher ", "engineInfo\":\"gushers ", "version 0 was written by gushers"),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        scratch.write(first, text.replace(from, to));
        append("delta").stderr_has(error);
    }
    scratch.write("iceberg/metadata/v2.metadata.json", "{}");
    append("iceberg").stderr_has("version 2 was written");
    scratch.write("iceberg/metadata/version-hint.text", "x");
    append("iceberg").stderr_has("its version-hint.text has no number");
}

/// The metadata of Iceberg has the URI of the table, and a table that was moved is not appended to.
#[test]
fn a_table_of_iceberg_has_a_location() {
    let scratch = Scratch::new();
    let uri = "s3://bucket/trips";
    into(&scratch, &format!("-l 100 -o t/ --lake iceberg --lake-location {uri}/")).run().ok().silent();
    let metadata = |version: u64| {
        String::from_utf8(scratch.read(&format!("t/metadata/v{version}.metadata.json"))).expect("text")
    };
    assert!(metadata(1).contains(&format!("\"location\": \"{uri}\"")) && !metadata(1).contains("file://"));
    into(&scratch, "-l 100 -o t/ --lake iceberg --append").run().ok().silent();
    assert!(
        metadata(2).contains(&format!("{uri}/metadata/v1.metadata.json")) && !metadata(2).contains("file://")
    );
    let run = into(&scratch, "-l 5 -o t/ --lake iceberg --append --lake-location s3://other/t").run().code(2);
    run.stderr_has(
        "by its metadata the table is elsewhere; did you mean `--lake-location s3://bucket/trips`?",
    );
    into(&scratch, "-l 100 -o here/ --lake iceberg").run().ok().silent();
    fs::rename(scratch.path("here"), scratch.path("there")).expect("it was written");
    let run = into(&scratch, "-l 5 -o there/ --lake iceberg --append").run().code(2);
    run.stderr_has("/here by its metadata, and cannot be moved");
    for (args, text) in [
        ("-o x/ --lake iceberg --lake-location trips", "expected the URI of the table's folder"),
        ("-o x/ --lake delta --lake-location s3://b/t", "Delta Lake has paths that begin at the table"),
        ("-f csv --lake-location s3://b/t", "there is no table; give --lake iceberg as well"),
    ] {
        into(&scratch, args).run().code(2).stdout_is("").stderr_has(text);
    }
}

/// A run that fails, or that another writer overtakes, leaves the version before as it was.
#[test]
fn a_failure_leaves_the_version_before() {
    need!("strace");
    for lake in ["delta", "iceberg"] {
        let scratch = Scratch::new();
        let base = format!("-j 1 -o t/ --lake {lake} --partition-by country");
        into(&scratch, &format!("-l 2k {base}")).run().ok().silent();
        let before = files(&scratch.path("t"));
        for (calls, error, at) in [
            ("write,writev,pwrite64", "ENOSPC", 1),
            ("write,writev,pwrite64", "ENOSPC", 6),
            ("rename,renameat,renameat2", "EACCES", 2),
        ] {
            let fault = Fault::on(calls).error(error).at(at);
            into(&scratch, &format!("--append -l 2k {base}")).fault(fault).run().code(1).stdout_is("");
            assert!(files(&scratch.path("t")) == before, "{lake} {calls} {at}");
        }
        into(&scratch, &format!("--append -l 2k {base}")).run().ok().silent();
    }
}

/// What a killed run has left is not part of the table, and is removed by the next one.
#[test]
fn a_killed_run_leaves_the_version_before() {
    for (lake, first, left, entry) in [
        ("delta", "t/part-v1-0.parquet", "t/part-v1-4.parquet", "t/_delta_log/00000000000000000001.json"),
        (
            "iceberg --partition-by bucket(2,id)",
            "t/data/id_bucket=0/part-v2-0.parquet",
            "t/data/id_bucket=1/part-v2-2.parquet",
            "t/metadata/v2.metadata.json",
        ),
    ] {
        let scratch = Scratch::new();
        let base = format!("-o t/ --lake {lake} --file-size 100k --row-group 2k");
        into(&scratch, &format!("-l 2k {base}")).run().ok().silent();
        let before = files(&scratch.path("t"));
        let run = into(&scratch, &format!("--append -l 50M {base}")).spawn();
        wait_until("files of the next version", || {
            scratch.path(first).exists() && scratch.path(left).exists()
        });
        // Meanwhile nobody else appends.
        into(&scratch, &format!("--append -l 5 {base}"))
            .run()
            .code(2)
            .stderr_has("another process is writing to 't/'");
        run.signal(Signal::KILL);
        run.finish().died_of(Signal::KILL);
        assert!(!scratch.path(entry).exists());
        into(&scratch, &format!("--append -l 2k {base}")).run().ok().silent();
        let after = files(&scratch.path("t"));
        let added: Vec<&String> = after.keys().filter(|name| !before.contains_key(*name)).collect();
        let parts = added.iter().filter(|name| name.contains("part-v"));
        // The two thousand rows fit into a file of each partition.
        assert_eq!(parts.count(), if lake == "delta" { 1 } else { 2 }, "{added:?}");
        assert!(scratch.path(entry).exists() && !scratch.path(left).exists(), "{lake}");
    }
}

/// Every ten versions there is a checkpoint, by which readers know the table without the log before it.
#[test]
fn delta_tables_have_checkpoints() {
    need!("deltalake", "pyarrow", "polars");
    let scratch = Scratch::new();
    let columns = ["local=datetime@type=timestamp", "s={a=int:0,9 b=noun@null=0.3}"];
    let write = |args: &str| {
        into(&scratch, &format!("-l 50 -o t/ --lake delta --partition-by country,year(at) {args}"))
            .args(columns)
            .run()
    };
    write("").ok();
    (0..20).for_each(|_| drop(write("--append").ok()));
    into(&scratch, "-l 1050 -o all.ndjson").args(columns).run().ok();
    let log: Vec<String> = files(&scratch.path("t/_delta_log")).into_keys().collect();
    let checkpoints: Vec<&String> = log.iter().filter(|name| !name.ends_with(".json")).collect();
    let expected =
        ["10.checkpoint.parquet", "20.checkpoint.parquet"].map(|name| format!("{:0>18}{name}", ""));
    assert_eq!(checkpoints, [&expected[0], &expected[1], "_last_checkpoint"]);
    script("checkpoints.py", scratch.folder()).stdout_is("the log before a checkpoint is not needed\n");
    // The script has removed the entries before the last checkpoint.
    write("--append").code(2).stderr_has("the first entry of its log was removed");
    fs::write(scratch.path("t/_delta_log/00000000000000000000.json"), "{}").expect("the log is there");
    write("--append").code(2).stderr_has("version 0 was written");
}

/// DuckDB's extensions read the tables. Spark is asked by the same script, by hand.
#[test]
fn other_engines_read_tables() {
    let python = match need::lakes_python() {
        Ok(python) => python,
        Err(why) => return need::not_run(&why),
    };
    let scratch = Scratch::new();
    let more = "ok=bool u=uuidv4 born=date tags=noun@list=0,3@null=0.1";
    for (lake, by) in [("delta", "country,year(at)"), ("iceberg", "country,year(at),bucket(2,id)")] {
        let base = format!("-o {lake}/ --lake {lake} --partition-by {by} {more}");
        into(&scratch, &format!("-l 2k {base}")).run().ok();
        (0..10).for_each(|_| drop(into(&scratch, &format!("-l 20 --append {base}")).run().ok()));
    }
    into(&scratch, &format!("-l 2200 -o all.ndjson {more}")).run().ok();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/columnar/lake_engines.py");
    let folder = scratch.folder().display().to_string();
    let read = Program::new(&python).args([script, &folder, "duckdb"]).run().ok();
    read.stdout_is("2200 rows of delta and iceberg are read by duckdb\n");
}

/// Another writer that does not know the lock: whoever comes second gets an error.
#[test]
fn whoever_is_overtaken_keeps_nothing() {
    for (lake, first, entry) in [
        ("delta", "t/part-v1-0.parquet", "t/_delta_log/00000000000000000001.json"),
        ("iceberg", "t/data/part-v2-0.parquet", "t/metadata/v2.metadata.json"),
    ] {
        let scratch = Scratch::new();
        let base = format!("-o t/ --lake {lake} --file-size 100k --row-group 2k");
        into(&scratch, &format!("-l 2k {base}")).run().ok().silent();
        let run = into(&scratch, &format!("--append -l 3M {base}")).spawn();
        wait_until("a file of the next version", || scratch.path(first).exists());
        scratch.write(entry, "{}");
        run.finish().code(2).stderr_has("has added").stderr_has("in the meantime");
        let left: Vec<String> =
            files(&scratch.path("t")).into_keys().filter(|name| name.contains("part-v")).collect();
        assert_eq!(left, [""; 0], "{lake}");
        assert_eq!(scratch.read(entry), b"{}");
    }
}
