//! `ndjson`: one JSON object a line.

use super::json::objects;
use crate::text::format::{Body, Format, FormatSpec, Names, TableHead};

pub(super) static SPEC: FormatSpec = FormatSpec {
    name: "ndjson",
    about: "one JSON object a line; numbers are numbers",
    extensions: &["ndjson", "jsonl"],
    names: Names::Distinct,
    tags: true,
    structs: true,
    ..FormatSpec::of(&Ndjson)
};

#[derive(Debug)]
struct Ndjson;

impl Format for Ndjson {
    fn body(&self, head: &TableHead<'_>) -> Body {
        Body::text(objects(head))
    }
}
