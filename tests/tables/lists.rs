//! Lists of children: the rows that refer to a row, as the table that they are from has them.

use gush_testkit::{Program, need};
use serde_json::Value;

use crate::tables::promises::rows::{Row, table};
use crate::tables::{generated, same_rows, schema, within};

const SHOP: &str = r#"
seed = 7
now = 2026-01-01
[table.customers]
rows = 300
columns.id = "seq"
columns.name = "name"
columns.orders = { list = "orders" }
columns.sent = { list = "transfers", columns = ["amount", "to"], of = "sender" }
columns.received = "list:transfers,amount@of=recipient@null=0.2"
[table.orders]
rows = { per = "customers", each = "int:0,5" }
columns.id = "seq"
columns.customer = "ref:customers.id"
columns.buyer = "ref:customers.name"
columns.placed = "date:2025-01-01,2025-12-31@null=0.2"
columns.items = { list = "items" }
columns.notes = "list:notes,text,order"
[table.items]
rows = { per = "orders", each = "int:0,4" }
columns.order = "ref:orders.id"
columns.line = "nth"
columns.sku = "pattern:???-####"
columns.price = "decimal:1,500,2"
columns.count = "int:1,9@hidden"
columns.amount = { expr = "price * count" }
columns.tags = "noun@list=0,2"
[table.notes]
rows = { per = "orders", each = "int:0,2" }
link.orders = { order = "shuffled" }
columns.order = "ref:orders.id"
columns.text = "sentence"
[table.transfers]
rows = 700
columns.id = "seq"
link.sender = { dist = "zipf:1.05" }
columns.from = "ref:customers.id@of=sender"
columns.to = "ref:customers.id@of=recipient"
columns.amount = "decimal:1,900,2"
"#;

/// The rows of a table with this value in a column, each with some of its columns.
fn referring(rows: &[Row], column: &str, id: &Value, columns: &[&str]) -> Vec<Value> {
    let own = rows.iter().filter(|row| row[column] == *id);
    own.map(|row| {
        let fields = columns.iter().map(|name| ((*name).to_owned(), row[*name].clone()));
        Value::Object(fields.collect())
    })
    .collect()
}

#[test]
fn lists_have_the_rows_of_their_tables() {
    let scratch = schema(SHOP);
    let [customers, orders, items, notes, transfers] =
        ["customers", "orders", "items", "notes", "transfers"].map(|name| table(&scratch, name, ""));
    let (mut listed, mut nulls) = (0, 0);
    for row in &customers {
        let id = &row["id"];
        let expected = referring(&orders, "customer", id, &["id", "buyer", "placed", "items", "notes"]);
        assert_eq!(row["orders"], Value::Array(expected));
        let sent = referring(&transfers, "from", id, &["amount", "to"]);
        listed += sent.len();
        assert_eq!(row["sent"], Value::Array(sent));
        match &row["received"] {
            Value::Null => nulls += 1,
            received => {
                assert_eq!(*received, Value::Array(referring(&transfers, "to", id, &["amount"])));
            }
        }
    }
    assert!(listed == transfers.len() && (30..90).contains(&nulls), "{nulls}");
    for row in &orders {
        let expected = referring(&items, "order", &row["id"], &["line", "sku", "price", "amount", "tags"]);
        assert_eq!(row["items"], Value::Array(expected));
        let mut own = referring(&notes, "order", &row["id"], &["text", "order"]);
        let mut found = row["notes"].as_array().expect("a list").clone();
        [&mut own, &mut found].into_iter().for_each(|rows| rows.sort_by_key(Value::to_string));
        assert_eq!(found, own);
    }
}

#[test]
fn any_part_has_the_same_lists() {
    let scratch = schema(SHOP);
    same_rows::in_any_part(&scratch, &["customers", "orders"]);
    same_rows::by_the_printed_file(&scratch);
    let all = generated(&scratch, "--schema s.toml --table customers -f ndjson").stdout;
    generated(&scratch, "--schema s.toml --tables customers,items -f ndjson -o out/");
    assert_eq!(scratch.read("out/customers.ndjson"), all);
}

/// Typed files have lists of structs, as a reader that is not ours reads them.
#[test]
fn typed_files_have_the_same_lists() {
    need!("pyarrow");
    let scratch = schema(SHOP);
    for format in ["parquet", "arrow", "ndjson"] {
        generated(&scratch, &format!("--schema s.toml -f {format} -o {format}/"));
    }
    let compare = "import json, datetime, decimal, pyarrow as pa, pyarrow.parquet as pq\n\
         def plain(value):\n    \
         if isinstance(value, dict): return {k: plain(v) for k, v in value.items()}\n    \
         if isinstance(value, list): return [plain(v) for v in value]\n    \
         if isinstance(value, decimal.Decimal): return float(value)\n    \
         if isinstance(value, datetime.date): return value.isoformat()\n    \
         return value\n\
         for name in ['customers', 'orders']:\n    \
         rows = [json.loads(line) for line in open(f'ndjson/{name}.ndjson')]\n    \
         for table in [pq.read_table(f'parquet/{name}.parquet'), pa.ipc.open_file(f'arrow/{name}.arrow').read_all()]:\n        \
         table.validate(full=True)\n        \
         kind = table.schema.field('orders' if name == 'customers' else 'items').type\n        \
         assert pa.types.is_list(kind) and pa.types.is_struct(kind.value_type), kind\n        \
         assert [plain(row) for row in table.to_pylist()] == rows, name\n";
    need::python(compare).within(scratch.folder()).run().ok().silent();
}

