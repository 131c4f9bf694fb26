//! Rows that are counted by drawn values: each parent is looked at once, under the seed of the run.
//!
//! How many rows a table has must be known before its columns are, and what a value is only once its column is built. So the file is built
//! again whenever parents were counted: first without the tables whose rows follow from values, then with them. Only a plan knows values,
//! and plans are made of what is built here; so whoever builds tables brings what reads them ([`ReadValues`]).

use std::sync::Arc;

use super::build::{Counted, build};
use super::{Choice, DatasetSpec, Other, Sizes, TableRows};
use crate::generators::Context;
use crate::links::{ClassDegrees, ClassIndex, Degrees, MAX_INDEXED};
use crate::schema::file::{FileEach, FileRows, FileTable, SpannedText};
use crate::schema::relation::Relation;
use gush_diagnostics::{Code, Diagnostic, SourceText, grouped};

/// Reads values while tables are built whose numbers of rows follow from them.
pub trait ReadValues {
    /// The seed that the values follow from.
    fn seed(&self) -> u64;

    /// The class of the value that a column has in each row of its table; `class_of` has that of a text, or of a null.
    fn classes(
        &self,
        dataset: &DatasetSpec,
        table: usize,
        column: usize,
        class_of: &dyn Fn(Option<&str>) -> u16,
    ) -> Vec<u16>;
}

impl DatasetSpec {
    /// Builds the tables of a schema file, whose text is `text`. `sizes` overrides the numbers of rows of the file; `values` is asked where
    /// these follow from drawn values.
    ///
    /// Where anything is wrong the dataset has no tables: what columns read is known by numbers that mean something only where
    /// all columns are there.
    pub fn build(
        text: &Arc<SourceText>,
        tables: Vec<FileTable>,
        context: &Context<'_>,
        sizes: &Sizes,
        values: &dyn ReadValues,
    ) -> (DatasetSpec, Vec<Diagnostic>) {
        let is_by =
            |table: &FileTable| matches!(table.rows, Some(FileRows::Per { each: FileEach::By { .. }, .. }));
        let mut counted = Counted::default();
        if !tables.iter().any(is_by) {
            return build(text, tables, context, sizes, &counted);
        }
        loop {
            let (mut dataset, found) = build(text, tables.clone(), context, sizes, &counted);
            let is_new = |table: &usize| !counted.classes.contains_key(table);
            let pending: Vec<usize> = dataset.drawn().filter(is_new).collect();
            let is_known = |table: usize| !dataset.follows(table, &pending);
            let count = |table: usize| is_known(table).then(|| dataset.tables[table].count());
            let rows: Vec<Option<u64>> = (0..dataset.tables.len()).map(count).collect();
            // Exact shares and totals are of all rows, so columns are built again once these are known.
            if found.is_empty() && rows != counted.rows {
                counted.rows = rows;
                continue;
            }
            if pending.is_empty() || !found.is_empty() {
                dataset.seed = (!counted.classes.is_empty()).then(|| values.seed());
                return (dataset, found);
            }
            let mut wrong = Vec::new();
            let before = counted.classes.len();
            for &table in &pending {
                match dataset.count(table, &pending, values) {
                    Ok(Some(classes)) => drop(counted.classes.insert(table, Arc::new(classes))),
                    Ok(None) => {}
                    Err(found) => wrong.extend(found.into_iter().map(|found| match found {
                        CountError::Of(diagnostic) => diagnostic,
                        CountError::TooMany(message) => {
                            text.diagnostic(Code::Schema, by(&tables[table]).at.clone(), message)
                        }
                    })),
                }
            }
            if wrong.is_empty() && counted.classes.len() == before {
                wrong.push(dataset.circle(pending[0], text, by(&tables[pending[0]])));
            }
            if !wrong.is_empty() {
                return (DatasetSpec { tables: Vec::new(), seed: None }, wrong);
            }
        }
    }

    /// The tables whose rows are counted by drawn values.
    fn drawn(&self) -> impl Iterator<Item = usize> {
        (0..self.tables.len()).filter(|&table| self.classes(table).is_some())
    }

    fn classes(&self, table: usize) -> Option<&ClassDegrees> {
        match &self.tables[table].rows {
            TableRows::Per(Degrees::Classes(classes)) if classes.is_drawn() => Some(classes),
            _ => None,
        }
    }

    /// The classes of a table's parents; none where these follow from tables that are not counted yet.
    fn count(
        &self,
        table: usize,
        pending: &[usize],
        values: &dyn ReadValues,
    ) -> Result<Option<ClassDegrees>, Vec<CountError>> {
        let Some((classes, parent, column)) = self.counted_by(table) else { return Ok(None) };
        let tables = Reads::of(self, parent, column).tables;
        if tables.iter().any(|&table| self.follows(table, pending)) {
            return Ok(None);
        }
        let rows = self.tables[parent].count();
        if rows > MAX_INDEXED {
            let message = format!(
                "the rows of `{}` are looked at one by one, up to {} of them; here are {}. Where words are dealt out in exact shares, as in \
                 enum:gold,free*9@exact, they need not be",
                self.tables[parent].schema.table(),
                grouped(MAX_INDEXED),
                grouped(rows)
            );
            return Err(vec![CountError::TooMany(message)]);
        }
        let check = |table: usize| {
            let table = &self.tables[table];
            table.schema.check_rows(&table.row_range(), false)
        };
        let found: Vec<_> = tables.into_iter().flat_map(check).map(CountError::Of).collect();
        if !found.is_empty() {
            return Err(found);
        }
        // Each value has a class, as the builder has checked.
        let class_of = |value: Option<&str>| classes.class_of(value).unwrap_or(0) as u16;
        let of_rows = values.classes(self, parent, column, &class_of);
        Ok(Some(classes.clone().counted(ClassIndex::new(&of_rows, classes.given.len()))))
    }

