//! Parquet, Arrow and Avro files: those of `gush rows`, and those of other writers in all of their codecs and encodings.

use std::collections::BTreeMap;
use std::path::Path;

use gush_testkit::{Program, Scratch, need, need::python_tool};

use super::gush;

/// A column of each type of the table in docs/reference/formats.md, with ranges that are round already.
const COLUMNS: [&str; 42] = [
    "id=seq",
    "whole=int:0,9",
    "narrow=int:0,90@type=int8",
    "short=int:-300,300@type=int16",
    "middle=int:0,100_000@type=int32@null=0.25",
    "byte=int:0,250@type=uint8",
    "word=int:0,65000@type=uint16",
    "long=int:0,4_000_000_000@type=uint32",
    "huge=int:0,18_000_000_000_000_000_000@type=uint64",
    "price=decimal:0,500,2@type=numeric(9,2)",
    "wide=decimal:0,9_000_000_000,9@type=numeric(19,9)",
    "wider=decimal:0,500,2@type=numeric(38,10)",
    "double=double:0,99,2",
    "float=float:-9,9",
    "real=real:0,1@null=0.5",
    "money=decimal:0,500,2@type=float4",
    "whole_float=int:0,90@type=float8",
    "holes=float@nan=0.2",
    "day=date:2023-01-01,2024-12-31",
    "at=datetime:2024-01-01,2024-12-31",
    "local=datetime:2024-01-01,2024-12-31@type=timestamp",
    "millis=datetime:2024-01-01,2024-12-31@type=timestamp_ms@null=0.1",
    "nanos=datetime:2024-01-01,2024-12-31@type=timestamp_ns",
    "utc_ms=datetime:2024-01-01,2024-12-31@type=timestamptz_ms",
    "clock=time:09:00,17:59",
    "clock_ms=time@type=time_ms",
    "length=interval",
    "span=interval:12,30,3600",
    "flag=bool:0.25",
    "uuid=uuidv4",
    "fixed=bytes:5",
    "bytes=bytes:1,64",
    "json=json",
    "color=enum:red*3,green,blue",
    "mood=enum:sad,ok@type=enum",
    "mail=email",
    "address=ipv4",
    "code={ generator = \"regex\", constraint = \"[A-Z]{2}-[0-9]{4}\" }",
    "tags=noun@list=0,3",
    "point={x=int:0,9,y=float@null=0.5,z={a=date,b=bool}}",
    "lists=int:0,9@list=1,2@list=0,2",
    "stock=map",
];

/// The columns as a schema file.
fn schema() -> String {
    let mut text = String::from("[table.t]\nrows = 3_000\n");
    for column in COLUMNS {
        let (name, spec) = column.split_once('=').expect("a name");
        text += &match (name, spec.starts_with('{') && name == "code") {
            (_, true) => format!("columns.{name} = {spec}\n"),
            ("stock", _) => "columns.stock = { map = { key = \"noun\", value = \"int:0,9\" }, list = [0, 3] }\n".to_owned(),
            ("lists", _) => "columns.lists = { item = { generator = \"int\", constraint = \"0,9\", list = [1, 2] }, list = [0, 2] }\n".to_owned(),
            ("point", _) => "columns.point = { struct = { x = \"int:0,9\", y = \"float@null=0.5\", z = { struct = { a = \"date\", b = \"bool\" } } } }\n".to_owned(),
            _ => format!("columns.{name} = {spec:?}\n"),
        };
    }
    text
}

/// The lines of a schema file by the names of their columns, without what is a comment.
fn lines(text: &str) -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for line in text.lines() {
        let column = line.strip_prefix("columns.").and_then(|line| line.split_once(" = "));
        let Some((name, spec)) = column else { continue };
        let spec = spec.split("  #").next().and_then(|spec| spec.split(" # ").next()).unwrap_or_default();
        // Parts of a column have lines of their own: `columns.point.struct.x`.
        let (column, part) = name.split_once('.').unwrap_or((name, ""));
        let entry = found.entry(column.to_owned()).or_default();
        *entry += &match part {
            "" => spec.trim().to_owned(),
            part => format!("{part} = {}\n", spec.trim()),
        };
    }
    found
}

