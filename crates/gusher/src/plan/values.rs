//! Values of tables that are being built, for whose rows they decide how many others there are.

use super::dataset::Planner;
use crate::rng::Rows;
use crate::schema::{DatasetSpec, ReadValues};
use crate::text::{Buffer, ColumnText};
use crate::types::{Array, BATCH_ROWS, ColumnData, DataType, Scratch, TextPart, Utf8};

/// The values under a seed.
#[derive(Debug, Clone, Copy)]
pub struct SeededValues(pub u64);

impl ReadValues for SeededValues {
    fn seed(&self) -> u64 {
        self.0
    }

    fn classes(
        &self,
        dataset: &DatasetSpec,
        table: usize,
        column: usize,
        class_of: &dyn Fn(Option<&str>) -> u16,
    ) -> Vec<u16> {
        let column = Planner::new(dataset, self.0).column(table, column);
        let rows = dataset.tables[table].count();
        let mut classes = Vec::with_capacity(rows as usize);
        let reader = ClassReader::new(&column.field().data_type, ColumnText::new(column.field()), class_of);
        let (mut fractions, mut scratch, mut out) =
            (vec![0; BATCH_ROWS], Scratch::default(), ColumnData::default());
        for first in (0..rows).step_by(BATCH_ROWS) {
            let len = (rows - first).min(BATCH_ROWS as u64) as usize;
            scratch.reset();
            out.validity.clear();
            column.fill(Rows::Run { first, len }, &mut fractions[..len], &mut scratch, &mut out);
            reader.read(&out, len, &mut classes);
        }
        classes
    }
}

/// Finds the classes of values.
struct ClassReader<'c> {
    class_of: &'c dyn Fn(Option<&str>) -> u16,
    /// For each word of a column of words, or for false and true, its class.
    known: Vec<u16>,
    /// The class of a null.
    null: u16,
    text: ColumnText,
}

impl<'c> ClassReader<'c> {
    fn new(
        data_type: &DataType,
        text: ColumnText,
        class_of: &'c dyn Fn(Option<&str>) -> u16,
    ) -> ClassReader<'c> {
        let known = match data_type {
            DataType::Bool => ["false", "true"].map(|word| class_of(Some(word))).to_vec(),
            DataType::Utf8(Utf8::Composed(parts)) => match &parts[..] {
                [TextPart { dictionary, after: "" }] => {
                    dictionary.iter().map(|word| class_of(Some(word))).collect()
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        ClassReader { class_of, known, null: class_of(None), text }
    }

    /// Appends the classes of a column's values.
    fn read(&self, column: &ColumnData, len: usize, classes: &mut Vec<u16>) {
        let is_null = |at: usize| column.validity.is_null(at);
        let class = |at: usize, index: usize| if is_null(at) { self.null } else { self.known[index] };
        match &column.values {
            Array::Bools(truths) => classes.extend((0..len).map(|at| class(at, usize::from(truths[at])))),
            Array::Indices(parts) if !self.known.is_empty() => {
                classes.extend((0..len).map(|at| class(at, parts[0][at] as usize)));
            }
            _ => {
                let (mut text, mut ends) = (Buffer::default(), Vec::new());
                self.text.writer().write_each(column, len, &mut text, &mut ends);
                let mut start = 0;
                for (at, end) in ends.into_iter().enumerate() {
                    let value = std::str::from_utf8(&text.as_ref()[start..end]).unwrap_or_default();
                    classes.push((self.class_of)((!is_null(at)).then_some(value)));
                    start = end;
                }
            }
        }
    }
}
