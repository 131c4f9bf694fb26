//! The order of the rows of a plan: by which columns, and in which direction.

use gush_columnar::{HalfForm, ParquetOptions, SortKey, TimestampForm};
use gusher::plan::Plan;
use gusher::text::ColumnText;
use gusher::types::{Field, StorageType};

use super::key_values::Form;
use super::spec::SortColumn;
use crate::bloom::leaf_paths;

/// The order of the rows of a plan.
#[derive(Debug)]
pub(crate) struct SortOrder {
    /// The plan of the columns, each number of which is a row of the table.
    pub(super) plan: Plan,
    pub(super) keys: Vec<Key>,
}

/// A column that decides about the order.
#[derive(Debug)]
pub(super) struct Key {
    /// Its index in the plan.
    pub index: usize,
    pub descending: bool,
    /// In what form files have its values.
    pub form: Form,
}

/// Why rows cannot be sorted by a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SortError {
    /// There is no such column.
    Unknown,
    /// Its values have no order in the file.
    Refused(&'static str),
}

/// The index of a column in a plan, if rows can be sorted by it in files with these options.
pub(crate) fn sort_column(
    plan: &Plan,
    column: &SortColumn,
    options: Option<&ParquetOptions>,
) -> Result<usize, SortError> {
    let found = plan.fields().enumerate().find(|(_, field)| field.name == column.name);
    let (index, field) = found.ok_or(SortError::Unknown)?;
    match no_order(field, options) {
        None => Ok(index),
        Some(text) => Err(SortError::Refused(text)),
    }
}

/// Why the values of a column have no order.
fn no_order(field: &Field, options: Option<&ParquetOptions>) -> Option<&'static str> {
    let is_int96 = options.is_some_and(|options| options.timestamps == TimestampForm::Int96);
    match field.storage() {
        StorageType::Nested | StorageType::Array(_) | StorageType::Vector { .. } => {
            Some("lists, maps and structs have no order in files")
        }
        StorageType::Geometry => Some("points have no order in files"),
        StorageType::Interval => Some("spans of months and days have no order in files"),
        StorageType::Timestamp { .. } if is_int96 => Some("times in INT96 have no order in files"),
        _ => None,
    }
}

/// Whether values are compared as numbers, which batches have them as.
fn is_number(field: &Field) -> bool {
    matches!(
        field.storage(),
        StorageType::Int(_)
            | StorageType::Float(_)
            | StorageType::Decimal { .. }
            | StorageType::Date
            | StorageType::Timestamp { .. }
            | StorageType::Time(_)
            | StorageType::Duration
            | StorageType::Bool
            | StorageType::Uuid
    )
}

impl SortOrder {
    /// The order of the rows of `plan` by these columns, those left out that cannot decide; `None` where none decides.
    pub fn new(plan: &Plan, columns: &[SortColumn], options: Option<&ParquetOptions>) -> Option<SortOrder> {
        let all: Vec<&Field> = plan.fields().collect();
        let key = |column: &SortColumn| {
            let index = sort_column(plan, column, options).ok()?;
            let field = all[index];
            let form = match is_number(field) {
                true => Form::of_numbers(field, options.map_or(HalfForm::Logical, |options| options.halves)),
                false => Form::Texts(ColumnText::stored(field)),
            };
            Some(Key { index, descending: column.descending, form })
        };
        let keys: Vec<Key> = columns.iter().filter_map(key).collect();
        (!keys.is_empty()).then(|| SortOrder { plan: plan.clone(), keys })
    }

    /// The same as the file states it, whose columns are those of `shaped`.
    pub fn stated(&self, shaped: &Plan) -> Vec<SortKey> {
        let paths = leaf_paths(shaped);
        let names: Vec<&str> = self.plan.fields().map(|field| field.name.as_str()).collect();
        let key = |key: &Key| {
            let column = paths.iter().position(|path| path.as_deref() == Some(names[key.index]))?;
            Some(SortKey { column, descending: key.descending })
        };
        self.keys.iter().map_while(key).collect()
    }
}
