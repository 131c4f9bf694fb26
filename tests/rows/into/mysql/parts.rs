//! Several connections, tables in parts, and loads that go on after an interruption.

use std::path::Path;

use gush_testkit::{End, MariaDb, Program, Running, Signal, assert_same, need, wait_until};

use super::command::CONTENTS;
use super::{cut, into, url_of, wait_until_gone};
use crate::rows::seeded;

/// Loads the example by these options.
fn example(server: &MariaDb, options: &str) -> Program {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shop.toml");
    let program = seeded("--scale 0.1 --schema").arg(schema).arg("--into").arg(url_of(server, "root"));
    program.arg_line(options)
}

#[test]
fn connections_and_parts_change_nothing_but_the_time() {
    need!("mariadb server");
    let (one, several) = (MariaDb::start("test"), MariaDb::start("test"));
    example(&one, "").run().ok();
    let contents = one.sql("test", CONTENTS).stdout;
    let rows = |server: &MariaDb, table: &str| {
        server.sql("test", &format!("select * from {table} order by 1, 2")).stdout
    };
    for options in ["--connections 4", "--connections 3 --batch 700", "--batch 11999"] {
        several.sql("", "drop database test; create database test");
        let run = example(&several, options).run().ok();
        run.stderr_has(": 4 tables, 16,505 rows in ")
            .stderr_has("\n  customers: 1,000 rows\n  products: 500 rows\n");
        for table in ["customers", "products", "orders", "items"] {
            assert_same(rows(&several, table), rows(&one, table));
        }
        several.sql("test", "drop table if exists gush_loads");
        assert_same(several.sql("test", CONTENTS).stdout, &contents);
    }
    // Tables that are there have foreign keys: children wait for their parents.
    example(&several, "--connections 4 --batch 400 --truncate").run().ok();
    several.sql("test", "drop table gush_loads");
    assert_same(several.sql("test", CONTENTS).stdout, &contents);
}

/// What loads 400,000 rows by transactions of 2,000.
fn large(server: &MariaDb, options: &str) -> Program {
    let columns = "-l 400k -t large --batch 2k --progress=never id=seq n=int:1,9 --into";
    seeded(columns).arg(url_of(server, "loader")).arg_line(options)
}

/// A server that takes a tenth of a second for each part of the table `large`, until there is a row in `quick`: so that a load is not
/// over before it is interrupted, however busy the machine is.
fn slow_server() -> MariaDb {
    let server = MariaDb::start("test");
    server.sql(
        "test",
        "create user loader@localhost; grant all on test.* to loader@localhost; \
         create table quick (n int); create table large (id bigint primary key, n int);\ndelimiter //\n\
         create trigger slow before insert on large for each row \
         begin if new.id % 2000 = 7 and not exists (select 1 from quick) then do sleep(0.1); end if; end //\n",
    );
    server
}

/// How many transactions of it are done.
fn done(server: &MariaDb) -> u64 {
    let sql = "select count(*) from information_schema.tables where table_name = 'gush_loads'";
    let there = server.sql("test", sql).text() == "1\n";
    let count = || {
        let sql = "select count(*) from gush_loads where step like 'rows %'";
        server.sql("test", sql).text().trim().parse()
    };
    if there { count().expect("a number") } else { 0 }
}

#[track_caller]
fn is_complete(server: &MariaDb) {
    server
        .sql("test", "select count(*), count(distinct id), min(id), max(id) from large")
        .stdout_is("400000\t400000\t1\t400000\n");
    assert_eq!(done(server), 200);
}

fn wait_for(server: &MariaDb, run: &Running, count: u64) {
    wait_until("some rows to be there", || run.is_over() || done(server) >= count);
}

