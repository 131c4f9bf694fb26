//! Series of integers: `seq`.

use std::sync::Arc;

use crate::generators::{
    BuildResult, Constraint, ConstraintField, Generate, MAX_VALUES, Properties, RowBounds, RowLimit,
};
use crate::limits::STREAM_ROWS;
use crate::rng::Draws;
use crate::types::{Array, Field};

/// `seq[:start[,step]]`: start, start + step, start + 2·step … by the row number.
pub(super) fn seq(constraint: Constraint<'_>) -> BuildResult {
    let (start, step) = constraint.pair("seq:START,STEP")?;
    let start = start.as_ref().map_or(Ok(1), ConstraintField::int)?;
    let by = step.as_ref().map_or(Ok(1), ConstraintField::int)?;
    match step {
        Some(step) if by == 0 => Err(step.error("a step of 0 never leaves the start")),
        _ => Ok(Arc::new(Seq { start, step: by })),
    }
}

#[derive(Debug)]
struct Seq {
    start: i64,
    step: i64,
}

impl Seq {
    /// How many rows have a value before the 64 bits run out.
    fn rows(&self) -> u64 {
        let distance =
            if self.step > 0 { i64::MAX.abs_diff(self.start) } else { i64::MIN.abs_diff(self.start) };
        (distance / self.step.unsigned_abs()).saturating_add(1)
    }
}

impl Generate for Seq {
    fn field(&self) -> Field {
        // A table has no more rows, and what is computed from a series needs a bound.
        self.field_within(STREAM_ROWS)
    }

    fn cardinality(&self) -> u64 {
        self.rows().min(MAX_VALUES)
    }

    fn properties(&self) -> Properties<'_> {
        Properties {
            max_rows: Some(RowLimit { rows: self.rows(), reason: "leaves the 64-bit numbers" }),
            is_serial: true,
            row_bounds: Some(self),
            ..Properties::by_row()
        }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        draws.rows().zip(values.ints(draws.len()), |value, row| {
            *value = self.start.wrapping_add(row.wrapping_mul(self.step as u64) as i64);
        });
    }
}

impl RowBounds for Seq {
    fn field_within(&self, rows: u64) -> Field {
        let rows = self.rows().min(rows).max(1);
        let last = self.start.wrapping_add((rows - 1).wrapping_mul(self.step as u64) as i64);
        Field::int64(self.start.min(last), self.start.max(last))
    }
}
