//! `column`: values joined by a separator, never quoted.

use crate::text::engine::layout::Layout;
use crate::text::engine::style::Plain;
use crate::text::format::{Body, Format, FormatSpec, TableHead};

pub(super) static SPEC: FormatSpec = FormatSpec {
    name: "column",
    about: "values joined by a separator, one space by default, never quoted",
    extensions: &["txt", "log", "column"],
    separator: Some(" "),
    header: true,
    ..FormatSpec::of(&Column)
};

#[derive(Debug)]
struct Column;

impl Format for Column {
    fn body(&self, head: &TableHead<'_>) -> Body {
        let choices = head.choices;
        Body::text(Layout::separated(Plain, &choices.separator, choices.header, head.names()))
    }
}
