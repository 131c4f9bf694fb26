//! What values are in: the fields of the schema, and the levels of each value.
//! <https://parquet.apache.org/docs/file-format/nestedencoding/>

use super::axes::{Nesting, Nulls};
use super::json::text;
use super::types::{Logical, Type, named};
use super::values::{Leaf, Random, Values};

/// Whether a field has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repetition {
    Required = 0,
    Optional = 1,
    Repeated = 2,
}

/// A field of the schema.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub name: &'static str,
    pub repetition: Repetition,
    pub kind: Kind,
}

/// What a field is.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Leaf(&'static Type),
    Group(Option<Logical>, Vec<Node>),
}

/// The value of a field in a row.
#[derive(Debug, Clone)]
pub(crate) enum Tree {
    Null,
    Leaf(Leaf),
    Group(Vec<Tree>),
    Items(Vec<Tree>),
}

/// A value of a column of the file: its levels, and its bytes where it is not null.
#[derive(Debug, Clone)]
pub(crate) struct Slot {
    pub repetition: u32,
    pub definition: u32,
    pub value: Option<Vec<u8>>,
}

/// A column of the file: where it is, and the highest levels.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    pub path: Vec<&'static str>,
    pub of: &'static Type,
    pub repetition: u32,
    pub definition: u32,
}

fn node(name: &'static str, repetition: Repetition, kind: Kind) -> Node {
    Node { name, repetition, kind }
}

/// The field `v` of values of this type.
pub(super) fn field(nesting: Nesting, nulls: Nulls, of: &'static Type) -> Node {
    use Repetition::{Repeated, Required};
    let own = if nulls == Nulls::Required { Required } else { Repetition::Optional };
    let leaf = |name| node(name, own, Kind::Leaf(of));
    let list = |name, element: Node| {
        let items = node("list", Repeated, Kind::Group(None, vec![element]));
        node(name, own, Kind::Group(Some(Logical::List), vec![items]))
    };
    let map = |value: Node| {
        let key = node("key", Required, Kind::Leaf(named("string")));
        let entries = node("key_value", Repeated, Kind::Group(None, vec![key, value]));
        node("v", own, Kind::Group(Some(Logical::Map), vec![entries]))
    };
    let structure = |name| node(name, own, Kind::Group(None, vec![leaf("a")]));
    match nesting {
        Nesting::Flat => leaf("v"),
        Nesting::Struct => structure("v"),
        Nesting::List => list("v", leaf("element")),
        Nesting::ListOfLists => list("v", list("element", leaf("element"))),
        Nesting::ListOfStructs => list("v", structure("element")),
        Nesting::Map => map(leaf("value")),
        Nesting::MapOfStructs => map(structure("value")),
        Nesting::TwoLevelList => {
            let items = node("array", Repeated, Kind::Leaf(of));
            node("v", own, Kind::Group(Some(Logical::List), vec![items]))
        }
        Nesting::Repeated => node("v", Repeated, Kind::Leaf(of)),
    }
}

/// Makes the values of the field `v`, row by row.
pub(super) struct Cells {
    nesting: Nesting,
    nulls: Nulls,
    rows: usize,
    values: Values,
    random: Random,
}

impl Cells {
    pub fn new(nesting: Nesting, nulls: Nulls, rows: usize, values: Values, random: Random) -> Cells {
        Cells { nesting, nulls, rows, values, random }
    }

    /// The value of a row, and what it is in JSON.
    pub fn cell(&mut self, row: usize) -> (Tree, String) {
        let is_null = match self.nulls {
            Nulls::Required | Nulls::Absent => false,
            Nulls::All => true,
            Nulls::First => row == 0,
            Nulls::Last => row + 1 == self.rows,
            Nulls::Alternating => row % 2 == 1,
            Nulls::Random => self.random.below(3) == 0,
        };
        if is_null {
            return null();
        }
        let len = [2, 0, 1, 3, 1][row % 5];
        match self.nesting {
            Nesting::Flat => self.present(),
            Nesting::Struct => self.structure(),
            Nesting::List => self.list(len, Cells::leaf),
            Nesting::ListOfLists => self.list(len, |cells| {
                let len = cells.random.below(3) as usize;
                cells.list(len, Cells::leaf)
            }),
            Nesting::ListOfStructs => self.list(len, Cells::structure),
            Nesting::Map => self.map(len, Cells::leaf),
            Nesting::MapOfStructs => self.map(len, Cells::structure),
            Nesting::TwoLevelList => {
                let (items, json) = self.items(len, Cells::present);
                (Tree::Group(vec![items]), json)
            }
            Nesting::Repeated => self.items(len, Cells::present),
        }
    }

    fn present(&mut self) -> (Tree, String) {
        let leaf = self.values.leaf();
        let json = leaf.json.clone();
        (Tree::Leaf(leaf), json)
    }

    /// A value within something, which is null now and then where it may be.
    fn leaf(&mut self) -> (Tree, String) {
        let may_be_null = !matches!(self.nulls, Nulls::Required | Nulls::Absent);
        if may_be_null && self.random.below(4) == 0 { null() } else { self.present() }
    }

    fn structure(&mut self) -> (Tree, String) {
        let (value, json) = self.leaf();
        (Tree::Group(vec![value]), format!("{{\"a\":{json}}}"))
    }

    fn items(&mut self, len: usize, mut item: impl FnMut(&mut Cells) -> (Tree, String)) -> (Tree, String) {
        let (items, texts): (Vec<Tree>, Vec<String>) = (0..len).map(|_| item(self)).unzip();
        (Tree::Items(items), format!("[{}]", texts.join(",")))
    }

