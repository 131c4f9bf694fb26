//! Readers that others wrote see the same values as ndjson has: of every generator, every type, every codec.

use crate::columnar::{need_readers, rows, script, seeded, write_both};
use gush_testkit::Scratch;

/// A column of each type, and texts of each form: few dictionary entries, many, several in one, with something around them.
const TYPES: [&str; 20] = [
    "int:0,9",
    "int:-9_000_000_000,9_000_000_000",
    "int:-9223372036854775808,9223372036854775807",
    "int:5,5",
    "seq",
    "decimal:-5,500,2",
    "decimal:-9_000_000_000,9_000_000_000,4",
    "decimal:-9_000_000_000,9_000_000_000,9",
    "date:0001-01-01,9999-12-31",
    "datetime",
    "series:2024-01-01T00:00:00Z,250ms",
    "time",
    "duration",
    "bool",
    "uuidv4",
    "bytes:5",
    "country.code:any",
    "email",
    "enum:a,,é\"'",
    "ipv6",
];

/// The columns of all types: never null, null here and there, null always.
fn all_types() -> String {
    let mut columns = Vec::new();
    for (i, kind) in TYPES.iter().enumerate() {
        columns.extend([
            format!("a{i}={kind}"),
            format!("seller{i}={kind}@null=0.3"),
            format!("buyer{i}={kind}@null=1"),
        ]);
    }
    columns.join(" ")
}

#[test]
fn every_type_is_read_back_at_every_border_of_groups() {
    need_readers!();
    let scratch = Scratch::new();
    for codec in ["none", "snappy", "lz4", "zstd", "gzip:1"] {
        for rows in [0, 1, 99, 100, 101, 200] {
            let options = format!("-l {rows} --row-group 100 --compress {codec}");
            write_both(&scratch, &format!("{}-{rows}", &codec[..3]), "parquet", &options, &all_types());
        }
    }
    let values = 5 * (1 + 99 + 100 + 101 + 200) * 60;
    script("compare.py", scratch.folder()).stdout_is(format!("30 files agree in {values} values\n"));
}

/// Arrow's file and stream: each type, share of nulls and codec, with no, one and several record batches.
#[test]
fn arrow_is_read_back_at_every_border_of_batches() {
    need_readers!();
    let scratch = Scratch::new();
    for (ending, codec) in [("arrow", "none"), ("arrow", "lz4"), ("arrows", "none"), ("arrows", "zstd")] {
        for rows in [0, 1, 99, 100, 101, 200] {
            let options = format!("-l {rows} --row-group 100 --compress {codec}");
            write_both(&scratch, &format!("{codec}-{rows}"), ending, &options, &all_types());
        }
    }
    let values = 4 * (1 + 99 + 100 + 101 + 200) * 60;
    script("compare.py", scratch.folder()).stdout_is(format!("24 files agree in {values} values\n"));
}

/// Avro: rows of each type in no, one and several blocks, by each codec, with lists and structs.
#[test]
fn avro_is_read_back_at_every_border_of_blocks() {
    need_readers!();
    let scratch = Scratch::new();
    scratch.write("s.toml", NESTED);
    std::fs::create_dir(scratch.path("files")).expect("the folder is new");
    let columns = format!("{} country.code:any größe=bool tags=noun@null=0.1@list=0,4@null=0.2", all_types());
    for codec in ["none", "snappy", "zstd", "gzip"] {
        for rows in [0, 1, 99, 100, 101, 200] {
            let options = format!("-l {rows} --row-group 100 --compress {codec}");
            write_both(&scratch, &format!("files/t-{codec}-{rows}"), "avro", &options, &columns);
            write_both(&scratch, &format!("files/s-{codec}-{rows}"), "avro", &options, "--schema s.toml");
        }
    }
    write_both(&scratch, "files/usual", "avro", "-l 50k", "id=seq name u=uuidv4 d=decimal:-5,500,2@null=0.2");
    let values = 4 * (1 + 99 + 100 + 101 + 200) * (63 + 13) + 50_000 * 4;
    script("compare.py", &scratch.path("files")).stdout_is(format!("49 files agree in {values} values\n"));
}

