//! The log of a Delta table: what its files are, after <https://github.com/delta-io/delta/blob/master/PROTOCOL.md>.

use std::collections::BTreeMap;
use std::fmt::Write;

use gush_columnar::lake::{Bound, ColumnSummary, LakeField, LakeType};
use serde_json::{Value, json};

use super::identity::Identity;
use super::partition_file::{DataFile, Written};
use super::version::Version;
use crate::partition::{KeyColumn, PartitionValue, Transform};
use crate::request::table_state::RECORD;

/// A table as its log describes it.
pub(super) struct DeltaTable<'t> {
    pub identity: Identity<'t>,
    pub version: &'t Version<'t>,
    /// The columns of the files, and those that are in the names of folders only.
    pub fields: &'t [LakeField],
    /// The names of the columns that the files have.
    pub in_files: &'t [LakeField],
    pub keys: &'t [KeyColumn],
    pub files: &'t [Written],
}

impl DeltaTable<'_> {
    /// The entry of the log for this version: a line for each action.
    pub fn log(&self) -> Vec<u8> {
        let mut lines = vec![self.commit()];
        if self.version.number == 0 {
            lines.extend([self.protocol(), self.metadata()]);
        }
        for (values, files) in self.files {
            lines.extend(files.iter().map(|file| self.add(values, file)));
        }
        let mut log = Vec::new();
        for line in lines {
            log.extend_from_slice(line.to_string().as_bytes());
            log.push(b'\n');
        }
        log
    }

    fn commit(&self) -> Value {
        let by: Vec<&str> = self.keys.iter().map(KeyColumn::name).collect();
        let by = Value::from(by).to_string();
        let mode = if self.version.number == 0 { "ErrorIfExists" } else { "Append" };
        json!({"commitInfo": {
            "timestamp": self.version.time,
            "operation": "WRITE",
            "operationParameters": {"mode": mode, "partitionBy": by},
            "engineInfo": concat!("gusher ", env!("CARGO_PKG_VERSION")),
            "userMetadata": format!("rows {}", self.version.rows_text()),
        }})
    }

    fn protocol(&self) -> Value {
        let has_local_times = self
            .fields
            .iter()
            .flat_map(LakeField::all)
            .any(|field| field.kind == LakeType::Timestamp { has_zone: false });
        if has_local_times {
            return json!({"protocol": {
                "minReaderVersion": 3, "minWriterVersion": 7,
                "readerFeatures": ["timestampNtz"], "writerFeatures": ["timestampNtz"],
            }});
        }
        json!({"protocol": {"minReaderVersion": 1, "minWriterVersion": 2}})
    }

    fn metadata(&self) -> Value {
        let mut fields: Vec<Value> = self.fields.iter().map(field).collect();
        for key in self
            .keys
            .iter()
            .filter(|key| key.transform() != Transform::Identity || key.name() != key.column())
        {
            fields.push(
                json!({"name": key.name(), "type": self.type_of(key), "nullable": true, "metadata": {}}),
            );
        }
        let schema = json!({"type": "struct", "fields": fields}).to_string();
        let by: Vec<&str> = self.keys.iter().map(KeyColumn::name).collect();
        let configuration: BTreeMap<&str, String> =
            self.version.record_text().into_iter().map(|text| (RECORD, text)).collect();
        json!({"metaData": {
            "id": self.identity.uuid("delta table"),
            "name": self.identity.table,
            "format": {"provider": "parquet", "options": {}},
            "schemaString": schema,
            "partitionColumns": by,
            "configuration": configuration,
            "createdTime": self.identity.now,
        }})
    }

    /// The type of a field of the partitions that is no column of its own.
    fn type_of(&self, key: &KeyColumn) -> Value {
        let of_column = || self.fields.iter().find(|field| field.name == key.column());
        match key.transform() {
            Transform::Identity | Transform::Truncate(_) => {
                of_column().map_or_else(|| json!("string"), |field| type_name(&field.kind))
            }
            _ => json!("integer"),
        }
    }

    fn add(&self, values: &[PartitionValue], file: &DataFile) -> Value {
        let text =
            |value: &PartitionValue| if value.is_null() { Value::Null } else { value.to_string().into() };
        let values: BTreeMap<&str, Value> =
            self.keys.iter().zip(values).map(|(key, value)| (key.name(), text(value))).collect();
        json!({"add": {
            "path": uri(&file.path),
            "partitionValues": values,
            "size": file.bytes,
            "modificationTime": self.version.time,
            "dataChange": true,
            "stats": self.statistics(file),
        }})
    }

    /// The statistics of a file, as the text of a JSON object.
    fn statistics(&self, file: &DataFile) -> String {
        let mut columns = file.columns.iter();
        let all: Vec<_> = self.in_files.iter().map(|field| Statistics::of(field, &mut columns)).collect();
        let mut text = format!("{{\"numRecords\":{}", file.rows);
        for (name, which) in
            [("minValues", Which::Least), ("maxValues", Which::Most), ("nullCount", Which::Nulls)]
        {
            let _ = write!(text, ",\"{name}\":{}", object(self.in_files, &all, which));
        }
        text.push('}');
        text
    }
}

