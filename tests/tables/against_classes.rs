//! `gush check --against` of rows that values decide on: how many there are for each value, which have a parent, and how deep a row is.

use gush_testkit::{MariaDb, Postgres, need};

use crate::tables::checked::Database;
use crate::tables::schema;

const CLASSES: &str = r#"
seed = 6
now = 2026-01-01
[table.accounts]
rows = 300
columns.id = "seq"
columns.plan = "enum:gold,Gold,free*6@null=0.1"
columns.level = "int:1,3"
columns.is_open = "bool"
columns.kind = "enum:a,b*3@exact"
[table.orders]
rows = { per = "accounts", each = { by = "plan", gold = 5, Gold = "int:1,2", else = 0 } }
columns.id = "seq"
columns.account = "ref:accounts.id"
[table.badges]
rows = { per = "accounts", each = { by = "level", 1 = 2, 2 = 1, else = 0 } }
columns.id = "seq"
columns.account = "ref:accounts.id"
[table.visits]
rows = { per = "accounts", each = { by = "is_open", true = 2, false = 0 } }
columns.id = "seq"
columns.account = "ref:accounts.id"
[table.notes]
rows = { per = "accounts", each = { by = "kind", a = 1, b = 3 } }
columns.id = "seq"
columns.account = "ref:accounts.id"
columns.target = "enum:order*3,badge"
link.orders = { when = { target = "order" } }
columns.order_id = "ref:orders.id"
link.badges = { when = { target = "badge" }, null = 0.3 }
columns.badge_id = "ref:badges.id"
[table.people]
rows = 200
columns.id = "seq"
columns.boss = "ref:people.id"
link.people = { roots = 3, levels = 4 }
columns.level = "depth"
"#;

/// What breaks a promise, and what the report says of it.
const BREAKS: [(&str, &str); 9] = [
    (
        "update accounts set plan = 'gold' where plan = 'Gold'",
        "orders.account has 5 rows for each of accounts whose plan is gold: broken by ",
    ),
    ("update accounts set plan = null where plan = 'gold'", "whose plan is another one: broken by "),
    (
        "update accounts set level = 1 where level = 2",
        "badges.account has 2 rows for each of accounts whose level is 1: broken by ",
    ),
    (
        "delete from visits where id = 1",
        "visits.account has 2 rows for each of accounts whose is_open is true: broken by 1 row",
    ),
    (
        "update accounts set kind = 'a' where id in (select id from (select min(id) as id from accounts where kind = 'b') q)",
        "notes.account has 1 row for each of accounts whose kind is a: broken by 1 row",
    ),
    (
        "update notes set target = 'badge' where id in (select id from (select min(id) as id from notes where target = 'order') q)",
        "notes.order_id is set where target is order: broken by 1 row",
    ),
    (
        "update notes set badge_id = 1 where id in (select id from (select min(id) as id from notes where target = 'order') q)",
        "notes.badge_id is set where target is badge: broken by 1 row",
    ),
    (
        "update people set boss = null where id = 50",
        "people.boss is null in the first 3 rows only: broken by 1 row",
    ),
    (
        "update people set level = 2 where id = 2",
        "people.level is one more than that of the row above, or 0 where there is none: broken by ",
    ),
];

#[track_caller]
fn breaks_are_found(database: &Database) {
    let scratch = schema(CLASSES);
    for (sql, found) in BREAKS {
        database.clear();
        database.load(&scratch, "s.toml", "");
        let check = database.check(&scratch, "s.toml", "").ok();
        assert!(check.text().ends_with(" promises of 6 tables hold\n"), "{}", check.text());
        database.run(sql);
        let check = database.check(&scratch, "s.toml", "").code(1);
        assert!(check.text().contains(found), "{sql}: {}", check.text());
    }
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
