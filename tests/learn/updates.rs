//! `--update` keeps what a person changed.

use super::{definitions, gush};

const BEFORE: &str = "create table users (id int primary key, name text not null, old int not null);\n";
const AFTER: &str = "create table users (id int primary key, name text not null, email text not null);\ncreate table orders (id int primary key, user_id int not null references users);\n";

#[test]
fn a_file_that_is_not_valid_is_not_updated() {
    let scratch = definitions(BEFORE);
    gush(&scratch, "learn s.sql -o s.toml").run().ok();
    let broken = String::from_utf8(scratch.read("s.toml")).expect("text") + "this is no line of it\n";
    scratch.write("s.toml", &broken);
    let run = gush(&scratch, "learn s.sql -o s.toml --update").run().code(2);
    run.stderr_has("the file to update is not valid; nothing was written").stderr_has("s.toml:");
    assert_eq!(scratch.read("s.toml"), broken.as_bytes());
}

#[test]
fn changes_stay_and_new_columns_come() {
    let scratch = definitions(BEFORE);
    gush(&scratch, "learn s.sql -o s.toml").run().ok();
    let file = String::from_utf8(scratch.read("s.toml")).expect("text");
    let changed = file
        .replace("columns.name = \"name\" ", "columns.name = \"name.last\" ")
        .replace("rows = 1_000", "rows = 5 # few");
    assert_ne!(file, changed);
    scratch.write("s.toml", format!("seed = 7\n{changed}"));
    scratch.write("s.sql", AFTER);
    gush(&scratch, "learn s.sql -o s.toml --update").run().ok();
    let updated = String::from_utf8(scratch.read("s.toml")).expect("text");
    for line in [
        "seed = 7",
        "rows = 5 # few",
        "columns.name = \"name.last\"",
        "columns.email = \"email\"",
        "# gone: columns.old",
        "[table.orders]",
    ] {
        assert!(updated.contains(line), "{line} is missing in\n{updated}");
    }
    gush(&scratch, "check s.toml").run().ok();
    // Once more changes nothing but the comments about what is gone.
    gush(&scratch, "learn s.sql -o s.toml --update").run().ok();
    let again = String::from_utf8(scratch.read("s.toml")).expect("text");
    let plain = |text: &str| {
        text.lines().filter(|line| !line.starts_with("# gone")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(plain(&again), plain(&updated));
}

#[test]
fn a_change_that_no_longer_fits_is_refused() {
    let scratch = definitions(BEFORE);
    gush(&scratch, "learn s.sql -o s.toml").run().ok();
    let file = String::from_utf8(scratch.read("s.toml")).expect("text");
    let changed = file.replace("columns.name = \"name\" ", "columns.name = { expr = \"old || 'x'\" } ");
    scratch.write("s.toml", &changed);
    scratch.write("s.sql", AFTER);
    gush(&scratch, "learn s.sql -o s.toml --update")
        .run()
        .code(2)
        .stderr_has("what you changed does not fit what was learned");
    assert_eq!(String::from_utf8(scratch.read("s.toml")).expect("text"), changed);
}
