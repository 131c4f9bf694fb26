//! Numbers of as many bits each, the lowest first.

/// Bytes of which bits are taken. Behind their end all bits are zero, as a last group may be cut.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bits<'b> {
    bytes: &'b [u8],
    /// How many bits were taken.
    taken: usize,
}

impl<'b> Bits<'b> {
    /// The bits of these bytes.
    pub fn new(bytes: &'b [u8]) -> Bits<'b> {
        Bits { bytes, taken: 0 }
    }

    /// Takes a number of at most 64 bits.
    pub fn take(&mut self, width: u32) -> u64 {
        let (mut number, mut got) = (0_u64, 0);
        while got < width {
            let (byte, shift) = (self.taken / 8, (self.taken % 8) as u32);
            let take = (8 - shift).min(width - got);
            let bits = u64::from(self.bytes.get(byte).copied().unwrap_or(0)) >> shift & ((1 << take) - 1);
            number |= bits << got;
            got += take;
            self.taken += take as usize;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn numbers_cross_bytes() {
        let mut bits = Bits::new(&[0b1010_0110, 0b0000_0011]);
        assert_eq!(
            [bits.take(3), bits.take(3), bits.take(4), bits.take(0), bits.take(64)],
            [6, 4, 0b1110, 0, 0]
        );
    }
}
