//! Ids in letters and digits for programs in the browser: `cuid`, `cuid2`.

use std::sync::Arc;

use super::by_row::ByRow;
use super::uuid::milliseconds;
use crate::generators::size::Size;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec};
use crate::limits::STREAM_ROWS;
use crate::rng::{Draws, take_digit};
use crate::types::{Array, Field};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new(
        "cuid",
        "a cuid of the first version: c and 24 letters and digits that sort by their time; 1,679,616 rows a millisecond",
        cuid,
    ),
    GeneratorSpec::new(
        "cuid2",
        "a cuid of the second version: a letter, then letters and digits at random",
        cuid2,
    )
    .optional("N", "how many characters, 2 to 32; 24 by default", "cuid2:10"),
];

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
/// How many values the four digits of one block have.
const BLOCK: u64 = 36u64.pow(4);
/// The characters of a cuid: the letter c, eight of the time, and four each of the counter, the machine and two random blocks.
const CUID: usize = 25;

/// Writes a number in base 36 over all of `out`, with zeros in front.
fn put(mut number: u64, out: &mut [u8]) {
    for digit in out.iter_mut().rev() {
        *digit = DIGITS[(number % 36) as usize];
        number /= 36;
    }
}

/// `cuid`: row 0 has "now"; the counter is the row modulo 36^4, and goes over into the time.
pub(crate) fn cuid(constraint: Constraint<'_>) -> BuildResult {
    let first = milliseconds(&constraint).min(BLOCK * BLOCK - STREAM_ROWS.div_ceil(BLOCK));
    Ok(Arc::new(ByRow { first, is_one_a_row: false, field: || Field::free(CUID, CUID, true), fill: cuids }))
}

fn cuids(first: u64, draws: &mut Draws<'_>, values: &mut Array) {
    let mut machine = draws.steady(0);
    let machine = take_digit(&mut machine, BLOCK);
    let rows = draws.rows();
    let fractions = draws.load(0);
    let buffer = values.strings().lay(fractions.len(), CUID);
    rows.zip(buffer.chunks_exact_mut(CUID).zip(fractions), |(text, x), row| {
        text[0] = b'c';
        put(first + row / BLOCK, &mut text[1..9]);
        put(row % BLOCK, &mut text[9..13]);
        put(machine, &mut text[13..17]);
        put(take_digit(x, BLOCK * BLOCK), &mut text[17..]);
    });
}

const CHARACTERS: Size = Size { form: "cuid2:N", things: "characters", default: 24, range: 2..=32 };
/// How many characters a draw gives, after the letter in the first one: 26 · 36^11 is below 2^62.
const A_DRAW: usize = 11;

/// `cuid2[:N]`
pub(crate) fn cuid2(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Cuid2 { len: CHARACTERS.of(constraint)? }))
}

#[derive(Debug)]
struct Cuid2 {
    len: usize,
}

impl Generate for Cuid2 {
    fn field(&self) -> Field {
        Field::free(self.len, self.len, true)
    }

    /// The first draw gives the letter and the characters after it.
    fn cardinality(&self) -> u64 {
        26 * 36u64.pow((self.len - 1).min(A_DRAW) as u32)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let buffer = values.strings().lay(draws.len(), self.len);
        let buffer = &mut buffer[..draws.len() * self.len];
        for (text, x) in buffer.chunks_exact_mut(self.len).zip(draws.load(0)) {
            text[0] = b'a' + take_digit(x, 26) as u8;
            put_random(x, &mut text[1..], 0);
        }
        for draw in 1..(self.len - 1).div_ceil(A_DRAW) {
            for (text, x) in buffer.chunks_exact_mut(self.len).zip(draws.load(draw as u64)) {
                put_random(x, &mut text[1..], draw);
            }
        }
    }
}

/// Writes the characters of a draw, at most [`A_DRAW`] of them, where they belong.
fn put_random(x: &mut u64, text: &mut [u8], draw: usize) {
    let start = draw * A_DRAW;
    let end = text.len().min(start + A_DRAW);
    for character in &mut text[start..end] {
        *character = DIGITS[take_digit(x, 36) as usize];
    }
}

#[cfg(test)]
mod tests {
    use super::put;

    #[test]
    fn numbers_are_written_in_base_36() {
        for (number, text) in [(0, "0000"), (35, "000z"), (36, "0010"), (1_679_615, "zzzz")] {
            let mut out = [0; 4];
            put(number, &mut out);
            assert_eq!(std::str::from_utf8(&out), Ok(text));
            assert_eq!(u64::from_str_radix(text, 36), Ok(number));
        }
    }
}
