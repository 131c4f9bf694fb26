//! A table as the server has it: its columns with their types.

/// A column of a table.
#[derive(Debug)]
pub(super) struct MyColumn {
    pub name: String,
    /// Its type in small letters and without a length, such as `varchar`.
    pub of: String,
    /// The type as the server writes it.
    pub type_text: String,
    /// Whether a row needs a value for it: it is NOT NULL, and nothing else gives one.
    pub is_needed: bool,
    /// Whether it may be null.
    pub is_nullable: bool,
    /// Whether it gives numbers to rows that have none.
    pub is_counter: bool,
    /// Whether the server computes it.
    pub is_generated: bool,
    pub may_insert: bool,
    pub may_select: bool,
}

/// A table of the database.
#[derive(Debug)]
pub(super) struct MyTable {
    /// Whether it is a table and no view.
    pub is_loadable: bool,
    /// What stores it, where that has no transactions.
    pub engine_without_transactions: Option<String>,
    pub comment: String,
    pub columns: Vec<MyColumn>,
    /// How many unique indexes it has beside its primary key.
    pub unique_indexes: u64,
    /// How many foreign keys it has.
    pub foreign_keys: u64,
}

impl MyTable {
    /// The column of a name, in letters of either case.
    pub fn column(&self, name: &str) -> Option<&MyColumn> {
        let lower = name.to_lowercase();
        self.columns.iter().find(|column| column.name.to_lowercase() == lower)
    }
}

/// The names of the database and of the table in the name of one: the database is the current one where none is named.
pub(super) fn parts(name: &str) -> (Option<&str>, &str) {
    match name.split_once('.') {
        Some((database, table)) if !database.is_empty() && !table.is_empty() => (Some(database), table),
        _ => (None, name),
    }
}

/// A name as SQL writes it.
pub(super) fn quoted(name: &str) -> String {
    format!("`{}`", name.replace('`', "``"))
}
