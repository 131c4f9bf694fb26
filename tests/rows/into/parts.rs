//! Several connections, tables in parts, and loads that go on after an interruption.

use std::path::Path;

use gush_testkit::{Postgres, Program, Running, Signal, assert_same, need, wait_until};

use super::command::CONTENTS;
use super::{into, url_of};
use crate::rows::{gush, seeded};

/// Loads the example by these options.
fn example(server: &Postgres, options: &str) -> Program {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shop.toml");
    let program = seeded("--scale 0.1 --schema").arg(schema).arg("--into").arg(url_of(server, "gush"));
    program.arg_line(options)
}

#[test]
fn connections_and_parts_change_nothing_but_the_time() {
    need!("postgres");
    let (one, several) = (Postgres::start(), Postgres::start());
    example(&one, "").run().ok();
    let contents = one.sql(CONTENTS).stdout;
    let rows =
        |server: &Postgres, table: &str| server.sql(&format!("select * from {table} order by 1, 2")).stdout;
    for options in ["--connections 4", "--connections 3 --batch 700", "--batch 11999"] {
        several.sql("set client_min_messages = warning; drop schema public cascade; create schema public");
        let run = example(&several, options).run().ok();
        run.stderr_has(": 4 tables, 16,505 rows in ")
            .stderr_has("\n  customers: 1,000 rows\n  products: 500 rows\n");
        for table in ["customers", "products", "orders", "items"] {
            assert_same(rows(&several, table), rows(&one, table));
        }
        several.sql("set client_min_messages = warning; drop table if exists gush_loads");
        assert_same(several.sql(CONTENTS).stdout, &contents);
    }
    // Tables that are there have foreign keys: children wait for their parents.
    example(&several, "--connections 4 --batch 400 --truncate").run().ok();
    several.sql("drop table gush_loads");
    assert_same(several.sql(CONTENTS).stdout, &contents);
}

/// What loads 400,000 rows by transactions of 2,000.
fn large(server: &Postgres, options: &str) -> Program {
    into(server, "-l 400k -t large --batch 2k --progress=never id=seq n=int:1,9").arg_line(options)
}

/// Has the server take a tenth of a second for each part of the table `large`, until there is a table `quick`: so that a load is not
/// over before it is interrupted, however busy the machine is.
const SLOW: &str = "
create function slow() returns trigger language plpgsql as $$
begin if to_regclass('quick') is null then perform pg_sleep(0.1); end if; return null; end $$;
create function slowed() returns event_trigger language plpgsql as $$
begin
    if to_regclass('large') is not null and not exists (select from pg_trigger where tgname = 'slow') then
        create trigger slow before insert on large for each statement execute function slow();
    end if;
end $$;
create event trigger slowed on ddl_command_end when tag in ('CREATE TABLE') execute function slowed()";

/// How many transactions of it are done.
fn done(server: &Postgres) -> u64 {
    let there = server.sql("select to_regclass('gush_loads') is not null").text() == "t\n";
    let count =
        || server.sql("select count(*) from gush_loads where step like 'rows %'").text().trim().parse();
    if there { count().expect("a number") } else { 0 }
}

#[track_caller]
fn is_complete(server: &Postgres) {
    server
        .sql("select count(*), count(distinct id), min(id), max(id) from large")
        .stdout_is("400000|400000|1|400000\n");
    server
        .sql("select indexdef from pg_indexes where tablename = 'large'")
        .stdout_is("CREATE UNIQUE INDEX large_pkey ON public.large USING btree (id)\n");
    assert_eq!(done(server), 200);
}

fn wait_for(server: &Postgres, run: &Running, count: u64) {
    wait_until("some rows to be there", || run.is_over() || done(server) >= count);
}

#[test]
fn a_load_that_is_killed_goes_on_with_exactly_its_rows() {
    need!("postgres");
    let server = Postgres::start();
    server.sql(SLOW);
    let connections = ["", "--connections 3", ""];
    for (round, options) in connections.into_iter().enumerate() {
        let run = large(&server, &format!("{options} --resume")).spawn();
        wait_for(&server, &run, 3 + 10 * round as u64);
        run.signal(Signal::KILL);
        run.finish();
        wait_until("the server to notice", || {
            server.sql("select count(*) from pg_stat_activity where application_name = 'gush'").text()
                == "0\n"
        });
        let (there, noted) =
            (server.sql("select count(*) from large").text().trim().parse::<u64>(), done(&server));
        assert_eq!(there, Ok(2000 * noted), "what is noted is there, and nothing else is");
    }
    assert!(done(&server) < 200, "it was killed before its end");
    server.sql("create table quick ()");
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
    need!("postgres");
    let server = Postgres::start();
    server.sql(SLOW);
    let run = large(&server, "").spawn();
    wait_for(&server, &run, 5);
    server.sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gush'");
    server.sql("create table quick ()");
    let run = run.finish().code(1);
    run.stderr_has("what was committed is noted, and the same command with --resume continues")
        .stderr_has("large is loaded in parts of 2,000 rows");
    large(&server, "--resume").run().ok();
    is_complete(&server);
}

#[test]
fn what_cannot_be_continued_is_refused() {
    let run = gush("rows --into postgres://h --resume name").run().code(2);
    run.stderr_has("give the seed of the first run, by --seed N");
    for (options, message) in [
        ("--connections 0", "expected a number of connections from 1 to 256"),
        ("--connections x", "expected a number of connections"),
        ("--batch 0", "a transaction has at least one row"),
    ] {
        gush(&format!("rows --into postgres://h {options} name")).run().code(2).stderr_has(message);
    }
    gush("rows --resume name").run().code(2).stderr_has("it applies to a directory or a database");
}
