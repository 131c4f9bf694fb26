//! What no transaction of MySQL takes back: tables that are made or emptied, rows of other engines, values that a column changes.

use gush_testkit::{MariaDb, Signal, need, wait_until};

use super::{into, url_of, wait_until_gone};
use crate::rows::{gush, seeded};

#[test]
fn rows_of_an_engine_without_transactions_are_not_called_rolled_back() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.sql("test", "create table t (id int primary key, n int, check (n < 9)) engine = MyISAM; insert into t values (71, 1)");
    let run = into(&server, "-l 90 -t t --append id=seq n=int:1,5").run().code(1).stdout_is("");
    let run = run
        .stderr_has("Duplicate entry '71' for key 'PRIMARY' (error 1062)")
        .stderr_has("no table is complete; rows of t stay, as MyISAM has no transactions");
    assert!(!run.errors().contains("rolled back"), "{}", run.errors());
    // None was sent once more.
    server.sql("test", "create table log (n int) engine = MyISAM; create trigger noted before insert on t for each row insert into log values (new.id); delete from t where id <> 71");
    into(&server, "-l 90 -t t --append id=seq n=int:1,5").run().code(1);
    let sent: u64 = server.sql("test", "select count(*) from log").text().trim().parse().expect("a number");
    assert!(sent <= 90, "{sent} rows were sent");
}

/// Its unique keys come after the rows: the table that a killed load leaves has none.
#[test]
fn a_load_that_was_killed_is_done_again_with_its_keys() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.sql("test", "create user loader@localhost; grant all on test.* to loader@localhost");
    let kill = |rows: &str| {
        let load = format!("rows -l {rows} -t made --progress=never id=seq email@unique --into");
        let run = gush(&load).arg(url_of(&server, "loader")).spawn();
        wait_until("rows to be sent", || {
            let sql = "select count(*) from information_schema.processlist where info like 'LOAD DATA%'";
            run.is_over() || server.sql("test", sql).text() == "1\n"
        });
        run.signal(Signal::KILL);
        run.finish();
        wait_until_gone(&server);
        server.sql("test", "select count(*) from made").stdout_is("0\n");
    };
    kill("4M");
    into(&server, "-l 500 -t made id=seq email@unique").run().ok();
    let keys = "select index_name, non_unique from information_schema.statistics where table_name = 'made' order by 1";
    server.sql("test", keys).stdout_is("email\t0\nPRIMARY\t0\n");
    let comment = "select table_comment from information_schema.tables where table_name = 'made'";
    server.sql("test", comment).stdout_is("\n");
    // A table that somebody has filled since is not touched.
    server.sql("test", "drop table made");
    kill("4M");
    let left = "made was made by a load that did not end, and lacks keys; --create replace makes it anew";
    server.sql("test", "insert into made values (1, 'a')");
    for option in ["", "--append"] {
        into(&server, &format!("-l 500 -t made {option} id=seq email@unique")).run().code(2).stderr_has(left);
    }
    into(&server, "-l 500 -t made --create replace id=seq email@unique").run().ok();
    server.sql("test", keys).stdout_is("email\t0\nPRIMARY\t0\n");
}

#[test]
fn what_is_emptied_or_dropped_is_told() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    server.sql(
        "test",
        "create table t (id int primary key, n int, check (n < 5)); insert into t values (1, 1)",
    );
    let run = into(&server, "-l 90 -t t --truncate id=seq n=int:1,9").run().code(1);
    run.stderr_has("no table is complete; the rest was rolled back\n  t was emptied before; the rows that it had are gone");
    server.sql(
        "test",
        "insert into t values (1, 1); create user loader@localhost; grant all on test.* to loader@localhost",
    );
    let run = seeded("-l 5M -t t --create replace id=seq name --into").arg(url_of(&server, "loader")).spawn();
    wait_until("rows to be sent", || {
        let sql = "select count(*) from information_schema.processlist where info like 'LOAD DATA%'";
        run.is_over() || server.sql("test", sql).text() == "1\n"
    });
    run.signal(Signal::INT);
    run.finish().died_of(Signal::INT).stderr_has("t was dropped before; the rows that it had are gone");
}

#[test]
fn values_that_would_be_changed_are_refused_before_the_rows() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    for (column, value, words) in [
        ("v year", "v=int:0,99", "t.v is year(4), which makes years of four digits of numbers from 1 to 99"),
        ("v year", "v=enum:98,99", "t.v is year(4), which would store `98` as another year"),
        ("v binary(8)", "v=bytes:4", "t.v is binary(8), which fills short values with zeros"),
        ("v binary(8)", "v=enum:a,b", "t.v is binary(8), which fills short values with zeros"),
        ("v enum('a', 'b')", "v=enum:A,b", "t.v is enum('a','b'), which would store `A` as `a`"),
        ("v enum('x', 'y')", "v=enum:1,2", "t.v is enum('x','y'), which would store `1` as `x`"),
        ("v set('x', 'y')", "v=enum:x,y,y\\,x", "t.v is set('x','y'), which does not store `y,x` as it is"),
    ] {
        server.sql("test", &format!("create or replace table t (id bigint, {column})"));
        let run = into(&server, "-l 90 -t t id=seq").arg(value).run().code(2).stdout_is("");
        run.stderr_has(words);
    }
    for (column, value) in [
        ("v year", "v=int:1950,2050"),
        ("v year", "v=date:1950-01-01,2050-12-31@format=%Y"),
        ("v binary(8)", "v=bytes:8"),
        ("v set('x', 'y')", "v=enum:x,y,x\\,y"),
    ] {
        server.sql("test", &format!("create or replace table t (id bigint, {column})"));
        into(&server, "-l 90 -t t --progress=never id=seq").arg(value).run().ok().stderr_is("");
    }
    // What nobody knows before the rows is warned of.
    server.sql("test", "create or replace table t (id bigint, v enum('a', 'b'))");
    let run = into(&server, "-l 9 -t t --progress=never id=seq")
        .arg("v=expr:case when id = 5 then 'A' else 'b' end");
    run.run().ok().stderr_has(
        "t.v is enum('a','b'): digits are taken for the places of its words, letters may be of either case",
    );
}
