//! `@dirty` and `--dirt-log`: the log lists exactly what differs from the clean rows, in every format, shard and number of threads.

use std::collections::HashMap;

use crate::rows::gush;
use gush_testkit::{Program, Scratch, need};

const CLEAN: [&str; 7] = [
    "id=seq",
    "name",
    "email@unique",
    "age=int:18,90@null=0.1",
    "price=decimal:1,500,2",
    "born=date:1950-01-01,2005-12-31",
    "plan=enum:free*8,pro*2",
];
const DIRT: [&str; 7] = [
    "",
    "@dirty=0.05",
    "@dirty=duplicate:0.02",
    "@dirty=0.06",
    "@dirty=outlier:0.03",
    "@dirty=text:0.01,blank:0.02",
    "@dirty=case:0.25",
];

fn dirty() -> String {
    let columns = CLEAN.iter().zip(DIRT).map(|(clean, dirt)| format!("{clean}{dirt}"));
    columns.collect::<Vec<_>>().join(" ")
}

/// A file as text.
fn read(scratch: &Scratch, name: &str) -> String {
    String::from_utf8(scratch.read(name)).expect("the file is a text")
}

/// The fields of a line of csv; each with whether it was quoted.
fn fields(line: &str) -> Vec<(String, bool)> {
    let (mut fields, mut chars) = (vec![(String::new(), false)], line.chars().peekable());
    let mut inside = false;
    while let Some(c) = chars.next() {
        let last = fields.last_mut().expect("there is one");
        match c {
            '"' if inside && chars.peek() == Some(&'"') => last.0.push(chars.next().expect("it was seen")),
            '"' => (inside, last.1) = (!inside, true),
            ',' if !inside => fields.push((String::new(), false)),
            c => last.0.push(c),
        }
    }
    fields
}

fn cells(text: &str) -> Vec<Vec<String>> {
    let values = |line| fields(line).into_iter().map(|(value, _)| value).collect();
    text.lines().map(values).collect()
}

/// Each logged cell differs as logged, and no other does.
fn compare(clean: &str, dirty: &str, log: &str, first_row: usize) -> usize {
    let (clean, dirty, log) = (cells(clean), cells(dirty), cells(log));
    assert_eq!(log[0], ["row", "column", "kind", "clean"]);
    let mut listed: HashMap<(usize, &str), &str> = HashMap::new();
    for line in &log[1..] {
        let row: usize = line[0].parse().expect("a row's number");
        assert!(listed.insert((row, &line[1]), &line[3]).is_none(), "{line:?} comes twice");
    }
    let count = listed.len();
    for (row, (clean, dirty)) in clean[1..].iter().zip(&dirty[1..]).enumerate() {
        for ((name, clean), dirty) in dirty_names().iter().zip(clean).zip(dirty) {
            match listed.remove(&(first_row + row, *name)) {
                Some(logged) => {
                    assert!(
                        logged == clean && clean != dirty,
                        "row {row}, {name}: {logged}, {clean}, {dirty}"
                    );
                }
                None => assert_eq!(clean, dirty, "row {row}, {name}"),
            }
        }
    }
    assert!(listed.is_empty(), "there are no such cells: {listed:?}");
    count
}

fn dirty_names() -> [&'static str; 7] {
    ["id", "name", "email", "age", "price", "born", "plan"]
}

#[test]
fn the_log_lists_the_differences() {
    let scratch = Scratch::new();
    for (rows, first) in [("-l 3000", 0), ("--rows 500..1777", 500), ("-l 7", 0)] {
        let clean = gush(&format!("rows --seed 7 -f csv -H {rows} {}", CLEAN.join(" "))).run().ok();
        let dirty = gush(&format!("rows --seed 7 -f csv -H {rows} --dirt-log dirt.csv {}", dirty()))
            .within(scratch.folder())
            .run()
            .ok();
        let count = compare(clean.text(), dirty.text(), &read(&scratch, "dirt.csv"), first);
        if rows == "-l 3000" {
            let log = read(&scratch, "dirt.csv");
            let of = |column: &str, kind: &str| {
                log.lines().filter(|line| line.contains(&format!(",{column},{kind},"))).count()
            };
            assert_eq!(["blank", "case", "double", "encoding", "long"].map(|kind| of("name", kind)), [30; 5]);
            assert_eq!(["blank", "text", "outlier"].map(|kind| of("age", kind)), [60; 3]);
            assert_eq!((of("email", "duplicate"), of("price", "outlier")), (60, 90));
            assert_eq!((of("born", "text"), of("born", "blank"), of("plan", "case")), (30, 60, 750));
            assert_eq!(count, 150 + 180 + 60 + 90 + 90 + 750);
        }
    }
}

