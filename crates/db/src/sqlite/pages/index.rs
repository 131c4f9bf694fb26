//! The b-tree of an index, from its entries in order (section 1.6, "B-tree Pages").

use super::super::fault::Fault;
use super::super::value::Value;
use super::block::{Block, INDEX_LEAF, MAX_INDEX_CELL};
use super::file::{DatabaseFile, PAGE_SIZE, PageWriter};
use super::int_keys::{self, IntKeys};
use super::key::{KeyForm, ROWID, rowid_of};
use super::key_runs::{self, KeyRun};
use super::record::Record;
use super::tree::{self, Divider};
use crate::progress::Progress;

/// How many pages are written at once.
const BLOCK_PAGES: usize = 256;
/// After this number of entries it is looked whether someone asks for the end.
const ENTRIES_BETWEEN_LOOKS: u64 = 1 << 16;

/// The keys of a chunk of rows.
#[derive(Debug)]
pub enum Keys {
    Ints(IntKeys),
    Run(KeyRun),
}

/// An index that is built.
pub struct IndexToBuild<'i> {
    pub root: u32,
    pub form: &'i KeyForm,
    /// What its keys are called where two must differ and do not; none where they need not differ.
    pub unique: Option<&'i str>,
}

/// Writes an index with the keys of all chunks.
pub fn build(
    file: &DatabaseFile,
    index: &IndexToBuild<'_>,
    keys: Vec<Keys>,
    progress: &Progress,
) -> Result<(), Fault> {
    let mut tree = IndexTree::new(file, index.root)?;
    let (mut ints, mut runs) = (Vec::new(), Vec::new());
    for keys in keys {
        match keys {
            Keys::Ints(chunk) => ints.push(chunk),
            Keys::Run(run) => runs.push(run),
        }
    }
    if !ints.is_empty() {
        push_ints(&mut tree, index, ints, progress)?;
    }
    push_runs(&mut tree, index, &runs, progress)?;
    tree.finish()
}

fn push_ints(
    tree: &mut IndexTree<'_>,
    index: &IndexToBuild<'_>,
    chunks: Vec<IntKeys>,
    progress: &Progress,
) -> Result<(), Fault> {
    let mut record = Record::default();
    let nulls: Vec<i64> = chunks.iter().flat_map(|chunk| chunk.nulls().iter().copied()).collect();
    let sorted = int_keys::sorted(chunks);
    let mut left = (nulls.len() + sorted.len()) as u64;
    for rowid in nulls {
        record.clear();
        record.push(Value::Null);
        record.push_int(rowid);
        left -= 1;
        tree.push(&record, left)?;
    }
    let mut before = None;
    for at in 0..sorted.len() {
        let (key, rowid) = sorted.get(at);
        if let (Some(unique), Some((same, other))) = (index.unique, before)
            && same == key
        {
            return Err(twice(unique, [other, rowid]));
        }
        before = Some((key, rowid));
        record.clear();
        record.push_int(key);
        record.push_int(rowid);
        left -= 1;
        tree.push(&record, left)?;
        look(left, progress)?;
    }
    Ok(())
}

fn push_runs(
    tree: &mut IndexTree<'_>,
    index: &IndexToBuild<'_>,
    runs: &[KeyRun],
    progress: &Progress,
) -> Result<(), Fault> {
    let (mut record, mut scratch, mut before) = (Record::default(), Vec::new(), Vec::new());
    key_runs::merge(runs, |key, left| {
        let has_null = index.form.read(key, &mut record, &mut scratch);
        if let (Some(unique), false) = (index.unique, has_null) {
            let of_values = |key: &[u8]| key.len().saturating_sub(ROWID);
            if !before.is_empty() && key[..of_values(key)] == before[..of_values(&before)] {
                return Err(twice(unique, [rowid_of(&before), rowid_of(key)]));
            }
            before.clear();
            before.extend_from_slice(key);
        }
        look(left, progress)?;
        tree.push(&record, left)
    })
}

fn look(left: u64, progress: &Progress) -> Result<(), Fault> {
    match left.is_multiple_of(ENTRIES_BETWEEN_LOOKS) && progress.is_stopped() {
        true => Err(Fault::Stopped),
        false => Ok(()),
    }
}

