//! Maps: entries of a key and a value, no two of a map with the same key.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use gush_testkit::{MariaDb, Postgres, Program, Scratch, need};

use crate::rows::{gush, seeded};

const SCHEMA: &str = r#"
[table.t]
rows = 300
columns.id = "seq"
columns.counts = { map = { key = "noun", value = "int:1,9@null=0.2" }, list = [0, 4], null = 0.1 }
columns.deep = { map = { value = { map = { key = "enum:a,b,c", value = "bool" }, list = [1, 3] }, key = "int:0,99" }, list = [0, 2] }
columns.many = { item = { map = { key = "date", value = "noun" }, list = [1, 2], null = 0.2 }, list = [0, 2] }
columns.j = { map = { key = "uuidv4", value = { struct = { sku = "ean", tags = "noun@list=0,2" } } }, list = 2, type = "jsonb" }
columns.s = { struct = { m = { map = { key = "email", value = "noun" }, list = 1 } } }
"#;

/// The same on the command line.
const SPECS: [&str; 6] = [
    "id=seq",
    "counts=map{key=noun value=int:1,9@null=0.2}@list=0,4@null=0.1",
    "deep=map{key=int:0,99 value=map{key=enum:a,b,c value=bool}@list=1,3}@list=0,2",
    "many=map{key=date value=noun}@list=1,2@null=0.2@list=0,2",
    "j=map{key=uuidv4 value={sku=ean tags=noun@list=0,2}}@list=2@type=jsonb",
    "s={m=map{key=email value=noun}@list=1}",
];

