//! Free texts as a format writes them: escaped, and quoted where they have to be.

use std::sync::Arc;

use super::bytes;
use super::style::Style;
use crate::types::{BytesForm, PatchedArray, Strings};

/// How a free text is escaped before it is copied.
#[derive(Debug, Clone)]
pub(in crate::text) enum Escape {
    /// Nothing.
    None,
    /// It is escaped, as it is between quotes already.
    Inside(Arc<dyn Style>),
    /// It is escaped and quoted.
    Complete(Arc<dyn Style>),
    /// It is bytes, which are written in this form.
    Bytes(BytesForm),
}

impl Escape {
    /// The most bytes that a text of `longest` bytes grows to.
    pub fn longest(&self, longest: usize) -> usize {
        match self {
            Escape::None => longest,
            Escape::Inside(style) => longest.saturating_mul(style.growth()),
            Escape::Complete(style) => longest.saturating_mul(style.growth()).saturating_add(2),
            Escape::Bytes(form) => bytes::text_len(longest, *form),
        }
    }
}

/// The texts as they are written; where they change, in `changed`, with `scratch` for one of them.
pub(super) fn escaped<'a>(
    texts: &'a Strings,
    escape: &Escape,
    changed: &'a mut Strings,
    scratch: &mut Vec<u8>,
) -> &'a Strings {
    let (style, complete) = match escape {
        Escape::None => return texts,
        Escape::Inside(style) => (style, false),
        Escape::Complete(style) => (style, true),
        Escape::Bytes(form) => {
            changed.clear();
            texts.iter().for_each(|blob| bytes::push(blob, *form, changed));
            return changed;
        }
    };
    changed.clear();
    for text in texts.iter() {
        escape_one(text, style.as_ref(), complete, scratch);
        changed.push(scratch);
    }
    changed
}

/// The text as it is written, in `scratch`.
fn escape_one(text: &[u8], style: &dyn Style, complete: bool, scratch: &mut Vec<u8>) {
    scratch.clear();
    match (std::str::from_utf8(text), complete) {
        (Ok(text), true) => style.push_text(text, scratch),
        (Ok(text), false) => style.escape(text, scratch),
        (Err(_), _) => style.escape_bytes(text, scratch),
    }
}

/// A text for each row, empty where the row has its value, and a bit for each, which is 1 there.
pub(super) fn lay_patches(
    patched: &PatchedArray,
    rows: usize,
    escape: &Escape,
    texts: &mut Strings,
    scratch: &mut Vec<u8>,
    unpatched: &mut Vec<u8>,
) {
    unpatched.clear();
    unpatched.resize(rows.div_ceil(8), u8::MAX);
    texts.clear();
    for (row, text) in patched.patches() {
        unpatched[row / 8] &= !(1 << (row % 8));
        texts.push_empty(row - texts.len());
        match escape {
            Escape::None => texts.push(text),
            Escape::Inside(style) | Escape::Complete(style) => {
                escape_one(text, style.as_ref(), matches!(escape, Escape::Complete(_)), scratch);
                texts.push(scratch);
            }
            Escape::Bytes(form) => bytes::push(text, *form, texts),
        }
    }
    texts.push_empty(rows - texts.len());
}
