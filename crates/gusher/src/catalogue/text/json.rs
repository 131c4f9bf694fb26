//! `json`: documents of JSON, nested to a depth and of a length that do not exceed what is given.

use super::document::{ABOUT_SIZES, Document, Language, MemberKind, Stream};
use crate::generators::{BuildResult, Constraint, GeneratorSpec};
use crate::types::{StorageType, Syntax};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[GeneratorSpec::new(
    "json",
    "a document of JSON: an object with an id, nested, whose texts may need escapes",
    json,
)
.optional("DEPTH,BYTES", ABOUT_SIZES, "json:2,200")];

static JSON: Language = Language {
    form: "json:DEPTH,BYTES",
    field: |texts| texts.of_syntax(Syntax::Json).stored(StorageType::Json { is_binary: true }),
    write: |id, stream, depth, limit, out| {
        out.extend_from_slice(format!("{{\"id\":{id}").as_bytes());
        members(stream, depth, limit, out);
    },
};

/// The most bytes of a member that is no list and no object, with its name and its comma.
const MAX_MEMBER_LEN: usize = 32;
/// The most bytes of an item of a list, with its comma.
const MAX_ITEM_LEN: usize = 20;
/// The most members of an object.
const MAX_MEMBERS: u64 = 6;

/// `json[:DEPTH[,BYTES]]`
fn json(constraint: Constraint<'_>) -> BuildResult {
    Document::build(constraint, &JSON)
}

/// Writes members of an object that has begun, and its end. All of it ends at `end` at most.
fn members(stream: &mut Stream, depth: usize, end: usize, out: &mut Vec<u8>) {
    for (name, kind) in stream.members(MAX_MEMBERS) {
        if out.len() + MAX_MEMBER_LEN + 1 > end {
            break;
        }
        if !out.ends_with(b"{") {
            out.push(b',');
        }
        out.push(b'"');
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\":");
        match kind {
            MemberKind::Object if depth > 1 => object(stream, depth - 1, end - 1, out),
            MemberKind::Objects if depth > 2 => {
                list(stream, 3, end - 1, out, |stream, end, out| object(stream, depth - 2, end, out));
            }
            MemberKind::Texts if depth > 1 => {
                list(stream, 4, end - 1, out, |stream, _, out| text(stream.text(), out));
            }
            MemberKind::Ints if depth > 1 => list(stream, 4, end - 1, out, |stream, _, out| int(stream, out)),
            MemberKind::Int | MemberKind::Ints => int(stream, out),
            MemberKind::Decimal => out.extend_from_slice(stream.decimal().as_bytes()),
            MemberKind::Bool => out.extend_from_slice(if stream.below(2) == 0 { b"false" } else { b"true" }),
            MemberKind::Null => out.extend_from_slice(b"null"),
            MemberKind::Text | MemberKind::Texts | MemberKind::Object | MemberKind::Objects => {
                text(stream.text(), out);
            }
        }
    }
    out.push(b'}');
}

fn object(stream: &mut Stream, depth: usize, end: usize, out: &mut Vec<u8>) {
    out.push(b'{');
    members(stream, depth, end, out);
}

/// Writes a list of up to `max` items, each by `item`, which gets where the item ends at most.
fn list(
    stream: &mut Stream,
    max: u64,
    end: usize,
    out: &mut Vec<u8>,
    item: impl Fn(&mut Stream, usize, &mut Vec<u8>),
) {
    out.push(b'[');
    for _ in 0..stream.below(max + 1) {
        if out.len() + MAX_ITEM_LEN + 1 > end {
            break;
        }
        if !out.ends_with(b"[") {
            out.push(b',');
        }
        item(stream, end - 1, out);
    }
    out.push(b']');
}

fn int(stream: &mut Stream, out: &mut Vec<u8>) {
    out.extend_from_slice(stream.int().to_string().as_bytes());
}

/// Writes a text in quotes. Letters beyond ASCII are as they are or by their number, as their text decides.
fn text(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    for c in text.chars() {
        match c {
            '"' => out.extend_from_slice(b"\\\""),
            '\\' => out.extend_from_slice(b"\\\\"),
            '\n' => out.extend_from_slice(b"\\n"),
            '\t' => out.extend_from_slice(b"\\t"),
            'é' => out.extend_from_slice(b"\\u00e9"),
            c => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::document::{Document, MEMBERS, TEXTS};
    use super::{JSON, MAX_ITEM_LEN, MAX_MEMBER_LEN, text};

    fn depth(value: &serde_json::Value) -> usize {
        match value {
            serde_json::Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
            serde_json::Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    proptest! {
        #[test]
        fn documents_are_json_within_their_bounds(
            levels in 1usize..=8, longest in 64usize..=2000, id in 0u64..1_000_000_000, bits: u64,
        ) {
            let mut out = Vec::new();
            Document::new(&JSON, levels, longest).write(id, bits, &mut out);
            prop_assert!(out.len() <= longest);
            let value: serde_json::Value = serde_json::from_slice(&out).unwrap();
            prop_assert!(depth(&value) <= levels, "{}", value);
            prop_assert_eq!(value["id"].as_u64(), Some(id));
        }
    }

    #[test]
    fn the_longest_member_is_as_long_as_is_allowed_for() {
        let quoted = |value: &str| {
            let mut out = Vec::new();
            text(value, &mut out);
            out.len()
        };
        // The longest integer has 16 digits.
        let value = TEXTS.iter().map(|value| quoted(value)).chain([16]).max().unwrap();
        let name = MEMBERS.iter().map(|(name, _)| name.len()).max().unwrap();
        assert!(name + 4 + value <= MAX_MEMBER_LEN, "{name} and {value}");
        assert!(value < MAX_ITEM_LEN, "{value}");
    }
}
