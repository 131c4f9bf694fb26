//! How many rows a table can have: where `@unique` has too few different values, or a series ends.

use std::ops::Range;

use gush_diagnostics::{Code, Diagnostic, counted, grouped};

use super::relation::Relation;
use super::table::{Column, Schema};
use crate::types::{DataType, FloatWidth, StorageType};

impl Schema {
    /// Why the table cannot have these rows: too few different values, or a series that ends before.
    pub fn check_rows(&self, rows: &Range<u64>, stream: bool) -> Vec<Diagnostic> {
        let check = |column: &Column| column.check_rows(rows, stream, self.series_of(column));
        self.columns.iter().filter_map(check).collect()
    }

    /// The column that a computed one follows from, directly or by others, and whose values follow from the row's number.
    fn series_of(&self, column: &Column) -> Option<&Column> {
        let Some(Relation::Computed { reads, .. }) = &column.relation else { return None };
        let series = |&read: &usize| {
            let read = self.columns.get(read)?;
            if read.generate.properties().is_by_row { Some(read) } else { self.series_of(read) }
        };
        reads.iter().find_map(series)
    }

    /// After how many rows a series of the table ends, if one does.
    pub fn end_of_series(&self) -> Option<u64> {
        let end = |column: &Column| column.generate.properties().max_rows.map(|limit| limit.rows);
        self.columns.iter().filter_map(end).min()
    }

    /// How many rows the table can have at most, counted from the first: [`Schema::check_rows`] refuses more.
    pub fn max_rows(&self) -> u64 {
        self.columns.iter().map(Column::max_rows).min().unwrap_or(u64::MAX)
    }
}

impl Column {
    fn max_rows(&self) -> u64 {
        let different = if self.unique { self.generate.cardinality() } else { u64::MAX };
        self.generate.properties().max_rows.map_or(different, |limit| limit.rows.min(different))
    }

    /// What becomes of a series after this number of rows, and what prevents it in an expression.
    fn end_of(&self, rows: u64) -> (&'static str, String) {
        let name = &self.name;
        let bounds = |rows: u64| match self.field_within(rows).data_type {
            DataType::Int64 { min, max } => Some((min, max)),
            _ => None,
        };
        match (bounds(1), bounds(rows)) {
            (Some((first, _)), Some((min, _))) if min < first => {
                ("small", format!("greatest({name}, {min})"))
            }
            (_, Some((_, max))) => ("large", format!("least({name}, {max})")),
            _ => ("large", format!("least({name}, …)")),
        }
    }

    /// Whether the values of this many rows can be stored as the declared type.
    fn check_storage(&self, rows: &Range<u64>, wanted: &str) -> Option<Diagnostic> {
        let field = self.field_within(rows.end);
        let declared = field.declared?;
        let is_exact = match (&field.data_type, &declared) {
            (DataType::Float { width, .. }, StorageType::Float(stored)) => {
                width == stored || matches!(stored, FloatWidth::Double)
            }
            (DataType::Decimal { .. }, StorageType::Float(stored)) => *stored == FloatWidth::Double,
            _ => true,
        };
        if self.unique && !is_exact {
            let text =
                format!("different values may be the same number as {declared}; leave @unique or the type");
            return Some(self.diagnostic(Code::TooFewValues, text));
        }
        if self.relation.is_some() {
            // Its type is that of what it follows from, which is looked at for its own rows, or was held to all values when it was built.
            return None;
        }
        let error = declared.check_bounds(&field.data_type).err()?;
        Some(self.diagnostic(Code::TooFewValues, format!("{error}; {wanted}")))
    }

    fn check_rows(&self, rows: &Range<u64>, stream: bool, series: Option<&Column>) -> Option<Diagnostic> {
        let wanted = if stream {
            "a stream has no end".into()
        } else if rows.start == 0 {
            format!("{} row{} asked for", grouped(rows.end), if rows.end == 1 { " was" } else { "s were" })
        } else {
            format!("rows up to number {} were asked for, and the first is number 0", grouped(rows.end - 1))
        };
        let cardinality = self.generate.cardinality();
        if self.unique && cardinality < rows.end {
            let values = if cardinality == 1 { "is 1 value" } else { "are {} different values" };
            let text = format!("there {}, but {wanted}", values.replace("{}", &grouped(cardinality)));
            return Some(self.diagnostic(Code::TooFewValues, text));
        }
        if let Some(diagnostic) = self.check_storage(rows, &wanted) {
            return Some(diagnostic);
        }
        let limit = self.generate.properties().max_rows.filter(|limit| limit.rows < rows.end)?;
        let rows = counted(limit.rows, "row");
        let text = match series {
            Some(series) => {
                let (size, advice) = series.end_of(limit.rows);
                let name = &series.name;
                format!(
                    "`{name}` is too {size} for this after {rows}, but {wanted}; limit it, as with {advice}"
                )
            }
            None => format!("the series {} after {rows}, but {wanted}", limit.reason),
        };
        Some(self.diagnostic(Code::TooFewValues, text))
    }
}