    /// How many rows a table has for each parent, by which table and which of its columns.
    fn counted_by(&self, table: usize) -> Option<(&ClassDegrees, usize, usize)> {
        let classes = self.classes(table)?;
        let parent = self.tables[table].links.first()?.parent;
        let columns = self.tables[parent].schema.columns();
        Some((classes, parent, columns.iter().position(|column| column.name() == classes.by)?))
    }

    /// Whether the rows of a table are counted by those of one of these, or are these.
    fn follows(&self, table: usize, pending: &[usize]) -> bool {
        let mut at = table;
        loop {
            if pending.contains(&at) {
                return true;
            }
            match (&self.tables[at].rows, self.tables[at].links.first()) {
                (TableRows::Per(_), Some(link)) => at = link.parent,
                _ => return false,
            }
        }
    }

    /// The diagnostic for rows that are counted by a value which follows from them.
    fn circle(&self, table: usize, text: &SourceText, by: &SpannedText) -> Diagnostic {
        let name = self.tables[table].schema.table();
        let message = format!(
            "how many rows `{name}` has follows from `{}`, which follows from rows of `{name}`",
            by.text
        );
        text.diagnostic(Code::Schema, by.at.clone(), message)
    }
}

/// Why parents cannot be counted.
enum CountError {
    /// Too many, at the name of the column.
    TooMany(String),
    /// What is wrong with a column.
    Of(Diagnostic),
}

/// The column by which a table is counted.
fn by(table: &FileTable) -> &SpannedText {
    match &table.rows {
        Some(FileRows::Per { each: FileEach::By { by, .. }, .. }) => by,
        _ => &table.name,
    }
}

/// All that the values of a column follow from.
pub(super) struct Reads<'d> {
    dataset: &'d DatasetSpec,
    columns: Vec<(usize, usize)>,
    pub links: Vec<(usize, usize)>,
    /// The tables whose numbers of rows matter.
    tables: Vec<usize>,
}

impl Reads<'_> {
    pub fn of(dataset: &DatasetSpec, table: usize, column: usize) -> Reads<'_> {
        let mut reads = Reads { dataset, columns: Vec::new(), links: Vec::new(), tables: Vec::new() };
        reads.add_column(table, column);
        reads
    }

    fn add_table(&mut self, table: usize) {
        if !self.tables.contains(&table) {
            self.tables.push(table);
        }
    }

    fn add_column(&mut self, table: usize, index: usize) {
        if self.columns.contains(&(table, index)) {
            return;
        }
        self.columns.push((table, index));
        self.add_table(table);
        let column = &self.dataset.tables[table].schema.columns[index];
        let keyed = [column.keyed.by_index, column.keyed.not_index];
        keyed.into_iter().flatten().for_each(|of| self.add_column(table, of));
        let Some(relation) = &column.relation else { return };
        for reading in relation.readings() {
            let of = reading.link.map_or(table, |link| self.dataset.tables[table].links[link].parent);
            reading.link.into_iter().for_each(|link| self.add_link(table, link));
            self.add_column(of, reading.column);
        }
        match relation {
            Relation::List { table, link, columns } => {
                self.add_link(*table, *link);
                columns.iter().for_each(|&column| self.add_column(*table, column));
            }
            &Relation::Depth(link) => self.add_link(table, link),
            &Relation::RowCount(of) => self.add_table(of),
            Relation::Nth(_)
            | Relation::IsEnd { .. }
            | Relation::Chain(_)
            | Relation::Split(_)
            | Relation::Sibling { .. }
            | Relation::RunningSum { .. } => self.add_link(table, 0),
            &Relation::Aggregate { table, link, column, .. } => {
                self.add_link(table, link);
                column.into_iter().for_each(|column| self.add_column(table, column));
            }
            &Relation::Extreme { table, link, column, by, .. } => {
                self.add_link(table, link);
                [column, by].into_iter().for_each(|column| self.add_column(table, column));
            }
            Relation::Copy(_)
            | Relation::Shift { .. }
            | Relation::Between(..)
            | Relation::Computed { .. } => {}
        }
    }

    fn add_link(&mut self, table: usize, index: usize) {
        if self.links.contains(&(table, index)) {
            return;
        }
        self.links.push((table, index));
        let dataset = self.dataset;
        let link = &dataset.tables[table].links[index];
        [table, link.parent].into_iter().for_each(|table| self.add_table(table));
        for other in &link.others {
            if let Other::ParentBy(other) = other {
                self.add_link(table, *other);
            }
        }
        link.when.iter().for_each(|when| self.add_column(table, when.column));
        for (mut at, path) in
            link.within.iter().flat_map(|within| [(table, &within.path), (link.parent, &within.parents_path)])
        {
            for &step in path {
                self.add_link(at, step);
                at = dataset.tables[at].links[step].parent;
            }
        }
        match link.choice {
            Choice::Distinct(_) => self.add_link(table, 0),
            Choice::Given { column, is_distinct } => {
                self.add_column(table, column);
                if is_distinct {
                    self.add_link(table, 0);
                }
            }
            Choice::Pairs { ref links, .. } => {
                links.iter().for_each(|&link| self.add_table(dataset.tables[table].links[link].parent));
            }
            Choice::Uniform
            | Choice::Popular(_)
            | Choice::Counted(_)
            | Choice::Scattered(_)
            | Choice::Once
            | Choice::Earlier => {}
        }
    }
}
