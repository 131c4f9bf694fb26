//! Lists and structs: several values in one.

use serde_json::Value;

use gush_testkit::Scratch;

use crate::rows::{gush, rows, seeded};

/// The rows of ndjson.
fn objects(sentence: &str) -> Vec<Value> {
    let run = rows(&format!("-f ndjson {sentence}"));
    run.lines().into_iter().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

fn list<'a>(row: &'a Value, column: &str) -> &'a Vec<Value> {
    row[column].as_array().expect("a list")
}

#[test]
fn lists_have_as_many_items_as_asked_for() {
    let generated = objects("-l 600 a=noun@list=0,5 b=int:1,6@list=3 c=name@list=1,2");
    for length in 0..=5 {
        // A sixth of 600 each; fewer than half of that come once in more tries than atoms.
        assert!(generated.iter().filter(|row| list(row, "a").len() == length).count() > 50);
    }
    for row in &generated {
        assert_eq!(list(row, "b").len(), 3);
        assert!(list(row, "b").iter().all(|n| (1..=6).contains(&n.as_i64().expect("a number"))));
        assert!((1..=2).contains(&list(row, "c").len()));
    }
    // Items differ among themselves and from row to row.
    let texts: std::collections::HashSet<String> = generated.iter().map(|row| row["b"].to_string()).collect();
    assert!(texts.len() > 150, "{} of 216", texts.len());
}

#[test]
fn any_list_can_be_generated_alone() {
    let columns = "a=noun@list=0,5 b=uuidv4@list=2 c=person.email@list=1,3 d=password@list=2";
    let complete = objects(&format!("-l 3000 {columns}"));
    assert_eq!(objects(&format!("--rows 1500..1510 {columns}")), complete[1500..1510]);
    // More items leave the ones before them alone.
    let (few, many) = (objects("-l 50 a=name@list=2"), objects("-l 50 a=name@list=5"));
    for (few, many) in few.iter().zip(&many) {
        assert_eq!(list(few, "a")[..], list(many, "a")[..2]);
    }
}

#[test]
fn items_differ_where_their_rows_are_the_same() {
    for column in ["uuidv4", "uuidv7", "ulid", "password:12,20", "email", "double", "regex:[a-z]{9}"] {
        for row in objects(&format!("-l 40 a={column}@list=3")) {
            let items = list(&row, "a");
            assert!(items[0] != items[1] && items[1] != items[2] && items[0] != items[2], "{column}: {row}");
        }
    }
}

#[test]
fn null_before_the_list_is_that_of_its_items() {
    let generated = objects(
        "-l 1000 items=int@null=0.5@list=4 lists=int@list=4@null=0.5 both=int@null=0.5@list=4@null=0.5",
    );
    let nulls = |row: &Value, column| list(row, column).iter().filter(|item| item.is_null()).count();
    let of_items: usize = generated.iter().map(|row| nulls(row, "items")).sum();
    assert!((1800..2200).contains(&of_items), "{of_items} of 4000");
    for column in ["lists", "both"] {
        let of_lists = generated.iter().filter(|row| row[column].is_null()).count();
        assert!((400..600).contains(&of_lists), "{of_lists} of 1000");
    }
    assert!(generated.iter().filter(|row| !row["lists"].is_null()).all(|row| nulls(row, "lists") == 0));
    assert!(generated.iter().filter(|row| !row["both"].is_null()).any(|row| nulls(row, "both") > 0));
}

#[test]
fn text_formats_have_the_list_as_json() {
    let columns = "-l 200 id=seq tags=noun@null=0.2@list=0,3@null=0.1 n=int@list=2";
    let expected = objects(columns);
    let csv = rows(&format!("-f csv {columns}"));
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.text().as_bytes());
    for (record, row) in reader.records().zip(&expected) {
        let record = record.expect("csv that readers take");
        let cell = |at: usize| match &record[at] {
            "" => Value::Null,
            text => serde_json::from_str(text).expect("JSON in the cell"),
        };
        assert_eq!((&cell(1), &cell(2)), (&row["tags"], &row["n"]));
    }
    for format in ["column", "tsv", "copy", "sql", "markdown", "html", "xml", "yaml", "json"] {
        rows(&format!("-f {format} {columns}"));
    }
}