/// The rows of ndjson.
fn objects(options: &str, columns: &[&str]) -> Vec<Value> {
    let run = seeded(&format!("-f ndjson {options}")).args(columns).run().ok().silent();
    run.lines().into_iter().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

#[test]
fn maps_on_the_command_line_are_those_of_a_schema_file() {
    let scratch = Scratch::new();
    scratch.write("s.toml", SCHEMA);
    let within = |options: &str| gush(&format!("rows --seed 7 {options}")).within(scratch.folder());
    for format in [
        "ndjson",
        "csv -H",
        "sql --dialect postgres --create-table",
        "arrows",
        "avro",
        "xml",
        "yaml",
        "markdown",
    ] {
        let file = within(&format!("--schema s.toml -f {format}")).run().ok();
        let typed = within(&format!("-l 300 -t t -f {format}")).args(SPECS).run().ok();
        assert_eq!(typed.stdout, file.stdout, "{format}");
    }
    // What is printed as a schema makes the same rows.
    let rows = within("-l 300 -t t -f ndjson").args(SPECS).run().ok();
    for printed in [
        within("--print-schema -l 300 -t t").args(SPECS).run().ok(),
        within("--schema s.toml --print-schema").run().ok(),
    ] {
        scratch.write("printed.toml", printed.text());
        assert_eq!(within("--schema printed.toml -f ndjson").run().ok().stdout, rows.stdout);
    }
}

#[test]
fn maps_have_as_many_entries_as_asked_for_and_no_key_twice() {
    let rows = objects("-l 1000", &["m=map{key=int:1,6 value=int:0,9@null=0.3}@list=0,6@null=0.2"]);
    let (mut lengths, mut keys, mut nulls, mut values) = ([0; 7], HashMap::new(), 0, 0);
    for row in &rows {
        let Some(map) = row["m"].as_object() else { continue };
        lengths[map.len()] += 1;
        for (key, value) in map {
            *keys.entry(key.clone()).or_insert(0) += 1;
            nulls += usize::from(value.is_null());
            values += 1;
        }
    }
    let maps: usize = lengths.iter().sum();
    assert!((750..850).contains(&maps), "{maps}");
    // Had a key come twice, JSON would have fewer, and the longest maps would be missing.
    assert!(lengths.iter().all(|count| (70..170).contains(count)), "{lengths:?}");
    assert!(keys.len() == 6 && keys.values().all(|count| (300..500).contains(count)), "{keys:?}");
    assert!((values / 4..values * 7 / 20).contains(&nulls), "{nulls} of {values}");
}

#[test]
fn any_map_can_be_made_alone() {
    let column = ["m=map{key=noun value=int:1,1M}@list=2,5"];
    let all = objects("-l 2000", &column);
    assert_eq!(objects("--rows 1500..1510", &column), all[1500..1510]);
    assert_eq!(all.iter().map(Value::to_string).collect::<HashSet<_>>().len(), 2000);
    // More entries leave the ones before them alone.
    let text = |list: &str| {
        let run =
            seeded("-l 50 -f csv -s ;").arg(format!("m=map{{key=noun value=int:1,1M}}@list={list}")).run();
        run.ok().lines().iter().map(|line| line.trim_matches(['"', '{', '}']).to_owned()).collect::<Vec<_>>()
    };
    for (few, many) in text("2").iter().zip(text("5")) {
        assert!(many.starts_with(few.as_str()), "{few}, {many}");
    }
}

#[test]
fn each_format_has_maps_in_its_own_way() {
    let columns =
        ["m=map{key=int:7,7 value=enum:a<}@list=1", "n=map{key=enum:x\"y value=bool@null=1}@list=1"];
    let written = |format: &str| {
        seeded(&format!("-f {format} -l 1 -t t")).args(columns).run().ok().silent().text().to_owned()
    };
    assert_eq!(written("ndjson"), "{\"m\":{\"7\":\"a<\"},\"n\":{\"x\\\"y\":null}}\n");
    assert_eq!(written("yaml"), "- m: {\"7\": \"a<\"}\n  \"n\": {\"x\\\"y\": null}\n");
    let m = "<m><entry><key>7</key><value>a&lt;</value></entry></m>";
    let n = "<n><entry><key>x\"y</key><value xsi:nil=\"true\"/></entry></n>";
    assert!(written("xml").contains(&format!("  <row>{m}{n}</row>\n")), "{}", written("xml"));
    assert_eq!(written("csv"), "\"{\"\"7\"\":\"\"a<\"\"}\",\"{\"\"x\\\"\"y\"\":null}\"\n");
    assert!(written("sql").contains("('{\"7\":\"a<\"}', '{\"x\\\"y\":null}');\n"), "{}", written("sql"));
    seeded("-f raw -l 1")
        .args(columns)
        .run()
        .code(2)
        .stdout_is("")
        .stderr_has("raw has no lists and structs");
}

/// Keys of any type are texts in JSON: those that text formats have.
#[test]
fn keys_are_texts_in_json() {
    for key in [
        "int:-9,9",
        "decimal:0,5,2",
        "bool",
        "date@format=%d.%m.%Y",
        "datetime",
        "time",
        "uuidv4@upper",
        "ipv6",
        "bytes:4",
        "email@prefix=x-",
        "interval",
        "json",
    ] {
        let columns = [format!("m=map{{key={key} value=int:0,9}}@list=2")];
        let run = seeded("-l 50 -f ndjson").args(&columns).run().ok().silent();
        for line in run.lines() {
            let row: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{key}: {line}"));
            assert_eq!(row["m"].as_object().map(serde_json::Map::len), Some(2), "{key}: {line}");
        }
    }
}

#[test]
fn errors_in_maps_are_reported_at_their_position() {
    let scratch = Scratch::new();
    scratch.write(
        "s.toml",
        "[table.t]\nrows = 2\n[table.t.columns]\na = { map = { key = 'noun', value = 'int' } }\n\
         b = { map = { key = 'noun' }, list = 2 }\nc = { map = { key = 'bool', value = 'int' }, list = [1, 3] }\n\
         d = { map = { key = 'noun', value = 'int' }, list = 2, item = 'int' }\n\
         e = { map = { key = 'noun', value = 'nown' }, list = 2 }\nf = { map = { key = 'noun', value = 'int' }, list = 2, upper = true }\n",
    );
    let run = gush("rows --schema s.toml").within(scratch.folder()).run().code(2).stdout_is("");
    run.stderr_has("6 errors")
        .stderr_has("s.toml:4:7")
        .stderr_has("a map needs the number of its entries too, such as list = [0, 5]")
        .stderr_has("s.toml:5:13")
        .stderr_has("expected a key and a value, such as { key = \"noun\", value = \"int\" }")
        .stderr_has("s.toml:6:22")
        .stderr_has("a map of 3 entries needs as many different keys, and there are 2")
        .stderr_has("a column has a struct, a map or an item, and one of them alone")
        .stderr_has("did you mean `noun`?")
        .stderr_has("a list, a map or a struct has name, struct, map or item, list, null and type");
    let columns = ["a=map{key=bool", "b=map{key=noun value=int}@list=2@unique", "c=map@list=2"];
    let run = gush("rows -l 1").args(columns).run().code(2).stdout_is("");
    run.stderr_has("this brace is not closed").stderr_has("a map takes @list").stderr_has("no generator");
}

#[test]
fn maps_are_json_in_databases() {
    let columns = ["id=seq", "m=map{key=noun value=int:1,9}@list=0,3@null=0.2"];
    for (dialect, named) in
        [("postgres", "JSONB"), ("mysql", "JSON"), ("duckdb", "JSON"), ("sqlite", "TEXT"), ("ansi", "TEXT")]
    {
        let run = seeded(&format!("-f sql --dialect {dialect} --create-table -l 1")).args(columns).run().ok();
        assert!(run.text().contains(&format!("m {named}")), "{dialect}: {}", run.text());
    }
    let expected: Vec<Value> = objects("-l 300", &columns).into_iter().map(|row| row["m"].clone()).collect();
    let same = |found: Vec<Value>| assert_eq!(found, expected);
    let parsed = |lines: Vec<&str>, null: &str| {
        let value = |line: &str| match line {
            line if line == null => Value::Null,
            line => serde_json::from_str(line).expect("JSON"),
        };
        lines.into_iter().map(value).collect()
    };
    let script = |dialect: &str| {
        seeded(&format!("-f sql --dialect {dialect} --create-table -l 300"))
            .args(columns)
            .run()
            .ok()
            .text()
            .to_owned()
    };
    need!("postgres");
    let server = Postgres::start();
    Program::new("/bin/sh")
        .args(["-c", &format!("{} -f -", server.psql())])
        .stdin(script("postgres"))
        .run()
        .ok();
    same(parsed(server.sql("select coalesce(m::text, '-') from data order by id").lines(), "-"));
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.run("test", script("mysql")).ok().silent();
    same(parsed(server.run("test", "select m from data order by id".to_owned()).ok().lines(), "NULL"));
    need!("sqlite3");
    let read = "select coalesce(m, '-') from data order by id;\n";
    let run = Program::new("sqlite3").arg("-bail").stdin(script("sqlite") + read).run().ok();
    same(parsed(run.lines(), "-"));
}

/// An expression computes with a map as PostgreSQL does with the JSON of its column.
#[test]
fn expressions_take_maps_as_json() {
    let rows = objects(
        "-l 200",
        &["m=map{key=enum:a,b,c value={n=int:1,9}}@list=0,3", "b=expr:m -> 'b' ->> 'n'", "t=expr:(m -> 'b')"],
    );
    assert!(rows.iter().any(|row| row["b"].is_null()) && rows.iter().any(|row| row["b"].is_string()));
    for row in rows {
        let n = &row["m"]["b"]["n"];
        assert_eq!(row["b"].as_str().map(str::to_owned), n.as_i64().map(|n| n.to_string()), "{row}");
        assert_eq!(row["t"], *row["m"].get("b").unwrap_or(&Value::Null));
    }
}

/// Maps are maps to pyarrow, DuckDB and fastavro, with the keys and the values of ndjson.
#[test]
fn typed_files_have_maps() {
    need!("pyarrow", "duckdb", "fastavro");
    let scratch = Scratch::new();
    let columns = [
        "m=map{key=noun value=int:1,9@null=0.2}@list=0,3@null=0.1",
        "n=map{key=int:0,99@type=int16 value=noun@list=1,2}@list=1,2",
    ];
    for ending in ["parquet", "arrow", "avro", "ndjson"] {
        seeded(&format!("-l 300 -o t.{ending}")).args(columns).within(scratch.folder()).run().ok();
    }
    let script = "import duckdb, fastavro, json, pyarrow.ipc as ipc, pyarrow.parquet as pq\n\
                  rows = [json.loads(line) for line in open('t.ndjson')]\n\
                  for row in rows:\n    \
                  row['n'] = {int(key): value for key, value in row['n'].items()}\n\
                  for table in [pq.read_table('t.parquet'), ipc.open_file('t.arrow').read_all()]:\n    \
                  assert table.to_pylist(maps_as_pydicts='strict') == rows\n    \
                  table.validate(full=True)\n    \
                  print(table.schema.field('n').type)\n\
                  found = duckdb.sql(\"select m, n, typeof(m), typeof(n) from 't.parquet'\").fetchall()\n\
                  assert [(m, n) for m, n, *_ in found] == [(row['m'], row['n']) for row in rows]\n\
                  print({types[2:] for types in found})\n\
                  avro = list(fastavro.reader(open('t.avro', 'rb')))\n\
                  assert [row['m'] for row in avro] == [row['m'] for row in rows]\n\
                  assert [{entry['key']: entry['value'] for entry in row['n']} for row in avro] == [row['n'] for row in rows]\n";
    let run = need::python(script).within(scratch.folder()).run().ok();
    run.stdout_is(
        "map<int16, list<element: string not null> ('n')>\n\
         map<int16, list<item: dictionary<values=string, indices=int16, ordered=0> not null>>\n\
         {('MAP(VARCHAR, BIGINT)', 'MAP(SMALLINT, VARCHAR[])')}\n",
    );
}
