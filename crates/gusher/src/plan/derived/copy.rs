//! `ref`: the value of the row's parent.

use std::sync::Arc;

use super::read::{Read, parents};
use crate::links::Link;
use crate::plan::column::{Derive, PlannedColumn};
use crate::rng::Rows;
use crate::types::{
    Array, BATCH_ROWS, ColumnData, DataType, Dictionary, Field, LinkRows, Scratch, TextPart, Utf8,
};

/// The parent's value.
#[derive(Debug)]
pub(in crate::plan) struct Copied(pub Read);

impl Derive for Copied {
    fn fill(&self, rows: Rows<'_>, fractions: &mut [u64], scratch: &mut Scratch, made: &mut ColumnData) {
        self.0.fill(rows, fractions, scratch, made);
    }
}

/// Texts of few parents: made once, and from then on looked up like the words of a list. Its data type is another than the
/// parent's.
#[derive(Debug)]
pub(in crate::plan) struct Words {
    link: Arc<Link>,
    words: Arc<Dictionary>,
    /// The word of each parent.
    indices: Box<[u32]>,
}

impl Words {
    /// Whether values of this field can be the words of a dictionary: they are texts that are never null.
    pub fn may_hold(field: &Field) -> bool {
        !field.nullable && matches!(field.data_type, DataType::Utf8(Utf8::Composed(_) | Utf8::Free { .. }))
    }

    /// The texts of all parents of a link, where they are texts that are never null; with the data type that they become.
    pub fn of(link: &Arc<Link>, column: &PlannedColumn) -> Option<(Words, DataType)> {
        let field = column.field();
        if !Words::may_hold(field) {
            return None;
        }
        let parts: &[TextPart] = match &field.data_type {
            DataType::Utf8(Utf8::Composed(parts)) => parts,
            _ => &[],
        };
        let (mut texts, mut made, mut scratch) = (Vec::new(), ColumnData::default(), Scratch::default());
        let mut fractions = Vec::new();
        for first in (0..link.parents()).step_by(BATCH_ROWS) {
            let len = (link.parents() - first).min(BATCH_ROWS as u64) as usize;
            fractions.resize(len, 0);
            scratch.reset();
            column.fill(Rows::Run { first, len }, &mut fractions, &mut scratch, &mut made);
            texts.extend((0..len).map(|row| text(&made.values, parts, row)));
        }
        let (words, indices) = Dictionary::indexed(texts.iter().map(String::as_str));
        let words = Arc::new(words);
        let part = TextPart { dictionary: Arc::clone(&words), after: "" };
        let data_type = DataType::Utf8(Utf8::Composed(vec![part]));
        Some((Words { link: Arc::clone(link), words, indices: indices.into() }, data_type))
    }
}

/// The text of one row.
fn text(values: &Array, parts: &[TextPart], row: usize) -> String {
    match values {
        Array::Strings(strings) => String::from_utf8_lossy(strings.get(row)).into_owned(),
        Array::Indices(columns) => {
            let word = |(part, column): (&TextPart, &Vec<u32>)| {
                format!("{}{}", part.dictionary.get(column[row] as usize), part.after)
            };
            parts.iter().zip(columns).map(word).collect()
        }
        Array::Ints(_)
        | Array::Dates(_)
        | Array::Bools(_)
        | Array::Ids(_)
        | Array::Ipv4s(_)
        | Array::FixedBytes(_)
        | Array::Joined(_)
        | Array::Patched(_)
        | Array::List(_)
        | Array::Struct(_) => String::new(),
    }
}

impl Derive for Words {
    fn fill(&self, rows: Rows<'_>, _: &mut [u64], scratch: &mut Scratch, made: &mut ColumnData) {
        debug_assert!(self.indices.iter().all(|&index| (index as usize) < self.words.len()));
        let LinkRows { parents, validity, .. } = parents(&self.link, rows, scratch);
        let column = &mut made.values.indices(1, rows.len())[0];
        for (index, &parent) in column.iter_mut().zip(parents.iter()) {
            *index = self.indices[parent as usize];
        }
        made.validity.intersect(validity);
    }
}
