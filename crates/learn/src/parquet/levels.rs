//! Levels of values, and indices: runs of one number, and groups of numbers of as many bits.

use super::bits::Bits;
use crate::typed::error::{Result, damaged};
use crate::typed::varint::varint;

/// Numbers of runs and of groups of bits, one after the other.
#[derive(Clone, Debug)]
pub struct Runs<'b> {
    bytes: &'b [u8],
    width: u32,
    /// How often the value comes again.
    repeats: u64,
    value: u32,
    /// The bits of a group, and how many numbers are left in it.
    group: Bits<'b>,
    in_group: u64,
}

fn wrong() -> crate::typed::error::TypedError {
    damaged("the levels of a page are not what Parquet has there")
}

impl<'b> Runs<'b> {
    /// Numbers of `width` bits each.
    pub fn new(bytes: &'b [u8], width: u32) -> Result<Runs<'b>> {
        if width > 32 {
            return Err(wrong());
        }
        Ok(Runs { bytes, width, repeats: 0, value: 0, group: Bits::default(), in_group: 0 })
    }

    /// The next number.
    pub fn next(&mut self) -> Result<u32> {
        loop {
            if self.repeats > 0 {
                self.repeats -= 1;
                return Ok(self.value);
            }
            if self.in_group > 0 {
                self.in_group -= 1;
                return Ok(self.group.take(self.width) as u32);
            }
            if self.width == 0 && self.bytes.is_empty() {
                return Ok(0);
            }
            self.begin()?;
        }
    }

    /// Begins the next run or group.
    fn begin(&mut self) -> Result<()> {
        let head = varint(&mut self.bytes).ok_or_else(wrong)?;
        if head & 1 == 1 {
            self.in_group = (head >> 1).checked_mul(8).ok_or_else(wrong)?;
            let bytes = (head >> 1).checked_mul(u64::from(self.width)).ok_or_else(wrong)?;
            let bytes = usize::try_from(bytes).unwrap_or(usize::MAX).min(self.bytes.len());
            // Numbers without bits behind them are those of a last group.
            if bytes == 0 && self.width > 0 {
                return Err(wrong());
            }
            let (group, rest) = self.bytes.split_at(bytes);
            (self.group, self.bytes) = (Bits::new(group), rest);
            let bits = bytes as u64 * 8;
            if self.width > 0 {
                self.in_group = self.in_group.min(bits / u64::from(self.width));
            }
        } else {
            self.repeats = head >> 1;
            let bytes = self.width.div_ceil(8) as usize;
            let (value, rest) = self.bytes.split_at_checked(bytes).ok_or_else(wrong)?;
            self.bytes = rest;
            self.value = value.iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte));
        }
        Ok(())
    }
}

/// How many bits numbers up to this one have.
pub fn width_of(most: u32) -> u32 {
    u32::BITS - most.leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_groups_are_read() {
        // Five times 3; a group of eight numbers of three bits, 0 to 7.
        let bytes = [10, 3, 3, 0b1000_1000, 0b1100_0110, 0b1111_1010];
        let mut runs = Runs::new(&bytes, 3).expect("a width");
        let read: Vec<u32> = (0..13).map(|_| runs.next().expect("a number")).collect();
        assert_eq!(read, [3, 3, 3, 3, 3, 0, 1, 2, 3, 4, 5, 6, 7]);
        assert!(runs.next().is_err());
        assert_eq!([0, 1, 2, 3, 4].map(width_of), [0, 1, 2, 2, 3]);
        assert_eq!(Runs::new(&[], 0).expect("a width").next(), Ok(0));
        // A run of nothing has no end of its own.
        assert!(Runs::new(&[0, 0, 0], 1).expect("a width").next().is_err());
    }
}
