//! Rows of a table from Rust: `cargo run -p gusher --example rows`.

use std::io::Write as _;

use gusher::text::{Buffer, Encoder, Format, FormatOptions};
use gusher::{generators::Context, plan::Plan, schema::Schema, types::Batch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let context = Context::default().files(&|path| std::fs::read(path));
    let columns = ["id=seq", "name", "age=int:18,90", "email@unique", "tags=noun@list=0,3"];
    let (schema, mistakes) = Schema::parse("people", &columns, &context);
    if let Some(mistake) = mistakes.first() {
        return Err(mistake.to_string().into());
    }
    let rows = 0..5000;
    let plan = Plan::new(&schema, 7, &rows)?;
    let ndjson = Format::NDJSON;
    let encoder = Encoder::new(&plan, "people", &FormatOptions::new(ndjson), rows.clone());
    let (mut batch, mut out, mut writer) = (Batch::default(), Buffer::default(), encoder.writer());
    for first in rows.clone().step_by(plan.batch_rows()) {
        plan.fill(first..rows.end.min(first + plan.batch_rows() as u64), &mut batch);
        writer.write(&batch, &mut out);
    }
    Ok(std::io::stdout().write_all(out.as_ref())?)
}
