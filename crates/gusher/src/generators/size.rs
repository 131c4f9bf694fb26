//! Constraints of a single size: the number of characters, bytes or words.

use std::ops::RangeInclusive;

use super::constraint::ConstraintField;
use super::{Constraint, ConstraintError};
use gush_diagnostics::grouped;

/// How many of a `thing`, and which they may be.
pub(crate) struct Size {
    /// The form of the constraint, such as `hex:N`.
    pub form: &'static str,
    /// The unit that is counted, in the plural.
    pub things: &'static str,
    /// How many there are by default.
    pub default: usize,
    /// How many there may be.
    pub range: RangeInclusive<usize>,
}

impl Size {
    /// The size that the constraint gives.
    pub fn of(&self, constraint: Constraint<'_>) -> Result<usize, ConstraintError> {
        let fields = constraint.fields(1, self.form)?;
        fields.first().map_or(Ok(self.default), |field| self.read(field))
    }

    /// The size that a field gives.
    pub fn read(&self, field: &ConstraintField) -> Result<usize, ConstraintError> {
        let size = field.int().ok().and_then(|size| usize::try_from(size).ok());
        size.filter(|size| self.range.contains(size)).ok_or_else(|| {
            let [least, most] = [self.range.start(), self.range.end()].map(|&n| grouped(n as u64));
            field.error(format!("expected {least} to {most} {}; the form is {}", self.things, self.form))
        })
    }
}
