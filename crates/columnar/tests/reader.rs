//! The reader of the `parquet` crate: it sees the values that ndjson has, and what the file says of its pages and groups
//! is true of them.

#[path = "reader/bloom.rs"]
mod bloom;
mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;
use common::{expected, plan};
use gush_columnar::{Codec, Columnar, Options};
use gusher::plan::Plan;
use parquet::basic::{Encoding, LogicalType};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::file::page_index::column_index::ColumnIndexMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::serialized_reader::ReadOptionsBuilder;
use parquet::file::statistics::Statistics;
use parquet::record::Field;
use parquet::schema::types::ColumnDescriptor;
use serde_json::Value;

/// A file of groups of so many rows.
fn file(plan: &Plan, rows: u64, group: u64, options: Options) -> SerializedFileReader<Bytes> {
    let file = common::file(Columnar::Parquet, plan, rows, group, options);
    let options = ReadOptionsBuilder::new().with_page_index().build();
    SerializedFileReader::new_with_options(Bytes::from(file), options).expect("a file")
}

fn json(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(value) => (*value).into(),
        Field::Long(value) => (*value).into(),
        Field::Str(text) => text.as_str().into(),
        Field::ListInternal(list) => list.elements().iter().map(json).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn rows_are_those_of_ndjson() {
    let specs = [
        "id=seq",
        "n=int:0,1M@null=0.3",
        "name",
        "code=country.code:any@null=0.2",
        "note=sentence@null=0.9",
        "ok=bool@null=0.5",
        "never=int@null=1",
        "tags=noun@null=0.2@list=0,4@null=0.2",
        "dice=int:1,6@list=3",
        "texts=sentence@null=0.3@list=0,3",
    ];
    let codecs = [None, Some(Codec::Snappy), Some(Codec::Gzip(1))];
    for rows in [0, 1, 99, 100, 101, 200, 250] {
        let plan = plan(&specs, rows);
        let expected = expected(&plan, rows);
        for codec in codecs {
            let file = file(&plan, rows, 100, Options { codec, checksums: rows > 100, ..Options::default() });
            let found = file.get_row_iter(None).expect("rows");
            let object = |row: parquet::record::Row| {
                row.get_column_iter().map(|(name, field)| (name.clone(), json(field))).collect()
            };
            let found: Vec<Value> = found.map(|row| Value::Object(object(row.expect("a row")))).collect();
            assert!(found == expected, "{rows} rows by {codec:?}");
        }
    }
}

/// A value by its place in the order that the format defines for its type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Int(i64),
    Bytes(Vec<u8>),
}

/// Bytes as they are ordered: those of decimals as numbers with a sign.
fn key(bytes: &[u8], of: &ColumnDescriptor) -> Key {
    let mut bytes = bytes.to_vec();
    if matches!(of.logical_type_ref(), Some(LogicalType::Decimal { .. })) {
        bytes[0] ^= 0x80;
    }
    Key::Bytes(bytes)
}

/// The slots of a column in a group: whether each begins a row, and its value.
struct Slots(Vec<(bool, Option<Key>)>);

impl Slots {
    fn read(reader: ColumnReader, rows: usize, of: &ColumnDescriptor) -> Slots {
        match reader {
            ColumnReader::BoolColumnReader(reader) => {
                Slots::take(reader, rows, of, |value| Key::Int(i64::from(*value)))
            }
            ColumnReader::Int32ColumnReader(reader) => {
                Slots::take(reader, rows, of, |value| Key::Int(i64::from(*value)))
            }
            ColumnReader::Int64ColumnReader(reader) => {
                Slots::take(reader, rows, of, |value| Key::Int(*value))
            }
            ColumnReader::ByteArrayColumnReader(reader) => {
                Slots::take(reader, rows, of, |value| key(value.data(), of))
            }
            ColumnReader::FixedLenByteArrayColumnReader(reader) => {
                Slots::take(reader, rows, of, |value| key(value.data(), of))
            }
            _ => panic!("{of:?} is of no type that is written"),
        }
    }

    fn take<T: DataType>(
        mut reader: ColumnReaderImpl<T>,
        rows: usize,
        of: &ColumnDescriptor,
        key: impl Fn(&T::T) -> Key,
    ) -> Slots {
        let (mut definition, mut repetition, mut values) = (Vec::new(), Vec::new(), Vec::new());
        while reader
            .read_records(rows, Some(&mut definition), Some(&mut repetition), &mut values)
            .expect("values")
            .1
            > 0
        {}
        let mut values = values.iter().map(key);
        if of.max_def_level() == 0 {
            return Slots(values.map(|value| (true, Some(value))).collect());
        }
        let slot = |(slot, level): (usize, &i16)| {
            let begins = repetition.get(slot).is_none_or(|level| *level == 0);
            let value = (*level == of.max_def_level()).then(|| values.next().expect("a value"));
            (begins, value)
        };
        Slots(definition.iter().enumerate().map(slot).collect())
    }

