//! Small pictures: `image`, a PNG of a mirrored pattern in one colour on white, as avatars without a photo have them.

use std::sync::Arc;

use crate::generators::size::Size;
use crate::generators::{BuildResult, Constraint, Generate, GeneratorSpec};
use crate::rng::{Draws, take_digit};
use crate::types::{Array, BytesForm, Field};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[GeneratorSpec::new(
    "image",
    "a small picture as the bytes of a PNG: a mirrored pattern in one colour, another one in each row",
    image,
)
.optional(
    "SIZE,FORM",
    "width and height in pixels, 8 to 512, 32 by default; as hex or base64 where only text can be, or as uri: the text of a data \
     URI (RFC 2397)",
    "image:16,uri",
)];

const PIXELS: Size =
    Size { form: "image:SIZE[,hex|base64|uri]", things: "pixels", default: 32, range: 8..=512 };

/// `image[:SIZE[,hex|base64|uri]]`
pub(crate) fn image(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(2, PIXELS.form)?;
    let pixels = fields
        .first()
        .filter(|field| !field.text.is_empty() || fields.len() == 1)
        .map(|field| PIXELS.read(field));
    let frame = Frame::new(pixels.unwrap_or(Ok(PIXELS.default))?);
    let len = frame.bytes.len();
    let field = match fields.get(1).map(|field| (field, field.text.as_str())) {
        None | Some((_, "hex")) => Field::fixed_binary(len, BytesForm::HEX),
        Some((_, "base64")) => Field::fixed_binary(len, BytesForm::Base64),
        Some((_, "uri")) => Field::encoded(len, BytesForm::Base64).affixed("data:image/png;base64,", ""),
        Some((field, _)) => return Err(field.error("expected hex, base64 or uri")),
    };
    Ok(Arc::new(Image { frame, field }))
}

#[derive(Debug)]
struct Image {
    frame: Frame,
    field: Field,
}

/// The cells of a pattern from top to bottom; its left half is drawn, the right one mirrors it.
const CELLS: usize = 8;
/// How many patterns there are: a bit for each cell of the left half.
const PATTERNS: u64 = 1 << (CELLS * CELLS / 2);
/// How many values each of red, green and blue has: from dark to medium, so that a pattern is visible on white.
const SHADES: u64 = 192;

impl Generate for Image {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn cardinality(&self) -> u64 {
        PATTERNS * SHADES.pow(3)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let len = self.frame.bytes.len();
        let images = values.fixed_bytes(draws.len(), len);
        for (image, x) in images.raw_mut().chunks_exact_mut(len).zip(draws.load(0)) {
            let pattern = take_digit(x, PATTERNS) as u32;
            let color = [(); 3].map(|()| take_digit(x, SHADES) as u8);
            self.frame.draw(pattern, color, image);
        }
    }
}

/// The bytes that all pictures of one size share: a PNG (ISO/IEC 15948) of one bit a pixel with a palette of two colours, in a
/// zlib stream (RFC 1950) of one stored block. All pictures of one size are equally long.
#[derive(Debug)]
struct Frame {
    bytes: Vec<u8>,
    pixels: usize,
}

/// Where the palette begins: after the signature, the header chunk, and the length of its own chunk.
const PALETTE: usize = 8 + 25 + 4;
/// The bytes that a checksum of the palette covers: the chunk's name and two colours.
const PALETTE_LEN: usize = 4 + 6;
/// Where the name of the data chunk is.
const DATA: usize = PALETTE + PALETTE_LEN + 4 + 4;
/// From there to the pixels: the chunk's name, two bytes of zlib's header, five of the stored block's.
const PIXELS_AT: usize = DATA + 4 + 2 + 5;

