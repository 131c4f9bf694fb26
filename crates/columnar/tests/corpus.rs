//! The corpus of Parquet files: what its manifest says, and what the reader of the `parquet` crate makes of it.

use std::collections::BTreeSet;

use bytes::Bytes;
use gush_columnar::parquet_corpus;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;

#[test]
fn files_are_small_and_follow_from_the_seed() {
    let files = parquet_corpus();
    let paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths.len(), files.len());
    let mut bytes = 0;
    for file in &files {
        let content = file.make(1).expect("a file");
        assert!(content.parquet.len() < 200_000, "{}: {}", file.path, content.parquet.len());
        bytes += content.parquet.len();
        let entry: Value = serde_json::from_str(&content.entry).expect("JSON");
        assert_eq!(entry["valid"], file.is_valid());
        assert!(file.is_valid() || entry["at"].is_u64(), "{} has no lie", file.path);
        let lines = content.values.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let ids: Vec<u64> = lines.map(|row| row["id"].as_u64().expect("a number")).collect();
        assert!(ids.iter().copied().eq(0..ids.len() as u64));
    }
    assert!(bytes < 8 << 20, "{bytes}");
    let make = |seed| files[5].make(seed).expect("a file");
    assert_eq!(make(7).parquet, make(7).parquet);
    assert_ne!(make(7).values, make(8).values);
}

/// A value as NDJSON has it, if the rows of the `parquet` crate have values of this type.
fn json(field: &Field) -> Option<Value> {
    Some(match field {
        Field::Null => Value::Null,
        Field::Bool(value) => (*value).into(),
        Field::Byte(value) => (*value).into(),
        Field::Short(value) => (*value).into(),
        Field::Int(value) => (*value).into(),
        Field::Long(value) => (*value).into(),
        Field::UByte(value) => (*value).into(),
        Field::UShort(value) => (*value).into(),
        Field::UInt(value) => (*value).into(),
        Field::ULong(value) => (*value).into(),
        Field::Str(text) => text.as_str().into(),
        Field::ListInternal(list) => list.elements().iter().map(json).collect::<Option<Vec<Value>>>()?.into(),
        Field::Group(row) => {
            let field = |(name, field): (&String, &Field)| Some((name.clone(), json(field)?));
            Value::Object(row.get_column_iter().map(field).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

/// The valid files whose codec needs no crate of its own, by the reader of the `parquet` crate, which has values for the types of half
/// of them. It reads the deprecated levels from the other end of a byte, as pyarrow does, makes a list
/// of lists of one of two levels, and its maps have another form.
#[test]
fn the_parquet_crate_reads_the_same_values() {
    const CODECS: [&str; 3] = ["UNCOMPRESSED", "SNAPPY", "GZIP"];
    let (mut read, mut compared) = (0, 0);
    for file in parquet_corpus().iter().filter(|file| file.is_valid()) {
        let content = file.make(3).expect("a file");
        let entry: Value = serde_json::from_str(&content.entry).expect("JSON");
        let is = |key: &str, values: &[&str]| entry[key].as_str().is_some_and(|text| values.contains(&text));
        if !is("codec", &CODECS) || is("levels", &["BIT_PACKED"]) {
            continue;
        }
        let reader = SerializedFileReader::new(Bytes::from(content.parquet)).expect("a footer");
        let wanted: Vec<Value> =
            content.values.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(reader.metadata().file_metadata().num_rows(), wanted.len() as i64, "{}", file.path);
        let is_known = is(
            "type",
            &[
                "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "string",
                "enum",
            ],
        );
        if !is_known || is("nesting", &["map", "map of structs", "list of two levels"]) {
            continue;
        }
        read += 1;
        let rows = reader.get_row_iter(None).expect("rows");
        for (row, wanted) in rows.zip(&wanted) {
            let row = row.expect("a row");
            let found =
                row.get_column_iter().find(|(name, _)| *name == "v").and_then(|(_, field)| json(field));
            let Some(found) = found else { continue };
            assert_eq!(found, wanted["v"], "{}", file.path);
            compared += 1;
        }
    }
    assert!(read > 20 && compared > 2000, "{read} files, {compared} values");
}
