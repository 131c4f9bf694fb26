//! Passwords: `password`.

use std::sync::Arc;

use super::password_rules::{RuledPassword, Rules};
use crate::generators::{BuildResult, Constraint, ConstraintField, Generate};
use crate::rng::{Draws, Key, bounded};
use crate::types::{Array, Field};

/// The characters of passwords: 64, so that each takes 6 bits, and none that any format has to quote.
const CHARACTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// How many characters the bits of one draw give.
const A_DRAW: usize = 10;
const LONGEST: usize = 128;

/// `password[:min,max]`
pub(super) fn password(constraint: Constraint<'_>) -> BuildResult {
    let (min, max) = constraint.pair("password:MIN,MAX")?;
    let length = |field: &ConstraintField| {
        let length = usize::try_from(field.int()?).ok().filter(|length| (1..=LONGEST).contains(length));
        length.ok_or_else(|| field.error(format!("expected a length from 1 to {LONGEST}")))
    };
    let min = min.as_ref().map(length).transpose()?;
    let max = max.as_ref().map(length).transpose()?;
    // One that is given moves the usual other end out of its way.
    let (min, max) = match (min, max) {
        (Some(min), None) => (min, min.max(20)),
        (None, Some(max)) => (max.min(12), max),
        (min, max) => (min.unwrap_or(12), max.unwrap_or(20)),
    };
    if min > max {
        return Err(constraint.reversed(min, max));
    }
    match &constraint.settings.rules {
        Some(rules) => Ok(Arc::new(RuledPassword::new(min, max, Rules::read(rules, min)?))),
        None => Ok(Arc::new(Password { min, max })),
    }
}

#[derive(Debug)]
struct Password {
    min: usize,
    max: usize,
}

impl Password {
    /// The characters that the first draw gives in every password.
    fn first(&self) -> usize {
        self.min.min(A_DRAW)
    }
}

impl Generate for Password {
    fn field(&self) -> Field {
        Field::free(self.max, self.min.midpoint(self.max), true)
    }

    fn cardinality(&self) -> u64 {
        1 << (6 * self.first())
    }

    /// The first draw gives the first characters, the second one the length, each further one ten characters more.
    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let blocks = self.max.div_ceil(A_DRAW);
        let lengths = draws.key(1);
        let more: Vec<Key> = (2..=blocks as u64).map(|draw| draws.key(draw)).collect();
        // What the first draw does not give of the first block, as it would go beyond the shortest password.
        let rest = u64::MAX.checked_shr(6 * self.first() as u32).unwrap_or(0);
        let (rows, span, texts) = (draws.counters(), (self.max - self.min + 1) as u64, values.strings());
        rows.zip(draws.load(0), |x, row| {
            let bits = lengths.bits(row);
            let length = self.min + bounded(bits, span) as usize;
            texts.push_with(blocks * A_DRAW, |buffer| {
                write_block((*x & !rest) | (bits & rest), buffer);
                for (key, block) in more.iter().zip(buffer[A_DRAW..].chunks_mut(A_DRAW)) {
                    write_block(key.bits(row), block);
                }
                length
            });
        });
    }
}

/// Ten characters from the upper bits.
fn write_block(mut bits: u64, buffer: &mut [u8]) {
    for to in &mut buffer[..A_DRAW] {
        *to = CHARACTERS[(bits >> 58) as usize];
        bits <<= 6;
    }
}
