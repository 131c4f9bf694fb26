//! The plan: one keyed generator a column, which can generate any rows alone.

mod avoid;
mod column;
mod corrupt_text;
mod dataset;
mod derived;
mod dirt;
mod dirt_range;
mod exact_sample;
mod keyed;
mod nest;
mod order;
mod row_index;
mod selection;
mod values;

pub use column::PlannedColumn;
pub use dataset::Planner;
pub use dirt::DirtyValue;
use dirt::PlannedDirt;
use order::Order;
pub use row_index::RowIndex;
pub use selection::Selection;
pub use values::SeededValues;

use std::ops::Range;
use std::sync::Arc;

use crate::generators::Generate;
use crate::rng::{Key, Rows};
use crate::schema::{Column, Relation, Schema};
use crate::types::{BATCH_ROWS, Batch, Field, Heads};
use gush_diagnostics::{Code, Diagnostics};

/// About how many bytes the values of a batch take at most.
const BATCH_BYTES: usize = 1 << 20;
/// A batch has no fewer rows, however wide they are.
const MIN_ROWS: usize = 16;

/// How the values of a table are generated. Shared by all workers; each fills its own [`Batch`]. A clone shares the generators.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Those that are written, then the hidden ones that they are computed from.
    columns: Vec<PlannedColumn>,
    /// What is dirty in those that are written.
    dirt: Vec<(usize, Arc<PlannedDirt>)>,
    /// What is dirty in fields of structs, which make their dirt themselves.
    inner_dirt: Vec<Arc<PlannedDirt>>,
    order: Order,
    /// The row after the last one that can be generated.
    end: u64,
    /// Which of the table's rows are generated; all where there is no selection.
    selection: Option<Arc<Selection>>,
    /// Which row each number means; the row of that number without it.
    index: Option<Arc<dyn RowIndex>>,
}

impl From<&Plan> for Heads {
    fn from(plan: &Plan) -> Heads {
        plan.heads()
    }
}

impl Plan {
    /// Keys every column of the schema by the seed, the table and its name. The plan can make any of the `rows`, and those
    /// before them. The table is by itself; several are planned together by a [`Planner`].
    ///
    /// # Errors
    /// A diagnostic for each column that cannot have this number of rows: [`Schema::check_rows`].
    pub fn new(schema: &Schema, seed: u64, rows: &Range<u64>) -> Result<Plan, Diagnostics> {
        let mut diagnostics = schema.check_rows(rows, false);
        let is_other = |column: &&Column| {
            column.relation.as_ref().is_some_and(|relation| !matches!(relation, Relation::Computed { .. }))
        };
        diagnostics.extend(schema.columns.iter().filter(is_other).map(|column| {
            let text = "this reads columns of other tables; plan the dataset that has them all";
            column.source.diagnostic(Code::Schema, column.generator_at.clone(), text)
        }));
        if !diagnostics.is_empty() {
            return Err(diagnostics.into());
        }
        Planner::single(schema, rows.clone(), seed).plan(0)
    }

    /// A plan of the columns of a schema under the key of its table, which can generate the rows below `end`; `column` plans the
    /// one at an index, which other columns of the plan read or not.
    fn of(
        schema: &Schema,
        table: Key,
        end: u64,
        mut column: impl FnMut(usize, bool) -> Arc<PlannedColumn>,
    ) -> Plan {
        let (indices, order) = Order::of(schema);
        let (mut columns, mut dirt) = (Vec::with_capacity(indices.len()), Vec::new());
        for (at, index) in indices.into_iter().enumerate() {
            let is_read = order.reads.iter().flatten().any(|reads| reads.contains(&at));
            let clean = column(index, is_read);
            if is_read {
                // Expressions were compiled for it.
                clean.field().data_type.assert_laid_out_as(&schema.columns[index].field().data_type);
            }
            let mut planned = clean.as_ref().clone();
            // Who reads a hidden column reads what is clean.
            if let Some(asked) = schema.columns[index].dirt.as_ref().filter(|_| at < order.visible) {
                let dirty = PlannedDirt::new(asked, clean, table);
                planned.written_as(&dirty.field);
                dirt.push((at, Arc::new(dirty)));
            }
            columns.push(planned);
        }
        Plan { columns, dirt, inner_dirt: Vec::new(), order, end, selection: None, index: None }
    }

    /// A plan of generators without names, from which an encoder is built. It is never filled, as it has no keys.
    pub(crate) fn unkeyed(generators: &[Arc<dyn Generate>]) -> Plan {
        let columns = generators.iter().map(PlannedColumn::unkeyed).collect();
        let order = Order::plain(generators.len());
        Plan {
            columns,
            dirt: Vec::new(),
            inner_dirt: Vec::new(),
            order,
            end: 0,
            selection: None,
            index: None,
        }
    }

    /// The same plan for some of the rows only, which are numbered from 0.
    #[must_use]
    pub fn select(self, selection: Selection) -> Plan {
        Plan { end: selection.count(), selection: Some(Arc::new(selection)), ..self }
    }

