//! The manifest, which lists the files, and the list of manifests, which a snapshot is.

use gush_columnar::lake::{ColumnSummary, LakeField, LakeType};
use serde_json::{Value, json};

use super::super::partition_file::DataFile;
use super::avro::{self, Encoder};
use super::{FIRST_KEY, IcebergTable, format_of, schema, values};
use crate::partition::PartitionValue;

/// A required field of a record.
fn required(id: i32, name: &str, kind: impl Into<Value>) -> Value {
    let kind: Value = kind.into();
    json!({"name": name, "type": kind, "field-id": id})
}

/// A field that may be null.
fn optional(id: i32, name: &str, kind: impl Into<Value>) -> Value {
    let kind: Value = kind.into();
    json!({"name": name, "type": ["null", kind], "default": null, "field-id": id})
}

/// A map with integers as keys: an array of pairs.
fn map(ids: [i32; 2], value: &str) -> Value {
    json!({
        "type": "array",
        "logicalType": "map",
        "items": {
            "type": "record",
            "name": format!("k{}_v{}", ids[0], ids[1]),
            "fields": [required(ids[0], "key", json!("int")), required(ids[1], "value", json!(value))],
        },
    })
}

impl IcebergTable<'_> {
    /// The manifest of all files of a snapshot.
    pub(super) fn manifest(&self, snapshot: i64) -> Vec<u8> {
        let mut records = Encoder::default();
        let leaves: Vec<(&LakeField, bool)> = self.leaves();
        let mut count = 0;
        for (values, files) in self.files {
            for file in files {
                self.entry(&mut records, snapshot, values, file, &leaves);
                count += 1;
            }
        }
        let spec = Value::from(self.spec()).to_string();
        let metadata = [
            ("avro.schema", &*self.entry_schema().to_string()),
            ("avro.codec", "null"),
            ("schema", &*schema::schema(self.fields).to_string()),
            ("schema-id", "0"),
            ("partition-spec", &*spec),
            ("partition-spec-id", "0"),
            ("format-version", "2"),
            ("content", "data"),
        ];
        avro::file(&metadata, self.identity.bits(&self.of_version("manifest sync")), count, &records.0)
    }

    /// The leaves of the schema in the order of the files' columns, and whether each has statistics: the items of lists and maps have none.
    fn leaves(&self) -> Vec<(&LakeField, bool)> {
        fn add<'f>(field: &'f LakeField, is_counted: bool, leaves: &mut Vec<(&'f LakeField, bool)>) {
            match &field.kind {
                LakeType::Struct(fields) => fields.iter().for_each(|field| add(field, is_counted, leaves)),
                LakeType::List(item) => add(item, false, leaves),
                LakeType::Map(key, value) => {
                    [key, value].into_iter().for_each(|field| add(field, false, leaves));
                }
                _ => leaves.push((field, is_counted)),
            }
        }
        let mut leaves = Vec::new();
        self.fields.iter().for_each(|field| add(field, true, &mut leaves));
        leaves
    }

    fn entry(
        &self,
        out: &mut Encoder,
        snapshot: i64,
        partition: &[PartitionValue],
        file: &DataFile,
        leaves: &[(&LakeField, bool)],
    ) {
        // Added by this snapshot, whose sequence number it inherits.
        out.long(1);
        out.some();
        out.long(snapshot);
        out.null();
        out.null();
        // A file of data, not of deletes.
        out.long(0);
        out.bytes(self.data_uri(&file.path).as_bytes());
        out.bytes(format_of(&file.path).as_bytes());
        for (key, value) in self.keys.iter().zip(partition) {
            put_partition(out, value, &self.key_type(key));
        }
        out.long(file.rows as i64);
        out.long(file.bytes as i64);
        let counted: Vec<(&LakeField, &ColumnSummary)> = leaves
            .iter()
            .zip(&file.columns)
            .filter(|((_, is_counted), _)| *is_counted)
            .map(|((field, _), summary)| (*field, summary))
            .collect();
        let mut counts = |of: fn(&ColumnSummary) -> u64| {
            out.some();
            out.array(&counted, |out, (field, summary)| {
                out.long(field.id.into());
                out.long(of(summary) as i64);
            });
        };
        counts(|summary| summary.bytes);
        counts(|summary| summary.values);
        counts(|summary| summary.nulls);
        // Nobody counts what is no number.
        out.null();
        for end in [0, 1] {
            let bounds: Vec<(i32, Vec<u8>)> = counted
                .iter()
                .filter_map(|(field, summary)| {
                    let bound = &summary.bounds.as_ref()?[end];
                    Some((field.id, values::bound(bound, &field.kind)?))
                })
                .collect();
            out.some();
            out.array(&bounds, |out, (id, bytes)| {
                out.long((*id).into());
                out.bytes(bytes);
            });
        }
        // Neither encrypted nor of deletes.
        out.null();
        out.some();
        out.array(&file.offsets, |out, offset| out.long(*offset as i64));
        out.null();
        out.some();
        out.long(0);
    }

    fn entry_schema(&self) -> Value {
        let key_field = |(id, key): (i32, &crate::partition::KeyColumn)| {
            let name = schema::avro_name(key.name());
            optional(id, &name, schema::avro_type(&self.key_type(key), &format!("{name}_decimal")))
        };
        let partition: Vec<Value> = (FIRST_KEY..).zip(self.keys).map(key_field).collect();
        let offsets = json!({"type": "array", "items": "long", "element-id": 133});
        let ids = json!({"type": "array", "items": "int", "element-id": 136});
        let data_file = json!({"type": "record", "name": "r2", "fields": [
            required(134, "content", json!("int")),
            required(100, "file_path", json!("string")),
            required(101, "file_format", json!("string")),
            required(102, "partition", json!({"type": "record", "name": "r102", "fields": partition})),
            required(103, "record_count", json!("long")),
            required(104, "file_size_in_bytes", json!("long")),
            optional(108, "column_sizes", map([117, 118], "long")),
            optional(109, "value_counts", map([119, 120], "long")),
            optional(110, "null_value_counts", map([121, 122], "long")),
            optional(137, "nan_value_counts", map([138, 139], "long")),
            optional(125, "lower_bounds", map([126, 127], "bytes")),
            optional(128, "upper_bounds", map([129, 130], "bytes")),
            optional(131, "key_metadata", json!("bytes")),
            optional(132, "split_offsets", offsets),
            optional(135, "equality_ids", ids),
            optional(140, "sort_order_id", json!("int")),
        ]});
        json!({"type": "record", "name": "manifest_entry", "fields": [
            required(0, "status", json!("int")),
            optional(1, "snapshot_id", json!("long")),
            optional(3, "sequence_number", json!("long")),
            optional(4, "file_sequence_number", json!("long")),
            required(2, "data_file", data_file),
        ]})
    }

    /// The list of manifests: those of the version before, and the new one, which is at this URI and has this many bytes.
    pub(super) fn manifest_list(&self, snapshot: i64, uri: &str, length: u64) -> Vec<u8> {
        let (files, rows, _) = self.totals();
        let number = self.version.number;
        let mut out = Encoder(self.manifests.bytes.clone());
        out.bytes(uri.as_bytes());
        out.long(length as i64);
        // The partition spec, and that it lists files of data.
        out.long(0);
        out.long(0);
        // Its sequence number and the least one of its files.
        out.long(number as i64);
        out.long(number as i64);
        out.long(snapshot);
        for count in [files, 0, 0, rows, 0, 0] {
            out.long(count as i64);
        }
        out.some();
        let keys: Vec<usize> = (0..self.keys.len()).collect();
        out.array(&keys, |out, &key| self.key_summary(out, key));
        out.null();
        let [snapshot, number] = [snapshot.to_string(), number.to_string()];
        let parent = self.before("/current-snapshot-id").map_or("null".into(), Value::to_string);
        let metadata = [
            ("avro.schema", &*list_schema().to_string()),
            ("avro.codec", "null"),
            ("snapshot-id", &*snapshot),
            ("parent-snapshot-id", &*parent),
            ("sequence-number", &*number),
            ("format-version", "2"),
        ];
        let sync = self.identity.bits(&self.of_version("list sync"));
        avro::file(&metadata, sync, self.manifests.count + 1, &out.0)
    }

    /// Between what the values of a field of the partitions lie.
    fn key_summary(&self, out: &mut Encoder, key: usize) {
        let kind = self.key_type(&self.keys[key]);
        let all = || self.files.iter().map(|(values, _)| &values[key]);
        let known = || all().filter(|value| !value.is_null());
        out.bool(all().any(PartitionValue::is_null));
        out.some();
        out.bool(false);
        for bound in [known().min(), known().max()] {
            match bound.and_then(|value| values::of_partition(value, &kind)) {
                Some(bytes) => {
                    out.some();
                    out.bytes(&bytes);
                }
                None => out.null(),
            }
        }
    }
}

