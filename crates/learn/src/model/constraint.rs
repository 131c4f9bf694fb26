//! What a table forbids.

use super::{Origin, TableName};

/// Columns, or expressions, that differ between rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Unique {
    /// The name that the source gives it.
    pub name: Option<String>,
    /// The columns in their order; for an expression, its SQL.
    pub parts: Vec<UniquePart>,
    /// Only rows for which this holds count (`where role = 'owner'`), as SQL.
    pub condition: Option<String>,
    /// Whether two nulls count as the same.
    pub nulls_are_equal: bool,
    /// Where the source has it.
    pub origin: Origin,
}

/// One part of a unique constraint or index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UniquePart {
    /// A column, by its name.
    Column(String),
    /// The SQL of an expression, such as `lower(email)`.
    Expression(String),
}

impl Unique {
    /// Whether one of these columns is among its parts.
    #[must_use]
    pub fn names<const N: usize>(&self, columns: [&str; N]) -> bool {
        self.parts.iter().any(|part| match part {
            UniquePart::Column(name) => columns.contains(&name.as_str()),
            UniquePart::Expression(text) => columns.iter().any(|column| text.contains(column)),
        })
    }
}

/// A reference to another table, or to the own one.
#[derive(Clone, Debug, PartialEq)]
pub struct ForeignKey {
    /// The name that the source gives it.
    pub name: Option<String>,
    /// The columns that refer.
    pub columns: Vec<String>,
    /// The table that they refer to.
    pub parent: TableName,
    /// The columns of the parent; none where the source leaves them out, which means its primary key.
    pub parent_columns: Vec<String>,
    /// Whether the database may check it at the end of a transaction.
    pub is_deferrable: bool,
    /// What becomes of a row when its parent is deleted.
    pub on_delete: Action,
    /// Whether the source declares it; otherwise it is guessed from names or values.
    pub is_declared: bool,
    /// Where the source has it.
    pub origin: Origin,
}

/// What becomes of a row when its parent goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Action {
    /// The parent may not be deleted.
    #[default]
    None,
    /// It is deleted too.
    Cascade,
    /// It has no parent any more.
    SetNull,
    /// It has the default parent.
    SetDefault,
}

/// A condition that each row meets, or whose columns are null.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The name that the source gives it.
    pub name: Option<String>,
    /// The condition, as SQL of the source's dialect. Conditions of a domain have the column in place of `VALUE`.
    pub condition: String,
    /// Whether the database refuses new rows that break it. `NOT ENFORCED` alone does not; a `NOT VALID` one spares only the rows that are there.
    pub is_enforced: bool,
    /// Where the source has it.
    pub origin: Origin,
}

/// Rows of which no two may meet all of these operators, as `exclude using gist (room with =, during with &&)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Exclusion {
    /// The name that the source gives it.
    pub name: Option<String>,
    /// Each part with its operator.
    pub parts: Vec<(UniquePart, String)>,
    /// Only rows for which this holds count, as SQL.
    pub condition: Option<String>,
    /// Where the source has it.
    pub origin: Origin,
}