    /// The same plan, of which each number means the row that `index` says.
    #[must_use]
    pub fn indexed(self, index: Arc<dyn RowIndex>) -> Plan {
        Plan { end: u64::MAX, index: Some(index), ..self }
    }

    /// The same plan with some of the columns hidden: they are not written, and what is computed from them stays what it is.
    #[must_use]
    pub fn without(&self, is_left_out: impl Fn(&Field) -> bool) -> Plan {
        let is_written =
            |index: &usize| *index < self.order.visible && !is_left_out(self.columns[*index].field());
        let (written, hidden): (Vec<_>, Vec<_>) = (0..self.columns.len()).partition(is_written);
        let mut index_of = vec![0; self.columns.len()];
        let old = written.iter().chain(&hidden);
        old.clone().enumerate().for_each(|(new, &index)| index_of[index] = new);
        let dirt = self.dirt.iter().filter(|(index, _)| is_written(index));
        Plan {
            columns: old.map(|&index| self.columns[index].clone()).collect(),
            dirt: dirt.map(|(index, dirt)| (index_of[*index], Arc::clone(dirt))).collect(),
            inner_dirt: self.inner_dirt.clone(),
            order: self.order.reordered(written.len(), &index_of),
            end: self.end,
            selection: self.selection.clone(),
            index: self.index.clone(),
        }
    }

    /// The same plan with the values of these fields written as texts, in lists and structs too: for readers that have
    /// no such types. The values stay what they are.
    #[must_use]
    pub fn with_texts_for(mut self, is_meant: impl Fn(&Field) -> bool + Copy) -> Plan {
        for column in &mut self.columns[..self.order.visible] {
            column.write_as_text(is_meant);
        }
        self
    }

    /// The same plan with whole numbers stored as the narrowest type that has their range, in lists and structs too, where no type is
    /// declared.
    #[must_use]
    pub fn with_narrow_ints(mut self) -> Plan {
        for column in &mut self.columns[..self.order.visible] {
            column.narrow_ints();
        }
        self
    }

    /// The columns that are written, in the order asked for.
    pub fn columns(&self) -> &[PlannedColumn] {
        &self.columns[..self.order.visible]
    }

    /// What a writer has to know before the first row.
    pub fn heads(&self) -> Heads {
        let columns = self.columns().iter().map(|column| column.head().clone());
        Heads { columns: columns.collect(), batch_rows: self.batch_rows() }
    }

    /// What each column is, in the order asked for.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = &Field> {
        self.columns().iter().map(PlannedColumn::field)
    }

    /// How many rows a batch should have, at most [`BATCH_ROWS`]: fewer where they are wide, so that a batch takes about
    /// as much memory as one of usual rows.
    pub fn batch_rows(&self) -> usize {
        let column =
            |field: &Field| field.data_type.batch_bytes().saturating_add(usize::from(field.nullable));
        let columns = self.columns.iter().map(|planned| column(planned.field()));
        let row = columns.fold(0, usize::saturating_add);
        // Steps that go from column to column have to be worth it.
        (BATCH_BYTES / row.max(1)).clamp(MIN_ROWS, BATCH_ROWS)
    }

    /// Fills these rows, at most [`BATCH_ROWS`] of them, into `batch`: a range of them, or any by their numbers
    /// ([`Rows::At`]). Nothing of what the batch held before is left.
    ///
    /// # Panics
    /// If more rows are asked for than a batch holds, or a row after those that the plan was built for.
    pub fn fill<'r>(&self, rows: impl Into<Rows<'r>>, batch: &mut Batch) {
        let rows = rows.into();
        self.check(rows);
        let (columns, fractions, scratch) = batch.reset(self.columns.len(), rows);
        self.dirt.iter().for_each(|(index, _)| columns[*index].values.unpatch());
        self.selected(rows, |rows| {
            self.order.fill(&self.columns, rows, fractions, scratch, columns);
            // Last, as others read what is clean.
            self.dirt.iter().for_each(|(index, dirt)| dirt.apply(rows, &mut columns[*index]));
        });
    }

    /// The same with some of the columns only, by their indices in the plan: the batch's first column is the first of
    /// `columns`, and no other is filled. So a table that refers to another reads what it needs, and pays for no more.
    ///
    /// # Panics
    /// As [`Plan::fill`] does, and for a column that the plan does not have.
    pub fn fill_columns<'r>(&self, columns: &[usize], rows: impl Into<Rows<'r>>, batch: &mut Batch) {
        let rows = rows.into();
        self.check(rows);
        let (filled, fractions, scratch) = batch.reset(columns.len(), rows);
        self.selected(rows, |rows| {
            for (&column, data) in columns.iter().zip(filled) {
                data.values.unpatch();
                self.columns[column].fill(rows, fractions, scratch, data);
                if let Some((_, dirt)) = self.dirt.iter().find(|(index, _)| *index == column) {
                    dirt.apply(rows, data);
                }
            }
        });
    }

    /// Whether a column that is written has dirty values.
    pub fn is_dirty(&self) -> bool {
        !self.dirt.is_empty() || !self.inner_dirt.is_empty()
    }

    /// The dirty values of these rows, row by row: each with the name of its column, and with the number that its row has among
    /// those that the plan generates.
    ///
    /// # Panics
    /// As [`Plan::fill`] does.
    pub fn dirty_values(&self, rows: Range<u64>) -> Vec<(&str, DirtyValue)> {
        let first = rows.start;
        let rows = Rows::from(rows);
        self.check(rows);
        let mut values = Vec::new();
        self.selected(rows, |rows| {
            for dirt in self.dirt.iter().map(|(_, dirt)| dirt).chain(&self.inner_dirt) {
                let dirty = dirt.dirty_values(rows);
                rows.zip(first.., |number, row| {
                    if let Ok(at) = dirty.binary_search_by_key(&row, |value| value.row) {
                        let value = DirtyValue { row: number, ..dirty[at].clone() };
                        values.push((dirt.field.name.as_str(), value));
                    }
                });
            }
        });
        // Columns stay in their order.
        values.sort_by_key(|(_, value)| value.row);
        values
    }

    /// Hands the table's numbers of these rows to `fill`.
    fn selected(&self, rows: Rows<'_>, fill: impl FnOnce(Rows<'_>)) {
        // Memory for the numbers is allocated only where an index needs it.
        match &self.index {
            None => self.selected_of(rows, fill),
            Some(index) => {
                let mut indexed = vec![0; rows.len()];
                self.selected_of(row_index::rows(&**index, rows, &mut indexed), fill);
            }
        }
    }

    /// The same for rows that no index renumbers, or has renumbered.
    fn selected_of(&self, rows: Rows<'_>, fill: impl FnOnce(Rows<'_>)) {
        match &self.selection {
            None => fill(rows),
            Some(selection) => {
                let mut numbers = [0; BATCH_ROWS];
                let numbers = &mut numbers[..rows.len()];
                selection.fill(rows, numbers);
                fill(Rows::At(numbers));
            }
        }
    }

    /// Whether a batch can have these rows, and the plan generates them.
    fn check(&self, rows: Rows<'_>) {
        assert!(rows.len() <= BATCH_ROWS, "a batch of {} rows is larger than {BATCH_ROWS}", rows.len());
        assert!(rows.end() <= self.end, "a row up to {} is after the plan's last, {}", rows.end(), self.end);
    }
}

