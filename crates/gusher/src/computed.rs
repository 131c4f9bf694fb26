//! Columns that are computed from other columns of their row. This crate knows no language for that: an
//! [`ExpressionLanguage`] is handed in by [`Context::expressions`](crate::generators::Context::expressions), and a plan
//! fills what it compiles after the columns that it reads.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use crate::types::{ColumnData, Field};

/// A language that columns can be computed in.
pub trait ExpressionLanguage: Sync {
    /// Parses an expression. `now` is the present in seconds since 1970-01-01 UTC.
    ///
    /// # Errors
    /// All that is wrong with the text, with spans in it.
    fn parse(&self, text: &str, now: i64) -> Result<Box<dyn Expression>, Vec<ExpressionError>>;
}

/// An expression, parsed, without the types of the columns that it reads.
pub trait Expression {
    /// The columns that it reads, each once.
    fn columns(&self) -> &[ColumnName];

    /// Checks the types and compiles it. `fields` are those of [`Expression::columns`].
    ///
    /// # Errors
    /// All that is wrong, with spans in the text.
    fn compile(&self, fields: &[&Field]) -> Result<Arc<dyn Compute>, Vec<ExpressionError>>;
}

/// A column that an expression names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnName {
    /// The name.
    pub name: String,
    /// Whether it has to be spelled exactly so: otherwise capitals and small letters are the same, unless two columns
    /// differ in nothing else.
    pub exact: bool,
    /// The bytes of the expression that name it.
    pub at: Range<usize>,
}

/// What is wrong with an expression, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionError {
    /// The bytes of the expression that are meant; empty where something is missing.
    pub at: Range<usize>,
    /// What is wrong and what would be right.
    pub text: String,
}

/// Computes the values of a column from those of others. Shared by all workers.
pub trait Compute: Debug + Send + Sync {
    /// What the values are, how they are written, and whether they may be null; the plan sets the name.
    fn field(&self) -> Field;

    /// Whether its values depend on "now".
    fn uses_now(&self) -> bool {
        false
    }

    /// The column in which it is one to one, by its index in [`Expression::columns`], where there is one: values that differ there
    /// give values that differ. `fields` are those of the rows that there are, whose bounds may be narrower.
    fn one_to_one(&self, fields: &[&Field]) -> Option<usize> {
        let _ = fields;
        None
    }

    /// Fills the values of all rows: a pure function of `inputs`, row by row. The validity is empty before.
    fn fill(&self, inputs: &Inputs<'_>, out: &mut ColumnData);
}

/// The columns that an expression reads, filled for the same rows.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'a> {
    columns: &'a [ColumnData],
    indices: &'a [usize],
    rows: usize,
}

impl<'a> Inputs<'a> {
    /// The columns at these `indices` among `columns`, of `rows` rows each.
    pub fn new(columns: &'a [ColumnData], indices: &'a [usize], rows: usize) -> Inputs<'a> {
        Inputs { columns, indices, rows }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The column that [`Expression::columns`] has at this index.
    ///
    /// # Panics
    /// If there is none.
    pub fn column(&self, index: usize) -> &'a ColumnData {
        &self.columns[self.indices[index]]
    }
}
