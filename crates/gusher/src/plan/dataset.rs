//! The plans of several tables: each column is planned after those that it reads, in its own table or along links in others.

mod links;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::column::{Derive, PlannedColumn};
use super::derived::{
    Aggregate, Between, Chain, ChildList, Children, Copied, Depth, DictionaryCopy, Extreme, IsEnd, Nth, Read,
    RowCount, RunningSum, Shifted, SiblingValue, Split,
};
use super::order::Order;
use super::{Plan, Selection};
use crate::generators::{MAX_CHILDREN, check_children};
use crate::links::{Groups, Index, Link};
use crate::rng::Key;
use crate::schema::{Choice, Column, DatasetSpec, Reading, Relation, Schema, TableLink, TableRows};
use crate::types::{DataType, Field};
use gush_diagnostics::{Code, Diagnostic, Diagnostics};

/// The texts of up to this many parents are looked up in a dictionary.
const MAX_DICTIONARY_PARENTS: u64 = 1 << 16;

/// Plans the tables of a dataset under one seed. What is planned for one table serves all others that read it.
#[derive(Debug)]
pub struct Planner<'d> {
    tables: Vec<PlannerTable<'d>>,
    seed: Key,
    /// Whether the rows were counted under another seed, and their number follows from it.
    is_counted_otherwise: bool,
    links: HashMap<(usize, usize), Arc<Link>>,
    /// The rows of tables by their ancestors, which links lead to.
    indices: HashMap<(usize, Vec<usize>), Arc<Index>>,
    /// Columns as others read them: laid out as in the schema.
    columns: HashMap<(usize, usize), Arc<PlannedColumn>>,
    /// Copies as only encoders read them, where they differ: as entries of one dictionary.
    dictionaries: HashMap<(usize, usize), Option<Arc<PlannedColumn>>>,
    /// What was found wrong while columns were planned.
    diagnostics: Vec<Diagnostic>,
}

/// A table, as far as a planner needs it.
#[derive(Debug)]
struct PlannerTable<'d> {
    schema: &'d Schema,
    /// How its rows were asked for.
    asked: &'d TableRows,
    links: &'d [TableLink],
    /// Its rows, from the first to the last that is generated.
    rows: Range<u64>,
}

