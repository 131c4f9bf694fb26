//! Rows of a file, some of all batches, into the tree of what is known.

use std::collections::HashMap;
use std::ops::Range;

use super::array::{Array, Batch, Buffer};
use super::flat::Table;
use super::message::{Layout, Message};
use super::schema::{Field, Shape};
use super::values::{fixed, text_of};
use crate::typed::error::{Result, TypedError, damaged};
use crate::typed::input::{Input, bytes};
use crate::typed::stripes::stripes;
use crate::typed::tree::{NodeId, Tree};
use crate::typed::types::Type;
use crate::typed::value::Value;

/// Rows of at most as many batches are read.
const MAX_BATCHES: usize = 16;
/// The most bytes of the texts that are read at once.
const MAX_TEXTS: u64 = 64 << 20;
/// After as many values of lists no more are read.
const MAX_ITEMS: u64 = 4_000_000;
/// The most bytes of the metadata of a message.
const MAX_METADATA: u64 = 128 << 20;

/// Adds what the file has of the columns, about `budget` rows of it, and says how many rows it has. `roots` are the nodes of the columns; none
/// for one that is left out.
///
/// # Errors
/// A message is damaged, or not read.
pub fn read(
    input: &mut dyn Input,
    layout: &Layout,
    roots: &[Option<NodeId>],
    tree: &mut Tree,
    budget: u64,
) -> Result<u64> {
    let is_read: Vec<bool> = roots.iter().map(Option::is_some).collect();
    let mut reader = Reader { input, tree, dictionaries: HashMap::new(), items: 0 };
    for message in &layout.dictionaries {
        reader.dictionary(message, &layout.fields)?;
    }
    let batches = layout.batches.len();
    let picks = batches.min(MAX_BATCHES);
    let share = (budget / picks.max(1) as u64).max(1);
    let (mut rows, mut nulls) = (0_u64, vec![Some(0_u64); roots.len()]);
    for (index, message) in layout.batches.iter().enumerate() {
        let metadata = bytes(reader.input, message.start, message.length, MAX_METADATA, "a message")?;
        let table = Table::root(&metadata)?;
        let header = table.table(2)?.ok_or_else(|| damaged("a message has no content"))?;
        if table.byte(1, 0)? == 2 {
            reader.dictionary(message, &layout.fields)?;
            continue;
        }
        let batch = Batch::new(header)?;
        for (all, more) in nulls.iter_mut().zip(batch.nulls(&layout.fields)?) {
            *all = all.zip(more).and_then(|(all, more)| all.checked_add(more));
        }
        rows = rows.saturating_add(batch.rows);
        if (0..picks).any(|pick| pick * batches / picks == index) {
            let arrays = batch.arrays(message, &layout.fields, &is_read, reader.input)?;
            for ((field, array), root) in layout.fields.iter().zip(&arrays).zip(roots) {
                let Some(id) = root else { continue };
                if array.len != batch.rows {
                    return Err(of_column(
                        &field.name,
                        damaged("it has another number of values than its batch has rows"),
                    ));
                }
                for stripe in stripes(batch.rows, share, false) {
                    reader
                        .values(field, array, *id, stripe)
                        .map_err(|error| of_column(&field.name, error))?;
                }
            }
        }
    }
    for ((root, nulls), field) in roots.iter().zip(nulls).zip(&layout.fields) {
        let has_nulls = !matches!(field.of, Shape::Null | Shape::Runs | Shape::Union { .. });
        if let (Some(id), Some(nulls), true) = (root, nulls, has_nulls) {
            reader.tree.known_nulls(*id, nulls.min(rows), rows);
        }
    }
    Ok(rows)
}

/// An error with the column that it is of.
fn of_column(name: &str, error: TypedError) -> TypedError {
    match error {
        TypedError::Damaged(text) => TypedError::Damaged(format!("column {name}: {text}")),
        TypedError::Unsupported(text) => TypedError::Unsupported(format!("column {name}: {text}")),
        TypedError::TooLarge(text) => TypedError::TooLarge(format!("column {name}: {text}")),
        error => error,
    }
}

struct Reader<'r> {
    input: &'r mut dyn Input,
    tree: &'r mut Tree,
    dictionaries: HashMap<i64, Vec<Array>>,
    items: u64,
}

