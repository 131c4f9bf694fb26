//! Lists and structs: which columns of the file they consist of, and at which levels each value of these is.
//!
//! A leaf of such a column is a column of the file. Each of its slots has a repetition level (in which of the lists around it
//! it goes on) and a definition level (how much of what is around it is there); where the definition level is below the highest
//! one, there is no value. <https://parquet.apache.org/docs/file-format/nestedencoding/>

use gusher::types::{Array, ColumnData, Field, Validity};

use crate::kind::Branch;

/// Something of a column: a leaf, or what leaves are in.
#[derive(Debug)]
pub(super) struct NestedNode {
    nullable: bool,
    shape: Shape,
}

#[derive(Debug)]
enum Shape {
    /// A column of the file: which of those that the column has.
    Leaf(usize),
    List(Box<NestedNode>),
    Struct(Vec<NestedNode>),
}

/// A leaf of a column: its field and what holds it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leaf<'f> {
    pub field: &'f Field,
    pub levels: Levels,
}

/// The levels and the mean length of the lists that hold a leaf.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Levels {
    /// The definition level of its values.
    pub definition: u32,
    /// How many lists it is in.
    pub repetition: u32,
    /// About how many values a row has, at least 1; 0 for a column that is a leaf itself.
    items: u64,
}

impl Levels {
    /// Whether the column is a list or a struct.
    pub fn is_nested(self) -> bool {
        self.items > 0
    }

    /// About how many values a row has.
    pub fn values_a_row(self) -> u64 {
        self.items.max(1)
    }
}

impl NestedNode {
    /// The tree of a column; its leaves are added to `leaves`.
    pub fn of<'f>(field: &'f Field, leaves: &mut Vec<Leaf<'f>>) -> NestedNode {
        let first = leaves.len();
        let items = u64::from(!matches!(Branch::of(field), Branch::Leaf));
        NestedNode::at(field, Levels { definition: 0, repetition: 0, items }, first, leaves)
    }

    fn at<'f>(field: &'f Field, levels: Levels, first: usize, leaves: &mut Vec<Leaf<'f>>) -> NestedNode {
        let Field { nullable, .. } = *field;
        let Levels { definition, repetition, items } = levels;
        let definition = definition + u32::from(nullable);
        let levels = Levels { definition, ..levels };
        let shape = match Branch::of(field) {
            Branch::List { item, min, max, .. } => {
                let mean = u64::from(min.midpoint(max)).max(1);
                let levels = Levels {
                    definition: definition + 1,
                    repetition: repetition + 1,
                    items: items.saturating_mul(mean),
                };
                Shape::List(Box::new(NestedNode::at(item, levels, first, leaves)))
            }
            Branch::Struct(fields) => Shape::Struct(
                fields.iter().map(|field| NestedNode::at(field, levels, first, leaves)).collect(),
            ),
            Branch::Leaf => {
                leaves.push(Leaf { field, levels });
                Shape::Leaf(leaves.len() - 1 - first)
            }
        };
        NestedNode { nullable, shape }
    }

    /// Whether the column is a leaf itself.
    pub fn is_leaf(&self) -> bool {
        matches!(self.shape, Shape::Leaf(_))
    }

    /// Takes the values of this many rows apart: gives each leaf, its values, how many these are, and its slots.
    pub fn take_apart(
        &self,
        data: &ColumnData,
        rows: usize,
        mut put: impl FnMut(usize, &ColumnData, usize, &Slots),
    ) {
        self.walk(data, rows, &Slots::rows(rows), 0, 0, &mut put);
    }

    fn walk(
        &self,
        data: &ColumnData,
        len: usize,
        slots: &Slots,
        definition: u32,
        repetition: u32,
        put: &mut impl FnMut(usize, &ColumnData, usize, &Slots),
    ) {
        let there;
        let (slots, definition) = match self.nullable {
            true => {
                there = slots.there(data.validity(), definition + 1);
                (&there, definition + 1)
            }
            false => (slots, definition),
        };
        match (&self.shape, data.values()) {
            (Shape::Leaf(leaf), _) => put(*leaf, data, len, slots),
            (Shape::Struct(nodes), Array::Struct(fields)) => {
                for (node, field) in nodes.iter().zip(fields) {
                    node.walk(field, len, slots, definition, repetition, put);
                }
            }
            (Shape::List(item), Array::List(lists)) => {
                let items = slots.items(lists.offsets(), definition + 1, repetition + 1);
                let count = lists.offsets().last().map_or(0, |end| *end as usize);
                item.walk(lists.items(), count, &items, definition + 1, repetition + 1, put);
            }
            (Shape::Struct(_) | Shape::List(_), other) => {
                panic!("a generator made values that its field does not announce: {other:?}")
            }
        }
    }
}

/// This many items of a list are written at once.
const FEW: usize = 8;
/// An index of nothing.
const NOTHING: u32 = u32::MAX;

/// The slots of a leaf or of something that leaves are in: levels, and which value it has.
#[derive(Debug, Default)]
pub(super) struct Slots {
    pub repetition: Vec<u32>,
    pub definition: Vec<u32>,
    /// The index of the value in its array, or [`NOTHING`]. They rise.
    values: Vec<u32>,
}

impl Slots {
    /// A slot for each row.
    fn rows(rows: usize) -> Slots {
        let levels = vec![0; rows];
        Slots { repetition: levels.clone(), definition: levels, values: (0..rows as u32).collect() }
    }

