//! Values that a schema lists.

use super::shape::{Shape, Type};
use super::solve::Unfit;
use crate::document::Json;
use crate::model::{Column, Kind};

/// The most values that are written out.
const MAX_VALUES: usize = 2000;

/// The column of the values that a schema lists.
pub fn listed(shape: &Shape<'_>, values: &[&Json], name: &str) -> Result<Column, Unfit> {
    let mut allowed: Vec<&Json> = values.iter().copied().filter(|value| shape.allows(value)).collect();
    let has_null = allowed.contains(&&Json::Null);
    if allowed.len() > 1 {
        allowed.retain(|value| **value != Json::Null);
    }
    let mut once: Vec<&Json> = Vec::new();
    allowed.retain(|value| {
        let is_new = !once.contains(value);
        once.push(value);
        is_new
    });
    allowed.truncate(MAX_VALUES);
    if allowed.is_empty() {
        return Err(Unfit::Impossible);
    }
    let texts: Option<Vec<String>> =
        allowed.iter().map(|value| value.text().filter(|text| is_word(text)).map(str::to_owned)).collect();
    let kind = match texts {
        Some(words) => Kind::Enum(words),
        None => Kind::Literals(allowed.iter().map(ToString::to_string).collect()),
    };
    let mut column = Column::new(name, kind, type_text(&allowed));
    column.is_nullable = has_null && allowed.len() + usize::from(has_null) > 1;
    Ok(column)
}

/// Whether a text can be a word of an enumeration.
fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains('\0')
}

fn type_text(values: &[&Json]) -> &'static str {
    match values.first().map(|value| Type::of(value)) {
        Some(Type::Text) => "string",
        Some(Type::Integer) => "integer",
        Some(Type::Number) => "number",
        Some(Type::Bool) => "boolean",
        _ => "",
    }
}
