//! The metadata of an Iceberg table of version 2, after <https://iceberg.apache.org/spec/>: one snapshot, with one manifest of all files.

mod avro;
mod manifest;
mod schema;
mod values;

use std::path::Path;

use gush_columnar::lake::{LakeField, LakeType};
use serde_json::{Value, json};

use super::identity::Identity;
use super::partition_file::Written;
use super::run::DATA;
use crate::partition::KeyColumn;

/// A table as its metadata describes it.
pub(super) struct IcebergTable<'t> {
    pub identity: Identity<'t>,
    /// The URI of its folder, without a slash at the end.
    pub location: &'t str,
    pub fields: &'t [LakeField],
    pub keys: &'t [KeyColumn],
    pub files: &'t [Written],
}

/// The number of the first field of a partition; columns have smaller ones.
const FIRST_KEY: i32 = 1000;

impl IcebergTable<'_> {
    /// The files of the folder `metadata`, in the order in which they are written.
    pub fn metadata(&self) -> Vec<(String, Vec<u8>)> {
        let snapshot = self.snapshot_id();
        let write_id = self.identity.uuid("iceberg manifest");
        let manifest = format!("{write_id}-m0.avro");
        let list = format!("snap-{snapshot}-1-{write_id}.avro");
        let bytes = self.manifest(snapshot);
        let length = bytes.len() as u64;
        vec![
            (manifest.clone(), bytes),
            (list.clone(), self.manifest_list(snapshot, &self.uri("metadata", &manifest), length)),
            ("v1.metadata.json".to_owned(), self.table_metadata(snapshot, &list)),
            ("version-hint.text".to_owned(), b"1".to_vec()),
        ]
    }

    fn snapshot_id(&self) -> i64 {
        // Positive, as the ids of all writers are.
        (self.identity.bits("iceberg snapshot") >> 65) as i64
    }

    fn uri(&self, folder: &str, name: &str) -> String {
        format!("{}/{folder}/{name}", self.location)
    }

    fn totals(&self) -> (u64, u64, u64) {
        let files = || self.files.iter().flat_map(|(_, files)| files);
        (files().count() as u64, files().map(|file| file.rows).sum(), files().map(|file| file.bytes).sum())
    }

    /// The field of the schema that a field of the partitions is computed from.
    fn source(&self, key: &KeyColumn) -> Option<&LakeField> {
        self.fields.iter().find(|field| field.name == key.column())
    }

    fn table_metadata(&self, snapshot: i64, list: &str) -> Vec<u8> {
        let now = self.identity.now;
        let (files, rows, bytes) = self.totals();
        let partitions = self.files.iter().filter(|(_, files)| !files.is_empty()).count();
        let last_id = self.fields.iter().flat_map(LakeField::all).map(|field| field.id).max().unwrap_or(0);
        let metadata = json!({
            "format-version": 2,
            "table-uuid": self.identity.uuid("iceberg table"),
            "location": self.location,
            "last-sequence-number": 1,
            "last-updated-ms": now,
            "last-column-id": last_id,
            "current-schema-id": 0,
            "schemas": [schema::schema(self.fields)],
            "default-spec-id": 0,
            "partition-specs": [{"spec-id": 0, "fields": self.spec()}],
            "last-partition-id": FIRST_KEY - 1 + self.keys.len() as i32,
            "default-sort-order-id": 0,
            "sort-orders": [{"order-id": 0, "fields": []}],
            "properties": {"write.parquet.compression-codec": "zstd"},
            "current-snapshot-id": snapshot,
            "refs": {"main": {"snapshot-id": snapshot, "type": "branch"}},
            "snapshots": [{
                "snapshot-id": snapshot,
                "sequence-number": 1,
                "timestamp-ms": now,
                "schema-id": 0,
                "manifest-list": self.uri("metadata", list),
                "summary": {
                    "operation": "append",
                    "engine-name": "gusher",
                    "engine-version": env!("CARGO_PKG_VERSION"),
                    "added-data-files": files.to_string(),
                    "added-records": rows.to_string(),
                    "added-files-size": bytes.to_string(),
                    "changed-partition-count": partitions.to_string(),
                    "total-data-files": files.to_string(),
                    "total-records": rows.to_string(),
                    "total-files-size": bytes.to_string(),
                    "total-delete-files": "0",
                    "total-position-deletes": "0",
                    "total-equality-deletes": "0",
                },
            }],
            "snapshot-log": [{"snapshot-id": snapshot, "timestamp-ms": now}],
            "metadata-log": [],
            "statistics": [],
            "partition-statistics": [],
        });
        let mut text = serde_json::to_vec_pretty(&metadata).unwrap_or_default();
        text.push(b'\n');
        text
    }

    /// The fields of the partition spec.
    fn spec(&self) -> Vec<Value> {
        let field = |(id, key): (i32, &KeyColumn)| {
            json!({
                "source-id": self.source(key).map_or(0, |field| field.id),
                "field-id": id,
                "name": key.name(),
                "transform": schema::transform(key.transform()),
            })
        };
        (FIRST_KEY..).zip(self.keys).map(field).collect()
    }

    /// The type of the values of a field of the partitions.
    fn key_type(&self, key: &KeyColumn) -> LakeType {
        schema::result_type(key.transform(), self.source(key).map_or(&LakeType::Text, |field| &field.kind))
    }

    /// The URI of a file of the table.
    fn data_uri(&self, path: &str) -> String {
        self.uri(DATA, path)
    }
}

/// What the path of a file ends in.
fn format_of(path: &str) -> String {
    Path::new(path).extension().and_then(|end| end.to_str()).unwrap_or_default().to_ascii_uppercase()
}
