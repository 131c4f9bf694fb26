//! Arrays of PostgreSQL and DuckDB: lists with `@type=int[]` and the like.

use serde_json::Value;

use gush_testkit::{Postgres, Program, Scratch, need, need::python_tool};

use crate::rows::{gush, seeded};

/// Lists of many types, with nulls among the values and among the lists.
const COLUMNS: [&str; 18] = [
    "id=seq",
    "ints=int:-9,9@null=0.2@list=0,4@null=0.1@type=int[]",
    "smalls=int:0,9@list=3@type=int16[]",
    "numbers=decimal:0,500,2@list=0,2@type=numeric(10,4)[]",
    "floats=float:-5,5@list=0,2@type=float8[]",
    "reals=real:-5,5@negzero=0.2@list=0,2@type=float4[]",
    r#"words=enum:"q",a\,b,back\\\\slash,NULL,,{x},it's,Ü x@null=0.1@list=0,4@type=text[]"#,
    "days=date@list=1,2@type=date[]",
    "times=datetime@list=0,2@type=timestamptz[]",
    "local=datetime@null=0.3@list=0,2@type=timestamp[]",
    "oks=bool@null=0.2@list=0,3@type=boolean[]",
    "ids=uuidv4@list=0,2@type=uuid[]",
    "raw=bytes:3@null=0.2@list=0,2@type=bytea[]",
    "docs=json:3,100@null=0.2@list=0,2@type=jsonb[]",
    "nets=ipv4@list=0,2@type=inet[]",
    "grid=int:0,9@null=0.2@list=2@list=0,3@null=0.2@type=int[][]",
    "cube=noun@list=2@list=1@list=1,2@type=text[][][]",
    "lists=noun@list=0,2@list=0,2@type=jsonb[]",
];

/// The columns with their names as JSON of a row that a database gave, one a line.
fn read(line: &str) -> Vec<Value> {
    serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"))
}

/// The values of plain JSON.
fn expected() -> Vec<Vec<Value>> {
    let run = seeded("-f ndjson -l 300").args(COLUMNS).run().ok().silent();
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("an object");
        COLUMNS[1..].iter().map(|spec| row[spec.split('=').next().expect("a name")].clone()).collect()
    };
    run.lines().into_iter().map(row).collect()
}

/// A value in the form that both have: how times and bytes are written is the database's. Those of 32 bits are compared as such.
fn same(value: &Value, is_single: bool) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| same(item, is_single)).collect(),
        Value::String(text) => {
            let text = text.replace("\\x", "").to_lowercase();
            let text =
                ["+00:00", "+00", "z"].iter().find_map(|zone| text.strip_suffix(zone)).unwrap_or(&text);
            let is_time = text.len() == 19 && text.contains(':');
            Value::String(if is_time { text.replace(' ', "t") } else { text.to_owned() })
        }
        Value::Number(number) => {
            let number = number.as_f64().expect("a number") + 0.0;
            Value::String(if is_single { (number as f32).to_string() } else { number.to_string() })
        }
        other => other.clone(),
    }
}

#[track_caller]
fn assert_read(found: &[&str]) {
    let expected = expected();
    assert_eq!(found.len(), expected.len());
    for (row, (found, expected)) in found.iter().zip(&expected).enumerate() {
        for ((found, expected), column) in read(found).iter().zip(expected).zip(&COLUMNS[1..]) {
            let [found, expected] = [found, expected].map(|value| same(value, column.starts_with("reals")));
            assert_eq!(found, expected, "row {row}, {column}");
        }
    }
}

fn names() -> Vec<&'static str> {
    COLUMNS[1..].iter().map(|spec| spec.split('=').next().expect("a name")).collect()
}

