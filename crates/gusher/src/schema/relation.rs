//! Columns whose values follow from those of other columns: `ref`, `nth`, `after`, `before`, `between`, and aggregates of
//! the children (`sum`, `count`, `min`, `max`, `avg`), and expressions.

use std::sync::Arc;

use crate::computed::Compute;

/// An aggregate of the children's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Their sum; null where there are none.
    Sum,
    /// How many are not null.
    Count,
    /// The smallest; null where there are none.
    Min,
    /// The largest; null where there are none.
    Max,
    /// Their mean, with [`Operation::AVG_PLACES`] more decimal places, rounded half away from 0; null where there are none.
    Avg,
}

impl Operation {
    /// How many decimal places a mean has more than what it is the mean of.
    pub const AVG_PLACES: u32 = 4;
}

/// How the values of a column follow from those of others.
#[derive(Debug, Clone)]
pub enum Relation {
    /// The parent's value.
    Copy(Reading),
    /// The position among the children of one parent by the table's counted link, which this is.
    Nth(usize),
    /// A time that is later, or earlier, than another one.
    Shift {
        /// The other one.
        of: Reading,
        /// By how many of its units at most.
        most: u64,
        /// Whether it is earlier.
        is_before: bool,
        /// The last time, unless the other one is later.
        end: Option<i64>,
    },
    /// A time between two others.
    Between(Reading, Reading),
    /// An expression of columns of the same row.
    Computed {
        /// What computes it.
        compute: Arc<dyn Compute>,
        /// The indices of the columns that it reads, among the table's.
        reads: Vec<usize>,
    },
    /// An aggregate of the children's values.
    Aggregate {
        /// What.
        operation: Operation,
        /// The children's table.
        table: usize,
        /// Their link to this one.
        link: usize,
        /// Which of their columns; without one they are counted.
        column: Option<usize>,
    },
}

/// A column that another one reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// The link that leads to its row, among the table's; without one it is of the same row.
    pub link: Option<usize>,
    /// Its index among the columns of the table that the link leads to.
    pub column: usize,
}

impl Relation {
    /// The columns that it reads along links, or in the same row; not those of children.
    pub fn readings(&self) -> Vec<Reading> {
        match self {
            Relation::Copy(reading) | Relation::Shift { of: reading, .. } => vec![*reading],
            Relation::Between(from, to) => vec![*from, *to],
            Relation::Computed { reads, .. } => {
                reads.iter().map(|&column| Reading { link: None, column }).collect()
            }
            Relation::Nth(_) | Relation::Aggregate { .. } => Vec::new(),
        }
    }
}