    /// Those of some rows.
    fn of_rows(&self, rows: std::ops::Range<usize>) -> Vec<Option<Key>> {
        let mut row = 0;
        let mut found = Vec::new();
        for (begins, value) in &self.0 {
            row += usize::from(*begins);
            if rows.contains(&(row - 1)) {
                found.push(value.clone());
            }
        }
        found
    }
}

/// The bounds of a page in the index.
fn page_bounds(index: &ColumnIndexMetaData, page: usize, of: &ColumnDescriptor) -> Option<(Key, Key)> {
    let ints = |least: Option<i64>, most: Option<i64>| Some((Key::Int(least?), Key::Int(most?)));
    match index {
        ColumnIndexMetaData::BOOLEAN(index) => {
            ints(index.min_value(page).map(|&n| n.into()), index.max_value(page).map(|&n| n.into()))
        }
        ColumnIndexMetaData::INT32(index) => {
            ints(index.min_value(page).map(|&n| n.into()), index.max_value(page).map(|&n| n.into()))
        }
        ColumnIndexMetaData::INT64(index) => {
            ints(index.min_value(page).copied(), index.max_value(page).copied())
        }
        ColumnIndexMetaData::BYTE_ARRAY(index) | ColumnIndexMetaData::FIXED_LEN_BYTE_ARRAY(index) => {
            Some((key(index.min_value(page)?, of), key(index.max_value(page)?, of)))
        }
        _ => panic!("{of:?} is of no type that is written"),
    }
}

/// The bounds of a group.
fn group_bounds(statistics: &Statistics, of: &ColumnDescriptor) -> Option<(Key, Key)> {
    let ints = |least: Option<i64>, most: Option<i64>| Some((Key::Int(least?), Key::Int(most?)));
    match statistics {
        Statistics::Boolean(own) => ints(own.min_opt().map(|&n| n.into()), own.max_opt().map(|&n| n.into())),
        Statistics::Int32(own) => ints(own.min_opt().map(|&n| n.into()), own.max_opt().map(|&n| n.into())),
        Statistics::Int64(own) => ints(own.min_opt().copied(), own.max_opt().copied()),
        _ => Some((key(statistics.min_bytes_opt()?, of), key(statistics.max_bytes_opt()?, of))),
    }
}

/// Bounds are around all values, and are values themselves where they are `exact`.
fn check(bounds: Option<(Key, Key)>, values: &[Option<Key>], exact: bool, what: &str) {
    let found = values.iter().flatten();
    let ends = found.clone().min().cloned().zip(found.max().cloned());
    if exact {
        assert_eq!(bounds, ends, "{what}");
    } else if let Some(((low, high), (least, most))) = bounds.zip(ends) {
        assert!(low <= least && most <= high, "{what}: {low:?} {least:?} {most:?} {high:?}");
    }
}

