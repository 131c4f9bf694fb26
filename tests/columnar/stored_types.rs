//! Columns of declared types, and floating-point numbers, by readers that others wrote.

use crate::columnar::{need_readers, script, seeded};
use gush_testkit::{Scratch, need};

/// A column of each type that can be declared, at the ends of its range, and of each kind of floating-point number.
const COLUMNS: [&str; 49] = [
    "float",
    "float:-1e300,1e300",
    "float@dist=normal:0,1",
    "float@nan=0.2@inf=0.2@negzero=0.2",
    "real",
    "real:-5,5@nan=0.3@inf=0.1@negzero=0.1",
    "double",
    "double:1,9,2",
    "decimal:-1,1,18@type=float8",
    "decimal:0,500,2@type=float4",
    "int:-100,100@type=float8",
    "int:-128,127@type=int8",
    "int:-32768,32767@type=int16",
    "int:-2147483648,2147483647@type=int32",
    "int:-9,9@type=int64",
    "int:0,255@type=uint8",
    "int:0,65535@type=uint16",
    "int:0,4294967295@type=uint32",
    "int:0,9223372036854775807@type=uint64",
    "decimal:-5,500,2@type=numeric(18,10)",
    "decimal:-5,500,2@type=numeric(38,10)",
    "int:-9,9@type=numeric(30,20)",
    "int:0,18446744073709551615",
    "int:9223372036854775808,18446744073709551615@type=uint64",
    "int:-18446744073709551615,9",
    "int:18446744073709551610,18446744073709551615@type=numeric(30,5)",
    "decimal:-99999999999999999999999999999999999999,99999999999999999999999999999999999999,0",
    "decimal:-5,12345678901234567890.123456,9",
    "decimal:0,1,37",
    "decimal:-1,1,20@type=numeric(38,30)",
    "datetime@type=timestamp",
    "datetime@type=timestamp_ms",
    "series:2024-01-01T00:00:00Z,250ms@type=timestamptz_ns",
    "datetime:1700-01-01,2200-01-01@type=timestamp_ns",
    "time@type=time_ms",
    "bytes:3@type=bytea",
    "bytes:0,40",
    "bytes:60,90",
    "json",
    "json:1,64@type=json",
    "geo.json@type=jsonb",
    "log.json@type=json",
    "enum:{},[1\\,2],null,\"a\"@type=json",
    "noun@list=0,3@type=jsonb",
    "mac.address@type=macaddr",
    "cidr@type=cidr",
    "enum:sad,ok*3,it's@type=enum(mood)",
    "enum:a,b_c*2,_@type=enum",
    "vector:3,clusters=2",
];

/// Lists of such values.
const LISTS: [&str; 4] = [
    "l=float@nan=0.2@list=0,3",
    "s=int:0,9@type=int16@list=1,2",
    "b=bytes:0,9@list=0,3",
    "j=json:1,90@list=0,2",
];

#[test]
fn declared_types_are_read_back_by_others() {
    need_readers!();
    let scratch = Scratch::new();
    let mut columns = Vec::new();
    for (i, column) in COLUMNS.iter().enumerate() {
        let json = match column {
            column if column.contains("json") => "j",
            column if column.contains("@type=enum") => "e",
            _ => "",
        };
        let other = if column.starts_with("geo.") { "@of=other" } else { "" };
        columns.extend([format!("{json}c{i}={column}"), format!("{json}n{i}={column}{other}@null=0.3")]);
    }
    columns.extend(LISTS.map(str::to_owned));
    let columns = columns.join(" ");
    let mut values = 0;
    for rows in [0, 1, 700] {
        for (ending, readers) in [("parquet", 3), ("arrow", 2), ("arrows", 1), ("avro", 1)] {
            let to = |options: &str| {
                seeded(&format!("-l {rows} {options} {columns}")).within(scratch.folder()).run().ok();
            };
            to(&format!("--row-group 300 -o {ending}{rows}.{ending}"));
            to(&format!("-o {ending}{rows}.ndjson"));
            values += readers * rows * (2 * COLUMNS.len() + LISTS.len());
        }
    }
    script("stored_types.py", scratch.folder()).stdout_is(format!("12 files agree in {values} values\n"));
}

/// Numbers of 16 bits: the shortest decimals in texts, and the same bits in files; their bounds, and filters of them.
#[test]
fn halves_are_read_back_by_others() {
    need_readers!();
    let scratch = Scratch::new();
    let columns = "id=seq a=half b=half:-65504,65504@null=0.3 nan=half:-5,5@nan=0.3@inf=0.1 zero=half:0,1@negzero=0.9 c=half:0,0.0001 \
                   cents=decimal:-5,500,2@type=float16@null=0.3 n=int:-9,9@type=halffloat d=half@dist=normal:0,1 l=half@list=0,3";
    let mut values = 0;
    for (name, ending, readers, options) in [
        ("usual", "parquet", 3, ""),
        ("newest", "parquet", 3, "--for newest --compress none"),
        ("float", "parquet", 3, "--float16 float --sort-by id"),
        ("arrow", "arrow", 2, ""),
        ("arrows", "arrows", 1, ""),
        ("avro", "avro", 1, ""),
    ] {
        let typed = format!("--row-group 300 {options}");
        for (file, options) in [(ending, typed.as_str()), ("ndjson", "")] {
            seeded(&format!("-l 700 {options} -o {name}.{file} {columns}"))
                .within(scratch.folder())
                .run()
                .ok();
        }
        values += readers * 700 * 9;
    }
    script("halves.py", scratch.folder()).stdout_is(format!("{values} values are equal\n"));
}

#[test]
fn spans_of_time_are_read_back_by_others() {
    need_readers!();
    let scratch = Scratch::new();
    let columns = "a=interval b=interval@null=0.3 c=interval:120000,3650000,4000000 d=duration@type=interval";
    for ending in ["parquet", "arrow", "avro"] {
        for file in [ending, "ndjson"] {
            seeded(&format!("-l 500 -o {ending}.{file} {columns}")).within(scratch.folder()).run().ok();
        }
    }
    // Parquet is read by two.
    script("spans.py", scratch.folder()).stdout_is(format!("{}\n", 4 * 4 * 500));
}

/// Types do not depend on the rows; `--ints narrow` takes the range of the column, not of the rows.
#[test]
fn whole_numbers_are_as_narrow_as_their_range() {
    need!("pyarrow");
    let scratch = Scratch::new();
    let columns = "a=int:0,127 b=int:-129,0 c=int:0,32768 d=int:0,2147483648 e=seq f=int:0,1@type=uint64 \
                   g=int:0,9@list=1,2";
    seeded(&format!("-l 3 --ints narrow -o x.parquet {columns}")).within(scratch.folder()).run().ok();
    let types = script("column_types.py", &scratch.path("x.parquet"));
    let arrow: Vec<String> =
        types.lines().iter().map(|line| line.split('\t').nth(2).unwrap_or_default().to_owned()).collect();
    assert_eq!(arrow, ["int8", "int16", "int32", "int64", "int64", "uint64", "list<element: int8 not null>"]);
    seeded("-f csv --ints narrow -l 1 int").run().code(2).stderr_has("csv has no types of whole numbers");
    seeded("-f parquet --ints small -l 1 int").run().code(2).stderr_has("narrow");
}
