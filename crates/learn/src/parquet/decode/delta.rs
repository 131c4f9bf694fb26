//! Differences between integers, in blocks of groups of as many bits.

use super::super::bits::Bits;
use super::super::metadata::Physical;
use crate::typed::error::{Result, damaged};
use crate::typed::varint::{signed, varint};

/// Integers by their differences.
#[derive(Clone, Debug)]
pub struct Deltas<'b> {
    bytes: &'b [u8],
    is_narrow: bool,
    /// The numbers of a block, of a group in it, and the groups.
    group_size: u64,
    groups: usize,
    /// How many numbers are left.
    left: u64,
    value: i64,
    is_first: bool,
    least: i64,
    /// The widths of the groups that are left of the block.
    widths: &'b [u8],
    /// The group that is being read: its bits, how many numbers are left, and their width.
    group: Bits<'b>,
    in_group: u64,
    width: u32,
}

fn wrong() -> crate::typed::error::TypedError {
    damaged("the differences of a page are not what Parquet has there")
}

impl<'b> Deltas<'b> {
    pub fn new(bytes: &'b [u8], physical: Physical) -> Result<Deltas<'b>> {
        let mut found = Deltas {
            bytes,
            is_narrow: physical == Physical::Int32,
            group_size: 0,
            groups: 0,
            left: 0,
            value: 0,
            is_first: true,
            least: 0,
            widths: &[],
            group: Bits::default(),
            in_group: 0,
            width: 0,
        };
        let mut number = || varint(&mut found.bytes).ok_or_else(wrong);
        let (block, groups, left) = (number()?, number()?, number()?);
        found.left = left;
        found.value = signed(&mut found.bytes).ok_or_else(wrong)?;
        let is_even = groups > 0 && block > 0 && block % groups == 0 && groups <= 1 << 16 && block <= 1 << 31;
        if !is_even {
            return Err(wrong());
        }
        (found.groups, found.group_size) = (groups as usize, block / groups);
        Ok(found)
    }

    /// How many numbers are left.
    pub fn left(&self) -> u64 {
        self.left
    }

    pub fn next(&mut self) -> Result<i64> {
        self.left = self.left.checked_sub(1).ok_or_else(wrong)?;
        if std::mem::take(&mut self.is_first) {
            return Ok(self.value);
        }
        if self.in_group == 0 {
            self.begin()?;
        }
        self.in_group -= 1;
        let delta = self.group.take(self.width).wrapping_add(self.least as u64) as i64;
        self.value = self.value.wrapping_add(delta);
        if self.is_narrow {
            self.value = i64::from(self.value as i32);
        }
        Ok(self.value)
    }

    /// What is behind the last number, once all of them were read.
    pub fn rest(mut self) -> Result<&'b [u8]> {
        while self.left > 0 {
            self.next()?;
        }
        // The groups of the last block that have no numbers have no bytes either; the one that is being read is complete.
        Ok(self.bytes)
    }

    /// Begins the next group, and the block that it is in.
    fn begin(&mut self) -> Result<()> {
        if self.widths.is_empty() {
            self.least = signed(&mut self.bytes).ok_or_else(wrong)?;
            (self.widths, self.bytes) = self.bytes.split_at_checked(self.groups).ok_or_else(wrong)?;
        }
        let (&width, widths) = self.widths.split_first().ok_or_else(wrong)?;
        self.widths = widths;
        self.width = u32::from(width);
        if self.width > 64 {
            return Err(wrong());
        }
        let bytes = self.group_size * u64::from(self.width) / 8;
        // A last group may be cut where its numbers end.
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX).min(self.bytes.len());
        let (group, rest) = self.bytes.split_at(bytes);
        (self.group, self.bytes, self.in_group) = (Bits::new(group), rest, self.group_size);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_add_up() {
        // Blocks of 128 in 4 groups, 5 numbers from 7 on; least difference -2; widths 3, 0, 0, 0; differences 0 1 4 2 over it.
        let mut bytes = vec![0x80, 1, 4, 5, 14, 3, 3, 0, 0, 0, 0b0000_1000, 0b0000_0101];
        bytes.extend([0; 10]);
        bytes.push(99);
        let mut deltas = Deltas::new(&bytes, Physical::Int64).expect("a head");
        let rest = deltas.clone().rest().expect("a rest");
        assert_eq!(rest, [99]);
        let read: Vec<i64> = (0..5).map(|_| deltas.next().expect("a number")).collect();
        assert_eq!(read, [7, 5, 4, 6, 6]);
        assert!(deltas.next().is_err());
        assert!(Deltas::new(&[0, 0, 0, 0], Physical::Int64).is_err());
    }
}
