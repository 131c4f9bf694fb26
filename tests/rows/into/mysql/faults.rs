//! What is reported, and what is there, when a load fails.

use gush_testkit::{MariaDb, Scratch, Signal, need, wait_until};

use super::{cut, into, url_of, wait_until_gone};
use crate::rows::seeded;

/// A column that is 0 in one row.
const ODD: &str = "n=expr:case when id = 70001 then 0 else 1 end";

#[test]
fn a_row_that_is_refused_is_named() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let refused = |table: &str, words: &str| {
        server.sql("test", &format!("create or replace table t (id bigint primary key, n int, {table})"));
        let run = into(&server, "-l 90k -t t id=seq").arg(ODD).run().code(1);
        run.stdout_is("")
            .stderr_has(&format!("t: row 70000: {words}"))
            .stderr_has(
                "the row: the same command with --seed 7 -t t --rows 70000..70001 in place of --into, its options and -l",
            )
            .stderr_has("no table is complete; the rest was rolled back");
        server.sql("test", "select count(*) from t").stdout_is("0\n");
    };
    refused("constraint positive check (n > 0)", "CONSTRAINT `positive` failed for `test`.`t` (error 4025)");
    refused("check (id <> 70001)", "CONSTRAINT `CONSTRAINT_1` failed for `test`.`t` (error 4025)");
    server.sql("test", "create table parents (id int primary key); insert into parents values (1)");
    refused(
        "foreign key (n) references parents (id)",
        "Cannot add or update a child row: a foreign key constraint fails (`test`.`t`, CONSTRAINT",
    );
    // The row that is named is the one.
    let row = seeded("--rows 70000..70001 -f csv -t t id=seq").arg(ODD).run().ok();
    row.stdout_is("70001,0\n");
}

#[test]
fn values_that_do_not_fit_are_not_cut() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    for (column, value, words) in [
        ("v smallint", "v=seq:32760", "row 8: Out of range value for column 'v'"),
        (
            "v varchar(3)",
            "v=expr:case when id = 12 then 'long' else 'a' end",
            "row 11: Data truncated for column 'v' (error 1265)",
        ),
        ("v date", "v=expr:case when id = 5 then 'x' else '2024-01-01' end", "row 4: "),
        ("v decimal(4,1)", "v=decimal:1,9,2", "row "),
        ("v enum('a', 'b')", "v=expr:case when id = 5 then 'c' else 'a' end", "row 4: "),
        ("v int not null", "v=expr:case when id = 5 then null else 1 end", "row 4: "),
    ] {
        server.sql("test", &format!("create or replace table t (id bigint, {column})"));
        let run = into(&server, "-l 90 -t t id=seq").arg(value).run().code(1).stdout_is("");
        run.stderr_has(&format!("t: {words}"));
        server.sql("test", "select count(*) from t").stdout_is("0\n");
    }
}

#[test]
fn a_value_that_is_there_already_is_named() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.sql("test", "create table t (id int primary key, n int); insert into t values (71, 1)");
    let run = into(&server, "-l 90 -t t --append id=seq n=int:1,9").run().code(1);
    run.stderr_has("t: row 70: Duplicate entry '71' for key 'PRIMARY' (error 1062)")
        .stderr_has("--truncate empties the table first");
    server.sql("test", "select count(*) from t").stdout_is("1\n");
}

#[test]
fn tables_that_are_complete_stay_and_are_named() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.sql("test", "create table orders (id bigint primary key, customer bigint, check (id < 10))");
    let scratch = Scratch::new();
    let schema = scratch.write(
        "s.toml",
        "[table.customers]\nrows = 5\ncolumns.id = \"seq\"\n\
         [table.orders]\nrows = 20\ncolumns.id = \"seq\"\ncolumns.customer = \"ref:customers.id\"\n",
    );
    let run = into(&server, "").arg("--schema").arg(schema).run();
    run.code(1).stderr_has("orders: row 9: ").stderr_has("customers is complete; the rest was rolled back");
    server
        .sql("test", "select (select count(*) from customers), (select count(*) from orders)")
        .stdout_is("5\t0\n");
}

