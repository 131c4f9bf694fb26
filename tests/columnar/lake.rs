//! Tables in folders by values, in files of a size, and with the catalogue of a table format.

use std::collections::BTreeMap;
use std::fs;

use crate::columnar::{files, need_readers, script, seeded};
use gush_testkit::{Fault, Program, Scratch, Signal, need, wait_until};

/// Nulls, characters that names of folders escape, empty texts; times that rise; types of all kinds.
const COLUMNS: &str = "id=seq country=enum:DE*5,FR,a/b=%,é@null=0.1 at=series:2022-01-01,30m name price=decimal:-5,500,2@null=0.2 \
                       born=date ok=bool u=uuidv4 tags=noun@list=0,3@null=0.1";

fn into(scratch: &Scratch, sentence: &str) -> Program {
    seeded(sentence).arg_line(COLUMNS).within(scratch.folder())
}

#[test]
fn partitions_are_read_back_by_others() {
    need_readers!();
    for (format, options) in
        [("parquet", ""), ("parquet", "--file-size 60k"), ("csv", "-H"), ("ndjson", "--file-size 100k")]
    {
        let scratch = Scratch::new();
        let args = format!("-l 40k -f {format} {options} -o lake/ --partition-by country,year(at)");
        into(&scratch, &args).run().ok().silent();
        into(&scratch, "-l 40k -o all.ndjson").run().ok();
        let read = script("lake.py", scratch.folder());
        read.stdout_has("40000 rows in").stdout_has("DuckDB");
        for (name, bytes) in files(&scratch.path("lake")) {
            assert!(name.contains("/year=202") && name.ends_with(&format!(".{format}")), "{name}");
            // The end of a file of Parquet comes after its size was looked at.
            let most = if options.contains("60k") { 70_000 } else { 100_000 };
            assert!(
                !options.contains("--file-size") || bytes.len() <= most,
                "{name} has {} bytes",
                bytes.len()
            );
        }
    }
}

/// The names of folders are those of Hive and Spark.
#[test]
fn folders_are_escaped_and_null_has_a_name() {
    let scratch = Scratch::new();
    into(&scratch, "-l 2k -f csv -o lake/ --partition-by country").run().ok().silent();
    let found: Vec<String> = files(&scratch.path("lake")).into_keys().collect();
    let folders = ["DE", "FR", "__HIVE_DEFAULT_PARTITION__", "a%2Fb%3D%25", "é"];
    assert_eq!(found, folders.map(|value| format!("country={value}/part-0.csv")));
}

/// The rows of a partition are in their order, and the bytes do not depend on threads.
#[test]
fn bytes_are_the_same_at_any_number_of_threads() {
    for format in [
        "parquet --row-group 1k",
        "csv --compress gz",
        "arrow",
        "avro",
        "ndjson --file-size 30k",
        "parquet --lake iceberg",
    ] {
        let scratch = Scratch::new();
        let mut all = Vec::new();
        for threads in [1, 2, 5] {
            let args =
                format!("-l 30k -j {threads} -f {format} -o t/ --partition-by b=bucket(7,id),month(born)");
            into(&scratch, &args).run().ok().silent();
            all.push(files(&scratch.path("t")));
            fs::remove_dir_all(scratch.path("t")).expect("it was written");
        }
        assert!(all[0].len() >= 84 && all[0] == all[1] && all[1] == all[2], "{format}");
    }
}

/// Shards write files of their own, which together have the rows of all.
#[test]
fn shards_are_files_beside_each_other() {
    let scratch = Scratch::new();
    into(&scratch, "-l 10k -f ndjson -o all/ --partition-by country").run().ok().silent();
    for shard in 1..=3 {
        let args = format!("-l 10k -f ndjson -o parts/ --shard {shard}/3 --partition-by country");
        into(&scratch, &args).run().ok().silent();
    }
    let (all, parts) = (files(&scratch.path("all")), files(&scratch.path("parts")));
    assert_eq!(parts.len(), 3 * all.len());
    for (name, bytes) in all {
        let part = |shard| parts[&name.replace("part-0", &format!("part-{shard}"))].clone();
        assert!(bytes == [part(0), part(1), part(2)].concat(), "{name}");
    }
}

#[test]
fn a_table_without_partitions_is_divided_by_size() {
    let scratch = Scratch::new();
    into(&scratch, "-l 20k -f csv -H -o sized/ --file-size 200k").run().ok().silent();
    let found = files(&scratch.path("sized"));
    let one = into(&scratch, "-l 20k -f csv -H").run().ok().stdout;
    let header = one.split_inclusive(|&byte| byte == b'\n').next().expect("a header");
    let mut rows = header.to_vec();
    for number in 0..found.len() {
        let bytes = &found[&format!("part-{number}.csv")];
        assert!(bytes.len() <= 200_000 && (number + 1 == found.len() || bytes.len() > 150_000));
        rows.extend_from_slice(bytes.strip_prefix(header).expect("each file has the header"));
    }
    assert!(rows == one && found.len() > 5);
    into(&scratch, "-l 0 -f csv -H -o none/ --file-size 200k").run().ok().silent();
    assert_eq!(files(&scratch.path("none")), BTreeMap::from([("part-0.csv".to_owned(), header.to_vec())]));
}

