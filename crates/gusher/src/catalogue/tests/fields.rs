//! The types that fields announce against the values that generators fill.

use crate::catalogue::GENERATORS;
use crate::generators::Context;
use crate::plan::Plan;
use crate::schema::Schema;
use crate::types::{Array, Batch, BytesForm, DataType, Field, Span, TextForm, TimeUnit, Utf8};

fn plan(spec: &str) -> Plan {
    let read = |_: &str| Ok(b"one\ntwo, three\n".to_vec());
    let context = Context::default().now(1_750_000_000).files(&read);
    let (schema, diagnostics) = Schema::parse("t", &[spec], &context);
    assert_eq!(diagnostics, [], "{spec}");
    Plan::new(&schema, 1, &(0..schema.max_rows().min(300))).unwrap()
}

fn field(spec: &str) -> Field {
    plan(spec).fields().next().unwrap().clone()
}

/// Whether the array is the one that holds values of this type, with all of them within its bounds.
fn holds(data_type: &DataType, values: &Array) -> bool {
    match (data_type, values) {
        (DataType::Utf8(Utf8::Composed(parts)), Array::Indices(columns)) => {
            let known = |(part, indices): (&crate::types::TextPart, &Vec<u32>)| {
                indices.iter().all(|&index| (index as usize) < part.dictionary.len())
            };
            parts.len() == columns.len() && parts.iter().zip(columns).all(known)
        }
        (DataType::Utf8(Utf8::Free { longest, .. }), Array::Strings(texts)) => {
            texts.iter().all(|text| text.len() <= *longest)
        }
        (DataType::Utf8(Utf8::Joined(parts)), Array::Joined(arrays)) => {
            parts.len() == arrays.len()
                && parts.iter().zip(arrays).all(|((field, _), values)| holds(&field.data_type, values))
        }
        (&DataType::Interval { min, max, .. }, Array::Ids(spans)) => {
            spans.iter().all(|&packed| Span::unpacked(packed).is_between(min, max))
        }
        (DataType::Binary { min, max }, Array::Strings(blobs)) => {
            blobs.iter().all(|blob| (min..=max).contains(&&blob.len()))
        }
        (DataType::Utf8(Utf8::Encoded { len }) | DataType::FixedBinary { len }, Array::FixedBytes(bytes)) => {
            bytes.width() == *len
        }
        (
            DataType::Int64 { min, max }
            | DataType::Decimal { min, max, .. }
            | DataType::Timestamp { min, max, .. }
            | DataType::Time { min, max }
            | DataType::Duration { min, max },
            Array::Ints(ints),
        ) => ints.iter().all(|n| (min..=max).contains(&n)),
        (DataType::Wide { min, max, .. }, Array::Wides(wides)) => {
            wides.iter().all(|n| (min..=max).contains(&n))
        }
        (DataType::Float { min, max, specials, .. }, Array::Floats(floats)) => floats.iter().all(|value| {
            (min..=max).contains(&value)
                || (value.is_nan() && specials.nan)
                || (value.is_infinite() && specials.infinite)
                || (*value == 0.0 && specials.negative_zero)
        }),
        (DataType::Date32 { min, max }, Array::Dates(days)) => {
            days.iter().all(|day| (min..=max).contains(&day))
        }
        (DataType::List { item, min, max } | DataType::Map { entry: item, min, max }, Array::List(lists)) => {
            let is_within = |ends: &[i32]| {
                let len = (ends[1] - ends[0]) as usize;
                (*min as usize..=*max as usize).contains(&len)
            };
            lists.offsets().windows(2).all(is_within) && holds(&item.data_type, &lists.items().values)
        }
        (DataType::Bool, Array::Bools(_))
        | (DataType::Uuid | DataType::Ipv6, Array::Ids(_))
        | (DataType::Ipv4, Array::Ipv4s(_)) => true,
        _ => false,
    }
}

#[test]
fn values_are_of_the_announced_type_and_within_its_bounds() {
    let specs = GENERATORS.iter().map(|spec| spec.example()).chain([
        "date@format=%d.%m.%Y",
        "date@format=%s@unique",
        "time@format=%H",
        "series:2024-01-01,100ms",
        "int:-9223372036854775808,9223372036854775807",
        "decimal:-1,1,18",
        "float@nan=0.1@inf=0.2@negzero=0.3",
        "real:-5,5@dist=normal",
        "name@upper@prefix=x",
        "cidr@upper",
        "bytes:7,base64",
        "uuidv4@upper",
    ]);
    for spec in specs {
        let (plan, mut batch) = (plan(spec), Batch::default());
        plan.fill(&(0..300), &mut batch);
        let (field, column) = (plan.fields().next().unwrap(), &batch.columns()[0]);
        assert!(holds(&field.data_type, &column.values), "{spec}: {:?} of {field:?}", column.values);
    }
}

/// How a value is written changes nothing of what it is.
#[test]
fn types_are_independent_of_how_values_are_written() {
    for specs in [
        ["date", "date@format=%d.%m.%Y", "date@prefix=on "],
        ["time", "time@format=%H", "time@suffix=h"],
        ["datetime", "datetime@format=%d.%m.%Y %H", "datetime@null=0.5"],
        ["uuidv4", "uuidv4@upper", "uuidv4@prefix=urn:uuid:"],
        ["bytes:4", "bytes:4,base64", "bytes:4@upper"],
        ["int", "int@prefix=A-", "int@null=0.1"],
    ] {
        let types = specs.map(|spec| format!("{:?}", field(spec).data_type));
        assert!(types.iter().all(|data_type| *data_type == types[0]), "{types:?}");
    }
    let millis = field("series:2024-01-01,100ms").data_type;
    assert!(matches!(millis, DataType::Timestamp { unit: TimeUnit::Millisecond, .. }));
    assert!(matches!(field("uuidv4@upper").display.form, TextForm::Capitals));
    assert!(matches!(field("bytes:4,base64").display.form, TextForm::Bytes(BytesForm::Base64)));
    assert!(field("date@format=%d.%m.%Y").is_text() && !field("date").is_text());
    assert!(field("int@prefix=A-").is_text() && field("hex").is_text() && !field("bytes").is_text());
}

#[test]
fn fields_have_the_names_and_nulls_of_their_columns() {
    let field = field("n=int@null=0.1");
    assert_eq!((field.name.as_str(), field.nullable), ("n", true));
    assert!(!self::field("int").nullable);
}
