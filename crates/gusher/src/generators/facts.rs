//! Columns that describe one thing of the row, such as a company: texts of dictionary entries, all drawn by digits of the same
//! draws.

use super::{Generate, MAX_VALUES, Properties};
use crate::rng::{Draws, take_digit};
use crate::types::{Array, Field, TextPart};

/// How a thing is drawn: the digits that each of its shared draws gives, by how many values each digit has.
#[derive(Debug, Clone)]
pub(crate) struct Thing {
    draws: Vec<Vec<u64>>,
}

/// One of its digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Digit {
    /// The draw that gives it.
    pub draw: usize,
    /// How many digits of this draw are before it.
    pub at: usize,
}

/// A part of a column's texts.
#[derive(Debug)]
struct FactPart {
    part: TextPart,
    /// The digit that the entry depends on.
    digit: Digit,
    /// The index of the entry of each value of the digit; the value itself is the entry's index where this is empty.
    indices: Vec<u32>,
}

/// A column that describes a thing.
#[derive(Debug)]
pub(crate) struct Facts {
    thing: Thing,
    parts: Vec<FactPart>,
    /// Why the values cannot all differ, where they cannot.
    part_of: Option<&'static str>,
}

impl Thing {
    /// A thing of these draws.
    pub fn new<const N: usize>(draws: [&[usize]; N]) -> Thing {
        let sizes = |draw: &&[usize]| draw.iter().map(|&size| size as u64).collect();
        Thing { draws: draws.iter().map(sizes).collect() }
    }

    /// A column of it without any parts yet; `part_of` is what its values are, as `@unique` is refused.
    pub fn column(&self, part_of: &'static str) -> Facts {
        Facts { thing: self.clone(), parts: Vec::new(), part_of: Some(part_of) }
    }

    /// Goes through one digit of each row.
    #[inline(always)]
    pub fn each(&self, draws: &mut Draws<'_>, digit: Digit, mut take: impl FnMut(usize, usize)) {
        let radices = &self.draws[digit.draw];
        for (row, x) in draws.load_shared(digit.draw as u64).iter_mut().enumerate() {
            for &radix in &radices[..digit.at] {
                take_digit(x, radix);
            }
            take(row, take_digit(x, radices[digit.at]) as usize);
        }
    }
}

impl Facts {
    /// Goes on with the entry whose index is the digit's value.
    pub fn entry(mut self, part: TextPart, draw: usize, at: usize) -> Facts {
        debug_assert_eq!(part.dictionary.len() as u64, self.thing.draws[draw][at]);
        self.parts.push(FactPart { part, digit: Digit { draw, at }, indices: Vec::new() });
        self
    }

    /// Goes on with the entry that belongs to the digit's value.
    pub fn mapped(mut self, part: TextPart, draw: usize, at: usize, indices: Vec<u32>) -> Facts {
        debug_assert_eq!(indices.len() as u64, self.thing.draws[draw][at]);
        self.parts.push(FactPart { part, digit: Digit { draw, at }, indices });
        self
    }

    /// The same column, whose values differ where the digits of the first draw do.
    pub fn unique(mut self) -> Facts {
        self.part_of = None;
        self
    }
}

impl Generate for Facts {
    fn field(&self) -> Field {
        Field::composed(self.parts.iter().map(|part| part.part.clone()))
    }

    fn cardinality(&self) -> u64 {
        let sizes = |part: &FactPart| part.part.dictionary.len() as u64;
        let product = match self.part_of {
            None => self.thing.draws[0].iter().product(),
            Some(_) => self.parts.iter().map(sizes).fold(1, u64::saturating_mul),
        };
        product.min(MAX_VALUES)
    }

    fn properties(&self) -> Properties<'_> {
        Properties {
            unique_support: self.part_of.map_or(Ok(()), Err),
            is_unique_as_entity: true,
            ..Properties::default()
        }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let columns = values.indices(self.parts.len(), draws.len());
        // The digit that the loaded fractions give next.
        let mut next: Option<Digit> = None;
        for (column, part) in columns.iter_mut().zip(&self.parts) {
            let digit = part.digit;
            let radices = &self.thing.draws[digit.draw];
            let ready = next.filter(|next| next.draw == digit.draw && next.at <= digit.at);
            let fractions = match ready {
                Some(_) => draws.loaded(),
                None if digit.draw == 0 && draws.is_unique() => draws.load(0),
                None => draws.load_shared(digit.draw as u64),
            };
            for &radix in &radices[ready.map_or(0, |next| next.at)..digit.at] {
                fractions.iter_mut().for_each(|x| _ = take_digit(x, radix));
            }
            let radix = radices[digit.at];
            if part.indices.is_empty() {
                for (entry, x) in column.iter_mut().zip(fractions) {
                    *entry = take_digit(x, radix) as u32;
                }
            } else {
                for (entry, x) in column.iter_mut().zip(fractions) {
                    *entry = part.indices[take_digit(x, radix) as usize];
                }
            }
            next = Some(Digit { draw: digit.draw, at: digit.at + 1 });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::{Digit, Thing};
    use crate::generators::Generate;
    use crate::generators::phrase::part;
    use crate::rng::{Draws, Key, Rows};
    use crate::types::{Array, Dictionary};

    proptest! {
        /// Entries of a digit are the same in any order of the parts and beside any others.
        #[test]
        fn an_entry_follows_from_its_digit_alone(order in Just(vec![(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]).prop_shuffle(), seed: u64) {
            let sizes: [&[usize]; 2] = [&[7, 5, 9], &[3, 11]];
            let thing = Thing::new(sizes);
            let indices = |draw: usize, at: usize| {
                let size = sizes[draw][at];
                Arc::new(Dictionary::exactly((0..size).map(|n| n.to_string())))
            };
            let column = order.iter().fold(thing.column("x"), |column, &(draw, at)| {
                column.entry(part(&indices(draw, at), ""), draw, at)
            });
            let mut fractions = [0; 40];
            let key = Key::seed(seed);
            let mut draws = Draws::new(key, key, Rows::from(3..43), None, &mut fractions);
            let mut values = Array::default();
            column.fill(&mut draws, &mut values);
            let filled = values.indices(order.len(), 40).to_vec();
            for (column, &(draw, at)) in filled.iter().zip(&order) {
                thing.each(&mut draws, Digit { draw, at }, |row, value| assert_eq!(column[row], value as u32));
            }
        }
    }
}
