//! Which tables are made, and where to: one, some, all; a script, a stream with tags, a directory.

use crate::{SHOP, made, schema, within};

#[test]
fn a_directory_has_a_file_for_each_table() {
    let scratch = schema(SHOP);
    made(&scratch, "--schema s.toml -f csv -o shop/");
    for name in ["customers", "products", "orders", "coupons", "items", "ratings"] {
        let alone = made(&scratch, &format!("--schema s.toml --table {name} -f csv"));
        assert_eq!(scratch.read(&format!("shop/{name}.csv")), alone.stdout, "{name}");
    }
    made(&scratch, "--schema s.toml --tables orders,items -f ndjson --files 3 -o parts/");
    let parts: Vec<u8> = (0..3)
        .flat_map(|part| scratch.read(&format!("parts/items/part-0000{part}-of-00003.ndjson")))
        .collect();
    made(&scratch, "--schema s.toml --table items -f ndjson").stdout_is(parts);
    assert!(!scratch.path("parts/customers").exists());
}

#[test]
fn tags_say_the_table_of_each_row() {
    let scratch = schema(SHOP);
    let run = made(&scratch, "--schema s.toml --tables products,coupons -f ndjson --tag table --scale 0.1");
    let lines = run.lines();
    assert!(lines[0].starts_with("{\"table\":\"products\",\"sku\":\""), "{}", lines[0]);
    assert!(lines[5].starts_with("{\"table\":\"coupons\",\"code\":\""), "{}", lines[5]);
    assert_eq!(lines.len(), 405);
}

#[test]
fn a_scale_leaves_fixed_tables_alone() {
    let scratch = schema(
        "seed = 1\n[table.a]\nrows = 100\ncolumns.id = \"seq\"\n[table.b]\nrows = 25\nfixed = true\ncolumns.id = \"seq\"\n\
         [table.c]\nrows = { per = \"a\", each = 2 }\ncolumns.a = \"ref:a.id\"\n",
    );
    for (name, rows) in [("a", 10), ("b", 25), ("c", 20)] {
        let run = made(&scratch, &format!("--schema s.toml --table {name} --scale 0.1"));
        assert_eq!(run.lines().len(), rows, "{name}");
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let scratch = schema(SHOP);
    for (words, told) in [
        (
            "-f csv",
            "csv cannot have several tables; --table NAME makes one, --output DIRECTORY/ a file for each, and sql",
        ),
        ("-f ndjson", "rows of several tables need --tag KEY in ndjson"),
        ("-f sql -l 10", "--table NAME selects one, and --scale 0.1 makes all of them smaller"),
        ("-f sql --shard 1/2", "shards of several tables are files of a directory"),
        ("--table order", "the schema file has no such table; did you mean `orders`?"),
        ("--table orders --tables items", "both say which tables"),
        ("--table orders --rows 0..9999999", "`orders` has 3,0"),
        ("-f sql --scale 0", "expected a number above 0"),
        ("--table orders -S", "have as many rows as it says"),
        ("-f csv --tag t", "rows of csv do not say their table; those of ndjson can"),
    ] {
        within(&scratch, &format!("--schema s.toml {words}")).run().code(2).stdout_is("").stderr_has(told);
    }
    for words in ["--tables a id=seq", "--scale 2 id=seq"] {
        within(&scratch, words).run().code(2).stdout_is("").stderr_has("cannot be used without --schema");
    }
    within(&scratch, "x=ref:a.b")
        .run()
        .code(2)
        .stdout_is("")
        .stderr_has("`ref` reads other columns, which only a schema file has");
}
