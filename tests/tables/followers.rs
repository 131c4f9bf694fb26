//! Totals along links that count no rows: SQLite adds up what was made.

use crate::tables::in_sqlite::{count, loaded_without};
use crate::tables::{generated, same_rows, schema, table, within};

const BANK: &str = r#"
seed = 9
now = 2026-01-01
[table.accounts]
rows = 300
columns.id = "seq"
columns.sent = "sum:transfers.amount@of=sender"
columns.received = "sum:transfers.amount@of=recipient"
columns.incoming = "count:transfers@of=recipient"
columns.largest = "max:transfers.amount@of=sender"
columns.first = "min:transfers.at@of=recipient"
columns.mean = "avg:transfers.amount@of=recipient"
columns.balance = { expr = "coalesce(received, 0) - coalesce(sent, 0)" }
columns.last_note = "argmax:transfers.note,at@of=recipient"
columns.cheapest = "argmin:transfers.id,transfers.amount@of=sender"
[table.transfers]
rows = 5_000
columns.id = "seq"
columns.sender = "ref:accounts.id@of=sender"
link.sender = { dist = "zipf:1.1" }
link.recipient = { other = "sender", null = 0.1 }
columns.recipient = "ref:accounts.id@of=recipient"
columns.amount = "decimal:1,500,2@null=0.05"
columns.at = "datetime:2025-01-01,2025-12-31@null=0.02"
columns.note = "name"
columns.before = "ref:accounts.balance@of=sender"
[table.people]
rows = 200
columns.id = "seq"
columns.boss = "ref:people.id"
columns.reports = "count:people"
columns.pay = "int:1000,9000"
columns.paid_below = "sum:people.pay"
columns.best = "argmax:people.id,pay"
[table.orders]
rows = { per = "people", each = "int:0,6" }
link.people = { order = "shuffled" }
columns.id = "seq"
columns.person = "ref:people.id"
columns.nth = "nth"
columns.price = "int:1,90"
[table.buyers]
rows = { per = "people", each = 1 }
columns.person = "ref:people.id"
columns.one = "ref:people.reports"
"#;

/// What is wrong in the rows: each of these counts it.
const WRONG: [&str; 10] = [
    "select count(*) from accounts a where sent is not (select round(sum(amount), 2) from transfers where sender = a.id)",
    "select count(*) from accounts a where received is not (select round(sum(amount), 2) from transfers where recipient = a.id)",
    "select count(*) from accounts a where incoming <> (select count(*) from transfers where recipient = a.id)",
    "select count(*) from accounts a where largest is not (select max(amount) from transfers where sender = a.id)",
    "select count(*) from accounts a where first is not (select min(at) from transfers where recipient = a.id)",
    "select count(*) from accounts a where abs(mean - (select avg(amount) from transfers where recipient = a.id)) > 0.0001",
    "select count(*) from accounts a where last_note is not (select note from transfers where recipient = a.id and at is not null order by at desc, id limit 1)",
    "select count(*) from accounts a where cheapest is not (select id from transfers where sender = a.id and amount is not null order by amount, id limit 1)",
    "select count(*) from transfers t where before <> (select balance from accounts where id = t.sender)",
    "select count(*) from people p where reports <> (select count(*) from people where boss = p.id) \
     or paid_below is not (select sum(pay) from people where boss = p.id) \
     or best is not (select id from people where boss = p.id order by pay desc, id limit 1)",
];

#[test]
fn sqlite_finds_every_total() {
    let scratch = schema(BANK);
    let connection = loaded_without(&WRONG, &scratch);
    let count = |query: &str| count(&connection, query);
    assert!(count("select count(*) from accounts where incoming = 0 or sent is null") > 0);
    assert!(count("select max(reports) from people") > 3);
}

/// Children that are shuffled have totals too.
#[test]
fn totals_of_shuffled_children_are_theirs() {
    let text = BANK.replace(
        "columns.pay =",
        "columns.spent = \"sum:orders.price\"\ncolumns.last = \"argmax:orders.price,nth\"\ncolumns.pay =",
    );
    let scratch = schema(&text);
    let [people, orders] = ["people", "orders"].map(|name| table(&scratch, name));
    for person in &people {
        let own: Vec<&Vec<String>> = orders.iter().filter(|order| order[1] == person[0]).collect();
        let sum: i64 = own.iter().map(|order| order[3].parse::<i64>().expect("a number")).sum();
        let of_some = |value: String| if own.is_empty() { String::new() } else { value };
        assert_eq!(person[3], of_some(sum.to_string()));
        let last = own.iter().max_by_key(|order| order[2].parse::<u64>().expect("a number"));
        assert_eq!(person[4], last.map_or(String::new(), |order| order[3].clone()));
    }
}

#[test]
fn any_part_and_the_printed_file_have_the_same_totals() {
    let scratch = schema(BANK);
    same_rows::in_any_part(&scratch, &["accounts", "people"]);
    same_rows::by_the_printed_file(&scratch);
    let check = gush_testkit::Program::new(env!("CARGO_BIN_EXE_gush"))
        .arg_line("check s.toml")
        .within(scratch.folder());
    let check = check.run().ok();
    assert!(
        check.text().contains("sent reads the rows of transfers that refer to it (by an index of 5,000 rows")
    );
}

/// Where there happen to be no children, nothing is the largest: in a table without rows, and where no parent of a batch has any.
#[test]
fn the_largest_of_none_is_null() {
    let kinds = [
        "id=seq",
        "name",
        "d=decimal:0,9,2",
        "t=datetime",
        "u=uuid",
        "l=int:1,9@list=1,2",
        "w=enum:a,b",
        "o=ref:owners.name",
    ];
    let columns: Vec<String> = kinds.iter().map(|kind| format!("\"{kind}\"")).collect();
    let names = ["id", "name", "d", "t", "u", "l", "w", "o"];
    let read: String = names.iter().map(|of| format!("columns.m_{of} = \"argmax:notes.{of},d\"\n")).collect();
    for rows in ["0", "{ per = \"owners\", each = 0 }"] {
        let text = format!(
            "seed = 1\n[table.owners]\nrows = 3\ncolumns.id = \"seq\"\ncolumns.name = \"name\"\n{read}\
             [table.notes]\nrows = {rows}\ncolumns = [{}]\n",
            columns.join(", ")
        );
        let scratch = schema(&text);
        for row in table(&scratch, "owners") {
            assert!(row[2..].iter().all(String::is_empty), "{row:?}");
        }
        for format in ["ndjson", "parquet", "arrow"] {
            generated(&scratch, &format!("--schema s.toml --table owners -f {format} -o owners.{format}"));
        }
    }
}

#[test]
fn a_table_is_too_large_for_an_index() {
    let text = BANK.replace("rows = 5_000", "rows = 20_000_000");
    within(&schema(&text), "--schema s.toml")
        .run()
        .code(2)
        .stdout_is("")
        .stderr_has("at most 10,000,000 rows");
}