#[cfg(test)]
mod tests {
    use super::Plan;
    use crate::generators::Context;
    use crate::schema::Schema;

    fn plan(specs: &[&str], rows: u64) -> Result<Plan, Vec<String>> {
        let context = Context::default().now(0);
        let (schema, diagnostics) = Schema::parse("t", specs, &context);
        assert_eq!(diagnostics, []);
        let messages = |diagnostics: gush_diagnostics::Diagnostics| {
            diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect()
        };
        Plan::new(&schema, 1, &(0..rows)).map_err(messages)
    }

    /// A batch that another plan has used has nothing left of it.
    #[test]
    fn a_batch_forgets_the_nulls_of_another_plan() {
        let mut batch = crate::types::Batch::default();
        plan(&["int@null=1", "int@null=0.5"], 10).unwrap().fill(&(0..10), &mut batch);
        assert_eq!(batch.columns()[0].validity().null_count(), 10);
        plan(&["int", "noun", "int@null=0"], 10).unwrap().fill(&(0..5), &mut batch);
        assert!(batch.columns().iter().all(|column| column.validity.null_count() == 0));
        assert!(batch.columns()[..2].iter().all(|column| column.validity.is_empty()));
    }

    /// What cannot be generated is reported when the plan is built, not when a row is filled.
    #[test]
    fn a_plan_of_more_rows_than_there_are_values_is_refused() {
        let specs = ["bool@unique", "noun", "seq:9223372036854775806", "int:1,5@unique"];
        assert!(plan(&specs, 2).is_ok());
        let messages = plan(&specs, 6).unwrap_err();
        assert_eq!(messages.len(), 3, "{messages:?}");
        assert_eq!(messages[0], "there are 2 different values, but 6 rows were asked for");
        let (last, mut batch) = (plan(&["int:1,5@unique"], 5).unwrap(), crate::types::Batch::default());
        last.fill(&(0..5), &mut batch);
    }

    /// Wide rows come in small batches, so that a batch takes a few megabytes at most.
    #[test]
    fn batches_shrink_with_the_width_of_their_rows() {
        let context = Context::default().now(0);
        let rows = |specs: &[&str]| {
            let (schema, diagnostics) = Schema::parse("t", specs, &context);
            assert_eq!(diagnostics, []);
            Plan::new(&schema, 1, &(0..1)).expect("the columns have a row").batch_rows()
        };
        assert_eq!(rows(&["int", "name", "email", "words:5"]), 1024);
        let wide = rows(&["bytes:4096", "hex:8192", "paragraph:100", "words:1000", "regex:a{4096}"]);
        assert!((16..80).contains(&wide), "{wide}");
        assert_eq!(rows(&["int"; 40_000]), 16);
    }
}
