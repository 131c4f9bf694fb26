//! `raw` against a naive reader of its records.

use proptest::prelude::*;

use super::super::{Encoder, FormatOptions};
use super::{Cell, NO_TEXTS, cells, encode, options, plan};
use crate::plan::Plan;
use crate::types::{DataType, Utf8};

/// Takes the next `N` bytes.
fn take<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let (taken, rest) = bytes.split_first_chunk().expect("a complete record");
    *bytes = rest;
    *taken
}

/// Whether the next value of a record is that of the cell.
fn is_value(data_type: &DataType, cell: &Cell, bytes: &mut &[u8]) -> bool {
    let is_null = *cell == Cell::Null;
    let plain = cell.plain();
    match data_type {
        DataType::Int64 { .. } => {
            let found = i64::from_le_bytes(take(bytes));
            if is_null { found == i64::MIN } else { found.to_string() == plain }
        }
        DataType::Decimal { .. } => {
            let found = f64::from_le_bytes(take(bytes));
            if is_null { found.is_nan() } else { found == plain.parse::<f64>().unwrap() }
        }
        DataType::Date32 { .. } => {
            let found = i32::from_le_bytes(take(bytes));
            let first = jiff::civil::date(1970, 1, 1);
            let date = || first.saturating_add(jiff::Span::new().days(found)).to_string();
            if is_null { found == i32::MIN } else { date() == plain }
        }
        DataType::Bool => {
            let [found] = take(bytes);
            found == if is_null { 255 } else { u8::from(plain == "true") }
        }
        DataType::Uuid => {
            let found = u128::from_be_bytes(take(bytes));
            if is_null { found == 0 } else { format!("{found:032x}") == plain.replace('-', "") }
        }
        DataType::Ipv4 => std::net::Ipv4Addr::from(u32::from_le_bytes(take(bytes))).to_string() == plain,
        DataType::Ipv6 => std::net::Ipv6Addr::from(u128::from_be_bytes(take(bytes))).to_string() == plain,
        DataType::FixedBinary { len } | DataType::Utf8(Utf8::Encoded { len }) => {
            let (found, rest) = bytes.split_at(*len);
            *bytes = rest;
            found.iter().map(|byte| format!("{byte:02x}")).collect::<String>() == plain
        }
        other => panic!("raw has no {other:?}"),
    }
}

/// The columns that may be both wide and null are refused, so they are not null here.
fn readable(plan: &Plan) -> bool {
    let options = options("raw");
    plan.fields().all(|field| options.refusal(field).is_none())
}

proptest! {
    #[test]
    fn raw_reads_back(
        columns in prop::collection::vec(prop::sample::select(NO_TEXTS), 1..8),
        seed: u64,
        start in 0u64..5000,
        len in 0u64..200,
        step in 1u64..100,
    ) {
        let specs: Vec<String> = columns.iter().enumerate().map(|(i, column)| format!("c{i}={column}")).collect();
        let (plan, _) = plan(&specs, "", seed);
        prop_assert!(readable(&plan));
        let encoder = Encoder::new(&plan, "t", &options("raw"), start..start + len);
        let bytes = encode(&plan, &encoder, start..start + len, step);
        let mut rest = &bytes[..];
        for row in cells(&plan, start..start + len) {
            for (column, cell) in plan.columns().iter().zip(&row) {
                prop_assert!(is_value(&column.field().data_type, cell, &mut rest), "{cell:?}");
            }
        }
        prop_assert_eq!(rest, &[0u8; 0][..]);
        prop_assert_eq!(bytes.len() as u64, len * encoder.max_row_bytes() as u64);
        prop_assert!(encoder.header().is_empty() && encoder.footer().is_empty());
    }
}

#[test]
fn what_raw_cannot_write_is_refused_with_the_reason() {
    let refused = |spec: &str| {
        let (plan, _) = plan(&[spec.to_owned()], "x", 1);
        let column = &plan.columns()[0];
        options("raw").refusal(column.field())
    };
    let texts = Some(
        "raw has no texts, only values of fixed width: numbers, dates, times, bool, ids, addresses, bytes",
    );
    for spec in ["noun", "email", "enum:a,b", "int@prefix=x", "file:x"] {
        assert_eq!(refused(spec), texts, "{spec}");
    }
    assert_eq!(
        refused("int:-9223372036854775808,5@null=0.1"),
        Some("raw writes null as -9223372036854775808, which this column may have as a number")
    );
    assert_eq!(
        refused("ipv4@null=0.1"),
        Some("raw writes null as 0.0.0.0, which this column may have as an address")
    );
    for spec in NO_TEXTS {
        assert_eq!(refused(spec), None, "{spec}");
    }
    let (plan, _) = plan(&["noun".to_owned()], "", 1);
    for &entry in super::FORMATS.iter().filter(|entry| entry.name != "raw") {
        assert_eq!(
            FormatOptions::new(entry).refusal(&plan.columns()[0].field().clone().nullable(true)),
            None
        );
    }
}
