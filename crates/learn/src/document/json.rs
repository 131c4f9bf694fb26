//! JSON values whose fields keep their order.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::error::DocumentError;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// No value.
    Null,
    /// A truth value.
    Bool(bool),
    /// A number, as decimal text.
    Number(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// Fields in the order of the document.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The field of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.fields().iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    /// The fields of an object; none of anything else.
    #[must_use]
    pub fn fields(&self) -> &[(String, Json)] {
        match self {
            Self::Object(fields) => fields,
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Text(_) | Self::List(_) => &[],
        }
    }

    /// The items of a list; none of anything else.
    #[must_use]
    pub fn items(&self) -> &[Json] {
        match self {
            Self::List(items) => items,
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Text(_) | Self::Object(_) => &[],
        }
    }

    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The digits, if it is a number.
    #[must_use]
    pub fn number(&self) -> Option<&str> {
        if let Self::Number(digits) = self { Some(digits) } else { None }
    }

    /// The number, if it is a whole one of 32 bits.
    #[must_use]
    pub fn count(&self) -> Option<u32> {
        let number = self.number()?.parse::<f64>().ok()?;
        (number >= 0.0).then_some(number.min(f64::from(u32::MAX)) as u32)
    }

    /// Whether it is `true`.
    #[must_use]
    pub fn is_true(&self) -> bool {
        *self == Self::Bool(true)
    }
}

impl fmt::Display for Json {
    /// As JSON without blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(digits) => f.write_str(digits),
            Self::Text(text) => f.write_str(&quoted(text)),
            Self::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index == 0 { "[" } else { "," })?;
                }
                f.write_str(if items.is_empty() { "[]" } else { "]" })
            }
            Self::Object(fields) => {
                for (index, (name, value)) in fields.iter().enumerate() {
                    write!(f, "{}{}:{value}", if index == 0 { "{" } else { "," }, quoted(name))?;
                }
                f.write_str(if fields.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

/// The value of a text.
pub fn parse(bytes: &[u8]) -> Result<Json, DocumentError> {
    serde_json::from_slice(bytes).map_err(|error| DocumentError::NotJson(error.to_string()))
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(zmij::Buffer::new().format(value).to_owned()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element()? {
            all.push(item);
        }
        Ok(Json::List(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = entries.next_entry()? {
            fields.push(field);
        }
        Ok(Json::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_their_order() {
        let text = r#"{"b":[1,2.5,-3],"a":{"x":null,"é\n":true},"c":{},"d":[]}"#;
        assert_eq!(parse(text.as_bytes()).expect("JSON").to_string(), text);
        assert!(parse(b"{\"a\": ").is_err() && parse(b"{} {}").is_err());
    }
}
