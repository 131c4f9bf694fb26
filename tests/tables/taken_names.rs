//! Names that a database has already, or that a script would give twice: indexes, types, sequences; and keys that a database cannot have.

use gush_testkit::{Outcome, Postgres, Program, Scratch, need};
use rusqlite::Connection;

use crate::tables::{schema, within};

fn into(scratch: &Scratch, server: &Postgres, sentence: &str) -> Program {
    let address = format!("postgres://gush@/postgres?host={}", server.folder().display());
    within(scratch, &format!("--schema s.toml --progress=never {sentence} --into")).arg(address)
}

#[track_caller]
fn load(scratch: &Scratch, server: &Postgres, sentence: &str) -> Outcome {
    into(scratch, server, sentence).run()
}

/// Two tables, the second of which has an index `orders_customer`.
fn shop() -> Scratch {
    schema(
        "[table.customers]\nrows = 4\ncolumns.id = \"seq\"\n\
         [table.orders]\nrows = 5\ncolumns.id = \"seq\"\ncolumns.customer = \"ref:customers.id\"\n",
    )
}

#[test]
fn an_index_of_postgresql_gets_another_name_where_its_own_is_taken() {
    need!("postgres");
    let server = Postgres::start();
    server.sql("create table orders_customer (n int)");
    let run = load(&shop(), &server, "").ok();
    run.stderr_is(
        "gush: the index of orders (customer) has a name that the server chooses, as orders_customer is something else there\n",
    );
    server.sql("select indexdef from pg_indexes where tablename = 'orders' order by 1").stdout_is(
        "CREATE INDEX orders_customer_idx ON public.orders USING btree (customer)\n\
             CREATE UNIQUE INDEX orders_pkey ON public.orders USING btree (id)\n",
    );
    // What is dropped with its table takes no name.
    server.sql("drop table orders_customer");
    load(&shop(), &server, "--create replace").ok().silent();
    load(&shop(), &server, "--create replace").ok().silent();
    server.sql("select count(*) from pg_indexes where indexname = 'orders_customer'").stdout_is("1\n");
}

#[test]
fn an_index_of_sqlite_gets_a_number_where_its_name_is_taken() {
    let scratch = shop();
    let connection = Connection::open(scratch.path("db")).unwrap();
    connection
        .execute_batch(
            "create table Orders_Customer (n int); create index orders_customer_2 on orders_customer (n)",
        )
        .unwrap();
    within(&scratch, "--schema s.toml --progress=never --into sqlite:db").run().ok();
    let sql = "select name from sqlite_schema where type = 'index' and tbl_name = 'orders'";
    let name: String = connection.query_row(sql, [], |row| row.get(0)).unwrap();
    assert_eq!(name, "orders_customer_3");
}

/// Types that would have the name of a table, and two that would have the same one.
const TYPES: &str = "[table.kid]\nrows = 9\ncolumns.id = \"seq\"\ncolumns.status = { generator = \"enum:in,out\", type = \"enum\" }\n\
     [table.kid_status]\nrows = 9\ncolumns.id = \"seq\"\ncolumns.kid = \"ref:kid.id\"\ncolumns.copy = \"ref:kid.status\"\n\
     [table.a_b]\nrows = 9\ncolumns.c = { generator = \"enum:x,y\", type = \"enum\" }\n\
     [table.a]\nrows = 9\ncolumns.b_c = { generator = \"enum:v,w\", type = \"enum\" }\n";

#[test]
fn types_of_enumerations_have_names_of_their_own() {
    need!("postgres");
    let (by_script, loaded) = (Postgres::start(), Postgres::start());
    let scratch = schema(TYPES);
    let script = within(&scratch, "--schema s.toml -f sql --dialect postgres");
    script.pipe_into(&format!("{} -f -", by_script.psql())).ok().stdout_is("");
    load(&scratch, &loaded, "").ok();
    load(&scratch, &loaded, "--create replace").ok();
    for server in [&by_script, &loaded] {
        let sql = "select typname, string_agg(enumlabel, ',' order by enumsortorder) from pg_enum as e join pg_type as t on t.oid = e.enumtypid \
                   group by 1 order by 1";
        server.sql(sql).stdout_is("a_b_c|x,y\na_b_c_2|v,w\nkid_status_2|in,out\n");
        server
            .sql("select count(*) from kid join kid_status as s on s.kid = kid.id and s.copy = kid.status")
            .stdout_is("9\n");
    }
}

#[test]
fn a_type_that_is_there_is_looked_at_before_the_rows() {
    need!("postgres");
    let server = Postgres::start();
    let scratch = schema(
        "[table.kid]\nrows = 9\ncolumns.id = \"seq\"\ncolumns.status = { generator = \"enum:in,out\", type = \"enum\" }\n",
    );
    server.sql("create type kid_status as enum ('out', 'away')");
    load(&scratch, &server, "").code(2).stderr_has(
        "nothing was changed\n  the type kid_status is there, without in; drop it, or name another",
    );
    server.sql("drop type kid_status; create table kid_status (n int)");
    load(&scratch, &server, "")
        .code(2)
        .stderr_has("the type kid_status is there and is no enumeration; name another");
    server.sql("drop table kid_status; create type kid_status as enum ('out', 'away', 'in')");
    load(&scratch, &server, "").ok();
}

#[test]
fn a_sequence_or_an_index_is_no_table() {
    need!("postgres");
    let server = Postgres::start();
    server.sql("create sequence t; create table u (n int); create index i on u (n)");
    let scratch =
        schema("[table.t]\nrows = 9\ncolumns.id = \"seq\"\n[table.i]\nrows = 9\ncolumns.id = \"seq\"\n");
    for option in ["", "--create replace", "--truncate"] {
        load(&scratch, &server, option)
            .code(2)
            .stderr_has("  t is a sequence of this database, so no table can have this name; name the table otherwise\n")
            .stderr_has("  i is an index of this database, so no table can have this name; name the table otherwise\n");
    }
}

#[test]
fn what_postgresql_does_not_compare_is_no_key() {
    need!("postgres");
    let server = Postgres::start();
    let scratch = schema(
        "[table.t]\nrows = 9\ncolumns.doc = { generator = \"enum:1,2,3\", type = \"json\" }\nunique = [[\"doc\", \"n\"]]\ncolumns.n = \"int:1,1000@unique\"\n[table.u]\nrows = 2\ncolumns.id = \"seq\"\n",
    );
    let words = "`t.doc` is json, whose values PostgreSQL does not compare, so that it cannot be unique or part of a key; jsonb and text can";
    load(&scratch, &server, "").code(2).stderr_has(words);
    server.sql("select to_regclass('t') is null").stdout_is("t\n");
    within(&scratch, "--schema s.toml -f sql --dialect postgres").run().code(2).stderr_has(words);
    // A table that is there keeps its own keys.
    server.sql("create table t (doc json, n int)");
    load(&scratch, &server, "").ok();
}
