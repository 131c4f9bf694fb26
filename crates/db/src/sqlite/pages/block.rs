//! Leaf pages and overflow pages that are filled together, before it is known where in the file they will be.

use super::backward::{Backward, SLACK};
use super::file::PAGE_SIZE;
use super::record::{Record, put_varint, varint_len};

/// What the pages of b-trees begin with (section 1.6, "B-tree Pages").
pub const TABLE_LEAF: u8 = 0x0d;
pub const INDEX_LEAF: u8 = 0x0a;
/// The bytes before the pointers to the cells of a leaf page.
const LEAF_HEADER: usize = 8;
/// The most bytes of a payload that are in a leaf page of a table, in a page of an index, and the least where it is longer.
const MAX_TABLE_LOCAL: usize = PAGE_SIZE - 35;
const MAX_INDEX_LOCAL: usize = (PAGE_SIZE - 12) * 64 / 255 - 23;
const MIN_LOCAL: usize = (PAGE_SIZE - 12) * 32 / 255 - 23;
/// The bytes of a payload in an overflow page, after the number of the next one.
const OVERFLOW: usize = PAGE_SIZE - 4;

/// The most bytes that a cell of an index has in a page, without what points to it.
pub const MAX_INDEX_CELL: usize = MAX_INDEX_LOCAL + 9 + 4;
/// The most bytes of an entry of one integer and the number of a row: two lengths, two types, two integers.
const MAX_INT_ENTRY: usize = 2 + 2 + 2 * 8;
/// The most bytes of a row before the types: its length, its number, and the length of the types.
pub const MAX_ROW_HEAD: usize = 2 + 9 + 1;

/// Pages that are filled together. They have indices until they have numbers.
#[derive(Debug, Default)]
pub struct Block {
    /// Of pages that are there, and of ones that were.
    bytes: Vec<u8>,
    pages: usize,
    /// Where numbers of pages will be, and the indices of these pages.
    links: Vec<(usize, u32)>,
    leaf: Leaf,
    cell: Vec<u8>,
}

/// The leaf page that is being filled.
#[derive(Debug, Default)]
struct Leaf {
    start: usize,
    cells: usize,
    /// Where the cells begin, which are added from the end of the page on.
    content: usize,
}

impl Block {
    pub fn clear(&mut self) {
        self.pages = 0;
        self.links.clear();
        self.leaf = Leaf::default();
    }

