//! Ids of other makers that sort by their time: `ulid`, `ksuid`, `objectid`.
//!
//! Row 0 has "now", and the rows after it follow as if created one after the other, a fixed number in a millisecond or a second:
//! the ids increase from row to row, and each is a function of its row alone.

use std::sync::Arc;

use super::by_row::ByRow;
use super::uuid::milliseconds;
use crate::generators::{BuildResult, Constraint, GeneratorSpec};
use crate::limits::STREAM_ROWS;
use crate::rng::{Draws, Kernel, Rows, run, take_digit};
use crate::types::{Array, BytesForm, Field};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new(
        "ksuid",
        "a KSUID: 27 letters and digits that sort by their time, from 2014 on; 4,194,304 rows a second",
        ksuid,
    ),
    GeneratorSpec::new(
        "objectid",
        "an ObjectId of MongoDB: 24 hexadecimal digits that sort by their time, from 1970 on; 16,777,216 rows a second",
        object_id,
    ),
    GeneratorSpec::new(
        "ulid",
        "a ULID: 26 letters and digits that sort by their time, from 1970 on; 65,536 rows a millisecond",
        ulid,
    ),
];

/// `ulid`: 48 bits of milliseconds, then the row's lowest 16 bits instead of random ones, then 64 random bits.
pub(crate) fn ulid(constraint: Constraint<'_>) -> BuildResult {
    let first = milliseconds(&constraint).min((1 << 48) - (STREAM_ROWS >> 16));
    let field = || Field::free(ULID, ULID, true);
    Ok(Arc::new(ByRow { first, field, is_one_a_row: false, fill: ulids }))
}

/// The two characters of each 10 bits in Crockford's base 32.
static CROCKFORD: [[u8; 2]; 1024] = {
    let alphabet = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let mut pairs = [[0; 2]; 1024];
    let mut bits = 0;
    while bits < 1024 {
        pairs[bits] = [alphabet[bits >> 5], alphabet[bits & 31]];
        bits += 1;
    }
    pairs
};

const ULID: usize = 26;

fn ulids(first: u64, draws: &mut Draws<'_>, values: &mut Array) {
    let rows = draws.rows();
    let fractions = draws.load(0);
    let buffer = values.strings().lay(fractions.len(), ULID);
    run(Ulids { first, rows, fractions, buffer });
}

/// The characters that hold the time: those after them hold the row's lowest bits and the random ones.
const ULID_TIME: usize = 10;
/// How many texts are written at once: the entries of their characters stay in the first-level cache.
const CHUNK: usize = 64;
/// The bits of eight characters.
const EIGHT: u64 = (1 << 40) - 1;

struct Ulids<'a> {
    first: u64,
    rows: Rows<'a>,
    fractions: &'a [u64],
    buffer: &'a mut [u8],
}

impl Kernel for Ulids<'_> {
    #[inline(always)]
    fn run(self) {
        let Ulids { first, rows, fractions, buffer } = self;
        // No row has this time.
        let (mut known, mut head) = (u64::MAX, [0; ULID_TIME]);
        for (number, (fractions, texts)) in
            fractions.chunks(CHUNK).zip(buffer.chunks_mut(CHUNK * ULID)).enumerate()
        {
            let rows = rows.slice(CHUNK * number..CHUNK * number + fractions.len());
            let [mut times, mut upper, mut lower] = [[0; CHUNK]; 3];
            rows.zip(times.iter_mut().zip(&mut upper).zip(fractions), |((time, upper), x), row| {
                *time = first + (row >> 16);
                *upper = (row & 0xFFFF) << 24 | x >> 40;
            });
            lower.iter_mut().zip(fractions).for_each(|(lower, x)| *lower = crockford(x & EIGHT));
            upper.iter_mut().for_each(|upper| *upper = crockford(*upper));
            for (index, text) in texts.chunks_exact_mut(ULID).take(fractions.len()).enumerate() {
                if times[index] != known {
                    known = times[index];
                    head = time_text(known);
                }
                text[..ULID_TIME].copy_from_slice(&head);
                text[ULID_TIME..ULID_TIME + 8].copy_from_slice(&upper[index].to_le_bytes());
                text[ULID_TIME + 8..].copy_from_slice(&lower[index].to_le_bytes());
            }
        }
    }
}

