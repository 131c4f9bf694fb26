//! Shards that keep children with their parents.

use std::collections::HashSet;

use crate::tables::{SHOP, generated, schema, within};

/// The values of a column of a csv file with a header.
fn column(text: &[u8], name: &str) -> Vec<String> {
    let text = String::from_utf8(text.to_vec()).expect("csv is text");
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().expect("there is a header");
    let index = head.iter().position(|column| column == name).expect("there is such a column");
    lines.map(|line| line[index].clone()).collect()
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
            generated(&scratch, &format!("--schema s.toml -f csv -H -o d/ {share}"));
        }
        let part =
            |table: &str, shard: usize| scratch.read(&format!("d/{table}/part-0000{shard}-of-00003.csv"));
        for table in ["customers", "products", "orders", "items", "ratings"] {
            let mut all =
                rows(&generated(&scratch, &format!("--schema s.toml --table {table} -f csv -H")).stdout);
            let mut parts: Vec<String> = (0..3).flat_map(|shard| rows(&part(table, shard))).collect();
            all.sort();
            parts.sort();
            assert!(all == parts, "{table}: the shards are not all rows");
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

/// Shards of two jobs in one directory are reported: whoever reads it reads both.
#[test]
fn shards_of_two_seeds_in_a_directory_are_reported() {
    let scratch = schema(SHOP);
    let shard = |shard: u64, seed: u64| {
        let arguments =
            format!("--schema s.toml --table customers -f csv -o d/ --shard {shard}/3 --seed {seed}");
        within(&scratch, &arguments).run().ok()
    };
    shard(1, 7).silent();
    shard(2, 7).silent();
    let text = "gush: d/ has 2 shards of another job, of which the seed differs; who reads the directory reads both\n";
    assert_eq!(shard(3, 8).errors(), text);
    // A run that is not finished counts as well.
    std::fs::rename(scratch.path("d/manifest-1-of-3.json"), scratch.path("d/.gush-1-of-3.json"))
        .expect("it is there");
    assert_eq!(shard(3, 8).errors(), text);
    shard(1, 8).stderr_has("has 1 shard of another job");
    shard(2, 8).silent();
}

/// Each shard of a table is a document by itself, on any number of threads, and can be resumed.
#[test]
fn a_shard_is_a_table_by_itself() {
    let scratch = schema(SHOP);
    let args = "--schema s.toml --scale 30 --shard 2/3 --shard-by customers";
    let one = generated(&scratch, &format!("{args} --table items -f json -j 1")).stdout;
    generated(&scratch, &format!("{args} --table items -f json -j 3")).stdout_is(&one);
    assert!(one.starts_with(b"[") && one.ends_with(b"]\n"));
    generated(&scratch, &format!("{args} --tables customers,items -f csv -o d/"));
    let manifest = scratch.read("d/manifest-2-of-3.json");
    generated(&scratch, &format!("{args} --tables customers,items -f csv -o d/ --resume"));
    assert_eq!(scratch.read("d/manifest-2-of-3.json"), manifest);
    within(&scratch, "--schema s.toml --scale 30 --shard 2/3 --tables customers,items -f csv -o d/ --resume")
        .run()
        .code(2)
        .stderr_has("of which the shard differs");
}

#[test]
fn a_table_to_divide_by_must_be_there() {
    let scratch = schema(SHOP);
    for (args, message) in [
        ("--shard 1/2 --shard-by customer", "the schema file has no such table; did you mean `customers`?"),
        ("--shard-by customers", "cannot be used without --shard: it says how shards are divided"),
        (
            "--shard 1/2 --shard-by customers -l 5",
            "cannot be used with --limit: a shard has all children of its rows",
        ),
        ("--shard 1/2 --shard-by customers --rows 5..9", "cannot be used with --rows"),
    ] {
        let run = within(&scratch, &format!("--schema s.toml --table orders {args}")).run();
        run.code(2).stdout_is("").stderr_has(message);
    }
    within(&scratch, "id=seq --seed 1 --shard 1/2 --shard-by t")
        .run()
        .code(2)
        .stderr_has("cannot be used without --schema");
}
