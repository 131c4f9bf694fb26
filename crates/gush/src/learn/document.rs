//! Documents that describe data as sources: JSON Schema, `OpenAPI`, Avro schemas, and lists of JSON objects.

use std::io::Read;

use gush_learn::document::{Document, DocumentError, DocumentKind, MAX_DOCUMENT};
use gush_learn::files::{FileKind, JsonReader};
use gush_learn::model::Model;
use gush_learn::{avro, json_schema};
use gush_pipe::reason;

use super::input::{PIECE, filled};

/// The endings of documents in YAML, which no other content tells from prose.
const YAML: [&str; 2] = [".yaml", ".yml"];

/// The documents of all sources, as they may refer to each other.
#[derive(Default)]
pub struct Documents {
    schemas: Vec<Document>,
}

/// Whether a file whose content is of this kind is a document: `first` are its first bytes.
pub fn is_document(source: &str, found: Option<FileKind>, first: &[u8]) -> bool {
    let name = source.to_lowercase();
    match found {
        Some(FileKind::Json) => true,
        // A schema in one line: no other line follows.
        Some(FileKind::Ndjson) => {
            let mut lines = first.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
            let (Some(line), None) = (lines.next(), lines.next()) else { return false };
            Document::parse(source, line).is_ok_and(|document| document.kind().is_some())
        }
        _ => YAML.iter().any(|ending| name.ends_with(ending)) || is_api(first),
    }
}

/// Whether YAML of `OpenAPI` begins so.
fn is_api(first: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&first[..first.len().min(4096)]);
    text.lines().any(|line| line.starts_with("openapi:") || line.starts_with("swagger:"))
}

impl Documents {
    /// Reads a document, of which `first` are the first bytes.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(
        &mut self,
        name: &str,
        kind: Option<DocumentKind>,
        first: Vec<u8>,
        input: &mut dyn Read,
        model: &mut Model,
    ) -> Result<(), String> {
        let bytes = all(first, input)?;
        let document = Document::parse(name, &bytes).map_err(|error| error.to_string())?;
        match kind.or_else(|| document.kind()) {
            Some(DocumentKind::Avro) => avro::schema(&document, model).map_err(|error| error.to_string()),
            Some(_) => {
                self.schemas.push(document);
                Ok(())
            }
            None => {
                let Some(table) = JsonReader::list(name, &bytes) else {
                    return Err(DocumentError::NoSchema.to_string());
                };
                model.tables.push(table.map_err(|error| error.to_string())?.table);
                Ok(())
            }
        }
    }

    /// Adds the tables of all documents to the model.
    ///
    /// # Errors
    /// What is wrong in them.
    pub fn finish(&self, model: &mut Model) -> Result<(), String> {
        if self.schemas.is_empty() {
            return Ok(());
        }
        json_schema::read(&self.schemas, model).map_err(|error| error.to_string())
    }

    /// The names of all documents.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.schemas.iter().map(|document| document.name.as_str())
    }
}

/// All bytes of a source, up to some more than a document may have.
fn all(mut bytes: Vec<u8>, input: &mut dyn Read) -> Result<Vec<u8>, String> {
    while bytes.len() <= MAX_DOCUMENT {
        let begin = bytes.len();
        bytes.resize(begin + PIECE, 0);
        let length = filled(input, &mut bytes[begin..]).map_err(|error| reason(&error))?;
        bytes.truncate(begin + length);
        if length == 0 {
            break;
        }
    }
    Ok(bytes)
}
