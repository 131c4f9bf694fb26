//! `@sum`: numbers that add up to a given total over all rows of the table.

use crate::generators::total::Total;
use crate::generators::{Constraint, ConstraintError, Generate, Properties, RowLimit};
use crate::rng::Draws;
use crate::types::{Array, Field};
use std::sync::Arc;

/// Numbers of a field that add up to a total.
#[derive(Debug)]
pub(super) struct Totalled {
    total: Total,
    field: Field,
}

/// The numbers of `@sum`, if it is there: whole multiples of the last decimal place, of which `read` reads the total and `text`
/// writes one.
pub(super) fn asked(
    constraint: &Constraint<'_>,
    (min, max): (i64, i64),
    field: &Field,
    read: impl Fn(&crate::generators::ConstraintField) -> Result<i128, ConstraintError>,
    text: impl Fn(i128) -> String,
) -> Result<Option<Arc<dyn Generate>>, ConstraintError> {
    let Some(asked) = &constraint.settings.sum else { return Ok(None) };
    if constraint.settings.dist.is_some() || constraint.settings.clamp.is_some() {
        return Err(asked.error("a total decides how its parts are spread; leave @sum, or @dist and @clamp"));
    }
    let Some(rows) = constraint.context.rows else {
        let text = "`sum` is divided among all rows of the table, and how many these are is not known here: give the table's number of \
                    rows, from row 0 on; split:TABLE.COLUMN divides what a parent has";
        return Err(asked.error(text));
    };
    let total = Total { parts: rows.max(1), sum: read(asked)?, min, max };
    if !total.is_possible() && rows > 0 {
        let ends = [min, max].map(|end| text(i128::from(rows) * i128::from(end)));
        let rows = gush_diagnostics::counted(rows, "row");
        return Err(asked.error(format!("{rows} of these add up to {} to {}", ends[0], ends[1])));
    }
    Ok(Some(Arc::new(Totalled { total, field: field.clone() })))
}

impl Generate for Totalled {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn cardinality(&self) -> u64 {
        self.total.parts
    }

    fn properties(&self) -> Properties<'_> {
        let limit = RowLimit { rows: self.total.parts, reason: "has its total" };
        Properties {
            unique_support: Err("a part of a total"),
            max_rows: Some(limit),
            total: Some(self.total.sum),
            ..Properties::by_row()
        }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let len = draws.len();
        self.total.fill(draws.root().derive("sum"), draws.rows(), values.ints(len));
    }
}