impl Frame {
    fn new(pixels: usize) -> Frame {
        let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
        let side = (pixels as u32).to_be_bytes();
        // One bit a pixel, by a palette; the usual compression and filters, no interlacing.
        push_chunk(*b"IHDR", &[&side[..], &side, &[1, 3, 0, 0, 0]].concat(), &mut bytes);
        push_chunk(*b"PLTE", &[0xFF; 6], &mut bytes);
        let len = (pixels * row_len(pixels)) as u16;
        let [block, inverse] = [len, !len].map(u16::to_le_bytes);
        let rows = vec![0; usize::from(len)];
        let data = [&[0x78, 0x01, 0x01], &block[..], &inverse, &rows, &[0; 4]].concat();
        push_chunk(*b"IDAT", &data, &mut bytes);
        push_chunk(*b"IEND", &[], &mut bytes);
        Frame { bytes, pixels }
    }

    /// Writes the picture of a pattern in this color.
    fn draw(&self, pattern: u32, color: [u8; 3], image: &mut [u8]) {
        image.copy_from_slice(&self.bytes);
        image[PALETTE + 7..PALETTE + 10].copy_from_slice(&color);
        seal(&mut image[PALETTE..], PALETTE_LEN);
        let (width, height) = (row_len(self.pixels), self.pixels);
        let rows = &mut image[PIXELS_AT..];
        for y in 0..height {
            let row = &mut rows[y * width..(y + 1) * width];
            let cells = pattern >> (y * CELLS / height * (CELLS / 2)) & 0xF;
            for x in 0..self.pixels {
                let column = x * CELLS / self.pixels;
                let bit = cells >> column.min(CELLS - 1 - column) & 1;
                // The first byte of a row is its filter: none.
                row[1 + x / 8] |= (bit as u8) << (7 - x % 8);
            }
        }
        let (pixels, end) = rows.split_at_mut(height * width);
        end[..4].copy_from_slice(&adler32(pixels).to_be_bytes());
        seal(&mut image[DATA..], PIXELS_AT - DATA + height * width + 4);
    }
}

/// The bytes of a row of pixels and of its filter.
fn row_len(pixels: usize) -> usize {
    1 + pixels.div_ceil(8)
}

fn push_chunk(name: [u8; 4], data: &[u8], bytes: &mut Vec<u8>) {
    bytes.extend((data.len() as u32).to_be_bytes());
    let start = bytes.len();
    bytes.extend(name);
    bytes.extend(data);
    bytes.extend([0; 4]);
    let len = bytes.len() - start - 4;
    seal(&mut bytes[start..], len);
}

/// Writes the checksum of the first `len` bytes after them.
fn seal(chunk: &mut [u8], len: usize) {
    let (data, checksum) = chunk.split_at_mut(len);
    checksum[..4].copy_from_slice(&crc32(data).to_be_bytes());
}

/// The remainders of single bytes for [`crc32`].
static REMAINDERS: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut rest, mut bit) = (byte as u32, 0);
        while bit < 8 {
            rest = if rest & 1 == 1 { 0xEDB8_8320 ^ (rest >> 1) } else { rest >> 1 };
            bit += 1;
        }
        table[byte] = rest;
        byte += 1;
    }
    table
};

/// The checksum of a chunk (ISO/IEC 15948, annex D).
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| REMAINDERS[usize::from(sum as u8 ^ byte)] ^ (sum >> 8);
    !bytes.iter().fold(u32::MAX, step)
}

/// The checksum of a zlib stream (RFC 1950, section 8.2).
fn adler32(bytes: &[u8]) -> u32 {
    const PRIME: u32 = 65_521;
    let (mut a, mut b) = (1, 0);
    // These few bytes cannot overflow 32 bits.
    for bytes in bytes.chunks(5552) {
        for byte in bytes {
            a += u32::from(*byte);
            b += a;
        }
        (a, b) = (a % PRIME, b % PRIME);
    }
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{adler32, crc32};

    proptest! {
        #[test]
        fn checksums_agree_with_their_twins(bytes in prop::collection::vec(any::<u8>(), 0..9000)) {
            prop_assert_eq!(crc32(&bytes), crc32fast::hash(&bytes));
            let (mut a, mut b) = (1u64, 0u64);
            for byte in &bytes {
                a = (a + u64::from(*byte)) % 65_521;
                b = (b + a) % 65_521;
            }
            prop_assert_eq!(u64::from(adler32(&bytes)), b << 16 | a);
        }
    }
}
