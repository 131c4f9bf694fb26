//! Which values of a template the values of a generator become.

use crate::values::Kind;
use gusher::types::{DataType, Field};

/// Which values of a template the values of a generator become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueForm {
    Int,
    Decimal(u8),
    Bool,
    Text,
}

impl ValueForm {
    pub fn of(field: &Field) -> ValueForm {
        match field.data_type {
            _ if field.is_text() => ValueForm::Text,
            DataType::Int64 { .. } => ValueForm::Int,
            DataType::Decimal { scale, .. } => ValueForm::Decimal(scale as u8),
            DataType::Bool => ValueForm::Bool,
            _ => ValueForm::Text,
        }
    }

    pub fn kind(self) -> Kind {
        match self {
            ValueForm::Int => Kind::Int,
            ValueForm::Decimal(_) => Kind::Float,
            ValueForm::Bool => Kind::Bool,
            ValueForm::Text => Kind::Text,
        }
    }
}

/// The bounds of the values of a generator, if they can be numbers of iterations.
pub(crate) fn bounds(field: &Field) -> Option<(u32, u32)> {
    match field.data_type {
        DataType::Int64 { min, max } if !field.is_text() => bounds_between(min, max),
        _ => None,
    }
}

/// The bounds `min` and `max`.
pub(crate) fn bounds_between(min: i64, max: i64) -> Option<(u32, u32)> {
    let bounds = (u32::try_from(min).ok()?, u32::try_from(max).ok()?);
    Some(bounds).filter(|(min, max)| min <= max)
}
