//! Keys that are computed: expressions that are one to one in a unique column.

use gush_testkit::{MariaDb, Postgres, Program, need};

use crate::tables::checked::Database;
use crate::tables::{same_rows, schema, within};

const CODES: &str = r#"
seed = 3
now = 2026-01-01
[table.customers]
rows = 500
key = ["id"]
columns.n = "seq@hidden"
columns.id = { expr = "'C-' || lpad(cast(n as text), 9, '0')" }
columns.name = "name"
columns.orders = "count:orders"
[table.products]
rows = 90
key = ["sku"]
columns.n = "int:0,99999@unique@hidden"
columns.k = { expr = "n * 7 + 100000", hidden = true }
columns.sku = { expr = "'P' || k::text || '-X'" }
[table.orders]
rows = { per = "customers", each = "int:0,4" }
unique = [["code"]]
columns.id = "seq@hidden"
columns.code = { expr = "upper('o'::text) || reverse(lpad(id::text, 6, '0'))" }
columns.customer = "ref:customers.id"
columns.product = "ref:products.sku"
[table.lines]
rows = { per = "orders", each = 2 }
key = ["order", "nth"]
columns.order = "ref:orders.code"
columns.nth = "nth"
"#;

#[track_caller]
fn loaded_and_checked(database: &Database) {
    let scratch = schema(CODES);
    database.load(&scratch, "s.toml", "");
    let check = database.check(&scratch, "s.toml", "").ok();
    assert!(check.text().ends_with(" promises of 4 tables hold\n"), "{}", check.text());
}

#[test]
fn sqlite_takes_them() {
    loaded_and_checked(&Database::sqlite());
}

#[test]
fn postgresql_takes_them() {
    need!("postgres");
    loaded_and_checked(&Database::Postgres(Box::new(Postgres::start())));
}

#[test]
fn mariadb_takes_them() {
    need!("mariadb server");
    loaded_and_checked(&Database::MariaDb(Box::new(MariaDb::start("test"))));
}

#[test]
fn they_are_keys_that_others_refer_to() {
    let scratch = schema(CODES);
    let check =
        Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("check s.toml").within(scratch.folder()).run().ok();
    for line in
        ["key id\n", "key sku\n", "customer refers to customers (id)", "product refers to products (sku)"]
    {
        assert!(check.text().contains(line), "{line} is not in {}", check.text());
    }
    same_rows::in_any_part(&scratch, &["customers", "products", "orders", "lines"]);
    same_rows::by_the_printed_file(&scratch);
}

#[test]
fn what_may_come_twice_is_no_key() {
    let text = |unique: &str, expression: &str| {
        format!(
            "[table.a]\nrows = 500\nkey = [\"id\"]\ncolumns.n = \"{unique}\"\ncolumns.id = {{ expr = \"{expression}\" }}\n"
        )
    };
    for (unique, expression) in [
        ("seq@hidden", "'C' || lpad(n::text, 2, '0')"),
        ("seq@hidden", "n % 100"),
        ("seq@hidden", "n * 0"),
        ("seq@hidden", "left(n::text, 2)"),
        ("seq@hidden", "n::text || n::text"),
        ("int:1,1000@hidden", "'C' || n::text"),
        ("seq@hidden", "rpad(n::text, 9, '0')"),
        ("email@unique@hidden", "lower(n)"),
    ] {
        within(&schema(&text(unique, expression)), "--schema s.toml")
            .run()
            .code(2)
            .stdout_is("")
            .stderr_has("`id` is to be unique, but nothing says that it differs");
    }
    let few = schema(&text("seq@hidden", "'C' || lpad(n::text, 2, '0')"));
    within(&few, "--schema s.toml --scale 0.1 -f csv --seed 1").run().ok();
}
