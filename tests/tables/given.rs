//! Links whose parent's row a column says: dimensions of days, and parents by a formula.

use crate::tables::in_sqlite::loaded_without;
use crate::tables::{same_rows, schema, within};

const DAYS: &str = r#"
seed = 5
now = 2026-01-01
[table.days]
rows = 366
fixed = true
columns.nth = "seq:0"
columns.key = "seq:1000,7"
columns.day = { expr = "date '2024-01-01' + nth" }
columns.sales = "count:sales"
columns.kept = "sum:sales.kept"
key = ["key"]
[table.shops]
rows = 30
columns.id = "seq"
columns.name = "company"
[table.sales]
rows = 2_000
columns.id = "seq"
columns.sold = "date:2024-01-01,2024-12-31"
columns.days = { generator = "rows:days", hidden = true }
columns.offset = { expr = "(sold - date '2024-01-01') % days", hidden = true }
columns.shop_index = { generator = "int:0,29", hidden = true }
columns.kept = "int:0,3"
columns.is_known = "bool:0.7"
link.days = { row = "offset" }
columns.day_key = "ref:days.key"
columns.day = "ref:days.day"
link.shops = { row = "shop_index", when = { is_known = true }, null = 0.1 }
columns.shop = "ref:shops.id"
[table.offers]
rows = { per = "sales", each = "int:0,4" }
key = ["sale", "shop"]
columns.sale = "ref:sales.id"
columns.nth = "nth"
columns.shops = "rows:shops"
columns.wanted = { expr = "(sale * 7 + nth / 2) % shops" }
link.shops = { row = "wanted", distinct = true }
columns.shop = "ref:shops.id"
"#;

/// What is wrong in the rows: each of these counts it. Of four offers of a sale the wishes are w, w + 1, w + 1 and w + 2.
const WRONG: [&str; 8] = [
    "select count(*) from sales where day is not sold",
    "select count(*) from sales s join days d on d.key = s.day_key where d.day <> s.sold",
    "select count(*) from days where key <> 1000 + 7 * (julianday(day) - julianday('2024-01-01'))",
    "select count(*) from days d where sales <> (select count(*) from sales where day_key = d.key)",
    "select count(*) from days d where kept <> (select sum(kept) from sales where day_key = d.key)",
    "select count(*) from sales where shop is not null and is_known not in ('true', 1)",
    "select count(*) from offers where shops <> 30 or wanted <> (sale * 7 + nth / 2) % 30",
    "select count(*) from offers where (shop + 29 - wanted) % 30 <> (nth - 1) - nth / 2",
];

#[test]
fn rows_have_the_parent_that_a_column_says() {
    let scratch = schema(DAYS);
    let connection = loaded_without(&WRONG, &scratch);
    let count = |query: &str| crate::tables::in_sqlite::count(&connection, query);
    assert_eq!(count("select count(*) from pragma_foreign_key_list('sales')"), 2);
    assert!(count("select count(*) from offers where nth = 4") > 300);
    let share = count("select 100 * count(shop) / count(*) from sales where is_known in ('true', 1)");
    assert!((85..95).contains(&share), "{share}");
}

#[test]
fn rows_of_one_parent_differ_where_they_are_shuffled() {
    let text = DAYS.replace(
        "link.shops = { row = \"wanted\"",
        "link.sales = { order = \"shuffled\" }\nlink.shops = { row = \"wanted\"",
    );
    let scratch = schema(&text);
    loaded_without(&WRONG, &scratch);
    same_rows::in_any_part(&scratch, &["offers"]);
}

#[test]
fn a_row_that_is_taken_gives_way_to_the_next_one() {
    let text = DAYS.replace("(sale * 7 + nth / 2) % shops", "29 - nth % 1 + 0 * shops");
    let wrong = ["select count(*) from offers where shop <> case nth when 1 then 30 else nth - 1 end"];
    loaded_without(&wrong, &schema(&text));
}

#[test]
fn any_part_and_the_printed_file_have_the_same_rows() {
    let scratch = schema(DAYS);
    same_rows::in_any_part(&scratch, &["sales", "offers", "days"]);
    same_rows::by_the_printed_file(&scratch);
}

#[test]
fn wrong_rows_are_reported() {
    let row = "row = \"offset\"";
    for (old, wrong, message) in [
        (row, "row = \"offst\"", "`sales` has no column `offst`; did you mean `offset`?"),
        (
            row,
            "row = \"sold\"",
            "expected a column of whole numbers, as the rows of a table are counted from 0",
        ),
        (
            row,
            "row = \"kept\", dist = \"zipf:1.1\"",
            "`row` says which row it is, so that nothing is chosen; leave `dist` out",
        ),
        (row, "row = \"kept\", sparse = \"1/2\"", "leave `sparse` out"),
        (
            row,
            "row = \"id\"",
            "`id` is 1 to 2,000, and `days` has rows 0 to 365; limit it, as in `id % rows` with rows = \"rows:days\"",
        ),
        (" % days\", hidden", " - 3\", hidden", "`offset` is -3 to 362, and `days` has rows 0 to 365"),
        ("int:0,29", "int:0,29@null=0.1", "the column may be null; say `null` or `when` of the link"),
        (
            "sold - date",
            "day - date",
            "`offset` follows from the row that it leads to: it reads along the link `days`",
        ),
        ("rows:days", "rows:dys", "there is no table `dys`; did you mean `days`?"),
        ("rows:days", "rows", "the form is rows:TABLE, such as rows:customers"),
        ("int:0,4", "int:0,31", "up to 31 rows lead to different rows of `shops`, which has 30"),
        (
            "link.days = { row = \"offset\" }",
            "link.days = { row = \"offset\", distinct = true }",
            "distinct applies to rows that are counted by another link",
        ),
    ] {
        assert!(DAYS.contains(old), "{old}");
        let text = DAYS.replace(old, wrong);
        within(&schema(&text), "--schema s.toml -f sql").run().code(2).stdout_is("").stderr_has(message);
    }
}

#[test]
fn a_tree_and_a_circle_by_other_columns_are_refused() {
    let tree = "[table.a]\nrows = 5\ncolumns.id = \"seq\"\ncolumns.n = \"int:0,4\"\nlink.a = { row = \"n\" }\ncolumns.up = \"ref:a.id\"\n";
    let message = "in a table that refers to itself each row leads to one before it; leave `row` out";
    within(&schema(tree), "--schema s.toml").run().code(2).stdout_is("").stderr_has(message);
    let circle = "[table.a]\nrows = 5\ncolumns.id = \"seq\"\ncolumns.sum = \"sum:b.n\"\n[table.b]\nrows = 5\ncolumns.n = \"int:0,4@by=sum\"\n\
                  link.a = { row = \"n\" }\ncolumns.a = \"ref:a.id\"\ncolumns.sum = \"ref:a.sum\"\n";
    within(&schema(circle), "--schema s.toml").run().code(2).stdout_is("");
}
