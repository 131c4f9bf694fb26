//! What is chosen about the pages of Parquet, and about what finds values in them.

use std::ops::RangeInclusive;

use crate::bloom::BloomColumn;
use crate::format::{AnyOptions, ColumnarOptions, OptionError};

/// What is known of each page is in memory until the end of a file, and a page is on each thread.
const PAGE_BYTES: RangeInclusive<u64> = 1 << 10..=256 << 20;

impl AnyOptions {
    /// Chooses about how many bytes a page has before it is compressed.
    ///
    /// # Errors
    /// If the format is not Parquet, or pages have no such size.
    pub fn page_bytes(&mut self, bytes: u64) -> Result<(), OptionError> {
        let options = self.of_pages("pages of a size")?;
        if !PAGE_BYTES.contains(&bytes) {
            return Err(OptionError::PageBytes);
        }
        options.page_bytes = Some(bytes);
        Ok(())
    }

    /// Chooses the columns that have bloom filters in each row group.
    ///
    /// # Errors
    /// If the format is not Parquet.
    pub fn bloom_filters(&mut self, columns: Vec<BloomColumn>) -> Result<(), OptionError> {
        self.of_pages("bloom filters")?.bloom_filters = columns;
        Ok(())
    }

    fn of_pages(&mut self, what: &'static str) -> Result<&mut ColumnarOptions, OptionError> {
        let name = self.spec().name;
        match self {
            AnyOptions::Columnar(options) if options.format.has_pages() => Ok(options),
            _ => Err(OptionError::NoPages(name, what)),
        }
    }
}
