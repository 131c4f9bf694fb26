//! Totals that are given, and met exactly: SQLite adds up what was made.

use crate::tables::in_sqlite::{count, loaded_without};
use crate::tables::{same_rows, schema, within};

const BUDGET: &str = r#"
seed = 6
now = 2026-01-01
[table.budget]
rows = 1_000
columns.id = "seq"
columns.amount = "decimal:0,5000,2@sum=1_000_000.00"
columns.votes = "int:-5,100@sum=20_000"
[table.invoices]
rows = 500
columns.id = "seq"
columns.total = "decimal:10,9000,2"
columns.points = "int:0,3@null=0.2"
[table.lines]
rows = { per = "invoices", each = "int:1,9" }
columns.invoice = "ref:invoices.id"
columns.nth = "nth"
columns.amount = "split:invoices.total"
columns.points = "split:invoices.points"
columns.so_far = "cumsum:amount"
[table.shuffled]
rows = { per = "invoices", each = "int:0,9" }
link.invoices = { order = "shuffled" }
columns.invoice = "ref:invoices.id"
columns.amount = "split:invoices.total"
"#;

/// What is wrong in the rows: each of these counts it.
const WRONG: [&str; 8] = [
    "select round(sum(amount) * 100) <> 100000000 from budget",
    "select sum(votes) <> 20000 from budget",
    "select count(*) from budget where amount not between 0 and 5000 or votes not between -5 and 100",
    "select count(*) from (select i.total, sum(l.amount) s from invoices i join lines l on l.invoice = i.id group by i.id) where abs(total - s) > 0.001",
    "select count(*) from (select i.points, sum(l.points) s from invoices i join lines l on l.invoice = i.id group by i.id) where points is not s",
    "select count(*) from lines where amount < 0 or points < 0",
    "select count(*) from (select i.total, max(l.so_far) s from invoices i join lines l on l.invoice = i.id group by i.id) where abs(total - s) > 0.001",
    "select count(*) from (select i.total, sum(l.amount) s from invoices i join shuffled l on l.invoice = i.id group by i.id) where abs(total - s) > 0.001",
];

#[test]
fn sqlite_finds_every_total() {
    let scratch = schema(BUDGET);
    let connection = loaded_without(&WRONG, &scratch);
    let count = |query: &str| count(&connection, query);
    assert!(count("select count(distinct amount) from budget") > 900);
    assert!(count("select count(distinct amount) from lines") > 2000);
}

#[test]
fn any_part_has_the_same_numbers() {
    let scratch = schema(BUDGET);
    same_rows::in_any_part(&scratch, &["budget", "lines", "shuffled"]);
    same_rows::by_the_printed_file(&scratch);
}

#[test]
fn the_command_line_has_totals_too() {
    let scratch = gush_testkit::Scratch::new();
    let run = within(&scratch, "-l 7 --seed 3 -f csv int:0,100@sum=300").run().ok().silent();
    let sum: i64 = run.lines().iter().map(|line| line.parse::<i64>().expect("a number")).sum();
    assert_eq!(sum, 300);
    for (column, message) in [
        ("int:0,10@sum=300", "7 rows of these add up to 0 to 70"),
        ("decimal:1,10,2@sum=3.5", "7 rows of these add up to 7 to 70"),
        ("decimal:1,10,2@sum=30.555", "more than 2 decimal places"),
        ("int:0,100@sum=x", "expected"),
        ("int:0,100@sum=300@null=0.1", "only without @null"),
        ("int:0,100@sum=300@unique", "each value is a part of a total"),
        ("int:0,100@sum=300@dist=normal", "a total decides how its parts are spread"),
        ("double:0,1@sum=3", "`double` does not take @sum"),
    ] {
        within(&scratch, "-l 7").arg(column).run().code(2).stdout_is("").stderr_has(message);
    }
    within(&scratch, "-S int:0,100@sum=300").run().code(2).stdout_is("").stderr_has("is not known here");
}
