//! The text of a format that is the same for each row: what precedes, between and after the values.

use std::fmt;
use std::sync::Arc;

use super::style::{Plain, Style};
use crate::types::Field;

/// The unchanging text of a format for given columns.
#[derive(Debug)]
pub(crate) struct Layout {
    /// How values are written.
    pub style: Arc<dyn Style>,
    /// How lists and structs are written; where the format has none of its own, their JSON is written as a text.
    pub nesting: Option<&'static dyn Nesting>,
    /// How the texts of lists that are stored as arrays are written, where that is not JSON.
    pub arrays: Option<&'static dyn Nesting>,
    /// What precedes the first row: names, the statement that creates the table, what opens a list.
    pub header: Vec<u8>,
    /// What surrounds each column's value.
    pub fields: Vec<FieldText>,
    /// What follows the last value of a row.
    pub after: Vec<u8>,
    /// What follows the last row.
    pub footer: Vec<u8>,
    /// What goes before the first row and after the last one of a shard that has a neighbor.
    pub between: [Vec<u8>; 2],
    /// How rows are grouped into statements or lists.
    pub group: Option<Group>,
}

/// How a format writes lists, maps and structs. The layouts are those of the rows of a table: of one column of items, of the columns
/// key and value, and of a column for each field.
pub(crate) trait Nesting: fmt::Debug + Send + Sync {
    /// Whether values of this field are written so, and not as a text of JSON.
    fn takes(&self, _field: &Field) -> bool {
        true
    }

    /// What goes before the first item of a list and after the last.
    fn list(&self) -> [&'static str; 2];

    /// The items of a list; what follows an item appears only between two.
    fn items(&self) -> Layout;

    /// What goes before the first entry of a map and after the last.
    fn map(&self) -> [&'static str; 2];

    /// The entries of a map, which have a key and a value; what follows an entry appears only between two.
    fn entries(&self) -> Layout;

    /// A struct of fields of these names.
    fn structure(&self, names: &[&str]) -> Layout;
}

/// What surrounds the values of one column.
#[derive(Debug, Default)]
pub(crate) struct FieldText {
    /// Before the value, null or not.
    pub before: Vec<u8>,
    /// Before a value that is not null.
    pub open: Vec<u8>,
    /// After a value that is not null.
    pub close: Vec<u8>,
    /// Instead of all but `before`, where the value is null.
    pub null: Vec<u8>,
}

/// Rows that are in one statement or list: those whose numbers lie between two multiples of `rows`.
#[derive(Debug)]
pub(crate) struct Group {
    pub rows: u64,
    pub open: Vec<u8>,
    /// What replaces the last row's `after`.
    pub close: Vec<u8>,
    /// Whether shards may be cut inside.
    pub is_cut: bool,
}

impl Layout {
    /// Values as they are, between any texts.
    pub fn around(before: Vec<Vec<u8>>, after: Vec<u8>) -> Layout {
        Layout { after, ..Layout::rows(Plain, before, "") }
    }

    /// Rows without anything around them: each value after its text of `before`, and at their end `after`.
    pub fn rows(
        style: impl Style + 'static,
        before: impl IntoIterator<Item = impl Into<Vec<u8>>>,
        after: &str,
    ) -> Layout {
        let null = style.null();
        let field = |before: Vec<u8>| FieldText { before, null: null.into(), ..FieldText::default() };
        Layout {
            fields: before.into_iter().map(Into::into).map(field).collect(),
            style: Arc::new(style),
            nesting: None,
            arrays: None,
            header: Vec::new(),
            after: after.into(),
            footer: Vec::new(),
            between: [Vec::new(), Vec::new()],
            group: None,
        }
    }

    /// Rows of values with a separator between them, after a row of names if there is to be one.
    pub fn separated<'n>(
        style: impl Style + 'static,
        separator: &[u8],
        header: bool,
        names: impl ExactSizeIterator<Item = &'n str>,
    ) -> Layout {
        let before = (0..names.len()).map(|column| if column == 0 { &[][..] } else { separator });
        let mut layout = Layout::rows(style, before, "\n");
        if header {
            let names: Vec<Vec<u8>> = names.map(|name| layout.style.text(name)).collect();
            layout.header = names.join(separator);
            layout.header.push(b'\n');
        }
        layout
    }
}