#[test]
fn threads_and_shards_change_nothing() {
    let scratch = Scratch::new();
    let run = |options: &str| {
        let arguments = format!("rows --seed 7 -l 30k -f csv --dirt-log log.csv {options} {}", dirty());
        let run = gush(&arguments).within(scratch.folder()).run().ok();
        (run.text().to_owned(), read(&scratch, "log.csv"))
    };
    let (rows, log) = run("-j 1");
    assert_eq!(run("-j 4"), (rows.clone(), log.clone()));
    let shards = [1, 2, 3].map(|shard| run(&format!("--shard {shard}/3")));
    assert_eq!(shards.each_ref().map(|(rows, _)| &rows[..]).concat(), rows);
    let (head, _) = log.split_at("row,column,kind,clean\n".len());
    let lines = shards.each_ref().map(|(_, log)| log.strip_prefix(head).expect("a header"));
    assert_eq!([head, &lines.concat()].concat(), log);
}

/// The values of all formats are those of csv.
#[test]
fn formats_have_the_same_dirty_values() {
    let columns = "name@dirty=0.3 n=int:1,99@null=0.2@dirty=0.3 d=int:1,900@dirty=outlier:0.3 email@dirty=0.3,duplicate,blank";
    let run = |format: &str| gush(&format!("rows --seed 7 -l 500 -f {format} {columns}")).run().ok();
    let csv = cells(run("csv").text());
    for (line, cells) in run("ndjson").lines().into_iter().zip(&csv) {
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        for (name, cell) in ["name", "n", "d", "email"].into_iter().zip(cells) {
            let value = match &object[name] {
                serde_json::Value::Null => String::new(),
                serde_json::Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(&value, cell, "{line}");
        }
        assert!(object["d"].is_number() && (object["n"].is_string() || object["n"].is_null()), "{line}");
    }
    for format in ["sql", "yaml", "xml", "html", "markdown", "copy", "json"] {
        assert!(run(format).text().contains('Â'), "{format}");
    }
}

#[test]
fn duckdb_reads_the_same_values_from_parquet_and_avro_is_written() {
    need!("duckdb");
    let python = need::python_tool("python").expect("it is there");
    let scratch = Scratch::new();
    let columns = "name@dirty=0.3 n=int:1,99@null=0.2@dirty=0.3 d=decimal:1,9,2@dirty=outlier:0.3 id=uuidv4@dirty=duplicate:0.2 \
                   born=date@dirty=0.2,outlier";
    for output in ["rows.parquet --for newest", "rows.csv -H", "rows.avro", "rows.arrow"] {
        gush(&format!("rows --seed 7 -l 3000 -o {output} {columns}")).within(scratch.folder()).run().ok();
    }
    let script = "import duckdb\n\
         q = lambda f: duckdb.sql(f\"select name, n::varchar, d::varchar, id::varchar, born::varchar from {f}\").fetchall()\n\
         a = q(\"'rows.parquet'\")\n\
         b = q(\"read_csv('rows.csv', all_varchar = true, header = true)\")\n\
         assert len(a) == 3000 and a == b, [(x, y) for x, y in zip(a, b) if x != y][:3]\n\
         types = [str(t) for t in duckdb.sql(\"select * from 'rows.parquet'\").types]\n\
         assert types == ['VARCHAR', 'VARCHAR', 'DECIMAL(6,2)', 'UUID', 'DATE'], types\n";
    Program::new(python).args(["-c", script]).within(scratch.folder()).run().ok();
}

const SHOP: &str = r#"
seed = 7
[table.customers]
rows = 400
columns = ["id=seq", "name@dirty=0.1", "born=date:1950-01-01,2000-12-31@dirty=outlier:0.05"]

[table.orders]
rows = { per = "customers", each = "int:0,5" }
columns = ["id=seq", "customer=ref:customers.id@dirty=blank:0.1", "customer_name=ref:customers.name", "price=decimal:1,9", { name = "double", expr = "price * 2", dirty = "outlier:0.1" }]
"#;

#[test]
fn tables_have_one_log_and_read_clean_values() {
    let scratch = Scratch::new();
    scratch.write("shop.toml", SHOP);
    let clean = SHOP
        .replace("@dirty=0.1", "")
        .replace("@dirty=outlier:0.05", "")
        .replace("@dirty=blank:0.1", "")
        .replace(", dirty = \"outlier:0.1\"", "");
    scratch.write("clean.toml", &clean);
    let run = |arguments: &str| gush(&format!("rows {arguments}")).within(scratch.folder()).run().ok();
    run("--schema shop.toml -f csv -H -o dirty/ --dirt-log log.ndjson.gz");
    run("--schema clean.toml -f csv -H -o clean/");
    need!("gzip");
    let log = Program::shell("gzip -dc log.ndjson.gz").within(scratch.folder()).run().ok();
    let mut listed = HashMap::new();
    for line in log.lines() {
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let text = |key: &str| object[key].as_str().expect("a text").to_owned();
        let row = object["row"].as_u64().expect("a number") as usize;
        listed.insert((text("table"), row, text("column")), text("clean"));
    }
    let mut counts: HashMap<(String, String), usize> = HashMap::new();
    for table in ["customers", "orders"] {
        let [dirty, clean] =
            ["dirty", "clean"].map(|folder| cells(&read(&scratch, &format!("{folder}/{table}.csv"))));
        for (row, (dirty_row, clean_row)) in dirty[1..].iter().zip(&clean[1..]).enumerate() {
            for ((name, dirty), clean) in dirty[0].iter().zip(dirty_row).zip(clean_row) {
                let logged = listed.remove(&(table.to_owned(), row, name.clone()));
                assert_eq!(logged.as_ref(), (dirty != clean).then_some(clean), "{table}, {row}, {name}");
                *counts.entry((table.to_owned(), name.clone())).or_default() += usize::from(logged.is_some());
            }
        }
    }
    assert!(listed.is_empty());
    assert_eq!(counts[&("customers".into(), "name".into())], 40);
    assert_eq!(counts[&("customers".into(), "born".into())], 20);
    assert_eq!(counts[&("orders".into(), "customer_name".into())], 0);
    assert!(
        counts[&("orders".into(), "customer".into())] > 50
            && counts[&("orders".into(), "double".into())] > 50
    );
    // A dirty column is neither a key nor refers to one.
    let script = run("--schema shop.toml -f sql --dialect postgres");
    assert!(
        !script.text().contains("FOREIGN KEY") && !script.text().contains("REFERENCES"),
        "{}",
        script.text()
    );
}

/// The rows of a shard by the parents' table are numbered from 0, and so is their list.
#[test]
fn shards_by_a_table_list_their_own_rows() {
    let scratch = Scratch::new();
    scratch.write("shop.toml", SHOP);
    scratch.write("clean.toml", SHOP.replace("@dirty=blank:0.1", ""));
    let run = |file: &str, more: &str| {
        let arguments =
            format!("rows --schema {file} --shard-by customers --shard 2/3 -f csv -H -o {file}.out/ {more}");
        gush(&arguments).within(scratch.folder()).run().ok();
        let name = std::fs::read_dir(scratch.path(&format!("{file}.out/orders"))).expect("a folder").next();
        let path = name.expect("a file").expect("a file").path();
        cells(&std::fs::read_to_string(path).expect("a text"))
    };
    let (dirty, clean) = (run("shop.toml", "--dirt-log log.csv"), run("clean.toml", ""));
    let log = read(&scratch, "log.csv");
    let mut differing = Vec::new();
    for (row, (dirty, clean)) in dirty[1..].iter().zip(&clean[1..]).enumerate() {
        if dirty[1] != clean[1] {
            differing.push(format!("orders,{row},customer,blank,{}", clean[1]));
        }
    }
    let listed: Vec<&str> =
        log.lines().filter(|line| line.starts_with("orders,") && line.contains(",customer,")).collect();
    assert_eq!(listed, differing);
    assert!(!listed.is_empty());
}

#[test]
fn a_saved_schema_is_as_dirty() {
    let scratch = Scratch::new();
    let first = gush(&format!("rows --seed 7 -l 200 -f csv --save-schema saved.toml {}", dirty()))
        .within(scratch.folder())
        .run()
        .ok();
    gush("rows --schema saved.toml -f csv").within(scratch.folder()).run().ok().stdout_is(&first.stdout);
}

#[test]
fn a_log_that_cannot_be_written_is_an_error_before_the_rows() {
    let run = gush("rows -l 10 name@dirty=0.5 --dirt-log missing/log.csv").run();
    assert!(run.code(1).stdout_is("").errors().contains("missing"));
}