#[test]
fn json_stays_json_beside_equal_texts_in_lists() {
    for columns in
        ["a=enum:{}@type=json b=enum:{}@list=1@type=json", "b=enum:{}@list=1@type=json a=enum:{}@type=json"]
    {
        let row = &objects(&format!("-l 1 {columns}"))[0];
        assert!(row["a"].is_object(), "{columns}: {row}");
        assert_eq!(list(row, "b"), &["{}"], "{columns}");
    }
}

#[test]
fn each_format_nests_in_its_own_way() {
    let written = |format: &str| {
        rows(&format!("-f {format} -l 1 -t t t=enum:a@list=2 e=noun@list=0 n=enum:b@null=1@list=1"))
            .text()
            .to_owned()
    };
    assert_eq!(written("ndjson"), "{\"t\":[\"a\",\"a\"],\"e\":[],\"n\":[null]}\n");
    assert_eq!(written("yaml"), "- t: [\"a\", \"a\"]\n  e: []\n  \"n\": [null]\n");
    let row = "  <row><t><item>a</item><item>a</item></t><e></e><n><item xsi:nil=\"true\"/></n></row>\n";
    assert!(written("xml").contains(row), "{}", written("xml"));
    assert_eq!(written("csv"), "\"[\"\"a\"\",\"\"a\"\"]\",[],[null]\n");
    assert!(written("sql").contains("('[\"a\",\"a\"]', '[]', '[null]');\n"));
}

#[test]
fn tables_are_created_with_a_type_for_json() {
    for (dialect, named) in
        [("postgres", "JSONB"), ("mysql", "JSON"), ("duckdb", "JSON"), ("sqlite", "TEXT"), ("ansi", "TEXT")]
    {
        let run = rows(&format!("-f sql --dialect {dialect} --create-table -l 1 t=noun@list=2"));
        assert!(run.text().contains(&format!("t {named} NOT NULL")), "{dialect}: {}", run.text());
    }
}

#[test]
fn invalid_lists_are_reported() {
    for (columns, text) in [
        ("a=noun@list", "a value is missing; the form is @list=MIN,MAX"),
        ("a=noun@list=5,2", "expected the fewest and the most values, such as @list=0,5"),
        ("a=noun@list=0,1001", "a list has at most 1,000"),
        ("a=seq@list=2", "the items of a list would all be the same"),
        ("a=walk@list=2", "the items of a list would all be the same"),
        ("a=objectid@list=2", "the items of a list would all be the same"),
        ("a=snowflake:discord@list=2", "the items of a list would all be the same"),
        ("a=noun@unique@list=2", "lists cannot be unique"),
    ] {
        seeded(&format!("-l 1 {columns}")).run().code(2).stdout_is("").stderr_has(text);
    }
    seeded("-f raw -l 1 a=int@list=2").run().code(2).stdout_is("").stderr_has("raw has no lists and structs");
}

/// A table with a list and a struct of each kind.
const ORDERS: &str = r#"
seed = 7
[table.orders]
rows = 400
[table.orders.columns]
id = "seq"
tags = { generator = "noun", null = 0.2, list = [0, 3] }
address = { struct = { street = "street", city = "city@null=0.5" }, null = 0.3 }
items = { list = [1, 3], struct = { sku = "regex:[A-Z]{9}", buyer = { struct = { first = "person.first", mail = "person.email" } }, labels = "noun@list=0,2" } }
grid = { list = 2, item = "int:1,6@null=0.3@list=2" }
"#;