fn twice(unique: &str, [one, other]: [i64; 2]) -> Fault {
    Fault::Text(format!(
        "{unique} must be unique, but the rows with the numbers (rowid) {one} and {other} have the same"
    ))
}

/// The b-tree of an index that is being written.
struct IndexTree<'f> {
    file: &'f DatabaseFile,
    writer: PageWriter,
    root: u32,
    block: Block,
    leaf: Option<u32>,
    /// The entries between leaf pages: those before `linked` know the numbers of their pages, the others their indices in the block.
    dividers: Vec<Divider>,
    linked: usize,
    /// Their cells.
    cells: Vec<u8>,
    /// Where numbers of overflow pages belong in these, and their indices in the block.
    links: Vec<(usize, u32)>,
    cell: Vec<u8>,
}

impl<'f> IndexTree<'f> {
    fn new(file: &'f DatabaseFile, root: u32) -> Result<IndexTree<'f>, Fault> {
        Ok(IndexTree {
            file,
            writer: file.writer()?,
            root,
            block: Block::default(),
            leaf: None,
            dividers: Vec::new(),
            linked: 0,
            cells: Vec::new(),
            links: Vec::new(),
            cell: Vec::new(),
        })
    }

    /// Adds an entry, after which `left` are left.
    fn push(&mut self, record: &Record, left: u64) -> Result<(), Fault> {
        let IndexTree { block, leaf, cell, .. } = self;
        let leaf_index = *leaf.get_or_insert_with(|| block.begin_leaf(INDEX_LEAF));
        let overflow = block.entry(record, cell);
        let len = cell.len() + if overflow.is_some() { 4 } else { 0 };
        // The last entry cannot be between two pages, and so has room after the one before.
        let needed = if left == 1 { len + 2 + MAX_INDEX_CELL } else { len };
        if block.is_at_start() || block.has_room(needed) {
            block.push_entry(cell, overflow);
            return Ok(());
        }
        block.end_leaf();
        *leaf = None;
        let start = self.cells.len();
        self.cells.extend_from_slice(cell);
        if let Some(first) = overflow {
            self.links.push((self.cells.len(), first));
            self.cells.extend_from_slice(&[0; 4]);
        }
        self.dividers.push(Divider { child: leaf_index, cell: start..self.cells.len() });
        if self.block.page_count() >= BLOCK_PAGES { self.flush().map(|_| ()) } else { Ok(()) }
    }

    /// Writes the block. The number of the page at an index in it.
    fn flush(&mut self) -> Result<impl Fn(u32) -> u32 + use<>, Fault> {
        let run = self.file.take(self.block.page_count())?;
        let number = move |index: u32| run.number(index as usize);
        self.block.link(number);
        self.writer.write_run(run, self.block.bytes())?;
        for divider in &mut self.dividers[self.linked..] {
            divider.child = number(divider.child);
        }
        self.linked = self.dividers.len();
        for (at, index) in self.links.drain(..) {
            self.cells[at..at + 4].copy_from_slice(&number(index).to_be_bytes());
        }
        self.block.clear();
        Ok(number)
    }

    fn finish(mut self) -> Result<(), Fault> {
        // Without entries, the root is as it should be.
        let Some(leaf) = self.leaf else { return Ok(()) };
        self.block.end_leaf();
        if self.dividers.is_empty() {
            return write_root(self.file, &mut self.writer, self.root, &mut self.block);
        }
        let last = self.flush()?(leaf);
        tree::write_index(self.file, &mut self.writer, self.root, &self.cells, self.dividers, last)
    }
}

/// Writes a block of one leaf page, its first one, which is the root, and of overflow pages.
pub fn write_root(
    file: &DatabaseFile,
    writer: &mut PageWriter,
    root: u32,
    block: &mut Block,
) -> Result<(), Fault> {
    let run = file.take(block.page_count() - 1)?;
    block.link(|index| run.number(index as usize - 1));
    let (leaf, rest) = block.bytes().split_at(PAGE_SIZE);
    writer.write_page(root, leaf)?;
    writer.write_run(run, rest)
}