    /// How many pages there are.
    pub fn page_count(&self) -> usize {
        self.pages
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.pages * PAGE_SIZE]
    }

    /// Whether the leaf page that is being filled has no cells, or there is none.
    pub fn is_at_start(&self) -> bool {
        self.leaf.cells == 0
    }

    /// Adds a page, of whatever bytes.
    fn add_page(&mut self) -> u32 {
        let index = self.pages;
        self.pages += 1;
        if self.bytes.len() < self.pages * PAGE_SIZE {
            self.bytes.resize(self.pages * PAGE_SIZE, 0);
        }
        index as u32
    }

    /// Begins a leaf page. The index of it.
    pub fn begin_leaf(&mut self, kind: u8) -> u32 {
        let index = self.add_page();
        let start = index as usize * PAGE_SIZE;
        self.bytes[start..start + LEAF_HEADER].copy_from_slice(&[kind, 0, 0, 0, 0, 0, 0, 0]);
        self.leaf = Leaf { start, cells: 0, content: PAGE_SIZE };
        index
    }

    /// Whether a cell of this length fits into the leaf page.
    pub fn has_room(&self, len: usize) -> bool {
        LEAF_HEADER + 2 * (self.leaf.cells + 1) + len <= self.leaf.content
    }

    /// How many bytes the next cell can have, and what is below it while it is written.
    #[inline]
    pub fn room(&self) -> usize {
        self.leaf.content.saturating_sub(LEAF_HEADER + 2 * (self.leaf.cells + 1))
    }

    /// How many entries of integers fit into the leaf page, whatever these are.
    pub fn room_for_ints(&self) -> usize {
        self.room().saturating_sub(SLACK) / (MAX_INT_ENTRY + 2)
    }

    /// Makes room for a cell in the leaf page, whose length was looked at. Where it is.
    #[inline]
    fn add_cell(&mut self, len: usize) -> usize {
        let content = self.leaf.content - len;
        self.point_to(content);
        self.leaf.start + content
    }

    /// Adds a cell that begins there.
    #[inline]
    fn point_to(&mut self, content: usize) {
        let Leaf { start, cells, .. } = self.leaf;
        let pointer = start + LEAF_HEADER + 2 * cells;
        self.bytes[pointer..pointer + 2].copy_from_slice(&(content as u16).to_be_bytes());
        self.leaf.content = content;
        self.leaf.cells += 1;
    }

    /// Adds a cell that is written from its end to its beginning, and for which there is room.
    #[inline]
    fn add_backward(&mut self, write: impl FnOnce(&mut Backward<'_>)) {
        let start = self.leaf.start;
        let page = self.bytes[start..].first_chunk_mut().expect("a leaf page is complete");
        let mut backward = Backward::new(page, self.leaf.content);
        write(&mut backward);
        let content = backward.at();
        self.point_to(content);
    }

    /// Adds a row, for whose length and what is below it [there is room](Block::room). Its values are written by `body`, from the last one to
    /// the first, which leaves their types in `types`: so few that their length is less than 128.
    #[inline]
    pub fn push_backward(
        &mut self,
        rowid: i64,
        types: &mut [u64],
        body: impl FnOnce(&mut Backward<'_>, &mut [u64]),
    ) {
        self.add_backward(|cell| {
            let end = cell.at();
            body(cell, types);
            let body_start = cell.at();
            types.iter().rev().for_each(|&code| cell.varint(code));
            cell.varint((body_start - cell.at()) as u64 + 1);
            let payload = end - cell.at();
            cell.varint(rowid as u64);
            cell.varint(payload as u64);
        });
    }

    /// Adds an entry of an integer, for which [there is room](Block::room_for_ints).
    #[inline]
    pub fn push_int_entry(&mut self, key: i64, rowid: i64) {
        self.add_backward(|cell| {
            let end = cell.at();
            let of_rowid = cell.int(rowid);
            let of_key = cell.int(key);
            let body = end - cell.at();
            cell.varint(of_rowid);
            cell.varint(of_key);
            cell.varint(3);
            cell.varint(body as u64 + 3);
        });
    }

    /// Ends the leaf page.
    pub fn end_leaf(&mut self) {
        let Leaf { start, cells, content } = self.leaf;
        self.bytes[start + LEAF_HEADER + 2 * cells..start + content].fill(0);
        let header = &mut self.bytes[start..start + LEAF_HEADER];
        header[3..5].copy_from_slice(&(cells as u16).to_be_bytes());
        header[5..7].copy_from_slice(&(content as u16).to_be_bytes());
        self.leaf.cells = 0;
    }

    /// How many bytes the cell of a row takes in a leaf page.
    pub fn row_len(rowid: i64, payload: usize) -> usize {
        let head = varint_len(payload as u64) + varint_len(rowid as u64);
        match local_len(payload, MAX_TABLE_LOCAL) {
            local if local == payload => head + payload,
            local => head + local + 4,
        }
    }

    /// Adds a row to the leaf page, which [has room](Block::has_room) for it.
    #[inline]
    pub fn push_row(&mut self, rowid: i64, record: &Record) {
        let payload = record.len();
        let mut cell = std::mem::take(&mut self.cell);
        cell.clear();
        put_varint(payload as u64, &mut cell);
        put_varint(rowid as u64, &mut cell);
        if payload <= MAX_TABLE_LOCAL {
            let (head, types, body) = record.parts();
            put_varint(head as u64, &mut cell);
            let len = cell.len() + types.len() + body.len();
            let at = self.add_cell(len);
            let (head, rest) = self.bytes[at..at + len].split_at_mut(cell.len());
            head.copy_from_slice(&cell);
            let (of_types, of_body) = rest.split_at_mut(types.len());
            of_types.copy_from_slice(types);
            of_body.copy_from_slice(body);
        } else {
            let head = cell.len();
            record.write(&mut cell);
            let local = local_len(payload, MAX_TABLE_LOCAL);
            let first = self.add_overflow(&cell[head + local..]);
            cell.truncate(head + local);
            self.push_linked(&cell, first);
        }
        self.cell = cell;
    }

    /// Makes the cell of an entry of an index, which the pages of all levels have in common. The index of the overflow page whose
    /// number follows it.
    pub fn entry(&mut self, record: &Record, cell: &mut Vec<u8>) -> Option<u32> {
        let payload = record.len();
        cell.clear();
        put_varint(payload as u64, cell);
        let head = cell.len();
        record.write(cell);
        let local = local_len(payload, MAX_INDEX_LOCAL);
        if local == payload {
            return None;
        }
        let first = self.add_overflow(&cell[head + local..]);
        cell.truncate(head + local);
        Some(first)
    }

    /// Adds the cell of an entry.
    pub fn push_entry(&mut self, cell: &[u8], overflow: Option<u32>) {
        match overflow {
            Some(first) => self.push_linked(cell, first),
            None => {
                let at = self.add_cell(cell.len());
                self.bytes[at..at + cell.len()].copy_from_slice(cell);
            }
        }
    }

    /// Adds a cell that the number of an overflow page follows.
    fn push_linked(&mut self, cell: &[u8], first: u32) {
        let at = self.add_cell(cell.len() + 4);
        self.bytes[at..at + cell.len()].copy_from_slice(cell);
        self.links.push((at + cell.len(), first));
    }

    /// Adds the overflow pages of the rest of a payload. The index of the first one.
    fn add_overflow(&mut self, rest: &[u8]) -> u32 {
        let first = self.page_count() as u32;
        let count = rest.len().div_ceil(OVERFLOW);
        for (number, part) in rest.chunks(OVERFLOW).enumerate() {
            let page = self.add_page();
            let start = page as usize * PAGE_SIZE;
            match number + 1 < count {
                true => self.links.push((start, page + 1)),
                false => self.bytes[start..start + PAGE_SIZE].fill(0),
            }
            self.bytes[start + 4..start + 4 + part.len()].copy_from_slice(part);
        }
        first
    }

    /// Puts the numbers of pages where they belong.
    pub fn link(&mut self, number: impl Fn(u32) -> u32) {
        for (at, index) in self.links.drain(..) {
            self.bytes[at..at + 4].copy_from_slice(&number(index).to_be_bytes());
        }
    }
}

/// How many bytes of a payload are in the page itself (section 1.6, "Cell Payload Overflow Pages").
fn local_len(payload: usize, max: usize) -> usize {
    if payload <= max {
        return payload;
    }
    let surplus = MIN_LOCAL + (payload - MIN_LOCAL) % OVERFLOW;
    if surplus <= max { surplus } else { MIN_LOCAL }
}
