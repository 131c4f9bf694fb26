//! Files for each reader: what they are, who reads them, what is refused, and docs/reference/parquet-readers.md.

use crate::columnar::{need_readers, rows, script, seeded, write_both};
use gush_generate::READERS;
use gush_testkit::{Scratch, need};

const DOCUMENT: &str = include_str!("../../docs/reference/parquet-readers.md");

/// Profiles whose files differ from those of others in more than names or a codec.
const PROFILES: [&str; 7] = ["default", "newest", "spark3", "hive", "bigquery", "iceberg", "fastparquet"];

/// The cells of the lines of a table, without its head.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let section = DOCUMENT.split(&format!("\n## {heading}\n")).nth(1).expect("the section is there");
    let section = section.split("\n## ").next().unwrap_or_default();
    let lines = section.lines().filter(|line| line.starts_with("| ")).skip(1);
    lines.map(|line| line.trim_matches(['|', ' ']).split('|').map(str::trim).collect()).collect()
}

#[test]
fn the_table_of_choices_matches_the_program() {
    let lines = table("What `--for` chooses");
    assert_eq!(lines.len(), READERS.len() + 1);
    assert_eq!(
        lines[0][1..12].join(" "),
        "1 plain text logical logical logical declared int as-is usual zst"
    );
    for (line, reader) in lines[1..].iter().zip(READERS) {
        assert_eq!(line[0], format!("`{}`", reader.name));
        let settings = gush_generate::SETTINGS.iter().filter(|setting| setting.name != "timestamp-zone");
        let mut cells: Vec<&str> = settings.map(|setting| setting.get(&reader.options)).collect();
        cells.push(if reader.options.groups == gush_generate::GroupSize::Large { "large" } else { "usual" });
        cells.push(reader.codec);
        assert_eq!(line[1..12], cells, "{}", reader.name);
    }
}

