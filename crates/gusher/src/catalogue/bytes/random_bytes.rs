//! Random bytes as digits: `base64`, `bytes`, `hash.md5`, `hash.sha1`, `hash.sha256`, `hash.sha512`, `hex`.

use std::sync::Arc;

use crate::generators::size::Size;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec, MAX_VALUES};
use crate::rng::Draws;
use crate::types::{Array, BytesForm, Field, FixedBytes};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("base64", "random bytes in base 64 (RFC 4648)", base64).optional(
        "N",
        "how many bytes, 1 to 4,096; 16 by default",
        "base64:24",
    ),
    GeneratorSpec::new("bytes", "random bytes, in hexadecimal where only text can be", bytes).optional(
        "N,FORM",
        "how many bytes, 1 to 4,096 and 16 by default; as hex or base64",
        "bytes:8,base64",
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
        form: BytesForm::Hex { digits, upper: false },
        binary: false,
        values: 16u64.checked_pow(digits as u32),
    })
}

/// `base64[:N]`: N bytes.
pub(crate) fn base64(constraint: Constraint<'_>) -> BuildResult {
    let len = BASE_64.of(constraint)?;
    Ok(Arc::new(Random { len, form: BytesForm::Base64, binary: false, values: octets(len) }))
}

/// `bytes[:N[,hex|base64]]`: N bytes.
pub(crate) fn bytes(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(2, BYTES.form)?;
    let len = fields.first().map_or(Ok(BYTES.default), |field| BYTES.read(field))?;
    let form = match fields.get(1).map(|field| (field, field.text.as_str())) {
        None | Some((_, "hex")) => BytesForm::Hex { digits: 2 * len, upper: false },
        Some((_, "base64")) => BytesForm::Base64,
        Some((field, _)) => return Err(field.error("expected hex or base64")),
    };
    Ok(Arc::new(Random { len, form, binary: true, values: octets(len) }))
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

fn spread(fractions: &[u64], at: usize, blobs: &mut FixedBytes) {
    let width = blobs.width();
    let bytes = blobs.raw_mut();
    for (row, x) in fractions.iter().enumerate() {
        // The most significant byte first: it is what distinguishes values.
        let to: &mut [u8; 8] = bytes[row * width + at..].first_chunk_mut().expect("there is slack");
        *to = x.to_be_bytes();
    }
}
