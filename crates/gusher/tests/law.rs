//! The law of values by the library's own interface, for every generator, modifier and locale that `pinned.txt` lists: a value
//! follows from seed, table, column and row, whatever else is asked for.

use gusher::generators::Context;
use gusher::plan::Plan;
use gusher::schema::Schema;
use gusher::text::{Buffer, Encoder, Format, FormatOptions};
use gusher::types::Batch;
use proptest::prelude::*;
use std::sync::LazyLock;

/// Rows of each column.
const ROWS: u64 = 50;

/// The columns of the pinned values that have this many different values, where they have to differ.
static COLUMNS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lines = include_str!("pinned.txt").lines();
    let columns = lines.filter(|line| !line.is_empty() && !line.starts_with(['#', ' ']));
    // After a tab is the checksum of the values.
    let all = columns.map(|line| line.split_once('\t').map_or(line, |(column, _)| column));
    // Columns that say something of each other come several in a line.
    let all: Vec<&str> = all.filter(|columns| !columns.contains(" & ")).collect();
    let most: Vec<&str> = all.iter().copied().filter(|column| plan("t", &[column], 0).is_ok()).collect();
    let left_out: Vec<&str> = all.iter().copied().filter(|column| !most.contains(column)).collect();
    assert!(left_out.len() < 10, "{left_out:?}");
    most
});

/// The plan of these columns, or the first diagnostic.
fn plan(table: &str, columns: &[&str], seed: u64) -> Result<Plan, String> {
    let read = |_: &str| Ok(b"Lorem\nipsum\ndolor\nsit\namet\nconsectetur\n".to_vec());
    let context = Context::default().rows(ROWS).files(&read);
    let (schema, diagnostics) = Schema::parse(table, columns, &context);
    if let Some(diagnostic) = diagnostics.first() {
        return Err(diagnostic.to_string());
    }
    Plan::new(&schema, seed, &(0..ROWS)).map_err(|diagnostics| diagnostics[0].to_string())
}

/// Columns of a table, ready to be made.
struct Table {
    plan: Plan,
    table: &'static str,
}

impl Table {
    fn new(table: &'static str, columns: &[&str], seed: u64) -> Table {
        let plan =
            plan(table, columns, seed).unwrap_or_else(|diagnostic| panic!("{columns:?}: {diagnostic}"));
        Table { plan, table }
    }

    /// The lines of these rows, as PostgreSQL's COPY reads them.
    fn lines(&self, rows: &[u64]) -> Vec<String> {
        let format = Format::COPY;
        let encoder = Encoder::new(&self.plan, self.table, &FormatOptions::new(format), 0..ROWS);
        let (mut batch, mut out) = (Batch::default(), Buffer::default());
        self.plan.fill(rows, &mut batch);
        encoder.writer().write(&batch, &mut out);
        String::from_utf8_lossy(out.as_ref()).lines().map(str::to_owned).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any rows, in any order, more than once, alone or together.
    #[test]
    fn any_rows_are_those_of_the_whole(
        seed in any::<u64>(),
        asked in proptest::collection::vec(0..ROWS, 1..40),
    ) {
        let all: Vec<u64> = (0..ROWS).collect();
        for column in &*COLUMNS {
            let table = Table::new("t", &[column], seed);
            let whole = table.lines(&all);
            let expected: Vec<&String> = asked.iter().map(|&row| &whole[row as usize]).collect();
            let made = table.lines(&asked);
            prop_assert_eq!(made.iter().collect::<Vec<_>>(), expected, "{}", column);
            let row = asked[0];
            prop_assert_eq!(&table.lines(&[row])[0], &whole[row as usize], "{}", column);
        }
    }

    /// What is beside a column does not matter, nor on which side.
    #[test]
    fn other_columns_change_nothing(seed in any::<u64>(), others in proptest::collection::vec(any::<prop::sample::Index>(), 2)) {
        let rows: Vec<u64> = (0..ROWS).collect();
        for column in &*COLUMNS {
            let named = format!("mine={column}");
            let alone = Table::new("t", &[&named], seed).lines(&rows);
            // Names of their own, without anything in common with the column's thing.
            let [left, right] = [0, 1].map(|at| {
                format!("{}={}", ["left", "right"][at], others[at].get(&COLUMNS))
            });
            let words = [&*left, &*named, &*right];
            // Some two cannot be in one table, as they would say the same.
            if plan("t", &words, seed).is_err() {
                continue;
            }
            let beside = Table::new("t", &words, seed).lines(&rows);
            for (line, alone) in beside.iter().zip(&alone) {
                prop_assert_eq!(line.split('\t').nth(1), Some(&**alone), "{:?}", words);
            }
        }
    }
}

/// The seed and the table's name do matter, where a column draws at all.
#[test]
fn seed_and_table_change_what_is_drawn() {
    let rows: Vec<u64> = (0..ROWS).collect();
    let drawn = ["name", "int:0,1000000", "uuidv4", "email", "double", "city", "word"];
    for column in drawn {
        let one = Table::new("t", &[column], 1).lines(&rows);
        assert_ne!(one, Table::new("t", &[column], 2).lines(&rows), "{column}");
        assert_ne!(one, Table::new("u", &[column], 1).lines(&rows), "{column}");
    }
}

/// Every error is found, each at its span in its argument.
#[test]
fn all_mistakes_are_found_at_once() {
    let context = Context::default().now(0);
    let words = ["emial", "id=seq", "int:9,2", "name@unqiue"];
    let (_, diagnostics) = Schema::parse("t", &words, &context);
    let found: Vec<(&str, &str)> = diagnostics
        .iter()
        .map(|diagnostic| (&*diagnostic.text, &diagnostic.text[diagnostic.span.clone()]))
        .collect();
    assert_eq!(found, [("emial", "emial"), ("int:9,2", "9,2"), ("name@unqiue", "unqiue")]);
}
