//! What tests of several formats need: plans, files of their rows, and the same rows by way of ndjson.

use gush_columnar::{Columnar, Options, Writer};
use gusher::generators::Context;
use gusher::plan::Plan;
use gusher::schema::Schema;
use gusher::text::{Buffer, Encoder, Format, FormatOptions};
use gusher::types::Batch;
use serde_json::Value;

/// A plan of columns.
pub fn plan(specs: &[&str], rows: u64) -> Plan {
    let context = Context::default();
    let (schema, diagnostics) = Schema::parse("t", specs, &context);
    assert_eq!(diagnostics, []);
    Plan::new(&schema, 7, &(0..rows)).expect("the columns have the rows")
}

/// A file of groups of so many rows.
pub fn file(format: Columnar, plan: &Plan, rows: u64, group: u64, options: Options) -> Vec<u8> {
    let options = Options { group_rows: Some(group), ..options };
    let writer = Writer::new(format, plan, &(0..rows), options).expect("the writer");
    let (mut file, mut maker) = (writer.header().to_vec(), writer.maker());
    let groups = (0..rows.div_ceil(group)).map(|n| n * group..rows.min((n + 1) * group));
    let groups: Vec<_> = groups.map(|rows| maker.make(rows, &mut file).expect("a group")).collect();
    file.extend(writer.footer(&groups).expect("the footer"));
    file
}

/// The rows as ndjson has them.
pub fn expected(plan: &Plan, rows: u64) -> Vec<Value> {
    let ndjson = Format::NDJSON;
    let encoder = Encoder::new(plan, "t", &FormatOptions::new(ndjson), 0..rows);
    let (mut batch, mut out) = (Batch::default(), Buffer::default());
    for start in (0..rows).step_by(16) {
        plan.fill(&(start..rows.min(start + 16)), &mut batch);
        encoder.writer().write(&batch, &mut out);
    }
    let text = std::str::from_utf8(out.as_ref()).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}
