//! A table gives what its plan and its encoder do, and a batch stays what it is.

use super::{Table, WriteError};
use crate::plan::Plan;
use crate::text::{Buffer, Encoder, FORMATS, Format, FormatOptions};
use crate::types::Batch;
use gush_diagnostics::Code;

const COLUMNS: [&str; 6] =
    ["id=seq", "n=int:1,9@null=0.2", "ok=bool", "day=date", "key=uuid", "share=decimal:0,1,3"];

fn table() -> Table {
    Table::new("t", COLUMNS).unwrap().seed(7)
}

/// In every format, over several batches, from a row in the middle.
#[test]
fn rows_are_those_of_the_encoder() {
    let (table, rows) = (table(), 500..3_500);
    let plan = Plan::new(table.schema(), 7, &rows).unwrap();
    for &format in FORMATS.iter().filter(|&&format| format != Format::RAW) {
        let encoder = Encoder::new(&plan, "t", &FormatOptions::new(format), rows.clone());
        let (mut batch, mut out, mut writer) = (Batch::default(), Buffer::default(), encoder.writer());
        out.extend(encoder.header());
        for first in rows.clone().step_by(700) {
            plan.fill(first..rows.end.min(first + 700), &mut batch);
            writer.write(&batch, &mut out);
        }
        out.extend(encoder.footer());
        let mut written = Vec::new();
        table.write(rows.clone(), format, &mut written).unwrap();
        assert!(written == out.as_ref(), "{format}");
    }
}

/// What is kept is not overwritten by the next batch, and what is dropped changes nothing.
#[test]
fn batches_can_be_kept() {
    let kept: Vec<_> = table().batches(0..5_000).unwrap().collect();
    let mut at = 0;
    for (batch, kept) in table().batches(0..5_000).unwrap().zip(&kept) {
        assert_eq!((batch.rows().start, batch.rows()), (at, kept.rows()));
        at = batch.rows().end;
        for (column, kept) in batch.columns().zip(kept.columns()) {
            assert!(column.texts().iter().eq(kept.texts().iter()), "{}", column.field().name);
        }
    }
    assert_eq!(at, 5_000);
}

#[test]
fn values_are_the_same_by_every_method() {
    for batch in table().batches(0..2_000).unwrap() {
        let column = batch.column("n").unwrap();
        let (ints, texts) = (column.ints().unwrap(), column.texts());
        for (int, text) in ints.zip(texts.iter()) {
            assert_eq!(int.map(|int| int.to_string()).as_deref(), text);
        }
        assert_eq!(column.null_count(), texts.iter().filter(Option::is_none).count());
        let column = batch.column("share").unwrap();
        for (float, text) in column.floats().unwrap().zip(column.texts().iter()) {
            assert_eq!(float, text.map(|text| text.parse().unwrap()));
        }
        let column = batch.column("ok").unwrap();
        for (bool, text) in column.bools().unwrap().zip(column.texts().iter()) {
            assert_eq!(bool, text.map(|text| text.parse().unwrap()));
        }
    }
}

#[test]
fn what_cannot_be_written_is_refused_before_the_first_byte() {
    let refused = |table: &Table, format: Format| {
        let mut out = Vec::new();
        let error = table.write(0..5, format, &mut out).unwrap_err();
        assert!(out.is_empty());
        match error {
            WriteError::Diagnostics(found) => found.iter().map(|found| found.code).collect::<Vec<_>>(),
            WriteError::Io(error) => panic!("{error}"),
        }
    };
    let twice = Table::new("t", ["int", "int"]).unwrap();
    assert_eq!(refused(&twice, Format::NDJSON), [Code::Name]);
    assert_eq!(refused(&Table::new("t", ["bool@unique"]).unwrap(), Format::CSV), [Code::TooFewValues]);
    assert_eq!(refused(&Table::new("t", ["name"]).unwrap(), Format::RAW), [Code::Generator]);
    assert_eq!(Table::new::<&str>("t", []).unwrap_err()[0].code, Code::Schema);
}