    fn each(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        let levels = self.repetition.iter().zip(&self.definition);
        levels.zip(&self.values).map(|((repetition, definition), value)| (*repetition, *definition, *value))
    }

    /// The same, where values that are not null have this definition level and nothing is at those that are.
    fn there(&self, validity: &Validity, level: u32) -> Slots {
        let is_there = |value: u32| value != NOTHING && !validity.is_null(value as usize);
        let slots = self.definition.iter().zip(&self.values);
        let (definition, values) = slots
            .map(|(&definition, &value)| if is_there(value) { (level, value) } else { (definition, NOTHING) })
            .unzip();
        Slots { repetition: self.repetition.clone(), definition, values }
    }

    /// A slot for each item of the lists, at these levels, and one for each list without items.
    fn items(&self, offsets: &[i32], definition_level: u32, repetition_level: u32) -> Slots {
        // No more than all items, and one for each list without any.
        let capacity = self.len() + offsets.last().map_or(0, |end| *end as usize) + FEW;
        let (mut repetitions, mut definitions) =
            (vec![repetition_level; capacity], vec![definition_level; capacity]);
        let (mut values, mut at) = (vec![NOTHING; capacity], 0);
        for (repetition, definition, value) in self.each() {
            let items = match value {
                NOTHING => 0..0,
                value => offsets[value as usize] as u32..offsets[value as usize + 1] as u32,
            };
            repetitions[at] = repetition;
            let len = items.len();
            // Short lists are written at once, with what the next one writes over: their lengths cannot be guessed.
            for (slot, value) in values[at..at + FEW].iter_mut().zip(items.start..) {
                *slot = value;
            }
            for offset in FEW..len {
                values[at + offset] = items.start + offset as u32;
            }
            if len == 0 {
                (definitions[at], values[at]) = (definition, NOTHING);
            }
            at += len.max(1);
        }
        repetitions.truncate(at);
        definitions.truncate(at);
        values.truncate(at);
        Slots { repetition: repetitions, definition: definitions, values }
    }

    /// How many slots there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// How many slots have a value.
    pub fn count(&self) -> usize {
        self.values.iter().filter(|value| **value != NOTHING).count()
    }

    /// Which of `len` values are in a slot. What a null list or struct holds is in none.
    pub fn used(&self, len: usize) -> Validity {
        let mut words = vec![0u64; len.div_ceil(64)];
        // They rise, so each word is put together before the next one begins.
        let (mut at, mut word) = (0, 0);
        for &value in self.values.iter().filter(|value| **value != NOTHING) {
            if value as usize / 64 != at {
                words[at] = word;
                (at, word) = (value as usize / 64, 0);
            }
            word |= 1u64 << (value % 64);
        }
        if let Some(last) = words.get_mut(at) {
            *last = word;
        }
        let mut used = Validity::default();
        used.set(&words, len);
        used
    }
}

#[cfg(test)]
mod tests {
    use super::{Levels, NestedNode, Slots};
    use gusher::types::{ColumnData, Field};

    fn levels(slots: &Slots) -> (String, String) {
        let text = |levels: &[u32]| levels.iter().map(u32::to_string).collect();
        (text(&slots.repetition), text(&slots.definition))
    }

    /// `[1, null]`, null with an item that means nothing, `[]`, `[3]`.
    fn lists() -> ColumnData {
        let mut column = ColumnData::default();
        let (_, items) = column.values_mut().lists().lay([2, 1, 0, 1]);
        items.values_mut().ints(4).copy_from_slice(&[1, 7, 8, 3]);
        items.validity_mut().set(&[0b1101], 4);
        column.validity_mut().set(&[0b1101], 4);
        column
    }

    #[test]
    fn levels_of_lists_are_those_of_the_format() {
        let field = Field::list(Field::int64(0, 9).nullable(true), 0, 2).nullable(true);
        let mut leaves = Vec::new();
        let node = NestedNode::of(&field, &mut leaves);
        assert_eq!(leaves[0].levels, Levels { definition: 3, repetition: 1, items: 1 });
        let mut seen = 0;
        node.take_apart(&lists(), 4, |leaf, _, len, slots| {
            assert_eq!((leaf, len, slots.len(), slots.count()), (0, 4, 5, 2));
            assert_eq!(levels(slots), ("01000".into(), "32013".into()));
            assert_eq!(slots.used(len).bitmap(), [0b1001]);
            seen += 1;
        });
        assert_eq!(seen, 1);
    }

    #[test]
    fn lists_of_lists_of_structs_repeat_where_they_go_on() {
        let inner = Field::structure([Field::int64(0, 9).named("a"), Field::int64(0, 9).named("b")]);
        let field = Field::list(Field::list(inner, 0, 2), 0, 3);
        let (mut leaves, mut column) = (Vec::new(), ColumnData::default());
        let node = NestedNode::of(&field, &mut leaves);
        assert_eq!(leaves.len(), 2);
        // [[x, x], []], [], [[x]]
        let (_, outer) = column.values_mut().lists().lay([2, 0, 1]);
        let (_, items) = outer.values_mut().lists().lay([2, 0, 1]);
        items.values_mut().structs(2).iter_mut().for_each(|field| {
            field.values_mut().ints(3);
        });
        let mut seen = Vec::new();
        node.take_apart(&column, 3, |leaf, _, len, slots| {
            assert_eq!((len, slots.count()), (3, 3));
            assert_eq!(levels(slots), ("02100".into(), "22102".into()));
            seen.push(leaf);
        });
        assert_eq!(seen, [0, 1]);
    }
}
