//! What the values of a column look like: all that an encoder knows of them before the first row.

use std::borrow::Cow;
use std::sync::Arc;

#[cfg(doc)]
use super::Array;
use crate::calendar::{Pattern, Unit};
use crate::types::Dictionary;

/// What the values of a column look like: all that an encoder has to know before the first row.
#[derive(Debug, Clone)]
pub enum Shape {
    /// Text put together from words: [`Array::Indices`].
    Composed(Vec<Part>),
    /// Any other text: [`Array::Strings`].
    Free {
        /// The most bytes that one has.
        longest: usize,
        /// About how many bytes they have in the mean.
        mean: usize,
        /// Whether all are made of ASCII letters, digits, `-`, `.` and `_` only, and are not empty: no format has to
        /// quote or to escape any of that.
        plain: bool,
    },
    /// A text put together from several values, each with the text that always follows it: [`Array::Joined`].
    Joined(Vec<(Shape, Cow<'static, str>)>),
    /// A text that is another value between two that never change; the values are those of the other shape.
    Affixed {
        /// What stands before it.
        before: String,
        /// The value.
        shape: Box<Shape>,
        /// What stands after it.
        after: String,
    },
    /// Whole numbers between the two, both included: [`Array::Ints`].
    Int {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// Numbers with `scale` digits behind the point, kept as whole multiples of 10^-scale between the two:
    /// [`Array::Ints`].
    Decimal {
        /// Digits behind the point, at most 18.
        scale: u32,
        /// The smallest multiple.
        min: i64,
        /// The largest multiple.
        max: i64,
    },
    /// Days since 1970-01-01 between the two, both included: [`Array::Dates`].
    Date {
        /// The first day.
        min: i32,
        /// The last day.
        max: i32,
    },
    /// Unix seconds between the two, both included, written as a time in UTC (RFC 3339): [`Array::Ints`].
    DateTime {
        /// The first second.
        min: i64,
        /// The last second.
        max: i64,
    },
    /// The same with thousandths of a second: [`Array::Ints`] counts those.
    DateTimeMillis {
        /// The first of them.
        min: i64,
        /// The last of them.
        max: i64,
    },
    /// Seconds after midnight, written as HH:MM:SS: [`Array::Ints`].
    Time {
        /// The first second.
        min: i64,
        /// The last second.
        max: i64,
    },
    /// Seconds, none of them negative, written as a duration (ISO 8601): [`Array::Ints`].
    Duration {
        /// The fewest.
        min: i64,
        /// The most.
        max: i64,
    },
    /// A time written by a pattern, as text: [`Array::Ints`] counts its unit from 1970-01-01 on.
    Calendar {
        /// How it is written.
        pattern: Arc<Pattern>,
        /// What is counted.
        unit: Unit,
        /// The first time.
        min: i64,
        /// The last time.
        max: i64,
    },
    /// True or false: [`Array::Bools`].
    Bool,
    /// 128-bit ids, written as UUIDs (RFC 9562): [`Array::Ids`].
    Uuid {
        /// Whether their letters are capitals.
        upper: bool,
    },
    /// IPv4 addresses, written with dots: [`Array::Ipv4s`].
    Ipv4,
    /// IPv6 addresses, written as RFC 5952 has it: [`Array::Ids`].
    Ipv6,
    /// Bytes, as many in each row: [`Array::FixedBytes`].
    Bytes {
        /// How many.
        len: usize,
        /// How they are written where only text can be.
        form: BytesForm,
        /// Whether they are meant as bytes, and the text is only how they are written; else the text is meant.
        binary: bool,
    },
}

impl Shape {
    /// About how many bytes a row of it takes while its batch is made and written.
    pub(crate) fn batch_bytes(&self) -> usize {
        match self {
            Shape::Composed(parts) => 4 * parts.len(),
            // As it is, and escaped.
            Shape::Free { longest, mean, .. } => 8 + 2 * mean.max(&(longest / 4)),
            Shape::Joined(parts) => parts.iter().map(|(shape, _)| shape.batch_bytes()).sum(),
            Shape::Affixed { shape, .. } => shape.batch_bytes(),
            Shape::Bool => 1,
            Shape::Ipv4 | Shape::Date { .. } => 4,
            Shape::Uuid { .. } | Shape::Ipv6 => 16,
            Shape::Bytes { len, .. } => *len,
            Shape::Int { .. }
            | Shape::Decimal { .. }
            | Shape::DateTime { .. }
            | Shape::DateTimeMillis { .. }
            | Shape::Time { .. }
            | Shape::Duration { .. }
            | Shape::Calendar { .. } => 8,
        }
    }
}

/// How bytes are written as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BytesForm {
    /// As hexadecimal digits.
    Hex {
        /// How many of their digits: all, or one less.
        digits: usize,
        /// Whether they are capitals.
        upper: bool,
    },
    /// In base 64 with padding (RFC 4648, section 4).
    Base64,
}

/// One part of a text: a word of a table and what always follows it.
#[derive(Debug, Clone)]
pub struct Part {
    /// The table.
    pub words: Arc<Dictionary>,
    /// The text that follows the word.
    pub after: &'static str,
}
