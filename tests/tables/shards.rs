//! Shards that keep children with their parents.

use std::collections::HashSet;

use crate::tables::{SHOP, made, schema, within};

/// The values of a column of a csv file with a header.
fn column(text: &[u8], name: &str) -> Vec<String> {
    let text = String::from_utf8(text.to_vec()).expect("csv is text");
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().expect("there is a header");
    let place = head.iter().position(|column| column == name).expect("there is such a column");
    lines.map(|line| line[place].clone()).collect()
}

/// The lines of a file but its header.
fn rows(text: &[u8]) -> Vec<String> {
    String::from_utf8(text.to_vec()).expect("csv is text").lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn children_are_in_the_shard_of_their_parents() {
    // Shuffled children are found another way.
    let shuffled = SHOP.replace("link.coupons", "link.customers = { order = \"shuffled\" }\nlink.coupons");
    for text in [SHOP, &shuffled] {
        let scratch = schema(text);
        for shard in 1..=3 {
            let share = format!("--shard {shard}/3 --shard-by customers");
            made(&scratch, &format!("--schema s.toml -f csv -H -o d/ {share}"));
        }
        let part =
            |table: &str, shard: usize| scratch.read(&format!("d/{table}/part-0000{shard}-of-00003.csv"));
        for table in ["customers", "products", "orders", "items", "ratings"] {
            let mut whole =
                rows(&made(&scratch, &format!("--schema s.toml --table {table} -f csv -H")).stdout);
            let mut parts: Vec<String> = (0..3).flat_map(|shard| rows(&part(table, shard))).collect();
            whole.sort();
            parts.sort();
            assert!(whole == parts, "{table}: the shards are not the whole");
        }
        for shard in 0..3 {
            let keys = |table: &str, name: &str| {
                column(&part(table, shard), name).into_iter().collect::<HashSet<_>>()
            };
            assert!(keys("orders", "customer").is_subset(&keys("customers", "id")));
            assert!(keys("items", "order").is_subset(&keys("orders", "id")));
        }
    }
}

/// Each shard of a table is a document by itself, on any number of threads, and can be resumed.
#[test]
fn a_shard_is_a_table_by_itself() {
    let scratch = schema(SHOP);
    let words = "--schema s.toml --scale 30 --shard 2/3 --shard-by customers";
    let one = made(&scratch, &format!("{words} --table items -f json -j 1")).stdout;
    made(&scratch, &format!("{words} --table items -f json -j 3")).stdout_is(&one);
    assert!(one.starts_with(b"[") && one.ends_with(b"]\n"));
    made(&scratch, &format!("{words} --tables customers,items -f csv -o d/"));
    let manifest = scratch.read("d/manifest-2-of-3.json");
    made(&scratch, &format!("{words} --tables customers,items -f csv -o d/ --resume"));
    assert_eq!(scratch.read("d/manifest-2-of-3.json"), manifest);
    within(&scratch, "--schema s.toml --scale 30 --shard 2/3 --tables customers,items -f csv -o d/ --resume")
        .run()
        .code(1)
        .stderr_has("of which the shard differs");
}

#[test]
fn a_table_to_divide_by_must_be_there() {
    let scratch = schema(SHOP);
    for (words, told) in [
        ("--shard 1/2 --shard-by customer", "the schema file has no such table; did you mean `customers`?"),
        ("--shard-by customers", "cannot be used without --shard: it says how shards are divided"),
        (
            "--shard 1/2 --shard-by customers -l 5",
            "cannot be used with --limit: a shard has all children of its rows",
        ),
        ("--shard 1/2 --shard-by customers --rows 5..9", "cannot be used with --rows"),
    ] {
        let run = within(&scratch, &format!("--schema s.toml --table orders {words}")).run();
        run.code(2).stdout_is("").stderr_has(told);
    }
    within(&scratch, "id=seq --seed 1 --shard 1/2 --shard-by t")
        .run()
        .code(2)
        .stderr_has("cannot be used without --schema");
}
