//! What is known of groups, chunks and pages that were written, until the end of the file.

use std::collections::BTreeMap;

use super::bounds::Bounds;
use super::page::Encoding;

/// The facts about a group that was written.
#[derive(Debug)]
pub(crate) struct Group {
    pub(super) rows: u64,
    pub(super) chunks: Vec<Chunk>,
}

/// The facts about the values of one column in a group.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    /// The bytes of its dictionary page.
    pub(super) dictionary: Option<u64>,
    /// How many different values there are, where they were counted.
    pub(super) distinct: Option<u64>,
    pub(super) pages: Vec<Page>,
    /// The bytes of its bloom filter, which is after all chunks of the group.
    pub(super) bloom: Option<u64>,
    /// How many bytes it would have uncompressed, with the headers of pages.
    pub(super) uncompressed: u64,
}

/// The facts about a page.
#[derive(Debug)]
pub(crate) struct Page {
    /// With its header.
    pub(super) bytes: u32,
    pub(super) rows: u32,
    /// How many values there are, those included that are null, and how many are null.
    pub(super) slots: u32,
    pub(super) nulls: u32,
    pub(super) bounds: Bounds,
    pub(super) encoding: Encoding,
}

impl Chunk {
    /// Forgets its pages.
    pub(super) fn clear(&mut self) {
        *self = Chunk { pages: std::mem::take(&mut self.pages), ..Chunk::default() };
        self.pages.clear();
    }

    /// Which encodings its data pages have, and how many pages each.
    pub(super) fn encodings(&self) -> BTreeMap<Encoding, usize> {
        let mut counts = BTreeMap::new();
        for page in &self.pages {
            *counts.entry(page.encoding).or_default() += 1;
        }
        counts
    }
}
