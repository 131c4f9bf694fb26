//! The schema of a file, as JSON.

use std::collections::HashSet;
use std::fmt::Write;

use gusher::plan::Plan;
use gusher::types::{DataType, Field, FloatWidth, IntType, StorageUnit};

use crate::dictionary::TextDictionary;
use crate::identifier::{distinct, identifier};
use crate::kind::{Branch, Kind, ListKind, TextKind};

/// The schema of a plan's columns: a record.
pub(super) fn of(plan: &Plan) -> String {
    let mut schema = Schema::default();
    schema.record("row", plan.fields());
    schema.json
}

#[derive(Default)]
struct Schema {
    json: String,
    /// The names of records and of types of a fixed length, of which no two may be the same.
    types: HashSet<String>,
}

impl Schema {
    /// Appends a record of these fields, whose name is this one or begins with it.
    fn record<'f>(&mut self, name: &str, fields: impl Iterator<Item = &'f Field>) {
        let name = distinct(name.to_owned(), &mut self.types);
        self.push(&format!("{{\"type\":\"record\",\"name\":\"{name}\",\"fields\":["));
        let mut names = HashSet::new();
        for (index, field) in fields.enumerate() {
            let own = distinct(identifier(&field.name), &mut names);
            self.push(if index == 0 { "{\"name\":\"" } else { ",{\"name\":\"" });
            self.push(&own);
            self.push("\",");
            if own != field.name {
                self.push(&format!("\"doc\":{},", quoted(&field.name)));
            }
            self.push("\"type\":");
            self.field(field, &format!("{name}_{own}"));
            self.push("}");
        }
        self.push("]}");
    }

    /// Appends a type and whether values may be null. `name` is what it is called if it needs a name.
    fn field(&mut self, field: &Field, name: &str) {
        if field.nullable {
            self.push("[\"null\",");
        }
        match Branch::of(field) {
            Branch::List { item, kind, .. } => match value_of_texts(item).filter(|_| kind == ListKind::Map) {
                // The entries of a map are written as records in an array are: a key, and a value.
                Some(value) => {
                    self.push("{\"type\":\"map\",\"values\":");
                    self.field(value, &format!("{name}_value"));
                    self.push("}");
                }
                None => {
                    self.push("{\"type\":\"array\",\"items\":");
                    self.field(item, &format!("{name}_item"));
                    self.push("}");
                }
            },
            Branch::Struct(fields) => self.record(name, fields.iter()),
            Branch::Leaf => self.leaf(field, name),
        }
        if field.nullable {
            self.push("]");
        }
    }

    fn leaf(&mut self, field: &Field, name: &str) {
        match Kind::in_files(field) {
            // Avro's int has 32 bits and a sign.
            Kind::Int(IntType { bits: 8 | 16, .. } | IntType { bits: 32, is_signed: true }) => {
                self.push("\"int\"");
            }
            Kind::Int(IntType { bits: 64, is_signed: false }) => self.push(
                "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":20,\"scale\":0}",
            ),
            Kind::Int(_) | Kind::Duration => self.push("\"long\""),
            // Avro's narrowest has 32 bits.
            Kind::Float { width: FloatWidth::Half | FloatWidth::Single, .. } => self.push("\"float\""),
            Kind::Float { width: FloatWidth::Double, .. } => self.push("\"double\""),
            Kind::Bool => self.push("\"boolean\""),
            // It has no logical type of JSON.
            Kind::Text(TextKind::Utf8 | TextKind::Json) => self.push("\"string\""),
            Kind::Text(TextKind::Enum) => match TextDictionary::of(field).as_ref().and_then(symbols) {
                Some(symbols) => {
                    let name = distinct(name.to_owned(), &mut self.types);
                    let symbols: Vec<String> = symbols.map(quoted).collect();
                    let symbols = symbols.join(",");
                    self.push(&format!("{{\"type\":\"enum\",\"name\":\"{name}\",\"symbols\":[{symbols}]}}"));
                }
                None => self.push("\"string\""),
            },
            Kind::Interval => {
                let name = distinct(name.to_owned(), &mut self.types);
                self.push(&format!(
                    "{{\"type\":\"fixed\",\"name\":\"{name}\",\"size\":12,\"logicalType\":\"duration\"}}"
                ));
            }
            Kind::Text(TextKind::Bytes | TextKind::Geometry) => self.push("\"bytes\""),
            Kind::Date => self.logical("int", "date"),
            Kind::Time(StorageUnit::Second | StorageUnit::Millisecond) => self.logical("int", "time-millis"),
            // It has none of nanoseconds.
            Kind::Time(StorageUnit::Microsecond | StorageUnit::Nanosecond) => {
                self.logical("long", "time-micros");
            }
            Kind::Timestamp { unit, has_zone, .. } => {
                let local = if has_zone { "" } else { "local-" };
                let unit = match unit {
                    StorageUnit::Second | StorageUnit::Millisecond => "millis",
                    StorageUnit::Microsecond => "micros",
                    StorageUnit::Nanosecond => "nanos",
                };
                self.logical("long", &format!("{local}timestamp-{unit}"));
            }
            Kind::Uuid => self.logical("string", "uuid"),
            Kind::Decimal { precision, scale, .. } => self.push(&format!(
                "{{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":{precision},\"scale\":{scale}}}"
            )),
            Kind::Bytes { len } => {
                let name = distinct(name.to_owned(), &mut self.types);
                self.push(&format!("{{\"type\":\"fixed\",\"name\":\"{name}\",\"size\":{len}}}"));
            }
        }
    }

    fn logical(&mut self, own: &str, logical: &str) {
        self.push(&format!("{{\"type\":\"{own}\",\"logicalType\":\"{logical}\"}}"));
    }

    fn push(&mut self, text: &str) {
        self.json.push_str(text);
    }
}