/// A table of structs, of lists of them, of lists of lists, and of maps, all null here and there.
const NESTED: &str = r#"
[table.t]
rows = 1
[table.t.columns]
id = "seq"
address = { struct = { street = "street", city = "city@null=0.5", born = "date" }, null = 0.3 }
plain = { struct = { code = "country.code:any", ok = "bool" } }
items = { list = [0, 3], null = 0.2, struct = { sku = "regex:[A-Z]{3}", price = "decimal:0,500,2@null=0.3", seen = { struct = { at = "datetime", by = "uuidv4@null=0.2" }, null = 0.4 }, labels = "noun@null=0.2@list=0,2@null=0.3" } }
grid = { list = [0, 2], item = { item = "bool@null=0.3", list = [0, 9], null = 0.3 } }
none = { list = [0, 3], item = "name@null=1", null = 0.5 }
never = { list = 2, item = "int:0,9", null = 1 }
empty = "email@list=0"
counts = { map = { key = "noun", value = "int:1,9@null=0.2" }, list = [0, 3], null = 0.2 }
days = { map = { key = "date", value = { struct = { a = "name@null=0.3", b = "noun@null=0.2@list=0,2" }, null = 0.3 } }, list = [0, 4] }
deep = { item = { map = { key = "int:0,99", value = { map = { key = "uuidv4", value = "decimal:0,500,2" }, list = [0, 2] } }, list = [1, 2], null = 0.3 }, list = [0, 2] }
rates = { map = { key = "country.code:any", value = "noun" }, list = 2 }
last = { list = [0, 4], item = { struct = { a = "ipv4", b = "int:0,9_000_000_000" } } }
"#;

/// Lists of every type, and structs, with nulls at every depth and at every border of groups.
#[test]
fn lists_and_structs_are_read_back() {
    need_readers!();
    let scratch = Scratch::new();
    scratch.write("s.toml", NESTED);
    let lists: Vec<String> = TYPES
        .iter()
        .enumerate()
        .filter(|(_, kind)| !kind.starts_with("se"))
        .flat_map(|(i, kind)| {
            [format!("a{i}={kind}@list=0,3"), format!("b{i}={kind}@null=0.3@list=0,3@null=0.2")]
        })
        .collect();
    let folder = scratch.path("files");
    std::fs::create_dir(&folder).expect("the folder is new");
    for (ending, codec) in [("parquet", "none"), ("parquet", "zstd"), ("arrow", "none"), ("arrows", "lz4")] {
        for rows in [0, 1, 99, 100, 101, 200] {
            let options = format!("-l {rows} --row-group 100 --compress {codec}");
            write_both(&scratch, &format!("files/l-{codec}-{rows}"), ending, &options, &lists.join(" "));
            write_both(&scratch, &format!("files/s-{codec}-{rows}"), ending, &options, "--schema s.toml");
        }
    }
    let values = 4 * (1 + 99 + 100 + 101 + 200) * (36 + 13);
    script("compare.py", &folder).stdout_is(format!("48 files agree in {values} values\n"));
}

/// The values of several pages and of several batches are joined at any row.
#[test]
fn long_lists_are_read_back() {
    need_readers!();
    let scratch = Scratch::new();
    let columns = "id=seq a=int@null=0.1@list=0,40@null=0.1 b=bool@null=0.5@list=0,9 c=noun@list=0,7 d=paragraph:3@list=0,60 e=name@list=5";
    for ending in ["parquet", "arrow"] {
        write_both(&scratch, ending, ending, "-l 3k --row-group 2k", columns);
    }
    script("compare.py", scratch.folder()).stdout_is("2 files agree in 36000 values\n");
}

/// Enough groups that their metadata is put together a part at a time.
#[test]
fn many_groups_are_read_back() {
    need_readers!();
    let scratch = Scratch::new();
    let columns = "id=seq name@null=0.1 ok=bool tags=noun@list=0,2";
    write_both(&scratch, "many", "parquet", "-l 1500 --row-group 1", columns);
    write_both(&scratch, "few", "parquet", "-l 1500 --row-group 100", columns);
    script("compare.py", scratch.folder()).stdout_is("2 files agree in 12000 values\n");
}

#[test]
fn pages_and_levels_are_read_back() {
    need_readers!();
    let scratch = Scratch::new();
    let columns = "id=seq n=int@null=0.1 big=int:0,1M@null=0.5 name@null=0.01 code=country.code:any@null=0.2 at=datetime \
                   ok=bool@null=0.5 u=uuidv7@null=0.1 note=paragraph:9@null=0.1";
    write_both(&scratch, "usual", "parquet", "-l 40k", columns);
    write_both(&scratch, "odd", "parquet", "-l 40k --row-group 33_333 --compress none", columns);
    script("compare.py", scratch.folder()).stdout_is("2 files agree in 720000 values\n");
}

