//! A generator of one's own beside others, and values read without any text: `cargo run -p gusher --example own_generator`.

use std::sync::Arc;

use gusher::catalogue::find;
use gusher::generators::{Child, Context, Generate, list_of};
use gusher::plan::Plan;
use gusher::rng::{Draws, bounded};
use gusher::schema::{Column, Schema};
use gusher::types::{Array, Batch, Field};

/// The sum of so many dice.
#[derive(Debug)]
struct Dice {
    count: u64,
}

impl Generate for Dice {
    fn field(&self) -> Field {
        Field::int64(self.count as i64, 6 * self.count as i64)
    }

    /// The first die tells this many values apart.
    fn cardinality(&self) -> u64 {
        6
    }

    fn unique_support(&self) -> Result<(), &'static str> {
        Err("a sum of dice")
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let sums = values.ints(draws.len());
        sums.fill(0);
        for die in 0..self.count {
            for (sum, x) in sums.iter_mut().zip(draws.load(die)) {
                *sum += 1 + bounded(*x, 6) as i64;
            }
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let context = Context::default().now(0).files(&|path| std::fs::read(path));
    let id = find("seq").ok_or("no seq")?.generator("seq", Some("100"), &context)?;
    let throws = list_of(Child::new(Arc::new(Dice { count: 2 })), 1..=3)?;
    let mut schema = Schema::new("games");
    for column in [Column::new("id", id), Column::new("throws", throws).nullable(0.2)] {
        schema.push(column).map_err(|mistake| mistake.to_string())?;
    }

    let plan = Plan::new(&schema, 7, &(0..10))?;
    let mut batch = Batch::default();
    plan.fill(0..10, &mut batch);
    let [ids, throws] = batch.columns() else { return Err("two columns were asked for".into()) };
    let (Array::Ints(ids), Array::List(lists)) = (ids.values(), throws.values()) else {
        return Err("numbers and lists were asked for".into());
    };
    let Array::Ints(sums) = lists.items().values() else { return Err("the items are numbers".into()) };
    for (row, ends) in lists.offsets().windows(2).enumerate() {
        match throws.validity().is_null(row) {
            true => println!("{}: none", ids[row]),
            false => println!("{}: {:?}", ids[row], &sums[ends[0] as usize..ends[1] as usize]),
        }
    }
    Ok(())
}