/// The field that has a dictionary of this number.
fn field_of(fields: &[Field], number: i64) -> Option<&Field> {
    fields.iter().find_map(|field| match field.dictionary {
        Some((own, _)) if own == number => Some(field),
        _ => field_of(&field.parts, number),
    })
}

impl Reader<'_> {
    /// Reads a dictionary, or more values of one.
    fn dictionary(&mut self, message: &Message, fields: &[Field]) -> Result<()> {
        let metadata = bytes(self.input, message.start, message.length, MAX_METADATA, "a dictionary")?;
        let table = Table::root(&metadata)?;
        let header = table.table(2)?.filter(|_| table.byte(1, 0) == Ok(2));
        let header = header.ok_or_else(|| damaged("a dictionary is none"))?;
        let number = header.long(0)?;
        let data = header.table(1)?.ok_or_else(|| damaged("a dictionary has no values"))?;
        let Some(field) = field_of(fields, number) else { return Ok(()) };
        let plain = Field { dictionary: None, ..field.clone() };
        let mut arrays =
            Batch::new(data)?.arrays(message, std::slice::from_ref(&plain), &[true], self.input)?;
        // Its values are read one by one.
        arrays.iter_mut().try_for_each(|array| array.load(self.input))?;
        let known = self.dictionaries.entry(number).or_default();
        if header.byte(2, 0)? == 0 {
            known.clear();
        }
        known.extend(arrays);
        Ok(())
    }

    /// Adds some of the values of a column.
    fn values(&mut self, field: &Field, array: &Array, id: NodeId, rows: Range<u64>) -> Result<()> {
        if rows.end > array.len {
            return Err(damaged("a list has items that are not there"));
        }
        if rows.is_empty() {
            return Ok(());
        }
        if field.dictionary.is_some() {
            return self.indices(field, array, id, rows);
        }
        match &field.of {
            Shape::Null => {
                self.tree.nulls(id, rows.end - rows.start);
                Ok(())
            }
            Shape::Union { .. } => {
                for _ in rows {
                    self.tree.value(id, Value::Opaque);
                }
                Ok(())
            }
            Shape::Runs => self.runs(field, array, id, rows),
            Shape::Bool => {
                let valid = self.valid(array, &rows)?;
                let bits = self.bits(buffer(array, 1)?, &rows)?;
                for (valid, bit) in valid.into_iter().zip(bits) {
                    self.add(id, valid.then_some(Value::Bool(bit)));
                }
                Ok(())
            }
            Shape::Fixed { bytes, of } => {
                let valid = self.valid(array, &rows)?;
                let width = *bytes as u64;
                let (start, length) =
                    (rows.start.checked_mul(width), (rows.end - rows.start).checked_mul(width));
                let (Some(start), Some(length)) = (start, length) else {
                    return Err(damaged("it has too many values"));
                };
                let all = buffer(array, 1)?.part(self.input, start, length)?;
                for (index, valid) in valid.into_iter().enumerate() {
                    let value = fixed(of, &all[index * bytes..(index + 1) * bytes]);
                    self.add(id, valid.then_some(value));
                }
                Ok(())
            }
            Shape::Between { offset, of } => self.texts(array, id, rows, *offset, of),
            Shape::Views(of) => self.views(array, id, rows, of),
            Shape::List { offset, is_map } => {
                let valid = self.valid(array, &rows)?;
                let offsets =
                    self.numbers(buffer(array, 1)?, rows.start, rows.end - rows.start + 1, *offset)?;
                for (index, valid) in valid.into_iter().enumerate() {
                    let items = offsets[index]..offsets[index + 1];
                    self.items_of(field, array, id, valid.then_some(items), *is_map)?;
                }
                Ok(())
            }
            Shape::ListView { offset } => {
                let valid = self.valid(array, &rows)?;
                let count = rows.end - rows.start;
                let starts = self.numbers(buffer(array, 1)?, rows.start, count, *offset)?;
                let sizes = self.numbers(buffer(array, 2)?, rows.start, count, *offset)?;
                for (index, valid) in valid.into_iter().enumerate() {
                    let end = starts[index].saturating_add(sizes[index]);
                    self.items_of(field, array, id, valid.then_some(starts[index]..end), false)?;
                }
                Ok(())
            }
            Shape::FixedList(length) => {
                let valid = self.valid(array, &rows)?;
                for (row, valid) in rows.zip(valid) {
                    let start = row.saturating_mul(*length);
                    let items = start..start.saturating_add(*length);
                    if self.tree.parts(id).is_empty() {
                        self.add(id, valid.then_some(Value::Opaque));
                    } else {
                        self.items_of(field, array, id, valid.then_some(items), false)?;
                    }
                }
                Ok(())
            }
            Shape::Struct => self.structs(field, array, id, rows),
        }
    }

    fn add(&mut self, id: NodeId, value: Option<Value<'_>>) {
        match value {
            Some(value) => self.tree.value(id, value),
            None => self.tree.null(id),
        }
    }

    /// Which values are not null.
    fn valid(&mut self, array: &Array, rows: &Range<u64>) -> Result<Vec<bool>> {
        let validity = array.buffers.first().filter(|buffer| buffer.len() > 0 && array.nulls != Some(0));
        match validity {
            Some(buffer) => self.bits(buffer, rows),
            None => Ok(vec![true; (rows.end - rows.start) as usize]),
        }
    }

    fn bits(&mut self, buffer: &Buffer, rows: &Range<u64>) -> Result<Vec<bool>> {
        let (first, last) = (rows.start / 8, rows.end.div_ceil(8));
        let bytes = buffer.part(self.input, first, last - first)?;
        let bit = |row: u64| bytes[(row / 8 - first) as usize] >> (row % 8) & 1 == 1;
        Ok(rows.clone().map(bit).collect())
    }

    /// Numbers of `width` bytes. One below 0 is a very large one, which is beyond everything.
    fn numbers(&mut self, buffer: &Buffer, start: u64, count: u64, width: usize) -> Result<Vec<u64>> {
        // The offsets of no values may have no bytes.
        if buffer.len() == 0 {
            return Ok(vec![0; count as usize]);
        }
        let at = start.checked_mul(width as u64).ok_or_else(|| damaged("it has too many values"))?;
        let bytes = buffer.part(self.input, at, count.saturating_mul(width as u64))?;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |all, &byte| all << 8 | u64::from(byte));
        Ok(bytes.chunks_exact(width).map(number).collect())
    }

    fn texts(&mut self, array: &Array, id: NodeId, rows: Range<u64>, offset: usize, of: &Type) -> Result<()> {
        let valid = self.valid(array, &rows)?;
        let offsets = self.numbers(buffer(array, 1)?, rows.start, rows.end - rows.start + 1, offset)?;
        let data = buffer(array, 2)?;
        let first = offsets[0];
        // Of very long texts, as many as fit.
        let fits = |end: &&u64| end.saturating_sub(first) <= MAX_TEXTS;
        let count = offsets.iter().skip(1).take_while(fits).count();
        let length = offsets[count].checked_sub(first).ok_or_else(|| damaged("its texts are in no order"))?;
        let bytes = data.part(self.input, first, length)?;
        for (index, valid) in valid.into_iter().enumerate() {
            if index >= count {
                self.add(id, valid.then_some(Value::Opaque));
                continue;
            }
            let (start, end) = (offsets[index].checked_sub(first), offsets[index + 1].checked_sub(first));
            let text = start.zip(end).and_then(|(start, end)| bytes.get(start as usize..end as usize));
            let text = text.ok_or_else(|| damaged("its texts are in no order"))?;
            self.add(id, valid.then_some(text_of(of, text)));
        }
        Ok(())
    }

    fn views(&mut self, array: &Array, id: NodeId, rows: Range<u64>, of: &Type) -> Result<()> {
        let valid = self.valid(array, &rows)?;
        let views = buffer(array, 1)?.part(
            self.input,
            rows.start.saturating_mul(16),
            (rows.end - rows.start) * 16,
        )?;
        let mut left = MAX_TEXTS;
        for (view, valid) in views.as_chunks::<16>().0.iter().zip(valid) {
            let number = |at: usize| u32::from_le_bytes([view[at], view[at + 1], view[at + 2], view[at + 3]]);
            let length = number(0);
            if !valid {
                self.tree.null(id);
            } else if length <= 12 {
                self.tree.value(id, text_of(of, &view[4..4 + length as usize]));
            } else if u64::from(length) > left {
                self.tree.value(id, Value::Opaque);
            } else {
                left -= u64::from(length);
                let data =
                    (number(8) as usize).checked_add(2).ok_or_else(|| damaged("a text is in no buffer"))?;
                let text = buffer(array, data)?.part(self.input, number(12).into(), length.into())?;
                self.tree.value(id, text_of(of, &text));
            }
        }
        Ok(())
    }

    /// Adds a list or a map with its items; none for a null.
    fn items_of(
        &mut self,
        field: &Field,
        array: &Array,
        id: NodeId,
        items: Option<Range<u64>>,
        is_map: bool,
    ) -> Result<()> {
        let Some(items) = items else {
            self.tree.null(id);
            return Ok(());
        };
        let count = items.end.checked_sub(items.start).ok_or_else(|| damaged("its lists are in no order"))?;
        self.tree.list(id, count);
        self.items = self.items.saturating_add(count);
        if self.items > MAX_ITEMS {
            return Ok(());
        }
        let (part, inner) = (&field.parts[0], part(array, 0)?);
        if items.end > inner.len {
            return Err(damaged("a list has items that are not there"));
        }
        let parts: Vec<NodeId> = self.tree.parts(id).to_vec();
        match (is_map, &parts[..]) {
            (true, &[key, value]) => {
                self.values(&part.parts[0], self::part(inner, 0)?, key, items.clone())?;
                self.values(&part.parts[1], self::part(inner, 1)?, value, items)
            }
            (false, &[item]) => self.values(part, inner, item, items),
            _ => Ok(()),
        }
    }

    fn structs(&mut self, field: &Field, array: &Array, id: NodeId, rows: Range<u64>) -> Result<()> {
        let valid = self.valid(array, &rows)?;
        let parts: Vec<NodeId> = self.tree.parts(id).to_vec();
        let mut start = rows.start;
        // Runs of structs that are there.
        for run in valid.chunk_by(|one, other| one == other) {
            let end = start + run.len() as u64;
            match run[0] {
                false => self.tree.nulls(id, end - start),
                true => {
                    (start..end).for_each(|_| self.tree.structure(id));
                    for (index, part) in parts.iter().enumerate() {
                        self.values(&field.parts[index], self::part(array, index)?, *part, start..end)?;
                    }
                }
            }
            start = end;
        }
        Ok(())
    }

    /// Values by their indices into a dictionary.
    fn indices(&mut self, field: &Field, array: &Array, id: NodeId, rows: Range<u64>) -> Result<()> {
        let Some((number, width)) = field.dictionary else { return Ok(()) };
        let valid = self.valid(array, &rows)?;
        let indices = self.numbers(buffer(array, 1)?, rows.start, rows.end - rows.start, width)?;
        let plain = Field { dictionary: None, ..field.clone() };
        let parts = self.dictionaries.remove(&number).unwrap_or_default();
        let mut result = Ok(());
        for (mut index, valid) in indices.into_iter().zip(valid) {
            if !valid {
                self.tree.null(id);
                continue;
            }
            let found = parts.iter().find(|part| {
                let is_here = index < part.len;
                index -= if is_here { 0 } else { part.len };
                is_here
            });
            result = match found {
                Some(part) => self.values(&plain, part, id, index..index + 1),
                None => Err(damaged("an index is beyond its dictionary")),
            };
            if result.is_err() {
                break;
            }
        }
        self.dictionaries.insert(number, parts);
        result
    }

    /// Values that come several times in turn.
    fn runs(&mut self, field: &Field, array: &Array, id: NodeId, rows: Range<u64>) -> Result<()> {
        let (ends, values) = (part(array, 0)?, part(array, 1)?);
        let Shape::Fixed { bytes, .. } = field.parts[0].of else {
            return Err(damaged("the ends of its runs are no numbers"));
        };
        let count = ends.len.min(values.len);
        if count > 1 << 24 {
            return Err(TypedError::TooLarge("it has more than 16 million runs".into()));
        }
        let ends = self.numbers(buffer(ends, 1)?, 0, count, bytes)?;
        let mut row = rows.start;
        for (run, end) in (0..).zip(ends) {
            while row < end.min(rows.end) {
                self.values(&field.parts[1], values, id, run..run + 1)?;
                row += 1;
            }
            if row >= rows.end {
                return Ok(());
            }
        }
        Err(damaged("its runs end before its rows do"))
    }
}

fn buffer(array: &Array, index: usize) -> Result<&Buffer> {
    array.buffers.get(index).ok_or_else(|| damaged("a column has fewer buffers than it needs"))
}

fn part(array: &Array, index: usize) -> Result<&Array> {
    array.parts.get(index).ok_or_else(|| damaged("a column has fewer parts than it needs"))
}
