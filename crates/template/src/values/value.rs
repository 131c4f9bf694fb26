//! Values of a running template.

use super::kind::Kind;

/// A value. Small and copied: texts and lists are spans in a [`Heap`].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum Value {
    /// Go's `nil`: no value at all.
    #[default]
    Nil,
    /// What `Null` gives: it is written as nothing.
    Null,
    Bool(bool),
    Int(i64),
    /// A byte of a text.
    Byte(u8),
    Float(f64),
    /// A number with this many decimal places, in units of the last one.
    Decimal(i64, u8),
    Text(TextSpan),
    /// Consecutive whole numbers.
    Ints {
        first: i64,
        len: u32,
    },
    /// Any values.
    List {
        start: u32,
        len: u32,
        /// How many lists may be nested in it, itself among them.
        depth: u16,
    },
    /// The initial dot: the row with its fields.
    Row,
}

/// The span of a text in the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TextSpan {
    pub(super) start: u32,
    pub(super) len: u32,
}

/// A field of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowField {
    Row,
    Seed,
    Table,
    /// None of them.
    Unknown,
}

/// The fields by their names.
pub(crate) const FIELDS: [(&str, RowField); 3] =
    [("Row", RowField::Row), ("Seed", RowField::Seed), ("Table", RowField::Table)];

impl Value {
    pub fn kind(self) -> Kind {
        match self {
            Value::Nil | Value::Null => Kind::Nothing,
            Value::Bool(_) => Kind::Bool,
            Value::Int(_) => Kind::Int,
            Value::Byte(_) => Kind::Byte,
            Value::Float(_) | Value::Decimal(..) => Kind::Float,
            Value::Text(_) => Kind::Text,
            Value::Ints { .. } | Value::List { .. } => Kind::List,
            Value::Row => Kind::Row,
        }
    }

    /// What Go calls its type.
    pub fn type_name(self) -> &'static str {
        match self {
            Value::Nil => "nil",
            Value::Null => "null",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Byte(_) => "uint8",
            Value::Float(_) | Value::Decimal(..) => "float64",
            Value::Text(_) => "string",
            Value::Ints { .. } => "[]int",
            Value::List { .. } => "[]interface {}",
            Value::Row => "template.Row",
        }
    }

    /// Whether `if` takes it for true: what is not zero and not empty.
    #[inline]
    pub fn truth(self) -> bool {
        match self {
            Value::Nil | Value::Null => false,
            Value::Bool(value) => value,
            Value::Int(value) | Value::Decimal(value, _) => value != 0,
            Value::Byte(value) => value != 0,
            Value::Float(value) => value != 0.0,
            Value::Text(text) => text.len > 0,
            Value::Ints { len, .. } | Value::List { len, .. } => len > 0,
            Value::Row => true,
        }
    }

    /// The number as a float.
    pub fn as_float(self) -> Option<f64> {
        match self {
            Value::Int(value) => Some(value as f64),
            Value::Byte(value) => Some(f64::from(value)),
            Value::Float(value) => Some(value),
            // Both are exact up to 2^53 and 10^22, so that the quotient is the nearest float.
            Value::Decimal(units, scale) => Some(units as f64 / POWERS[usize::from(scale.min(18))]),
            _ => None,
        }
    }

    /// The depth of the lists in it, at most.
    pub(super) fn depth(self) -> u16 {
        match self {
            Value::Ints { .. } => 1,
            Value::List { depth, .. } => depth,
            _ => 0,
        }
    }

    /// The integer, if it is one.
    pub fn as_int(self) -> Option<i64> {
        match self {
            Value::Int(value) => Some(value),
            Value::Byte(value) => Some(i64::from(value)),
            _ => None,
        }
    }
}

const POWERS: [f64; 19] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18];

impl TextSpan {
    pub fn len(self) -> usize {
        self.len as usize
    }
}