/// The columns of folders stay in the files where that is asked for.
#[test]
fn columns_of_folders_are_left_out_or_kept() {
    let scratch = Scratch::new();
    let args = "-l 100 -f csv -H --partition-by country";
    into(&scratch, &format!("{args} -o out/")).run().ok().silent();
    into(&scratch, &format!("{args} -o kept/ --write-partition-columns")).run().ok().silent();
    let header = |folder: &str| {
        let text = String::from_utf8(scratch.read(&format!("{folder}/country=DE/part-0.csv"))).expect("text");
        text.lines().next().map(str::to_owned)
    };
    assert_eq!(header("out").as_deref(), Some("id,at,name,price,born,ok,u,tags"));
    assert_eq!(header("kept").as_deref(), Some("id,country,at,name,price,born,ok,u,tags"));
}

#[test]
fn table_formats_are_read_back_by_their_libraries() {
    need!("deltalake", "pyiceberg", "pyarrow");
    let scratch = Scratch::new();
    // As many rows as the libraries read soon, in more than one year.
    let columns = COLUMNS.replace("30m", "5h");
    let write =
        |args: &str| seeded("-l 4k").arg_line(args).arg_line(&columns).within(scratch.folder()).run().ok();
    write("-o delta/ --lake delta --partition-by country,year(at)").silent();
    let by = "--partition-by country,year(at),bucket(4,id),truncate(2,name)";
    write(&format!("-o iceberg/ --lake iceberg {by}")).silent();
    write("-o all.ndjson");
    let read = script("lake_tables.py", scratch.folder());
    read.stdout_is("4000 rows are read by deltalake and pyiceberg\n");
}

/// Nothing of a run that fails or is interrupted is left.
#[test]
fn a_failure_leaves_nothing() {
    need!("strace");
    for options in
        ["--partition-by country,year(at)", "--file-size 50k", "--lake delta --partition-by country"]
    {
        let scratch = Scratch::new();
        for write in [1, 5, 9] {
            let fault = Fault::on("write,writev,pwrite64").error("ENOSPC").at(write);
            let run =
                into(&scratch, &format!("-j 1 -l 40k -f parquet -o d/ {options}")).fault(fault).run().code(1);
            run.stdout_is("").stderr_has("part-").stderr_has("No space left on device");
            assert!(scratch.names().is_empty(), "{options}: {:?}", scratch.names());
        }
        let fault = Fault::on("rename,renameat,renameat2").error("EACCES").at(3);
        let run = into(&scratch, &format!("-l 40k -f parquet -o d/ {options}")).fault(fault).run().code(1);
        run.stderr_has("Permission denied");
        assert!(scratch.names().is_empty(), "{options}: {:?}", scratch.names());
    }
}

#[test]
fn a_signal_leaves_nothing() {
    let scratch = Scratch::new();
    let args = "-l 100M -f parquet --row-group 10k -o d/e/ --partition-by country --file-size 1M";
    let run = into(&scratch, args).spawn();
    wait_until("the first file", || scratch.path("d/e/country=DE/part-0.parquet").exists());
    run.signal(Signal::INT);
    run.finish()
        .died_of(Signal::INT)
        .stdout_is("")
        .stderr_is("gush: interrupted; partial output was removed\n");
    assert!(scratch.names().is_empty(), "{:?}", scratch.names());
}

/// What is wrong is reported at once, with where it is, before any data.
#[test]
fn bad_requests_are_refused_before_any_data() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path("full")).expect("the folder is new");
    scratch.write("full/x", "");
    for (args, texts) in [
        ("-f csv -o d/ --partition-by x,tags", &["has no such column", "a list names no partition"][..]),
        (
            "-f csv -o d/ --partition-by yaer(at),bucket(0,id)",
            &["did you mean `year`?", "a number from 1 to"],
        ),
        ("-f csv -o d/ --partition-by tags", &["a list names no partition"]),
        ("-f csv -o d/ --partition-by hour(born)", &["a date has no hour"]),
        ("-f csv -o d/ --partition-by u", &["bucket(16,…)"]),
        ("-f csv -o d/ --partition-by year(at),year(born)", &["`year` is the name of another folder, too"]),
        ("-f csv -o d/ --partition-by name=year(at)", &["`name` is the name of a column of the files, too"]),
        ("-f csv -o d.csv --partition-by country", &["with a / at its end"]),
        ("-f csv --partition-by country", &["with a / at its end"]),
        ("-f json -o d/ --partition-by country", &["json is one array"]),
        ("-f csv -o d/ --partition-by country --files 3", &["both say which files there are"]),
        ("-f csv -o d/ --file-size 3", &["expected a number of bytes such as 128MiB"]),
        ("-f csv -o d/ --lake delta", &["its files are of parquet"]),
        ("-o d/ --lake hudi", &["there is no such table format"]),
        (
            "-o d/ --lake iceberg --uuid text --names plain",
            &["--uuid text", "--names plain", "the format of the table decides"],
        ),
        ("-o d/ --lake delta --for spark4", &["the format of the table decides"]),
        ("-o d/ --lake delta --shard 1/3", &["one run writes the catalogue of all files"]),
        (
            "-l 20k -f csv -o d/ --partition-by id",
            &["each of the 20,000 rows has a value of its own", "bucket(16,id)"],
        ),
        ("-l 200k -f csv -o d/ --partition-by price", &["more than 10,000 partitions by price"]),
        ("-f csv -o full/ --partition-by country", &["'full/' is not empty (it has 'x')"]),
    ] {
        let run = into(&scratch, args).run().code(2).stdout_is("");
        texts.iter().fold(run, |run, text| run.stderr_has(text));
        assert_eq!(scratch.names(), ["full"], "{args}");
    }
    let only =
        seeded("-l 10 -f csv -o d/ --partition-by a a=enum:x,y").within(scratch.folder()).run().code(2);
    only.stderr_has("none is left for the files");
}