/// What SQL, COPY and csv have is an array to a real server, with the values of JSON.
#[test]
fn postgresql_reads_arrays() {
    need!("postgres");
    let server = Postgres::start();
    server.sql("alter role current_user set timezone = 'UTC'");
    let query = format!("select json_build_array({}) from data order by id", names().join(", "));
    let scratch = Scratch::new();
    let write = |options: &str| {
        seeded(&format!("{options} -l 300")).args(COLUMNS).within(scratch.folder()).run().ok()
    };
    let shell = |script: String| {
        let run =
            Program::new("/bin/sh").args(["-c", &format!("{} -q -v ON_ERROR_STOP=1 -f -", server.psql())]);
        run.stdin(script).within(scratch.folder()).run().ok()
    };
    for options in ["-f sql --dialect postgres --create-table", "-f copy --drop"] {
        shell(write(options).text().to_owned());
        assert_read(&server.sql(&query).lines());
    }
    write("-f csv --dialect postgres -o t.csv");
    shell("truncate data;\n\\copy data from 't.csv' csv\n".into());
    assert_read(&server.sql(&query).lines());
    let types = server.sql("select string_agg(format_type(atttypid, atttypmod), ' ' order by attnum) from pg_attribute where attrelid = 'data'::regclass and attnum > 1");
    types.stdout_is(
        "integer[] smallint[] numeric(10,4)[] double precision[] real[] text[] date[] timestamp with time zone[] timestamp without time zone[] \
         boolean[] uuid[] bytea[] jsonb[] inet[] integer[] text[] jsonb[]\n",
    );
}

#[test]
fn duckdb_reads_lists_of_its_own() {
    need!("duckdb");
    let script = seeded("-f sql --dialect duckdb --create-table -l 300").args(COLUMNS).run().ok();
    let columns: Vec<String> = names()
        .iter()
        .map(|name| match *name {
            "docs" | "lists" => (*name).to_owned(),
            "raw" => "list_transform(raw, lambda x: hex(x))".to_owned(),
            name => format!("to_json({name})"),
        })
        .collect();
    let load = "import duckdb, json, sys\n\
                db = duckdb.connect()\n\
                db.execute(\"set timezone = 'UTC'\")\n\
                db.execute(sys.stdin.read())\n\
                parsed = lambda value: [parsed(item) for item in value] if isinstance(value, list) else value if value is None else json.loads(value)\n\
                hexed = {%HEX%}\n\
                for row in db.execute('select ' + sys.argv[1] + ' from data order by id').fetchall():\n    \
                print(json.dumps([value if at in hexed else parsed(value) for at, value in enumerate(row)]))";
    let at = names().iter().position(|name| *name == "raw").expect("the column");
    let load = load.replace("%HEX%", &at.to_string());
    let python = python_tool("python").expect("the test has asked for it");
    let run = Program::new(python).args(["-c", &load, &columns.join(", ")]).stdin(script.text());
    assert_read(&run.run().ok().silent().lines());
    for (name, ty) in [("ints", "INTEGER[]"), ("grid", "INTEGER[][]"), ("docs", "JSON[]"), ("raw", "BLOB[]")]
    {
        assert!(script.text().contains(&format!("  {name} {ty}")), "{name} {ty}");
    }
}

/// Everywhere else an array is the list that it is without the type.
#[test]
fn other_formats_have_lists() {
    // Without its type a text of JSON is one among others, and a time is in UTC.
    let others = ["docs", "local", "lists"];
    let columns =
        || COLUMNS.iter().filter(|spec| !others.contains(&spec.split('=').next().unwrap_or_default()));
    let bare: Vec<&str> = columns().map(|spec| spec.split("@type=").next().expect("a column")).collect();
    let written = |options: &str, columns: &[&str]| {
        seeded(&format!("{options} -l 50")).args(columns).run().ok().text().to_owned()
    };
    let typed: Vec<&str> = columns().copied().collect();
    for options in ["-f csv", "-f yaml", "-f xml", "-f markdown", "-f ndjson"] {
        assert_eq!(written(options, &typed), written(options, &bare), "{options}");
    }
    for (dialect, named) in [("mysql", "JSON"), ("sqlite", "TEXT"), ("ansi", "TEXT")] {
        let script = written(&format!("-f sql --dialect {dialect} --create-table"), &COLUMNS);
        assert!(script.contains(&format!("  ints {named},")) && script.contains("'[]'"), "{dialect}");
    }
}

