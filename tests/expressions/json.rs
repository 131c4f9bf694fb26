//! JSON in expressions: what it is in formats and databases, and what is refused.

use std::path::Path;

use gush_testkit::{Postgres, Program, Scratch, need, need::python_tool};

use crate::expressions::{rows, seeded};

/// What the expressions read, and expressions that are JSON.
const COLUMNS: [&str; 10] = [
    "id=seq",
    "j=json:5,400@hidden",
    "js=json:4,300@type=json@null=0.2@hidden",
    "s={sku=product.sku price=decimal:1,99,2 tags=noun@list=0,3}@hidden",
    "items={sku=product.sku amount=int:1,5}@list=0,3@hidden",
    "jowner=expr:j -> 'owner'",
    "jlast=expr:coalesce(js -> 'tags' -> -1, '\"none\"')",
    "jtags=expr:s -> 'tags'",
    "jfirst=expr:items #> '{0}'",
    "jall=expr:j",
];

#[test]
fn parts_of_structs_are_those_of_their_columns() {
    let out = rows(
        "-s | -l 300",
        &[
            "s={sku=product.sku price=decimal:1,99,2@null=0.2 tags=noun@list=0,3}@hidden",
            "sku=expr:s ->> 'sku'",
            "price=expr:s ->> 'price'",
            "first=expr:s #>> '{tags,0}'",
            "all=expr:s",
        ],
    );
    let mut nulls = 0;
    for line in out.lines() {
        let parts: Vec<&str> = line.splitn(4, '|').collect();
        let all: serde_json::Value = serde_json::from_str(parts[3]).expect("JSON");
        assert_eq!(all["sku"], parts[0]);
        assert_eq!(all["price"].as_f64().map_or(String::new(), |price| format!("{price:.2}")), parts[1]);
        assert_eq!(all["tags"][0].as_str().unwrap_or_default(), parts[2]);
        nulls += usize::from(parts[1].is_empty());
    }
    assert!((30..90).contains(&nulls), "{nulls}");
}

/// A sign at the end of an operator is that of the number: PostgreSQL's manual, 4.1.3.
#[test]
fn a_sign_belongs_to_the_number_after_an_operator() {
    let columns = [
        "n=int:7,7@hidden",
        "j=enum:[1\\,2\\,3]@type=jsonb@hidden",
        "last=expr:j->-1",
        "first=expr:j->+0",
        "text=expr:j->>-2",
        "less=expr:n<-1",
    ];
    rows("-s | -l 1", &columns).stdout_is("3|1|2|false\n");
}

#[test]
fn json_has_its_type_in_databases() {
    need!("postgres");
    let script = rows("-f sql --dialect postgres --create-table -l 300", &COLUMNS);
    for (name, ty) in [("jowner", "JSONB"), ("jlast", "JSON"), ("jtags", "JSONB"), ("jfirst", "JSONB")] {
        assert!(script.text().contains(&format!("{name} {ty}")), "{name}: {}", &script.text()[..400]);
    }
    let server = Postgres::start();
    let load = Program::new("/bin/sh").args(["-c", &format!("{} -f -", server.psql())]);
    load.stdin(script.text()).run().ok().stdout_is("");
    // What it keeps of a `jsonb` is written as it was.
    let copy = rows("-f copy -l 300", &COLUMNS);
    let lines: Vec<String> = copy.lines().iter().map(|line| line.replace("\\\\", "\\")).collect();
    let found = server.sql("select concat_ws('~', coalesce(jowner::text, '-'), jtags::text, coalesce(jfirst::text, '-'), jall::text) from data order by id");
    assert_eq!(found.lines().len(), 300);
    for (line, found) in lines.iter().zip(found.lines()) {
        let own: Vec<&str> = line.split('\t').map(|value| if value == "\\N" { "-" } else { value }).collect();
        assert_eq!([own[1], own[3], own[4], own[5]].join("~"), found);
    }
}

/// Values of every kind, some of them equal and written in different ways.
const VALUES: &str = r#"{},[],null,true,false,1,1.0,10,-1,0.001,1e2,100,-0.5,"a","B","","ab","é",[1],[2],[1\,2],[[]],[{}],[null],{"a":1},{"b":1},{"a":2},{"aa":1},{"a":1\,"b":[]},{"b":[]\, "a":1.0}"#;