impl<'d> Planner<'d> {
    /// A planner of these tables, which were built without a diagnostic.
    pub fn new(dataset: &'d DatasetSpec, seed: u64) -> Planner<'d> {
        let tables = dataset.tables.iter().map(|table| PlannerTable {
            schema: &table.schema,
            asked: &table.rows,
            links: &table.links,
            rows: table.row_range(),
        });
        let is_counted_otherwise = dataset.seed.is_some_and(|counted| counted != seed);
        Planner { is_counted_otherwise, ..Planner::of(tables.collect(), seed) }
    }

    /// A planner of these rows of a single table, whose columns read no other table.
    pub(super) fn single(schema: &'d Schema, rows: Range<u64>, seed: u64) -> Planner<'d> {
        let table = PlannerTable { schema, asked: &TableRows::Given(None), links: &[], rows };
        Planner::of(vec![table], seed)
    }

    fn of(tables: Vec<PlannerTable<'d>>, seed: u64) -> Planner<'d> {
        Planner {
            tables,
            seed: Key::seed(seed),
            is_counted_otherwise: false,
            links: HashMap::new(),
            indices: HashMap::new(),
            columns: HashMap::new(),
            dictionaries: HashMap::new(),
            diagnostics: Vec::new(),
        }
    }

    /// The plan of the rows of a table.
    ///
    /// # Errors
    /// A diagnostic for each column that cannot have this number of rows.
    pub fn plan(&mut self, table: usize) -> Result<Plan, Diagnostics> {
        let PlannerTable { schema, rows, .. } = &self.tables[table];
        let (schema, rows) = (*schema, rows.clone());
        if self.is_counted_otherwise {
            let text = "how many rows there are follows from values under the seed that the tables were built with; build them with this one";
            return Err(Diagnostic::for_argument(Code::Schema, schema.table(), text).into());
        }
        let diagnostics = schema.check_rows(&rows, false);
        if !diagnostics.is_empty() {
            return Err(diagnostics.into());
        }
        let key = self.table_key(table);
        let plan = Plan::of(schema, key, rows.end, |column, is_read| match is_read {
            true => self.column(table, column),
            false => self.written(table, column),
        });
        match self.diagnostics.is_empty() {
            true => Ok(plan),
            false => Err(self.diagnostics.clone().into()),
        }
    }

    /// All rows of a table that descend from these rows of another by the links that they are counted by, parent by parent; the
    /// rows themselves where it is the same table. `None` where they do not descend from that table.
    pub fn descendants(&mut self, table: usize, of: usize, rows: Range<u64>) -> Option<Selection> {
        let (mut at, mut links) = (table, Vec::new());
        while at != of {
            let TableRows::Per(_) = self.tables[at].asked else { return None };
            links.push(self.link(at, 0));
            at = self.tables[at].links[0].parent;
        }
        links.reverse();
        Some(Selection::descendants(links, rows))
    }

    /// A column that an encoder alone reads.
    fn written(&mut self, table: usize, index: usize) -> Arc<PlannedColumn> {
        self.dictionary(table, index).unwrap_or_else(|| self.column(table, index))
    }

    /// A copy of texts as entries of one dictionary, where that is worth it. Only an encoder, or another such dictionary, may read
    /// it: its field is not that of the schema, for which all other readers are built.
    fn dictionary(&mut self, table: usize, index: usize) -> Option<Arc<PlannedColumn>> {
        if let Some(known) = self.dictionaries.get(&(table, index)) {
            return known.clone();
        }
        let planned = self.new_dictionary(table, index).map(Arc::new);
        self.dictionaries.insert((table, index), planned.clone());
        planned
    }

    fn new_dictionary(&mut self, table: usize, index: usize) -> Option<PlannedColumn> {
        let column = &self.tables[table].schema.columns[index];
        let Some(Relation::Copy(Reading { link: Some(link), column: of })) = column.relation else {
            return None;
        };
        let field = column.field();
        if !DictionaryCopy::may_hold(&field) {
            return None;
        }
        let rows = self.tables[table].rows.clone();
        let parent = self.tables[table].links[link].parent;
        let link = self.link(table, link);
        if link.parents() > MAX_DICTIONARY_PARENTS.min(rows.end - rows.start) {
            return None;
        }
        let (copy, data_type) = DictionaryCopy::of(&link, &self.written(parent, of))?;
        let field = Field { data_type, ..field };
        Some(PlannedColumn::derived(column, field, self.table_key(table), Arc::new(copy)))
    }

    /// A column as all readers but encoders have it, after all that it reads: laid out as in the schema.
    pub(super) fn column(&mut self, table: usize, index: usize) -> Arc<PlannedColumn> {
        if let Some(column) = self.columns.get(&(table, index)) {
            return Arc::clone(column);
        }
        let column = &self.tables[table].schema.columns[index];
        let planned = match &column.relation {
            None => {
                let by = column.keyed.by_index.map(|by| self.column(table, by));
                let not = column.keyed.not_index.map(|not| self.column(table, not));
                PlannedColumn::drawn(self.tables[table].schema, index, self.table_key(table), by, not)
            }
            Some(Relation::Computed { compute, reads }) => {
                let inputs = reads.iter().map(|&read| self.column(table, read)).collect();
                PlannedColumn::computed(column, self.table_key(table), compute, inputs)
            }
            Some(Relation::List { table: children, link, columns }) => {
                self.list(table, column, [*children, *link], columns)
            }
            Some(relation) => self.derived(table, column, relation),
        };
        planned.field().data_type.assert_laid_out_as(&column.field().data_type);
        let planned = Arc::new(planned);
        self.columns.insert((table, index), Arc::clone(&planned));
        planned
    }

    fn derived(&mut self, table: usize, column: &Column, relation: &Relation) -> PlannedColumn {
        let table_key = self.table_key(table);
        let key = table_key.column(&column.name, column.occurrence);
        let field = column.field();
        let derive: Arc<dyn Derive> = match relation {
            Relation::Copy(reading) => Arc::new(Copied(self.read(table, *reading))),
            Relation::Computed { .. } | Relation::List { .. } => {
                unreachable!("what is computed and what lists children is planned by itself")
            }
            Relation::Nth(link) => Arc::new(Nth(self.link(table, *link))),
            Relation::Depth(link) => Arc::new(Depth(self.link(table, *link))),
            Relation::RowCount(of) => {
                Arc::new(RowCount(i64::try_from(self.tables[*of].rows.end).unwrap_or(i64::MAX)))
            }
            Relation::Shift { of, least, most, is_before, end, dist } => {
                let (least, most, is_before, end) = (*least, *most, *is_before, *end);
                let (read, dist) = (self.read(table, *of), dist.clone());
                Arc::new(Shifted { read, key, least, most, is_before, end, dist })
            }
            Relation::Sibling { which, column: of } => Arc::new(SiblingValue {
                link: self.link(table, 0),
                which: *which,
                column: self.column(table, *of),
            }),
            Relation::IsEnd { is_last } => Arc::new(IsEnd { link: self.link(table, 0), is_last: *is_last }),
            Relation::Split(of) => {
                Arc::new(Split { read: self.read(table, *of), link: self.link(table, 0), key })
            }
            Relation::Chain(machine) => {
                Arc::new(Chain { link: self.link(table, 0), machine: Arc::clone(machine), key })
            }
            Relation::RunningSum { column: of } => Arc::new(RunningSum {
                link: self.link(table, 0),
                column: self.column(table, *of),
                may_be_null: column.generate.field().nullable,
            }),
            Relation::Between(from, to) => {
                let (from, to) = (self.read(table, *from), self.read(table, *to));
                Arc::new(Between { from, to, key })
            }
            Relation::Aggregate { operation, table: children, link, column: of } => Arc::new(Aggregate {
                operation: *operation,
                children: self.children(*children, *link),
                column: of.map(|of| self.column(*children, of)),
                may_be_null: column.generate.field().nullable,
                is_days: matches!(field.data_type, DataType::Date32 { .. }),
            }),
            Relation::Extreme { is_max, table: children, link, column: of, by } => Arc::new(Extreme {
                children: self.children(*children, *link),
                column: self.column(*children, *of),
                by: self.column(*children, *by),
                is_max: *is_max,
                may_be_null: column.generate.field().nullable,
            }),
        };
        PlannedColumn::derived(column, field, table_key, derive)
    }

    /// The children of each row as structs of these columns.
    fn list(
        &mut self,
        table: usize,
        column: &Column,
        [children, link]: [usize; 2],
        columns: &[usize],
    ) -> PlannedColumn {
        let groups = self.children(children, link);
        let schema = self.tables[children].schema;
        let (indices, order) = Order::of_columns(schema, columns.to_vec());
        let planned: Vec<PlannedColumn> =
            indices.into_iter().map(|index| self.column(children, index).as_ref().clone()).collect();
        let mut field = column.field();
        if let (DataType::List { item, max, .. }, Some(most)) = (&mut field.data_type, groups.0.most()) {
            let fields = planned[..order.visible].iter().map(|column| column.field().clone());
            **item = Field::structure(fields);
            *max = u32::try_from(most).unwrap_or(u32::MAX).min(MAX_CHILDREN);
            if let Err(text) = check_children(item, most) {
                let at = column.generator_at.clone();
                self.diagnostics.push(column.source.diagnostic(Code::Schema, at, text));
            }
        }
        let list = ChildList { children: groups, columns: planned, order };
        PlannedColumn::derived(column, field, self.table_key(table), Arc::new(list))
    }

    /// The rows of a table by those that a link of it leads to.
    fn children(&mut self, table: usize, link: usize) -> Children {
        let TableLink { parent, choice, .. } = &self.tables[table].links[link];
        Children(match choice {
            Choice::Counted(_) | Choice::Scattered(_) => Groups::Counted(self.link(table, link)),
            _ => Groups::Indexed(self.index(table, &[link], *parent)),
        })
    }

    /// The rows of a table by the ancestors that links lead to, which are grouped once.
    fn index(&mut self, table: usize, path: &[usize], ancestor: usize) -> Arc<Index> {
        let links = self.path(table, path);
        let (rows, ancestors) = (self.tables[table].rows.end, self.tables[ancestor].rows.end);
        let index = self.indices.entry((table, path.to_vec()));
        Arc::clone(index.or_insert_with(|| Arc::new(Index::new(&links, rows, ancestors))))
    }

    fn read(&mut self, table: usize, reading: Reading) -> Read {
        match reading.link {
            None => Read { link: None, column: self.column(table, reading.column) },
            Some(link) => {
                let parent = self.tables[table].links[link].parent;
                Read { link: Some(self.link(table, link)), column: self.column(parent, reading.column) }
            }
        }
    }

    fn table_key(&self, table: usize) -> Key {
        self.seed.table(&self.tables[table].schema.table)
    }
}
