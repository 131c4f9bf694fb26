//! References between schemas: pointers, identifiers, anchors.

use std::collections::HashMap;

use crate::document::{Document, Json};

/// A schema, and the document that it is in.
#[derive(Clone, Copy, Debug)]
pub struct Part<'d> {
    pub document: usize,
    pub schema: &'d Json,
    /// Whether a value may not be of it.
    pub is_not: bool,
}

impl<'d> Part<'d> {
    /// Another schema of the same document.
    pub fn of(self, schema: &'d Json) -> Part<'d> {
        Part { schema, is_not: false, ..self }
    }

    /// What tells it from all others.
    pub fn address(self) -> usize {
        std::ptr::from_ref(self.schema).addr()
    }
}

/// Why a reference leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It is in another document, which is not there.
    Remote(String),
    /// Its own document has no such schema.
    Unknown,
}

/// All documents, and what their schemas are called.
pub struct Documents<'d> {
    pub all: &'d [Document],
    /// Schemas by what they call themselves: `$id`, and `$anchor` after a `#`.
    names: HashMap<(Option<usize>, String), Part<'d>>,
}

/// Keywords whose values are data, in which nothing is a schema.
const DATA: [&str; 5] = ["const", "default", "enum", "example", "examples"];

impl<'d> Documents<'d> {
    /// These documents.
    pub fn new(all: &'d [Document]) -> Documents<'d> {
        let mut documents = Documents { all, names: HashMap::new() };
        for (index, document) in all.iter().enumerate() {
            documents.name(Part { document: index, schema: &document.root, is_not: false });
        }
        documents
    }

    fn name(&mut self, part: Part<'d>) {
        for (field, value) in part.schema.fields() {
            match (field.as_str(), value) {
                ("$id" | "id", Json::Text(id)) => {
                    let (uri, anchor) = id.split_once('#').unwrap_or((id, ""));
                    if !uri.is_empty() {
                        self.names.entry((None, uri.to_owned())).or_insert(part);
                    }
                    if !anchor.is_empty() {
                        self.names.entry((Some(part.document), anchor.to_owned())).or_insert(part);
                    }
                }
                ("$anchor" | "$dynamicAnchor", Json::Text(anchor)) => {
                    self.names.entry((Some(part.document), anchor.clone())).or_insert(part);
                }
                (field, _) if DATA.contains(&field) => {}
                (_, Json::Object(_) | Json::List(_)) => self.name(part.of(value)),
                _ => {}
            }
        }
        for item in part.schema.items() {
            self.name(part.of(item));
        }
    }

    /// The schema that a reference in a document leads to.
    pub fn find(&self, reference: &str, from: usize) -> Result<Part<'d>, Missing> {
        let (uri, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let base = match uri {
            "" => self.root(from),
            uri => self.by_uri(uri, from).ok_or_else(|| Missing::Remote(uri.to_owned()))?,
        };
        let fragment = decoded(fragment);
        let found = if fragment.is_empty() {
            Some(base)
        } else if fragment.starts_with('/') {
            pointed(base, &fragment).or_else(|| {
                // In a bundle a pointer may begin at the schema with an identifier that it is in.
                let mut named = self.names.iter().filter(|((of, _), _)| of.is_none());
                named.find_map(|(_, part)| pointed(*part, &fragment).filter(|part| part.document == from))
            })
        } else {
            self.names.get(&(Some(base.document), fragment)).copied()
        };
        found.ok_or(Missing::Unknown)
    }

    fn root(&self, document: usize) -> Part<'d> {
        Part { document, schema: &self.all[document].root, is_not: false }
    }

    /// The schema that has this identifier, or the document whose file is called so.
    fn by_uri(&self, uri: &str, from: usize) -> Option<Part<'d>> {
        if let Some(part) = self.names.get(&(None, uri.to_owned())) {
            return Some(*part);
        }
        let file = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
        let wanted = file(uri);
        if wanted.is_empty() {
            return None;
        }
        let mut called_so = (0..self.all.len()).filter(|&index| file(&self.all[index].name) == wanted);
        // A document that is nothing but a reference to a file of its own name means another one.
        let is_only_reference = |index: usize| {
            index == from
                && self.all[index].root.get("$ref").and_then(Json::text).is_some_and(|text| text == uri)
        };
        let by_file = called_so.find(|&index| !is_only_reference(index));
        let by_id = || {
            let mut named = self.names.iter().filter(|((of, _), _)| of.is_none());
            named.find(|((_, id), _)| file(id) == wanted).map(|(_, part)| *part)
        };
        by_file.map(|index| self.root(index)).or_else(by_id)
    }
}

/// What a pointer of RFC 6901 leads to.
fn pointed<'d>(base: Part<'d>, pointer: &str) -> Option<Part<'d>> {
    let mut at = base;
    for name in pointer.split('/').skip(1) {
        let name = name.replace("~1", "/").replace("~0", "~");
        let next = match at.schema {
            Json::List(items) => items.get(name.parse::<usize>().ok()?)?,
            other => other.get(&name)?,
        };
        at = at.of(next);
    }
    Some(at)
}

/// A fragment without the percent signs of URIs.
fn decoded(fragment: &str) -> String {
    let bytes = fragment.as_bytes();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| bytes[at] == b'%') {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
