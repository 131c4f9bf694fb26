//! Scripts that load again: what is there is dropped first.

use crate::rows::{gush, rows};
use gush_testkit::{MariaDb, Postgres, Program, Scratch, need};

const SHOP: &str = "seed = 1\n\
    [table.customers]\nrows = 20\ncolumns.id = \"seq\"\ncolumns.name = \"name\"\n\
    [table.orders]\nrows = 50\ncolumns.id = \"seq\"\ncolumns.customer = \"ref:customers.id\"\n\
    [table.parts]\nrows = 90\ncolumns.id = \"seq\"\ncolumns.parent = \"ref:orders.id\"\n";

/// The script of three tables that refer to each other.
fn script(scratch: &Scratch, dialect: &str) -> Vec<u8> {
    scratch.write("shop.toml", SHOP);
    let command = format!("rows --schema shop.toml -f sql --drop --dialect {dialect}");
    gush(&command).within(scratch.folder()).run().ok().stdout
}

const COUNTS: &str =
    "select (select count(*) from customers) + (select count(*) from orders) + (select count(*) from parts)";

#[test]
fn postgresql_loads_it_twice() {
    need!("postgres");
    let (server, scratch) = (Postgres::start(), Scratch::new());
    // What is not there yet is a notice.
    let load = |script: Vec<u8>| Program::shell(&server.psql()).stdin(script).run().ok();
    for _ in 0..2 {
        load(script(&scratch, "postgres"));
        server.sql(COUNTS).stdout_is("160\n");
    }
    for _ in 0..2 {
        load(rows("-f copy --drop -t again -l 3 id=seq name").stdout);
        server.sql("select count(*) from again").stdout_is("3\n");
    }
}

#[test]
fn mariadb_loads_it_twice() {
    need!("mariadb server");
    let (server, scratch) = (MariaDb::start("test"), Scratch::new());
    for _ in 0..2 {
        server.run("test", script(&scratch, "mysql")).ok();
        assert!(server.run("test", COUNTS).ok().text().contains("160"));
    }
}

#[test]
fn sqlite_loads_it_twice() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let script = [b"pragma foreign_keys = on;\n".to_vec(), script(&scratch, "sqlite")].concat();
    for _ in 0..2 {
        let shell = || Program::new("sqlite3").args(["-bail", "db"]).within(scratch.folder());
        shell().stdin(script.clone()).run().ok().silent().stdout_is("");
        shell().arg(COUNTS).run().ok().stdout_is("160\n");
    }
}

/// What refers to a table is dropped before it, and what makes no table is refused.
#[test]
fn tables_are_dropped_before_those_that_they_refer_to() {
    let scratch = Scratch::new();
    for (dialect, drops) in [
        ("postgres", "DROP TABLE IF EXISTS parts, orders, customers;\n"),
        (
            "mysql",
            "DROP TABLE IF EXISTS parts;\nDROP TABLE IF EXISTS orders;\nDROP TABLE IF EXISTS customers;\n",
        ),
        (
            "ansi",
            "DROP TABLE IF EXISTS parts;\nDROP TABLE IF EXISTS orders;\nDROP TABLE IF EXISTS customers;\n",
        ),
    ] {
        let script = String::from_utf8(script(&scratch, dialect)).expect("text");
        assert!(script.contains(drops), "{script}");
        assert!(script.find("CREATE TABLE") > script.find("DROP TABLE"), "{script}");
    }
    let one = rows("-f sql --drop -t t -l 1 x=enum:5").text().to_owned();
    assert!(one.starts_with("DROP TABLE IF EXISTS t;\nCREATE TABLE t ("), "{one}");
    gush("rows -f csv --drop name").run().code(2).stderr_has("csv makes no table");
}

#[test]
fn a_table_that_another_one_refers_to_is_not_dropped_alone() {
    let scratch = Scratch::new();
    scratch.write("shop.toml", SHOP);
    let run = |tables: &str| {
        gush(&format!("rows --schema shop.toml -f sql --drop --tables {tables}"))
            .within(scratch.folder())
            .run()
    };
    run("customers")
        .code(2)
        .stdout_is("")
        .stderr_has("no database drops `customers` while `orders` refers to it");
    run("customers,orders").code(2).stderr_has("no database drops `orders` while `parts` refers to it");
    run("parts").ok();
    run("customers,orders,parts").ok();
}
