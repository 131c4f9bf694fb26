//! A schema as a plan by which rows are read.

use std::collections::HashMap;

use super::schema::primitive;
use crate::document::Json;
use crate::typed::types::Type;

/// How a value is read.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// Nothing.
    Null,
    /// One byte.
    Bool,
    /// An integer of any length, and what it means.
    Long(Type),
    /// 4 bytes.
    Float,
    /// 8 bytes.
    Double,
    /// Bytes after their length, and what they mean.
    Bytes(Type),
    /// As many bytes, and what they mean.
    Fixed(usize, Type),
    /// The number of a word.
    Enum(Vec<String>),
    Array(Box<Plan>),
    Map(Box<Plan>),
    /// One of these, after its number.
    Union(Vec<Plan>),
    /// A type that has a name.
    Named(usize),
    /// The fields of a record.
    Record(Vec<Plan>),
}

/// All types with names, by which a schema may refer to itself.
#[derive(Clone, Debug, Default)]
pub struct Plans {
    names: HashMap<String, usize>,
    pub named: Vec<Plan>,
}

impl Plans {
    /// The plan of a schema, in a namespace; none where it is no schema.
    pub fn of(&mut self, schema: &Json, space: &str) -> Option<Plan> {
        match schema {
            Json::Text(name) => self.by_name(name, None, space),
            Json::List(branches) => Some(Plan::Union(
                branches.iter().map(|branch| self.of(branch, space)).collect::<Option<_>>()?,
            )),
            Json::Object(_) => match schema.get("type")? {
                Json::Text(name) => self.by_name(name, Some(schema), space),
                inner => self.of(inner, space),
            },
            Json::Null | Json::Bool(_) | Json::Number(_) => None,
        }
    }

    fn by_name(&mut self, of: &str, schema: Option<&Json>, space: &str) -> Option<Plan> {
        let get = |key: &str| schema.and_then(|schema| schema.get(key));
        let logical = get("logicalType").and_then(Json::text).unwrap_or_default();
        if let "enum" | "fixed" | "record" | "error" = of {
            return self.named(of, schema?, logical, space);
        }
        if let Some(known) = primitive(of, logical, schema) {
            return Some(match of {
                "null" => Plan::Null,
                "boolean" => Plan::Bool,
                "int" | "long" => Plan::Long(known),
                "float" => Plan::Float,
                "double" => Plan::Double,
                _ => Plan::Bytes(known),
            });
        }
        match of {
            "array" => Some(Plan::Array(Box::new(self.of(get("items")?, space)?))),
            "map" => Some(Plan::Map(Box::new(self.of(get("values")?, space)?))),
            name => {
                let full = if name.contains('.') { name.to_owned() } else { format!("{space}.{name}") };
                let known = self.names.get(full.trim_start_matches('.')).or_else(|| self.names.get(name));
                known.map(|index| Plan::Named(*index))
            }
        }
    }

    fn named(&mut self, of: &str, schema: &Json, logical: &str, space: &str) -> Option<Plan> {
        let name = schema.get("name").and_then(Json::text)?;
        let space = schema.get("namespace").and_then(Json::text).unwrap_or(space);
        let full = if name.contains('.') { name.to_owned() } else { format!("{space}.{name}") };
        let full = full.trim_start_matches('.').to_owned();
        let space = full.rsplit_once('.').map_or("", |(space, _)| space).to_owned();
        let index = self.named.len();
        self.named.push(Plan::Null);
        self.names.insert(full, index);
        self.named[index] = match of {
            "enum" => {
                let symbols = schema.get("symbols").map(Json::items).unwrap_or_default();
                Plan::Enum(symbols.iter().filter_map(Json::text).map(str::to_owned).collect())
            }
            "fixed" => {
                let size = schema.get("size").and_then(Json::count)?;
                let known = primitive("fixed", logical, Some(schema)).unwrap_or(Type::Fixed(size));
                Plan::Fixed(size as usize, known)
            }
            _ => {
                let fields = schema.get("fields").map(Json::items).unwrap_or_default();
                let plans = fields.iter().map(|field| self.of(field.get("type")?, &space));
                Plan::Record(plans.collect::<Option<_>>()?)
            }
        };
        Some(Plan::Named(index))
    }
}
