//! `gush check --against`: what a schema promises, asked of databases that are as loaded, and of databases in which one thing is wrong.

use std::path::Path;

use gush_testkit::{MariaDb, Postgres, Program, Scratch, need};

use crate::tables::checked::Database;
use crate::tables::schema;

/// A column of each kind that promises something.
const KINDS: &str = include_str!("against.toml");

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    path.display().to_string()
}

/// The examples, each with a scale that is loaded soon, and how many promises it has.
const EXAMPLES: [(&str, &str); 15] = [
    ("bank.toml", "0.1"),
    ("courses.toml", "0.1"),
    ("employees.toml", "0.1"),
    ("sensors.toml", "0.2"),
    ("shop.toml", "0.05"),
    ("ssb.toml", "0.002"),
    ("tpch.toml", "0.002"),
    ("tracker.toml", "0.5"),
    ("bookings.toml", "0.2"),
    ("chat.toml", "0.2"),
    ("hospital.toml", "0.3"),
    ("saas.toml", "0.5"),
    ("social.toml", "0.2"),
    ("star.toml", "0.1"),
    ("stock.toml", "0.3"),
];

#[track_caller]
fn examples_hold(database: &Database) {
    let scratch = Scratch::new();
    for (name, scale) in EXAMPLES {
        let sentence = format!("--scale {scale}");
        database.clear();
        database.load(&scratch, &example(name), &sentence);
        let check = database.check(&scratch, &example(name), &sentence).ok();
        let text = check.text();
        assert!(text.ends_with(" tables hold\n") && text.lines().count() == 1, "{name}: {text}");
        let promises: usize =
            text.split(' ').next().and_then(|count| count.parse().ok()).expect("their number comes first");
        assert!(promises > 20, "{name}: {text}");
    }
}

#[test]
fn examples_hold_in_sqlite() {
    examples_hold(&Database::sqlite());
}

#[test]
fn examples_hold_in_postgresql() {
    need!("postgres");
    examples_hold(&Database::Postgres(Box::new(Postgres::start())));
}

#[test]
fn examples_hold_in_mariadb() {
    need!("mariadb server");
    examples_hold(&Database::MariaDb(Box::new(MariaDb::start("test"))));
}

/// What databases compare in other ways than gush, or not at all, is not asked, and what they compute with floating-point numbers is as
/// exact as these are.
#[track_caller]
fn nothing_is_broken_that_is_as_loaded(database: &Database) {
    let scratch = schema(include_str!("against-exact.toml"));
    database.load(&scratch, "s.toml", "");
    let check = database.check(&scratch, "s.toml", "").ok();
    assert!(check.text().ends_with(" promises of 2 tables hold\n"), "{}", check.text());
}

#[test]
fn nothing_is_broken_that_is_as_loaded_in_postgresql() {
    need!("postgres");
    nothing_is_broken_that_is_as_loaded(&Database::Postgres(Box::new(Postgres::start())));
}

#[test]
fn nothing_is_broken_that_is_as_loaded_in_mariadb() {
    need!("mariadb server");
    nothing_is_broken_that_is_as_loaded(&Database::MariaDb(Box::new(MariaDb::start("test"))));
}

#[test]
fn nothing_is_broken_that_is_as_loaded_in_sqlite() {
    nothing_is_broken_that_is_as_loaded(&Database::sqlite());
}

