//! Leaf pages of an index, and the entries between them (section 1.6, "B-tree Pages").

use super::block::{Block, INDEX_LEAF, MAX_INDEX_CELL};
use super::file::PageRun;
use super::record::Record;
use super::tree::Divider;

/// Leaf pages that are filled together, before it is known where in the file they will be.
#[derive(Debug, Default)]
pub struct IndexLeaves {
    pub block: Block,
    leaf: Option<u32>,
    /// The entries between leaf pages, with the indices of these in the block.
    between: Between,
    /// Where numbers of overflow pages belong in these, and their indices in the block.
    links: Vec<(usize, u32)>,
    cell: Vec<u8>,
}

/// Entries between leaf pages.
#[derive(Debug, Default)]
pub struct Between {
    pub dividers: Vec<Divider>,
    /// Their cells.
    pub cells: Vec<u8>,
}

impl Between {
    fn push(&mut self, child: u32, cell: &[u8]) {
        let start = self.cells.len();
        self.cells.extend_from_slice(cell);
        self.dividers.push(Divider { child, cell: start..self.cells.len() });
    }
}

impl IndexLeaves {
    /// Adds an entry, after which `left` are left. Whether the next entry begins a page.
    pub fn push(&mut self, record: &Record, left: u64) -> bool {
        let leaf = self.begun();
        let overflow = self.block.entry(record, &mut self.cell);
        let len = self.cell.len() + if overflow.is_some() { 4 } else { 0 };
        // The last entry cannot be between two pages, and so has room after the one before.
        let needed = if left == 1 { len + 2 + MAX_INDEX_CELL } else { len };
        if self.block.is_at_start() || self.block.has_room(needed) {
            self.block.push_entry(&self.cell, overflow);
            return false;
        }
        self.end_leaf(leaf, overflow);
        true
    }

    /// Adds entries of one integer and the number of its row, which all others of the page are of, too. How many of them were added.
    pub fn push_ints(&mut self, entries: impl Iterator<Item = (i64, i64)>) -> usize {
        self.begun();
        let mut added = 0;
        for (key, rowid) in entries.take(self.block.room_for_ints()) {
            self.block.push_int_entry(key, rowid);
            added += 1;
        }
        added
    }

    /// Adds the entry after the last page, which others follow.
    pub fn push_after(&mut self, record: &Record) {
        let leaf = self.begun();
        let overflow = self.block.entry(record, &mut self.cell);
        self.end_leaf(leaf, overflow);
    }

    fn begun(&mut self) -> u32 {
        *self.leaf.get_or_insert_with(|| self.block.begin_leaf(INDEX_LEAF))
    }

    /// Ends a leaf page, and has the entry that was made last after it.
    fn end_leaf(&mut self, leaf: u32, overflow: Option<u32>) {
        self.block.end_leaf();
        self.leaf = None;
        if let Some(first) = overflow {
            self.links.push((self.between.cells.len() + self.cell.len(), first));
            self.cell.extend_from_slice(&[0; 4]);
        }
        self.between.push(leaf, &self.cell);
    }

    /// Ends the last page, if one is being filled. The index of it.
    pub fn finish(&mut self) -> Option<u32> {
        let leaf = self.leaf.take()?;
        self.block.end_leaf();
        Some(leaf)
    }

    /// Whether there is but one page, or none.
    pub fn has_one_leaf(&self) -> bool {
        self.between.dividers.is_empty()
    }

    /// Puts the numbers of pages where they belong, and moves the entries between pages to those of other blocks.
    pub fn number(&mut self, run: PageRun, all: &mut Between) {
        let number = |index: u32| run.number(index as usize);
        self.block.link(number);
        let Between { dividers, cells } = &mut self.between;
        for (at, index) in self.links.drain(..) {
            cells[at..at + 4].copy_from_slice(&number(index).to_be_bytes());
        }
        for divider in dividers.drain(..) {
            all.push(number(divider.child), &cells[divider.cell]);
        }
        cells.clear();
    }
}
