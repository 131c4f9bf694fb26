//! What the modifiers of one column say.

use std::ops::Range;

use crate::generators::{Case, ConstraintField, Settings};
use crate::types::StorageType;
use gush_diagnostics::Message;

/// The modifiers of one column.
#[derive(Debug, Default)]
pub(super) struct Modifiers {
    pub null: Option<f64>,
    pub hidden: bool,
    pub unique: bool,
    /// The column whose value the draws follow from.
    pub by: Option<ConstraintField>,
    /// The columns that it is correlated with.
    pub with: Option<ConstraintField>,
    /// The column that its values differ from.
    pub not: Option<ConstraintField>,
    /// How dirty it is.
    pub dirty: Option<ConstraintField>,
    /// The fewest and the most items of a list.
    pub list: Option<(u32, u32)>,
    /// The share of nulls among the items.
    pub item_null: Option<f64>,
    pub of: String,
    /// Whether letters become Latin ones.
    pub ascii: bool,
    pub case: Option<Case>,
    pub prefix: String,
    pub suffix: String,
    /// The type that values are stored as.
    pub storage: Option<StorageType>,
    /// What the generator looks at itself.
    pub settings: Settings,
    /// The span of each in the spec, for diagnostics of later checks.
    pub spans: Vec<(&'static str, Range<usize>)>,
}

impl Modifiers {
    pub(super) fn case(&mut self, case: Case) -> Result<(), Message> {
        match self.case.replace(case) {
            None => Ok(()),
            Some(_) => Err("letters have one case; leave one of @upper, @lower and @title".into()),
        }
    }

    /// The type that the lists of a column are stored as: JSON and vectors, which are no types of their items.
    pub fn type_of_list(&self) -> Option<&StorageType> {
        let is_of_list = |storage: &&StorageType| {
            matches!(storage, StorageType::Json { .. } | StorageType::Vector { .. } | StorageType::Array(_))
        };
        self.storage.as_ref().filter(|_| self.list.is_some()).filter(is_of_list)
    }

    /// The span of the modifier of this name in the spec.
    pub fn span(&self, name: &str) -> Option<Range<usize>> {
        self.spans.iter().find(|(known, _)| *known == name).map(|(_, at)| at.clone())
    }
}
