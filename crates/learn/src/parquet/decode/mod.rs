//! Encodings of the values of a page: each reader gives one value after the other, so that a page takes no memory beside its bytes.

mod delta;
mod plain;
mod split;
mod strings;

use super::levels::Runs;
use super::metadata::Physical;
use crate::typed::convert::Raw;
use crate::typed::error::{Result, TypedError, damaged};
use delta::Deltas;
use plain::Plain;
use split::Split;
use strings::{Lengths, Prefixed};

/// The values that indices are of.
pub struct Dictionary {
    bytes: Vec<u8>,
    physical: Physical,
    length: usize,
    /// Where each text begins and ends.
    texts: Vec<(u32, u32)>,
    count: usize,
}

impl Dictionary {
    /// The dictionary of a page, which has `count` values.
    pub fn new(bytes: Vec<u8>, count: u64, physical: Physical, length: usize) -> Result<Dictionary> {
        let short = || damaged("a dictionary has fewer values than it says");
        let count = usize::try_from(count).map_err(|_| short())?;
        let mut texts = Vec::new();
        match plain::width(physical, length) {
            // A truth value has less than a byte, and no dictionary.
            Some(width) if width > 0 && count.checked_mul(width).is_some_and(|all| all <= bytes.len()) => {}
            Some(_) => return Err(short()),
            None => {
                let mut at = 0_usize;
                for _ in 0..count {
                    let head = bytes.get(at..at + 4).and_then(|head| head.first_chunk::<4>());
                    let length = u32::from_le_bytes(*head.ok_or_else(short)?);
                    let start = at + 4;
                    let end = start.checked_add(length as usize).filter(|&end| end <= bytes.len());
                    at = end.ok_or_else(short)?;
                    texts.push((start as u32, at as u32));
                }
            }
        }
        Ok(Dictionary { bytes, physical, length, texts, count })
    }

    fn get(&self, index: usize) -> Result<Raw<'_>> {
        let beyond = || damaged("a value is not in its dictionary");
        if index >= self.count {
            return Err(beyond());
        }
        match plain::width(self.physical, self.length) {
            Some(width) => {
                let bytes = self.bytes.get(index * width..(index + 1) * width).ok_or_else(beyond)?;
                Ok(plain::of(self.physical, bytes))
            }
            None => {
                let (start, end) = self.texts.get(index).copied().ok_or_else(beyond)?;
                Ok(Raw::Bytes(self.bytes.get(start as usize..end as usize).ok_or_else(beyond)?))
            }
        }
    }
}

/// The values of a page.
pub enum Values<'b> {
    Plain(Plain<'b>),
    Indices(Runs<'b>, &'b Dictionary),
    Bools(Runs<'b>),
    Deltas(Deltas<'b>),
    Lengths(Lengths<'b>),
    Prefixed(Prefixed<'b>),
    Split(Split<'b>),
}

impl<'b> Values<'b> {
    /// The values in the bytes of a page.
    pub fn new(
        encoding: i64,
        physical: Physical,
        length: usize,
        bytes: &'b [u8],
        dictionary: Option<&'b Dictionary>,
    ) -> Result<Values<'b>> {
        Ok(match (encoding, physical) {
            (0, _) => Values::Plain(Plain::new(bytes, physical, length)),
            (2 | 8, _) => {
                let dictionary =
                    dictionary.ok_or_else(|| damaged("a page is of a dictionary that is not there"))?;
                let (width, bytes) = match bytes.split_first() {
                    Some((&width, rest)) => (u32::from(width), rest),
                    None => (0, bytes),
                };
                Values::Indices(Runs::new(bytes, width)?, dictionary)
            }
            (3, Physical::Bool) => {
                // Four bytes have the length.
                Values::Bools(Runs::new(bytes.get(4..).unwrap_or_default(), 1)?)
            }
            (5, Physical::Int32 | Physical::Int64) => Values::Deltas(Deltas::new(bytes, physical)?),
            (6, Physical::Bytes) => Values::Lengths(Lengths::new(bytes)?),
            (7, Physical::Bytes | Physical::Fixed) => Values::Prefixed(Prefixed::new(bytes)?),
            (9, _) => Values::Split(Split::new(bytes, physical, length)?),
            (of, _) => {
                let text = format!("its values have the encoding {}, which is not read", name(of));
                return Err(TypedError::Unsupported(text));
            }
        })
    }

    /// The next value.
    pub fn next(&mut self) -> Result<Raw<'_>> {
        match self {
            Values::Plain(plain) => plain.next(),
            Values::Indices(runs, dictionary) => dictionary.get(runs.next()? as usize),
            Values::Bools(runs) => Ok(Raw::Bool(runs.next()? != 0)),
            Values::Deltas(deltas) => deltas.next().map(Raw::Int),
            Values::Lengths(lengths) => lengths.next().map(Raw::Bytes),
            Values::Prefixed(prefixed) => prefixed.next().map(Raw::Bytes),
            Values::Split(split) => split.next(),
        }
    }
}

/// What Parquet calls an encoding.
fn name(encoding: i64) -> String {
    let known = match encoding {
        3 => "RLE",
        4 => "BIT_PACKED",
        5 => "DELTA_BINARY_PACKED",
        6 => "DELTA_LENGTH_BYTE_ARRAY",
        7 => "DELTA_BYTE_ARRAY",
        other => return format!("number {other}"),
    };
    known.to_owned()
}

/// A bound that a footer has of values, if it is one.
pub fn bound(physical: Physical, length: usize, bytes: &[u8]) -> Option<Raw<'_>> {
    let fits = match plain::width(physical, length) {
        Some(width) => width > 0 && bytes.len() == width,
        None => !bytes.is_empty(),
    };
    fits.then(|| plain::of(physical, bytes))
}