/// Comparisons are those of PostgreSQL, over values of every kind and over documents.
#[test]
fn jsonb_is_compared_as_postgresql_does() {
    need!("postgres");
    let columns = [
        "id=seq".to_owned(),
        format!("a=enum:{VALUES}@type=jsonb@null=0.05"),
        format!("b=enum:{VALUES}@type=jsonb"),
        "c=json:3,64".to_owned(),
        "d=json:3,64".to_owned(),
        "e={x=int:1,2 y=bool@list=0,1}".to_owned(),
        "f={x=int:1,2 y=bool@list=0,1}".to_owned(),
    ];
    let tests = [
        "a = b",
        "a < b",
        "a <= b",
        "a > b",
        "a <> b",
        "a is distinct from b",
        "c < d",
        "c -> 'id' >= d -> 'id'",
        "e = f",
        "e < f",
        "a in ('1', '{}', b)",
        "nullif(a, b) is null",
        "a between '1' and '[1]'",
        "greatest(a, b) = a",
        "least(c, d) < c",
    ];
    let tested = tests.iter().enumerate().map(|(at, test)| format!("t{at}=expr:{test}"));
    let all: Vec<String> = columns.iter().cloned().chain(tested).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let script = rows("-f sql --dialect postgres --create-table -l 3000", &all);
    let server = Postgres::start();
    let load = Program::new("/bin/sh").args(["-c", &format!("{} -f -", server.psql())]);
    load.stdin(script.text()).run().ok().stdout_is("");
    for (at, test) in tests.iter().enumerate() {
        let found = server.sql(&format!("select count(*), count(*) filter (where ({test}) is distinct from t{at}), count(*) filter (where t{at}), count(*) filter (where not t{at}) from data"));
        let counts: Vec<u32> =
            found.text().trim().split('|').map(|count| count.parse().expect("a number")).collect();
        assert_eq!(counts[..2], [3000, 0], "{test}");
        assert!(counts[2] > 0 && counts[3] > 0, "{test}: {counts:?}");
    }
}

#[test]
fn json_has_its_type_in_files() {
    need!("pyarrow");
    need!("duckdb");
    need!("fastavro");
    need!("polars");
    let scratch = Scratch::new();
    for ending in ["parquet", "arrow", "arrows", "avro"] {
        for file in [ending, "ndjson"] {
            seeded(&format!("-l 300 -o {ending}.{file}"), &COLUMNS)
                .within(scratch.folder())
                .run()
                .ok()
                .silent();
        }
    }
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/columnar");
    let python = || Program::new(python_tool("python").expect("the test has asked for it"));
    let run = python().arg(scripts.join("stored_types.py")).arg(scratch.folder()).run().ok();
    run.stdout_is(format!("4 files agree in {} values\n", 7 * 6 * 300));
    let types = python().arg(scripts.join("column_types.py")).arg(scratch.path("parquet.parquet")).run();
    assert_eq!(types.ok().text().matches("BYTE_ARRAY, JSON\tarrow.json").count(), 5);
}

#[test]
fn json_that_cannot_be_computed_with_is_refused() {
    for (expression, message) in [
        ("t -> 'a'", "give its column @type=jsonb"),
        ("n -> 'a'", "expected JSON, and this is a bigint"),
        ("'{}' -> 'a'", "'{\"a\": 1}'::jsonb"),
        ("j::json = j::json", "json and json cannot be compared"),
        ("j = t", "jsonb and text cannot be compared"),
        ("j < '{a}'", "'{a}' is no jsonb"),
        ("nullif(j::json, '{}')", "cannot be compared"),
        ("greatest(j::json, j::json)", "json has no order; cast it, as in x::jsonb"),
        ("j || 'x'", "x::text || '!'"),
        ("length(j)", "cast it, as in x::text"),
        ("t::jsonb", "give the column @type=jsonb"),
        ("'{a}'::jsonb", "'{a}' is no jsonb"),
        ("j #> 'a'", "such as '{items,0,name}'"),
        ("j -> 1.5", "expected a whole number"),
        ("coalesce(j, j::json)", "coalesce has jsonb and json"),
        ("(j ->> 'count')::int", "may be no numbers"),
    ] {
        let column = format!("x=expr:{expression}");
        let run = seeded("-l 1", &["j=json", "t=noun", "n=int", &column]).run().code(2).stdout_is("");
        run.stderr_has(message);
    }
}
