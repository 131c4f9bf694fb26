//! Tokens in the alphabet of URLs: `nanoid`, `jwt`.

use std::sync::Arc;

use crate::base64::{self, URL_SAFE, eight_characters};
use crate::generators::size::Size;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec};
use crate::rng::{Draws, bounded, take_digit};
use crate::types::{Array, Field};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new(
        "jwt",
        "a token shaped like a JSON Web Token (RFC 7519) without a valid signature",
        jwt,
    ),
    GeneratorSpec::new("nanoid", "a random id of letters, digits, - and _", nanoid).optional(
        "N",
        "how many characters, 1 to 1,024; 21 by default",
        "nanoid:12",
    ),
];

const CHARACTERS: Size = Size { form: "nanoid:N", things: "characters", default: 21, range: 1..=1024 };

/// `nanoid[:N]`
pub(crate) fn nanoid(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(NanoId { len: CHARACTERS.of(constraint)? }))
}

#[derive(Debug)]
struct NanoId {
    len: usize,
}

impl Generate for NanoId {
    fn field(&self) -> Field {
        Field::free(self.len, self.len, true)
    }

    /// The first draw gives the first eight characters.
    fn cardinality(&self) -> u64 {
        64u64.pow(self.len.min(8) as u32)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let buffer = values.strings().lay(draws.len(), self.len);
        put_random(draws, 0, self.len, self.len, buffer);
    }
}

/// Writes `len` random characters to the front of each text of `width` bytes, from this draw on. Up to seven bytes
/// after them are scribbled over.
fn put_random(draws: &mut Draws<'_>, first: u64, len: usize, width: usize, buffer: &mut [u8]) {
    // What a draw spills after the characters into the next text is written over by an earlier draw.
    for draw in (0..len.div_ceil(8)).rev() {
        let fractions = draws.load(first + draw as u64);
        for (row, x) in fractions.iter().enumerate() {
            let to = &mut buffer[row * width + 8 * draw..][..8];
            to.copy_from_slice(&eight_characters(*x, &URL_SAFE));
        }
    }
}

/// `{"alg":"HS256","typ":"JWT"}` and the dot after it.
const HEADER: &[u8; 37] = b"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.";
/// The claims, over which the digits are written. Eight bytes of slack follow.
const CLAIMS: &[u8; 45] = b"{\"sub\":\"0000000000\",\"iat\":0000000000}        ";
const SUBJECT_AT: usize = 8;
const ISSUED_AT: usize = 26;
const CLAIMS_LEN: usize = 37;
/// The characters of the claims.
const PAYLOAD: usize = (CLAIMS_LEN * 4).div_ceil(3);
/// The characters of a signature of 32 bytes.
const SIGNATURE: usize = 43;
const SIGNATURE_AT: usize = HEADER.len() + PAYLOAD + 1;
const JWT: usize = SIGNATURE_AT + SIGNATURE;
/// Tokens were issued within the last 30 days.
const AGE: u64 = 30 * 86_400;

/// `jwt`: header, claims `sub` and `iat`, and a random signature.
pub(crate) fn jwt(constraint: Constraint<'_>) -> BuildResult {
    // Times of ten digits: from 2001 to 2286.
    let now = u64::try_from(constraint.now()).unwrap_or(0);
    Ok(Arc::new(Jwt { oldest: now.clamp(1_000_000_000 + AGE, 9_999_999_999) - AGE }))
}

#[derive(Debug)]
struct Jwt {
    oldest: u64,
}

impl Generate for Jwt {
    fn field(&self) -> Field {
        Field::free(JWT, JWT, true)
    }

    /// The subjects: ten digits, the first of which is not 0.
    fn cardinality(&self) -> u64 {
        9_000_000_000
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load(0);
        let buffer = values.strings().lay(fractions.len(), JWT);
        let mut claims = *CLAIMS;
        for (text, x) in buffer.chunks_exact_mut(JWT).zip(fractions) {
            let mut x = *x;
            text[..HEADER.len()].copy_from_slice(HEADER);
            put_ten_digits(1_000_000_000 + take_digit(&mut x, 9_000_000_000), &mut claims[SUBJECT_AT..]);
            put_ten_digits(self.oldest + bounded(x, AGE + 1), &mut claims[ISSUED_AT..]);
            base64::put(&claims, CLAIMS_LEN, &URL_SAFE, &mut text[HEADER.len()..]);
            text[SIGNATURE_AT - 1] = b'.';
        }
        put_signatures(draws, buffer);
    }
}

/// 256 random bits: the last character has four of them.
fn put_signatures(draws: &mut Draws<'_>, buffer: &mut [u8]) {
    const LAST: usize = SIGNATURE - 1;
    for draw in 0..5 {
        for (text, x) in buffer.chunks_exact_mut(JWT).zip(draws.load(1 + draw)) {
            text[SIGNATURE_AT + 8 * draw as usize..][..8].copy_from_slice(&eight_characters(*x, &URL_SAFE));
        }
    }
    for (text, x) in buffer.chunks_exact_mut(JWT).zip(draws.load(6)) {
        let [a, b, c, ..] = eight_characters(*x & !(0b11 << 46), &URL_SAFE);
        text[SIGNATURE_AT + LAST - 2..].copy_from_slice(&[a, b, c]);
    }
}

/// Writes a number of ten digits.
#[inline(always)]
fn put_ten_digits(n: u64, out: &mut [u8]) {
    /// The two digits of each number below 100.
    const PAIRS: [[u8; 2]; 100] = {
        let mut pairs = [[0; 2]; 100];
        let mut n = 0;
        while n < 100 {
            pairs[n] = [b'0' + n as u8 / 10, b'0' + n as u8 % 10];
            n += 1;
        }
        pairs
    };
    // Halves of five digits first, so that the divisions do not wait for each other.
    let (upper, lower) = ((n / 100_000) as u32, (n % 100_000) as u32);
    for (half, at) in [(upper, 0), (lower, 5)] {
        out[at] = b'0' + (half / 10_000) as u8;
        out[at + 1..at + 3].copy_from_slice(&PAIRS[(half / 100 % 100) as usize]);
        out[at + 3..at + 5].copy_from_slice(&PAIRS[(half % 100) as usize]);
    }
}
