//! Where a table and its indexes are in a file, as its schema says.

/// A table as the schema of the file has it. Columns are those of the plan.
#[derive(Debug)]
pub struct TableLayout {
    /// The page of its root.
    pub root: u32,
    /// The column that is the number of the row.
    pub rowid_column: Option<usize>,
    pub indexes: Vec<IndexLayout>,
}

/// An index of a table.
#[derive(Debug)]
pub struct IndexLayout {
    pub root: u32,
    pub columns: Vec<usize>,
    /// What its keys are called where they must differ.
    pub unique: Option<String>,
}
