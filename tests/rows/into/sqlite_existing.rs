//! `--into sqlite:FILE` where the file is there: what may be emptied, other programs that have it, and signals.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use gush_testkit::{Program, Scratch, Signal, need, wait_until};
use rusqlite::Connection;

use super::sqlite::{assert_sound, into, query};
use crate::rows::{gush, seeded};

#[test]
fn children_are_emptied_before_their_parents() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shop.toml");
    let load = |options: &str| {
        let to = format!("sqlite:{}", scratch.path("db").display());
        seeded(options).arg("--schema").arg(&schema).args(["--scale", "0.02", "--into", &to]).run()
    };
    load("").ok();
    for (options, verb) in [("--truncate", "DELETE FROM"), ("--create replace", "DROP TABLE IF EXISTS")] {
        let shown = load(&format!("{options} --dry-run")).ok();
        let at = |table: &str| shown.text().find(&format!("{verb} {table};")).expect(table);
        assert!(at("items") < at("orders") && at("items") < at("products") && at("orders") < at("customers"));
        load(options).ok();
        assert_sound(&scratch);
    }
}

#[test]
fn rows_of_tables_that_are_not_loaded_stay() {
    need!("sqlite3");
    let scratch = Scratch::new();
    query(
        &scratch,
        "create table parent (id integer primary key); insert into parent values (1), (2), (3); \
         create table \"a child\" (parent int references PARENT on delete cascade); insert into \"a child\" values (1); \
         create table heir (parent int default 2 references parent on delete set null); insert into heir values (3); \
         create table plain (parent int references parent); insert into plain values (3)",
    );
    let before = fs::read(scratch.path("db")).unwrap();
    for option in ["--truncate", "--create replace"] {
        let run = into(&scratch, &format!("-l 3 -t parent {option} id=seq")).run().code(2);
        run.stderr_has("a child, which is not loaded, refers to PARENT with ON DELETE CASCADE, so that emptying PARENT would remove rows of a child")
            .stderr_has("heir, which is not loaded, refers to parent with ON DELETE SET NULL, so that emptying parent would change rows of heir")
            .stderr_has("load heir too, or empty it first");
        assert_eq!(fs::read(scratch.path("db")).unwrap(), before);
    }
    into(&scratch, "--rows 3..5 -t parent --append id=seq").run().ok();
    query(&scratch, "delete from \"a child\"; delete from heir");
    // Where a key has no action, the rows that are there in the end decide.
    for option in ["--truncate", "--create replace"] {
        into(&scratch, &format!("-l 3 -t parent {option} id=seq")).run().ok();
        let run = into(&scratch, &format!("-l 2 -t parent {option} id=seq")).run().code(1);
        run.stderr_has("a foreign key is broken: the row of plain");
        query(&scratch, "select count(*) from parent; select * from plain").stdout_is("3\n3\n");
        assert_sound(&scratch);
    }
}

#[test]
fn the_command_that_shows_a_row_does() {
    need!("sqlite3");
    let scratch = Scratch::new();
    query(&scratch, "create table \"my t\" (id integer primary key, n int check (n < 9))");
    let columns = ["id=seq", "n=int:1,9"];
    let run = into(&scratch, "-l 500 --append").args(["-t", "my t"]).args(columns).run().code(1);
    let text = String::from_utf8_lossy(&run.stderr).into_owned();
    let (_, hint) = text.split_once("the row: the same command with ").expect("a hint");
    let (options, rest) = hint.split_once(" in place of ").expect("what it replaces");
    assert!(rest.starts_with("--into, its options and -l\n"), "{text}");
    let script = format!("{} rows {options} id=seq n=int:1,9 -f csv", env!("CARGO_BIN_EXE_gush"));
    let row = Program::shell(&script).run().ok();
    assert!(row.text().ends_with(",9\n"), "{}", row.text());
}

#[test]
fn a_commit_waits_for_those_who_read() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let reader = Connection::open(scratch.path("db")).unwrap();
    reader.execute_batch("create table other (n)").unwrap();
    let read = || reader.execute_batch("begin; select count(*) from other").unwrap();
    let begun = || scratch.path("db-journal").exists();
    read();
    let load = into(&scratch, "-l 5 -t t id=seq").spawn();
    wait_until("the load waits", begun);
    load.signal(Signal::TERM);
    load.finish().died_of(Signal::TERM);
    let load = into(&scratch, "-l 5 -t t id=seq").spawn();
    thread::sleep(Duration::from_millis(6500));
    reader.execute_batch("commit").unwrap();
    load.finish().ok().stderr_has("waiting to commit them until another program has read");
    query(&scratch, "select count(*) from t").stdout_is("5\n");
}

#[test]
fn a_signal_ends_the_wait_for_another_writer() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let other = Connection::open(scratch.path("db")).unwrap();
    other.execute_batch("create table other (n); begin exclusive").unwrap();
    let (load, start) = (into(&scratch, "-l 5 id=seq").spawn(), Instant::now());
    // Signals are caught long before.
    thread::sleep(Duration::from_millis(1500));
    load.signal(Signal::TERM);
    load.finish().died_of(Signal::TERM);
    assert!(start.elapsed() < Duration::from_millis(4500));
}

#[test]
fn a_signal_ends_one_long_statement() {
    need!("sqlite3");
    let scratch = Scratch::new();
    query(
        &scratch,
        "create table n (n); insert into n with recursive c (n) as (select 1 union all select n + 1 from c limit 5000) select n from c; \
         create table t (id int); create table log (n); \
         create trigger tr after insert on t begin insert into log select count(*) from n a, n b, n c where a.n + b.n < c.n; end",
    );
    let other = Connection::open(scratch.path("db")).unwrap();
    other.busy_timeout(Duration::ZERO).unwrap();
    let load = into(&scratch, "-l 5 -t t id=seq").spawn();
    wait_until("the load has begun", || other.execute_batch("begin immediate; rollback").is_err());
    load.signal(Signal::TERM);
    load.finish().died_of(Signal::TERM);
    query(&scratch, "select count(*) from t").stdout_is("0\n");
}

#[test]
fn a_file_that_must_not_be_written_is_refused_before_rows_are_made() {
    need!("sqlite3", "setpriv");
    let scratch = Scratch::new();
    query(&scratch, "create table t (id integer)");
    let allow = |name: &str, mode| {
        fs::set_permissions(scratch.path(name), fs::Permissions::from_mode(mode)).expect("it is ours");
    };
    allow("db", 0o444);
    let arguments = "rows --seed 7 -l 5 -t t --into sqlite:db id=seq";
    let is_root = scratch.folder().metadata().expect("it is there").uid() == 0;
    let program = if is_root {
        fs::copy(env!("CARGO_BIN_EXE_gush"), scratch.path("gush")).expect("it can be copied");
        allow("gush", 0o755);
        allow(".", 0o777);
        let user = ["--reuid", "65534", "--regid", "65534", "--clear-groups", "--", "./gush"];
        Program::new("setpriv").args(user).arg_line(arguments)
    } else {
        gush(arguments)
    };
    let run = program.within(scratch.folder()).run().code(1);
    run.stderr_has("opening it: this user may not write to the file\n  nothing was changed");
}
