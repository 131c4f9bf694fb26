//! Rows of one parent that read each other, lengths of time, and values that differ from others: SQLite, whose window functions know the
//! same, finds nothing else.

use crate::tables::in_sqlite::{count, loaded_without};
use crate::tables::{same_rows, schema, table, within};

/// A bank's accounts with their movements, and rooms with bookings that never overlap.
const BANK: &str = r#"
seed = 4
now = 2026-01-01
[table.accounts]
rows = 400
columns.id = "seq"
columns.opened = "datetime:2020-01-01,2021-12-31"
columns.born = "date:1950-01-01,2001-12-31"
columns.closed = "after:opened,30d..90d"
columns.checked = "before:opened,1h..2h"
columns.signed = "after:opened,1d..10d@dist=exp:2d"
columns.adult = "after:born,6570d..9000d@dist=normal:7000d,300d"
columns.late = "after:opened,400d..9000d,now"
[table.movements]
rows = { per = "accounts", each = "int:0,25" }
columns.id = "seq"
columns.account = "ref:accounts.id"
columns.nth = "nth"
columns.kind = "enum:card,cash,transfer"
columns.amount = "decimal:-50,100,2"
columns.note = "int:0,9@null=0.4"
columns.balance = "cumsum:amount"
columns.notes = "cumsum:note"
columns.before = "prev:balance"
columns.kind_before = "prev:kind"
columns.note_before = "prev:note"
columns.first_kind = "first:kind"
columns.last_amount = "last:amount"
columns.is_first = "is_first"
columns.is_last = "is_last"
columns.gap = "int:1,5000@hidden"
columns.passed = "cumsum:gap@hidden"
columns.opened = "ref:accounts.opened@hidden"
columns.at = { expr = "opened + passed * interval '1 minute'" }
columns.at_before = "prev:at"
columns.change = { expr = "balance - coalesce(before, 0)" }
[table.mixed]
rows = { per = "accounts", each = "int:0,9" }
link.accounts = { order = "shuffled" }
columns.account = "ref:accounts.id"
columns.nth = "nth"
columns.n = "int:1,9"
columns.sum = "cumsum:n"
columns.before = "prev:n"
columns.first = "first:n"
columns.last = "last:n"
columns.is_last = "is_last"
[table.rooms]
rows = 30
columns.id = "seq"
[table.bookings]
rows = { per = "rooms", each = "int:5,30" }
columns.room = "ref:rooms.id"
columns.nth = "nth"
columns.gap = "int:0,600@hidden"
columns.length = "int:30,240@hidden"
columns.gaps = "cumsum:gap@hidden"
columns.lengths = "cumsum:length@hidden"
columns.ends = { expr = "timestamp '2026-01-05 08:00:00' + (gaps + lengths) * interval '1 minute'" }
columns.starts = { expr = "timestamp '2026-01-05 08:00:00' + (gaps + lengths - length) * interval '1 minute'" }
[table.orders]
rows = 1_000
columns.id = "seq"
columns.placed = "datetime:2020-01-01,2021-12-31"
columns.status = "max:history.nth"
[table.history]
rows = { per = "orders", each = "int:1,7" }
key = ["order", "nth"]
columns.order = "ref:orders.id"
columns.nth = "nth"
columns.status = "chain:new > paid | cancelled*0.25, paid > shipped | cancelled*0.25, shipped > returned | kept*3, returned > paid*0.5"
columns.before = "prev:status"
columns.latest = "last:status"
[table.shuffled]
rows = { per = "orders", each = "int:1,7" }
link.orders = { order = "shuffled" }
columns.order = "ref:orders.id"
columns.nth = "nth"
columns.status = "chain:new | old*3 > done"
[table.flights]
rows = 3000
columns.id = "seq"
columns.source = "enum:FRA,JFK*5,NRT"
columns.target = "enum:FRA,JFK*5,NRT@not=source"
columns.stop = "enum:FRA,JFK*5,NRT@not=target@null=0.5"
columns.one = "int:1,2"
columns.other = "int:1,2@not=one"
columns.rare = "enum:a*1000000,b@not=always"
columns.always = "enum:a"
"#;

const TABLES: [&str; 7] = ["accounts", "movements", "mixed", "bookings", "history", "shuffled", "flights"];

