//! What is known of the rows of a database, beside its definitions.

use crate::files::{Sketch, decoded};
use crate::model::{Distinct, Kind, Model, Statistics, Table, TableName};
use crate::relations::relations;

/// As few rows as this with a value make it one that is meant.
const MIN_TIMES: f64 = 20.0;
/// A column with more different values is not one of words.
const MAX_WORDS: u64 = 50;

/// Rows of a table, or some of them.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledRows<'r> {
    /// The table.
    pub table: TableName,
    /// How many rows it has.
    pub count: u64,
    /// The names of the columns.
    pub columns: &'r [String],
    /// The texts of rows; none where a value is null.
    pub values: &'r [Vec<Option<String>>],
}

impl Model {
    /// Adds what is known of the rows of a table to its columns. A table that the model does not have is left out.
    pub fn add_rows(&mut self, rows: &SampledRows<'_>) {
        let is_same = |name: &TableName| {
            name.name == rows.table.name
                && (name.schema.is_none() || rows.table.schema.is_none() || name.schema == rows.table.schema)
        };
        let Some(table) = self.tables.iter_mut().find(|table| is_same(&table.name)) else { return };
        if rows.count == 0 {
            // An empty table says nothing of its rows.
            return;
        }
        table.rows = Some(rows.count);
        for (index, name) in rows.columns.iter().enumerate() {
            let Some(column) = table.columns.iter_mut().find(|column| column.name == *name) else { continue };
            let mut sketch = Sketch::new(rows.values.len());
            for row in rows.values {
                match row.get(index).and_then(Option::as_deref) {
                    Some(text) if matches!(column.kind, Kind::Text { .. } | Kind::Enum(_)) => {
                        sketch.add_text(text.as_bytes());
                    }
                    Some(text) => sketch.add_field(text.as_bytes()),
                    None => sketch.add_null(),
                }
            }
            let found = sketch.finish(name, &decoded);
            let is_all = rows.values.len() as u64 == rows.count;
            column.statistics = found.statistics.map(|statistics| of_sample(statistics, is_all));
        }
        table.relations = relations(table, rows.columns, rows.values);
    }
}

impl Model {
    /// The columns that refer to a row of another table, each by the name of its table and its own.
    #[must_use]
    pub fn references(&self) -> Vec<(TableName, String)> {
        let of_table = |table: &Table| {
            let single = table.foreign_keys.iter().filter(|key| key.parent != table.name);
            let columns = single.filter_map(|key| match &key.columns[..] {
                [column] => Some((table.name.clone(), column.clone())),
                _ => None,
            });
            columns.collect::<Vec<_>>()
        };
        self.tables.iter().flat_map(of_table).collect()
    }

    /// Adds how often the values of a column come: numbers of rows, each with how many values are in as many of them.
    pub fn add_repeats(&mut self, table: &TableName, column: &str, counts: Vec<(u64, u64)>) {
        let is_same = |name: &TableName| {
            name.name == table.name
                && (name.schema.is_none() || table.schema.is_none() || name.schema == table.schema)
        };
        let table = self.tables.iter_mut().find(|table| is_same(&table.name));
        let column = table.and_then(|table| table.columns.iter_mut().find(|known| known.name == column));
        if let Some(statistics) = column.and_then(|column| column.statistics.as_mut()) {
            statistics.repeats = counts;
        }
    }
}

/// What a sample says of all rows: how many values differ is known only where all rows were read, or where each came often.
pub(crate) fn of_sample(statistics: Statistics, is_all: bool) -> Statistics {
    let rows = statistics.rows as f64;
    let comes_often = statistics.common.iter().all(|common| common.share * rows >= MIN_TIMES);
    let distinct = statistics.distinct.map(|distinct| {
        let is_closed =
            distinct.count <= MAX_WORDS && distinct.count == statistics.common.len() as u64 && comes_often;
        Distinct { is_exact: is_all || is_closed, ..distinct }
    });
    // How times and numbers are written is the database's own business.
    Statistics { distinct, format: None, written: None, ..statistics }
}
