//! Words in exact shares, and rows that are counted by them: what is found in the rows is what was asked for.

use std::collections::HashMap;

use crate::tables::{generated, same_rows, schema, table, within};

const PLANS: &str = r#"
seed = 4
now = 2026-01-01
[table.accounts]
rows = 1_000
columns.id = "seq"
columns.plan = "enum:gold,free*7,trial*2@exact"
columns.orders = "count:orders"
[table.orders]
rows = { per = "accounts", each = { by = "plan", gold = "poisson:20", free = 1, else = "int:0,2" } }
columns.account = "ref:accounts.id"
columns.plan = "ref:accounts.plan"
columns.nth = "nth"
[table.tickets]
rows = { per = "accounts", each = { by = "plan", gold = 3, else = 0 } }
link.accounts = { order = "shuffled" }
columns.account = "ref:accounts.id"
columns.plan = "ref:accounts.plan"
"#;

/// How many rows of each account there are, by its plan.
fn counts(rows: &[Vec<String>], accounts: &[Vec<String>]) -> HashMap<String, Vec<u64>> {
    let mut of: HashMap<&str, u64> = accounts.iter().map(|row| (&row[0][..], 0)).collect();
    for row in rows {
        *of.get_mut(&row[0][..]).expect("an account") += 1;
    }
    let mut counts: HashMap<String, Vec<u64>> = HashMap::new();
    for row in accounts {
        counts.entry(row[1].clone()).or_default().push(of[&row[0][..]]);
    }
    counts
}

#[test]
fn words_have_their_shares_and_accounts_as_many_rows_as_their_plans_say() {
    let scratch = schema(PLANS);
    let [accounts, orders, tickets] = ["accounts", "orders", "tickets"].map(|name| table(&scratch, name));
    let found = counts(&orders, &accounts);
    assert_eq!((found["gold"].len(), found["free"].len(), found["trial"].len()), (100, 700, 200));
    assert!(found["free"].iter().all(|&count| count == 1));
    for degree in 0..=2 {
        let times = found["trial"].iter().filter(|&&count| count == degree).count();
        assert!((66..=67).contains(&times), "{times} accounts have {degree}");
    }
    let gold: u64 = found["gold"].iter().sum();
    assert!((1950..2050).contains(&gold), "{gold}");
    assert!(found["gold"].iter().any(|&count| count < 15) && found["gold"].iter().any(|&count| count > 25));
    let found = counts(&tickets, &accounts);
    assert!(found["gold"].iter().all(|&count| count == 3) && found["free"].iter().all(|&count| count == 0));
    // Copies and totals are of the same rows.
    let plans: HashMap<&str, &str> = accounts.iter().map(|row| (&row[0][..], &row[1][..])).collect();
    assert!(orders.iter().chain(&tickets).all(|row| plans[&row[0][..]] == row[1]));
    for row in &accounts {
        assert_eq!(orders.iter().filter(|order| order[0] == row[0]).count().to_string(), row[2]);
    }
}

#[test]
fn any_part_and_the_printed_file_have_the_same_rows() {
    let scratch = schema(PLANS);
    same_rows::in_any_part(&scratch, &["accounts", "orders", "tickets"]);
    same_rows::by_the_printed_file(&scratch);
    // A scale is of the accounts, and the shares are of those that there are.
    let run = generated(&scratch, "--schema s.toml --table accounts --scale 0.05 -f csv");
    let of = |plan: &str| run.lines().iter().filter(|line| line.contains(plan)).count();
    assert_eq!((of("gold"), of("free"), of("trial")), (5, 35, 10));
}

#[test]
fn the_command_line_has_exact_shares_too() {
    let scratch = gush_testkit::Scratch::new();
    let run = within(&scratch, "-l 40 --seed 3 enum:a,b*3,a,c*0@exact").run().ok().silent();
    let of = |word: &str| run.lines().iter().filter(|line| **line == word).count();
    assert_eq!((of("a"), of("b"), of("c")), (16, 24, 0));
    // Shares of a quarter of three rows.
    let run = within(&scratch, "-l 3 --seed 3 enum:a,b,c,d@exact").run().ok().silent();
    let different: std::collections::HashSet<&str> = run.lines().iter().copied().collect();
    assert_eq!(different.len(), 3);
    for (column, message) in [
        ("enum:a,b@exact@unique", "each value is a word that has its share"),
        ("enum:a,b@exact@cycle", "leave @exact, or @cycle and @dist"),
        ("int:1,5@exact", "`int` does not take @exact"),
    ] {
        within(&scratch, "-l 7").arg(column).run().code(2).stdout_is("").stderr_has(message);
    }
    within(&scratch, "-S enum:a,b@exact").run().code(2).stdout_is("").stderr_has("is not known here");
}
