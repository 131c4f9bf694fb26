//! `bits`: random binary digits.

use std::sync::Arc;

use crate::generators::size::Size;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec, MAX_VALUES};
use crate::rng::{Draws, Key, bounded};
use crate::types::{Array, Field, MAX_BITS, StorageType, Syntax};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] =
    &[GeneratorSpec::new("bits", "random binary digits", bits).optional(
        "N or MIN,MAX",
        "how many digits, 1 to 4,096 and 8 by default, or the fewest and the most",
        "bits:1,12",
    )];

const DIGITS: Size =
    Size { form: "bits:N or bits:MIN,MAX", things: "digits", default: 8, range: 1..=MAX_BITS as usize };

/// `bits[:N]`, `bits:MIN,MAX`
fn bits(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(2, DIGITS.form)?;
    let lengths = fields.iter().map(|field| DIGITS.read(field)).collect::<Result<Vec<_>, _>>()?;
    let [min, max] = match lengths[..] {
        [min, max] => [min, max],
        [len] => [len; 2],
        _ => [DIGITS.default; 2],
    };
    if min > max {
        return Err(fields[1].error("the fewest digits are more than the most"));
    }
    Ok(Arc::new(Bits { min, max }))
}

#[derive(Debug)]
struct Bits {
    min: usize,
    max: usize,
}

impl Generate for Bits {
    fn field(&self) -> Field {
        let [min, max] = [self.min, self.max].map(|len| len as u32);
        let texts = Field::free(self.max, self.min.midpoint(self.max), true);
        let storage = StorageType::Bits { len: max, is_varying: min < max };
        texts.of_syntax(Syntax::Bits { min, max }).stored(storage)
    }

    /// The values of the digits that all rows have.
    fn cardinality(&self) -> u64 {
        1u64.checked_shl(self.min as u32).map_or(MAX_VALUES, |values| values.clamp(1, MAX_VALUES))
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let firsts = draws.load(0).to_vec();
        let span = (self.max - self.min) as u64 + 1;
        let lengths: Vec<usize> =
            draws.load(1).iter().map(|x| self.min + bounded(*x, span) as usize).collect();
        let keys: Vec<Key> = (2..).take(self.max.div_ceil(64) - 1).map(|draw| draws.key(draw)).collect();
        let counters = draws.counters();
        let texts = values.strings();
        for (row, (first, len)) in firsts.into_iter().zip(lengths).enumerate() {
            let word = |at: usize| if at == 0 { first } else { keys[at - 1].bits(counters.get(row)) };
            texts.push_with(len, |out| {
                for (at, digits) in out[..len].chunks_mut(64).enumerate() {
                    let word = word(at);
                    // The most significant digit first: it is what distinguishes values.
                    for (digit, out) in digits.iter_mut().enumerate() {
                        *out = b'0' + (word >> (63 - digit) & 1) as u8;
                    }
                }
                len
            });
        }
    }
}
