//! The keys of maps, by every generator that may make them.

use crate::catalogue::GENERATORS;
use crate::generators::Context;
use crate::plan::Plan;
use crate::schema::Schema;
use crate::text::{Buffer, Encoder, Format};
use crate::types::Batch;

/// Maps of keys of this spec, as objects of JSON; none where it makes no keys.
fn maps(key: &str, entries: u64) -> Option<Vec<serde_json::Value>> {
    let read = |_: &str| Ok(b"one\ntwo, three\n".to_vec());
    let context = Context::default().now(1_750_000_000).files(&read);
    let key = key.replace('"', "\\\"");
    let column = format!("m=map{{\"key={key}\" value=int:0,9}}@list={entries}");
    let (schema, diagnostics) = Schema::parse("t", &[column], &context);
    let plan = Plan::new(&schema, 1, &(0..40)).ok().filter(|_| diagnostics.is_empty())?;
    let encoder = Encoder::new(&plan, "t", &Format::NDJSON.into(), 0..40);
    let (mut batch, mut out) = (Batch::default(), Buffer::default());
    plan.fill(&(0..40), &mut batch);
    encoder.writer().write(&batch, &mut out);
    let text = String::from_utf8(out.as_ref().to_vec()).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn every_generator_makes_keys_that_differ_in_every_map_or_is_refused() {
    let mut taken = 0;
    for spec in GENERATORS.iter() {
        let example = spec.example();
        for entries in [30, 3, 1] {
            let Some(rows) = maps(example, entries) else { continue };
            taken += 1;
            for row in rows {
                let keys = row["m"].as_object().map(serde_json::Map::len);
                assert_eq!(keys, Some(entries as usize), "{example}: {row}");
            }
            break;
        }
    }
    assert!(taken > 100, "{taken} generators make keys");
}
