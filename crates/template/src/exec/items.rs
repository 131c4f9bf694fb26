//! What `range` goes through: numbers, lists, and the characters of texts.

use crate::utf8;
use crate::values::article;
use crate::values::{Heap, TextSpan, Value};

/// The items that are left.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Items {
    #[default]
    None,
    /// The next number, how many are left, and the index of the next.
    Ints { next: i64, left: u64, index: i64 },
    /// The list and the next index in it.
    List { list: Value, index: usize, len: usize },
    /// The text and the byte where the next character begins.
    Text { text: TextSpan, at: usize },
}

impl Items {
    /// The items of a value. `pairs` says whether their indices are needed too.
    pub fn of(value: Value, pairs: bool, heap: &Heap) -> Result<Items, String> {
        Ok(match value {
            Value::Nil | Value::Null => Items::None,
            Value::Int(_) | Value::Byte(_) => {
                if pairs {
                    return Err("a number has no indices: one variable is enough to range over it".into());
                }
                let count = value.as_int().unwrap_or(0);
                Items::Ints { next: 0, left: u64::try_from(count).unwrap_or(0), index: 0 }
            }
            Value::Ints { first, len } => Items::Ints { next: first, left: u64::from(len), index: 0 },
            Value::List { .. } => Items::List { list: value, index: 0, len: heap.len(value).unwrap_or(0) },
            Value::Text(text) => Items::Text { text, at: 0 },
            other => {
                let what = article(other.type_name());
                return Err(format!(
                    "one cannot range over {what}; Loop, a number, a list or a text will do"
                ));
            }
        })
    }

    pub fn is_empty(&self) -> bool {
        match *self {
            Items::None => true,
            Items::Ints { left, .. } => left == 0,
            Items::List { index, len, .. } => index == len,
            Items::Text { text, at } => at == text.len(),
        }
    }

    /// The next item after its index.
    #[inline]
    pub fn next(&mut self, heap: &Heap) -> Option<(i64, Value)> {
        match self {
            Items::Ints { left: 0, .. } | Items::None => None,
            Items::Ints { next, left, index } => {
                let item = (*index, Value::Int(*next));
                (*next, *left, *index) = (next.wrapping_add(1), *left - 1, *index + 1);
                Some(item)
            }
            Items::List { index, len, .. } if index == len => None,
            Items::List { list, index, .. } => {
                *index += 1;
                Some((*index as i64 - 1, heap.item(*list, *index - 1)))
            }
            Items::Text { text, at } => {
                let bytes = heap.get(*text);
                let index = *at as i64;
                let (c, width) = utf8::first(&bytes[*at..])?;
                *at += width;
                Some((index, Value::Int(i64::from(u32::from(c)))))
            }
        }
    }
}