/// The characters of a time of 48 bits; the first holds the two bits that 26 characters have more than 128 bits.
fn time_text(time: u64) -> [u8; ULID_TIME] {
    let mut text = [0; ULID_TIME];
    for (i, pair) in text.as_chunks_mut::<2>().0.iter_mut().enumerate() {
        *pair = CROCKFORD[(time >> (40 - 10 * i)) as usize & 1023];
    }
    text
}

/// The eight characters of 40 bits in Crockford's base 32, the first in the lowest byte.
#[inline(always)]
fn crockford(bits: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    // Five bits a byte, spread by halves, the upper ones first.
    let x = bits >> 20 | (bits & 0xF_FFFF) << 32;
    let x = ((x >> 10) & 0x0000_03FF_0000_03FF) | (x & 0x0000_03FF_0000_03FF) << 16;
    let x = ((x >> 5) & 0x001F_001F_001F_001F) | (x & 0x001F_001F_001F_001F) << 8;
    // 1 in each byte from this number on.
    let from = |least: u64| ((x + (0x80 - least) * ONES) >> 7) & ONES;
    // Seven characters are between 9 and A; then I, L, O and U are left out.
    let letters = from(10);
    x + 0x30 * ONES + ((letters << 3) - letters) + from(18) + from(20) + from(22) + from(27)
}

/// `ksuid`: 32 bits of seconds since 2014-05-13, then the row's lowest 22 bits and 101 random bits, in base 62.
pub(crate) fn ksuid(constraint: Constraint<'_>) -> BuildResult {
    /// Where KSUIDs count from.
    const EPOCH: i64 = 1_400_000_000;
    let seconds = u64::try_from(constraint.now().saturating_sub(EPOCH)).unwrap_or(0);
    let first = seconds.min((1 << 32) - (STREAM_ROWS >> KSUID_COUNTER));
    let field = || Field::free(KSUID, KSUID, true);
    Ok(Arc::new(ByRow { first, field, is_one_a_row: false, fill: ksuids }))
}

const KSUID_COUNTER: u32 = 22;
const KSUID: usize = 27;
/// The characters that are random; those before them hold the time and the row.
const KSUID_RANDOM: usize = 17;

/// The two characters of each number below 62².
static BASE_62: [[u8; 2]; 3844] = {
    let alphabet = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut pairs = [[0; 2]; 3844];
    let mut n = 0;
    while n < 3844 {
        pairs[n] = [alphabet[n / 62], alphabet[n % 62]];
        n += 1;
    }
    pairs
};

fn ksuids(first: u64, draws: &mut Draws<'_>, values: &mut Array) {
    let rows = draws.rows();
    let fractions = draws.load(1);
    let buffer = values.strings().lay(fractions.len(), KSUID);
    rows.zip(buffer.chunks_exact_mut(KSUID).zip(fractions), |(text, x), row| {
        put_head((first << KSUID_COUNTER) + row, text);
        put_random(*x, &mut text[KSUID - KSUID_RANDOM..][..8]);
    });
    for (text, x) in buffer.chunks_exact_mut(KSUID).zip(draws.load(0)) {
        let mut x = *x;
        text[KSUID - 9] = BASE_62[take_digit(&mut x, 62) as usize][1];
        put_random(x, &mut text[KSUID - 8..]);
    }
}

/// Writes the first ten digits of the id whose upper 54 bits of 160 are `time`, whatever the other 17 are.
///
/// The id lies in [time·2^106, (time + 1)·2^106), which is 27.4… times 62^17. Any integer h as its upper digits with
/// time·27.4… ≤ h and h + 1 ≤ (time + 1)·27.4… keeps it there.
fn put_head(time: u64, text: &mut [u8]) {
    /// 2^106 / 62^17 in units of 2^-58, rounded down.
    const RATIO: u128 = 7_911_531_606_464_107_498;
    let mut rest = ((u128::from(time) * RATIO) >> 58) as u64 + 2;
    for pair in text[..KSUID - KSUID_RANDOM].as_chunks_mut::<2>().0.iter_mut().rev() {
        *pair = BASE_62[(rest % 3844) as usize];
        rest /= 3844;
    }
}

