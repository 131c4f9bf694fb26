//! What a table of a table format notes of how its rows are generated, so that others can be appended.
//!
//! The fields are in files of users: a change of their meaning raises [`VERSION`].

use std::collections::BTreeMap;
use std::path::Path;

use gusher::catalogue::time_text;
use gusher::schema::DatasetSpec;
use gusher::schema::file::{Run, column_texts, write_dataset};
use serde::{Deserialize, Serialize};

use super::settings::Settings;

/// The version of the fields.
pub(super) const VERSION: u32 = 1;

/// What the rows of a table follow from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRecord {
    /// The version of these fields.
    pub version: u32,
    /// The table's name, on which values depend.
    pub table: String,
    /// The seed.
    pub seed: u64,
    /// The present, where a column depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// The locale of columns that name none.
    pub locale: String,
    /// A number for the definition of each column, by the column's name.
    pub columns: BTreeMap<String, String>,
    /// A number for the other tables of the schema, and for the keys and links of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<String>,
    /// The fields of the partitions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partition_by: Vec<String>,
    /// How wide whole numbers are, where that was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ints: Option<String>,
    /// Whether columns whose names have dots are structs.
    #[serde(default, skip_serializing_if = "is_false")]
    pub nest: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl TableRecord {
    /// What the rows of a table of a dataset follow from, without what is chosen about its files.
    pub(super) fn new(dataset: &DatasetSpec, table: usize, settings: Settings) -> TableRecord {
        let Settings { seed, now, locale } = settings;
        // Where a file is says nothing about its lines.
        let moved = |path: &str| Path::new(path).file_name()?.to_str().map(str::to_owned);
        let run = Run { seed, now, locale, moved: &moved };
        let schema = &dataset.tables[table].schema;
        let columns = column_texts(schema, &run).into_iter().map(|(name, text)| (name, digest(&text)));
        TableRecord {
            version: VERSION,
            table: schema.table().to_owned(),
            seed,
            now: schema.uses_now().then(|| time_text(now)),
            locale: locale.name.to_owned(),
            columns: columns.collect(),
            dataset: (dataset.tables.len() > 1)
                .then(|| digest(&write_dataset(dataset, &Run { now: 0, ..run }))),
            partition_by: Vec::new(),
            ints: None,
            nest: false,
        }
    }
}

/// FNV-1a, of 64 bits: two definitions that differ have different numbers, and nobody has a reason to forge one.
fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0xCBF2_9CE4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::digest;

    /// By the published test vectors of FNV-1a.
    #[test]
    fn digests_are_fnv_1a() {
        assert_eq!(digest(""), "cbf29ce484222325");
        assert_eq!(digest("a"), "af63dc4c8601ec8c");
        assert_eq!(digest("foobar"), "85944171f73967e8");
    }
}
