//! Ways into databases besides one INSERT by another: LOAD DATA, DuckDB, transactions, and what shards do to them.

use super::dialects::columns;
use crate::rows::{difficult_lines, gush, rows, seeded};
use gush_testkit::need::python_tool;
use gush_testkit::{MariaDb, Outcome, Postgres, Program, Scratch, assert_same, need};

/// A text that LOAD DATA could take for something else, one a line.
const MISREAD: &str = "NULL\n\\N\nN\n\\\n\"\n\",\"\n0\ntrue\n";

/// LOAD DATA has the very values that INSERT has: nulls, truth, texts with signs of its own.
#[test]
fn load_data_reads_what_insert_writes() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let scratch = difficult_lines();
    scratch.write("misread", MISREAD);
    let columns = format!(
        "{} odd=file:{} when=datetime@null=0.1 tick=series:2024-01-01,1ms",
        columns(&scratch),
        scratch.path("misread").display()
    );
    let dump = |table: &str| server.run("test", format!("select * from {table} order by id")).ok().silent();
    let script = rows(&format!("-f sql --dialect mariadb --create-table {columns}")).stdout;
    server.run("test", script).ok().silent();
    let inserted = dump("`Order`");
    assert_eq!(inserted.lines().len(), 2500);
    for (format, options, how) in [
        ("csv", "", "fields terminated by ',' optionally enclosed by '\"'"),
        ("csv", "-s ;", "fields terminated by ';' optionally enclosed by '\"'"),
        ("csv", "-H", "fields terminated by ',' optionally enclosed by '\"' ignore 1 lines"),
        ("tsv", "", "fields optionally enclosed by '\"'"),
    ] {
        for dialect in ["mysql", "mariadb"] {
            let values = rows(&format!("-f {format} --dialect {dialect} {options} {columns}")).stdout;
            let file = server.folder().write("values", values).display().to_string();
            server.run("test", "create or replace table loaded like `Order`").ok();
            let load =
                format!("load data local infile '{file}' into table loaded character set utf8mb4 {how}");
            // A value that the server changed would show in a warning.
            server.run("test", format!("{load}; show warnings")).ok().silent().stdout_is("");
            assert_same(dump("loaded").stdout, &inserted.stdout);
        }
    }
}

#[test]
fn load_data_has_no_bytes() {
    for format in ["csv", "tsv"] {
        let note = gush(&format!("rows -f {format} --dialect mysql b=bytes:4")).run().code(2).stdout_is("");
        note.stderr_has("LOAD DATA reads no binary values; sql writes them");
        let note = gush(&format!("rows -f {format} --dialect duckdb b=bytes:4")).run().code(2).stdout_is("");
        note.stderr_has("DuckDB reads binary values of csv as texts; sql writes them");
        // The same values as digits, as ever.
        let digits = rows(&format!("-f {format} b=bytes:4")).stdout;
        let marked = rows(&format!("-f {format} --dialect postgres b=bytes:4")).stdout;
        assert_same(String::from_utf8_lossy(&marked).replace("\\x", ""), digits);
    }
}

/// COPY has the very bytes that INSERT has, none at all among them, from csv.
#[test]
fn postgresql_copies_bytes_of_csv() {
    need!("postgres");
    let server = Postgres::start();
    let columns =
        "-l 500 id=seq b=bytes:3 some=bytes:0,4 maybe=bytes:0,1@null=0.3 at=datetime@type=timestamptz";
    let script = seeded(&format!("-f sql --dialect postgres -t made --create-table {columns}"));
    script.pipe_into(&format!("{} -f -", server.psql())).ok();
    server.sql("create table copied (like made)");
    let values = seeded(&format!("-f csv --dialect postgres -t made {columns}"));
    values.pipe_into(&format!(r"{} -c '\copy copied from stdin csv'", server.psql())).ok();
    let [made, copied] = ["made", "copied"]
        .map(|table| server.sql(&format!(r"\copy (select * from {table} order by id) to stdout")));
    assert_eq!(made.lines().len(), 500);
    assert_same(copied.stdout, &made.stdout);
}

