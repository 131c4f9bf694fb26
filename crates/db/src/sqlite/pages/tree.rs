//! The pages above the leaf pages, up to the root, whose number the schema says.

use std::ops::Range;

use super::super::fault::Fault;
use super::file::{DatabaseFile, PAGE_SIZE, PageWriter};
use super::record::{put_varint, varint_len};

const TABLE_INTERIOR: u8 = 0x05;
const INDEX_INTERIOR: u8 = 0x02;
/// The bytes before the pointers to the cells.
const INTERIOR_HEADER: usize = 12;
/// What cells and the pointers to them have together.
const CAPACITY: usize = PAGE_SIZE - INTERIOR_HEADER;

/// A cell of a page above others: the page that it is above, and the bytes that follow that page's number.
struct Cell<'c> {
    child: u32,
    bytes: &'c [u8],
}

/// A page of these cells, and of the child after the last one.
fn page<'c>(kind: u8, cells: impl Iterator<Item = Cell<'c>>, right: u32, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + PAGE_SIZE, 0);
    let page = &mut out[start..];
    let (mut content, mut count) = (PAGE_SIZE, 0);
    for Cell { child, bytes } in cells {
        content -= 4 + bytes.len();
        page[content..content + 4].copy_from_slice(&child.to_be_bytes());
        page[content + 4..content + 4 + bytes.len()].copy_from_slice(bytes);
        let pointer = INTERIOR_HEADER + 2 * count;
        page[pointer..pointer + 2].copy_from_slice(&(content as u16).to_be_bytes());
        count += 1;
    }
    page[0] = kind;
    page[3..5].copy_from_slice(&(count as u16).to_be_bytes());
    page[5..7].copy_from_slice(&(content as u16).to_be_bytes());
    page[8..12].copy_from_slice(&right.to_be_bytes());
}

/// A page of a table, and the greatest number of a row below it.
pub type TableChild = (u32, i64);

/// Writes what is above the leaf pages of a table, of which there are at least two.
pub fn write_table(
    file: &DatabaseFile,
    writer: &mut PageWriter,
    root: u32,
    mut children: Vec<TableChild>,
) -> Result<(), Fault> {
    loop {
        let groups = table_groups(&children);
        let mut bytes = Vec::new();
        let mut keys = Vec::new();
        for group in &groups {
            let (below, (right, _)) = (&children[group.start..group.end - 1], children[group.end - 1]);
            keys.clear();
            let mut ends = vec![0];
            for (_, rowid) in below {
                put_varint(*rowid as u64, &mut keys);
                ends.push(keys.len());
            }
            let cell = |(at, (child, _)): (usize, &TableChild)| Cell {
                child: *child,
                bytes: &keys[ends[at]..ends[at + 1]],
            };
            page(TABLE_INTERIOR, below.iter().enumerate().map(cell), right, &mut bytes);
        }
        if groups.len() == 1 {
            return writer.write_page(root, &bytes);
        }
        let run = file.take(groups.len())?;
        writer.write_run(run, &bytes)?;
        let parent = |(index, group): (usize, &Range<usize>)| (run.number(index), children[group.end - 1].1);
        children = groups.iter().enumerate().map(parent).collect();
    }
}

/// Which children are below one page: each has at least two.
fn table_groups(children: &[TableChild]) -> Vec<Range<usize>> {
    let (mut groups, mut start) = (Vec::new(), 0);
    while start < children.len() {
        let (mut end, mut used) = (start, 0);
        while end + 1 < children.len() {
            used += 4 + 2 + varint_len(children[end].1 as u64);
            if used > CAPACITY {
                break;
            }
            end += 1;
        }
        // The child at `end` is the one after the last cell. One alone would have no cell.
        if children.len() - (end + 1) == 1 {
            end -= 1;
        }
        groups.push(start..end + 1);
        start = end + 1;
    }
    groups
}

/// An entry of an index between two pages: the page with what is before it, and its cell.
#[derive(Debug, Clone)]
pub struct Divider {
    pub child: u32,
    /// Where its cell is among those of all dividers.
    pub cell: Range<usize>,
}

/// Writes what is above the leaf pages of an index: the entries between them, and the last of these pages.
pub fn write_index(
    file: &DatabaseFile,
    writer: &mut PageWriter,
    root: u32,
    cells: &[u8],
    mut dividers: Vec<Divider>,
    mut last: u32,
) -> Result<(), Fault> {
    loop {
        let promoted = promoted(&dividers);
        let cell = |divider: &Divider| Cell { child: divider.child, bytes: &cells[divider.cell.clone()] };
        let mut bytes = Vec::new();
        let mut start = 0;
        for &at in &promoted {
            page(INDEX_INTERIOR, dividers[start..at].iter().map(cell), dividers[at].child, &mut bytes);
            start = at + 1;
        }
        page(INDEX_INTERIOR, dividers[start..].iter().map(cell), last, &mut bytes);
        if promoted.is_empty() {
            return writer.write_page(root, &bytes);
        }
        let run = file.take(promoted.len() + 1)?;
        writer.write_run(run, &bytes)?;
        last = run.number(promoted.len());
        let above = |(index, &at): (usize, &usize)| Divider {
            child: run.number(index),
            cell: dividers[at].cell.clone(),
        };
        dividers = promoted.iter().enumerate().map(above).collect();
    }
}

/// Which dividers go one level up, as they do not fit into a page with those before them. At least one is left after the last of these.
fn promoted(dividers: &[Divider]) -> Vec<usize> {
    let (mut promoted, mut used) = (Vec::new(), 0);
    for (at, divider) in dividers.iter().enumerate() {
        used += 4 + 2 + divider.cell.len();
        if used > CAPACITY {
            promoted.push(if at + 1 == dividers.len() { at - 1 } else { at });
            used = 0;
        }
    }
    promoted
}
