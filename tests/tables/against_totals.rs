//! `gush check --against` of what all rows of a table promise together, of rows that are left out, and of the child with the largest value.

use gush_testkit::{MariaDb, Postgres, need};

use crate::tables::checked::Database;
use crate::tables::schema;

const TOTALS: &str = r#"
seed = 6
now = 2026-01-01
[table.accounts]
rows = 100
columns.id = "seq:32@sparse=8/32"
columns.plan = "enum:gold,free*4,nil@exact"
columns.limit = "decimal:0,500,2@sum=20_000.50"
columns.points = "int:0,9@sum=450"
columns.last_state = "argmax:states.state,at"
columns.first_state = "argmin:states.state,at"
columns.best = "argmax:visits.day,score@null=0.1"
columns.states = { list = "states", columns = ["state"] }
[table.states]
rows = { per = "accounts", each = "int:0,5" }
columns.account = "ref:accounts.id"
columns.nth = "nth"
columns.state = "enum:new,Paid,paid,lost"
columns.at = "date:2025-01-01,2025-01-04@null=0.1"
[table.visits]
rows = 300
columns.day = "date:2025-01-01,2025-12-31"
columns.score = "int:1,4"
link.accounts = { sparse = "2/3" }
columns.account = "ref:accounts.id"
[table.back]
rows = 9
columns.id = "seq:50,-5@sparse=2/3"
columns.kind = "enum:a,b@exact"
[table.marks]
rows = 40
columns.id = "seq"
link.back = { sparse = "1/2" }
columns.back = "ref:back.id"
"#;

/// What breaks a promise, and what the report says of it.
const BREAKS: [(&str, &str); 12] = [
    (
        "update accounts set id = 40 where id = 35",
        "accounts.id is one of the first 8 of every 32 numbers from 32 on: broken by 1 row, such as id = 40",
    ),
    ("update accounts set id = 31 where id = 35", "accounts.id is one of the first 8 of every 32"),
    (
        "update accounts set plan = 'gold' where id = (select i from (select min(id) as i from accounts where plan = 'free') q)",
        "accounts.plan has each word in its exact share: broken by 2 values",
    ),
    (
        "update accounts set plan = 'Gold' where plan = 'gold'",
        "accounts.plan has each word in its exact share: broken by 1 value",
    ),
    (
        "update accounts set \"limit\" = \"limit\" + 0.01 where id = 33",
        "accounts.limit adds up to 20000.50: broken, it has 20000.5",
    ),
    (
        "update accounts set points = points - 1 where points = 9",
        "accounts.points adds up to 450: broken, it has 4",
    ),
    (
        "update accounts set last_state = 'PAID' where last_state = 'paid'",
        "accounts.last_state is the state of its row of states with the largest at: broken by ",
    ),
    (
        "update accounts set first_state = null where first_state = 'new'",
        "accounts.first_state is the state of its row of states with the smallest at: broken by ",
    ),
    (
        "update accounts set best = '2024-12-31' where id = 33",
        "accounts.best is the day of its row of visits with the largest score: broken by 1 row",
    ),
    (
        "update visits set account = (select i from (select id as i from accounts order by id limit 1 offset 2) q) where day < '2025-02-01'",
        "visits.account refers to none but the first 2 of every 3 rows of accounts: broken by ",
    ),
    (
        "update back set id = 40 where id = 45",
        "back.id is one of the first 2 of every 3 numbers from 50 on: broken by 1 row, such as id = 40",
    ),
    (
        "update marks set back = 45",
        "marks.back refers to none but the first 1 of every 2 rows of back: broken by 40 rows",
    ),
];

#[track_caller]
fn breaks_are_found(database: &Database) {
    let scratch = schema(TOTALS);
    for (sql, found) in BREAKS {
        database.clear();
        database.load(&scratch, "s.toml", "");
        let check = database.check(&scratch, "s.toml", "").ok();
        assert!(check.text().ends_with(" promises of 5 tables hold\n"), "{}", check.text());
        assert_eq!(
            check.errors().trim_end(),
            "gush: what the lists of accounts.states have in them is not checked, but how long they are"
        );
        database.free(&["accounts", "states", "visits", "back", "marks"]);
        database.run(sql);
        let check = database.check(&scratch, "s.toml", "").code(1);
        assert!(check.text().contains(found), "{sql}: {}", check.text());
    }
    database.clear();
    database.load(&scratch, "s.toml", "");
    database.run("delete from states where nth = 2");
    let check = database.check(&scratch, "s.toml", "").code(1);
    let found = "accounts.states has as many values as there are rows of states: broken by ";
    assert!(check.text().contains(found), "{}", check.text());
}

#[test]
fn breaks_are_found_in_sqlite() {
    breaks_are_found(&Database::sqlite());
}

#[test]
fn breaks_are_found_in_postgresql() {
    need!("postgres");
    breaks_are_found(&Database::Postgres(Box::new(Postgres::start())));
}

#[test]
fn breaks_are_found_in_mariadb() {
    need!("mariadb server");
    breaks_are_found(&Database::MariaDb(Box::new(MariaDb::start("test"))));
}
