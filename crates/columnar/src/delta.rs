//! `DELTA_BINARY_PACKED` of Apache Parquet: the differences of neighbours, block by block in as few bits as they need. Where
//! values rise evenly nothing is left of them.

use crate::bits::{pack, pack_wide, varint, zigzag};

/// How many differences a block has, and a part of it, which has a width of its own.
const BLOCK: usize = 128;
const PART: usize = 32;

/// Appends the values.
pub(crate) fn encode(values: &[i64], out: &mut Vec<u8>) {
    varint(BLOCK as u64, out);
    varint((BLOCK / PART) as u64, out);
    varint(values.len() as u64, out);
    varint(zigzag(values.first().copied().unwrap_or(0)), out);
    let mut deltas = [0; BLOCK];
    let mut before = values.first().copied().unwrap_or(0);
    for block in values.get(1..).unwrap_or_default().chunks(BLOCK) {
        before = encode_block(block, before, &mut deltas, out);
    }
}

/// Appends the block that comes after the value `before`, and gives its last value.
fn encode_block(block: &[i64], before: i64, deltas: &mut [i64; BLOCK], out: &mut Vec<u8>) -> i64 {
    let deltas = &mut deltas[..block.len()];
    deltas[0] = block[0].wrapping_sub(before);
    for (delta, pair) in deltas[1..].iter_mut().zip(block.windows(2)) {
        *delta = pair[1].wrapping_sub(pair[0]);
    }
    let first = deltas[0];
    let least = match deltas.iter().fold(0, |differ, delta| differ | (delta ^ first)) {
        // Nothing more to look for where values rise evenly.
        0 => first,
        _ => deltas.iter().copied().min().unwrap_or(0),
    };
    varint(zigzag(least), out);
    let widths = out.len();
    out.extend_from_slice(&[0; BLOCK / PART]);
    for (i, part) in deltas.chunks_mut(PART).enumerate() {
        let mut any = 0;
        for delta in part.iter_mut() {
            *delta = delta.wrapping_sub(least);
            any |= *delta as u64;
        }
        let width = 64 - any.leading_zeros();
        out[widths + i] = width as u8;
        pack_part(part, width, out);
    }
    block[block.len() - 1]
}

/// Appends the lengths of texts that end at these offsets, the first of which begins at 0. They are less than 2^31, so half the
/// width will do.
pub(crate) fn encode_lengths(ends: &[usize], out: &mut Vec<u8>) {
    varint(BLOCK as u64, out);
    varint((BLOCK / PART) as u64, out);
    varint(ends.len() as u64, out);
    let Some(&first) = ends.first() else { return varint(0, out) };
    varint(zigzag(first as i64), out);
    let (mut lengths, mut deltas) = ([0i32; BLOCK + 1], [0i32; BLOCK]);
    lengths[0] = first as i32;
    for start in (1..ends.len()).step_by(BLOCK) {
        let ends = &ends[start - 1..ends.len().min(start + BLOCK)];
        let count = ends.len() - 1;
        for (length, pair) in lengths[1..].iter_mut().zip(ends.windows(2)) {
            *length = (pair[1] - pair[0]) as i32;
        }
        for (delta, pair) in deltas[..count].iter_mut().zip(lengths.windows(2)) {
            *delta = pair[1].wrapping_sub(pair[0]);
        }
        pack_lengths(&deltas[..count], out);
        lengths[0] = lengths[count];
    }
}

/// Appends the differences of a block of numbers of 32 bits.
pub(crate) fn pack_lengths(deltas: &[i32], out: &mut Vec<u8>) {
    let least = deltas.iter().copied().min().unwrap_or(0);
    varint(zigzag(i64::from(least)), out);
    let widths = out.len();
    out.extend_from_slice(&[0; BLOCK / PART]);
    for (i, part) in deltas.chunks(PART).enumerate() {
        let mut narrow = [0u32; PART];
        let mut any = 0;
        for (narrow, delta) in narrow.iter_mut().zip(part) {
            *narrow = delta.wrapping_sub(least) as u32;
            any |= *narrow;
        }
        let width = 32 - any.leading_zeros();
        out[widths + i] = width as u8;
        if width > 0 {
            pack(&narrow, width, out);
        }
    }
}

