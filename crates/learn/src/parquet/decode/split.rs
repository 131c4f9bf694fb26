//! The first bytes of all values, then their second ones, and so on.

use super::super::metadata::Physical;
use super::plain;
use crate::typed::convert::Raw;
use crate::typed::error::{Result, damaged};

/// Values whose bytes are apart.
pub struct Split<'b> {
    bytes: &'b [u8],
    physical: Physical,
    /// How many values there are, and the next one.
    count: usize,
    index: usize,
    value: Vec<u8>,
}

impl<'b> Split<'b> {
    pub fn new(bytes: &'b [u8], physical: Physical, length: usize) -> Result<Split<'b>> {
        let wrong = || damaged("the values of a page have other lengths than they say");
        let width = plain::width(physical, length).filter(|&width| width > 0).ok_or_else(wrong)?;
        // How many there are follows from their bytes, as nulls have none.
        Ok(Split { bytes, physical, count: bytes.len() / width, index: 0, value: vec![0; width] })
    }

    pub fn next(&mut self) -> Result<Raw<'_>> {
        let index = self.index;
        if index >= self.count {
            return Err(damaged("a page has fewer values than it says"));
        }
        self.index += 1;
        for (part, byte) in self.value.iter_mut().enumerate() {
            *byte = self.bytes[part * self.count + index];
        }
        Ok(plain::of(self.physical, &self.value))
    }
}
