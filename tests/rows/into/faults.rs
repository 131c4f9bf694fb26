//! What is said, and what is there, when a load fails.

use gush_testkit::{Postgres, need};

use super::{into, url_of};
use crate::rows::{gush, seeded};

/// A trigger on `t` that does this for each row.
fn trigger(server: &Postgres, body: &str) {
    server.sql(&format!(
        "create or replace function f() returns trigger language plpgsql as $$ begin {body} end $$; \
         create or replace trigger f before insert on t for each row execute function f()"
    ));
}

/// A column that is 0 in one row.
const ODD: &str = "n=expr:case when id = 70001 then 0 else 1 end";

/// A server with an empty table `t` of numbers.
fn server() -> Postgres {
    let server = Postgres::start();
    server.sql("create table t (id bigint primary key, n int check (n > 0))");
    server
}

#[test]
fn a_row_that_is_refused_is_named() {
    need!("postgres");
    let server = server();
    let run = into(&server, "-l 90k -t t id=seq").arg(ODD).run().code(1);
    run.stdout_is("").stderr_has("t: row 70000: new row for relation \"t\" violates check constraint \"t_n_check\" (SQLSTATE 23514)")
        .stderr_has("detail: Failing row contains (70001, 0).")
        .stderr_has("the row: the same command with --seed 7 -t t --rows 70000..70001 in place of --into, its options and -l")
        .stderr_has("no table is complete");
    server.sql("select count(*) from t").stdout_is("0\n");
    // The row that is named is the one.
    let row = seeded("--rows 70000..70001 -f csv -t t id=seq").arg(ODD).run().ok();
    row.stdout_is("70001,0\n");
}

#[test]
fn tables_that_are_complete_stay_and_are_named() {
    need!("postgres");
    let server = Postgres::start();
    server.sql("create table orders (id bigint primary key, customer bigint, check (id < 10))");
    let scratch = gush_testkit::Scratch::new();
    scratch.write(
        "s.toml",
        "[table.customers]\nrows = 5\ncolumns.id = \"seq\"\n\
         [table.orders]\nrows = 20\ncolumns.id = \"seq\"\ncolumns.customer = \"ref:customers.id\"\n",
    );
    let run = into(&server, "").arg("--schema").arg(scratch.path("s.toml")).run();
    run.code(1).stderr_has("orders: row 9: ").stderr_has("customers is complete; the rest was rolled back");
    server.sql("select (select count(*) from customers), (select count(*) from orders)").stdout_is("5|0\n");
}

/// A server that speaks all the time waits for its words to be read, while it takes no rows.
#[test]
fn a_server_that_speaks_during_copy_is_listened_to() {
    need!("postgres");
    let server = server();
    trigger(&server, "raise notice '%', repeat('many words ', 200); return new;");
    into(&server, "-l 5000 -t t --progress=never id=seq n=int:1,9").run().ok().silent();
    server.sql("select count(*) from t").stdout_is("5000\n");
    trigger(&server, "raise warning 'odd row'; return new;");
    let run = into(&server, "-l 3000 -t t --truncate --progress=never id=seq n=int:1,9").run().ok();
    run.stderr_is("gush: the server warns: odd row\n");
}

#[test]
fn a_server_that_ends_the_connection_is_quoted() {
    need!("postgres");
    let server = server();
    trigger(
        &server,
        "if new.id = 200000 then perform pg_terminate_backend(pg_backend_pid()); end if; return new;",
    );
    let run = into(&server, "-l 400k -t t id=seq n=int:1,9").run().code(1).stdout_is("");
    run.stderr_has("terminating connection due to administrator command (SQLSTATE 57P01)");
    server.sql("select count(*) from t").stdout_is("0\n");
}

#[test]
fn rows_that_a_trigger_leaves_out_are_missed() {
    need!("postgres");
    let server = server();
    trigger(&server, "if new.id = 7 then return null; end if; return new;");
    let run = into(&server, "-l 100 -t t id=seq n=int:1,9").run().code(1);
    run.stderr_has("t: the server has 99 of 100 rows; a trigger or a rule may leave some out");
    server.sql("select count(*) from t").stdout_is("0\n");
}

#[test]
fn settings_of_the_server_are_kept_and_its_refusals_quoted() {
    need!("postgres");
    let server = server();
    let load = |options: &str| {
        let url = format!("{}&options=-c%20{options}", url_of(&server, "gush"));
        seeded("-l 300k -t t id=seq n=int:1,9 --into").arg(url).run().code(1)
    };
    load("default_transaction_read_only=on")
        .stderr_has("(SQLSTATE 25006)")
        .stderr_has("connect to the primary server");
    // On a busy machine any statement takes 20 ms; this one never ends within two seconds.
    server.sql(
        "create function sleep() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return null; end $$; \
         create trigger slow before insert on t for each statement execute function sleep()",
    );
    load("statement_timeout=2s")
        .stderr_has("statement timeout (SQLSTATE 57014)")
        .stderr_has("t: rows 0..300000: ")
        .stderr_has("see statement_timeout");
    server.sql("select count(*) from t").stdout_is("0\n");
}

#[test]
fn servers_that_are_not_there_are_named() {
    let run =
        gush("rows --into postgres://u:secret@/d?host=/no/such/folder name").run().code(1).stdout_is("");
    run.stderr_has("gush: postgres://u@/d?host=/no/such/folder: no connection to /no/such/folder/.s.PGSQL.5432: No such file or directory");
    let run = gush("rows --into postgres://u:secret@127.0.0.1:1/d name").run().code(1);
    let run = run.stderr_has(
        "gush: postgres://u@127.0.0.1:1/d: no connection to 127.0.0.1, port 1: Connection refused",
    );
    assert!(!run.errors().contains("secret"));
}
