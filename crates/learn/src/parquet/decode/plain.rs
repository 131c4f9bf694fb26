//! Values one after the other as they are.

use super::super::metadata::Physical;
use crate::typed::convert::Raw;
use crate::typed::error::{Result, damaged};

/// How many bytes a value has; none for texts, which have their lengths before them.
pub fn width(physical: Physical, length: usize) -> Option<usize> {
    match physical {
        Physical::Bool => Some(0),
        Physical::Int32 | Physical::Float => Some(4),
        Physical::Int64 | Physical::Double => Some(8),
        Physical::Int96 => Some(12),
        Physical::Fixed => Some(length),
        Physical::Bytes => None,
    }
}

/// The value of as many bytes as it has.
pub fn of(physical: Physical, bytes: &[u8]) -> Raw<'_> {
    match (physical, bytes) {
        (Physical::Int32, &[a, b, c, d]) => Raw::Int(i64::from(i32::from_le_bytes([a, b, c, d]))),
        (Physical::Float, &[a, b, c, d]) => Raw::Float(f32::from_le_bytes([a, b, c, d])),
        (Physical::Int64, &[a, b, c, d, e, f, g, h]) => {
            Raw::Int(i64::from_le_bytes([a, b, c, d, e, f, g, h]))
        }
        (Physical::Double, &[a, b, c, d, e, f, g, h]) => {
            Raw::Double(f64::from_le_bytes([a, b, c, d, e, f, g, h]))
        }
        (_, bytes) => Raw::Bytes(bytes),
    }
}

/// Values as they are.
pub struct Plain<'b> {
    bytes: &'b [u8],
    physical: Physical,
    length: usize,
    /// The number of truth values that were read.
    bits: usize,
}

impl<'b> Plain<'b> {
    pub fn new(bytes: &'b [u8], physical: Physical, length: usize) -> Plain<'b> {
        Plain { bytes, physical, length, bits: 0 }
    }

    pub fn next(&mut self) -> Result<Raw<'b>> {
        let short = || damaged("a page has fewer values than it says");
        if self.physical == Physical::Bool {
            let byte = self.bytes.get(self.bits / 8).ok_or_else(short)?;
            let value = byte >> (self.bits % 8) & 1 == 1;
            self.bits += 1;
            return Ok(Raw::Bool(value));
        }
        let width = match width(self.physical, self.length) {
            Some(width) => width,
            None => {
                let (head, rest) = self.bytes.split_first_chunk::<4>().ok_or_else(short)?;
                self.bytes = rest;
                u32::from_le_bytes(*head) as usize
            }
        };
        let (value, rest) = self.bytes.split_at_checked(width).ok_or_else(short)?;
        self.bytes = rest;
        Ok(of(self.physical, value))
    }
}
