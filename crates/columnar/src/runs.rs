//! Parquet's hybrid of run lengths and bit-packing, for levels and for indices into a dictionary.
//! <https://parquet.apache.org/docs/file-format/data-pages/encodings/#RLE>

use crate::bits::{pack, varint, width};

/// How many values a bit-packed group has.
const GROUP: usize = 8;

/// Appends the values as one bit-packed run.
pub(crate) fn packed(values: &[u32], width: u32, out: &mut Vec<u8>) {
    varint((values.len().div_ceil(GROUP) as u64) << 1 | 1, out);
    pack(values, width, out);
}

/// Appends the values, where equal neighbours are runs as soon as that takes fewer bytes.
pub(crate) fn hybrid(values: &[u32], width: u32, out: &mut Vec<u8>) {
    let least = min_run(width);
    let (mut written, mut at) = (0, 0);
    while at < values.len() {
        let run = run_length(&values[at..]);
        // A bit-packed run has complete groups: the last one takes the first values of a run.
        let fill = (written as isize - at as isize).rem_euclid(GROUP as isize) as usize;
        if run >= fill + least {
            if at + fill > written {
                packed(&values[written..at + fill], width, out);
            }
            repeated(values[at], run - fill, width, out);
            written = at + run;
        }
        at += run;
    }
    if written < values.len() {
        packed(&values[written..], width, out);
    }
}

/// How many equal values are worth a run: its head, its value, and the head of the bit-packed run after it.
fn min_run(width: u32) -> usize {
    let bytes = 3 + width.div_ceil(8) as usize;
    (GROUP * bytes / width as usize + 1).next_multiple_of(GROUP)
}

/// How many values there are from the first one on that are equal to it.
fn run_length(values: &[u32]) -> usize {
    let first = values[0];
    values.iter().position(|&value| value != first).unwrap_or(values.len())
}

/// Appends a run of `count` equal values.
fn repeated(value: u32, count: usize, width: u32, out: &mut Vec<u8>) {
    varint((count as u64) << 1, out);
    out.extend_from_slice(&value.to_le_bytes()[..width.div_ceil(8) as usize]);
}

/// Whether a tenth of the values or more are in groups of equal ones, as far as the first of them show.
pub(crate) fn has_runs(values: &[u32]) -> bool {
    let sample = &values[..values.len().min(2048)];
    let groups = sample.as_chunks::<GROUP>().0;
    let equal = groups.iter().filter(|group| group.iter().all(|value| *value == group[0])).count();
    equal * 10 > groups.len()
}

/// Appends `count` truth values, which are bits already, eight a byte. Bytes of equal bits are runs.
pub(crate) fn of_bits(bits: &[u8], count: usize, out: &mut Vec<u8>) {
    /// How many bytes of equal bits are worth a run.
    const LEAST: usize = 6;
    let full = count / GROUP;
    let (mut written, mut at) = (0, 0);
    while at < full {
        let byte = bits[at];
        if byte != 0 && byte != u8::MAX {
            at += 1;
            continue;
        }
        let end = bits[at..full].iter().position(|&other| other != byte).map_or(full, |run| at + run);
        if end - at >= LEAST || (written == at && end == bits.len()) {
            packed_bits(&bits[written..at], out);
            repeated(u32::from(byte & 1), GROUP * (end - at), 1, out);
            written = end;
        }
        at = end;
    }
    packed_bits(&bits[written..], out);
}

/// Appends a bit-packed run of these bits, if there are some.
fn packed_bits(bits: &[u8], out: &mut Vec<u8>) {
    if !bits.is_empty() {
        varint((bits.len() as u64) << 1 | 1, out);
        out.extend_from_slice(bits);
    }
}

/// Appends levels from 0 to `most`: nothing where they can only be 0.
pub(crate) fn levels(levels: &[u32], most: u32, out: &mut Vec<u8>) {
    if levels.is_empty() || most == 0 {
        return;
    }
    let width = width(u64::from(most));
    if run_length(levels) == levels.len() {
        repeated(levels[0], levels.len(), width, out);
    } else if has_runs(levels) {
        hybrid(levels, width, out);
    } else {
        packed(levels, width, out);
    }
}

