//! Lists of lists on the command line: those of a schema file.

use serde_json::Value;

use gush_testkit::{Scratch, need};

use crate::rows::gush;

const LEVELS: &str = r#"
[table.t]
rows = 300
columns.m = { item = { item = "int:0,9@null=0.2", list = [1, 3], null = 0.3 }, list = [0, 2], null = 0.1 }
columns.deep = { item = { item = { item = "name@upper", list = 2 }, list = [0, 2] }, list = [1, 2] }
columns.j = { item = { item = "noun", list = [1, 2] }, list = [0, 2], type = "jsonb" }
columns.s = { item = { item = { struct = { a = "int:0,9", b = "noun" }, null = 0.2 }, list = [1, 2] }, list = [0, 2], null = 0.3 }
"#;

/// The same on the command line.
const SPECS: [&str; 4] = [
    "m=int:0,9@null=0.2@list=1,3@null=0.3@list=0,2@null=0.1",
    "deep=name@list=2@list=0,2@list=1,2@upper",
    "j=noun@list=1,2@list=0,2@type=jsonb",
    "s={a=int:0,9 b=noun}@null=0.2@list=1,2@list=0,2@null=0.3",
];

#[test]
fn each_list_after_the_first_is_one_of_lists() {
    let scratch = Scratch::new();
    scratch.write("s.toml", LEVELS);
    let within = |options: &str| gush(&format!("rows --seed 7 {options}")).within(scratch.folder());
    for format in
        ["ndjson", "csv -H", "sql --dialect postgres --create-table", "arrows", "avro", "xml", "yaml"]
    {
        let file = within(&format!("--schema s.toml -f {format}")).run().ok();
        let typed = within(&format!("-l 300 -t t -f {format}")).args(SPECS).run().ok();
        assert_eq!(typed.stdout, file.stdout, "{format}");
    }
    let rows = within("-l 300 -f ndjson").args(SPECS).run().ok();
    let rows: Vec<Value> =
        rows.lines().into_iter().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let lists: Vec<&Vec<Value>> = rows.iter().filter_map(|row| row["m"].as_array()).collect();
    assert!((240..300).contains(&lists.len()), "{}", lists.len());
    assert!(lists.iter().all(|lists| lists.len() <= 2));
    let inner: Vec<&Vec<Value>> =
        lists.iter().flat_map(|lists| lists.iter()).filter_map(Value::as_array).collect();
    assert!(inner.iter().all(|list| (1..=3).contains(&list.len())));
    assert!(inner.iter().any(|list| list.contains(&Value::Null)));
    // What is printed as a schema makes the same rows.
    let printed = within("--print-schema -l 300 -t t").args(SPECS).run().ok();
    scratch.write("printed.toml", printed.text());
    let again = within("--schema printed.toml -f ndjson").run().ok();
    assert_eq!(again.stdout, within("-l 300 -t t -f ndjson").args(SPECS).run().ok().stdout);
}

#[test]
fn errors_in_lists_of_lists_are_reported_at_their_argument() {
    let run =
        gush("rows -l 1 m=int:9,1@list=2@list=3 n=noun@list=9,2@list=3 o=noun@list=2@list=3@unique").run();
    run.code(2)
        .stdout_is("")
        .stderr_has("  m=int:9,1@list=2@list=3\n        ^^^")
        .stderr_has("  n=noun@list=9,2@list=3\n")
        .stderr_has("lists cannot be unique");
}

/// pyarrow and DuckDB read them as lists of lists.
#[test]
fn parquet_has_lists_of_lists_from_the_command_line() {
    need!("pyarrow");
    need!("duckdb");
    let scratch = Scratch::new();
    for file in ["t.parquet", "t.ndjson"] {
        gush(&format!("rows --seed 7 -l 300 -o {file}"))
            .args(&SPECS[..2])
            .within(scratch.folder())
            .run()
            .ok();
    }
    let script = "import duckdb, json, pyarrow.parquet as pq\n\
                  rows = [json.loads(line) for line in open('t.ndjson')]\n\
                  assert pq.read_table('t.parquet').to_pylist() == rows\n\
                  found = duckdb.sql(\"select m, deep from 't.parquet'\").fetchall()\n\
                  assert found == [(row['m'], row['deep']) for row in rows]\n\
                  print(duckdb.sql(\"select typeof(m), typeof(deep) from 't.parquet' limit 1\").fetchall())";
    let run = need::python(script).within(scratch.folder()).run().ok();
    run.stdout_is("[('BIGINT[][]', 'VARCHAR[][][]')]\n");
}