/// Fills with pairs of random digits.
fn put_random(mut x: u64, text: &mut [u8]) {
    for pair in text.as_chunks_mut::<2>().0 {
        *pair = BASE_62[take_digit(&mut x, 3844) as usize];
    }
}

/// `objectid`: 32 bits of seconds, 40 bits that one maker keeps (here: one column), a counter of 24 bits.
pub(crate) fn object_id(constraint: Constraint<'_>) -> BuildResult {
    let seconds = u64::try_from(constraint.now()).unwrap_or(0);
    let first = seconds.min((1 << 32) - (STREAM_ROWS >> 24));
    let field = || Field::encoded(12, BytesForm::HEX);
    Ok(Arc::new(ByRow { first, field, is_one_a_row: true, fill: object_ids }))
}

fn object_ids(first: u64, draws: &mut Draws<'_>, values: &mut Array) {
    let maker = u128::from(draws.steady(0) >> 24) << 24;
    let blobs = values.fixed_bytes(draws.len(), 12);
    draws.rows().zip(blobs.raw_mut().chunks_exact_mut(12), |bytes, row| {
        let id = u128::from(first + (row >> 24)) << 64 | maker | u128::from(row & 0xFF_FFFF);
        bytes.copy_from_slice(&id.to_be_bytes()[4..]);
    });
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{CROCKFORD, KSUID, ULID, Ulids, put_head};
    use crate::rng::{Instructions, Rows, run_up_to};

    /// The naive twin: a number of 128 bits, two characters after the other.
    fn ulid(time: u64, row: u64, x: u64) -> String {
        let id = u128::from(time) << 80 | u128::from(row & 0xFFFF) << 64 | u128::from(x);
        let pair = |i: usize| CROCKFORD[(id >> (120 - 10 * i)) as usize & 1023].map(char::from);
        (0..ULID / 2).flat_map(pair).collect()
    }

    proptest! {
        #[test]
        fn ulids_agree_with_the_naive_twin(first in 0u64..1 << 47, start: u32, fractions in prop::collection::vec(any::<u64>(), 0..150)) {
            // Some rows with the next time after them.
            for start in [u64::from(start), 65_530] {
                let rows = Rows::Run { first: start, len: fractions.len() };
                let one = |(row, x): (u64, &u64)| ulid(first + (row >> 16), row, *x);
                let expected: String = (start..).zip(&fractions).map(one).collect();
                for most in [Instructions::Any, Instructions::Avx2, Instructions::Avx512] {
                    let mut buffer = vec![b'?'; fractions.len() * ULID + 16];
                    run_up_to(most, Ulids { first, rows, fractions: &fractions, buffer: &mut buffer });
                    prop_assert_eq!(std::str::from_utf8(&buffer[..fractions.len() * ULID]).unwrap(), &expected);
                }
            }
        }
    }

    /// The value of digits in base 62, its upper 54 bits of 160: long division by hand, as no type has 160 bits.
    fn upper_54(text: &[u8]) -> u64 {
        let mut words = [0u32; 5];
        for &c in text {
            let digit = match c {
                b'0'..=b'9' => c - b'0',
                b'A'..=b'Z' => c - b'A' + 10,
                _ => c - b'a' + 36,
            };
            let mut carry = u64::from(digit);
            for word in words.iter_mut().rev() {
                carry += u64::from(*word) * 62;
                *word = carry as u32;
                carry >>= 32;
            }
            assert_eq!(carry, 0, "the id has more than 160 bits");
        }
        u64::from(words[0]) << 22 | u64::from(words[1]) >> 10
    }

    #[test]
    fn a_ksuid_holds_its_time_whatever_follows() {
        let mut text = [0; KSUID];
        for time in [0, 1, 2, 12_345_678, (1 << 22) - 1, 1 << 40, (1 << 53) + 7, (1 << 54) - 2, (1 << 54) - 1]
        {
            for rest in [b'0', b'z'] {
                text.fill(rest);
                put_head(time, &mut text);
                assert_eq!(upper_54(&text), time);
            }
        }
    }
}
