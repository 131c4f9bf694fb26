//! Lists and structs: generators that consist of others. Maps are in a [file of their own](super::map_of).

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use gush_diagnostics::grouped;

use super::{Generate, Properties};
use crate::rng::{Draws, Key, TWO_64, bounded};
use crate::text::ColumnText;
use crate::types::{Array, ColumnData, DataType, Field};

/// A list has no more items.
pub const MAX_ITEMS: u32 = 1000;
/// A list of the rows that refer to a row has no more items.
pub const MAX_CHILDREN: u32 = 65_536;
/// Such a list has no more values with those in its items.
const MAX_CHILD_VALUES: u64 = 1 << 20;
/// A list has no more values with those of the lists in it.
const MAX_VALUES: u64 = 100_000;
/// About how many bytes of text a list has at most with those in it.
const MAX_BYTES: u64 = 16 << 20;

/// The generator of the items of a list or of the values of a struct's field.
#[derive(Debug, Clone)]
pub struct Child {
    pub(super) generate: Arc<dyn Generate>,
    /// The share of nulls, from 0 to 1.
    pub(super) null: Option<f64>,
    /// The kind of thing that it describes together with others of its struct, and the label of that.
    of: Option<(&'static str, String)>,
}

/// The error of a list or a struct that cannot be built. Displays what is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NestedError {
    /// The values of the items follow from the number of the row alone.
    #[error("the items of a list would all be the same, as its values follow from the row's number")]
    Series,
    /// The fewest items are more than the most.
    #[error("the fewest items are more than the most")]
    Reversed,
    /// More than [`MAX_ITEMS`] items.
    #[error("a list has at most 1,000 items")]
    TooMany,
    /// More than `MAX_VALUES` values.
    #[error(
        "with those inside it would have more than 100,000 values a row; make the lists shorter, or nest fewer"
    )]
    TooManyValues,
    /// More than `MAX_BYTES` of text.
    #[error(
        "with those inside it would have more than 16 MiB of text a row; make the lists or the texts shorter"
    )]
    TooMuchText,
    /// A struct without fields.
    #[error("a struct needs a field")]
    NoFields,
    /// Two fields of one name.
    #[error("two fields have the same name")]
    Names,
    /// The values of the entries follow from the number of the row alone.
    #[error("the entries of a map would all be the same, as these values follow from the row's number")]
    SeriesInMap,
    /// More than [`MAX_ITEMS`] entries.
    #[error("a map has at most 1,000 entries")]
    TooManyEntries,
    /// The fewest entries are more than the most.
    #[error("the fewest entries are more than the most")]
    ReversedEntries,
    /// A key that may be null.
    #[error("a key is never null; leave @null, or say it of the value")]
    NullKey,
    /// A key that is a list, a map or a struct.
    #[error("a key is a single value, and no list, map or struct")]
    NestedKey,
    /// A key that is a floating-point number.
    #[error("a key is no floating-point number; take whole numbers, decimals or texts")]
    FloatKey,
    /// Keys of which two may be the same: what each is.
    #[error("the keys of a map differ, and each of these values is {0}")]
    SameKeys(&'static str),
    /// Fewer different keys than a map has entries.
    #[error("a map of {entries} entries needs as many different keys, and there {}", different(*.keys))]
    TooFewKeys {
        /// How many different keys there are.
        keys: u64,
        /// The most entries of a map.
        entries: u32,
    },
}

impl NestedError {
    /// Whether it is one of the keys of a map, and not of the map.
    pub(crate) fn is_of_key(self) -> bool {
        matches!(
            self,
            NestedError::NullKey
                | NestedError::NestedKey
                | NestedError::FloatKey
                | NestedError::SameKeys(_)
                | NestedError::TooFewKeys { .. }
        )
    }
}

/// How many values there are, after "there".
fn different(count: u64) -> String {
    if count == 1 { "is 1".into() } else { format!("are {}", grouped(count)) }
}

impl Child {
    /// Values that are never null.
    pub fn new(generate: Arc<dyn Generate>) -> Child {
        Child { generate, null: None, of: None }
    }