/// Rows of a file are learned, written again in the same format, and learned again: the types are the same, and so are the columns.
#[test]
fn files_of_the_program_are_learned_as_what_they_are() {
    need!("pyarrow");
    let scratch = Scratch::new();
    scratch.write("s.toml", schema());
    for ending in ["parquet", "arrow", "arrows", "avro"] {
        let first = format!("t.{ending}");
        gush(&scratch, &format!("rows --schema s.toml --seed 7 --now 2024-05-06 -o {first}")).run().ok();
        gush(&scratch, &format!("learn {first} -o {ending}.toml")).run().ok();
        let learned = String::from_utf8(scratch.read(&format!("{ending}.toml"))).expect("text");
        assert_eq!(lines(&learned).len(), COLUMNS.len(), "{learned}");
        gush(&scratch, &format!("rows --schema {ending}.toml --seed 8 --now 2024-05-06 -o again.{ending}"))
            .run()
            .ok();
        if matches!(ending, "parquet" | "arrow") {
            let types = |file: &str| {
                let python = python_tool("python").expect("the tool was there");
                let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/learn/typed_schema.py");
                Program::new(python).arg(script).arg(scratch.path(file)).run().ok().text().to_owned()
            };
            let (one, other) = (types(&first), types(&format!("again.{ending}")));
            for (one, other) in one.lines().zip(other.lines()) {
                assert_eq!(one, other, "{ending}\n{learned}");
            }
        }
        let found = lines(&learned);
        for (name, expected) in [
            ("id", "\"seq"),
            ("narrow", "int:0,90"),
            ("short", "int:-300,300"),
            ("middle", "@null=0.2"),
            ("huge", ",18000000000000000000"),
            ("price", ",500,2"),
            ("float", "float:-9,9"),
            ("holes", "@nan=0.2"),
            ("day", "date:2023-01-01,2024-12-31"),
            ("millis", "datetime:2024-01-01,2024-12-31"),
            ("clock", "time:09:00:00,17:59:59"),
            ("flag", "bool:0.2"),
            ("fixed", "bytes:5"),
            ("bytes", "bytes:1,64"),
            ("color", "red*5"),
            ("code", "[A-Z]{2}-[0-9]{4}"),
            ("tags", "list = [0, 3]"),
            ("lists", "list = [0, 2]"),
            ("stock", "map.key = "),
        ] {
            assert!(found[name].contains(expected), "{ending}: {name} {expected}: {}", found[name]);
        }
    }
}

/// Whatever the codec, the encoding and the version of pages is, the same rows are learned as the same.
#[test]
fn files_of_other_writers_are_learned() {
    need!("pyarrow", "polars", "duckdb", "fastavro");
    let scratch = Scratch::new();
    let python = python_tool("python").expect("the tool was there");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/learn/typed_files.py");
    let written = Program::new(python).arg(script).arg(scratch.folder()).run().ok();
    let mut learned: BTreeMap<String, (String, BTreeMap<String, String>)> = BTreeMap::new();
    let mut files = 0;
    for file in written.lines() {
        let run = gush(&scratch, &format!("learn {file}")).run().ok();
        let text = run.text().to_owned();
        assert!(text.contains("rows = 3_000") || file.starts_with("unread"), "{file}: {text}");
        let found = lines(&text);
        let stem = file.split('.').next().expect("a stem").to_owned();
        let (first, expected) = learned.entry(stem).or_insert_with(|| (file.to_owned(), found.clone()));
        for (name, spec) in &found {
            assert_eq!(expected.get(name), Some(spec), "{file} and {first}: {name}\n{text}");
        }
        assert_eq!(found.len(), expected.len(), "{file}");
        files += 1;
    }
    assert!(files > 60, "{files}");
    let table = &learned["table"].1;
    for (name, expected) in [
        ("id", "\"seq\""),
        ("small", "int:-49,49@type=int16@null=0.2\""),
        ("price", "constraint = \"0,100,2\""),
        ("half", "decimal:0,16,2@type=float4"),
        ("flag", "bool:0.2"),
        ("plan", "enum:free*333,paid*333,team*333"),
        ("code", "[A-Z]{2}-[0-9]{5}"),
        ("day", "date:2024-01-01,2024-12-31"),
        ("at", "datetime:2024-01-01,2024-12-31@type=timestamptz_ms"),
        ("raw", "bytes:0,8"),
        ("tags", "list = [0, 3]"),
        ("point", "null = 0.167"),
        ("deep", "struct.n = "),
        ("counts", "map.key = "),
    ] {
        assert!(table[name].contains(expected), "{name} {expected}: {}", table[name]);
    }
    assert!(learned["avro"].1["plan"].contains("enum:free*333"), "{:?}", learned["avro"]);
}

