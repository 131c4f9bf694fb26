//! Types of Avro as columns.

use std::collections::HashMap;

use crate::document::{Document, DocumentError, Json};
use crate::files::table_name;
use crate::model::{Column, Kind, Model, Note, Origin, Table, TableName};
use crate::typed::types::Type;

/// Deeper records are documents of JSON.
const MAX_DEPTH: usize = 12;
/// How long lists and maps are, as a schema does not say.
const LENGTH: (u32, u32) = (0, 3);

/// Adds the records that a document defines, those that no other one has in it, to the model.
///
/// # Errors
/// It has no record, or names a type that it does not define.
pub fn schema(document: &Document, model: &mut Model) -> Result<(), DocumentError> {
    let mut types = Types::default();
    types.define(&document.root, "");
    let roots: Vec<&Json> = match &document.root {
        Json::List(branches) => branches.iter().collect(),
        root => vec![root],
    };
    let mut tables = Vec::new();
    for root in roots {
        let found = types.named.get(root.text().unwrap_or_default()).map(|(schema, _)| *schema);
        let record = found.unwrap_or(root);
        if record.get("type").and_then(Json::text) == Some("record") {
            let name = record.get("name").and_then(Json::text).unwrap_or("record");
            let name = name.rsplit('.').next().unwrap_or(name);
            tables.push(types.table(record, name, &document.name));
        }
    }
    if !types.unknown.is_empty() {
        let line = |name: &String| {
            format!(
                "no type has the name {name}; the types of Avro are null, boolean, int, long, float, double, bytes, string, and those that the schema defines before"
            )
        };
        return Err(DocumentError::Wrong(types.unknown.iter().map(line).collect()));
    }
    if tables.is_empty() {
        let text =
            "it has no record, which a table needs: {\"type\": \"record\", \"name\": …, \"fields\": […]}";
        return Err(DocumentError::Wrong(vec![text.into()]));
    }
    model.notes.extend(types.notes);
    model.tables.extend(tables);
    Ok(())
}

/// The table that a file of Avro has, by the schema of its head.
///
/// # Errors
/// As for [`schema`].
pub(super) fn table_of(document: &Document, model: &mut Model) -> Result<(), DocumentError> {
    let before = model.tables.len();
    schema(document, model)?;
    model.tables.truncate(before + 1);
    if let Some(table) = model.tables.last_mut() {
        table.name.name = table_name(&document.name);
    }
    Ok(())
}

/// The types that have names, each with the namespace that names in it belong to.
#[derive(Default)]
struct Types<'d> {
    named: HashMap<String, (&'d Json, String)>,
    unknown: Vec<String>,
    notes: Vec<Note>,
    source: String,
}

/// The full name of a type: with its namespace, unless it has one.
fn full(name: &str, namespace: &str) -> String {
    if name.contains('.') || namespace.is_empty() { name.to_owned() } else { format!("{namespace}.{name}") }
}