    /// The same, null in this share of all, from 0 to 1.
    #[must_use]
    pub fn null(self, share: f64) -> Child {
        Child { null: Some(share), ..self }
    }

    /// The same, which describes a thing of this kind and label together with other fields.
    pub(crate) fn of(self, entity: &'static str, label: &str) -> Child {
        Child { of: Some((entity, label.to_owned())), ..self }
    }

    /// The generator of the values that are not null.
    pub(crate) fn into_generator(self) -> Arc<dyn Generate> {
        self.generate
    }

    pub(super) fn field(&self) -> Field {
        self.generate.field().nullable(self.null.is_some())
    }

    pub(super) fn entity(&self) -> Option<(&str, &str)> {
        self.of.as_ref().map(|(entity, label)| (*entity, label.as_str()))
    }

    pub(super) fn fill(&self, draws: &mut Draws<'_>, column: &mut ColumnData) {
        self.generate.fill(draws, &mut column.values);
        column.validity.clear();
        if let Some(share) = self.null {
            let threshold = u64::try_from((share * TWO_64) as u128).ok();
            column.validity.draw(draws.load_null(), threshold);
        }
    }
}

/// Lists of as many items as `lengths` allows, each length as likely as any other. An item's bits follow from its list's row
/// and its index in the list.
///
/// # Errors
/// If there cannot be such lists.
pub fn list_of(item: Child, lengths: RangeInclusive<u32>) -> Result<Arc<dyn Generate>, NestedError> {
    let (min, max) = lengths.into_inner();
    if min > max {
        return Err(NestedError::Reversed);
    }
    if max > MAX_ITEMS {
        return Err(NestedError::TooMany);
    }
    let properties = item.generate.properties();
    if properties.max_rows.is_some() || properties.is_one_a_row {
        return Err(NestedError::Series);
    }
    Size::of_items(&item.field(), max).check()?;
    Ok(Arc::new(ListOf { item, min, max }))
}

/// Structs of these fields. A field's values follow from the column's name and its own.
///
/// # Errors
/// If there are no fields, or two of one name.
pub fn struct_of<N: Into<String>>(
    fields: impl IntoIterator<Item = (N, Child)>,
) -> Result<Arc<dyn Generate>, NestedError> {
    let fields: Vec<(String, Child)> = fields.into_iter().map(|(name, child)| (name.into(), child)).collect();
    let names: HashSet<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
    if fields.is_empty() {
        return Err(NestedError::NoFields);
    }
    if names.len() < fields.len() {
        return Err(NestedError::Names);
    }
    fields.iter().map(|(_, child)| Size::of(&child.field())).fold(Size::default(), Size::and).check()?;
    Ok(Arc::new(StructOf { fields }))
}

/// How large a value is at most.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Size {
    /// How many values it has, with lists and structs.
    values: u64,
    /// About how many bytes its texts have.
    bytes: u64,
}

impl Size {
    fn of(field: &Field) -> Size {
        match &field.data_type {
            DataType::List { item, max, .. } | DataType::Map { entry: item, max, .. } => {
                Size::of_items(item, *max)
            }
            DataType::Struct(fields) => {
                fields.iter().map(Size::of).fold(Size { values: 1, bytes: 0 }, Size::and)
            }
            DataType::Utf8(_) => Size { values: 1, bytes: ColumnText::new(field).mean_bytes() as u64 },
            DataType::FixedBinary { len: max } | DataType::Binary { max, .. } => {
                Size { values: 1, bytes: *max as u64 }
            }
            _ => Size { values: 1, bytes: 0 },
        }
    }

    /// That of a list of at most `max` items.
    pub(super) fn of_items(item: &Field, max: u32) -> Size {
        let Size { values, bytes } = Size::of(item);
        let times = |of: u64| of.saturating_mul(u64::from(max));
        Size { values: times(values).saturating_add(1), bytes: times(bytes) }
    }

    fn and(self, other: Size) -> Size {
        Size {
            values: self.values.saturating_add(other.values),
            bytes: self.bytes.saturating_add(other.bytes),
        }
    }

