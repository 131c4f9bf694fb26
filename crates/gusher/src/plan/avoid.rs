//! `@not`: values that differ from those of another column of their rows.

use super::keyed::value_numbers;
use crate::generators::Generate;
use crate::rng::{Draws, Key, Rows};
use crate::types::{ColumnData, Scratch};

/// How often a value is drawn again. After that the first and the last of all values are tried, of which one differs.
const MAX_TRIES: u64 = 32;

/// What the values of a column are drawn from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'a> {
    pub generate: &'a dyn Generate,
    pub key: Key,
    pub table: Key,
}

impl Source<'_> {
    fn fill(self, rows: Rows<'_>, first: &[u64], fractions: &mut [u64], out: &mut ColumnData) {
        let draws = Draws::new(self.key, self.key, rows, None, fractions).within(self.table);
        self.generate.fill(&mut draws.given(first), &mut out.values);
    }

    /// Fills values whose numbers are not these, those of the other column in each row.
    pub fn fill_without(
        self,
        others: &[u64],
        rows: Rows<'_>,
        fractions: &mut [u64],
        scratch: &mut Scratch,
        out: &mut ColumnData,
    ) {
        let field = self.generate.field();
        let mut first = vec![0; rows.len()];
        self.key.draw(0).fill_bits(rows, &mut first);
        self.fill(rows, &first, fractions, out);
        let same = |column: &ColumnData, at: &[usize]| -> Vec<usize> {
            let own = value_numbers(&field, column, at.len());
            at.iter().zip(own).filter(|(at, own)| others[**at] == *own).map(|(at, _)| *at).collect()
        };
        let mut pending = same(out, &(0..rows.len()).collect::<Vec<_>>());
        if pending.is_empty() {
            return;
        }
        let mut drawn = scratch.take();
        for tried in 0..MAX_TRIES + 2 {
            let numbers: Vec<u64> = pending.iter().map(|&at| rows.get(at)).collect();
            let again: Vec<u64> = match tried {
                0..MAX_TRIES => {
                    let key = self.key.derive("not").draw(tried);
                    numbers.iter().map(|&row| key.bits(row)).collect()
                }
                MAX_TRIES => vec![0; pending.len()],
                _ => vec![u64::MAX; pending.len()],
            };
            pending.iter().zip(&again).for_each(|(&at, again)| first[at] = *again);
            self.fill(Rows::At(&numbers), &again, &mut fractions[..pending.len()], &mut drawn);
            pending = same(&drawn, &pending);
            if pending.is_empty() {
                break;
            }
        }
        scratch.give(drawn);
        self.fill(rows, &first, fractions, out);
    }
}
