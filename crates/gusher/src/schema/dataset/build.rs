//! Builds a dataset from the tables of a schema file: every name is found, every link is decided, every type is known.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::{DatasetSpec, Sizes, TableLink, TableRows, TableSpec, checks};
use crate::computed::Expression;
use crate::generators::Context;
use crate::links::{ClassDegrees, Degrees};
use crate::schema::computed::Names;
use crate::schema::draft::{self, Draft, Related};
use crate::schema::expression_draft::ExpressionDraft;
use crate::schema::file::{FileEach, FileRows, FileTable, RowExtent, SpannedText, is_file_name};
use crate::schema::relation::Relation;
use crate::schema::{Schema, column, computed, correlate, entity, nested};
use gush_diagnostics::{Code, Diagnostic, Message, SourceText};

/// A dataset that is being built.
pub(super) struct DatasetBuilder<'a> {
    pub text: Arc<SourceText>,
    pub context: &'a Context<'a>,
    pub sizes: &'a Sizes,
    /// The parents of tables by their classes, as far as they were counted.
    pub counted: &'a Counted,
    pub tables: Vec<TableDraft>,
    pub diagnostics: Vec<Diagnostic>,
}

/// A parsed expression, with the indices of the columns that it reads.
pub(super) type ParsedExpression = (Box<dyn Expression>, Vec<usize>);

/// How a column that reads others is built.
pub(super) enum Recipe {
    /// A column that reads others by a relation, whose units are not known yet.
    Related(Box<Related>, Relation),
    /// An expression, and the columns of its table that it reads.
    Computed(Box<ExpressionDraft>, Box<dyn Expression>, Vec<usize>),
}

/// What is known of tables whose rows are counted by values.
#[derive(Debug, Default)]
pub(super) struct Counted {
    /// Where values are drawn, how many rows there are for each parent.
    pub classes: HashMap<usize, Arc<ClassDegrees>>,
    /// How many rows each table has.
    pub rows: Vec<Option<u64>>,
}

/// How many rows a table seems to have while these are not known: several, so that its columns are what they are in most tables.
pub(super) const UNKNOWN_ROWS: u64 = 2;

/// A table that is being built.
pub(super) struct TableDraft {
    pub file: FileTable,
    /// The columns; those that read others are completed one by one.
    pub columns: Vec<Draft>,
    /// What those read, where all of it was found.
    pub relations: Vec<Option<Relation>>,
    /// The expressions of those that are computed, and what they read.
    pub expressions: Vec<Option<ParsedExpression>>,
    /// How those were built that read others, once their types are known.
    pub recipes: Vec<Option<Recipe>>,
    pub links: Vec<TableLink>,
    pub rows: TableRows,
    /// The rows that are generated, once they are known.
    pub planned_rows: Option<RowExtent>,
    /// Its rows cannot be counted, which has been reported.
    pub uncountable: bool,
    /// Its rows cannot be counted yet: they follow from values.
    pub is_pending: bool,
}

impl TableDraft {
    /// How many columns it has beside those of its checks, which are the last.
    pub fn own_columns(&self) -> usize {
        self.columns.len() - checks::check_columns(&self.file.checks)
    }
}

/// Builds the tables of a schema file, as far as their rows can be counted.
pub(super) fn build(
    text: &Arc<SourceText>,
    mut tables: Vec<FileTable>,
    context: &Context<'_>,
    sizes: &Sizes,
    counted: &Counted,
) -> (DatasetSpec, Vec<Diagnostic>) {
    sizes.replace(&mut tables);
    let text = Arc::clone(text);
    let (tables_of, diagnostics) = (Vec::new(), Vec::new());
    let mut builder = DatasetBuilder { text, context, sizes, counted, tables: tables_of, diagnostics };
    builder.parse(tables);
    builder.count_rows();
    builder.find_links();
    builder.choose();
    builder.find_fields();
    builder.check_classes();
    builder.check_rows_given();
    builder.done()
}

