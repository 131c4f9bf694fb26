//! What the column of an expression is stored as: PostgreSQL's type of it, where the expression reads a column with a declared type or
//! casts to one; otherwise what is usual for its values.

use gusher::types::{DataType, Field, IntType, StorageType, StorageUnit};

use crate::ast::{ExprNode, NodeKind, TypeName};
use crate::types::{Json, Number, SECOND, Span, Type};

/// Which types of an expression are kept.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stored {
    /// Whether floating-point numbers are a column of them, and not of decimals.
    pub keeps_floats: bool,
    /// Whether integers have the bits of their type.
    keeps_ints: bool,
    /// The finest unit of the declared timestamps, where they keep having a zone or none.
    timestamps: Option<StorageUnit>,
}

impl Stored {
    /// By the columns that an expression reads, and its casts.
    pub fn of(fields: &[&Field], node: &ExprNode) -> Stored {
        let mut stored = Stored::default();
        for field in fields {
            stored.keeps_floats |= matches!(field.data_type, DataType::Float { .. });
            match field.declared {
                Some(StorageType::Int(_)) => stored.keeps_ints = true,
                Some(StorageType::Timestamp { unit, .. }) => {
                    let finer = |known: StorageUnit| if micros(known) < micros(unit) { known } else { unit };
                    stored.timestamps = Some(stored.timestamps.map_or(unit, finer));
                }
                _ => {}
            }
        }
        stored.casts(node);
        stored
    }

    fn casts(&mut self, node: &ExprNode) {
        match &node.kind {
            NodeKind::Column(_)
            | NodeKind::Null
            | NodeKind::Bool(_)
            | NodeKind::Number(_)
            | NodeKind::Text(_) => {}
            NodeKind::Call { args, .. } => args.iter().for_each(|arg| self.casts(arg)),
            NodeKind::Case { operand, whens, otherwise } => {
                let whens = whens.iter().flat_map(|(condition, result)| [condition, result]);
                let rest = operand.iter().chain(otherwise).map(|node| &**node);
                rest.chain(whens).for_each(|node| self.casts(node));
            }
            NodeKind::Cast { value, to } => {
                match to {
                    TypeName::Float | TypeName::Real => self.keeps_floats = true,
                    TypeName::Int(_) => self.keeps_ints = true,
                    TypeName::Timestamp { .. } if self.timestamps.is_none() => {
                        self.timestamps = Some(StorageUnit::Microsecond);
                    }
                    _ => {}
                }
                self.casts(value);
            }
        }
    }

    /// The type that a column of these values declares, if it does.
    pub fn declared(&self, ty: &Type) -> Option<StorageType> {
        match *ty {
            Type::Number(Number { integer: true, bits, .. }) if self.keeps_ints => {
                Some(StorageType::Int(IntType { bits, is_signed: true }))
            }
            Type::Timestamp(Span { step, zoned, .. }) => {
                let unit = self.timestamps?;
                let unit = if step % micros(unit) == 0 { unit } else { StorageUnit::Microsecond };
                Some(StorageType::Timestamp { unit, has_zone: zoned })
            }
            Type::Json(Json { is_binary, .. }) => Some(StorageType::Json { is_binary }),
            _ => None,
        }
    }
}

/// The microseconds of a unit; of those that are finer, 1.
pub(super) fn micros(unit: StorageUnit) -> i64 {
    match unit {
        StorageUnit::Second => SECOND,
        StorageUnit::Millisecond => 1000,
        StorageUnit::Microsecond | StorageUnit::Nanosecond => 1,
    }
}