/// What is known of the values of a field, and of those within it.
enum Statistics<'s> {
    Leaf(&'s ColumnSummary),
    Struct(Vec<Statistics<'s>>),
    /// Nothing is written of lists and maps.
    None,
}

/// Which of the statistics.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Least,
    Most,
    Nulls,
}

impl<'s> Statistics<'s> {
    /// Takes what is known of the leaves of a field from those of all.
    fn of(field: &LakeField, columns: &mut impl Iterator<Item = &'s ColumnSummary>) -> Statistics<'s> {
        match &field.kind {
            LakeType::Struct(fields) => {
                Statistics::Struct(fields.iter().map(|field| Statistics::of(field, &mut *columns)).collect())
            }
            LakeType::List(_) | LakeType::Map(..) => {
                let leaves = field.all().into_iter().filter(|field| field.is_leaf()).count();
                columns.take(leaves).for_each(drop);
                Statistics::None
            }
            _ => columns.next().map_or(Statistics::None, Statistics::Leaf),
        }
    }
}

/// A JSON object with what is known of these fields.
fn object(fields: &[LakeField], all: &[Statistics<'_>], which: Which) -> String {
    let known = fields.iter().zip(all).filter_map(|(field, statistics)| {
        let text = match (statistics, &field.kind) {
            (Statistics::Leaf(summary), kind) => leaf(summary, kind, which)?,
            (Statistics::Struct(inner), LakeType::Struct(fields)) => object(fields, inner, which),
            _ => return None,
        };
        Some(format!("{}:{text}", Value::from(field.name.as_str())))
    });
    format!("{{{}}}", known.collect::<Vec<_>>().join(","))
}

/// The statistic of a column, as JSON; of bounds only those that are values of the column.
fn leaf(summary: &ColumnSummary, kind: &LakeType, which: Which) -> Option<String> {
    let bound = match which {
        Which::Nulls => return Some(summary.nulls.to_string()),
        Which::Least | Which::Most => summary.bounds.as_ref().filter(|_| summary.is_exact)?,
    };
    let value = |value: PartitionValue| Some(Value::from(value.to_string()).to_string());
    match (&bound[usize::from(which == Which::Most)], kind) {
        (Bound::Int(day), LakeType::Date) => value(PartitionValue::Date(i32::try_from(*day).ok()?)),
        (Bound::Int(micros), LakeType::Timestamp { has_zone }) => {
            let text = PartitionValue::Timestamp(*micros).to_string().replacen(' ', "T", 1);
            Some(format!("\"{text}{}\"", if *has_zone { "Z" } else { "" }))
        }
        (Bound::Int(number), LakeType::Int(_)) => Some(number.to_string()),
        (Bound::Decimal(unscaled), LakeType::Decimal { scale, .. }) => {
            Some(PartitionValue::Decimal { unscaled: *unscaled, scale: *scale }.to_string())
        }
        (Bound::Float(number), _) if number.is_finite() => Some(Value::from(*number).to_string()),
        (Bound::Double(number), _) if number.is_finite() => Some(Value::from(*number).to_string()),
        (Bound::Bytes(text), LakeType::Text) => Some(Value::from(str::from_utf8(text).ok()?).to_string()),
        _ => None,
    }
}

/// A field of the schema.
fn field(LakeField { name, nullable, kind, .. }: &LakeField) -> Value {
    json!({"name": name, "type": type_name(kind), "nullable": nullable, "metadata": {}})
}

/// The type of a column, in the form of Spark's schemas.
fn type_name(kind: &LakeType) -> Value {
    match kind {
        LakeType::Bool => json!("boolean"),
        LakeType::Int(8) => json!("byte"),
        LakeType::Int(16) => json!("short"),
        LakeType::Int(32) => json!("integer"),
        LakeType::Int(_) => json!("long"),
        LakeType::Float => json!("float"),
        LakeType::Double => json!("double"),
        LakeType::Decimal { precision, scale } => json!(format!("decimal({precision},{scale})")),
        LakeType::Date => json!("date"),
        LakeType::Timestamp { has_zone: true } => json!("timestamp"),
        LakeType::Timestamp { has_zone: false } => json!("timestamp_ntz"),
        LakeType::Binary | LakeType::Fixed(_) => json!("binary"),
        LakeType::List(item) => {
            json!({"type": "array", "elementType": type_name(&item.kind), "containsNull": item.nullable})
        }
        LakeType::Map(key, value) => json!({
            "type": "map",
            "keyType": type_name(&key.kind),
            "valueType": type_name(&value.kind),
            "valueContainsNull": value.nullable,
        }),
        LakeType::Struct(fields) => {
            json!({"type": "struct", "fields": fields.iter().map(field).collect::<Vec<_>>()})
        }
        // Ids and times of day are written as texts, and the request refuses others.
        LakeType::Text | LakeType::Uuid | LakeType::Time | LakeType::Other(_) => json!("string"),
    }
}

/// A path as the log has it: percent-encoded, as in a URI.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'=' => {
                uri.push(byte.into());
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::{Bound, ColumnSummary, LakeType, Which, leaf, uri};

    #[test]
    fn paths_are_encoded_once_more() {
        assert_eq!(uri("a=x%2Fy z/part-0.parquet"), "a=x%252Fy%20z/part-0.parquet");
        assert_eq!(uri("é"), "%C3%A9");
    }

    #[test]
    fn bounds_are_written_by_their_types() {
        let of = |bound: Bound, kind| {
            let bounds = Some([bound.clone(), bound]);
            leaf(&ColumnSummary { values: 1, nulls: 0, bytes: 1, bounds, is_exact: true }, &kind, Which::Most)
        };
        assert_eq!(of(Bound::Int(0), LakeType::Date).unwrap(), "\"1970-01-01\"");
        let time = LakeType::Timestamp { has_zone: true };
        assert_eq!(of(Bound::Int(1_500_000), time).unwrap(), "\"1970-01-01T00:00:01.5Z\"");
        let decimal = LakeType::Decimal { precision: 5, scale: 2 };
        assert_eq!(of(Bound::Decimal(-5), decimal).unwrap(), "-0.05");
        assert_eq!(of(Bound::Bytes(b"a\"".to_vec()), LakeType::Text).unwrap(), "\"a\\\"\"");
        assert_eq!(of(Bound::Double(f64::INFINITY), LakeType::Double), None);
        assert_eq!(of(Bound::Bytes(vec![1]), LakeType::Binary), None);
    }
}
