//! `sum`, `count`, `min`, `max` and `avg` over the children of a row.

use std::sync::Arc;

use super::children::{Children, Visit};
use crate::plan::column::{Derive, PlannedColumn};
use crate::rng::Rows;
use crate::schema::Operation;
use crate::types::{Array, ColumnData, Scratch};

/// One of these over the children of a row.
#[derive(Debug)]
pub(in crate::plan) struct Aggregate {
    pub operation: Operation,
    pub children: Children,
    /// The column that is aggregated; without it the children are counted.
    pub column: Option<Arc<PlannedColumn>>,
    /// Whether there may be no value for a row.
    pub may_be_null: bool,
    /// Whether the values are days.
    pub is_days: bool,
}

/// The running total of the children of one row.
#[derive(Debug, Clone, Copy)]
struct Total {
    value: i64,
    count: u64,
}

impl Aggregate {
    fn first(&self) -> Total {
        let value = match self.operation {
            Operation::Sum | Operation::Count | Operation::Avg => 0,
            Operation::Min => i64::MAX,
            Operation::Max => i64::MIN,
        };
        Total { value, count: 0 }
    }

    #[inline(always)]
    fn add(&self, total: &mut Total, value: i64) {
        total.count += 1;
        total.value = match self.operation {
            // The bounds of the column and the most children were checked before.
            Operation::Sum | Operation::Avg => total.value.wrapping_add(value),
            Operation::Min => total.value.min(value),
            Operation::Max => total.value.max(value),
            Operation::Count => 0,
        };
    }

    fn result(&self, total: Total) -> i64 {
        match self.operation {
            Operation::Count => total.count as i64,
            Operation::Avg => mean(total),
            Operation::Sum | Operation::Min | Operation::Max => total.value,
        }
    }

    /// Hands the total of each row to `done`, in order.
    fn totals(&self, rows: Rows<'_>, scratch: &mut Scratch, mut done: impl FnMut(Total)) {
        let Some(column) = &self.column else {
            return self.children.counts(rows, scratch, |count| done(Total { value: 0, count }));
        };
        let mut total = self.first();
        self.children.visit(rows, scratch, column, |visit| match visit {
            Visit::Child(_, Some(value)) => self.add(&mut total, value),
            Visit::Child(_, None) => {}
            Visit::End => {
                done(total);
                total = self.first();
            }
        });
    }
}

/// The mean with its additional decimal places, rounded half away from 0.
fn mean(total: Total) -> i64 {
    let Total { value, count } = total;
    let scaled = i128::from(value) * 10i128.pow(Operation::AVG_PLACES);
    let (count, sign) = (i128::from(count.max(1)), scaled.signum());
    (sign * ((scaled.abs() * 2 + count) / (2 * count))) as i64
}

impl Derive for Aggregate {
    fn fill(&self, rows: Rows<'_>, fractions: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        let days = self.is_days;
        match days {
            true => drop(out.values.dates(rows.len())),
            false => drop(out.values.ints(rows.len())),
        }
        let (mut row, values) = (0, &mut out.values);
        self.totals(rows, scratch, |total| {
            let result = self.result(total);
            match values {
                Array::Dates(days) => days[row] = result as i32,
                Array::Ints(values) => values[row] = result,
                Array::Indices(_)
                | Array::Wides(_)
                | Array::Floats(_)
                | Array::Bools(_)
                | Array::Ids(_)
                | Array::Ipv4s(_)
                | Array::FixedBytes(_)
                | Array::Strings(_)
                | Array::Joined(_)
                | Array::Patched(_)
                | Array::List(_)
                | Array::Struct(_) => {}
            }
            fractions[row] = total.count;
            row += 1;
        });
        if self.may_be_null {
            out.validity.mark(rows.len(), |row| fractions[row] > 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Total, mean};

    #[test]
    fn means_are_rounded_half_away_from_0() {
        for (value, count, expected) in
            [(10, 4, 25_000), (1, 3, 3_333), (2, 3, 6_667), (-2, 3, -6_667), (1, 20_000, 1)]
        {
            assert_eq!(mean(Total { value, count }), expected);
        }
    }
}