#[test]
fn a_load_that_is_killed_goes_on_with_exactly_its_rows() {
    need!("mariadb server");
    let server = slow_server();
    let connections = ["", "--connections 3", ""];
    for (round, options) in connections.into_iter().enumerate() {
        let run = large(&server, &format!("{options} --resume")).spawn();
        wait_for(&server, &run, 3 + 10 * round as u64);
        run.signal(Signal::KILL);
        run.finish();
        wait_until_gone(&server);
        let there = server.sql("test", "select count(*) from large").text().trim().parse::<u64>();
        assert_eq!(there, Ok(2000 * done(&server)), "what is noted is there, and nothing else is");
    }
    assert!(done(&server) < 200, "it was killed before its end");
    server.sql("test", "insert into quick values (1)");
    let run = large(&server, "--resume").run().ok();
    run.stderr_has("rows of an earlier run");
    is_complete(&server);
    // Again, it has nothing to do.
    large(&server, "--resume").run().ok();
    is_complete(&server);
    // Other rows are another load.
    into(&server, "-l 400001 -t large --batch 2k --resume id=seq n=int:1,9")
        .run()
        .code(2)
        .stderr_has("large has rows");
}

#[test]
fn a_load_whose_connection_is_cut_says_how_to_go_on() {
    need!("mariadb server");
    let server = slow_server();
    let run = large(&server, "").spawn();
    wait_for(&server, &run, 5);
    cut(&server);
    server.sql("test", "insert into quick values (1)");
    let run = run.finish().code(1);
    run.stderr_has("what was committed is noted, and the same command with --resume continues")
        .stderr_has("large is loaded in parts of 2,000 rows");
    wait_until_gone(&server);
    large(&server, "--resume").run().ok();
    is_complete(&server);
}

/// A table that the load makes has its keys once, wherever the load was killed.
#[test]
fn a_table_that_is_made_and_resumed_has_its_keys_once() {
    need!("mariadb server");
    let server = MariaDb::start("test");
    let load = || into(&server, "-l 200k -t made --batch 2k --resume --progress=never id=seq email@unique");
    let run = load().spawn();
    wait_for(&server, &run, 3);
    run.signal(Signal::INT);
    let run = run.finish();
    if run.end == End::by(Signal::INT) {
        run.stderr_has("what was committed is noted, and the same command with --resume continues");
    }
    load().run().ok();
    let contents = || {
        server.sql(
            "test",
            "select count(*), count(distinct email) from made; select index_name from information_schema.statistics \
             where table_name = 'made' order by index_name = 'email'; select step from gush_loads where step not like 'rows %' order by 1",
        )
    };
    contents().stdout_is("200000\t200000\nPRIMARY\nemail\nkeys\nlinks\nmade\n");
    // What was done and not noted is not done again.
    server.sql("test", "delete from gush_loads where step in ('keys', 'links')");
    load().run().ok();
    contents().stdout_is("200000\t200000\nPRIMARY\nemail\nkeys\nlinks\nmade\n");
    // One that was noted and not made is made.
    server.sql("test", "drop table made; delete from gush_loads where step <> 'made'");
    load().run().ok();
    contents().stdout_is("200000\t200000\nPRIMARY\nemail\nkeys\nlinks\nmade\n");
}

/// The server ends one of two transactions that wait for each other, and the client is to begin it anew.
#[test]
fn a_deadlock_is_tried_again() {
    need!("mariadb server");
    // Otherwise the words of the trigger were warnings.
    let server = MariaDb::start_with("test", &["--local-infile=0"]);
    let deadlocks = |most: u32| {
        server.sql(
            "test",
            &format!(
                "create or replace table large (id bigint primary key, n int);\n\
                 create or replace table deadlocks (id int auto_increment primary key) engine = myisam;\ndelimiter //\n\
                 create trigger deadlock before insert on large for each row \
                 begin if new.id = 1500 and (select count(*) from deadlocks) < {most} then insert into deadlocks values (); \
                 signal sqlstate '40001' set mysql_errno = 1213, message_text = 'Deadlock found'; end if; end //\n"
            ),
        );
    };
    let load = |options: &str| {
        let columns = seeded("-l 3000 -t large id=seq n=int:1,9 --into").arg(url_of(&server, "root"));
        columns.arg_line(options).run()
    };
    deadlocks(3);
    load("--batch 1k").ok().stderr_has(": large, 3,000 rows in ");
    let counts = "select count(*), (select count(*) from deadlocks) from large";
    server.sql("test", counts).stdout_is("3000\t3\n");
    deadlocks(1000);
    load("").code(1).stderr_has("two connections waited for each other; --connections 1 avoids that");
    server
        .sql("test", "select count(*), (select count(*) from deadlocks) > 10 from large")
        .stdout_is("0\t1\n");
}