/// Appends the differences of one part, filled up with 0.
fn pack_part(part: &[i64], width: u32, out: &mut Vec<u8>) {
    match width {
        0 => {}
        1..=16 => {
            let mut narrow = [0; PART];
            for (narrow, &delta) in narrow.iter_mut().zip(part) {
                *narrow = delta as u32;
            }
            pack(&narrow, width, out);
        }
        _ => {
            let filled = part.iter().map(|&delta| delta as u64).chain(std::iter::repeat(0)).take(PART);
            pack_wide(filled, width, out);
        }
    }
}

/// How many bits a value takes, about.
pub(crate) fn bits(values: &[i64]) -> u32 {
    let block = values.get(..=BLOCK).unwrap_or(values);
    let mut deltas = block.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]));
    let Some(first) = deltas.next() else { return 0 };
    let (least, most) =
        deltas.fold((first, first), |(least, most), delta| (least.min(delta), most.max(delta)));
    64 - (most.wrapping_sub(least) as u64).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::{bits, encode, encode_lengths};

    /// A reader that follows the format's description to the letter.
    fn decode(bytes: &[u8]) -> Vec<i64> {
        let mut at = 0;
        let varint = |at: &mut usize| {
            let (mut n, mut shift) = (0u64, 0);
            loop {
                let byte = bytes[*at];
                *at += 1;
                n |= u64::from(byte & 0x7F) << shift;
                shift += 7;
                if byte < 0x80 {
                    return n;
                }
            }
        };
        let unzigzag = |n: u64| (n >> 1) as i64 ^ -((n & 1) as i64);
        assert_eq!((varint(&mut at), varint(&mut at)), (128, 4));
        let count = varint(&mut at) as usize;
        let mut values = vec![unzigzag(varint(&mut at))];
        while values.len() < count {
            let least = unzigzag(varint(&mut at));
            let widths = &bytes[at..at + 4];
            at += 4;
            for &width in widths.iter().take((count - values.len()).div_ceil(32)) {
                for i in 0..32 {
                    let bit = |bit: usize| {
                        let offset = i * usize::from(width) + bit;
                        u64::from(bytes[at + offset / 8] >> (offset % 8) & 1) << bit
                    };
                    let delta = (0..usize::from(width)).map(bit).sum::<u64>() as i64;
                    let last = values[values.len() - 1];
                    values.push(last.wrapping_add(least).wrapping_add(delta));
                }
                at += 4 * usize::from(width);
            }
        }
        values.truncate(count);
        assert_eq!(at, bytes.len());
        values
    }

    #[test]
    fn values_read_back() {
        for count in [1, 2, 32, 33, 128, 129, 130, 257, 1000] {
            for values in [
                (0..count).collect::<Vec<i64>>(),
                (0..count).map(|n| n * n * 7919 % 1013 - 500).collect(),
                (0..count).map(|n| n.wrapping_mul(0x5851_F42D_4C95_7F2D)).collect(),
                (0..count).map(|n| if n % 2 == 0 { i64::MIN } else { i64::MAX }).collect(),
            ] {
                let mut bytes = Vec::new();
                encode(&values, &mut bytes);
                assert_eq!(decode(&bytes), values);
            }
        }
    }

    #[test]
    fn lengths_are_encoded_as_numbers_are() {
        for count in [0, 1, 2, 32, 33, 128, 129, 130, 257, 1000] {
            for lengths in [
                (0..count).collect::<Vec<i64>>(),
                (0..count).map(|n| n * n * 7919 % 1013).collect(),
                (0..count).map(|n| if n % 2 == 0 { 0 } else { (1 << 31) - 1 }).collect(),
                vec![7; count as usize],
            ] {
                let mut end = 0;
                let add = |len: &i64| {
                    end += *len as usize;
                    end
                };
                let ends: Vec<usize> = lengths.iter().map(add).collect();
                let (mut bytes, mut expected) = (Vec::new(), Vec::new());
                encode_lengths(&ends, &mut bytes);
                encode(&lengths, &mut expected);
                assert_eq!(bytes, expected);
            }
        }
    }

    #[test]
    fn what_rises_evenly_takes_no_space() {
        let mut bytes = Vec::new();
        encode(&(0..12_801).collect::<Vec<i64>>(), &mut bytes);
        assert_eq!(bytes.len(), 2 + 1 + 2 + 1 + 100 * 5);
        assert_eq!(bits(&[5, 8, 11, 14]), 0);
        assert_eq!(bits(&[0, 1, 3, 0]), 3);
        assert_eq!(bits(&[]), 0);
    }
}
