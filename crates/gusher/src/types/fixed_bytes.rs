//! Bytes, as many in each row.

/// Bytes one row after the other, as many in each.
#[derive(Debug, Default)]
pub struct FixedBytes {
    /// The bytes, and after them slack of any content.
    bytes: Vec<u8>,
    width: usize,
}

impl FixedBytes {
    /// The bytes that may be read and written after the last row, so that blocks can be.
    pub const SLACK: usize = 16;

    /// Makes space for `len` rows of `width` bytes each, to be overwritten.
    pub(super) fn lay(&mut self, len: usize, width: usize) {
        self.width = width;
        self.bytes.resize(len * width + FixedBytes::SLACK, 0);
    }

    /// Adds all rows of others of the same width.
    pub(super) fn append(&mut self, other: &FixedBytes) {
        self.bytes.truncate(self.bytes.len().saturating_sub(FixedBytes::SLACK));
        self.bytes.extend_from_slice(&other.bytes);
    }

    /// How many bytes each row has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The bytes of a row.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn get(&self, row: usize) -> &[u8] {
        &self.bytes[row * self.width..(row + 1) * self.width]
    }

    /// Makes the bytes of `row` those of row `at` of others of the same width.
    pub(super) fn copy_row(&mut self, row: usize, from: &FixedBytes, at: usize) {
        let width = self.width;
        self.bytes[row * width..(row + 1) * width].copy_from_slice(from.get(at));
    }

    /// All rows and the slack after them.
    pub fn raw(&self) -> &[u8] {
        &self.bytes
    }

    /// All rows and the slack after them.
    pub fn raw_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
}
