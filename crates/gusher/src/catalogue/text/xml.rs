//! `xml`: documents of XML, nested to a depth and of a length that do not exceed what is given.

use super::document::{ABOUT_SIZES, Document, Language, MemberKind, Stream};
use crate::generators::{BuildResult, Constraint, GeneratorSpec};
use crate::types::{StorageType, Syntax};

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[GeneratorSpec::new(
    "xml",
    "a document of XML: an element with an id, nested, with attributes and entities",
    xml,
)
.optional("DEPTH,BYTES", ABOUT_SIZES, "xml:2,300")];

static XML: Language = Language {
    form: "xml:DEPTH,BYTES",
    field: |texts| texts.of_syntax(Syntax::Xml).stored(StorageType::Xml),
    write: |id, stream, depth, limit, out| {
        out.extend_from_slice(format!("<{ROOT} id=\"{id}\">").as_bytes());
        elements(stream, depth, limit, out);
        end(ROOT, out);
    },
};

/// The most bytes of an element that has no others, with its attribute.
const MAX_ELEMENT_LEN: usize = 96;
/// The most bytes of the end of an element.
const MAX_END_TAG_LEN: usize = 12;
/// The most elements of one, but for the items of lists.
const MAX_ELEMENTS: u64 = 6;
/// What the items of a list are called.
const ITEM: &str = "item";
const ROOT: &str = "doc";

/// `xml[:DEPTH[,BYTES]]`
fn xml(constraint: Constraint<'_>) -> BuildResult {
    Document::build(constraint, &XML)
}

/// Writes the elements of one that has begun, whose end ends at `limit` at most.
fn elements(stream: &mut Stream, depth: usize, limit: usize, out: &mut Vec<u8>) {
    for (name, kind) in stream.members(MAX_ELEMENTS) {
        if out.len() + MAX_ELEMENT_LEN + MAX_END_TAG_LEN > limit {
            break;
        }
        let has_others = depth > 1;
        begin(name, stream, out);
        match kind {
            MemberKind::Null => {
                out.truncate(out.len() - 1);
                out.extend_from_slice(b"/>");
                continue;
            }
            MemberKind::Object if has_others => elements(stream, depth - 1, limit - MAX_END_TAG_LEN, out),
            MemberKind::Objects | MemberKind::Texts | MemberKind::Ints if has_others => {
                items(kind, stream, depth - 1, limit - MAX_END_TAG_LEN, out);
            }
            MemberKind::Int | MemberKind::Ints => out.extend_from_slice(stream.int().to_string().as_bytes()),
            MemberKind::Decimal => out.extend_from_slice(stream.decimal().as_bytes()),
            MemberKind::Bool => out.extend_from_slice(if stream.below(2) == 0 { b"false" } else { b"true" }),
            MemberKind::Text | MemberKind::Texts | MemberKind::Object | MemberKind::Objects => {
                text(stream.text(), out);
            }
        }
        end(name, out);
    }
}

/// Writes the items of a list.
fn items(kind: MemberKind, stream: &mut Stream, depth: usize, limit: usize, out: &mut Vec<u8>) {
    for _ in 0..stream.below(4) {
        if out.len() + MAX_ELEMENT_LEN + MAX_END_TAG_LEN > limit {
            break;
        }
        begin(ITEM, stream, out);
        match kind {
            MemberKind::Objects if depth > 1 => elements(stream, depth - 1, limit - MAX_END_TAG_LEN, out),
            MemberKind::Ints => out.extend_from_slice(stream.int().to_string().as_bytes()),
            _ => text(stream.text(), out),
        }
        end(ITEM, out);
    }
}

/// Writes the beginning of an element, which in some has an attribute.
fn begin(name: &str, stream: &mut Stream, out: &mut Vec<u8>) {
    out.push(b'<');
    out.extend_from_slice(name.as_bytes());
    if stream.below(5) == 0 {
        out.extend_from_slice(b" type=\"");
        text(stream.text(), out);
        out.push(b'"');
    }
    out.push(b'>');
}

fn end(name: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b"</");
    out.extend_from_slice(name.as_bytes());
    out.push(b'>');
}

/// Writes a text as elements and attributes have it, in one line.
fn text(text: &str, out: &mut Vec<u8>) {
    for c in text.chars() {
        match c {
            '&' => out.extend_from_slice(b"&amp;"),
            '<' => out.extend_from_slice(b"&lt;"),
            '>' => out.extend_from_slice(b"&gt;"),
            '"' => out.extend_from_slice(b"&quot;"),
            '\n' | '\t' | 'é' => out.extend_from_slice(format!("&#{};", u32::from(c)).as_bytes()),
            c => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::document::{Document, MEMBERS, TEXTS};
    use super::{MAX_ELEMENT_LEN, MAX_END_TAG_LEN, XML, text};

    fn depth(node: roxmltree::Node<'_, '_>) -> usize {
        1 + node.children().filter(roxmltree::Node::is_element).map(depth).max().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn documents_are_well_formed_within_their_bounds(
            levels in 1usize..=8, longest in 64usize..=2000, id in 0u64..1_000_000_000, bits: u64,
        ) {
            let mut out = Vec::new();
            Document::new(&XML, levels, longest).write(id, bits, &mut out);
            prop_assert!(out.len() <= longest);
            let source = String::from_utf8(out).unwrap();
            let document = roxmltree::Document::parse(&source).unwrap();
            // The root holds the first level, and a list is a level of its own.
            prop_assert!(depth(document.root_element()) <= levels + 1, "{}", source);
            prop_assert_eq!(document.root_element().attribute("id"), Some(&*id.to_string()));
        }
    }

    #[test]
    fn the_longest_element_is_as_long_as_is_allowed_for() {
        let escaped = |value: &&str| {
            let mut out = Vec::new();
            text(value, &mut out);
            out.len()
        };
        let value = TEXTS.iter().map(escaped).max().unwrap();
        let name = MEMBERS.iter().map(|(name, _)| name.len()).max().unwrap();
        let [begin, end] = ["< type=\"\">".len() + name + value, "</>".len() + name];
        assert!(begin + value + end <= MAX_ELEMENT_LEN, "{begin} {value} {end}");
        assert!(end <= MAX_END_TAG_LEN, "{end}");
    }
}
