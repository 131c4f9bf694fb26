//! Series of integers: `seq`.

use std::sync::Arc;

use crate::generators::{
    BuildResult, Constraint, ConstraintError, ConstraintField, Generate, IntSeries, MAX_VALUES, Properties,
    RowBounds, RowLimit,
};
use crate::limits::STREAM_ROWS;
use crate::rng::Draws;
use crate::types::{Array, Field};
use gush_diagnostics::parse_count;

/// `seq[:start[,step]]`: start, start + step, start + 2·step … by the row number; with `@sparse=N/M` those of these
/// numbers whose remainder by M is below N, or, where the step is not 1, the first N of every M of them.
pub(super) fn seq(constraint: Constraint<'_>) -> BuildResult {
    let (start, step) = constraint.pair("seq:START,STEP")?;
    let start = start.as_ref().map_or(Ok(1), ConstraintField::int)?;
    let by = step.as_ref().map_or(Ok(1), ConstraintField::int)?;
    let sparse = constraint.settings.sparse.as_ref().map(sparse).transpose()?;
    let (used, of) = sparse.unwrap_or((1, 1));
    let skipped = if by == 1 { (i128::from(start)).rem_euclid(i128::from(of)) as u64 } else { 0 };
    match (step, &constraint.settings.sparse) {
        (Some(step), _) if by == 0 => Err(step.error("a step of 0 never leaves the start")),
        (_, Some(field)) if skipped >= used => Err(field.error(format!(
            "the series begins with {start}, which is left out: its remainder by {of} is {skipped}; begin with {}",
            i128::from(start) - i128::from(skipped)
        ))),
        _ => Ok(Arc::new(Seq { start, step: by, used: (used, of), skipped })),
    }
}

/// The most numbers that one is left out of.
const MAX_SPARSE: u64 = 1 << 32;

/// How many of how many numbers are used.
fn sparse(field: &ConstraintField) -> Result<(u64, u64), ConstraintError> {
    let count = |text: &str| parse_count(text).filter(|count| (1..=MAX_SPARSE).contains(count));
    let found = field.text.split_once('/').and_then(|(used, of)| Some((count(used)?, count(of)?)));
    match found {
        Some((used, of)) if used <= of => Ok((used, of)),
        _ => Err(field.error("expected how many of how many numbers are used, such as 8/32")),
    }
}

#[derive(Debug)]
struct Seq {
    start: i64,
    step: i64,
    /// The first of how many numbers are used, and of how many.
    used: (u64, u64),
    /// How many of those are before the start.
    skipped: u64,
}

impl Seq {
    /// How many rows have a value before the 64 bits run out.
    fn rows(&self) -> u64 {
        let distance =
            if self.step > 0 { i64::MAX.abs_diff(self.start) } else { i64::MIN.abs_diff(self.start) };
        let last = distance / self.step.unsigned_abs();
        match self.used {
            (1, 1) => last.saturating_add(1),
            (used, of) => {
                let last = last.saturating_add(self.skipped);
                let rows = (last / of).saturating_mul(used).saturating_add((last % of + 1).min(used));
                rows - self.skipped
            }
        }
    }

    /// The index of a row's number among all, those included that are left out.
    #[inline(always)]
    fn index(&self, row: u64) -> u64 {
        match self.used {
            (1, 1) => row,
            (used, of) => {
                let row = row.wrapping_add(self.skipped);
                (row / used).wrapping_mul(of).wrapping_add(row % used).wrapping_sub(self.skipped)
            }
        }
    }

    fn series(&self) -> IntSeries {
        let Seq { start, step, used: (used, of), skipped } = *self;
        IntSeries { start, step, used, of, skipped }
    }

    #[inline(always)]
    fn value(&self, row: u64) -> i64 {
        self.start.wrapping_add(self.index(row).wrapping_mul(self.step as u64) as i64)
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
            series: Some(self.series()),
            ..Properties::by_row()
        }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        if self.used == (1, 1) {
            draws.rows().zip(values.ints(draws.len()), |value, row| {
                *value = self.start.wrapping_add(row.wrapping_mul(self.step as u64) as i64);
            });
        } else {
            draws.rows().zip(values.ints(draws.len()), |value, row| *value = self.value(row));
        }
    }
}

impl RowBounds for Seq {
    fn field_within(&self, rows: u64) -> Field {
        let last = self.value(self.rows().min(rows).max(1) - 1);
        Field::int64(self.start.min(last), self.start.max(last))
    }
}

#[cfg(test)]
mod tests {
    use super::Seq;

    /// The limit is the last row whose number 64 bits hold.
    #[test]
    fn sparse_series_end_where_their_numbers_do() {
        for (start, step, used, skipped) in [
            (1, 1, (8, 32), 1),
            (i64::MAX - 40, 1, (8, 32), 7),
            (i64::MAX - 7, 1, (8, 32), 0),
            (i64::MAX - 6, 1, (8, 32), 3),
            (0, -3, (1, 2), 0),
            (5, i64::MAX / 7, (2, 3), 0),
            (0, 1, (1, 1), 0),
        ] {
            let seq = Seq { start, step, used, skipped };
            let exact = |row: u64| {
                let row = row + skipped;
                let index = u128::from(row / used.0) * u128::from(used.1) + u128::from(row % used.0);
                let index = index - u128::from(skipped);
                i128::try_from(index)
                    .ok()
                    .and_then(|index| i64::try_from(i128::from(start) + index * i128::from(step)).ok())
            };
            let last = seq.rows() - 1;
            assert_eq!(exact(last), Some(seq.value(last)), "{seq:?}");
            assert!(seq.rows() == u64::MAX || exact(last + 1).is_none(), "{seq:?}");
        }
    }
}
