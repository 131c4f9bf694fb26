//! What is known of the values of JSON at one position, and how `serde_json` adds to it.

use std::fmt;
use std::io::Write as _;

use serde::de::{Deserialize as _, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::sketch::Sketch;
use super::table::{decoded, hashes};
use crate::model::{Column, Kind};

/// Fields are taken for as many, as nobody knows how many there will be.
const FIELDS: usize = 24;
/// The most items of a list that is generated.
const MAX_ITEMS: u32 = 1000;
/// Deeper values are documents of JSON.
pub const MAX_DEPTH: u32 = 8;
/// The most fields of an object: a file with more has data for names.
const MAX_FIELDS: usize = 2000;

/// What is known of a value at some depth.
pub struct Node {
    pub sketch: Sketch,
    /// The fields of objects, in the order in which they came.
    pub fields: Vec<(String, Node)>,
    pub item: Option<Box<Node>>,
    pub seen: u64,
    pub objects: u64,
    pub lists: u64,
    pub nulls: u64,
    /// Whether its values are too deep to be looked at.
    pub is_deep: bool,
}

impl Default for Node {
    fn default() -> Node {
        Node {
            sketch: Sketch::new(hashes(FIELDS)),
            fields: Vec::new(),
            item: None,
            seen: 0,
            objects: 0,
            lists: 0,
            nulls: 0,
            is_deep: false,
        }
    }
}

/// Reads an object by the crate that knows everything.
pub fn read_object(line: &[u8], node: &mut Node) -> serde_json::Result<()> {
    let mut reader = serde_json::Deserializer::from_slice(line);
    Seed(node, 0).deserialize(&mut reader).and_then(|()| reader.end())
}

impl Node {
    /// The column of this name, in this number of objects.
    pub fn finish(mut self, name: &str, objects: u64) -> Column {
        let nulls = self.nulls + (objects - self.seen.min(objects));
        self.sketch.add_nulls(nulls);
        if self.is_deep {
            let mut column = Column::new(name, Kind::Json { is_binary: false }, "");
            column.is_nullable = false;
            column.doubts.push("it is deeper than is looked at".into());
            return column;
        }
        let scalars = self.seen - self.nulls - self.objects - self.lists;
        let (of_objects, of_lists) = (self.objects, self.lists);
        let (fields, item) = (self.fields, self.item);
        let mut column = self.sketch.finish(name, &decoded);
        let kind = match (of_objects > 0, of_lists > 0, scalars > 0) {
            (false, false, _) => return column,
            (true, false, false) => {
                let columns: Vec<Column> =
                    fields.into_iter().map(|(name, node)| node.finish(&name, of_objects)).collect();
                match columns.is_empty() {
                    true => Kind::Literals(vec!["{}".into()]),
                    false => Kind::Struct(columns),
                }
            }
            (false, true, false) => match item.filter(|item| item.seen > 0) {
                None => Kind::Literals(vec!["[]".into()]),
                Some(item) => {
                    let seen = item.seen;
                    let item = Box::new(item.finish("item", seen));
                    let lengths = column.statistics.as_ref().and_then(|statistics| statistics.length);
                    let length = |n: u64| u32::try_from(n).unwrap_or(u32::MAX).min(MAX_ITEMS);
                    let (least, most) = lengths.unwrap_or((0, 0));
                    Kind::List { item, length: (length(least), length(most)), is_distinct: false }
                }
            },
            _ => {
                column.doubts.push("it has values of several kinds".into());
                Kind::Json { is_binary: false }
            }
        };
        if let Some(statistics) = &mut column.statistics {
            statistics.rows = objects;
            statistics.null_share = nulls as f64 / objects.max(1) as f64;
            statistics.distinct = None;
            statistics.common.clear();
        }
        column.is_nullable = nulls > 0;
        column.kind = kind;
        column.doubts.retain(|doubt| doubt != "it has no values");
        column
    }

    /// The field of this name; most objects have their fields in one order, so that it is the next one.
    pub fn field(&mut self, name: &[u8], next: usize) -> Option<usize> {
        if self.fields.get(next).is_some_and(|(known, _)| known.as_bytes() == name) {
            return Some(next);
        }
        if let Some(at) = self.fields.iter().position(|(known, _)| known.as_bytes() == name) {
            return Some(at);
        }
        (self.fields.len() < MAX_FIELDS).then(|| {
            let name = String::from_utf8_lossy(name).into_owned();
            let sketch = Sketch::named(&name, hashes(FIELDS), FIELDS);
            self.fields.push((name, Node { sketch, ..Node::default() }));
            self.fields.len() - 1
        })
    }
}

/// Reads a value into what is known of those before it, at a depth.
pub struct Seed<'n>(pub &'n mut Node, pub u32);

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        self.0.seen += 1;
        if self.1 > MAX_DEPTH {
            self.0.is_deep = true;
            serde::de::IgnoredAny::deserialize(reader)?;
            return Ok(());
        }
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.0.nulls += 1;
        Ok(())
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.0.sketch.add_bool(value);
        Ok(())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        add_digits(self.0, value);
        Ok(())
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        add_digits(self.0, value);
        Ok(())
    }

    fn visit_f64<E>(self, value: f64) -> Result<(), E> {
        self.0.sketch.add_number(zmij::Buffer::new().format(value).as_bytes());
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.0.sketch.add_text(text.as_bytes());
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.0.lists += 1;
        let item = self.0.item.get_or_insert_default();
        let mut count = 0;
        while items.next_element_seed(Seed(item, self.1 + 1))?.is_some() {
            count += 1;
        }
        self.0.sketch.add_length(count);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        self.0.objects += 1;
        let mut next = 0;
        while let Some(found) = entries.next_key_seed(Key { node: self.0, next })? {
            match found {
                Some(at) => {
                    next = at + 1;
                    entries.next_value_seed(Seed(&mut self.0.fields[at].1, self.1 + 1))?;
                }
                None => {
                    entries.next_value::<serde::de::IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// Finds the field that a name is, without a copy of the name.
struct Key<'n> {
    node: &'n mut Node,
    next: usize,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Option<usize>, D::Error> {
        reader.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E>(self, name: &str) -> Result<Option<usize>, E> {
        Ok(self.node.field(name.as_bytes(), self.next))
    }
}

fn add_digits(node: &mut Node, number: impl fmt::Display) {
    let mut digits = [0; 24];
    let mut rest = &mut digits[..];
    // A number of 64 bits has at most twenty digits and a sign.
    let _ = write!(rest, "{number}");
    let left = rest.len();
    node.sketch.add_number(&digits[..digits.len() - left]);
}