/// An empty value of bytes is no null.
#[test]
fn no_bytes_at_all_are_quoted() {
    let rows = rows("-l 40 --seed 1 -f csv b=bytes:0,1@null=0.3").stdout;
    let text = String::from_utf8(rows).unwrap();
    assert!(text.lines().any(|line| line == "\"\"") && text.lines().any(str::is_empty), "{text}");
}

/// A time with a zone is the same point in time whatever the session's zone is.
#[test]
fn times_with_a_zone_say_it() {
    for dialect in ["ansi", "duckdb"] {
        let script = rows(&format!("-l 3 --seed 1 -f sql --dialect {dialect} a=datetime@type=timestamptz"));
        assert!(String::from_utf8_lossy(&script.stdout).contains("+00')"));
        let script = rows(&format!("-l 3 --seed 1 -f sql --dialect {dialect} a=datetime@type=timestamp"));
        assert!(!String::from_utf8_lossy(&script.stdout).contains("+00"));
    }
}

/// Runs a Python program with DuckDB on what is in `input`.
#[track_caller]
fn duckdb(program: &str, input: impl Into<Vec<u8>>) -> Outcome {
    let python = python_tool("python").expect("the test has asked for it");
    let program = format!("import duckdb, sys\ndb = duckdb.connect()\n{program}");
    Program::new(python).args(["-c", &program]).stdin(input).run().ok().silent()
}

#[test]
fn duckdb_makes_the_table_and_has_the_values() {
    need!("duckdb");
    let scratch = difficult_lines();
    let columns =
        format!("{} x=bytes:3 t=time when=datetime@null=0.1 tick=series:2024-01-01,1ms", columns(&scratch));
    let script = rows(&format!("-f sql --dialect duckdb --create-table {columns}")).stdout;
    let read = r#"
db.execute(sys.stdin.read())
for row in db.execute("""select * replace (hex(x).lower() as x, strftime("when", '%Y-%m-%dT%H:%M:%SZ') as "when",
        strftime(tick, '%Y-%m-%dT%H:%M:%S.%gZ') as tick) from "Order" order by id""").fetchall():
    print("\x1f".join("" if v is None else str(v).lower() if v is True or v is False else str(v) for v in row))
"#;
    let expected = seeded("-s").arg("\u{1f}").arg_line(&columns).run().ok().silent().stdout;
    duckdb(read, script.clone()).stdout_is(expected);
    let types = r#"
db.execute(sys.stdin.read())
print(*(row[1] for row in db.execute('describe "Order"').fetchall()), sep=", ")
print(db.execute("select constraint_type from duckdb_constraints() where constraint_type in ('PRIMARY KEY', 'UNIQUE')"
    " order by constraint_index").fetchall())
"#;
    duckdb(types, script).stdout_is(
        "BIGINT, VARCHAR, VARCHAR, VARCHAR, BOOLEAN, SMALLINT, BIGINT, DECIMAL(8,4), DATE, UUID, VARCHAR, BLOB, TIME, \
         TIMESTAMP, TIMESTAMP\n[('PRIMARY KEY',), ('UNIQUE',), ('UNIQUE',)]\n",
    );
}

/// Every keyword that DuckDB reserves in some context can be a column.
#[test]
fn keywords_of_duckdb_are_columns() {
    need!("duckdb");
    let listed = "for row in db.execute('select distinct keyword_name from duckdb_keywords()').fetchall(): print(row[0])";
    let keywords = duckdb(listed, "").text().to_owned();
    let keywords: Vec<&str> = keywords.lines().collect();
    assert!(keywords.len() > 400);
    for keywords in keywords.chunks(100) {
        let columns: Vec<String> = keywords.iter().map(|keyword| format!("{keyword}=int")).collect();
        let script =
            rows(&format!("-f sql --dialect duckdb --create-table -l 2 {}", columns.join(" "))).stdout;
        duckdb(
            "db.execute(sys.stdin.read()); print(db.execute('select count(*) from data').fetchone()[0])",
            script,
        )
        .stdout_is("2\n");
    }
}

