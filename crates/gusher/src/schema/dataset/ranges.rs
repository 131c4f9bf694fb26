//! What follows from `seq` and `series`: possible where the tables are short enough.

use std::collections::HashMap;

use super::build::{DatasetBuilder, Recipe};
use super::fields::ColumnId;
use crate::schema::draft::Draft;
use crate::schema::series::most_rows;
use crate::types::Field;

impl DatasetBuilder<'_> {
    /// The fields that a column reads, in as many rows as it can be built for; nothing where these are fewer than there are, or
    /// where the number of rows is not what prevents it.
    ///
    /// The bounds of what is written follow from the largest number of rows, not from that of the file: so the type of a
    /// column is the same in a table of any size.
    pub(super) fn narrowed(&self, table: usize, recipe: &Recipe, reads: &[ColumnId]) -> Option<Vec<Field>> {
        let mut tables = Vec::new();
        reads.iter().for_each(|&read| self.add_counted(read, &mut tables));
        // A table that is not counted yet is built again.
        let pending = |table: usize| self.tables[table].is_pending.then_some(1);
        let counts: Option<Vec<u64>> =
            tables.iter().map(|&table| self.row_count(table).or_else(|| pending(table))).collect();
        let rows = counts?.into_iter().max()?.max(1);
        most_rows(rows, |rows| {
            let mut known = HashMap::new();
            let read: Option<Vec<Field>> =
                reads.iter().map(|&read| self.field_within(read, &|_| rows, &mut known)).collect();
            read.filter(|read| self.build_column(table, recipe, read).is_ok())
        })
    }

    /// The tables whose rows are counted by what a column follows from.
    fn add_counted(&self, (table, column): ColumnId, tables: &mut Vec<usize>) {
        let draft = &self.tables[table];
        match (&draft.columns[column], &draft.recipes[column]) {
            (_, Some(recipe)) => {
                self.reads_by(table, recipe).into_iter().for_each(|read| self.add_counted(read, tables));
            }
            (Draft::Column(column), None)
                if column.generate.properties().is_by_row && !tables.contains(&table) =>
            {
                tables.push(table);
            }
            (_, None) => {}
        }
    }

    fn reads_by(&self, table: usize, recipe: &Recipe) -> Vec<ColumnId> {
        match recipe {
            Recipe::Related(_, relation) => self.reads(table, relation),
            Recipe::Computed(_, _, reads) => reads.iter().map(|&read| (table, read)).collect(),
        }
    }

    /// What a column is in the rows that the tables have; nothing where these are not known yet.
    pub(super) fn field_in_rows(&self, id: ColumnId) -> Option<Field> {
        let mut tables = Vec::new();
        self.add_counted(id, &mut tables);
        let is_known = tables.iter().all(|&table| self.row_count(table).is_some());
        let rows = |table: usize| self.row_count(table).unwrap_or(0).max(1);
        is_known.then(|| self.field_within(id, &rows, &mut HashMap::new())).flatten()
    }

    /// What a column is if no table has more rows than `rows` says of it.
    fn field_within(
        &self,
        id: ColumnId,
        rows: &dyn Fn(usize) -> u64,
        known: &mut HashMap<ColumnId, Field>,
    ) -> Option<Field> {
        if let Some(field) = known.get(&id) {
            return Some(field.clone());
        }
        let (table, column) = id;
        let Draft::Column(built) = &self.tables[table].columns[column] else { return None };
        let field = match &self.tables[table].recipes[column] {
            None => built.field_within(rows(table)),
            Some(recipe) => {
                let reads = self.reads_by(table, recipe).into_iter();
                let read: Vec<Field> =
                    reads.map(|read| self.field_within(read, rows, known)).collect::<Option<_>>()?;
                // It may have been built for fewer rows.
                self.build_column(table, recipe, &read)
                    .map_or_else(|_| built.field(), |(_, built)| built.field())
            }
        };
        known.insert(id, field.clone());
        Some(field)
    }
}
