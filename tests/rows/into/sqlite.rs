//! `--into sqlite:FILE`: new files and files that are there, as `sqlite3` reads them.

use std::fs;
use std::path::Path;

use gush_testkit::{Outcome, Program, Scratch, Signal, assert_same, need, wait_until};
use rusqlite::Connection;

use crate::rows::{described, gush, seeded};

/// The command that loads into the file `db` of a folder.
pub(super) fn into(scratch: &Scratch, sentence: &str) -> Program {
    seeded(sentence).arg("--into").arg(format!("sqlite:{}", scratch.path("db").display()))
}

/// What the shell of SQLite prints for a query on that file.
#[track_caller]
pub(super) fn query(scratch: &Scratch, sql: &str) -> Outcome {
    Program::new("sqlite3").args(["-bail", "db", sql]).within(scratch.folder()).run().ok().silent()
}

#[track_caller]
pub(super) fn assert_sound(scratch: &Scratch) {
    query(scratch, "pragma integrity_check; pragma foreign_key_check").stdout_is("ok\n");
}

#[test]
fn columns_become_a_table_with_its_keys() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let run = into(&scratch, "-l 2500 -t people id=seq name email@unique").run().ok().stdout_is("");
    run.stderr_has(&format!("gush: sqlite:{}: people, 2,500 rows in ", scratch.path("db").display()));
    query(&scratch, "select count(*), count(distinct email), max(id), max(rowid) from people")
        .stdout_is("2500|2500|2500|2500\n");
    query(&scratch, "select id from people where email = (select email from people where id = 77)")
        .stdout_is("77\n");
    assert_sound(&scratch);
    assert_eq!(scratch.names(), ["db"]);
}

#[test]
fn the_tables_of_a_schema_file_are_those_of_its_script() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shop.toml");
    let of_schema = |sentence: &str| seeded(sentence).arg("--schema").arg(&schema);
    let script = of_schema("-f sql --dialect sqlite --scale 0.1");
    script.pipe_into(&format!("sqlite3 -bail {}", scratch.path("by-script").display())).ok().stdout_is("");
    let run = of_schema("--scale 0.1").arg("--into").arg(format!("sqlite:{}", scratch.path("db").display()));
    let run = run.run().ok().stdout_is("");
    run.stderr_has(": 4 tables, 16,505 rows in ").stderr_has("\n  customers: 1,000 rows\n");
    assert_sound(&scratch);
    let dump = |file: &str| Program::new("sqlite3").args([file, ".dump"]).within(scratch.folder()).run().ok();
    assert_same(dump("db").stdout, &dump("by-script").stdout);
    assert!(
        query(&scratch, "explain query plan select * from orders where customer = 5")
            .text()
            .contains("USING INDEX")
    );
}

/// Every generator is stored as the library stores its SQL.
#[test]
fn every_generator_loads_as_its_text_does() {
    need!("sqlite3");
    let columns: Vec<String> = described()
        .iter()
        .enumerate()
        .map(|(number, generator)| format!("c{number}={}", generator.column))
        .collect();
    assert!(columns.len() > 200);
    for columns in columns.chunks(50) {
        let scratch = Scratch::new();
        into(&scratch, "-l 700 -t t --progress=never").args(columns).run().ok().stdout_is("");
        let script =
            seeded("-l 700 -t t -f sql --dialect sqlite --create-table").args(columns).run().ok().stdout;
        // The shell would make line feeds of line ends with a carriage return.
        let by_script = Connection::open(scratch.path("by-script")).unwrap();
        by_script.execute_batch(std::str::from_utf8(&script).unwrap()).unwrap();
        assert_sound(&scratch);
        for (one, other) in [("main", "s"), ("s", "main")] {
            let sql = format!(
                "attach 'by-script' as s; select * from {one}.t except select * from {other}.t limit 1; select count(*) from {one}.t"
            );
            query(&scratch, &sql).stdout_is("700\n");
        }
    }
}

#[test]
fn a_table_with_rows_is_refused_emptied_or_added_to() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let load = |options: &str| into(&scratch, &format!("{options} -t t id=seq name")).run();
    let count = |expected: &str| query(&scratch, "select count(*), max(id) from t").stdout_is(expected);
    load("-l 10").ok();
    let before = fs::read(scratch.path("db")).unwrap();
    load("-l 10").code(2).stderr_has("nothing was changed\n  t has rows; --append adds to them");
    assert_eq!(fs::read(scratch.path("db")).unwrap(), before);
    load("--rows 10..30 --append").ok();
    count("30|30\n");
    load("-l 7 --truncate").ok();
    count("7|7\n");
    query(&scratch, "alter table t add extra int; create table other as select 1 as n");
    load("-l 3 --create replace").ok();
    count("3|3\n");
    query(&scratch, "select count(*) from pragma_table_info('t')").stdout_is("2\n");
    query(&scratch, "select n from other").stdout_is("1\n");
    into(&scratch, "-l 3 -t more --create never n=int").run().code(2).stderr_has("there is no table more");
    into(&scratch, "-l 3 -t more n=int").run().ok();
    query(&scratch, "select count(*) from more").stdout_is("3\n");
    assert_eq!(scratch.names(), ["db"]);
}