/// What the README shows of SQLite keeps nulls and types, where `.import` of csv has texts alone.
#[test]
fn sqlite_keeps_nulls_and_types() {
    need!("sqlite3");
    let columns = "-l 1000 id=seq spent=decimal:0,500,2@null=0.3 ok=bool@null=0.5 note=enum:,x@null=0.5";
    let script = rows(&format!("-f sql --dialect sqlite --create-table {columns}")).stdout;
    let read = "select count(*), sum(spent is null) > 200, sum(note is null) > 400, sum(note = '') > 100, \
                group_concat(distinct typeof(id)), max(typeof(spent) = 'text'), sum(ok in (0, 1)) + sum(ok is null) \
                from data;";
    let query = [&script[..], read.as_bytes()].concat();
    Program::new("sqlite3")
        .arg("-bail")
        .stdin(query)
        .run()
        .ok()
        .silent()
        .stdout_is("1000|1|1|1|integer|0|1000\n");
}

/// One transaction: what fails at the end leaves nothing of the beginning.
#[test]
fn a_transaction_is_atomic() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let query = |sql: Vec<u8>| {
        Program::new("sqlite3").args(["-bail", "db"]).within(scratch.folder()).stdin(sql).run()
    };
    query(b"create table data (n integer unique)".to_vec()).ok();
    let count = |expected: &str| query(b"select count(*) from data".to_vec()).ok().stdout_is(expected);
    // The second statement has a value of the first.
    let script = rows("-f sql --dialect sqlite --batch 50 -l 100 n=int:1,2").stdout;
    query(script).code(1);
    count("0\n");
    let script = rows("-f sql --dialect sqlite --batch 50 -l 100 n=int:1,1000@unique").stdout;
    query(script.clone()).ok().silent();
    count("100\n");
    assert!(script.starts_with(b"BEGIN;\nINSERT") && script.ends_with(b");\nCOMMIT;\n"));
    let plain =
        rows("-f sql --dialect sqlite --batch 50 -l 100 --transaction never n=int:1,1000@unique").stdout;
    assert_same([b"BEGIN;\n", &plain[..], b"COMMIT;\n"].concat(), script);
}

#[test]
fn shards_of_one_transaction_join_and_those_of_their_own_load_by_themselves() {
    need!("sqlite3");
    let arguments = "-f sql --dialect sqlite --create-table --batch 7 -l 100 id=seq name";
    let shard =
        |options: &str, part: u32| seeded(&format!("--shard {part}/3 {options} {arguments}")).run().ok();
    let complete: Vec<u8> =
        (1..=3).flat_map(|part| shard("--transaction whole", part).silent().stdout).collect();
    assert_same(complete, rows(arguments).stdout);
    // Without a choice, a message describes the shards.
    let note = "gush: the first shard begins a transaction that the last one commits; give --transaction shard to load them \
                by themselves\n";
    let usual: Vec<u8> = (1..=3).flat_map(|part| shard("", part).stderr_is(note).stdout).collect();
    assert_same(usual, rows(arguments).stdout);
    seeded(&format!("--shard 1/1 {arguments}")).run().ok().silent();
    let scratch = Scratch::new();
    for part in 1..=3 {
        let script = shard("--transaction shard", part).silent().stdout;
        Program::new("sqlite3")
            .args(["-bail", "db"])
            .within(scratch.folder())
            .stdin(script)
            .run()
            .ok()
            .silent();
    }
    let read =
        Program::new("sqlite3").args(["db", "select count(*), sum(id) from data"]).within(scratch.folder());
    read.run().ok().stdout_is("100|5050\n");
    let shards: Vec<u8> =
        (1..=3).flat_map(|part| shard("--transaction never", part).silent().stdout).collect();
    assert_same(shards, rows(&format!("--transaction never {arguments}")).stdout);
}

/// A stream is never committed, so it begins no transaction; an empty output needs no transaction.
#[test]
fn empty_and_endless_outputs_have_no_transaction() {
    seeded("-S -f sql id=seq")
        .pipe_into("head -n 2")
        .consumer
        .ok()
        .stdout_is("INSERT INTO data (id) VALUES\n(1),\n");
    rows("-l 0 -f sql id=seq").stdout_is("");
    rows("-l 0 -f sql --transaction shard --create-table id=seq")
        .stdout_is("CREATE TABLE data (\n  id BIGINT NOT NULL PRIMARY KEY\n);\n");
}
