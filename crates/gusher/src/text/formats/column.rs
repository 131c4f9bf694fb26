//! `column`: values joined by a separator, never quoted.

use crate::text::engine::layout::Layout;
use crate::text::engine::style::Plain;
use crate::text::format::{Body, FormatEntry, FormatSpec, RowFormat, TableHead};

pub(super) static SPEC: FormatEntry = FormatEntry {
    rows: &Column,
    spec: FormatSpec {
        name: "column",
        about: "values joined by a separator, one space by default, never quoted",
        extensions: &["txt", "log", "column"],
        separator: Some(" "),
        header: true,
        ..FormatSpec::NONE
    },
};

#[derive(Debug)]
struct Column;

impl RowFormat for Column {
    fn body(&self, head: &TableHead<'_>) -> Body {
        let choices = head.choices;
        Body::text(Layout::separated(Plain, &choices.separator, choices.header, head.names()))
    }
}
