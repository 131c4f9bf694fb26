//! What the rows of a table are to meet: the hidden columns of its checks, and what they mean.

use super::DatasetSpec;
use crate::schema::file::{FileCheck, FileCheckKind};
use crate::schema::{Column, Schema};
use crate::types::DataType;
use gush_diagnostics::{Code, Diagnostic};

/// What the rows of a table are to meet. No value follows from it: `gush check` counts the rows that break it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableCheck {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// What is computed, and what it means.
    pub kind: CheckKind,
}

/// What the hidden columns of a check mean, by their indices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckKind {
    /// It is true or null in every row.
    Condition(usize),
    /// They differ together among the rows where none of them is null.
    Unique {
        /// The columns.
        columns: Vec<usize>,
        /// Only rows where this is true count, where there is one.
        condition: Option<usize>,
    },
}

impl TableCheck {
    /// The indices of its columns.
    pub fn columns(&self) -> impl Iterator<Item = usize> {
        let (columns, condition) = match &self.kind {
            CheckKind::Condition(column) => (&[][..], Some(*column)),
            CheckKind::Unique { columns, condition } => (&columns[..], *condition),
        };
        columns.iter().copied().chain(condition)
    }

    /// What it says of the rows of its table.
    pub fn text(&self, schema: &Schema) -> String {
        let expression = |column: usize| schema.columns()[column].expression().unwrap_or_default();
        match &self.kind {
            CheckKind::Condition(column) => expression(*column).to_owned(),
            CheckKind::Unique { columns, condition } => {
                let parts: Vec<&str> = columns.iter().map(|&column| expression(column)).collect();
                let condition = condition.map(|column| format!(" where {}", expression(column)));
                format!("unique ({}){}", parts.join(", "), condition.unwrap_or_default())
            }
        }
    }
}

impl DatasetSpec {
    /// Writes the columns of all checks too, after those of their tables, so that whoever reads the rows can count what breaks them. They
    /// go to a database without schemas, so a point in a table's name becomes two lines below.
    pub fn show_checks(&mut self) {
        for table in &mut self.tables {
            table.schema.table = table.schema.table.replace('.', "__");
            for column in table.checks.iter().flat_map(TableCheck::columns) {
                table.schema.columns[column].hidden = false;
            }
        }
    }
}

/// How many hidden columns checks have.
pub(super) fn check_columns(checks: &[FileCheck]) -> usize {
    checks.iter().map(|check| check.columns.len()).sum()
}

/// The checks of a table, whose columns begin at `first`.
pub(super) fn checks(found: Vec<FileCheck>, first: usize) -> Vec<TableCheck> {
    let mut next = first;
    let mut taken = |check: FileCheck| {
        let mut columns: Vec<usize> = (next..next + check.columns.len()).collect();
        next += columns.len();
        let kind = match check.kind {
            FileCheckKind::Condition => CheckKind::Condition(columns[0]),
            FileCheckKind::Unique { has_condition } => {
                let condition = if has_condition { columns.pop() } else { None };
                CheckKind::Unique { columns, condition }
            }
        };
        TableCheck { name: check.name, kind }
    };
    found.into_iter().map(&mut taken).collect()
}

/// A diagnostic for a column that is to be the condition of one of the checks and is no truth value.
pub(super) fn diagnostic(checks: &[TableCheck], index: usize, column: &Column) -> Option<Diagnostic> {
    let is_condition = |check: &TableCheck| match check.kind {
        CheckKind::Condition(column) => column == index,
        CheckKind::Unique { condition, .. } => condition == Some(index),
    };
    let is_wrong = checks.iter().any(is_condition) && !matches!(column.field().data_type, DataType::Bool);
    let text = "expected a condition, which is true or false, such as `price > 0`";
    is_wrong.then(|| column.diagnostic(Code::Schema, text))
}
