//! Integers in groups of seven bits, which Parquet and Avro both have.

/// Takes a number without a sign, the lowest seven bits first: at most ten bytes, of which bits beyond the 64th count for nothing. None where
/// the bytes end in it.
pub fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..70).step_by(7) {
        let (&byte, left) = rest.split_first()?;
        *rest = left;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// The same of a number whose sign is in the last bit (zigzag).
pub fn signed(rest: &mut &[u8]) -> Option<i64> {
    let number = varint(rest)?;
    Some((number >> 1) as i64 ^ -((number & 1) as i64))
}

#[cfg(test)]
mod tests {
    use super::{signed, varint};

    #[test]
    fn numbers_end_with_a_small_byte() {
        let mut rest = &[0x80, 1, 5, 0x80][..];
        assert_eq!(varint(&mut rest), Some(128));
        assert_eq!(signed(&mut rest), Some(-3));
        assert_eq!(varint(&mut rest), None);
        assert_eq!(varint(&mut &[0xff; 11][..]), None);
        let longest = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
        assert_eq!((varint(&mut &longest[..]), signed(&mut &longest[..])), (Some(u64::MAX), Some(i64::MIN)));
    }
}
