//! Documents that describe data: JSON and YAML as values whose fields keep their order.

mod error;
mod json;
mod yaml;

pub use error::{DocumentError, MAX_DOCUMENT};
pub use json::Json;

/// A document, and what its messages call it.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its file, as its user named it.
    pub name: String,
    /// Its content.
    pub root: Json,
}

/// What a document describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DocumentKind {
    /// JSON Schema.
    JsonSchema,
    /// `OpenAPI`, or Swagger.
    OpenApi,
    /// A schema of Avro.
    Avro,
}

impl Document {
    /// The document that a text is: JSON, or else YAML.
    ///
    /// # Errors
    /// It is neither, or too large.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, DocumentError> {
        if bytes.len() > MAX_DOCUMENT {
            return Err(DocumentError::TooLong);
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let root = match bytes.trim_ascii_start().first() {
            Some(b'{' | b'[' | b'"') => json::parse(bytes)?,
            Some(_) => yaml::parse(bytes)?,
            None => return Err(DocumentError::Empty),
        };
        Ok(Self { name: name.to_owned(), root })
    }

    /// What it describes, by the names of its fields; nothing where these say nothing.
    #[must_use]
    pub fn kind(&self) -> Option<DocumentKind> {
        kind(&self.root)
    }
}

/// The fields of which a JSON Schema has at least one.
const SCHEMA_FIELDS: [&str; 9] =
    ["$defs", "$id", "$ref", "allOf", "anyOf", "definitions", "oneOf", "patternProperties", "properties"];
/// What Avro calls types that are named.
const AVRO_TYPES: [&str; 3] = ["enum", "fixed", "record"];

fn kind(root: &Json) -> Option<DocumentKind> {
    let has = |name: &str| root.get(name).is_some();
    let type_name = root.get("type").and_then(Json::text);
    let is_avro = match root {
        Json::Object(_) => type_name.is_some_and(|name| AVRO_TYPES.contains(&name)) && has("name"),
        Json::List(types) => {
            let is_named = |of: &Json| kind(of) == Some(DocumentKind::Avro);
            return types.iter().any(is_named).then_some(DocumentKind::Avro);
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => return None,
    };
    let is_object = |name: &str| matches!(root.get(name), Some(Json::Object(_)));
    match () {
        () if has("openapi") || has("swagger") => Some(DocumentKind::OpenApi),
        () if is_avro => Some(DocumentKind::Avro),
        () if has("$schema") => Some(DocumentKind::JsonSchema),
        // All that some say is where the schema is.
        () if root.get("$ref").and_then(Json::text).is_some() => Some(DocumentKind::JsonSchema),
        () if type_name == Some("array") && is_object("items") => Some(DocumentKind::JsonSchema),
        () if SCHEMA_FIELDS
            .iter()
            .any(|name| matches!(root.get(name), Some(Json::Object(_) | Json::List(_)))) =>
        {
            Some(DocumentKind::JsonSchema)
        }
        () => None,
    }
}