#[test]
fn typed_files_have_the_types_of_the_items() {
    need!("pyarrow");
    let scratch = Scratch::new();
    seeded("-l 10 -o t.parquet").args(&COLUMNS[..4]).within(scratch.folder()).run().ok();
    let script = "import pyarrow.parquet as pq\n\
                  for field in pq.read_schema('t.parquet'): print(field.type)";
    need::python(script).within(scratch.folder()).run().ok().stdout_is(
        "int64\nlist<element: int32>\nlist<element: int16 not null>\nlist<element: decimal128(10, 4) not null>\n",
    );
}

#[test]
fn schema_files_have_arrays() {
    let scratch = Scratch::new();
    let schema = "[table.t]\nrows = 20\n[table.t.columns]\n\
                  a = { generator = 'int:0,9', list = [0, 3], type = 'int[]' }\n\
                  b = { item = { item = 'int:0,9', list = 2 }, list = [0, 2], type = 'int[][]' }\n";
    scratch.write("s.toml", schema);
    let within = |options: &str| gush(&format!("rows --seed 7 {options}")).within(scratch.folder());
    let script = within("--schema s.toml -f sql --dialect postgres --create-table").run().ok();
    let columns = ["a=int:0,9@list=0,3@type=int[]", "b=int:0,9@list=2@list=0,2@type=int[][]"];
    let typed = within("-l 20 -t t -f sql --dialect postgres --create-table").args(columns).run().ok();
    assert_eq!(typed.stdout, script.stdout);
    assert!(
        script.text().contains("  a INTEGER[] NOT NULL,\n  b INTEGER[][] NOT NULL\n"),
        "{}",
        script.text()
    );
    scratch.write("printed.toml", within("-l 20 -t t --print-schema").args(columns).run().ok().text());
    let again = within("--schema printed.toml -f sql --dialect postgres --create-table").run().ok();
    assert_eq!(again.stdout, script.stdout);
}

#[test]
fn what_is_no_array_is_refused() {
    for (column, text) in [
        ("a=int:0,9@type=int[]", "whole numbers cannot be stored as int32[]"),
        ("a=int:0,99999@list=2@type=int16[]", "the range is 0 to 99999, and int16 has -32768 to 32767"),
        ("a=noun@list=2@type=int[]", "these values are texts, which int32 has none of"),
        ("a=int:0,9@list=2@list=2@type=int[]", "one dimension fewer; write int32[][]"),
        ("a=int:0,9@list=2@type=int[][]", "whole numbers cannot be stored as int32[]"),
        (
            "a=int:0,9@list=1,2@list=2@type=int[][]",
            "all have one length; give the inner ones one, as in @list=3",
        ),
        ("a=int:0,9@list=0@list=2@type=int[][]", "all have one length"),
        (
            "a=int:0,9@list=2@null=0.1@list=2@type=int[][]",
            "are never null; leave the @null of the inner lists",
        ),
        ("a={x=int}@list=2@type=int[]", "structs cannot be stored as int32"),
        ("a=map{key=noun value=int}@list=2@type=int[]", "maps cannot be stored as int32[]"),
        ("a=enum:a,b@list=2@type=enum[]", "there are no arrays of enum"),
        ("a=int@list=2@type=itn[]", "did you mean `int`?"),
    ] {
        seeded("-l 1").arg(column).run().code(2).stdout_is("").stderr_has(text);
    }
    let run = seeded("-l 1 a=int:0,9@list=2@type=int[]").arg("b=expr:a -> 0").run().code(2).stdout_is("");
    run.stderr_has("expressions do not compute with arrays");
}
