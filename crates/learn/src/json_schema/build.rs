//! A shape without alternatives as a column.

use super::shape::{Shape, Type};
use super::solve::{At, Solver, Unfit};
use super::values::listed;
use crate::model::{Column, IntSize, Kind, Rules};

impl<'d> Solver<'d> {
    /// The column of a shape.
    pub fn build(&mut self, shape: &Shape<'d>, at: &At) -> Result<Column, Unfit> {
        if shape.types.is_empty() || shape.is_impossible() {
            return Err(Unfit::Impossible);
        }
        let mut column = match &shape.values {
            Some(values) => listed(shape, values, &at.name)?,
            None => self.of_types(shape, at)?,
        };
        column.is_nullable |= shape.may_be_null;
        column.doubts.extend(shape.doubts.iter().cloned());
        Ok(column)
    }

    /// The column of the first type that there can be one of.
    fn of_types(&mut self, shape: &Shape<'d>, at: &At) -> Result<Column, Unfit> {
        let mut types: Vec<Type> = shape.types.clone();
        if !shape.is_typed {
            types.sort_by_key(|of| !is_meant(shape, *of));
        }
        let has_null = types.contains(&Type::Null) && shape.is_typed;
        let mut failed = Unfit::Impossible;
        for of in types {
            let built = match of {
                Type::Null if has_null && shape.types.len() > 1 => continue,
                Type::Null => {
                    let column = Column::new(&*at.name, Kind::Literals(vec!["null".into()]), "null");
                    Ok(Column { is_nullable: false, ..column })
                }
                Type::Bool => Ok(Column::new(&*at.name, Kind::Bool, "boolean")),
                Type::Integer => number(shape, at, true),
                Type::Number => number(shape, at, false),
                Type::Text => text(shape, at),
                Type::Array => self.array(shape, at),
                Type::Object => self.object(shape, at),
            };
            match built {
                Ok(mut column) => {
                    column.is_nullable = has_null && of != Type::Null;
                    return Ok(column);
                }
                Err(Unfit::TooComplex) => return Err(Unfit::TooComplex),
                Err(unfit) => failed = unfit,
            }
        }
        Err(failed)
    }
}

/// Whether keywords say that this type is meant where none is named.
fn is_meant(shape: &Shape<'_>, of: Type) -> bool {
    match of {
        Type::Object => {
            !shape.properties.is_empty()
                || !shape.required.is_empty()
                || !shape.pattern_properties.is_empty()
                || !shape.additional.is_empty()
        }
        Type::Array => !shape.items.is_empty() || !shape.prefix.is_empty() || shape.min_items > 0,
        Type::Integer | Type::Number => shape.min.is_some() || shape.max.is_some() || shape.step.is_some(),
        // Any value is a text where nothing else is said.
        Type::Text => !is_other(shape),
        Type::Bool | Type::Null => false,
    }
}

fn is_other(shape: &Shape<'_>) -> bool {
    [Type::Object, Type::Array, Type::Number].into_iter().any(|of| is_meant(shape, of))
}

fn number(shape: &Shape<'_>, at: &At, is_whole: bool) -> Result<Column, Unfit> {
    let rules = Rules {
        min: shape.min.clone(),
        max: shape.max.clone(),
        step: shape.step.clone(),
        ..Rules::default()
    };
    let bits = if shape.format == Some("int32") { 32 } else { 64 };
    let kind = match is_whole {
        true => Kind::Int(IntSize { bits, is_unsigned: false }),
        false => Kind::Float { bits: 64 },
    };
    let mut column = Column::new(&*at.name, kind, if is_whole { "integer" } else { "number" });
    column.rules = (rules != Rules::default()).then(|| Box::new(rules));
    Ok(column)
}

fn text(shape: &Shape<'_>, at: &At) -> Result<Column, Unfit> {
    let is_free =
        shape.patterns.is_empty() && shape.min_length <= 1 && shape.max_length.is_none_or(|max| max >= 36);
    let kind = match shape.format {
        Some("date") if is_free => Kind::Date,
        Some("date-time") if is_free => Kind::DateTime { digits: 0, has_zone: true },
        Some("uuid" | "guid") if is_free => Kind::Uuid,
        _ => Kind::Text { max: None, is_fixed: false, ignores_case: false },
    };
    let mut column = Column::new(&*at.name, kind, "string");
    // Of several patterns the longest one says most.
    let pattern = shape.patterns.iter().max_by_key(|pattern| pattern.len());
    if shape.patterns.len() > 1 {
        column.doubts.push("it has several patterns, of which one is kept".into());
    }
    let rules = Rules {
        min_length: shape.min_length,
        max_length: shape.max_length,
        pattern: pattern.map(|pattern| (*pattern).to_owned()),
        format: shape.format.map(str::to_owned),
        ..Rules::default()
    };
    // Nothing in a document is padded or cut, so that all texts are chosen within their rules.
    column.rules = matches!(column.kind, Kind::Text { .. }).then(|| Box::new(rules));
    Ok(column)
}
