//! Columns whose values follow from those of other columns: `ref`, `nth`, `prev`, `cumsum`, `after`, `before`, `between`, `depth`, `rows`, aggregates
//! of the children (`sum`, `count`, `min`, `max`, `avg`, `argmin`, `argmax`, `list`), and expressions.

use std::sync::Arc;

use crate::computed::Compute;
use crate::generators::Generate;
use crate::links::Sibling;
use crate::schema::StateMachine;

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
    /// How many rows are above the row in the tree of this link.
    Depth(usize),
    /// How many rows the table of this index has.
    RowCount(usize),
    /// A time that is later, or earlier, than another one.
    Shift {
        /// The other one.
        of: Reading,
        /// By how many of its units at least.
        least: u64,
        /// By how many of its units at most.
        most: u64,
        /// Whether it is earlier.
        is_before: bool,
        /// The last time, unless the other one is later.
        end: Option<i64>,
        /// By which distribution; without it each number of units is as likely as any other.
        dist: Option<SpanDist>,
    },
    /// The value of another row of the same parent by the table's counted link.
    Sibling {
        /// Which row.
        which: Sibling,
        /// The index of the column among the table's.
        column: usize,
    },
    /// Whether the row is the first, or the last, of its parent by the table's counted link.
    IsEnd {
        /// The last.
        is_last: bool,
    },
    /// A part of a number of the parent by the table's counted link, to which those of its rows add up.
    Split(Reading),
    /// The states that the rows of one parent go through.
    Chain(Arc<StateMachine>),
    /// The sum over the rows of the same parent up to the own one.
    RunningSum {
        /// The index of the column among the table's.
        column: usize,
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
    /// The children themselves, as structs of their columns.
    List {
        /// The children's table.
        table: usize,
        /// Their link to this one.
        link: usize,
        /// Which of their columns.
        columns: Vec<usize>,
    },
    /// A column of the child that has the largest, or the smallest, value in another one.
    Extreme {
        /// The largest.
        is_max: bool,
        /// The children's table.
        table: usize,
        /// Their link to this one.
        link: usize,
        /// The column that is read.
        column: usize,
        /// The column that is compared.
        by: usize,
    },
}

/// The lengths of time of a distribution.
#[derive(Debug, Clone)]
pub struct SpanDist {
    /// Draws seconds.
    pub seconds: Arc<dyn Generate>,
    /// How many units a second has.
    pub per_second: i64,
    /// How many seconds a unit has.
    pub per_unit: i64,
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
            Relation::Copy(reading) | Relation::Split(reading) | Relation::Shift { of: reading, .. } => {
                vec![*reading]
            }
            Relation::Between(from, to) => vec![*from, *to],
            Relation::Computed { reads, .. } => {
                reads.iter().map(|&column| Reading { link: None, column }).collect()
            }
            Relation::Sibling { column, .. } | Relation::RunningSum { column } => {
                vec![Reading { link: None, column: *column }]
            }
            Relation::Nth(_)
            | Relation::Depth(_)
            | Relation::RowCount(_)
            | Relation::IsEnd { .. }
            | Relation::Chain(_)
            | Relation::Aggregate { .. }
            | Relation::List { .. }
            | Relation::Extreme { .. } => Vec::new(),
        }
    }
}