    fn list(&mut self, len: usize, mut item: impl FnMut(&mut Cells) -> (Tree, String)) -> (Tree, String) {
        let (items, json) = self.items(len, |cells| {
            let (item, json) = item(cells);
            (Tree::Group(vec![item]), json)
        });
        (Tree::Group(vec![items]), json)
    }

    fn map(&mut self, len: usize, mut value: impl FnMut(&mut Cells) -> (Tree, String)) -> (Tree, String) {
        let mut entry = 0;
        let (items, json) = self.items(len, |cells| {
            entry += 1;
            let key = format!("k{entry}");
            let (value, json) = value(cells);
            let json = format!("{{\"key\":{},\"value\":{json}}}", text(&key));
            let key = Tree::Leaf(Leaf { plain: key.into_bytes(), json: String::new() });
            (Tree::Group(vec![key, value]), json)
        });
        (Tree::Group(vec![items]), json)
    }
}

fn null() -> (Tree, String) {
    (Tree::Null, "null".into())
}

impl Node {
    /// The columns of the file that the field has.
    pub fn columns(&self) -> Vec<Column> {
        let mut columns = Vec::new();
        self.add_columns(&[], (0, 0), &mut columns);
        columns
    }

    fn add_columns(
        &self,
        above: &[&'static str],
        (repetition, definition): (u32, u32),
        columns: &mut Vec<Column>,
    ) {
        let path = [above, &[self.name]].concat();
        let definition = definition + u32::from(self.repetition != Repetition::Required);
        let repetition = repetition + u32::from(self.repetition == Repetition::Repeated);
        match &self.kind {
            Kind::Leaf(of) => columns.push(Column { path, of, repetition, definition }),
            Kind::Group(_, children) => {
                children.iter().for_each(|child| child.add_columns(&path, (repetition, definition), columns));
            }
        }
    }

    /// Adds the slots of a row to each of its columns.
    pub fn shred(&self, tree: &Tree, columns: &mut [Vec<Slot>]) {
        self.walk(tree, (0, 0, 0), columns);
    }

    /// `at` has the repetition level to write, the definition level so far, and how many lists there are around.
    fn walk(&self, tree: &Tree, (repetition, definition, depth): (u32, u32, u32), columns: &mut [Vec<Slot>]) {
        match (self.repetition, tree) {
            (Repetition::Optional | Repetition::Required, Tree::Null) => {
                columns.iter_mut().for_each(|column| {
                    column.push(Slot { repetition, definition, value: None });
                });
            }
            (Repetition::Required, _) => self.content(tree, (repetition, definition, depth), columns),
            (Repetition::Optional, _) => self.content(tree, (repetition, definition + 1, depth), columns),
            (Repetition::Repeated, Tree::Items(items)) if !items.is_empty() => {
                for (at, item) in items.iter().enumerate() {
                    let repetition = if at == 0 { repetition } else { depth + 1 };
                    self.content(item, (repetition, definition + 1, depth + 1), columns);
                }
            }
            (Repetition::Repeated, _) => {
                columns.iter_mut().for_each(|column| {
                    column.push(Slot { repetition, definition, value: None });
                });
            }
        }
    }

    fn content(&self, tree: &Tree, at: (u32, u32, u32), columns: &mut [Vec<Slot>]) {
        match (&self.kind, tree) {
            (Kind::Leaf(_), Tree::Leaf(leaf)) => {
                let value = Some(leaf.plain.clone());
                columns[0].push(Slot { repetition: at.0, definition: at.1, value });
            }
            (Kind::Group(_, children), Tree::Group(values)) => {
                let mut start = 0;
                for (child, value) in children.iter().zip(values) {
                    let count = child.columns().len();
                    child.walk(value, at, &mut columns[start..start + count]);
                    start += count;
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Nesting, Nulls, Tree, field};
    use crate::corpus::types::named;
    use crate::corpus::values::{Leaf, Random, Values};

    /// `[[x, x], []], [], [[x]]`, as in the description of nested encodings.
    #[test]
    fn levels_are_those_of_the_format() {
        let leaf = || Tree::Leaf(Leaf { plain: vec![1], json: "1".into() });
        let group = |tree| Tree::Group(vec![tree]);
        let list = |items: Vec<Tree>| group(Tree::Items(items.into_iter().map(group).collect()));
        let field = field(Nesting::ListOfLists, Nulls::Required, named("int8"));
        let mut columns = vec![Vec::new()];
        for row in [
            list(vec![list(vec![leaf(), leaf()]), list(vec![])]),
            list(vec![]),
            list(vec![list(vec![leaf()])]),
        ] {
            field.shred(&row, &mut columns);
        }
        let levels: Vec<_> = columns[0].iter().map(|slot| (slot.repetition, slot.definition)).collect();
        assert_eq!(levels, [(0, 2), (2, 2), (1, 1), (0, 0), (0, 2)]);
    }

    #[test]
    fn each_row_begins_with_level_zero() {
        for nesting in Nesting::ALL {
            let field = field(*nesting, Nulls::Absent, named("int8"));
            let random = || Random::new(1, "x");
            let values = Values::new(named("int8"), random());
            let mut cells = super::Cells::new(*nesting, Nulls::Random, 50, values, random());
            let mut columns = vec![Vec::new(); field.columns().len()];
            (0..50).for_each(|row| field.shred(&cells.cell(row).0, &mut columns));
            for (slots, column) in columns.iter().zip(field.columns()) {
                assert_eq!(slots.iter().filter(|slot| slot.repetition == 0).count(), 50);
                assert!(slots.iter().all(|slot| slot.definition <= column.definition));
                let is_value =
                    |slot: &super::Slot| slot.value.is_some() == (slot.definition == column.definition);
                assert!(slots.iter().all(is_value), "{nesting:?}");
            }
        }
    }
}