#[cfg(test)]
mod tests {
    use super::{has_runs, hybrid, levels, of_bits, packed};
    use crate::bits::pack_bools;

    /// A reader that follows the format's description to the letter.
    fn decode(bytes: &[u8], width: u32, count: usize) -> Vec<u32> {
        let (mut values, mut at) = (Vec::new(), 0);
        while at < bytes.len() {
            let (mut head, mut shift) = (0u64, 0);
            loop {
                let byte = bytes[at];
                at += 1;
                head |= u64::from(byte & 0x7F) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            if head & 1 == 1 {
                for i in 0..(head >> 1) as usize * 8 {
                    let bit = |bit: usize| {
                        let offset = i * width as usize + bit;
                        u32::from(bytes[at + offset / 8] >> (offset % 8) & 1) << bit
                    };
                    values.push((0..width as usize).map(bit).sum());
                }
                at += (head >> 1) as usize * width as usize;
            } else {
                let len = width.div_ceil(8) as usize;
                let mut value = [0; 4];
                value[..len].copy_from_slice(&bytes[at..at + len]);
                at += len;
                values.extend(std::iter::repeat_n(u32::from_le_bytes(value), (head >> 1) as usize));
            }
        }
        assert!((count..count + 8).contains(&values.len()));
        values.truncate(count);
        values
    }

    /// Values below 2^width, in runs of 1 to `longest`, by Marsaglia's xorshift.
    fn values(count: usize, width: u32, longest: u64) -> Vec<u32> {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut values = Vec::new();
        while values.len() < count {
            let (value, run) = ((next() >> (64 - width)) as u32, next() % longest + 1);
            values.extend(std::iter::repeat_n(value, run as usize));
        }
        values.truncate(count);
        values
    }

    #[test]
    fn values_read_back() {
        for width in 1..=32 {
            for count in [1, 7, 8, 9, 63, 64, 65, 1000] {
                for longest in [1, 9, 40, 500] {
                    let values = values(count, width, longest);
                    let (mut own, mut one) = (Vec::new(), Vec::new());
                    hybrid(&values, width, &mut own);
                    packed(&values, width, &mut one);
                    assert_eq!(decode(&own, width, count), values, "{count} of {width} bits");
                    assert_eq!(decode(&one, width, count), values);
                    assert!(own.len() <= one.len() + 2, "{} > {}", own.len(), one.len());
                }
            }
        }
    }

    #[test]
    fn bits_read_back() {
        for count in [1, 7, 8, 9, 47, 48, 49, 64, 1000, 16_384] {
            for longest in [1, 9, 100, 3000] {
                let values = values(count, 1, longest);
                let bools: Vec<bool> = values.iter().map(|&value| value == 1).collect();
                let (mut bits, mut out) = (Vec::new(), Vec::new());
                pack_bools(&bools, &mut bits);
                of_bits(&bits, count, &mut out);
                assert_eq!(decode(&out, 1, count), values);
                assert!(out.len() <= bits.len() + 3);
            }
        }
        let mut out = Vec::new();
        of_bits(&[u8::MAX; 2048], 16_384, &mut out);
        assert_eq!(out, [0x80, 0x80, 2, 1]);
    }

    #[test]
    fn levels_are_a_run_where_they_are_equal() {
        let of = |numbers: &[u32], most| {
            let mut out = Vec::new();
            levels(numbers, most, &mut out);
            out
        };
        assert_eq!(of(&[0; 9], 0), []);
        assert_eq!(of(&[2; 9], 3), [9 << 1, 2]);
        assert_eq!(of(&[1, 0, 1], 1), [1 << 1 | 1, 0b101]);
        assert_eq!(of(&[], 3), []);
        let long: Vec<u32> = (0..500).map(|n| u32::from(n > 400)).collect();
        assert_eq!(decode(&of(&long, 1), 1, 500), long);
        assert!(of(&long, 1).len() < 16);
    }

    #[test]
    fn runs_are_noticed() {
        assert!(has_runs(&[3; 100]) && has_runs(&values(5000, 2, 80)));
        assert!(!has_runs(&values(5000, 3, 2)) && !has_runs(&[]));
    }
}
