//! Random bytes as digits: `base64`, `bytes`, `hash.md5`, `hash.sha1`, `hash.sha256`, `hash.sha512`, `hex`.

use std::sync::Arc;

use crate::generators::size::Size;
use crate::generators::{
    BuildResult, Constraint, ConstraintError, ConstraintField, Generate, GeneratorSpec, MAX_VALUES,
};
use crate::rng::{Draws, Key, bounded};
use crate::types::{Array, BytesForm, Field, FixedBytes};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("base64", "random bytes in base 64 (RFC 4648)", base64).optional(
        "N",
        "how many bytes, 1 to 4,096; 16 by default",
        "base64:24",
    ),
    GeneratorSpec::new("bytes", "random bytes, in hexadecimal where only text can be", bytes)
        .modifiers(&["format"])
        .optional(
            "N,FORM or MIN,MAX,FORM",
            "how many bytes, up to 4,096 and 16 by default, or the fewest and the most; as hex or base64, which @format says too",
            "bytes:1,64",
        ),
    GeneratorSpec::new("hash.md5", "32 random hexadecimal digits, like an MD5 hash", |_| Ok(digits(32))),
    GeneratorSpec::new("hash.sha1", "40 random hexadecimal digits, like a SHA-1 hash", |_| Ok(digits(40))),
    GeneratorSpec::new("hash.sha256", "64 random hexadecimal digits, like a SHA-256 hash", |_| {
        Ok(digits(64))
    }),
    GeneratorSpec::new("hash.sha512", "128 random hexadecimal digits, like a SHA-512 hash", |_| {
        Ok(digits(128))
    }),
    GeneratorSpec::new("hex", "random hexadecimal digits", hex).optional(
        "N",
        "how many digits, 1 to 8,192; 32 by default",
        "hex:12",
    ),
];

const BYTES: Size = Size { form: "bytes:N[,hex|base64]", things: "bytes", default: 16, range: 1..=4096 };
/// Of bytes of any number the fewest may be none.
const FEWEST: Size = Size { form: "bytes:MIN,MAX[,hex|base64]", range: 0..=4096, ..BYTES };
const BASE_64: Size = Size { form: "base64:N", ..BYTES };
const DIGITS: Size = Size { form: "hex:N", things: "digits", default: 32, range: 1..=8192 };

/// `hex[:N]`: N digits.
pub(crate) fn hex(constraint: Constraint<'_>) -> BuildResult {
    Ok(digits(DIGITS.of(constraint)?))
}

/// The given number of random hexadecimal digits.
pub(in crate::catalogue) fn digits(digits: usize) -> Arc<dyn Generate> {
    Arc::new(Random {
        len: digits.div_ceil(2),
        form: BytesForm::Hex { is_odd: digits % 2 == 1, upper: false },
        binary: false,
        values: 16u64.checked_pow(digits as u32),
    })
}

/// `base64[:N]`: N bytes.
pub(crate) fn base64(constraint: Constraint<'_>) -> BuildResult {
    let len = BASE_64.of(constraint)?;
    Ok(Arc::new(Random { len, form: BytesForm::Base64, binary: false, values: octets(len) }))
}

/// `bytes[:N[,hex|base64]]`: N bytes; `bytes:MIN,MAX[,hex|base64]`: any number of them between the two.
pub(crate) fn bytes(constraint: Constraint<'_>) -> BuildResult {
    let mut fields = constraint.fields(3, "bytes:N[,hex|base64] or bytes:MIN,MAX[,hex|base64]")?;
    // The form comes last, after a number at least.
    let is_form = |field: &ConstraintField| !field.text.starts_with(|c: char| c.is_ascii_digit());
    let last = if fields.len() > 1 { fields.pop_if(|field| is_form(field)) } else { None };
    let form = match (&last, &constraint.settings.format) {
        (Some(_), Some(modifier)) => {
            return Err(modifier.error("the form is given already; leave it or @format"));
        }
        (Some(field), None) | (None, Some(field)) => form(field)?,
        (None, None) => BytesForm::HEX,
    };
    let [min, max] = match &fields[..] {
        [] => [BYTES.default; 2],
        [len] => [BYTES.read(len)?; 2],
        [min, max] => [FEWEST.read(min)?, BYTES.read(max)?],
        [.., field] => return Err(field.error("expected hex or base64")),
    };
    if min > max {
        return Err(fields[1].error("the fewest bytes are more than the most"));
    }
    Ok(match min == max {
        true => Arc::new(Random { len: min, form, binary: true, values: octets(min) }),
        false => Arc::new(Varying { min, max, form }),
    })
}