/// The value of a map's entries, where the keys are written as texts: no others has Avro.
fn value_of_texts(entry: &Field) -> Option<&Field> {
    let DataType::Struct(fields) = &entry.data_type else { return None };
    let [key, value] = &fields[..] else { return None };
    matches!(Kind::in_files(key), Kind::Text(TextKind::Utf8 | TextKind::Json) | Kind::Uuid).then_some(value)
}

/// The words of an enumeration, where all of them are names that Avro can have.
pub(super) fn symbols(dictionary: &TextDictionary) -> Option<impl Iterator<Item = &str>> {
    let words = || dictionary.dictionary().iter();
    words().all(|word| identifier(word) == word).then(words)
}

/// A text as JSON.
fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => json.extend(['\\', c]),
            '\0'..' ' => {
                // A text can always be appended to.
                let _ = write!(json, "\\u{:04x}", c as u32);
            }
            c => json.push(c),
        }
    }
    json + "\""
}

#[cfg(test)]
mod tests {
    use super::{Schema, quoted};
    use gusher::types::{BytesForm, Field};

    #[test]
    fn texts_are_quoted_as_json_has_them() {
        assert_eq!(quoted("a\"b\\\n"), "\"a\\\"b\\\\\\u000a\"");
    }

    #[test]
    fn nested_types_have_names_of_their_own() {
        let bytes = || Field::fixed_binary(2, BytesForm::HEX);
        let inner = Field::structure([bytes().named("x.y"), Field::list(bytes(), 0, 1).named("l")]);
        let mut schema = Schema::default();
        schema.record("row", [inner.named("s").nullable(true)].iter());
        let expected = r#"{"type":"record","name":"row","fields":[{"name":"s","type":["null",{"type":"record","name":"row_s","fields":[{"name":"x_y","doc":"x.y","type":{"type":"fixed","name":"row_s_x_y","size":2}},{"name":"l","type":{"type":"array","items":{"type":"fixed","name":"row_s_l_item","size":2}}}]}]}]}"#;
        assert_eq!(schema.json, expected);
    }
}
