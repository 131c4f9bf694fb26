//! How many rows each table has: given, or counted by another table's.

use super::build::DatasetBuilder;
use super::{DEFAULT_ROWS, Sizes, TableRows, row_range};
use crate::schema::STREAM_ROWS;
use crate::schema::file::{FileRows, FileTable, RowExtent};
use gush_diagnostics::grouped;

impl Sizes {
    /// How many rows a table has, where the file or these sizes say it and all rows from the first on are meant: those that follow
    /// from another table's are counted later.
    pub(super) fn count(&self, table: &FileTable, is_only: bool) -> Option<u64> {
        let given = match &table.rows {
            None => RowExtent::Range(0..DEFAULT_ROWS),
            Some(FileRows::Given(rows)) => rows.clone(),
            Some(FileRows::Per { .. }) => return None,
        };
        let (rows, is_asked) = match &self.rows {
            Some(rows) if is_only => (rows.clone(), true),
            _ => (given, false),
        };
        let RowExtent::Range(rows) = rows else { return None };
        let factor = self.scale.filter(|_| !is_asked && !table.fixed);
        let count = factor.map_or(rows.end, |factor| scaled(rows.end, factor));
        (rows.start == 0 && !(is_asked && self.is_part)).then_some(count)
    }
}

/// A number of rows by a scale: at least one where there is one.
fn scaled(rows: u64, scale: f64) -> u64 {
    nearest(rows, scale).max(u64::from(rows > 0))
}

fn nearest(row: u64, scale: f64) -> u64 {
    (row as f64 * scale + 0.5) as u64
}

impl DatasetBuilder<'_> {
    /// Counts the rows of all tables.
    pub(super) fn count_rows(&mut self) {
        for table in 0..self.tables.len() {
            self.rows_of(table, &mut Vec::new());
        }
    }

    /// How many rows a table has, once those that it is counted by are known; `asking` are the tables that wait for it.
    fn rows_of(&mut self, table: usize, asking: &mut Vec<usize>) -> Option<u64> {
        if let Some(planned_rows) = &self.tables[table].planned_rows {
            return Some(row_range(planned_rows).end);
        }
        if self.tables[table].uncountable {
            return None;
        }
        let planned_rows = match self.tables[table].rows.clone() {
            TableRows::Given(given) => self.given(table, given),
            TableRows::Per(each) => {
                asking.push(table);
                let counted = self.per(table, &each, asking);
                asking.pop();
                counted.map(|rows| RowExtent::Range(0..rows))
            }
        };
        let count = planned_rows.as_ref().map(|planned_rows| row_range(planned_rows).end);
        // A problem is reported once, not again for each table that is counted by this one.
        self.tables[table].uncountable = planned_rows.is_none();
        self.tables[table].planned_rows = planned_rows;
        count
    }

    fn given(&mut self, table: usize, given: Option<RowExtent>) -> Option<RowExtent> {
        let is_only = self.tables.len() == 1;
        if let (true, Some(rows)) = (is_only, &self.sizes.rows) {
            return Some(rows.clone());
        }
        let rows = given.unwrap_or(RowExtent::Range(0..DEFAULT_ROWS));
        if !is_only && rows == RowExtent::Stream {
            let at = self.tables[table].file.name.at.clone();
            self.wrong(at, "a table that has no end must be the only one of its file");
            return None;
        }
        match (self.sizes.scale, rows) {
            (Some(scale), RowExtent::Range(rows)) if !self.tables[table].file.fixed => {
                let end = scaled(rows.end, scale);
                if end > STREAM_ROWS {
                    let at = self.tables[table].file.name.at.clone();
                    self.wrong(at, format!("with this scale there are too many rows; {MOST}"));
                    return None;
                }
                Some(RowExtent::Range(nearest(rows.start, scale).min(end)..end))
            }
            (_, rows) => Some(rows),
        }
    }

    fn per(&mut self, table: usize, each: &crate::links::Degrees, asking: &mut Vec<usize>) -> Option<u64> {
        let Some(FileRows::Per { per, at, .. }) = &self.tables[table].file.rows else { return None };
        let (per, each_at) = (per.clone(), at.clone());
        let Some(parent) = self.table(&per.text) else {
            self.wrong(per.at.clone(), self.no_table(&per.text));
            return None;
        };
        if let Some(first) = asking.iter().position(|&other| other == parent) {
            let name = |table: &usize| self.tables[*table].file.name.text.clone();
            let way: Vec<String> = asking[first..].iter().chain([&parent]).map(name).collect();
            let text = format!("the rows of a table cannot be counted by themselves: {}", way.join(" → "));
            self.wrong(per.at.clone(), text);
            return None;
        }
        let parents = self.rows_of(parent, asking)?;
        let children = each.children(parents).filter(|&children| children <= STREAM_ROWS);
        if children.is_none() {
            let parents = grouped(parents);
            self.wrong(
                each_at,
                format!("with this number for each of {parents} rows there are too many; {MOST}"),
            );
        }
        children
    }
}

/// The message for more rows than there can be.
const MOST: &str = "rows are counted up to 9,007,199,254,740,992";