/// The form that a field names.
fn form(field: &ConstraintField) -> Result<BytesForm, ConstraintError> {
    BytesForm::named(&field.text).ok_or_else(|| field.error("expected hex or base64"))
}

/// How many values that many bytes have, where 64 bits can say it.
fn octets(len: usize) -> Option<u64> {
    u32::try_from(len).ok().and_then(|len| 256u64.checked_pow(len))
}

/// Random bytes.
#[derive(Debug)]
struct Random {
    len: usize,
    form: BytesForm,
    /// Whether bytes are meant, and not the text that is derived from them.
    binary: bool,
    values: Option<u64>,
}

impl Generate for Random {
    fn field(&self) -> Field {
        match self.binary {
            true => Field::fixed_binary(self.len, self.form),
            false => Field::encoded(self.len, self.form),
        }
    }

    fn cardinality(&self) -> u64 {
        self.values.map_or(MAX_VALUES, |values| values.min(MAX_VALUES))
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let blobs = values.fixed_bytes(draws.len(), self.len);
        // Each draw writes eight bytes from its offset on, also where the row ends before: what it spills into the next
        // row is written over by an earlier draw, and draws come from the last to the first.
        for draw in (0..self.len.div_ceil(8)).rev() {
            spread(draws.load(draw as u64), 8 * draw, blobs);
        }
    }
}

/// Random bytes, `min` to `max` of them; each number is as likely as any other.
#[derive(Debug)]
struct Varying {
    min: usize,
    max: usize,
    form: BytesForm,
}

impl Generate for Varying {
    fn field(&self) -> Field {
        Field::binary(self.min, self.max, self.form)
    }

    /// The values of the bytes that all rows have.
    fn cardinality(&self) -> u64 {
        octets(self.min).map_or(MAX_VALUES, |values| values.min(MAX_VALUES))
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let firsts = draws.load(0).to_vec();
        let span = (self.max - self.min) as u64 + 1;
        let lengths: Vec<usize> =
            draws.load(1).iter().map(|x| self.min + bounded(*x, span) as usize).collect();
        let keys: Vec<Key> = (2..).take(self.max.div_ceil(8)).map(|draw| draws.key(draw)).collect();
        let counters = draws.counters();
        let blobs = values.strings();
        for (row, (first, len)) in firsts.into_iter().zip(lengths).enumerate() {
            blobs.push_with(len.next_multiple_of(8), |out| {
                let counter = counters.get(row);
                for (eight, key) in out.as_chunks_mut::<8>().0.iter_mut().zip(&keys).take(len.div_ceil(8)) {
                    *eight = key.bits(counter).to_be_bytes();
                }
                if let Some(eight) = out.first_chunk_mut::<8>().filter(|_| len > 0) {
                    // The most significant byte first: it is what distinguishes values.
                    *eight = first.to_be_bytes();
                }
                len
            });
        }
    }
}

fn spread(fractions: &[u64], at: usize, blobs: &mut FixedBytes) {
    let width = blobs.width();
    let bytes = blobs.raw_mut();
    for (row, x) in fractions.iter().enumerate() {
        // The most significant byte first: it is what distinguishes values.
        let to: &mut [u8; 8] = bytes[row * width + at..].first_chunk_mut().expect("there is slack");
        *to = x.to_be_bytes();
    }
}
