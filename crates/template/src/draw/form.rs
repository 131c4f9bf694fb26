//! What the values of a generator are to a template, by their shape.

use crate::values::Kind;
use gusher::types::{DataType, Field};

/// What the values of a generator are to a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Int,
    Decimal(u8),
    Bool,
    Text,
}

impl Form {
    pub fn of(field: &Field) -> Form {
        match field.data_type {
            _ if field.is_text() => Form::Text,
            DataType::Int64 { .. } => Form::Int,
            DataType::Decimal { scale, .. } => Form::Decimal(scale as u8),
            DataType::Bool => Form::Bool,
            _ => Form::Text,
        }
    }

    pub fn kind(self) -> Kind {
        match self {
            Form::Int => Kind::Int,
            Form::Decimal(_) => Kind::Float,
            Form::Bool => Kind::Bool,
            Form::Text => Kind::Text,
        }
    }
}

/// Between which numbers the values of a generator lie, if they are numbers of iterations.
pub(crate) fn span(field: &Field) -> Option<(u32, u32)> {
    match field.data_type {
        DataType::Int64 { min, max } if !field.is_text() => span_between(min, max),
        _ => None,
    }
}

/// The span from `min` to `max`.
pub(crate) fn span_between(min: i64, max: i64) -> Option<(u32, u32)> {
    let span = (u32::try_from(min).ok()?, u32::try_from(max).ok()?);
    Some(span).filter(|(min, max)| min <= max)
}
