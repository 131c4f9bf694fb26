//! Columns as trees: arrays, also of several dimensions (`array_recv` in PostgreSQL's source), and what writes their items.

use gusher::types::{Array, ColumnData, DataType, Field, ListArray, StorageType};

use super::bytes::{NULL, mismatch, put_after_length};
use super::leaf::Leaf;
use super::scratch::Scratch;
use crate::postgres::table::PgType;

/// How the values of a column, or the items of arrays, are written.
#[derive(Debug)]
pub(super) struct Node {
    /// Its number among all nodes.
    pub number: usize,
    shape: Shape,
}

#[derive(Debug)]
enum Shape {
    Leaf(Leaf),
    Array(ArrayShape),
}

impl Node {
    pub fn of(field: &Field, of: &PgType, nodes: &mut usize) -> Option<Node> {
        let number = *nodes;
        *nodes += 1;
        let shape = match of {
            PgType::Array { .. } => Shape::Array(ArrayShape::of(field, of, nodes)?),
            _ => Shape::Leaf(Leaf::of(field, of)?),
        };
        Some(Node { number, shape })
    }

    pub fn give_writers<'f>(&'f self, scratches: &mut [Scratch<'f>]) {
        match &self.shape {
            Shape::Leaf(leaf) => scratches[self.number].writer = leaf.text().map(|text| text.writer()),
            Shape::Array(array) => array.item.give_writers(scratches),
        }
    }

    /// Writes the texts of `len` values, where they are texts.
    pub fn prepare(&self, data: &ColumnData, len: usize, scratches: &mut [Scratch<'_>]) {
        match (&self.shape, data.values()) {
            (Shape::Leaf(_), _) => {
                let Scratch { writer: Some(writer), texts, ends, .. } = &mut scratches[self.number] else {
                    return;
                };
                texts.clear();
                ends.clear();
                writer.write_each(data, len, texts, ends);
            }
            (Shape::Array(array), _) => {
                let (items, len) = array.items(data, len);
                array.item.prepare(items, len, scratches);
            }
        }
    }

    /// Appends the value at this index, after its length.
    #[inline]
    pub fn put(&self, data: &ColumnData, at: usize, scratches: &[Scratch<'_>], out: &mut Vec<u8>) {
        if data.validity().is_null(at) {
            return out.extend_from_slice(&NULL);
        }
        match &self.shape {
            Shape::Leaf(leaf) => leaf.put(data.values(), at, &scratches[self.number], out),
            Shape::Array(array) => array.put(data, at, scratches, out),
        }
    }
}

/// How arrays are written.
#[derive(Debug)]
struct ArrayShape {
    /// How many lists are in each other.
    dimensions: usize,
    /// The number of the items' type.
    item_type: u32,
    item: Box<Node>,
}

/// The most dimensions that an array has (`MAXDIM`).
const MAX_DIMENSIONS: usize = 6;

impl ArrayShape {
    /// How lists that are stored as arrays are written. Lists within lists must have one length: a list that has another one than
    /// the others is no row of an array.
    fn of(field: &Field, of: &PgType, nodes: &mut usize) -> Option<ArrayShape> {
        let PgType::Array { item: item_of, item_type } = of else { return None };
        if !matches!(field.storage(), StorageType::Array(_)) || field.is_text() {
            return None;
        }
        let (mut dimensions, mut at) = (1, field);
        let item = loop {
            let DataType::List { item, .. } = &at.data_type else { return None };
            if !matches!(item.storage(), StorageType::Array(_)) {
                break item;
            }
            let DataType::List { min, max, .. } = &item.data_type else { return None };
            if min != max || item.nullable {
                return None;
            }
            dimensions += 1;
            at = item;
        };
        if dimensions > MAX_DIMENSIONS {
            return None;
        }
        Some(ArrayShape {
            dimensions,
            item_type: *item_type,
            item: Box::new(Node::of(item, item_of, nodes)?),
        })
    }

    /// The innermost items of `len` values, and how many there are.
    fn items<'d>(&self, mut data: &'d ColumnData, mut len: usize) -> (&'d ColumnData, usize) {
        for _ in 0..self.dimensions {
            let lists = lists(data);
            len = lists.offsets().get(len).map_or(0, |end| *end as usize);
            data = lists.items();
        }
        (data, len)
    }

    /// Appends the array at this index, after its length.
    fn put(&self, data: &ColumnData, at: usize, scratches: &[Scratch<'_>], out: &mut Vec<u8>) {
        let (mut data, mut start, mut end, mut rows) = (data, at, at + 1, 1);
        let mut sizes = [0u32; MAX_DIMENSIONS];
        for size in &mut sizes[..self.dimensions] {
            let lists = lists(data);
            let offsets = lists.offsets();
            (start, end) = (offsets[start] as usize, offsets[end] as usize);
            *size = ((end - start) / rows.max(1)) as u32;
            (data, rows) = (lists.items(), end - start);
        }
        let dimensions = if rows == 0 { 0 } else { self.dimensions };
        let has_null = (start..end).any(|index| data.validity().is_null(index));
        put_after_length(out, |out| {
            for number in [dimensions as u32, u32::from(has_null), self.item_type] {
                out.extend_from_slice(&number.to_be_bytes());
            }
            for size in &sizes[..dimensions] {
                out.extend_from_slice(&size.to_be_bytes());
                // Its first item has the number 1.
                out.extend_from_slice(&1u32.to_be_bytes());
            }
            (start..end).for_each(|index| self.item.put(data, index, scratches, out));
        });
    }
}

fn lists(data: &ColumnData) -> &ListArray {
    match data.values() {
        Array::List(lists) => lists,
        other => mismatch(other),
    }
}
