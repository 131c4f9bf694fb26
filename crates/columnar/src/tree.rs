//! Columns as trees, for formats that keep lists and structs as such: lists and structs are branches, all other values leaves.

use gusher::text::{ColumnText, TextWriter};
use gusher::types::Field;

use crate::dictionary::TextDictionary;
use crate::kind::{Branch, Kind, TextKind, stored_text};

/// A column, the items of lists or a field of structs.
#[derive(Debug)]
pub(crate) struct Node {
    /// Its number among all nodes: those that it holds come after it.
    pub number: usize,
    pub nullable: bool,
    pub shape: Shape,
}

/// The shape of a node.
#[derive(Debug)]
pub(crate) enum Shape {
    Leaf(Column),
    List(Box<Node>),
    Struct(Vec<Node>),
}

/// How values that are no lists and no structs are written.
#[derive(Debug)]
pub(crate) struct Column {
    pub kind: Kind,
    pub form: Form,
    /// About how many values a row has.
    values_a_row: u64,
}

/// Which form the values of a column have.
#[derive(Debug)]
pub(crate) enum Form {
    /// Indices into a dictionary.
    Dictionary(TextDictionary),
    Texts(ColumnText),
    Values,
}

impl Node {
    /// How a field is written that has about `values_a_row` values in a row of a table of `rows` rows.
    pub fn of(field: &Field, rows: u64, values_a_row: u64, nodes: &mut usize) -> Node {
        let number = *nodes;
        *nodes += 1;
        let shape = match Branch::of(field) {
            Branch::List { item, min, max, .. } => {
                let mean = u64::from(min.midpoint(max)).max(1);
                Shape::List(Box::new(Node::of(item, rows, values_a_row.saturating_mul(mean), nodes)))
            }
            Branch::Struct(fields) => {
                Shape::Struct(fields.iter().map(|field| Node::of(field, rows, values_a_row, nodes)).collect())
            }
            Branch::Leaf => Shape::Leaf(Column::of(field, rows, values_a_row)),
        };
        Node { number, nullable: field.nullable, shape }
    }

    /// Gives what writes the texts of each leaf that has texts, with the number of its node.
    pub fn text_writers<'w>(&'w self, give: &mut impl FnMut(usize, TextWriter<'w>)) {
        match &self.shape {
            Shape::Leaf(column) => match &column.form {
                Form::Texts(text) => give(self.number, text.writer()),
                Form::Dictionary(_) | Form::Values => {}
            },
            Shape::List(item) => item.text_writers(give),
            Shape::Struct(fields) => fields.iter().for_each(|field| field.text_writers(give)),
        }
    }

    /// The leaves in it, in the order of the schema.
    pub fn leaves(&self) -> Vec<&Column> {
        match &self.shape {
            Shape::Leaf(column) => vec![column],
            Shape::List(item) => item.leaves(),
            Shape::Struct(fields) => fields.iter().flat_map(Node::leaves).collect(),
        }
    }
}

impl Column {
    fn of(field: &Field, rows: u64, values_a_row: u64) -> Column {
        let kind = Kind::in_files(field);
        let is_enum = kind == Kind::Text(TextKind::Enum);
        let is_worth =
            |dictionary: &TextDictionary| is_enum || dictionary.is_worth(rows.saturating_mul(values_a_row));
        let form = match (kind, TextDictionary::of(field).filter(is_worth)) {
            (Kind::Text(_), Some(dictionary)) => Form::Dictionary(dictionary),
            (Kind::Text(_), None) => Form::Texts(stored_text(field, "")),
            _ => Form::Values,
        };
        Column { kind, form, values_a_row }
    }

    /// About how many bytes a row's values have.
    pub fn width(&self) -> u64 {
        self.value_width().saturating_mul(self.values_a_row)
    }

    /// About how many bytes a value has.
    fn value_width(&self) -> u64 {
        match &self.form {
            Form::Dictionary(_) => 4,
            Form::Texts(text) => 4 + text.mean_bytes() as u64,
            Form::Values => self.kind.width(),
        }
    }
}