/// A table, what breaks a promise of it, and how the only line of the report begins.
const BREAKS: [(&str, &str, &str); 33] = [
    (
        "users",
        "update users set email = null where id = 7",
        "users.email is never null: broken by 1 row, such as id = 7, email = null",
    ),
    (
        "users",
        "update users set age = 17 where id in (7, 9)",
        "users.age is between 18 and 90: broken by 2 rows, such as id = 7, age = 17",
    ),
    (
        "users",
        "update users set plan = 'gold' where id = 7",
        "users.plan is one of free, pro, max: broken by 1 row, such as id = 7, plan = gold",
    ),
    (
        "users",
        "update users set born = '2006-01-01' where id = 7",
        "users.born is between 1950-01-01 and 2005-12-31: broken by 1 row, such as id = 7, born = 2006-01-01",
    ),
    (
        "users",
        "update users set seen = '2019-12-31 23:59:59' where id = 7",
        "users.seen is between 2020-01-01 00:00:00 and ",
    ),
    (
        "users",
        "update users set balance = -0.01 where id = 7",
        "users.balance is between 0.00 and 500.00: broken by 1 row, such as id = 7, balance = -0.01",
    ),
    (
        "users",
        "update users set email = (select email from users where id = 8) where id = 7",
        "users.email has no value twice: broken by 1 value, such as email = ",
    ),
    (
        "tags",
        "update tags set id = 2 where id = 1",
        "tags.id is the key: different in each row: broken by 1 value, such as id = 2, times = 2",
    ),
    (
        "likes",
        "update likes set \"user\" = 99999 where id = 5",
        "likes.user refers to a row of users (id): broken by 1 row, such as id = 5, user = 99999",
    ),
    ("likes", "delete from likes where id = 60", "likes has 60 rows: broken, it has 59"),
    (
        "marks",
        "update marks set \"user\" = 4 where id = (select min(id) from marks where \"user\" = 3)",
        "marks.user has 2 rows for each of users: broken by 2 rows of users, such as id = ",
    ),
    (
        "orders",
        "update orders set city = 'Nowhere' where id = 5",
        "orders.city is users.city of its row: broken by 1 row, such as id = 5, city = Nowhere, users.city = ",
    ),
    (
        "orders",
        "update orders set line = 9 where id = 5",
        "orders.line counts 1, 2, 3 … for each row of users: broken by 1 value, such as user = ",
    ),
    (
        "notes",
        "update notes set rated = '2031-01-01' where id = 5",
        "notes.rated is up to 10 days after users.joined: broken by 1 row, such as id = 5, rated = 2031-01-01, users.joined = ",
    ),
    (
        "notes",
        "update notes set checked = '2011-01-01' where id = 5",
        "notes.checked is up to 9 days before users.joined: broken by 1 row, such as id = 5, checked = 2011-01-01",
    ),
    (
        "orders",
        "update orders set shipped = '2031-01-01 00:00:00' where id = 5",
        "orders.shipped is up to 5 days after placed: broken by 1 row, such as id = 5, shipped = ",
    ),
    (
        "orders",
        "update orders set looked = '1990-01-01 00:00:00' where id = 5",
        "orders.looked is between placed and paid: broken by 1 row, such as id = 5, looked = ",
    ),
    (
        "orders",
        "update orders set total = total + 0.01 where id = 5",
        "orders.total is quantity * amount: broken by 1 row, such as id = 5, total = ",
    ),
    (
        "users",
        "update users set spent = spent + 0.01 where id = 7",
        "users.spent is the sum of its orders.amount: broken by 1 row, such as id = 7, spent = ",
    ),
    (
        "users",
        "update users set orders = orders + 1 where id = 7",
        "users.orders is the number of its rows of orders: broken by 1 row, such as id = 7, orders = ",
    ),
    (
        "users",
        "update users set best = best + 1 where id = 7",
        "users.best is the max of its orders.amount: broken by 1 row, such as id = 7, best = ",
    ),
    (
        "users",
        "update users set mean = mean + 0.0001 where id = 7",
        "users.mean is the avg of its orders.amount: broken by 1 row, such as id = 7, mean = ",
    ),
    (
        "users",
        "update users set tier = case tier when 5 then 6 else 5 end where id = (select min(id) from users where plan = 'pro')",
        "users.tier is the same where plan is: broken by 1 value, such as plan = pro, different = 2",
    ),
    (
        "users",
        "update users set boss = 50 where id = 7",
        "users.boss refers to an earlier row: broken by 1 row, such as id = 7, boss = 50",
    ),
    (
        "tags",
        "update tags set \"user\" = (select \"user\" from tags where id = 2) where id = 1",
        "tags.user refers to no row twice: broken by 1 value, such as user = ",
    ),
    (
        "picks",
        "update picks set \"user\" = (select min(\"user\") from picks as p where p.\"order\" = picks.\"order\") where \"order\" = 3",
        "picks (order, user) refer to no combination of rows twice: broken by 1 value, such as order = 3, user = ",
    ),
    (
        "moves",
        "update moves set \"before\" = 0.5 where \"user\" = 3 and nth = 1",
        "moves.before is balance of the row before of its parent: broken by 1 row, such as user = 3, nth = 1, before = 0.5",
    ),
    (
        "moves",
        "update moves set opening = -1 where \"user\" = 3 and nth = 1",
        "moves.opening is amount of the first row of its parent: broken by 1 row, such as user = 3, nth = 1, opening = -1",
    ),
    (
        "moves",
        "update moves set closing = -1 where \"user\" = 3 and nth = 1",
        "moves.closing is amount of the last row of its parent: broken by 1 row, such as user = 3, nth = 1, closing = -1",
    ),
    (
        "moves",
        "update moves set is_new = not is_new where \"user\" = 3 and nth = 1",
        "moves.is_new says whether the row is the first of its parent: broken by 1 row, such as user = 3, nth = 1, is_new = ",
    ),
    (
        "moves",
        "update moves set is_current = not is_current where \"user\" = 3 and nth = 1",
        "moves.is_current says whether the row is the last of its parent: broken by 1 row, such as user = 3, nth = 1, is_current = ",
    ),
    (
        "moves",
        "update moves set status = 'sent' where \"user\" = 3 and nth = 1",
        "moves.status follows the state before, by the chain: broken by ",
    ),
    (
        "moves",
        "update moves set target = source where \"user\" = 3 and nth = 1",
        "moves.target is another one than source: broken by 1 row, such as user = 3, nth = 1, target = ",
    ),
];

