//! Packing of small numbers into as few bits as the largest has, the lowest bits first: what Parquet calls bit-packing.

/// How many bits `n` has, at least 1: readers differ about numbers of no bits.
pub(crate) fn width(n: u64) -> u32 {
    (64 - n.leading_zeros()).max(1)
}

/// Appends `values`, each of `width` bits; those that are missing to a multiple of 8 values are 0. Higher bits of the values
/// must be 0.
pub(crate) fn pack(values: &[u32], width: u32, out: &mut Vec<u8>) {
    match width {
        1 => narrow::<1>(values, out),
        2 => narrow::<2>(values, out),
        3 => narrow::<3>(values, out),
        4 => narrow::<4>(values, out),
        5 => narrow::<5>(values, out),
        6 => narrow::<6>(values, out),
        7 => narrow::<7>(values, out),
        8 => narrow::<8>(values, out),
        9 => narrow::<9>(values, out),
        10 => narrow::<10>(values, out),
        11 => narrow::<11>(values, out),
        12 => narrow::<12>(values, out),
        13 => narrow::<13>(values, out),
        14 => narrow::<14>(values, out),
        15 => narrow::<15>(values, out),
        16 => narrow::<16>(values, out),
        _ => {
            pack_wide(values.iter().map(|&value| u64::from(value)), width, out);
            out.resize(out.len() + padding(values.len(), width), 0);
        }
    }
}

/// How many bytes are missing after `values` of `width` bits until there are a multiple of 8 of them.
fn padding(values: usize, width: u32) -> usize {
    values.div_ceil(8) * width as usize - (values * width as usize).div_ceil(8)
}

/// Eight values make as many bytes as each has bits: they are put together in one register.
fn narrow<const WIDTH: usize>(values: &[u32], out: &mut Vec<u8>) {
    /// The block that is written at once.
    const BLOCK: usize = 16;
    let start = out.len();
    let bytes = values.len().div_ceil(8) * WIDTH;
    out.resize(start + bytes + BLOCK, 0);
    let space = &mut out[start..];
    let (eights, rest) = values.as_chunks::<8>();
    let mut at = 0;
    for eight in eights {
        space[at..at + BLOCK].copy_from_slice(&eight_of::<WIDTH>(eight).to_le_bytes());
        at += WIDTH;
    }
    if !rest.is_empty() {
        let mut eight = [0; 8];
        eight[..rest.len()].copy_from_slice(rest);
        space[at..at + BLOCK].copy_from_slice(&eight_of::<WIDTH>(&eight).to_le_bytes());
    }
    out.truncate(start + bytes);
}

#[inline(always)]
fn eight_of<const WIDTH: usize>(values: &[u32; 8]) -> u128 {
    let four = |from: usize| (0..4).fold(0, |bits, i| bits | u64::from(values[from + i]) << (i * WIDTH));
    u128::from(four(0)) | u128::from(four(4)) << (4 * WIDTH)
}

/// Appends values of any width up to 64 bits; the last byte is filled up with 0.
pub(crate) fn pack_wide(values: impl Iterator<Item = u64>, width: u32, out: &mut Vec<u8>) {
    let (mut bits, mut used) = (0u128, 0);
    for value in values {
        bits |= u128::from(value) << used;
        used += width;
        if used >= 64 {
            out.extend_from_slice(&(bits as u64).to_le_bytes());
            bits >>= 64;
            used -= 64;
        }
    }
    out.extend_from_slice(&(bits as u64).to_le_bytes()[..used.div_ceil(8) as usize]);
}

/// Appends a number in groups of 7 bits, the lowest first (ULEB128).
pub(crate) fn varint(mut n: u64, out: &mut Vec<u8>) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// A signed number as one without a sign, so that small ones stay small.
pub(crate) fn zigzag(n: i64) -> u64 {
    ((n << 1) ^ (n >> 63)) as u64
}

/// Bits, eight a byte from the lowest on.
#[derive(Debug, Default)]
pub(crate) struct Bits {
    bytes: Vec<u8>,
    len: usize,
}