#[test]
fn every_generator_is_read_back() {
    need_readers!();
    let scratch = Scratch::new();
    let listed = seeded("-G").run().ok();
    let forms = listed.lines().into_iter().filter_map(|line| line.strip_prefix("  "));
    let names = forms.map(|form| form.split([' ', '[', ':']).next().expect("a name"));
    let mut columns = Vec::new();
    // Polars has no spans of months and days.
    for (i, name) in names.filter(|name| !["file", "interval"].contains(name)).enumerate() {
        let run = rows(&format!("-g {name}"));
        let example = run.lines().iter().find_map(|line| line.trim_start().strip_prefix("as in"));
        let column = example.map_or(name, str::trim).to_owned();
        columns.extend([format!("a{i}={column}"), format!("seller{i}={column}@null=0.3")]);
    }
    assert!(columns.len() > 200);
    for ending in ["parquet", "arrow"] {
        write_both(&scratch, ending, ending, "-l 100", &columns.join(" "));
    }
    let values = 2 * 100 * columns.len();
    script("compare.py", scratch.folder()).stdout_is(format!("2 files agree in {values} values\n"));
}

/// What a modifier makes a text of is one here too.
#[test]
fn modifiers_are_read_back() {
    need_readers!();
    let scratch = Scratch::new();
    let columns = [
        "a=int:1,9@prefix=No.\u{a0}",
        "b=bool@suffix=!@null=0.2",
        "c=name.first@upper",
        "d=enum:a*3,A,b@lower",
        "e=date@format=\"%d.%m.%Y\"",
        "f=uuidv4@upper",
        "g=decimal:0,9,3@prefix=€",
        "h=country.code:any@prefix=<@suffix=>",
        "i=int:1,100k@unique",
        "j=city@locale=ja_JP",
    ];
    for ending in ["parquet", "arrow"] {
        write_both(&scratch, ending, ending, "-l 5k", &columns.join(" "));
    }
    script("compare.py", scratch.folder()).stdout_is("2 files agree in 100000 values\n");
}

/// Of parents without children most columns are null, by values that may be anything: no table of texts has one for them.
const CHILDLESS: &str = r#"
now = 2026-01-01
[table.parents]
rows = 700
columns.id = "seq"
columns.first = "min:children.at"
columns.last = "max:children.at@prefix=on "
columns.day = "min:children.day@prefix=,"
columns.few = "max:children.few@suffix=!"
columns.many = "min:children.many@prefix=#"
columns.span = "min:children.span@prefix=for "
columns.after = "after:first,90d"
columns.before = "before:last,90d"
columns.between = "between:first,last@suffix=."
columns.next = { expr = "first + interval '1 day'" }
columns.year = { expr = "extract(year from first)" }
[table.children]
rows = { per = "parents", each = "hist:0*3,1*2,2*1" }
columns.at = "datetime:2020-01-01,2020-06-01"
columns.day = "date:2020-01-01,2025-01-01"
columns.few = "int:-5,500"
columns.many = "decimal:-5,9_000_000,2"
columns.span = "duration"
columns.parent = "ref:parents.day@prefix=<"
"#;

#[test]
fn aggregates_over_no_rows_are_read_back() {
    need_readers!();
    let scratch = Scratch::new();
    scratch.write("s.toml", CHILDLESS);
    std::fs::create_dir(scratch.path("files")).expect("the folder is new");
    for ending in ["parquet", "arrow", "arrows", "avro"] {
        for table in ["parents", "children"] {
            let name = format!("files/{ending}-{table}");
            write_both(&scratch, &name, ending, "", &format!("--schema s.toml --table {table}"));
        }
    }
    let values = 4 * (700 * 12 + 467 * 6);
    script("compare.py", &scratch.path("files")).stdout_is(format!("8 files agree in {values} values\n"));
}

/// Dictionaries at the borders of Arrow's indices of 8 and 16 bits, which have a sign.
#[test]
fn dictionaries_of_any_width_are_read_back() {
    need_readers!();
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path("files")).expect("the folder is new");
    let mut values = 0;
    for (entries, width) in [(128, 8), (129, 16), (256, 16), (257, 16), (32_768, 16), (32_769, 32)] {
        // Entries so long that a dictionary is worth it, and enough rows that nearly all of them come.
        let lines: Vec<String> =
            (0..entries).map(|entry| format!("a word that has a number: {entry}")).collect();
        scratch.write("words.txt", lines.join("\n"));
        let rows = if entries < 1000 { 10 * entries } else { 2 * entries };
        for ending in if entries < 1000 { &["parquet", "arrow", "arrows"][..] } else { &["arrow"] } {
            let name = format!("files/{ending}-{entries}");
            write_both(&scratch, &name, ending, &format!("-l {rows}"), "file:words.txt@null=0.1");
            values += rows;
        }
        let types = script("column_types.py", &scratch.path(&format!("files/arrow-{entries}.arrow")));
        types.stdout_is(format!("file\tdictionary<values=string, indices=int{width}, ordered=0>\n"));
    }
    script("compare.py", &scratch.path("files")).stdout_is(format!("14 files agree in {values} values\n"));
}
