//! `json`: one JSON array with an object a line.

use crate::text::engine::json::object;
use crate::text::engine::layout::{Group, Layout};
use crate::text::format::{Body, FormatEntry, FormatSpec, Names, RowFormat, TableHead};

pub(super) static SPEC: FormatEntry = FormatEntry {
    rows: &Json,
    spec: FormatSpec {
        name: "json",
        about: "one JSON array, with one object a line",
        extensions: &["json"],
        names: Names::Distinct,
        structs: true,
        ..FormatSpec::NONE
    },
};

#[derive(Debug)]
struct Json;

impl RowFormat for Json {
    /// One list of all rows: each row but the last one of all ends with a comma.
    fn body(&self, head: &TableHead<'_>) -> Body {
        Body::text(Layout {
            header: if head.is_empty { "[".into() } else { "[\n".into() },
            after: b"},\n".into(),
            footer: b"]\n".into(),
            group: Some(Group { rows: u64::MAX, open: Vec::new(), close: b"}\n".into(), is_cut: true }),
            ..objects(head)
        })
    }
}

/// One object a line.
pub(super) fn objects(head: &TableHead<'_>) -> Layout {
    let mut layout = object(head.names(), "}\n");
    if let (Some(key), Some(first)) = (&head.choices.tag, layout.fields.first_mut()) {
        let tag = [&layout.style.text(key), &b":"[..], &layout.style.text(head.table), b","].concat();
        // After the brace that opens the object.
        first.before.splice(1..1, tag);
    }
    layout
}