/// Rows of the table `t`, which the server takes slowly once it has 30,000.
fn slow(server: &MariaDb) {
    server.sql(
        "test",
        "create table t (id bigint primary key, n int); create table slow (n int);\ndelimiter //\n\
         create trigger slowly before insert on t for each row \
         begin if new.id % 1000 = 0 and new.id > 30000 then insert into slow values (1); do sleep(0.2); end if; end //\n",
    );
}

#[test]
fn an_interrupt_leaves_nothing() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    slow(&server);
    server.sql("test", "create user loader@localhost; grant all on test.* to loader@localhost");
    let scratch = Scratch::new();
    let schema = scratch.write(
        "s.toml",
        "[table.t]\nrows = 5000000\ncolumns.id = \"seq\"\ncolumns.n = \"int:1,9\"\n[table.never]\nrows = 2\ncolumns.id = \"seq\"\n",
    );
    let run = seeded("--schema").arg(&schema).arg("--into").arg(url_of(&server, "loader")).spawn();
    wait_until("rows to be taken", || {
        run.is_over()
            || server
                .sql(
                    "test",
                    "set session transaction isolation level read uncommitted; select count(*) > 0 from slow",
                )
                .text()
                == "1\n"
    });
    run.signal(Signal::INT);
    run.finish().died_of(Signal::INT).stdout_is("");
    wait_until_gone(&server);
    server.sql("test", "select count(*) from t").stdout_is("0\n");
    server.sql("test", "show tables").stdout_is("slow\nt\n");
}

/// The table that is made is dropped again, however the rows end.
#[test]
fn a_table_that_is_not_complete_is_not_there() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.sql("test", "create user loader@localhost; grant all on test.* to loader@localhost");
    let run = seeded("-l 5M -t made id=seq name email --into").arg(url_of(&server, "loader")).spawn();
    wait_until("rows to be sent", || {
        let sql = "select count(*) from information_schema.processlist where info like 'LOAD DATA%'";
        run.is_over() || server.sql("test", sql).text() == "1\n"
    });
    run.signal(Signal::TERM);
    run.finish().died_of(Signal::TERM);
    wait_until_gone(&server);
    server.sql("test", "show tables").stdout_is("");
}

#[test]
fn a_server_that_ends_the_connection_is_quoted() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    slow(&server);
    server.sql("test", "create user loader@localhost; grant all on test.* to loader@localhost");
    let run = seeded("-l 400k -t t id=seq n=int:1,9 --into").arg(url_of(&server, "loader")).spawn();
    wait_until("rows to be taken", || {
        run.is_over()
            || server
                .sql(
                    "test",
                    "set session transaction isolation level read uncommitted; select count(*) > 0 from slow",
                )
                .text()
                == "1\n"
    });
    cut(&server);
    let run = run.finish().code(1).stdout_is("");
    let run =
        run.stderr_has("t: rows 0..400000: ").stderr_has("no table is complete; the rest was rolled back");
    assert!(run.errors().contains("connection"), "{}", run.errors());
    server.sql("test", "select count(*) from t").stdout_is("0\n");
}

#[test]
fn a_server_that_is_gone_is_named() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let run = into(&server, "-l 5M -t made id=seq name email").spawn();
    wait_until("rows to be sent", || {
        let sql = "select count(*) from information_schema.processlist where info like 'LOAD DATA%'";
        run.is_over() || server.sql("test", sql).text() == "1\n"
    });
    server.kill();
    let run = run.finish().code(1).stdout_is("");
    run.stderr_has("made: rows 0..5000000: ")
        .stderr_has("made was made and stays, as there was no way to drop it");
}

#[test]
fn settings_of_the_server_are_kept_and_its_refusals_quoted() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.sql("test", "create table t (id bigint primary key, n int); create user loader@localhost; grant all on test.* to loader@localhost");
    let load = || seeded("-l 300k -t t id=seq n=int:1,9 --into").arg(url_of(&server, "loader")).run().code(1);
    server.sql("test", "set global read_only = 1");
    load()
        .stderr_has("--read-only option so it cannot execute this statement (error 1290)")
        .stderr_has("connect to the primary server");
    server.sql("test", "set global read_only = 0; set global max_statement_time = 0.05");
    load().stderr_has("max_statement_time exceeded").stderr_has("see max_statement_time");
    server.sql("test", "select count(*) from t").stdout_is("0\n");
}
