//! `@by`, `@with` and `@not`: a column's draws follow from another column of its row, from its value or from its draw.

use crate::generators::ConstraintField;

/// The columns that a column's draws follow from.
#[derive(Debug, Default)]
pub(crate) struct Keyed {
    /// `@by=`: the column whose value replaces the row number.
    pub(super) by: Option<ConstraintField>,
    /// `@with=`: the columns that it is correlated with.
    pub(super) with: Option<ConstraintField>,
    /// `@not=`: the column that its values differ from.
    pub(super) not: Option<ConstraintField>,
    /// The index of the first among the table's columns.
    pub(crate) by_index: Option<usize>,
    /// The index of the last among the table's columns.
    pub(crate) not_index: Option<usize>,
    /// The normal number of a row is the sum of those of these columns, each times this; empty where it is its own.
    pub(crate) parts: Vec<(usize, f64)>,
}

impl Keyed {
    pub(super) fn of(
        by: Option<ConstraintField>,
        with: Option<ConstraintField>,
        not: Option<ConstraintField>,
    ) -> Keyed {
        Keyed { by, with, not, ..Keyed::default() }
    }

    /// Whether one of them is set.
    pub(super) fn is_set(&self) -> bool {
        self.by.is_some() || self.with.is_some() || self.not.is_some()
    }
}
