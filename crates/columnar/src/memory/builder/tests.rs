//! Tests of arrays in all layouts.

use gusher::generators::Context;
use gusher::plan::Plan;
use gusher::schema::Schema;
use gusher::types::Batch;

use super::{ArrayBuilder, ColumnArray, Indices, Values};
use crate::memory::{ColumnLayout, TextLayout};

fn array(spec: &str, texts: TextLayout, rows: u64) -> ColumnArray {
    array_by(512, spec, texts, rows)
}

/// The array, whose rows are pushed `step` at a time.
fn array_by(step: usize, spec: &str, texts: TextLayout, rows: u64) -> ColumnArray {
    let context = Context::default().now(0);
    let (schema, diagnostics) = Schema::parse("t", &[spec], &context);
    assert_eq!(diagnostics, []);
    let plan = Plan::new(&schema, 3, &(0..rows)).unwrap();
    let layout = ColumnLayout::new(plan.columns()[0].field(), texts);
    let (mut batch, mut builder) = (Batch::default(), ArrayBuilder::new(&layout, rows as usize));
    // A builder that had rows before is as a new one.
    plan.fill(0..rows.min(50), &mut batch);
    builder.push(&batch.columns()[0], batch.len());
    builder.clear();
    for start in (0..rows).step_by(step) {
        plan.fill(start..rows.min(start + step as u64), &mut batch);
        builder.push(&batch.columns()[0], batch.len());
    }
    builder.finish()
}

/// The text of each row, however it is held.
fn texts(array: &ColumnArray) -> Vec<String> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    match &array.values {
        Values::Texts { offsets, bytes } => {
            offsets.windows(2).map(|at| text(&bytes[at[0] as usize..at[1] as usize])).collect()
        }
        Values::LargeTexts { offsets, bytes } => {
            offsets.windows(2).map(|at| text(&bytes[at[0] as usize..at[1] as usize])).collect()
        }
        Values::Views { views, bytes } => views
            .iter()
            .map(|view| {
                let view = view.to_le_bytes();
                let number = |at: usize| u32::from_le_bytes(view[at..at + 4].try_into().unwrap()) as usize;
                let len = number(0);
                if len <= 12 {
                    return text(&view[4..4 + len]);
                }
                let long = &bytes[number(12)..number(12) + len];
                assert_eq!((&view[4..8], number(8)), (&long[..4], 0));
                text(long)
            })
            .collect(),
        Values::Dictionary { indices, texts } => {
            let entry = |index: usize| {
                let at = &texts.offsets[index..];
                text(&texts.bytes[at[0] as usize..at[1] as usize])
            };
            match indices {
                Indices::Int8(indices) => indices.iter().map(|&index| entry(index as usize)).collect(),
                Indices::Int16(indices) => indices.iter().map(|&index| entry(index as usize)).collect(),
                Indices::Int32(indices) => indices.iter().map(|&index| entry(index as usize)).collect(),
            }
        }
        other => panic!("no texts: {other:?}"),
    }
}

#[test]
fn all_layouts_have_the_same_texts() {
    for spec in ["name.first", "name", "country:any", "words:3", "int:1,5@prefix=n@suffix=, as a longer text"]
    {
        let plain = texts(&array(spec, TextLayout::Offsets, 1300));
        assert_eq!(plain.len(), 1300);
        let others = [
            TextLayout::Dictionary,
            TextLayout::NarrowDictionary,
            TextLayout::LargeOffsets,
            TextLayout::Views,
        ];
        for layout in others {
            assert_eq!(texts(&array(spec, layout, 1300)), plain, "{spec}, {layout:?}");
        }
    }
}

#[test]
fn arrays_are_the_same_however_many_rows_are_pushed() {
    let specs =
        ["seq@null=0.2", "bool@null=0.5", "name", "noun@null=0.1@list=0,5", "bool@list=0,9", "date@list=3"];
    for spec in specs {
        for texts in [TextLayout::Dictionary, TextLayout::LargeOffsets, TextLayout::Views] {
            let at_once = array_by(1000, spec, texts, 1000);
            let parts = array_by(77, spec, texts, 1000);
            assert_eq!(format!("{at_once:?}"), format!("{parts:?}"), "{spec}, {texts:?}");
        }
    }
}

#[test]
fn items_of_lists_are_one_after_the_other() {
    let array = array_by(100, "noun@list=0,5", TextLayout::Offsets, 1000);
    let Values::List { offsets, items } = &array.values else { panic!("no lists: {array:?}") };
    assert_eq!((offsets.len(), offsets[0]), (1001, 0));
    assert!(offsets.windows(2).all(|at| (0..=5).contains(&(at[1] - at[0]))));
    assert_eq!(*offsets.last().unwrap() as usize, items.rows);
    assert_eq!(texts(items).len(), items.rows);
}

#[test]
fn nulls_are_counted_and_marked() {
    let array = array("seq@null=0.3", TextLayout::Views, 1001);
    let validity = array.validity.as_ref().unwrap();
    let ones: u32 = validity.iter().map(|byte| byte.count_ones()).sum();
    assert_eq!((validity.len(), ones as usize), (1001usize.div_ceil(8), 1001 - array.nulls));
    assert!(array.nulls > 200);
    assert!(
        super::ArrayBuilder::new(
            &ColumnLayout::new(&gusher::types::Field::int64(0, 1), TextLayout::Views),
            0
        )
        .finish()
        .validity
        .is_none()
    );
}
