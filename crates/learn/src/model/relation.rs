//! What the columns of a table have to do with each other, in its rows.

/// What one column says of another. Here are values of the source, as in its statistics.
#[derive(Clone, Debug, PartialEq)]
pub enum Relation {
    /// A column of few values follows from another one of few values.
    Decides {
        /// The column that decides.
        by: String,
        /// The one that follows.
        column: String,
        /// Each value of the one with that of the other; none is null.
        values: Vec<(Option<String>, Option<String>)>,
    },
    /// Rows with the same value of one column have the same one of the other.
    By {
        /// The column that decides.
        by: String,
        /// The one that follows.
        column: String,
    },
    /// A day or a moment is never before another one of its row.
    After {
        /// The one that comes first.
        of: String,
        /// The other one.
        column: String,
        /// The fewest and the most seconds between the two.
        span: (u64, u64),
        /// The mean of them.
        mean: u64,
    },
    /// A column is not null where another one has one of these values, and null in all other rows.
    NullBy {
        /// The column that decides.
        by: String,
        /// The one that is null or not.
        column: String,
        /// The values with which it is not null.
        words: Vec<String>,
    },
    /// Two columns of numbers or times rise and fall together.
    Correlates {
        /// The one that comes first.
        with: String,
        /// The other one.
        column: String,
        /// The correlation of normal columns with the rank correlation of these, from -1 to 1.
        r: f64,
    },
}
