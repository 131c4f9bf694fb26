//! `gush check --against` with a file of SQLite: its types of values, its numbers, and the queries that it runs itself.

use rusqlite::Connection;

use crate::tables::checked::Database;
use crate::tables::schema;

/// A column of texts, in a table that was there, may have numbers.
#[test]
fn numbers_are_found_in_columns_of_texts() {
    let (scratch, database) = (
        schema("[table.t]\nrows = 20\ncolumns.id = \"seq\"\ncolumns.n = \"int:5,200\"\n"),
        Database::sqlite(),
    );
    database.run("create table t (id integer primary key, n text)");
    database.load(&scratch, "s.toml", "--seed 7");
    database.check(&scratch, "s.toml", "--seed 7").ok();
    database.run("update t set n = '4' where id = 3");
    database
        .check(&scratch, "s.toml", "--seed 7")
        .code(1)
        .stdout_has("t.n is between 5 and 200: broken by 1 row, such as id = 3, n = 4");
}

/// Integers are compared as such, also where floating-point numbers cannot tell them from each other; the latest row of a parent is not asked.
#[test]
fn large_integers_are_exact_in_sqlite() {
    let scratch = schema(
        "seed = 1\n[table.a]\nrows = 5\ncolumns.id = \"seq\"\ncolumns.y = \"int:0,900000000000000000\"\n\
         columns.total = \"sum:b.s\"\ncolumns.last = \"argmax:b.word,s\"\n\
         [table.b]\nrows = { per = \"a\", each = 2 }\ncolumns.id = \"seq\"\ncolumns.a = \"ref:a.id\"\n\
         columns.y = \"ref:a.y\"\ncolumns.s = \"split:a.y\"\ncolumns.word = \"noun\"\n",
    );
    let database = Database::sqlite();
    database.load(&scratch, "s.toml", "");
    database.check(&scratch, "s.toml", "").ok();
    database.run("update b set y = y + 1, s = s - 1 where id = 3");
    let check = database.check(&scratch, "s.toml", "").code(1);
    for line in [
        "b.y is a.y of its row: broken by 1 row",
        "b.s adds up to a.y: broken by 1 row",
        "a.total is the sum of its b.s",
    ] {
        assert!(check.text().contains(line), "{line} is not in {}", check.text());
    }
}

/// Nothing is changed, and nothing is asked in a dry run, whose queries SQLite runs.
#[test]
fn a_dry_run_prints_the_queries() {
    let scratch = schema(include_str!("against.toml"));
    let database = Database::sqlite();
    database.load(&scratch, "s.toml", "");
    let Database::Sqlite(folder) = &database else { return };
    let before = folder.read("db");
    let text = database.check(&scratch, "s.toml", "--dry-run -t likes").ok().text().to_owned();
    assert!(
        text.starts_with("-- likes has 60 rows\nSELECT found FROM (SELECT count(*) AS found FROM likes)"),
        "{text}"
    );
    assert!(!text.contains("-- users"), "{text}");
    let connection = Connection::open(folder.path("db")).unwrap();
    for query in text.lines().filter(|line| !line.starts_with("--")) {
        let mut statement = connection.prepare(query).unwrap();
        assert!(statement.query([]).unwrap().next().unwrap().is_none(), "{query}");
    }
    assert_eq!(folder.read("db"), before);
    assert_eq!(folder.names(), ["db"]);
}