#[test]
fn statistics_and_page_indexes_are_true() {
    let specs = [
        "id=seq",
        "n=int@null=0.1",
        "few=int:-5,9@null=0.5",
        "d=decimal:-9_000_000_000,9_000_000_000,9@null=0.1",
        "d5=decimal:-5,500,2",
        "day=date",
        "at=datetime@null=0.2",
        "time",
        "ok=bool",
        "u=uuidv4@null=0.1",
        "b=bytes:5",
        "text=email@null=0.1",
        "long=paragraph:2",
        "word=country.code:any@null=0.2",
        "never=int@null=1",
        "nothing=name@null=1",
        "ints=int@null=0.2@list=0,4@null=0.2",
        "texts=email@null=0.3@list=0,3",
        "words=noun@list=1,2",
        "none=int@list=0",
    ];
    let (rows, group) = (70_000, 40_000);
    let plan = plan(&specs, rows);
    let file = file(&plan, rows, group, Options::default());
    let metadata = Arc::new(file.metadata().clone());
    let mut pages_seen = 0;
    for at in 0..metadata.num_row_groups() {
        let (group, reader) = (metadata.row_group(at), file.get_row_group(at).expect("a group"));
        let index = metadata.page_index_for_row_group(at);
        let rows = group.num_rows() as usize;
        for column in 0..group.num_columns() {
            let chunk = group.column(column);
            let (of, name) = (chunk.column_descr(), chunk.column_path().string());
            let slots = Slots::read(reader.get_column_reader(column).expect("a column"), rows, of);
            assert_eq!(slots.0.len() as i64, chunk.num_values(), "{name}");
            let statistics = chunk.statistics().expect("statistics");
            let all = slots.of_rows(0..rows);
            let nulls = |slots: &[Option<Key>]| slots.iter().filter(|slot| slot.is_none()).count();
            assert_eq!(statistics.null_count_opt(), Some(nulls(&all) as u64), "{name}");
            let bounds = group_bounds(statistics, of);
            let is_said = statistics.min_is_exact() && statistics.max_is_exact();
            let is_exact = name != "long";
            assert_eq!(is_said, is_exact && bounds.is_some(), "{name}");
            check(bounds, &all, is_exact, &name);
            let locations = index.page_locations(column).expect("an offset index");
            let bounds = index.column_index(column).expect("a column index");
            assert_eq!(bounds.num_pages(), locations.len() as u64);
            for (page, location) in locations.iter().enumerate() {
                let end = locations.get(page + 1).map_or(rows, |next| next.first_row_index as usize);
                let slots = slots.of_rows(location.first_row_index as usize..end);
                assert_eq!(bounds.null_count(page), Some(nulls(&slots) as i64), "{name}, page {page}");
                assert_eq!(bounds.is_null_page(page), nulls(&slots) == slots.len(), "{name}, page {page}");
                check(page_bounds(bounds, page, of), &slots, is_exact, &format!("{name}, page {page}"));
                pages_seen += 1;
            }
        }
    }
    assert!(pages_seen > 2 * 2 * specs.len(), "{pages_seen} pages");
}

/// Columns of numbers that nobody knows in advance have a dictionary where they repeat, with true values, statistics and counts.
#[test]
fn dictionaries_of_what_comes_hold_all_values() {
    let zipf = "int:1,1_000_000@dist=zipf:1.5";
    let specs = [
        &format!("z={zipf}"),
        &format!("some={zipf}@null=0.5"),
        &format!("lists={zipf}@null=0.2@list=0,3@null=0.1"),
        "id=seq",
        "n=int:0,1_000_000_000",
        "narrow=enum:a*1000,b*10,c",
    ];
    let mut indexed = [0; 6];
    for (rows, group) in [(20_000, 20_000), (70_000, 70_000), (9_000, 4_000)] {
        let plan = plan(&specs, rows);
        let expected = expected(&plan, rows);
        for codec in [None, Some(Codec::Snappy)] {
            let file = file(&plan, rows, group, Options { codec, checksums: true, ..Options::default() });
            let object = |row: parquet::record::Row| {
                row.get_column_iter().map(|(name, field)| (name.clone(), json(field))).collect()
            };
            let found = file.get_row_iter(None).expect("rows");
            let found: Vec<Value> = found.map(|row| Value::Object(object(row.expect("a row")))).collect();
            assert!(found == expected, "{rows} rows by {codec:?}");
            for at in 0..file.metadata().num_row_groups() {
                let (group, reader) =
                    (file.metadata().row_group(at), file.get_row_group(at).expect("a group"));
                for (column, has_dictionary) in [true, true, true, false, false, true].iter().enumerate() {
                    let chunk = group.column(column);
                    let name = chunk.column_path().string();
                    let is_indexed = chunk.encodings().any(|encoding| encoding == Encoding::RLE_DICTIONARY);
                    assert!(!is_indexed || *has_dictionary, "{name} by {codec:?}");
                    assert_eq!(chunk.dictionary_page_offset().is_some(), is_indexed, "{name}");
                    indexed[column] += usize::from(is_indexed);
                    let rows = group.num_rows() as usize;
                    let of = chunk.column_descr();
                    let slots = Slots::read(reader.get_column_reader(column).expect("a column"), rows, of);
                    let all = slots.of_rows(0..rows);
                    let statistics = chunk.statistics().expect("statistics");
                    check(group_bounds(statistics, of), &all, true, &name);
                    let different: BTreeSet<&Key> = all.iter().flatten().collect();
                    let counted = statistics.distinct_count_opt();
                    assert!(counted.is_none_or(|count| count == different.len() as u64), "{name}");
                    assert_eq!(counted.is_some(), column < 3 && is_indexed, "{name}");
                }
            }
        }
    }
    assert!([0, 1, 2, 5].iter().all(|column| indexed[*column] > 0), "{indexed:?}");
}