#[test]
fn the_types_of_the_table_decide() {
    need!("sqlite3");
    let scratch = Scratch::new();
    query(
        &scratch,
        "create table t (key integer primary key autoincrement, n text, w, f real, Code char(3) collate nocase, \
         twice int generated always as (f * 2), label text default 'x')",
    );
    into(
        &scratch,
        "-l 500 -t t --progress=never n=decimal:1,9,2 w=bool twice=int:1,9 f=int:1,9 code=enum:abc,def",
    )
    .run()
    .ok()
    .silent();
    query(&scratch, "select count(*), max(key), typeof(n), typeof(f), min(length(n)), sum(twice = 2 * f), min(label) from t")
        .stdout_is("500|500|text|real|4|500|x\n");
    assert_sound(&scratch);
}

#[test]
fn all_that_does_not_fit_is_said_at_once() {
    need!("sqlite3");
    let scratch = Scratch::new();
    query(
        &scratch,
        "create table t (id int, email text not null, twice int as (id * 2)); create view v as select 1 as n; \
         create table parent (id integer primary key); create table child (parent int references parent, n int check (n < 5)); \
         insert into parent values (1)",
    );
    let before = fs::read(scratch.path("db")).unwrap();
    let run = into(&scratch, "-l 5 -t t id=seq emial=email").run().code(2);
    run.stdout_is("")
        .stderr_has("t has no column emial; did you mean email?")
        .stderr_has("t needs a value of email (TEXT) in each row");
    into(&scratch, "-l 5 -t v n=seq").run().code(2).stderr_has("v is a view");
    // A constraint that breaks leaves nothing.
    let run = into(&scratch, "-l 500 -t child parent=enum:1 n=int:1,9").run().code(1);
    run.stderr_has(
        "CHECK constraint failed: n < 5\n  the row: the same command with --seed 7 -t child --rows ",
    )
    .stderr_has("\n  nothing was changed\n");
    let run = into(&scratch, "-l 500 -t child parent=enum:1,7 n=int:1,4").run().code(1);
    run.stderr_has("a foreign key is broken: the row of child with the number (rowid) ")
        .stderr_has("refers to one of parent");
    assert_eq!(fs::read(scratch.path("db")).unwrap(), before);
    assert_eq!(scratch.names(), ["db"]);
}

#[test]
fn a_dry_run_shows_the_statements_and_changes_nothing() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let expected = "BEGIN;\nCREATE TABLE people (\n  id INTEGER NOT NULL,\n  name TEXT NOT NULL,\n  PRIMARY KEY (id)\n);\n\
                    INSERT INTO people (id, name) VALUES (?1, ?2);\nCOMMIT;\n";
    into(&scratch, "-l 5 -t people --dry-run id=seq name").run().ok().silent().stdout_is(expected);
    assert_eq!(scratch.names(), [""; 0]);
    query(&scratch, "create table other (n)");
    let before = fs::read(scratch.path("db")).unwrap();
    let run = into(&scratch, "-l 5 -t people --dry-run id=seq name").run().ok().silent();
    let text = run.text();
    assert!(
        text.starts_with("BEGIN IMMEDIATE;\nPRAGMA defer_foreign_keys = ON;\nCREATE TABLE people"),
        "{text}"
    );
    assert!(text.ends_with("INSERT INTO people (id, name) VALUES (?1, ?2);\nCOMMIT;\n"), "{text}");
    assert_eq!(fs::read(scratch.path("db")).unwrap(), before);
}

#[test]
fn names_may_be_anything() {
    need!("sqlite3");
    let scratch = Scratch::new();
    for table in ["a\"b'; drop table t; --\n", "User", "\\", "order"] {
        let load = |option: &str| {
            let columns = [
                "select=seq",
                "x\"y=int:1,9@unique",
                "two\nlines=int:1,9",
                "\\=int:1,9",
                "ü '=noun",
                "Id=int:1,9",
            ];
            into(&scratch, option).args(["-l", "9", "-t", table]).args(columns).run()
        };
        load("").ok();
        load("").code(2).stderr_has("has rows");
        load("--truncate").ok();
        let table = table.replace('"', "\"\"");
        query(
            &scratch,
            &format!("select count(*), count(distinct \"select\"), sum(\"x\"\"y\") from \"{table}\""),
        )
        .stdout_is("9|9|45\n");
    }
    assert_sound(&scratch);
    for (name, message) in [("main.t", "SQLite has no schemas"), ("SQLite_t", "SQLite's own")] {
        into(&scratch, "-l 9").args(["-t", name, "n=int"]).run().code(2).stderr_has(message);
    }
    into(&scratch, "-l 9 a=int A=int").run().code(2).stderr_has("needs names that differ");
}

