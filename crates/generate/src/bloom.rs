//! Columns that have bloom filters: which can, and where they are in a file.

use std::ops::Range;

use gush_columnar::lake::{LakeField, LakeType, fields};
use gusher::plan::Plan;
use gusher::types::{Field, StorageType};

/// A column that has a bloom filter in each row group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BloomColumn {
    /// The column's name.
    pub name: String,
    /// Where the name is in the text, in bytes.
    pub at: Range<usize>,
}

/// What is wrong with a name in the text: which bytes, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BloomColumnError {
    pub at: Range<usize>,
    pub message: &'static str,
}

/// Reads the columns of `text`, which commas separate.
pub(crate) fn parse(text: &str) -> Vec<Result<BloomColumn, BloomColumnError>> {
    let mut start = 0;
    let mut columns: Vec<Result<BloomColumn, BloomColumnError>> = Vec::new();
    for piece in text.split(',') {
        let name = piece.trim();
        let begin = start + (piece.len() - piece.trim_start().len());
        let at = begin..begin + name.len();
        let is_taken = columns.iter().any(|other| other.as_ref().is_ok_and(|other| other.name == name));
        columns.push(if name.is_empty() {
            Err(BloomColumnError { at, message: "a column is missing here" })
        } else if is_taken {
            Err(BloomColumnError { at, message: "this column has a bloom filter already" })
        } else {
            Ok(BloomColumn { name: name.to_owned(), at })
        });
        start += piece.len() + 1;
    }
    columns
}

/// Why a column of this field has no bloom filter, if it has none.
pub(crate) fn refusal(field: &Field) -> Option<&'static str> {
    match field.storage() {
        StorageType::Nested | StorageType::Array(_) | StorageType::Vector { .. } => {
            Some("lists, maps and structs have no bloom filters")
        }
        StorageType::Bool => Some("truth values have no bloom filter: nearly every group has both of them"),
        _ => None,
    }
}

/// The indices of these columns among the columns of a file of the plan, those within structs counted.
pub(crate) fn indices(plan: &Plan, columns: &[BloomColumn]) -> Vec<usize> {
    if columns.is_empty() {
        return Vec::new();
    }
    let paths = leaf_paths(plan);
    let index =
        |column: &BloomColumn| paths.iter().position(|path| path.as_deref() == Some(column.name.as_str()));
    columns.iter().filter_map(index).collect()
}

/// For each column that a file of the plan has, its name with those of the structs around it; nothing for one within a list or a map.
pub(crate) fn leaf_paths(plan: &Plan) -> Vec<Option<String>> {
    let mut paths = Vec::new();
    fields(plan).iter().for_each(|field| add_leaves(field, Some(field.name.clone()), &mut paths));
    paths
}

fn add_leaves(field: &LakeField, path: Option<String>, paths: &mut Vec<Option<String>>) {
    match &field.kind {
        LakeType::List(item) => add_leaves(item, None, paths),
        LakeType::Map(key, value) => [key, value].into_iter().for_each(|of| add_leaves(of, None, paths)),
        LakeType::Struct(fields) => {
            for inner in fields {
                let path = path.as_ref().map(|path| format!("{path}.{}", inner.name));
                add_leaves(inner, path, paths);
            }
        }
        _ => paths.push(path),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn each_column_is_looked_at() {
        let found = parse("id, name ,,id,a:b");
        let names: Vec<_> = found.iter().filter_map(|c| c.as_ref().ok()).map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["id", "name", "a:b"]);
        let wrong: Vec<_> = found.iter().filter_map(|c| c.as_ref().err()).map(|e| e.at.clone()).collect();
        assert_eq!(wrong, [10..10, 11..13]);
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "[a-d, é]{0,20}") {
            for column in parse(&text) {
                let at = match column {
                    Ok(column) => column.at,
                    Err(error) => error.at,
                };
                proptest::prop_assert!(text.get(at).is_some());
            }
        }
    }
}