    pub(super) fn check(self) -> Result<(), NestedError> {
        // The list itself is none of its values.
        match self {
            Size { values, .. } if values > MAX_VALUES + 1 => Err(NestedError::TooManyValues),
            Size { bytes, .. } if bytes > MAX_BYTES => Err(NestedError::TooMuchText),
            Size { .. } => Ok(()),
        }
    }
}

/// Whether up to `most` rows, each a struct of this field, can be a list.
///
/// # Errors
/// What is too much, and what would be right.
pub fn check_children(item: &Field, most: u64) -> Result<(), String> {
    if most > u64::from(MAX_CHILDREN) {
        return Err(format!(
            "a list has at most {} rows, and up to {} refer to one row here",
            grouped(MAX_CHILDREN.into()),
            grouped(most)
        ));
    }
    let Size { values, bytes } = Size::of_items(item, most as u32);
    if values > MAX_CHILD_VALUES + 1 {
        return Err(format!(
            "a list has at most {} values, and this one has up to {}; name fewer columns, or let fewer rows refer to one",
            grouped(MAX_CHILD_VALUES),
            grouped(values - 1)
        ));
    }
    if bytes > MAX_BYTES {
        return Err(format!(
            "a list has at most 16 MiB of text, and this one has up to {} MiB; name fewer columns, or let fewer rows refer to one",
            grouped(bytes.div_ceil(1 << 20))
        ));
    }
    Ok(())
}

#[derive(Debug)]
struct ListOf {
    item: Child,
    min: u32,
    max: u32,
}

impl Generate for ListOf {
    fn field(&self) -> Field {
        Field::list(self.item.field(), self.min, self.max)
    }

    fn cardinality(&self) -> u64 {
        1
    }

    fn properties(&self) -> Properties<'_> {
        Properties { uses_now: self.item.generate.properties().uses_now, ..Properties::not_unique("a list") }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let (min, span) = (self.min, u64::from(self.max - self.min) + 1);
        let lists = values.lists();
        let lengths = draws.load(0).iter().map(|x| min + bounded(*x, span) as u32);
        let (offsets, items) = lists.lay(lengths);
        let (rows, counters) = item_rows(draws, offsets);
        let mut fractions = vec![0; rows.len()];
        self.item.fill(&mut draws.items(&rows, &counters, &mut fractions, self.item.entity()), items);
    }
}

/// For each item the number of its list's row, and what its bits are computed from.
pub(super) fn item_rows(draws: &Draws<'_>, offsets: &[i32]) -> (Vec<u64>, Vec<u64>) {
    let key: Key = draws.items_key();
    let count = offsets.last().map_or(0, |count| *count as usize);
    let (mut rows, mut counters) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for (list, ends) in offsets.windows(2).enumerate() {
        let (row, counter) = (draws.rows().get(list), draws.counters().get(list));
        let items = (ends[1] - ends[0]) as u32;
        rows.extend(std::iter::repeat_n(row, items as usize));
        counters.extend((0..items).map(|index| key.item(counter, index)));
    }
    (rows, counters)
}

#[derive(Debug)]
struct StructOf {
    fields: Vec<(String, Child)>,
}

impl Generate for StructOf {
    fn field(&self) -> Field {
        DataType::Struct(self.fields.iter().map(|(name, child)| child.field().named(name)).collect()).into()
    }

    fn cardinality(&self) -> u64 {
        1
    }

    fn properties(&self) -> Properties<'_> {
        // Each field is asked once: a struct that asked twice would ask a field 64 levels below it 2⁶⁴ times.
        let fields = self.fields.iter().map(|(_, child)| child.generate.properties());
        let (mut max_rows, mut uses_now) = (None, false);
        for field in fields {
            uses_now |= field.uses_now;
            max_rows = [max_rows, field.max_rows].into_iter().flatten().min_by_key(|limit| limit.rows);
        }
        Properties { max_rows, is_by_row: max_rows.is_some(), uses_now, ..Properties::not_unique("a struct") }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        for ((name, child), column) in self.fields.iter().zip(values.structs(self.fields.len())) {
            child.fill(&mut draws.field(name, child.entity()), column);
        }
    }
}