/// What is wrong in the rows: each of these counts it.
const WRONG: [&str; 26] = [
    "select count(*) from (select round(sum(amount) over w, 2) s, balance from movements window w as (partition by account order by nth)) \
     where abs(s - balance) > 0.001",
    "select count(*) from (select sum(note) over w s, notes from movements window w as (partition by account order by nth)) where s is not notes",
    "select count(*) from (select lag(balance) over w b, before, lag(kind) over w k, kind_before, lag(note) over w n, note_before from movements \
     window w as (partition by account order by nth)) where b is not before or k is not kind_before or n is not note_before",
    "select count(*) from (select first_value(kind) over w k, first_kind, last_value(amount) over w a, last_amount from movements \
     window w as (partition by account order by nth rows between unbounded preceding and unbounded following)) where k <> first_kind or a <> last_amount",
    "select count(*) from (select row_number() over w r, count(*) over (partition by account) c, is_first, is_last from movements \
     window w as (partition by account order by nth)) where is_first <> (r = 1) or is_last <> (r = c)",
    "select count(*) from (select lag(at) over w a, at, at_before from movements window w as (partition by account order by nth)) \
     where a is not at_before or at_before >= at",
    "select count(*) from movements where abs(change - amount) > 0.001",
    "select count(*) from movements m join accounts a on a.id = m.account where m.at <= a.opened",
    "select count(*) from (select sum(n) over w s, sum, lag(n) over w b, before from mixed window w as (partition by account order by nth)) \
     where s <> sum or b is not before",
    "select count(*) from (select first_value(n) over w f, first, last_value(n) over w l, last from mixed \
     window w as (partition by account order by nth rows between unbounded preceding and unbounded following)) where f <> first or l <> last",
    "select count(*) from (select nth, count(*) over (partition by account) c, is_last from mixed) where is_last <> (nth = c)",
    "select count(*) from bookings one join bookings other on one.room = other.room and one.nth < other.nth where one.ends > other.starts",
    "select count(*) from bookings where starts >= ends",
    "select count(*) from accounts where julianday(closed) - julianday(opened) not between 29.99999 and 90.00001",
    "select count(*) from accounts where (julianday(opened) - julianday(checked)) * 24 not between 0.99999 and 2.00001",
    "select count(*) from accounts where julianday(signed) - julianday(opened) not between 0.99999 and 10.00001",
    "select count(*) from accounts where julianday(adult) - julianday(born) not between 6570 and 9000",
    "select count(*) from accounts where late > '2026-01-01 00:00:01' or late < opened",
    "select count(*) from history where (before is null) <> (nth = 1) or (before is null and status <> 'new')",
    "select count(*) from history where before is not null and before || '>' || status not in ('new>paid', 'new>cancelled', 'paid>shipped', \
     'paid>cancelled', 'shipped>returned', 'shipped>kept', 'returned>paid', 'cancelled>cancelled', 'kept>kept')",
    "select count(*) from (select lag(status) over w b, before, last_value(status) over (partition by \"order\" order by nth rows between unbounded \
     preceding and unbounded following) l, latest from history window w as (partition by \"order\" order by nth)) where b is not before or l <> latest",
    "select count(*) from shuffled where (status in ('new', 'old')) <> (nth = 1)",
    "select count(*) from flights where source = target",
    "select count(*) from flights where stop = target",
    "select count(*) from flights where one = other",
    "select count(*) from flights where rare <> 'b'",
];

#[test]
fn sqlite_s_windows_have_the_same_values() {
    let scratch = schema(BANK);
    let connection = loaded_without(&WRONG, &scratch);
    assert!(count(&connection, "select count(*) from movements") > 4000);
    // Most lengths by `exp` are short, those by `normal` are near the mean, and all between two ends are as likely.
    let share =
        |query: &str| count(&connection, &format!("select 100 * sum({query}) / count(*) from accounts"));
    assert!(share("julianday(signed) - julianday(opened) < 5.5") > 70);
    assert!((55..80).contains(&share("abs(julianday(adult) - julianday(born) - 7000) <= 300")));
    assert!((40..60).contains(&share("julianday(closed) - julianday(opened) < 60")));
    // Each state is followed by the others by weight: nine standard errors and more.
    let follows = |of: &str, next: &str| {
        let query =
            format!("select 1000 * sum(status = '{next}') / count(*) from history where before = '{of}'");
        count(&connection, &query)
    };
    assert!((740..860).contains(&follows("new", "paid")) && (730..870).contains(&follows("paid", "shipped")));
    assert!((680..820).contains(&follows("shipped", "kept")) && follows("returned", "paid") == 1000);
    let old = count(&connection, "select 1000 * sum(status = 'old') / count(*) from shuffled where nth = 1");
    assert!((690..810).contains(&old), "{old}");
    // What is drawn again is drawn by the same weights: of those that leave FRA, five in six fly to JFK.
    let jfk =
        count(&connection, "select 1000 * sum(target = 'JFK') / count(*) from flights where source = 'FRA'");
    assert!((780..890).contains(&jfk), "{jfk}");
}

#[test]
fn any_part_has_the_same_values() {
    let scratch = schema(BANK);
    same_rows::in_any_part(&scratch, &TABLES);
    same_rows::by_the_printed_file(&scratch);
}

/// The names that `first` and `last` have by themselves are left to them.
#[test]
fn first_and_last_without_a_column_are_names() {
    let scratch = schema(
        "seed = 1\n[table.a]\nrows = 3\ncolumns.x = \"first\"\ncolumns.y = \"name.first@of=y\"\ncolumns.z = \"first@of=y\"\n",
    );
    for row in table(&scratch, "a") {
        assert_eq!(row[1], row[2]);
    }
}

/// `@not` of the command line, for which nothing but the rows that are the same changes.
#[test]
fn values_of_the_command_line_differ() {
    let scratch = gush_testkit::Scratch::new();
    let rows = |target: &str| {
        let run =
            within(&scratch, "-l 500 --seed 3 -f csv source=enum:a,b,c,d").arg(target).run().ok().silent();
        run.lines().iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()
    };
    let (plain, different) = (rows("target=enum:a,b,c,d"), rows("target=enum:a,b,c,d@not=source"));
    for (plain, different) in plain.iter().zip(&different) {
        let is_same = |row: &str| row.split_once(',').is_some_and(|(one, other)| one == other);
        assert!(!is_same(different) && (is_same(plain) || plain == different), "{plain} {different}");
    }
    for (column, message) in [
        ("enum:a@not=source", "there is only one value, so that none is another one"),
        ("int:1,9@not=source", "`source` has values of another type, which always differ"),
        ("enum:a,b@unique@not=source", "leave one of them out"),
        ("enum:a,b@not=sorce", "did you mean `source`?"),
        ("enum:a,b@not=target", "this is the column itself"),
        ("uuidv4@not=source", "so that @not cannot change it"),
        ("name@not=source", "does not take @not"),
    ] {
        let run = within(&scratch, "-l 5 source=enum:a,b").arg(format!("target={column}")).run();
        run.code(2).stdout_is("").stderr_has(message);
    }
}
