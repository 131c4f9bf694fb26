//! `ref`: the value of the row's parent.

use std::sync::Arc;

use super::read::{Read, parents};
use crate::links::Link;
use crate::plan::column::{Derive, PlannedColumn};
use crate::rng::Rows;
use crate::types::{
    Array, BATCH_ROWS, ColumnData, DataType, Dictionary, Field, LinkRows, Scratch, StorageType, TextPart,
    Utf8,
};

/// The parent's value.
#[derive(Debug)]
pub(in crate::plan) struct Copied(pub Read);

impl Derive for Copied {
    fn fill(&self, rows: Rows<'_>, fractions: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        self.0.fill(rows, fractions, scratch, out);
    }
}

/// Texts of few parents: generated once, and from then on looked up like the entries of a dictionary. Its data type
/// differs from the parent's.
#[derive(Debug)]
pub(in crate::plan) struct DictionaryCopy {
    link: Arc<Link>,
    dictionary: Arc<Dictionary>,
    /// The dictionary index of each parent's text.
    indices: Box<[u32]>,
}

impl DictionaryCopy {
    /// Whether values of this field can be the entries of a dictionary: they are texts that are never null.
    pub fn may_hold(field: &Field) -> bool {
        !field.nullable && matches!(field.data_type, DataType::Utf8(Utf8::Composed(_) | Utf8::Free { .. }))
    }

    /// The texts of all parents of a link, where they are texts that are never null; with the data type that they become.
    pub fn of(link: &Arc<Link>, column: &PlannedColumn) -> Option<(DictionaryCopy, DataType)> {
        let field = column.field();
        if !DictionaryCopy::may_hold(field) {
            return None;
        }
        let parts: &[TextPart] = match &field.data_type {
            DataType::Utf8(Utf8::Composed(parts)) => parts,
            _ => &[],
        };
        let (mut texts, mut out, mut scratch) = (Vec::new(), ColumnData::default(), Scratch::default());
        let mut fractions = Vec::new();
        for first in (0..link.parents()).step_by(BATCH_ROWS) {
            let len = (link.parents() - first).min(BATCH_ROWS as u64) as usize;
            fractions.resize(len, 0);
            scratch.reset();
            column.fill(Rows::Run { first, len }, &mut fractions, &mut scratch, &mut out);
            texts.extend((0..len).map(|row| text(&out.values, parts, row)));
        }
        // The type of an enumeration has all its words, in their order, whichever of them the parents have.
        let words = match field.storage() {
            StorageType::Enum { .. } => field.words().unwrap_or_default(),
            _ => Vec::new(),
        };
        let known = words.len();
        let (dictionary, mut indices) =
            Dictionary::indexed(words.into_iter().chain(texts.iter().map(String::as_str)));
        indices.drain(..known);
        let dictionary = Arc::new(dictionary);
        let part = TextPart { dictionary: Arc::clone(&dictionary), after: "" };
        let data_type = DataType::Utf8(Utf8::Composed(vec![part]));
        Some((DictionaryCopy { link: Arc::clone(link), dictionary, indices: indices.into() }, data_type))
    }
}

/// The text of one row.
fn text(values: &Array, parts: &[TextPart], row: usize) -> String {
    match values {
        Array::Strings(strings) => String::from_utf8_lossy(strings.get(row)).into_owned(),
        Array::Indices(columns) => {
            let text = |(part, column): (&TextPart, &Vec<u32>)| {
                format!("{}{}", part.dictionary.get(column[row] as usize), part.after)
            };
            parts.iter().zip(columns).map(text).collect()
        }
        Array::Ints(_)
        | Array::Dates(_)
        | Array::Wides(_)
        | Array::Floats(_)
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

impl Derive for DictionaryCopy {
    fn fill(&self, rows: Rows<'_>, _: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        debug_assert!(self.indices.iter().all(|&index| (index as usize) < self.dictionary.len()));
        let LinkRows { parents, validity, .. } = parents(&self.link, rows, scratch);
        let column = &mut out.values.indices(1, rows.len())[0];
        for (index, &parent) in column.iter_mut().zip(parents.iter()) {
            *index = self.indices[parent as usize];
        }
        out.validity.intersect(validity);
    }
}
