//! A column that is to be chosen, and names that are free for what it reads.

use std::collections::HashSet;

use super::facts::Facts;
use crate::model::{Column, SqlDialect, Table};

/// A column, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Its table.
    pub table: &'a Table,
    /// The column.
    pub column: &'a Column,
    /// What conditions say of it.
    pub facts: &'a Facts,
    /// The names that the table's columns have already.
    pub taken: &'a HashSet<String>,
    /// The dialect of its definition, if it has one.
    pub dialect: Option<SqlDialect>,
    /// Whether values of the source may be in the file.
    pub keeps_values: bool,
}

impl Asked<'_> {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.column.name
    }

    /// Whether its default is true or 1, or else false or 0.
    #[must_use]
    pub fn default_truth(&self) -> Option<bool> {
        let text = self.column.default.as_deref()?.split("::").next()?.to_lowercase();
        match text.trim_matches(|c: char| "()'\" ".contains(c)) {
            "1" | "true" | "t" | "b'1" => Some(true),
            "0" | "false" | "f" | "b'0" => Some(false),
            _ => None,
        }
    }

    /// A name for a column that it reads.
    #[must_use]
    pub fn helper(&self, suffix: &str) -> String {
        free_name(&format!("{}_{suffix}", self.column.name), self.taken)
    }
}

/// This name, or one with a number where it is taken.
#[must_use]
pub fn free_name(name: &str, taken: &HashSet<String>) -> String {
    let is_free = |name: &String| !taken.contains(&name.to_lowercase());
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}