/// Files of one table, and tables that are divided over folders.
#[test]
fn several_files_are_one_table() {
    let scratch = Scratch::new();
    for (index, country) in ["DE", "FR"].iter().enumerate() {
        std::fs::create_dir_all(scratch.path(&format!("sales/country={country}/year=2024")))
            .expect("a folder");
        for part in 0..2 {
            let seed = 2 * index + part;
            let file = format!("sales/country={country}/year=2024/part-0000{part}.parquet");
            gush(&scratch, &format!("rows -l 500 --seed {seed} -o {file} id=uuidv4 total=decimal:0,900,2"))
                .run()
                .ok();
        }
    }
    let text = gush(&scratch, "learn sales").run().ok().text().to_owned();
    for expected in
        ["[table.sales]", "rows = 2_000", "columns.country = \"enum:DE*500,FR*500\"", "columns.year"]
    {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    std::fs::create_dir(scratch.path("shop")).expect("a folder");
    for (file, columns) in [
        ("orders_2023.parquet", "id=seq total=decimal:0,900,2"),
        ("orders_2024.arrow", "id=seq total=decimal:0,900,2"),
        ("customers.parquet", "id=seq name"),
        ("part-00000-1f2e3d4c.avro", "a=int:0,9"),
        ("part-00001-1f2e3d4c.avro", "a=int:0,9"),
    ] {
        gush(&scratch, &format!("rows -l 100 --seed 1 -o shop/{file} {columns}")).run().ok();
    }
    let text = gush(&scratch, "learn shop").run().ok().text().to_owned();
    for expected in
        ["[table.orders]\nrows = 200", "[table.customers]\nrows = 100", "[table.shop]\nrows = 200"]
    {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn files_come_by_pipes_and_compressed_too() {
    let scratch = Scratch::new();
    gush(&scratch, "rows -l 100 --seed 1 -o t.parquet id=seq name").run().ok();
    let bytes = scratch.read("t.parquet");
    let expected = lines(gush(&scratch, "learn t.parquet").run().ok().text());
    let piped = gush(&scratch, "learn -").stdin(&bytes[..]).run().ok().text().to_owned();
    assert_eq!(lines(&piped), expected);
    scratch.write("t.parquet.zst", zstd::encode_all(&bytes[..], 1).expect("memory"));
    assert_eq!(lines(gush(&scratch, "learn t.parquet.zst").run().ok().text()), expected);
    assert_eq!(lines(gush(&scratch, "learn t.parquet --from parquet").run().ok().text()), expected);
}

/// Each text of the bad files says what is wrong; nothing is written.
#[test]
fn damaged_files_are_told_and_nothing_is_written() {
    let scratch = Scratch::new();
    let long = "l".repeat(40);
    gush(&scratch, &format!("rows -l 2k --seed 1 -o t.parquet id=seq {long}=sentence")).run().ok();
    gush(&scratch, "rows -l 2k --seed 1 -o t.arrow id=seq name").run().ok();
    gush(&scratch, "rows -l 2k --seed 1 -o t.avro id=seq name").run().ok();
    let (parquet, arrow, avro) = (scratch.read("t.parquet"), scratch.read("t.arrow"), scratch.read("t.avro"));
    let with_end = |end: &[u8]| [&parquet[..parquet.len() - end.len()], end].concat();
    scratch.write("half.parquet", &parquet[..parquet.len() / 2]);
    scratch.write("magic.parquet", with_end(b"PAR2"));
    scratch.write("secret.parquet", with_end(b"PARE"));
    scratch.write("footer.parquet", with_end(b"\xff\xff\xff\x7fPAR1"));
    scratch.write("short.parquet", b"PAR1PAR1");
    scratch.write("half.arrow", &arrow[..arrow.len() / 2]);
    scratch.write("feather.feather", b"FEA1\0\0\0\0 and more FEA1");
    scratch.write("half.avro", &avro[..avro.len() / 2]);
    scratch.write("rows.csv", "a,b\n1,2\n");
    for (source, expected) in [
        ("half.parquet", "it begins as a Parquet file and does not end as one; is the file complete?"),
        ("magic.parquet", "it begins as a Parquet file and does not end as one"),
        ("secret.parquet", "its footer is encrypted"),
        ("footer.parquet", "its footer is longer than the file"),
        ("short.parquet", "it is too short for a Parquet file"),
        ("half.arrow", "it begins as an Arrow file and does not end as one"),
        ("feather.feather", "it is Feather of version 1"),
        ("half.avro", "would end after the file does"),
        ("rows.csv --from parquet", "it does not begin as Parquet does"),
        ("t.parquet --from csv", "NUL bytes"),
        ("t.parquet --from arrow", "leave out --from"),
    ] {
        let run = gush(&scratch, &format!("learn {source} -o s.toml")).run().code(2);
        run.stderr_has(expected);
        assert!(!scratch.path("s.toml").exists(), "{source}");
    }
}

/// What other writers do that is not read says so, with a way out.
#[test]
fn what_is_not_read_has_a_way_out() {
    need!("pyarrow");
    let scratch = Scratch::new();
    let python = python_tool("python").expect("the tool was there");
    let script = "import pyarrow as pa, pyarrow.parquet as pq; t = pa.table({'a': [1, 2, 3]}); pq.write_table(t, 'b.parquet', compression='brotli')";
    Program::new(python).arg("-c").arg(script).within(scratch.folder()).run().ok();
    let run = gush(&scratch, "learn b.parquet -o s.toml").run().code(2);
    run.stderr_has("column a: its codec BROTLI is not read; `duckdb -c");
}