impl<'d> Types<'d> {
    /// Finds the named types in a schema.
    fn define(&mut self, schema: &'d Json, namespace: &str) {
        match schema {
            Json::List(branches) => branches.iter().for_each(|branch| self.define(branch, namespace)),
            Json::Object(_) => {
                let mut inner = schema.get("namespace").and_then(Json::text).unwrap_or(namespace).to_owned();
                if let Some(name) = schema.get("name").and_then(Json::text) {
                    let full = full(name, &inner);
                    if let Some((space, _)) = full.rsplit_once('.') {
                        space.clone_into(&mut inner);
                    }
                    let is_type = schema
                        .get("type")
                        .and_then(Json::text)
                        .is_some_and(|of| ["record", "error", "enum", "fixed"].contains(&of));
                    if is_type {
                        self.named.entry(full).or_insert((schema, inner.clone()));
                    }
                }
                for field in schema.get("fields").map(Json::items).unwrap_or_default() {
                    if let Some(of) = field.get("type") {
                        self.define(of, &inner);
                    }
                }
                for part in ["type", "items", "values"] {
                    if let Some(of @ (Json::Object(_) | Json::List(_))) = schema.get(part) {
                        self.define(of, &inner);
                    }
                }
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => {}
        }
    }

    fn table(&mut self, record: &'d Json, name: &str, source: &str) -> Table {
        source.clone_into(&mut self.source);
        let origin = Origin { source: source.to_owned(), line: 0 };
        let mut table = Table::new(TableName { schema: None, name: name.to_owned() }, origin);
        table.comment = record.get("doc").and_then(Json::text).map(str::to_owned);
        let mut above = vec![std::ptr::from_ref(record).addr()];
        let space = self.space(record, "");
        table.columns = self.fields(record, &space, &mut above);
        table
    }

    /// The namespace of names in a named type.
    fn space(&self, schema: &Json, outer: &str) -> String {
        let address = std::ptr::from_ref(schema).addr();
        let mut named = self.named.values();
        let own = named.find(|(other, _)| std::ptr::from_ref(*other).addr() == address);
        own.map_or_else(|| outer.to_owned(), |(_, space)| space.clone())
    }

    fn fields(&mut self, record: &'d Json, space: &str, above: &mut Vec<usize>) -> Vec<Column> {
        let fields = record.get("fields").map(Json::items).unwrap_or_default();
        let mut columns = Vec::new();
        for field in fields {
            let name = field.get("name").and_then(Json::text).unwrap_or("field");
            let mut column = match field.get("type") {
                Some(of) => self.column(name, of, space, above),
                None => of_kind(name, text(), "string"),
            };
            column.comment = field.get("doc").and_then(Json::text).map(str::to_owned);
            columns.push(column);
        }
        columns
    }

    fn column(&mut self, name: &str, schema: &'d Json, space: &str, above: &mut Vec<usize>) -> Column {
        match schema {
            Json::Text(of) => self.by_name(name, of, None, space, above),
            Json::List(branches) => self.union(name, branches, space, above),
            Json::Object(_) => match schema.get("type") {
                Some(Json::Text(of)) => self.by_name(name, of, Some(schema), space, above),
                Some(of) => self.column(name, of, space, above),
                None => of_kind(name, Kind::Unknown, ""),
            },
            Json::Null | Json::Bool(_) | Json::Number(_) => of_kind(name, Kind::Unknown, ""),
        }
    }

    /// The first branch that is not null.
    fn union(&mut self, name: &str, branches: &'d [Json], space: &str, above: &mut Vec<usize>) -> Column {
        let is_null = |branch: &&Json| branch.text() == Some("null");
        let mut others = branches.iter().filter(|branch| !is_null(branch));
        let Some(first) = others.next() else {
            return of_kind(name, Kind::Literals(vec!["null".into()]), "null");
        };
        let mut column = self.column(name, first, space, above);
        column.is_nullable |= branches.iter().any(|branch| is_null(&branch));
        if others.next().is_some() {
            column.doubts.push("it may have values of several kinds, of which one is kept".into());
        }
        column
    }

    fn by_name(
        &mut self,
        name: &str,
        of: &str,
        schema: Option<&'d Json>,
        space: &str,
        above: &mut Vec<usize>,
    ) -> Column {
        let get = |key: &str| schema.and_then(|schema| schema.get(key));
        let logical = get("logicalType").and_then(Json::text).unwrap_or_default();
        if let Some(of) = primitive(of, logical, schema) {
            return Column { is_nullable: false, ..of.column(name) };
        }
        match of {
            "array" | "map" => {
                let (key, part) = if of == "array" { ("items", "item") } else { ("values", "value") };
                let inner = match get(key) {
                    Some(inner) => self.column(part, inner, space, above),
                    None => of_kind(part, Kind::Unknown, ""),
                };
                let value = Box::new(inner);
                let kind = match of {
                    "array" => Kind::List { item: value, length: LENGTH, is_distinct: false },
                    _ => Kind::Entries {
                        key: Box::new(of_kind("key", text(), "string")),
                        value,
                        length: LENGTH,
                    },
                };
                of_kind(name, kind, "")
            }
            "enum" => {
                let symbols = get("symbols").map(Json::items).unwrap_or_default();
                let words = symbols.iter().filter_map(Json::text).map(str::to_owned).collect();
                Column { stored: Some("enum".into()), ..of_kind(name, Kind::Enum(words), "enum") }
            }
            "fixed" => {
                let size = get("size").and_then(Json::count).unwrap_or(0);
                Column { is_nullable: false, ..Type::Fixed(size).column(name) }
            }
            "record" | "error" => match schema {
                Some(record) => self.record(name, record, space, above),
                None => of_kind(name, Kind::Unknown, ""),
            },
            of => match self.named.get(&full(of, space)).or_else(|| self.named.get(of)) {
                Some((schema, _)) => {
                    let schema = *schema;
                    self.column(name, schema, space, above)
                }
                None => {
                    if !self.unknown.iter().any(|known| known == of) {
                        self.unknown.push(of.to_owned());
                    }
                    of_kind(name, Kind::Unknown, "")
                }
            },
        }
    }

    fn record(&mut self, name: &str, record: &'d Json, space: &str, above: &mut Vec<usize>) -> Column {
        let address = std::ptr::from_ref(record).addr();
        if above.contains(&address) || above.len() > MAX_DEPTH {
            let mut column = of_kind(name, Kind::Literals(vec!["null".into()]), "");
            column.doubts.push("a record within itself is left out".into());
            return column;
        }
        above.push(address);
        let space = self.space(record, space);
        let fields = self.fields(record, &space, above);
        above.pop();
        match fields.is_empty() {
            true => of_kind(name, Kind::Literals(vec!["{}".into()]), ""),
            false => of_kind(name, Kind::Struct(fields), ""),
        }
    }
}

/// A column that is never null.
fn of_kind(name: &str, kind: Kind, type_text: &str) -> Column {
    let mut column = Column::new(name, kind, type_text);
    column.is_nullable = false;
    column
}

fn text() -> Kind {
    Kind::Text { max: None, is_fixed: false, ignores_case: false }
}

/// A type that needs no other one.
pub(super) fn primitive(of: &str, logical: &str, schema: Option<&Json>) -> Option<Type> {
    let count = |key: &str| schema.and_then(|schema| schema.get(key)).and_then(Json::count);
    Some(match (logical, of) {
        ("decimal", "bytes" | "fixed") => {
            Type::Decimal { precision: count("precision").unwrap_or(38), scale: count("scale").unwrap_or(0) }
        }
        ("uuid", "string" | "fixed") => Type::Uuid,
        ("date", "int") => Type::Date,
        ("time-millis", "int") => Type::Time { digits: 3 },
        ("time-micros", "long") => Type::Time { digits: 6 },
        ("duration", "fixed") => Type::Interval,
        ("timestamp-millis" | "timestamp-micros" | "timestamp-nanos", "long") => {
            Type::Moment { digits: digits(logical), has_zone: true }
        }
        ("local-timestamp-millis" | "local-timestamp-micros" | "local-timestamp-nanos", "long") => {
            Type::Moment { digits: digits(logical), has_zone: false }
        }
        (_, "boolean") => Type::Bool,
        (_, "int") => Type::Int { bits: 32, is_unsigned: false },
        (_, "long") => Type::Int { bits: 64, is_unsigned: false },
        (_, "float") => Type::Float { bits: 32 },
        (_, "double") => Type::Float { bits: 64 },
        (_, "bytes") => Type::Bytes,
        (_, "string") => Type::Text,
        (_, "null") => Type::Null,
        _ => return None,
    })
}

fn digits(logical: &str) -> u8 {
    match logical.rsplit('-').next() {
        Some("millis") => 3,
        Some("micros") => 6,
        _ => 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found_by_their_names() {
        let text = br#"{"type":"record","name":"a.Order","fields":[
            {"name":"id","type":{"type":"string","logicalType":"uuid"}},
            {"name":"state","type":{"type":"enum","name":"State","symbols":["NEW","PAID"]}},
            {"name":"before","type":["null","State"]},
            {"name":"total","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}},
            {"name":"lines","type":{"type":"array","items":{"type":"record","name":"Line","fields":[{"name":"n","type":"int"}]}}},
            {"name":"next","type":["null","a.Order"]},
            {"name":"tags","type":{"type":"map","values":"string"}}]}"#;
        let mut model = Model::default();
        schema(&Document::parse("x.avsc", text).expect("JSON"), &mut model).expect("a schema");
        let table = &model.tables[0];
        assert_eq!(table.name.name, "Order");
        let kind = |name: &str| table.column(name).expect("a column").kind.clone();
        assert_eq!(kind("id"), Kind::Uuid);
        assert_eq!(kind("before"), Kind::Enum(vec!["NEW".into(), "PAID".into()]));
        assert_eq!(kind("total"), Kind::Decimal { precision: Some(9), scale: Some(2) });
        assert!(matches!(kind("lines"), Kind::List { .. }) && matches!(kind("tags"), Kind::Entries { .. }));
        assert!(table.column("before").is_some_and(|column| column.is_nullable));
        assert_eq!(kind("next"), Kind::Literals(vec!["null".into()]));
        let wrong = br#"{"type":"record","name":"r","fields":[{"name":"x","type":"strng"}]}"#;
        let wrong = schema(&Document::parse("x", wrong).expect("JSON"), &mut model);
        assert!(wrong.is_err_and(|error| error.to_string().contains("strng")));
    }
}