/// The tables of the schema above.
const TABLES: [&str; 8] = ["users", "orders", "tags", "likes", "notes", "marks", "picks", "moves"];

#[track_caller]
fn each_break_is_found(database: &Database) {
    let scratch = schema(KINDS);
    database.load(&scratch, "s.toml", "");
    database.check(&scratch, "s.toml", "").ok();
    database.free(&TABLES);
    database.check(&scratch, "s.toml", "").ok();
    for (table, sql, line) in BREAKS {
        database.run(&format!("create table saved as select * from {table}"));
        database.run(sql);
        let check = database.check(&scratch, "s.toml", "").code(1);
        let text = check.text().to_owned();
        assert!(text.starts_with(line), "{sql}\n{text}");
        assert_eq!(text.lines().count(), 2, "{sql}\n{text}");
        check.stderr_has(" promises of 8 tables is broken");
        // The query that is shown gives what is broken.
        let query = text
            .lines()
            .nth(1)
            .expect("the second line is the query")
            .trim()
            .trim_end_matches(';')
            .to_owned();
        database.run(&query);
        database
            .run(&format!("delete from {table}; insert into {table} select * from saved; drop table saved"));
    }
    database.check(&scratch, "s.toml", "").ok();
}

#[test]
fn each_break_is_found_in_sqlite() {
    each_break_is_found(&Database::sqlite());
}

#[test]
fn each_break_is_found_in_postgresql() {
    need!("postgres");
    each_break_is_found(&Database::Postgres(Box::new(Postgres::start())));
}

#[test]
fn each_break_is_found_in_mariadb() {
    need!("mariadb server");
    each_break_is_found(&Database::MariaDb(Box::new(MariaDb::start("test"))));
}

/// What expressions are is what PostgreSQL makes of them; texts are no numbers in SQLite.
#[test]
fn what_only_one_server_knows_is_found_there() {
    need!("postgres");
    let scratch = schema(
        "[table.t]\nrows = 20\ncolumns.id = \"seq\"\ncolumns.word = \"noun\"\ncolumns.on = \"bool\"\n\
         columns.big = { expr = \"upper(word) || '-' || cast(id % 3 as text)\" }\n",
    );
    let (server, file) = (Database::Postgres(Box::new(Postgres::start())), Database::sqlite());
    for database in [&server, &file] {
        database.load(&scratch, "s.toml", "");
        database.check(&scratch, "s.toml", "").ok();
        database.run("update t set big = 'x' where id = 3");
    }
    let found = "t.big is upper(word) || '-' || cast(id % 3 as text): broken by 1 row, such as id = 3, big = x, word = ";
    let text = server.check(&scratch, "s.toml", "").code(1);
    assert!(text.text().starts_with(found), "{}", text.text());
    file.check(&scratch, "s.toml", "").ok();
    file.run("update t set \"on\" = 7 where id = 3");
    file.check(&scratch, "s.toml", "")
        .code(1)
        .stdout_has("t.on is true or false: broken by 1 row, such as id = 3, on = 7");
}

#[test]
fn what_is_missing_is_said_at_once() {
    let scratch = schema(KINDS);
    let database = Database::sqlite();
    database.check(&scratch, "s.toml", "").code(1).stderr_has("there is no such file");
    database.load(&scratch, "s.toml", "");
    database.run(
        "drop table tags; alter table users rename column age to ages; alter table likes drop column score",
    );
    let check = database.check(&scratch, "s.toml", "").code(2).stdout_is("");
    check
        .stderr_has("what the schema has is not all there\n  users has no column age; did you mean ages?\n")
        .stderr_has("\n  there is no table tags\n")
        .stderr_has("\n  likes has no column score; ");
    // A table alone needs only what its promises read.
    database.check(&scratch, "s.toml", "-t notes").ok().stdout_has(" of 1 table hold\n");
    database.check(&scratch, "s.toml", "-t likes").code(2);
    database.check(&scratch, "s.toml", "-t note").code(2).stderr_has("did you mean `notes`?");
    scratch.write("bad.toml", "[table.t]\ncolumns.a = \"emial\"\n");
    database.check(&scratch, "bad.toml", "").code(2).stderr_has("did you mean `email`?");
    let check = Program::new(env!("CARGO_BIN_EXE_gush")).arg("check").arg("s.toml");
    let check = check.arg_line("--against shop.db -f csv --dry-run").within(scratch.folder()).run().code(2);
    check.stderr_has("--against shop.db\n").stderr_has("--against\n").stderr_has("no size is estimated");
    let check = Program::new(env!("CARGO_BIN_EXE_gush")).arg("check").arg("s.toml").arg("--dry-run");
    check.within(scratch.folder()).run().code(2).stderr_has("cannot be used without --against");
}