/// What readers make of each type in each profile: the table for the default and the newest, and equal values in all others.
#[test]
fn readers_see_what_the_table_says() {
    need_readers!();
    need!("fastparquet");
    let scratch = Scratch::new();
    let lines = table("What readers make of each type");
    for line in &lines {
        let (name, column) = (line[0], line[1].trim_matches('`'));
        let write = |options: &str| {
            seeded(&format!("-l 300 {options} id=seq"))
                .arg(format!("v={column}@null=0.2"))
                .within(scratch.folder())
                .run()
                .ok();
        };
        for profile in PROFILES {
            let reader = if profile == "default" { String::new() } else { format!("--for {profile}") };
            write(&format!("{reader} -o {profile}.{name}.parquet"));
            write(&format!("-o {profile}.{name}.ndjson"));
        }
    }
    let found = script("who_reads.py", scratch.folder());
    let found: Vec<Vec<&str>> = found.text().lines().map(|line| line.split('\t').collect()).collect();
    assert!(found.len() >= lines.len() * PROFILES.len() * 4);
    let readers = ["pyarrow", "duckdb", "polars", "fastparquet", "pyspark"];
    let mut wrong = Vec::new();
    for cells in &found {
        let (profile, name) = cells[0].split_once('.').expect("a profile and a type");
        let line = lines.iter().find(|line| line[0] == name).expect("a line of the table");
        let column = readers.iter().position(|reader| *reader == cells[1]).expect("a reader");
        let cell = line[2 + column];
        let (usual, newest) = cell.split_once("; newest ").unwrap_or((cell, cell));
        let expected = match profile {
            "default" => usual,
            "newest" => newest,
            // The type is another one there.
            _ if cells[2] == "yes" => "yes",
            "iceberg" if name == "uuid" || name == "time" => newest,
            _ => usual,
        };
        if cells[2] != expected {
            wrong.push(format!("{} by {}: {}, not {expected}", cells[0], cells[1], cells[2]));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// The types of all profiles at every border of groups, by pyarrow, DuckDB and Polars, with the other readers' options.
#[test]
fn every_profile_is_read_back() {
    need_readers!();
    let scratch = Scratch::new();
    let columns = "a=seq b=int:-9_000_000_000,9_000_000_000@null=0.3 c=decimal:-5,500,2 d=decimal:-9_000_000,9_000_000,4@null=0.3 \
                   e=date f=datetime@null=0.3 g=bool@null=0.2 u=uuidv4 h=bytes:5@null=0.3 i=country.code:any j=email@null=0.3 \
                   k=ipv6 l=noun@null=0.2@list=0,4@null=0.2 m=float@null=0.3 buyer=email@null=1 o=int:5,5";
    let mut values = 0;
    for reader in READERS {
        for rows in [0, 1, 99, 100, 101, 200] {
            let options = format!("-l {rows} --row-group 100 --for {}", reader.name);
            write_both(&scratch, &format!("{}-{rows}", reader.name), "parquet", &options, columns);
            values += rows * 16;
        }
    }
    let files = READERS.len() * 6;
    script("compare.py", scratch.folder()).stdout_is(format!("{files} files agree in {values} values\n"));
}

/// Each choice alone, in pages of both versions and by all codecs.
#[test]
fn choices_are_read_back() {
    need_readers!();
    let scratch = Scratch::new();
    let columns = "a=seq u=uuidv4@null=0.2 c=decimal:-5,500,2@null=0.2 d=decimal:-9_000_000_000,9_000_000_000,9 \
                   at=datetime@null=0.3 x=email l=bool@null=0.3@list=0,4@null=0.2";
    let mut values = 0;
    for (i, options) in [
        "--uuid bytes --compress none",
        "--uuid logical --parquet-version 2 --compress lz4",
        "--encoding delta --compress snappy",
        "--parquet-version 2 --compress gz:1",
        "--decimals fixed --timestamps ms --compress snappy",
        "--timestamps ns --timestamp-zone utc --compress gz:1",
        "--timestamps int96 --compress lz4",
        "--checksums --compress none",
    ]
    .iter()
    .enumerate()
    {
        for rows in [101, 6_000] {
            let options = format!("-l {rows} --row-group 5_000 {options}");
            write_both(&scratch, &format!("c{i}-{rows}"), "parquet", &options, columns);
            values += rows * 7;
        }
    }
    script("compare.py", scratch.folder()).stdout_is(format!("16 files agree in {values} values\n"));
}

/// A column that closes a file for a large engine is named once; not where a reader or the form was chosen.
#[test]
fn types_that_close_a_file_are_named() {
    let text = "gush: Spark and Hive refuse files with the logical type TIME, as `t` has it; --time text writes what they read\n";
    seeded("-f parquet -l 1 id=seq t=time other=time").run().ok().stderr_is(text);
    for quiet in ["--time logical", "--time text", "--for newest", "--for spark4"] {
        rows(&format!("-f parquet -l 1 {quiet} id=seq t=time other=time"));
    }
    seeded("-f parquet -l 1 i=interval").run().ok().stderr_has("--intervals text");
    seeded("-f parquet -l 1 h=half").run().ok().stderr_has("--float16 float");
    rows("-f parquet -l 1 --float16 float h=half");
    rows("-f parquet -l 1 u=uuidv4");
    rows("-f csv -l 1 t=time");
}

#[test]
fn what_cannot_be_is_refused_at_once() {
    seeded("-f csv -l 1 --for spark5 --uuid txt --time text id=seq")
        .run()
        .code(2)
        .stdout_is("")
        .stderr_has("spark3")
        .stderr_has("`text`")
        .stderr_has("csv has no such choice; parquet has");
    seeded("-f parquet -l 1 --timestamps int96 --timestamp-zone utc datetime")
        .run()
        .code(2)
        .stderr_has("INT96 says nothing");
    seeded("-f parquet -l 1 --timestamps ns at=datetime:0001-01-01,9999-12-31")
        .run()
        .code(2)
        .stdout_is("")
        .stderr_has("at=datetime");
    seeded("--into sqlite:x.db -l 1 --uuid text id=seq").run().code(2);
}

/// Names of letters and digits, each once; what pages and types are.
#[test]
fn files_are_what_was_chosen() {
    need!("pyarrow");
    let scratch = Scratch::new();
    let args =
        "-l 10 --for hive -o x.parquet country.code a.b=int a_b=int größe=bool at=datetime d=decimal:0,500,2";
    seeded(args).within(scratch.folder()).run().ok();
    script("column_types.py", &scratch.path("x.parquet")).stdout_is(
        "country_code\tBYTE_ARRAY, STRING\tstring\na_b\tINT64\tint64\na_b_2\tINT64\tint64\ngr__e\tBOOLEAN\tbool\n\
         at\tINT96\ttimestamp[ns]\nd\tFIXED_LEN_BYTE_ARRAY(3), DECIMAL(5, 2)\tdecimal128(5, 2)\n",
    );
}