fn list_schema() -> Value {
    let summary = json!({"type": "record", "name": "r508", "fields": [
        required(509, "contains_null", json!("boolean")),
        optional(518, "contains_nan", json!("boolean")),
        optional(510, "lower_bound", json!("bytes")),
        optional(511, "upper_bound", json!("bytes")),
    ]});
    json!({"type": "record", "name": "manifest_file", "fields": [
        required(500, "manifest_path", json!("string")),
        required(501, "manifest_length", json!("long")),
        required(502, "partition_spec_id", json!("int")),
        required(517, "content", json!("int")),
        required(515, "sequence_number", json!("long")),
        required(516, "min_sequence_number", json!("long")),
        required(503, "added_snapshot_id", json!("long")),
        required(504, "added_files_count", json!("int")),
        required(505, "existing_files_count", json!("int")),
        required(506, "deleted_files_count", json!("int")),
        required(512, "added_rows_count", json!("long")),
        required(513, "existing_rows_count", json!("long")),
        required(514, "deleted_rows_count", json!("long")),
        optional(507, "partitions", json!({"type": "array", "items": summary, "element-id": 508})),
        optional(519, "key_metadata", json!("bytes")),
    ]})
}

/// The value of a field of the partitions.
fn put_partition(out: &mut Encoder, value: &PartitionValue, kind: &LakeType) {
    if value.is_null() {
        return out.null();
    }
    out.some();
    match value {
        PartitionValue::Null => {}
        PartitionValue::Int(number) => out.long(*number),
        PartitionValue::Date(day) => out.long((*day).into()),
        PartitionValue::Timestamp(micros) => out.long(*micros),
        PartitionValue::Bool(value) => out.bool(*value),
        PartitionValue::Decimal { unscaled, .. } => {
            let precision = if let LakeType::Decimal { precision, .. } = kind { *precision } else { 38 };
            let bytes = unscaled.to_be_bytes();
            out.0.extend_from_slice(&bytes[16 - values::decimal_bytes(precision)..]);
        }
        PartitionValue::Text(text) => out.bytes(text.as_bytes()),
    }
}