#[test]
fn what_cannot_be_filled_is_said_and_left_as_it_is() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let load = |to: &Path| seeded("-l 5000 id=seq name --into").arg(format!("sqlite:{}", to.display())).run();
    load(scratch.folder()).code(1).stderr_has("this is a folder; name a file in it\n  nothing was changed\n");
    load(&scratch.path("none/db")).code(1).stderr_has("/none' does not exist");
    load(Path::new("/dev/null")).code(1).stderr_has("this is no ordinary file");
    scratch.write("text", "no database\n".repeat(100));
    load(&scratch.path("text")).code(1).stderr_has("file is not a database");
    for end in ["-wal", "-journal"] {
        let left = format!("gone{end}");
        scratch.write(&left, "x");
        load(&scratch.path("gone")).code(2).stderr_has(&left).stderr_has("remove it");
        fs::remove_file(scratch.path(&left)).unwrap();
    }
    // A limit of the size of a file is a disk that is full.
    for (existing, words) in [(false, "File too large"), (true, "disk I/O error")] {
        if existing {
            query(&scratch, "create table other (n)");
        }
        let gush = env!("CARGO_BIN_EXE_gush");
        let script =
            format!("ulimit -f 100; exec {gush} rows --seed 7 -l 90k -t t id=seq name --into sqlite:db");
        let run = Program::shell(&script).within(scratch.folder()).run().code(1);
        let run = run.stderr_has(words).stderr_has("nothing was changed");
        // No row is to blame.
        assert!(!String::from_utf8_lossy(&run.stderr).contains("row "));
    }
    query(&scratch, "select count(*) from sqlite_schema").stdout_is("1\n");
    assert_eq!(scratch.names(), ["db", "text"]);
}

#[test]
fn a_file_that_others_write_to_is_waited_for() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let other = Connection::open(scratch.path("db")).unwrap();
    other.execute_batch("create table other (n); begin immediate").unwrap();
    let run = into(&scratch, "-l 5 id=seq").run().code(1);
    run.stderr_has("database is locked; another program has it open for writing");
    drop(other);
    into(&scratch, "-l 5 id=seq").run().ok();
}

#[test]
fn a_signal_leaves_no_file() {
    need!("sqlite3");
    for existing in [false, true] {
        let scratch = Scratch::new();
        if existing {
            query(&scratch, "create table other (n)");
        }
        let load = into(&scratch, "-l 500M -t t id=seq name email --progress=never").spawn();
        wait_until("something is written", || {
            fs::read_dir(scratch.folder())
                .unwrap()
                .any(|entry| entry.unwrap().metadata().is_ok_and(|file| file.len() > 100_000))
        });
        load.signal(Signal::TERM);
        load.finish().died_of(Signal::TERM);
        match existing {
            false => assert_eq!(scratch.names(), [""; 0]),
            true => {
                query(&scratch, "select name from sqlite_schema").stdout_is("other\n");
                assert_eq!(scratch.names(), ["db"]);
            }
        }
    }
}

/// What appears while a new file is made is neither replaced nor applied to it.
#[test]
fn what_appears_meanwhile_stays() {
    need!("sqlite3");
    for (name, message) in [
        ("db", "giving it its name: a file of this name has appeared meanwhile\n  nothing was changed"),
        ("db-journal", "db-journal is left of another database of this name"),
    ] {
        let scratch = Scratch::new();
        let load = into(&scratch, "-l 200k -t t id=seq name email --progress=never").spawn();
        wait_until("the load has begun", || {
            scratch.names().iter().any(|name| name.starts_with(".gush-") && name.ends_with(".sqlite.part"))
        });
        scratch.write(name, "theirs");
        load.finish().code(1).stderr_has(message);
        assert_eq!(scratch.names(), [name]);
        assert_eq!(fs::read_to_string(scratch.path(name)).unwrap(), "theirs");
    }
    let scratch = Scratch::new();
    std::os::unix::fs::symlink("gone", scratch.path("db")).unwrap();
    into(&scratch, "-l 5 id=seq").run().code(2).stderr_has("a symbolic link to a file that is not there");
    assert_eq!(scratch.names(), ["db"]);
}

#[test]
fn options_of_servers_are_refused() {
    for (options, message) in [
        ("--connections 2", "SQLite lets one write at a time"),
        ("--batch 10", "a load into SQLite is one transaction"),
        ("--resume --seed 1", "there is nothing to continue"),
        ("--into sqlite:", "expected the name of a file"),
    ] {
        let options = if options.contains("--into") {
            options.to_owned()
        } else {
            format!("{options} --into sqlite:x")
        };
        gush(&format!("rows {options} name")).run().code(2).stdout_is("").stderr_has(message);
    }
}

/// The page that holds the bytes by which programs lock a file is at 1 GiB; a unit test has it in a file that takes no room.
#[test]
#[ignore = "writes 1.3 GB: cargo test -p gush --features gush/png --test all beyond_1_gib -- --ignored"]
fn a_file_beyond_1_gib_is_sound() {
    need!("sqlite3");
    let scratch = Scratch::new();
    let columns = "id=seq n=int:1,10000000@unique b=bytes:0,600";
    into(&scratch, &format!("-l 4M -t t --progress=never {columns}")).run().ok();
    assert!(fs::metadata(scratch.path("db")).unwrap().len() > 1 << 30);
    assert_sound(&scratch);
    query(&scratch, "select count(*), max(id), count(distinct id) from t")
        .stdout_is("4000000|4000000|4000000\n");
}