/// Formats without lists have them as JSON.
#[test]
fn other_formats_have_json() {
    let scratch = schema(SHOP);
    let rows = table(&scratch, "orders", "");
    let run = generated(&scratch, "--schema s.toml -f sql --dialect sqlite");
    let connection = rusqlite::Connection::open_in_memory().expect("SQLite opens");
    connection.execute_batch(run.text()).expect("the script is valid");
    let mut select = connection.prepare("select items from orders order by id").expect("a query");
    let found = select.query_map([], |row| row.get::<_, String>(0)).expect("texts");
    for (found, row) in found.zip(&rows) {
        let found: Value = serde_json::from_str(&found.expect("a text")).expect("JSON");
        assert_eq!(found, row["items"]);
    }
}

#[test]
fn what_no_list_has_is_refused() {
    for (columns, message) in [
        ("columns.l = { list = \"itens\" }", "there is no table `itens`; did you mean `items`?"),
        (
            "columns.l = { list = \"items\", columns = [\"skus\"] }",
            "`items` has no column `skus`; did you mean `sku`?",
        ),
        ("columns.l = { list = \"items\", columns = [\"sku\", \"sku\"] }", "`sku` is named twice"),
        ("columns.l = { list = \"items\", columns = [] }", "expected names of columns, such as"),
        ("columns.l = { list = \"items\", sort = \"sku\" }", "a list of rows has name, list, columns"),
        ("columns.l = \"list:loose\"", "the rows of `loose` do not refer to those of `orders`"),
        ("columns.l = \"list:items,sku@prefix=x\"", "a list has no text before or after it"),
        ("columns.l = \"list:items@dirty=0.1\"", "@dirty"),
        ("columns.l = \"list:items@of=other\"", "no link of this label leads from `items` to `orders`"),
        (
            "columns.l = \"list:many\"",
            "a list has at most 65,536 rows, and up to 70,000 refer to one row here",
        ),
        (
            "columns.l = \"list:wide\"",
            "a list has at most 1,048,576 values, and this one has up to 1,380,000",
        ),
        (
            "columns.l = \"list:drawn\"",
            "a list has at most 65,536 rows, and up to 70,000 refer to one row here",
        ),
        ("columns.l = \"list:bare\"", "no column of `bare` is left to list"),
        ("columns.l = \"list:circle\"", "a column cannot follow from itself: orders.l → circle.l → orders.l"),
    ] {
        let scratch = schema(&format!(
            "seed = 1\n[table.orders]\nrows = 1\ncolumns.id = \"seq\"\n{columns}\n\
             [table.items]\nrows = {{ per = \"orders\", each = 2 }}\ncolumns.order = \"ref:orders.id\"\ncolumns.sku = \"hex:4\"\n\
             [table.loose]\nrows = 2\ncolumns.a = \"seq\"\n\
             [table.many]\nrows = {{ per = \"orders\", each = 70000 }}\ncolumns.a = \"nth\"\n\
             [table.wide]\nrows = {{ per = \"orders\", each = 60000 }}\n{}\
             [table.drawn]\nrows = 70000\ncolumns.order = \"ref:orders.id\"\ncolumns.a = \"bool\"\n\
             [table.bare]\nrows = {{ per = \"orders\", each = 2 }}\ncolumns.order = \"ref:orders.id\"\n\
             [table.circle]\nrows = {{ per = \"orders\", each = 2 }}\ncolumns.l = \"ref:orders.{}\"\n",
            (0..22).map(|n| format!("columns.a{n} = \"bool\"\n")).collect::<String>(),
            if columns.contains("circle") { "l" } else { "id" },
        ));
        within(&scratch, "--schema s.toml -f ndjson --tag of")
            .run()
            .code(2)
            .stdout_is("")
            .stderr_has(message);
    }
}

/// Values of columns that are not listed do not count, nor does the number of rows that refer to others.
#[test]
fn large_lists_are_listed() {
    let scratch = schema(
        "seed = 1\n[table.a]\nrows = 2\ncolumns.id = \"seq\"\ncolumns.l = \"list:b,n\"\ncolumns.d = \"list:c,id\"\n\
         [table.b]\nrows = { per = \"a\", each = 65536 }\ncolumns.n = \"nth\"\ncolumns.w = \"sentence\"\n\
         [table.c]\nrows = 100000\ncolumns.id = \"seq\"\nlink.a = { null = 0.4 }\ncolumns.a = \"ref:a.id\"\n",
    );
    let rows = table(&scratch, "a", "");
    let lengths =
        |name: &str| rows.iter().map(|row| row[name].as_array().map_or(0, Vec::len)).collect::<Vec<_>>();
    assert_eq!(lengths("l"), [65_536; 2]);
    assert!(lengths("d").iter().all(|&len| (29_000..31_000).contains(&len)), "{:?}", lengths("d"));
    assert_eq!(rows[1]["l"][65_535]["n"], 65_536);
}

#[test]
fn check_names_lists_that_need_an_index() {
    let scratch = schema(SHOP);
    Program::new(env!("CARGO_BIN_EXE_gush"))
        .arg_line("check s.toml")
        .within(scratch.folder())
        .run()
        .ok()
        .stdout_has("sent reads the rows of transfers that refer to it (by an index of 700 rows");
}
