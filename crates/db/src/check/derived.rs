//! A column whose values follow from others, and what its promises are made of.

use gusher::schema::Column;
use gusher::types::{DataType, Field};

use super::names::{Names, is_text};

/// A column of a table.
pub(super) struct Of<'n> {
    pub names: &'n Names<'n>,
    pub table: usize,
    pub index: usize,
    pub column: &'n Column,
}

impl Of<'_> {
    /// The column itself, as a query has it.
    pub fn own(&self) -> Option<String> {
        self.names.column("t", self.table, self.index)
    }

    pub fn field(&self) -> Option<&Field> {
        self.names.field(self.table, self.index)
    }

    /// A condition that is true of rows that break a promise; where the column is null in some rows by itself, of none of those.
    pub fn set(&self, condition: &str) -> Option<String> {
        let is_null_itself = self.column.null_share().is_some();
        Some(match is_null_itself {
            true => format!("{} IS NOT NULL AND ({condition})", self.own()?),
            false => format!("({condition})"),
        })
    }

    /// Whether a column differs from what the server computes.
    pub fn differs(&self, field: &Field, computed: &str) -> Option<String> {
        let own = self.own()?;
        Some(match field.data_type {
            DataType::Int64 { .. } => self.names.sql.numbers_differ(&own, computed, 0),
            DataType::Decimal { scale, .. } | DataType::Wide { scale, .. } => {
                self.names.sql.numbers_differ(&own, computed, scale)
            }
            _ if is_text(field) => {
                let sql = self.names.sql;
                sql.differ(&sql.exact(&own), &sql.exact(computed))
            }
            _ => self.names.sql.differ(&own, computed),
        })
    }
}
