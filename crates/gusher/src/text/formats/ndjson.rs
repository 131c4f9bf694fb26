//! `ndjson`: one JSON object a line.

use super::json::objects;
use crate::text::format::{Body, FormatEntry, FormatSpec, Names, RowFormat, TableHead};

pub(super) static SPEC: FormatEntry = FormatEntry {
    rows: &Ndjson,
    spec: FormatSpec {
        name: "ndjson",
        about: "one JSON object a line; numbers are numbers",
        extensions: &["ndjson", "jsonl"],
        names: Names::Distinct,
        tags: true,
        structs: true,
        ..FormatSpec::NONE
    },
};

#[derive(Debug)]
struct Ndjson;

impl RowFormat for Ndjson {
    fn body(&self, head: &TableHead<'_>) -> Body {
        Body::text(objects(head))
    }
}
