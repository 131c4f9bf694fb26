//! How the values of a page are encoded.

use super::column::{Column, Form};
use super::nesting::Levels;
use super::page::Encoding;
use super::physical::{Physical, put_floats};
use super::texts;
use super::values::Values;
use crate::delta;
use crate::options::PageVersion;
use crate::runs;

/// How the numbers of a page are written, and the indices of its dictionary entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Way {
    /// One after the other; indices as one run of packed bits.
    #[default]
    Plain,
    /// Numbers by their differences.
    Delta,
    /// The first bytes of all values, then the second ones, and so on.
    Split,
    /// Indices with equal neighbours as runs.
    Runs,
}

/// Appends indices of `width` bits.
pub(super) fn put_indices(indices: &[u32], width: u32, way: Way, out: &mut Vec<u8>) {
    out.push(width as u8);
    match way {
        Way::Runs => runs::hybrid(indices, width, out),
        Way::Plain | Way::Delta | Way::Split => runs::packed(indices, width, out),
    }
}

impl Values {
    /// Appends the repetition levels and the definition levels, and gives how many bytes each of them have. With their lengths
    /// before them where pages have version 1.
    pub fn levels(&self, column: &Column, version: PageVersion, out: &mut Vec<u8>) -> [usize; 2] {
        let Levels { repetition, definition, .. } = column.levels;
        let start = out.len();
        let gap = |most: u32| if version == PageVersion::V1 && most > 0 { 4 } else { 0 };
        out.resize(start + gap(repetition), 0);
        runs::levels(&self.repetition, repetition, out);
        count(&mut out[start..], gap(repetition));
        let middle = out.len();
        out.resize(middle + gap(definition), 0);
        if self.validity.is_empty() {
            runs::levels(&self.definition, definition, out);
        } else {
            runs::of_bits(&self.validity, self.slots as usize, out);
        }
        count(&mut out[middle..], gap(definition));
        [middle - start, out.len() - middle]
    }

    /// Appends the values in this way, and gives their encoding and the bytes that come after them.
    pub fn encode(&mut self, column: &Column, way: Way, out: &mut Vec<u8>) -> (Encoding, &[u8]) {
        match &column.form {
            Form::Dictionary { page, .. } | Form::Range { page, .. } => {
                put_indices(&self.indices, page.width, way, out);
                (Encoding::RleDictionary, &[])
            }
            Form::Texts { gap, .. } if gap.len() > 0 => {
                texts::put_lengths(self.texts.as_mut(), &self.ends);
                // Without the gap after the last one.
                let end = self.ends.last().map_or(0, |end| end - gap.len());
                (Encoding::Plain, &self.texts.as_ref()[..end])
            }
            Form::Texts { .. } => {
                delta::encode_lengths(&self.ends, out);
                (Encoding::DeltaLengthByteArray, self.texts.as_ref())
            }
            Form::Values => (self.encode_values(column, way, out), &[]),
        }
    }

    fn encode_values(&self, column: &Column, way: Way, out: &mut Vec<u8>) -> Encoding {
        match way {
            Way::Delta => {
                delta::encode(&self.ints, out);
                Encoding::DeltaBinaryPacked
            }
            Way::Split => {
                let start = out.len();
                self.put_plainly(column, out);
                let count = (self.slots - self.nulls) as usize;
                split(&mut out[start..], count);
                Encoding::ByteStreamSplit
            }
            Way::Plain | Way::Runs => {
                self.put_plainly(column, out);
                Encoding::Plain
            }
        }
    }

    fn put_plainly(&self, column: &Column, out: &mut Vec<u8>) {
        match column.physical {
            Some(Physical::Float { width, .. }) if !self.floats.is_empty() => {
                put_floats(&self.floats, width, out);
            }
            Some(physical) if self.fixed.is_empty() => physical.put_all(&self.ints, out),
            Some(_) => out.extend_from_slice(&self.fixed),
            None => {
                crate::bits::pack_bools(&self.bools, out);
                out.extend_from_slice(&self.fixed);
            }
        }
    }
}

/// Writes how many bytes come after the first `gap` ones into these.
fn count(bytes: &mut [u8], gap: usize) {
    let len = (bytes.len() - gap) as u32;
    bytes[..gap].copy_from_slice(&len.to_le_bytes()[..gap]);
}

/// Puts the first bytes of `values` values before the second ones, and these before the third.
pub(crate) fn split(bytes: &mut [u8], values: usize) {
    if values == 0 {
        return;
    }
    let (width, plain) = (bytes.len() / values, bytes.to_vec());
    match width {
        4 => transpose::<4>(&plain, bytes),
        8 => transpose::<8>(&plain, bytes),
        _ => {
            for (at, value) in plain.chunks_exact(width).enumerate() {
                for (byte, &from) in value.iter().enumerate() {
                    bytes[byte * values + at] = from;
                }
            }
        }
    }
}

fn transpose<const WIDTH: usize>(plain: &[u8], out: &mut [u8]) {
    let values = plain.as_chunks::<WIDTH>().0;
    for (byte, stream) in out.chunks_exact_mut(values.len()).enumerate() {
        for (out, value) in stream.iter_mut().zip(values) {
            *out = value[byte];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn bytes_are_split_into_streams() {
        for width in [1, 4, 5, 8, 16] {
            for count in [0, 1, 7, 100] {
                let plain: Vec<u8> = (0..width * count).map(|n| (n * 7 + n / 256) as u8).collect();
                let mut bytes = plain.clone();
                split(&mut bytes, count);
                for (at, &byte) in bytes.iter().enumerate() {
                    let (stream, value) = (at / count, at % count);
                    assert_eq!(byte, plain[value * width + stream]);
                }
            }
        }
    }
}