/// The rows of a schema file as ndjson.
fn of_schema(schema: &str, sentence: &str) -> Vec<Value> {
    let scratch = Scratch::new();
    scratch.write("s.toml", schema);
    let run = gush(&format!("rows --schema s.toml -f ndjson {sentence}")).within(scratch.folder()).run().ok();
    run.lines().into_iter().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

#[test]
fn schema_files_have_structs_and_lists_of_them() {
    let generated = of_schema(ORDERS, "");
    let count = |is: &dyn Fn(&Value) -> bool| generated.iter().filter(|row| is(row)).count();
    assert!((80..160).contains(&count(&|row| row["address"].is_null())));
    assert!(
        (100..180).contains(&count(
            &|row| row["address"]["street"].is_string() && row["address"]["city"].is_null()
        ))
    );
    assert!((50..110).contains(&count(&|row| row["tags"].is_null())));
    let mut codes = std::collections::HashSet::new();
    for item in generated.iter().flat_map(|row| list(row, "items")) {
        // The fields of one struct describe one person.
        let first = item["buyer"]["first"].as_str().expect("a name").to_lowercase();
        let mail = item["buyer"]["mail"].as_str().expect("an address");
        let letters = |text: &str| text.chars().filter(char::is_ascii_alphabetic).collect::<String>();
        assert!(letters(mail).starts_with(&letters(&first)) || !first.is_ascii(), "{item}");
        assert!(list(item, "labels").len() <= 2);
        assert!(codes.insert(item["sku"].to_string()), "two items have the same letters");
    }
    assert!(generated.iter().all(|row| {
        list(row, "grid").iter().all(|inner| inner.as_array().is_some_and(|inner| inner.len() == 2))
    }));
    assert_eq!(of_schema(ORDERS, "--rows 200..210"), generated[200..210]);
}

#[test]
fn a_field_is_keyed_by_the_names_of_the_column_and_its_own() {
    let with = |fields: &str| {
        of_schema(&format!("seed = 1\n[table.t]\nrows = 50\ncolumns.a = {{ struct = {{ {fields} }} }}"), "")
    };
    let (one, both) = (with("x = 'int'"), with("y = 'name', x = 'int'"));
    assert!(one.iter().zip(&both).all(|(one, both)| one["a"]["x"] == both["a"]["x"]));
    let two = with("x = 'int:1,1M', y = 'int:1,1M'");
    assert!(two.iter().filter(|row| row["a"]["x"] == row["a"]["y"]).count() < 3);
}

#[test]
fn printed_schemas_make_the_same_lists_and_structs() {
    let scratch = Scratch::new();
    scratch.write("s.toml", ORDERS);
    let printed = gush("rows --schema s.toml --print-schema").within(scratch.folder()).run().ok();
    assert_eq!(of_schema(printed.text(), ""), of_schema(ORDERS, ""));
}

#[test]
fn errors_in_structs_are_reported_at_their_position() {
    let scratch = Scratch::new();
    scratch.write(
        "s.toml",
        "[table.t]\nrows = 2\n[table.t.columns]\na = { struct = {} }\nb = { item = 'noun' }\n\
         c = { struct = { x = 'nown', y = 'int@unique' }, upper = true }\nd = { list = [0, 5], item = 'seq' }\n\
         e = { struct = { x = 'int' }, item = 'int', list = 2 }\n",
    );
    let run = gush("rows --schema s.toml").within(scratch.folder()).run().code(2).stdout_is("");
    run.stderr_has("7 errors")
        .stderr_has("s.toml:4:16")
        .stderr_has("expected fields, such as")
        .stderr_has("s.toml:5:7")
        .stderr_has("a list needs its lengths too, such as list = [0, 5]")
        .stderr_has("s.toml:6:23")
        .stderr_has("did you mean `noun`?")
        .stderr_has("items and fields cannot be unique")
        .stderr_has("a list, a map or a struct has name, struct, map or item, list, null and type")
        .stderr_has("the items of a list would all be the same")
        .stderr_has("a column has a struct, a map or an item, and one of them alone");
}

/// The columns of `ORDERS`, but for the first, as arguments.
const ARGUMENTS: [&str; 4] = [
    "tags=noun@null=0.2@list=0,3",
    "address={street city=city@null=0.5}@null=0.3",
    "items={sku=regex:[A-Z]{9} buyer={first=person.first mail=person.email} labels=noun@list=0,2}@list=1,3",
    "grid=int:1,6@null=0.3@list=2",
];

/// The same columns, in an order of their own.
const FILE: &str = r#"
seed = 7
[table.orders]
rows = 300
columns.id = "seq"
columns.tags = { item = "noun@null=0.2", list = [0, 3] }
columns.address = { struct = { street = "street", city = "city@null=0.5" }, null = 0.3 }
columns.items = { list = [1, 3], struct = { sku = "regex:[A-Z]{9}", buyer = { struct = { first = "person.first", mail = "person.email" } }, labels = "noun@list=0,2" } }
columns.grid = "int:1,6@null=0.3@list=2"
"#;

#[test]
fn structs_in_braces_are_those_of_a_schema_file() {
    let with = |format: &str| {
        let run =
            gush(&format!("rows --seed 7 -l 300 -t orders -f {format} id=seq")).args(ARGUMENTS).run().ok();
        run.silent().text().to_owned()
    };
    let scratch = Scratch::new();
    scratch.write("s.toml", FILE);
    // In a file a text may have them too.
    let braces = format!("\"{}\"", ARGUMENTS[2].replace("items=", ""));
    let start = FILE.find("{ list = [1, 3]").expect("the items");
    let end = start + FILE[start..].find('\n').expect("a line");
    scratch.write("braces.toml", format!("{}{braces}{}", &FILE[..start], &FILE[end..]));
    for format in ["json", "ndjson", "yaml", "xml", "csv", "sql"] {
        for file in ["s.toml", "braces.toml"] {
            let run = gush(&format!("rows --schema {file} -f {format}")).within(scratch.folder()).run().ok();
            gush_testkit::assert_same(with(format), run.text());
        }
    }
    let printed = gush("rows --seed 7 -l 300 -t orders --print-schema id=seq").args(ARGUMENTS).run().ok();
    assert_eq!(of_schema(printed.text(), ""), of_schema(FILE, ""));
}

#[test]
fn a_field_in_quotes_may_have_blanks() {
    let run = seeded("-l 40 -f ndjson")
        .arg(r#"x={"a=enum:on sale,sold out" "b=const:say \"hi\"" c={"d=const:}"}}"#)
        .run()
        .ok();
    let rows: Vec<Value> =
        run.lines().into_iter().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let texts: std::collections::BTreeSet<&str> =
        rows.iter().filter_map(|row| row["x"]["a"].as_str()).collect();
    assert_eq!(texts.into_iter().collect::<Vec<_>>(), ["on sale", "sold out"]);
    assert!(rows.iter().all(|row| row["x"]["b"] == "say \"hi\"" && row["x"]["c"]["d"] == "}"));
}

#[test]
fn null_before_the_list_is_that_of_the_structs() {
    let run = seeded("-l 500 -f ndjson").arg("x={a=int}@null=0.5@list=2@null=0.5").run().ok();
    let rows: Vec<Value> =
        run.lines().into_iter().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let lists = rows.iter().filter(|row| !row["x"].is_null()).count();
    assert!((200..300).contains(&lists), "{lists} of 500");
    let items = rows.iter().filter_map(|row| row["x"].as_array()).flatten();
    let nulls = items.filter(|item| item.is_null()).count();
    assert!((lists * 8 / 10..lists * 12 / 10).contains(&nulls), "{nulls} of {}", 2 * lists);
    let print = seeded("-l 500 --print-schema").arg("x={a=int}@null=0.5@list=2@null=0.5").run().ok();
    assert_eq!(of_schema(print.text(), ""), rows);
}

/// pyarrow reads them as lists of structs.
#[test]
fn parquet_has_lists_of_structs_from_braces() {
    gush_testkit::need!("pyarrow");
    let scratch = Scratch::new();
    gush("rows --seed 7 -l 300 -t orders -o orders.parquet id=seq")
        .args(ARGUMENTS)
        .within(scratch.folder())
        .run()
        .ok();
    gush("rows --seed 7 -l 300 -t orders -o orders.ndjson id=seq")
        .args(ARGUMENTS)
        .within(scratch.folder())
        .run()
        .ok();
    let script = "import json, pyarrow.parquet as pq\n\
                  table = pq.read_table('orders.parquet')\n\
                  print(table.schema.field('items').type)\n\
                  rows = [json.loads(line) for line in open('orders.ndjson')]\n\
                  assert table.to_pylist() == rows, 'other values'\n";
    let run = gush_testkit::need::python(script).within(scratch.folder()).run().ok();
    assert!(run.text().starts_with("list<"), "{}", run.text());
}
