//! A generator of one's own beside others, and values read without any text: `cargo run -p gusher --example own_generator`.

use std::sync::Arc;

use gusher::generators::{Child, Properties, list_of};
use gusher::prelude::*;
use gusher::rng::bounded;

/// The sum of some dice.
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

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique("a sum of dice")
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
    let id = Column::parse("id=seq:100", &Context::default())?;
    let throws = list_of(Child::new(Arc::new(Dice { count: 2 })), 1..=3)?;
    let games = Table::from_columns("games", [id, Column::new("throws", throws).nullable(0.2)])?.seed(7);

    let batch = games.batches(0..10)?.next().ok_or("ten rows were asked for")?;
    let [ids, throws] = batch.batch().columns() else { return Err("two columns were asked for".into()) };
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
