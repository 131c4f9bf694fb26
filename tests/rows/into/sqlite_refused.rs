//! `--into sqlite:FILE`: what SQLite does not take is refused before a row is made, and what a killed run leaves is removed.

use gush_testkit::{Scratch, Signal, need, wait_until};

use super::sqlite::{into, query};
use crate::rows::{PORTABLE, gush, seeded};

#[test]
fn more_columns_than_a_table_has_are_refused() {
    let scratch = Scratch::new();
    let columns = |count: usize| (0..count).map(|number| format!("c{number}=bool")).collect::<Vec<_>>();
    let run = into(&scratch, "-l 1000000000000 -t t").args(columns(2_001)).run().code(2).stdout_is("");
    run.stderr_has("a table of SQLite has at most 2,000 columns, and `t` has 2,001");
    assert_eq!(scratch.names(), [""; 0]);
    into(&scratch, "-l 3 -t t").args(columns(2_000)).run().ok();
}

#[test]
fn tables_that_differ_in_case_alone_are_refused() {
    let scratch = Scratch::new();
    scratch.write(
        "s.toml",
        "[table.a]\nrows = 1\ncolumns.id = \"seq\"\n[table.A]\nrows = 1\ncolumns.id = \"seq\"\n",
    );
    let run = into(&scratch, "--schema s.toml").within(scratch.folder()).run().code(2).stdout_is("");
    run.stderr_has("SQLite takes `a` and `A` for the same table");
    assert_eq!(scratch.names(), ["s.toml"]);
}

#[test]
fn a_folder_that_is_missing_is_named() {
    let run = gush("rows -l 3 --into sqlite:/no/such/folder/db name").run().code(1);
    run.stderr_has("the folder '/no/such/folder' does not exist\n  nothing was changed");
}

#[test]
fn options_in_the_address_are_refused() {
    let scratch = Scratch::new();
    let run = |address: &str| seeded("-l 3 --into").args([address, "name"]).within(scratch.folder()).run();
    run("sqlite:///y.db?mode=ro")
        .code(2)
        .stderr_has("an address of SQLite has no options: leave out `?mode=ro`");
    assert_eq!(scratch.names(), [""; 0]);
    run("sqlite:y.db?mode=ro").ok();
    assert_eq!(scratch.names(), ["y.db?mode=ro"]);
}

/// Whatever writes to the folder next removes the part.
#[test]
fn what_a_killed_load_leaves_is_removed() {
    need!("sqlite3");
    if PORTABLE {
        return need::not_run("the portable backend looks for no leftovers");
    }
    for next in ["db", "csv"] {
        let scratch = Scratch::new();
        let has_part = || scratch.names().iter().any(|name| name.ends_with(".sqlite.part"));
        let load = into(&scratch, "-l 100M -t t id=seq name email --progress=never").spawn();
        wait_until("the load has begun", has_part);
        // Another run leaves a part that is being written alone.
        seeded("-l 3 -o other.csv name").within(scratch.folder()).run().ok();
        assert!(has_part());
        load.signal(Signal::KILL);
        load.finish().died_of(Signal::KILL);
        assert!(has_part());
        match next {
            "db" => {
                into(&scratch, "-l 3 -t t id=seq").run().ok();
                query(&scratch, "select count(*) from t").stdout_is("3\n");
            }
            _ => drop(seeded("-l 3 -o db name -f csv").within(scratch.folder()).run().ok()),
        }
        assert_eq!(scratch.names(), ["db", "other.csv"]);
    }
}
