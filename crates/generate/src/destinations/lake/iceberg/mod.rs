//! The metadata of an Iceberg table of version 2, after <https://iceberg.apache.org/spec/>: a snapshot for each time that rows were written,
//! with a manifest of their files.

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
use super::version::Version;
use crate::partition::KeyColumn;
use crate::request::table_state::{ENGINE, RECORD, ROWS};
pub(super) use avro::{Records, records};

/// A table as its metadata describes it.
pub(super) struct IcebergTable<'t> {
    pub identity: Identity<'t>,
    pub version: &'t Version<'t>,
    /// The metadata of the version before.
    pub before: Option<&'t Value>,
    /// The manifests of the version before.
    pub manifests: Records,
    /// The URI of its folder, without a slash at the end.
    pub location: &'t str,
    pub fields: &'t [LakeField],
    pub keys: &'t [KeyColumn],
    pub files: &'t [Written],
}

/// The name of a file, and its bytes.
type NamedFile = (String, Vec<u8>);

/// The number of the first field of a partition; columns have smaller ones.
const FIRST_KEY: i32 = 1000;

impl IcebergTable<'_> {
    /// The files of the folder `metadata`, in the order in which they are written: the manifest, the list of manifests, the metadata itself,
    /// and the hint at its number.
    pub fn metadata(&self) -> ([NamedFile; 2], Vec<u8>, NamedFile) {
        let snapshot = self.snapshot_id();
        let write_id = self.identity.uuid(&self.of_version("iceberg manifest"));
        let number = self.version.number;
        let manifest = format!("{write_id}-m0.avro");
        let list = format!("snap-{snapshot}-1-{write_id}.avro");
        let bytes = self.manifest(snapshot);
        let length = bytes.len() as u64;
        let uri = self.uri("metadata", &manifest);
        let manifests = self.manifest_list(snapshot, &uri, length);
        let hint = ("version-hint.text".to_owned(), number.to_string().into_bytes());
        let metadata = self.table_metadata(snapshot, &list);
        ([(manifest, bytes), (list, manifests)], metadata, hint)
    }

    fn snapshot_id(&self) -> i64 {
        // Positive, as the ids of all writers are.
        (self.identity.bits(&self.of_version("iceberg snapshot")) >> 65) as i64
    }

    /// A name for a thing of this version, by which it gets its id.
    fn of_version(&self, what: &str) -> String {
        match self.version.number {
            1 => what.to_owned(),
            number => format!("{what} {number}"),
        }
    }

    /// The value at this pointer in the metadata of the version before.
    fn before(&self, pointer: &str) -> Option<&Value> {
        self.before?.pointer(pointer)
    }

    fn uri(&self, folder: &str, name: &str) -> String {
        format!("{}/{folder}/{name}", self.location)
    }

    /// How many files, rows and bytes this version adds.
    fn totals(&self) -> (u64, u64, u64) {
        let files = || self.files.iter().flat_map(|(_, files)| files);
        (files().count() as u64, files().map(|file| file.rows).sum(), files().map(|file| file.bytes).sum())
    }

    /// The field of the schema that a field of the partitions is computed from.
    fn source(&self, key: &KeyColumn) -> Option<&LakeField> {
        self.fields.iter().find(|field| field.name == key.column())
    }

    fn table_metadata(&self, snapshot: i64, list: &str) -> Vec<u8> {
        let now = self.version.time;
        let last_id = self.fields.iter().flat_map(LakeField::all).map(|field| field.id).max().unwrap_or(0);
        let mut properties = json!({"write.parquet.compression-codec": "zstd"});
        if let Some(record) = self.version.record_text() {
            properties[RECORD] = record.into();
        }
        let new = json!({
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
            "properties": properties,
            "current-snapshot-id": snapshot,
            "refs": {},
            "snapshots": [],
            "snapshot-log": [],
            "metadata-log": [],
            "statistics": [],
            "partition-statistics": [],
        });
        let mut metadata = self.before.cloned().unwrap_or(new);
        if let Some(before) = self.before {
            let file = self.uri("metadata", &format!("v{}.metadata.json", self.version.number - 1));
            push(
                &mut metadata["metadata-log"],
                json!({"metadata-file": file, "timestamp-ms": before["last-updated-ms"]}),
            );
        }
        metadata["last-sequence-number"] = self.version.number.into();
        metadata["last-updated-ms"] = now.into();
        metadata["current-snapshot-id"] = snapshot.into();
        metadata["refs"] = json!({"main": {"snapshot-id": snapshot, "type": "branch"}});
        push(&mut metadata["snapshots"], self.snapshot(snapshot, list));
        push(&mut metadata["snapshot-log"], json!({"snapshot-id": snapshot, "timestamp-ms": now}));
        let mut text = serde_json::to_vec_pretty(&metadata).unwrap_or_default();
        text.push(b'\n');
        text
    }

    /// The snapshot of this version, whose manifests are in `list`.
    fn snapshot(&self, id: i64, list: &str) -> Value {
        let (files, rows, bytes) = self.totals();
        let partitions = self.files.iter().filter(|(_, files)| !files.is_empty()).count();
        let previous = self.before("/snapshots").and_then(|snapshots| snapshots.as_array()?.last());
        let before = |key: &str| {
            let total = previous.and_then(|previous| previous["summary"][key].as_str()?.parse::<u64>().ok());
            total.unwrap_or(0)
        };
        let mut snapshot = json!({
            "snapshot-id": id,
            "sequence-number": self.version.number,
            "timestamp-ms": self.version.time,
            "schema-id": 0,
            "manifest-list": self.uri("metadata", list),
            "summary": {
                "operation": "append",
                "engine-name": ENGINE,
                "engine-version": env!("CARGO_PKG_VERSION"),
                "added-data-files": files.to_string(),
                "added-records": rows.to_string(),
                "added-files-size": bytes.to_string(),
                "changed-partition-count": partitions.to_string(),
                "total-data-files": before("total-data-files").saturating_add(files).to_string(),
                "total-records": before("total-records").saturating_add(rows).to_string(),
                "total-files-size": before("total-files-size").saturating_add(bytes).to_string(),
                "total-delete-files": "0",
                "total-position-deletes": "0",
                "total-equality-deletes": "0",
            },
        });
        snapshot["summary"][ROWS] = self.version.rows_text().into();
        if let Some(previous) = previous {
            snapshot["parent-snapshot-id"] = previous["snapshot-id"].clone();
        }
        snapshot
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

/// Appends a value to an array.
fn push(array: &mut Value, value: Value) {
    if let Some(values) = array.as_array_mut() {
        values.push(value);
    }
}

/// What the path of a file ends in.
fn format_of(path: &str) -> String {
    Path::new(path).extension().and_then(|end| end.to_str()).unwrap_or_default().to_ascii_uppercase()
}