impl Bits {
    /// The bytes; the bits after the last are 0.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes, without a copy.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
        self.len = 0;
    }

    /// Appends the first `len` bits of these bytes, after which all are 0.
    pub fn extend(&mut self, bytes: impl IntoIterator<Item = u8>, len: usize) {
        let used = self.len % 8;
        if used == 0 {
            self.bytes.extend(bytes);
        } else {
            for byte in bytes {
                if let Some(last) = self.bytes.last_mut() {
                    *last |= byte << used;
                }
                self.bytes.push(byte >> (8 - used));
            }
        }
        self.len += len;
        self.bytes.truncate(self.len.div_ceil(8));
    }

    /// Appends `len` bits that are 1.
    pub fn extend_ones(&mut self, len: usize) {
        let rest = len % 8;
        let last = (rest > 0).then_some(((1u16 << rest) - 1) as u8);
        self.extend(std::iter::repeat_n(u8::MAX, len / 8).chain(last), len);
    }

    /// Appends truth values.
    pub fn extend_bools(&mut self, bools: &[bool]) {
        if self.len.is_multiple_of(8) {
            pack_bools(bools, &mut self.bytes);
            self.len += bools.len();
            return;
        }
        self.extend(bools.chunks(8).map(byte_of), bools.len());
    }
}

/// Eight truth values or fewer, from the lowest bit on.
fn byte_of(eight: &[bool]) -> u8 {
    eight.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit))
}

/// Appends truth values, eight a byte from the lowest bit on.
pub(crate) fn pack_bools(bools: &[bool], out: &mut Vec<u8>) {
    out.extend(bools.chunks(8).map(byte_of));
}

#[cfg(test)]
mod tests {
    use super::{Bits, pack, pack_bools, pack_wide, varint, width, zigzag};

    /// Bit by bit.
    fn naive(values: &[u64], width: u32) -> Vec<u8> {
        let mut bits: Vec<bool> =
            values.iter().flat_map(|&value| (0..width).map(move |bit| value >> bit & 1 == 1)).collect();
        bits.resize(bits.len().next_multiple_of(8), false);
        bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |n, &bit| n << 1 | u8::from(bit))).collect()
    }

    /// Numbers of up to `width` bits, by Marsaglia's xorshift.
    fn numbers(count: usize, width: u32) -> Vec<u64> {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        let next = |_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state >> (64 - width)
        };
        (0..count).map(next).collect()
    }

    #[test]
    fn values_are_packed_as_bit_by_bit() {
        for width in 1..=32 {
            for count in [0, 1, 7, 8, 9, 31, 32, 100, 1000] {
                let values = numbers(count, width);
                let narrow: Vec<u32> = values.iter().map(|&value| value as u32).collect();
                let mut packed = vec![7];
                pack(&narrow, width, &mut packed);
                let mut padded = values.clone();
                padded.resize(count.next_multiple_of(8), 0);
                assert_eq!(packed[1..], naive(&padded, width)[..], "{count} of {width} bits");
            }
        }
        for width in 1..=64 {
            for count in [0, 1, 5, 32, 33] {
                let values = numbers(count, width);
                let mut packed = Vec::new();
                pack_wide(values.iter().copied(), width, &mut packed);
                assert_eq!(packed, naive(&values, width), "{count} of {width} bits");
            }
        }
    }

    #[test]
    fn bits_are_joined_at_any_offset() {
        let numbers = numbers(400, 1);
        let all: Vec<bool> = numbers.iter().map(|&n| n == 1).collect();
        for cuts in [vec![0, 400], vec![0, 1, 9, 9, 24, 31, 400], vec![0, 8, 13, 14, 15, 16, 100, 399, 400]] {
            let mut bits = Bits::default();
            cuts.windows(2).for_each(|cut| bits.extend_bools(&all[cut[0]..cut[1]]));
            assert_eq!(bits.bytes(), naive(&numbers, 1));
            let mut ones = Bits::default();
            cuts.windows(2).for_each(|cut| ones.extend_ones(cut[1] - cut[0]));
            assert_eq!(ones.bytes(), naive(&[1; 400], 1));
        }
    }

    #[test]
    fn truth_values_and_numbers_are_as_the_format_has_them() {
        let mut out = Vec::new();
        pack_bools(&[true, false, true, true, false, false, false, false, true], &mut out);
        assert_eq!(out, [0b1101, 1]);
        out.clear();
        varint(300, &mut out);
        assert_eq!(out, [0xAC, 2]);
        assert_eq!([0, -1, 1, i64::MIN].map(zigzag), [0, 1, 2, u64::MAX]);
        assert_eq!([0, 1, 2, 255, 256, u64::MAX].map(width), [1, 1, 2, 8, 9, 64]);
    }
}