impl DatasetBuilder<'_> {
    pub(super) fn wrong(&mut self, at: Range<usize>, message: impl Into<Message>) {
        self.diagnostics.push(self.text.diagnostic(Code::Schema, at, message));
    }

    fn parse(&mut self, tables: Vec<FileTable>) {
        let names: Vec<String> = tables.iter().map(|table| table.name.text.clone()).collect();
        for name in tables.iter().map(|table| &table.name).filter(|_| tables.len() > 1) {
            // A missing name, or one with NUL, was reported.
            let is_known = name.text.is_empty() || name.text.contains('\0') || is_file_name(&name.text);
            if !is_known {
                let text = "each of several tables may become a file of its name: it begins with no dot, has none of / \\ : * ? \" < > | \
                            and at most 200 bytes";
                self.wrong(name.at.clone(), text);
            }
        }
        let counts = self.sizes.counts(&tables, &self.counted.rows);
        for (mut file, rows) in tables.into_iter().zip(counts) {
            let context = self.context.rows(rows);
            let mut known = column::Known::new();
            let sources = std::mem::take(&mut file.columns);
            let checks = file.checks.iter().flat_map(|check| check.columns.clone());
            let columns = sources.into_iter().chain(checks).map(|source| {
                match draft::related(&source) {
                    Some(related) => related.map(|related| Draft::Related(Box::new(related))),
                    None => {
                        let name = draft::name_of(&source);
                        let parsed = nested::parse(source, &context, &mut known);
                        return parsed.map(Draft::from).unwrap_or_else(|found| {
                            self.diagnostics.extend(found);
                            Draft::Broken(Some(name))
                        });
                    }
                }
                .unwrap_or_else(|found| {
                    self.diagnostics.extend(found);
                    Draft::Broken(Some(draft::name_of(&source)))
                })
            });
            let columns: Vec<Draft> = columns.collect();
            let relations = columns.iter().map(|_| None).collect();
            let recipes = columns.iter().map(|_| None).collect();
            let rows = match &file.rows {
                None => TableRows::Given(None),
                Some(FileRows::Given(rows)) => TableRows::Given(Some(rows.clone())),
                Some(FileRows::Per { each: FileEach::All(each), .. }) => TableRows::Per(each.clone()),
                // It is replaced when rows are counted.
                Some(FileRows::Per { each: FileEach::By { .. } | FileEach::Broken, .. }) => {
                    TableRows::Per(Degrees::Constant(0))
                }
            };
            let own = columns.len() - checks::check_columns(&file.checks);
            let expressions = self.expressions(&columns, own, &names);
            self.tables.push(TableDraft {
                file,
                columns,
                relations,
                expressions,
                recipes,
                links: Vec::new(),
                rows,
                planned_rows: None,
                uncountable: false,
                is_pending: false,
            });
        }
    }

    /// The expressions of computed columns, with the columns that they read: none of them reads those after the first `own`.
    fn expressions(
        &mut self,
        columns: &[Draft],
        own: usize,
        tables: &[String],
    ) -> Vec<Option<ParsedExpression>> {
        let names = Names::of(columns[..own].iter().map(Draft::name), tables);
        let expression = |column: &Draft| {
            let Draft::Computed(draft) = column else { return None };
            let expression = draft.parse(self.context, &mut self.diagnostics)?;
            let reads = names.find_all(draft, &*expression, &mut self.diagnostics)?;
            Some((expression, reads))
        };
        columns.iter().map(expression).collect()
    }

    /// The table of this name.
    pub(super) fn table(&self, name: &str) -> Option<usize> {
        self.tables.iter().position(|table| table.file.name.text == name)
    }

    /// The message for a table that does not exist.
    pub(super) fn no_table(&self, name: &str) -> Message {
        let names = self.tables.iter().map(|table| table.file.name.text.as_str());
        Message::unknown(format!("there is no table `{name}`"), name, names)
    }

    /// The message for a column that does not exist.
    pub(super) fn no_column(&self, table: usize, name: &str) -> Message {
        let draft = &self.tables[table];
        let names = draft.columns[..draft.own_columns()].iter().filter_map(Draft::name);
        Message::unknown(format!("`{}` has no column `{name}`", draft.file.name.text), name, names)
    }

    /// The indices of the columns of these names, which differ.
    pub(super) fn columns(&mut self, table: usize, names: &[SpannedText]) -> Option<Vec<usize>> {
        let mut indices = Vec::new();
        for name in names {
            match self.column(table, &name.text) {
                Some(index) if indices.contains(&index) => {
                    self.wrong(name.at.clone(), format!("`{}` is named twice", name.text));
                }
                Some(index) => indices.push(index),
                None => self.wrong(name.at.clone(), self.no_column(table, &name.text)),
            }
        }
        (indices.len() == names.len()).then_some(indices)
    }

    /// The first column of this name.
    pub(super) fn column(&self, table: usize, name: &str) -> Option<usize> {
        let draft = &self.tables[table];
        draft.columns[..draft.own_columns()].iter().position(|column| column.name() == Some(name))
    }

    /// The dataset, if all of it is valid.
    fn done(mut self) -> (DatasetSpec, Vec<Diagnostic>) {
        let (mut keys, mut unique, mut orders) = (Vec::new(), Vec::new(), Vec::new());
        for table in 0..self.tables.len() {
            let key = self.tables[table].file.key.clone();
            keys.push(key.and_then(|key| self.columns(table, &key)));
            let lists = self.tables[table].file.unique.clone();
            let found =
                lists.iter().filter_map(|list| Some((self.columns(table, &list.columns)?, list.order)));
            let (columns, own): (Vec<_>, Vec<_>) = found.unzip();
            unique.push(columns);
            orders.push(own);
        }
        let is_complete = self.diagnostics.is_empty();
        let mut tables = Vec::new();
        for (((draft, key), unique), unique_orders) in
            self.tables.into_iter().zip(keys).zip(unique).zip(orders)
        {
            let mut occurrences = HashMap::new();
            let mut columns = Vec::new();
            let of_checks = checks::check_columns(&draft.file.checks);
            let names: Vec<String> =
                draft.columns.iter().filter_map(Draft::name).map(str::to_owned).collect();
            let all = draft.columns.len();
            let checks = checks::checks(draft.file.checks, all - of_checks);
            for (index, (column, relation)) in draft.columns.into_iter().zip(draft.relations).enumerate() {
                let Draft::Column(mut column) = column else { continue };
                self.diagnostics.extend(checks::diagnostic(&checks, index, &column));
                let seen = occurrences.entry(column.name.clone()).or_insert(0);
                column.set_occurrence(*seen);
                *seen += 1;
                if relation.is_some() {
                    column.relation = relation;
                }
                columns.push(*column);
            }
            // Ids of 128 bits are meant to differ.
            if let (true, Some([only])) = (columns.len() == all, key.as_deref()) {
                columns[*only].unique |= columns[*only].can_imply_unique();
            }
            self.diagnostics.extend(entity::check(&columns));
            self.diagnostics.extend(correlate::resolve(&mut columns, &names));
            // A missing column is invalid, and may be the only one that is not hidden.
            self.diagnostics.extend(computed::all_hidden(&columns).filter(|_| columns.len() == all));
            tables.push(TableSpec {
                schema: Schema { table: draft.file.name.text, columns },
                rows: draft.rows,
                planned_rows: draft.planned_rows.unwrap_or(RowExtent::Range(0..UNKNOWN_ROWS)),
                is_fixed: draft.file.fixed,
                key,
                unique,
                unique_orders,
                links: draft.links,
                checks,
            });
        }
        let mut dataset = DatasetSpec { tables, seed: None };
        // The indices of columns are right only where all of them are there.
        if is_complete && self.diagnostics.is_empty() {
            dataset.imply_unique();
        }
        if is_complete {
            self.diagnostics.extend(dataset.check_keys());
            self.diagnostics.extend(dataset.check_given(&self.text));
        }
        match self.diagnostics.is_empty() {
            true => (dataset, self.diagnostics),
            false => (DatasetSpec { tables: Vec::new(), seed: None }, self.diagnostics),
        }
    }
}
