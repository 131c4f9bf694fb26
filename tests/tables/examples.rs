//! The files of `examples/` work as they are: a database takes each of them with all keys checked.

use std::path::{Path, PathBuf};

use gush_testkit::need::python_tool;
use gush_testkit::{MariaDb, Postgres, Program, Scratch, need};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// A scale at which an example is small.
fn scale(path: &Path) -> &'static str {
    if path.ends_with("tpch.toml") || path.ends_with("ssb.toml") { "0.001" } else { "0.1" }
}

/// How many lines a file beside the examples has.
fn lines(path: &str) -> usize {
    std::fs::read_to_string(examples().join(path)).expect("a file").lines().count()
}

/// The text before and after a script: keys are checked while it is loaded, and once more at the end.
const CHECKED: &str = "pragma foreign_keys = on;\n";
const COUNTS: &str =
    "pragma foreign_key_check;\nselect count(*) > 1 from sqlite_master where type = 'table';\n";

#[test]
fn sqlite_takes_every_example() {
    need!("sqlite3");
    let mut count = 0;
    for entry in std::fs::read_dir(examples()).expect("there are examples") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        let script = Program::new(env!("CARGO_BIN_EXE_gush"))
            .arg_line("rows -f sql --dialect sqlite")
            .args(["--scale", scale(&path)])
            .arg("--schema")
            .arg(&path)
            .run()
            .ok()
            .silent()
            .stdout;
        let scratch = Scratch::new();
        let all = [CHECKED.as_bytes(), &script, COUNTS.as_bytes()].concat();
        Program::new("sqlite3")
            .args(["-bail", "db"])
            .within(scratch.folder())
            .stdin(all)
            .run()
            .ok()
            .silent()
            .stdout_is("1\n");
        count += 1;
    }
    assert!(count >= 15);
}

/// The script of each example in a dialect, small, with its name.
fn scripts(dialect: &str) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(examples()).expect("there are examples") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        let script = Program::new(env!("CARGO_BIN_EXE_gush"))
            .arg_line("rows -f sql --dialect")
            .arg(dialect)
            .args(["--scale", scale(&path)])
            .arg("--schema")
            .arg(&path)
            .run()
            .ok()
            .silent();
        all.push((path.file_stem().expect("a name").to_string_lossy().into_owned(), script.stdout));
    }
    all.sort();
    all
}

#[test]
fn postgresql_takes_every_example() {
    need!("postgres");
    let server = Postgres::start();
    let scratch = Scratch::new();
    for (name, script) in scripts("postgres") {
        let path = scratch.write(&format!("{name}.sql"), script);
        server.sql(&format!("create database {name}"));
        Program::shell(&format!("{} -d {name} -f '{}'", server.psql(), path.display())).run().ok().silent();
    }
}

#[test]
fn mariadb_takes_every_example() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    for (name, script) in scripts("mysql") {
        server.sql("test", &format!("create database {name}")).ok();
        server.run(&name, script).ok().silent();
    }
}

/// DuckDB takes all of them, trees too.
#[test]
fn duckdb_takes_every_example() {
    need!("duckdb");
    let scratch = Scratch::new();
    let mut count = 0;
    for entry in std::fs::read_dir(examples()).expect("there are examples") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let script = Program::new(env!("CARGO_BIN_EXE_gush"))
            .arg_line("rows -f sql --dialect duckdb")
            .args(["--scale", scale(&path)])
            .arg("--schema")
            .arg(&path)
            .run()
            .ok()
            .silent();
        assert_eq!(
            ["chat", "employees", "star", "tracker"].contains(&name.as_str()),
            script.text().contains("-- DuckDB finds no rows of the same statement"),
            "{name}"
        );
        scratch.write(&format!("{name}.sql"), script.stdout);
        count += 1;
    }
    let load = "import duckdb, glob\n\
                for path in sorted(glob.glob('*.sql')):\n    \
                db = duckdb.connect()\n    \
                db.execute(open(path).read())\n    \
                tables = [name for name, in db.execute('select table_name from duckdb_tables()').fetchall()]\n    \
                assert all(db.execute(f'select count(*) from \"{name}\"').fetchone()[0] for name in tables), path\n    \
                print(len(tables) > 1)";
    let python = python_tool("python").expect("the test has asked for it");
    let run = Program::new(python).args(["-c", load]).within(scratch.folder()).run().ok().silent();
    run.stdout_is("True\n".repeat(count));
}

/// Every total of the shop is the sum of its items, to the cent.
#[test]
fn totals_of_the_shop_are_the_sums_of_its_items() {
    need!("sqlite3");
    let script = Program::new(env!("CARGO_BIN_EXE_gush"))
        .arg_line("rows -f sql --dialect sqlite --scale 0.1 --schema")
        .arg(examples().join("shop.toml"))
        .run()
        .ok()
        .silent()
        .stdout;
    let wrong = "select count(*) > 2000, sum(wrong) from (select o.id, round(max(o.total) - sum(i.amount), 2) <> 0 or \
                 max(round(i.amount - i.quantity * i.price, 2) <> 0) as wrong from orders o join items i on i.\"order\" = o.id group by o.id);\n";
    let all = [&script[..], wrong.as_bytes()].concat();
    Program::new("sqlite3").arg("-bail").stdin(all).run().ok().silent().stdout_is("1|0\n");
}

/// The predicates of TPC-H's queries select the shares that they select in the rows of an official generator, at a hundredth of the size, its
/// 22 queries have the same answers, and money and days the same types.
#[test]
fn the_eight_tables_are_as_those_of_an_official_generator() {
    need!("duckdb");
    let scratch = Scratch::new();
    let make = Program::new(env!("CARGO_BIN_EXE_gush"))
        .arg_line("rows --scale 0.01 -o tpch/ -f parquet --schema")
        .arg(examples().join("tpch.toml"));
    make.within(scratch.folder()).run().ok().silent();
    let python = python_tool("python").expect("the test has asked for it");
    let check = examples().join("../tests/tables/tpch/check.py");
    let run = Program::new(python).arg(check).arg(scratch.path("tpch")).arg("0.01");
    let predicates = lines("../tests/tables/tpch/predicates.tsv");
    run.run().ok().silent().stdout_is(format!("{predicates} predicates, 22 answers\n"));
}

/// The 13 queries of the Star Schema Benchmark select the shares that follow from its ranges, at a hundredth of the size.
#[test]
fn predicates_over_the_star_select_their_shares() {
    need!("duckdb");
    let scratch = Scratch::new();
    let make = Program::new(env!("CARGO_BIN_EXE_gush"))
        .arg_line(
            "rows --scale 0.01 --tables date,customer,supplier,part,lineorder -o ssb/ -f parquet --schema",
        )
        .arg(examples().join("ssb.toml"));
    make.within(scratch.folder()).run().ok().silent();
    let tests = examples().join("../tests/tables");
    let python = python_tool("python").expect("the test has asked for it");
    let run =
        Program::new(python).arg(tests.join("ssb.py")).arg(scratch.path("ssb")).arg(tests.join("ssb.tsv"));
    let predicates = lines("../tests/tables/ssb.tsv");
    run.run().ok().silent().stdout_is(format!("{predicates} predicates\n"));
}
