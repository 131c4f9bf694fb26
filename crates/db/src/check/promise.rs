//! A promise: what it says, and the query that gives what breaks it.

/// A row of an answer: the texts of its columns; none where one is null.
pub(crate) type Row = Vec<Option<String>>;

/// What a promise is about, and how many of it break it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counted {
    /// Rows of the table.
    Rows,
    /// Values, or combinations of them.
    Values,
    /// Rows of another table, which is named.
    RowsOf(String),
    /// The number of all rows.
    All,
}

/// A promise.
#[derive(Debug)]
pub(super) struct Promise {
    /// The index of the table.
    pub table: usize,
    /// The indices of the columns that it is about; empty where it is about the table.
    pub columns: Vec<usize>,
    /// What it says of them, after their names.
    pub text: String,
    /// What breaks it.
    pub counted: Counted,
    /// What the query that gives what breaks it selects.
    pub selected: String,
    /// What follows that in the query: from where, and what breaks the promise.
    pub rest: String,
    /// What its columns are called.
    pub shown: Vec<String>,
    /// Where it is about single rows of the table, called `t`: whether one breaks it. Such promises are counted together.
    pub condition: Option<String>,
    /// The columns of tables that must be there to ask.
    pub reads: Vec<(usize, usize)>,
    /// Whether the database may not know how to compute it: an expression of the schema.
    pub is_expression: bool,
}

impl Promise {
    /// The query that gives what breaks it.
    pub fn query(&self) -> String {
        format!("SELECT {} FROM {}", self.selected, self.rest)
    }

    /// The query that counts what breaks it, whatever the names of the columns are.
    pub fn count(&self) -> String {
        format!("SELECT count(*) FROM (SELECT 1 AS one FROM {}) AS broken", self.rest)
    }
}
