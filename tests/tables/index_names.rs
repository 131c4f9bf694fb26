//! Names of indexes that would be those of tables, keys or other indexes: every database takes the script, and so does `--into`.

use gush_testkit::{MariaDb, Postgres, Scratch, need};
use rusqlite::Connection;

use crate::tables::{generated, schema, within};

/// Columns whose index would have the name of a table, of a key and of another index, and names that PostgreSQL cuts to the same.
fn colliding() -> Scratch {
    let long = "customer_who_has_ordered_and_will_be_asked_for_an_opinion_";
    schema(&format!(
        "[table.orders_items]\nrows = 4\ncolumns.id = \"seq\"\n\
         [table.orders]\nrows = 5\ncolumns.id = \"seq\"\ncolumns.items = \"ref:orders_items.id\"\n\
         columns.pkey = \"ref:orders_items.id@of=pkey\"\n\
         columns.{long}one = \"ref:orders_items.id@of=one\"\ncolumns.{long}two = \"ref:orders_items.id@of=two\"\n\
         [table.a_b]\nrows = 5\ncolumns.id = \"seq\"\ncolumns.c = \"ref:orders.id\"\n\
         [table.a]\nrows = 5\ncolumns.id = \"seq\"\ncolumns.b_c = \"ref:orders.id\"\n"
    ))
}

#[test]
fn postgresql_takes_all_names() {
    need!("postgres");
    let (by_script, loaded) = (Postgres::start(), Postgres::start());
    let scratch = colliding();
    let script = within(&scratch, "--schema s.toml -f sql --dialect postgres");
    script.pipe_into(&format!("{} -f -", by_script.psql())).ok().stdout_is("");
    let address = format!("postgres://gush@/postgres?host={}", loaded.folder().display());
    within(&scratch, "--schema s.toml --progress=never --into").arg(address).run().ok();
    for server in [&by_script, &loaded] {
        let sql = "select indexname from pg_indexes where schemaname = 'public' and indexname not like '%pkey' order by indexname collate \"C\"";
        server.sql(sql).stdout_is(
            "a_b_c\na_b_c_2\n\
             orders_customer_who_has_ordered_and_will_be_asked_for_an_opin_2\n\
             orders_customer_who_has_ordered_and_will_be_asked_for_an_opinio\n\
             orders_items_2\norders_pkey_2\n",
        );
    }
}

#[test]
fn sqlite_takes_all_names() {
    let scratch = colliding();
    let script = generated(&scratch, "--schema s.toml -f sql --dialect sqlite").stdout;
    let by_script = Connection::open(scratch.path("by-script")).unwrap();
    by_script.execute_batch(std::str::from_utf8(&script).unwrap()).unwrap();
    within(&scratch, "--schema s.toml --progress=never --into sqlite:loaded").run().ok();
    let names = |connection: &Connection| -> Vec<String> {
        let sql = "select name from sqlite_schema where type = 'index' order by name";
        connection
            .prepare(sql)
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    let found = names(&by_script);
    assert_eq!(found, names(&Connection::open(scratch.path("loaded")).unwrap()));
    for name in ["orders_items_2", "orders_pkey", "a_b_c", "a_b_c_2"] {
        assert!(found.iter().any(|found| found == name), "{found:?}");
    }
}

#[test]
fn mariadb_takes_all_names() {
    need!("mariadb server");
    let scratch = colliding();
    let server = MariaDb::start("shop");
    // Names have at most 64 characters there, of which these have 61.
    let script = generated(&scratch, "--schema s.toml -f sql --dialect mysql").stdout;
    server.run("shop", script).ok().silent().stdout_is("");
    server.run("shop", "select count(*) from information_schema.table_constraints where constraint_schema = 'shop' and constraint_type = 'FOREIGN KEY'")
        .ok()
        .stdout_is("6\n");
}
