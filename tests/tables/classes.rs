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

/// Values that are drawn, copied, computed and keyed by others; some of these follow from rows that are counted by values themselves.
const DRAWN: &str = r#"
seed = 4
now = 2026-01-01
[table.companies]
rows = 40
columns.id = "seq"
columns.tier = "enum:big*2,small*5@null=0.2"
columns.accounts = "count:accounts"
[table.accounts]
rows = { per = "companies", each = { by = "tier", big = "int:20,40", else = "poisson:9" } }
columns.id = "seq"
columns.company = "ref:companies.id"
columns.tier = "ref:companies.tier"
columns.spend = "int:0,1000"
columns.size = { expr = "case when tier = 'big' and spend > 500 then 'vip' when spend > 900 then 'rich' else 'any' end" }
columns.is_open = "bool@by=company"
columns.level = "int:1,3"
columns.orders = "count:orders"
[table.orders]
rows = { per = "accounts", each = { by = "size", vip = 9, rich = "int:3,5", else = "int:0,2" } }
columns.account = "ref:accounts.id"
columns.size = "ref:accounts.size"
columns.nth = "nth"
[table.tickets]
rows = { per = "accounts", each = { by = "is_open", true = 2, false = 0 } }
link.accounts = { order = "shuffled" }
columns.account = "ref:accounts.id"
[table.badges]
rows = { per = "accounts", each = { by = "level", 1 = 0, 2 = 1, else = 3 } }
columns.account = "ref:accounts.id"
[table.notes]
rows = { per = "orders", each = 1 }
columns.id = "seq"
columns.account = "ref:orders.account"
"#;

/// How many rows of a table each account has.
fn rows_of<'a>(
    scratch: &gush_testkit::Scratch,
    name: &str,
    ids: impl Iterator<Item = &'a str>,
) -> Vec<usize> {
    let rows = table(scratch, name);
    let mut counts: HashMap<&str, usize> = HashMap::new();
    rows.iter().for_each(|row| *counts.entry(&row[0]).or_default() += 1);
    ids.map(|id| counts.get(id).copied().unwrap_or(0)).collect()
}

#[test]
fn parents_have_as_many_rows_as_their_drawn_values_say() {
    let scratch = schema(DRAWN);
    let [companies, accounts] = ["companies", "accounts"].map(|name| table(&scratch, name));
    let of_company = |id: &str| accounts.iter().filter(|row| row[1] == id).count();
    let mut big = 0;
    for row in &companies {
        let count = of_company(&row[0]);
        assert_eq!(count.to_string(), row[2]);
        assert!(row[1] != "big" || (20..=40).contains(&count), "{row:?}");
        big += usize::from(row[1] == "big");
    }
    assert!((3..25).contains(&big), "{big}");
    let of_accounts = |name: &str| rows_of(&scratch, name, accounts.iter().map(|row| &row[0][..]));
    let (orders, tickets, badges) = (of_accounts("orders"), of_accounts("tickets"), of_accounts("badges"));
    let mut seen = [[0; 10]; 3];
    for (at, row) in accounts.iter().enumerate() {
        assert_eq!(orders[at].to_string(), row[7]);
        let (size, is_right) = match &row[4][..] {
            "vip" => (0, orders[at] == 9),
            "rich" => (1, (3..=5).contains(&orders[at])),
            _ => (2, orders[at] <= 2),
        };
        seen[size][orders[at]] += 1;
        assert!(is_right, "{row:?}");
        assert_eq!(tickets[at], if row[5] == "true" { 2 } else { 0 }, "{row:?}");
        assert_eq!(badges[at], [0, 1, 3][row[6].parse::<usize>().unwrap() - 1], "{row:?}");
    }
    // Each class has its numbers in exact shares.
    for (class, numbers) in [(0, 9..=9), (1, 3..=5), (2, 0..=2)] {
        let times = &seen[class][numbers];
        assert!(times.iter().max().unwrap() - times.iter().min().unwrap() <= 1, "{seen:?}");
        assert!(times[0] > 3, "{seen:?}");
    }
    assert_eq!(table(&scratch, "notes").len(), orders.iter().sum::<usize>());
}

#[test]
fn rows_by_drawn_values_are_the_same_in_any_part() {
    let scratch = schema(DRAWN);
    same_rows::in_any_part(&scratch, &["companies", "accounts", "orders", "tickets", "badges", "notes"]);
    same_rows::by_the_printed_file(&scratch);
    // Another seed has other numbers of rows, and the same run without one says which it took.
    let counts = |options: &str| {
        let run = generated(&scratch, &format!("--schema s.toml --table orders -f csv {options}"));
        run.lines().len()
    };
    assert_ne!(counts(""), counts("--seed 5"));
    assert_eq!(counts("--seed 5"), counts("--seed 5"));
    generated(&scratch, "--schema s.toml --table orders -f csv --seed 5 --threads 3 --print-schema");
    let check = gush_testkit::Program::new(env!("CARGO_BIN_EXE_gush")).arg_line("check s.toml");
    check.within(scratch.folder()).run().ok().stdout_has(
        "rows by tier: big int:20,40; else poisson:9 (by an index of 40 rows, which each run makes)",
    );
}

#[test]
fn shares_and_totals_are_of_tables_that_others_count() {
    let scratch = schema(
        r#"
seed = 2
[table.a]
rows = 300
columns.id = "seq"
[table.b]
rows = { per = "a", each = "int:1,3" }
columns.a = "ref:a.id"
columns.word = "enum:x,y*2@exact"
columns.part = "decimal:0,9,2@sum=1000"
[table.c]
rows = { per = "b", each = 2 }
columns.b = "ref:b.a"
columns.word = "enum:x,y,z*2@exact"
"#,
    );
    let b = table(&scratch, "b");
    assert_eq!((b.len(), b.iter().filter(|row| row[1] == "x").count()), (600, 200));
    let cents: u64 = b.iter().map(|row| row[2].replace('.', "").parse::<u64>().unwrap()).sum();
    assert_eq!(cents, 100_000);
    let c = table(&scratch, "c");
    assert_eq!((c.len(), c.iter().filter(|row| row[1] == "z").count()), (1200, 600));
    same_rows::in_any_part(&scratch, &["b", "c"]);
}

/// Some rows of a table by itself are some of those that the file gives it.
#[test]
fn a_range_of_rows_has_its_part_of_shares_and_totals() {
    let scratch = schema(
        "seed = 3\n[table.t]\nrows = 40\ncolumns = [\"id=seq\", \"w=enum:a,b@exact\", \"n=int:0,99@sum=700\", \"d=series:2026-01-01,2026-03-01,fit\"]\n",
    );
    let rows = |options: &str| {
        let run = generated(&scratch, &format!("--schema s.toml -f csv {options}"));
        run.lines().iter().map(|line| (*line).to_owned()).collect::<Vec<_>>()
    };
    let all = rows("");
    assert_eq!(all.iter().filter(|row| row.contains(",a,")).count(), 20);
    assert_eq!(rows("--rows 0..10"), all[..10]);
    assert_eq!(rows("--rows 31..40"), all[31..]);
    // A limit is a table of so many rows.
    assert_eq!(rows("-l 10").iter().filter(|row| row.contains(",a,")).count(), 5);
    within(&scratch, "--schema s.toml -f csv --rows 0..41").run().code(2).stdout_is("");
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

/// Where rows are counted by values, exact shares and totals are of all of them, whether these values are dealt out or drawn.
#[test]
fn exact_shares_and_totals_of_rows_that_are_counted_by_values() {
    for plan in ["enum:gold,free*3@exact", "enum:gold,free*3"] {
        let scratch = schema(&format!(
            "seed = 7\nnow = 2026-01-01\n[table.c]\nrows = 30\ncolumns.id = \"seq\"\ncolumns.plan = \"{plan}\"\n\
             [table.o]\nrows = {{ per = \"c\", each = {{ by = \"plan\", gold = 3, else = 1 }} }}\ncolumns.id = \"seq\"\n\
             columns.c = \"ref:c.id\"\ncolumns.kind = \"enum:a,b*2@exact\"\ncolumns.amount = \"int:0,100@sum=1000\"\n\
             columns.at = \"series:2026-01-01,2026-03-01,fit\"\n\
             [table.i]\nrows = {{ per = \"o\", each = {{ by = \"kind\", a = 2, b = 1 }} }}\ncolumns.o = \"ref:o.id\"\n\
             columns.w = \"enum:x,y@exact\"\n[table.p]\nrows = {{ per = \"i\", each = 2 }}\ncolumns.w = \"enum:x,y*3@exact\"\n"
        ));
        let [c, o, i, p] = ["c", "o", "i", "p"].map(|name| table(&scratch, name));
        let gold = c.iter().filter(|row| row[1] == "gold").count();
        assert_eq!(o.len(), 30 + 2 * gold);
        let of = |rows: &[Vec<String>], column: usize, word: &str| {
            rows.iter().filter(|row| row[column] == word).count() as f64
        };
        let shares = [(&o, 2, "a", 3.0), (&i, 1, "x", 2.0), (&p, 0, "x", 4.0)];
        for (rows, column, word, part) in shares {
            let (found, expected) = (of(rows, column, word), rows.len() as f64 / part);
            assert!((found - expected).abs() < 1.0, "{found} and not {expected} {word}");
        }
        assert_eq!(o.iter().map(|row| row[3].parse::<u64>().expect("a number")).sum::<u64>(), 1000);
        assert!(o.is_sorted_by_key(|row| row[4].clone()) && o[o.len() - 1][4].as_str() > "2026-02-20");
        assert_eq!(i.len(), o.len() + of(&o, 2, "a") as usize);
        same_rows::in_any_part(&scratch, &["o", "i", "p"]);
        same_rows::by_the_printed_file(&scratch);
    }
}
