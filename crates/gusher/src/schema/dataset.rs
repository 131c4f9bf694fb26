//! The dataset: several tables, and the links between them, as a schema file has them.

mod aggregates;
mod build;
mod check;
mod checks;
mod children;
mod choices;
mod count;
mod fields;
mod given;
mod keys;
mod links;
mod listed;
mod narrow;
mod ranges;
mod rows;
mod times;
mod trees;
mod when;

use std::ops::Range;

use super::file::RowExtent;
use super::{STREAM_ROWS, Schema};
use crate::links::{Degrees, PairOrder, Sparse, Tree};

pub use checks::{CheckKind, TableCheck};
pub use count::ReadValues;
pub use keys::ForeignKey;

/// Tables and their links.
#[derive(Debug)]
pub struct DatasetSpec {
    /// The tables, in the order of the file.
    pub tables: Vec<TableSpec>,
    /// The seed under which rows were counted, where how many there are follows from drawn values.
    pub seed: Option<u64>,
}

/// One table of a dataset.
#[derive(Debug)]
pub struct TableSpec {
    /// Its name and its columns.
    pub schema: Schema,
    /// How its rows were asked for.
    pub rows: TableRows,
    /// Which of its rows are generated; the others exist for those that refer to them.
    pub planned_rows: RowExtent,
    /// Whether a scale leaves its number of rows alone.
    pub is_fixed: bool,
    /// The indices of the columns of its key, where it declares one.
    pub key: Option<Vec<usize>>,
    /// The indices of columns that are unique together.
    pub unique: Vec<Vec<usize>>,
    /// How the rows that those refer to compare, list by list.
    pub unique_orders: Vec<PairOrder>,
    /// Its links; the one that its rows are counted by comes first.
    pub links: Vec<TableLink>,
    /// What its rows are to meet.
    pub checks: Vec<TableCheck>,
}

/// How the rows of a table were asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum TableRows {
    /// These.
    Given(Option<RowExtent>),
    /// A number of rows for each row of the table that the first link leads to.
    Per(Degrees),
}

/// A link from the rows of one table to those of another, or of its own.
#[derive(Debug)]
pub struct TableLink {
    /// Its label.
    pub label: String,
    /// The parents' table.
    pub parent: usize,
    /// How it chooses.
    pub choice: Choice,
    /// The share of rows without a parent.
    pub null: Option<f64>,
    /// Which parents are no candidates of a row.
    pub others: Vec<Other>,
    /// Among which parents a row chooses; all, where nothing is said.
    pub within: Option<Within>,
    /// Which rows have a parent; all, where nothing is said.
    pub when: Option<When>,
    /// Which rows of the parents' table are candidates; all, where nothing is said.
    pub sparse: Option<Sparse>,
    /// The shape of a tree.
    pub tree: Tree,
    /// How rows of a tree choose among those before them, in the syntax of `@dist`; evenly without it.
    pub popular: Option<String>,
    /// Whether a row may have no candidate.
    pub may_lack: bool,
    /// Its span in the file.
    at: Range<usize>,
}

/// A parent that is no candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Other {
    /// The own row.
    OwnRow,
    /// The parent by the table's link of this index.
    ParentBy(usize),
}

/// A link chooses among the parents that share the row's ancestor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Within {
    /// What the file calls it.
    pub name: String,
    /// The ancestor's table.
    pub ancestor: usize,
    /// The links that lead from the row to its ancestor, each of its table; none where the row is it itself.
    pub path: Vec<usize>,
    /// The links that lead from the parents to the ancestor.
    pub parents_path: Vec<usize>,
    /// Whether an index has to be made of the parents.
    pub is_indexed: bool,
}

/// The rows that have a parent by a link: those where a column of words has one of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    /// The index of the column in the table.
    pub column: usize,
    /// The words.
    pub words: Vec<String>,
}

impl TableLink {
    fn new(label: String, parent: usize, choice: Choice, at: Range<usize>) -> TableLink {
        TableLink {
            label,
            parent,
            choice,
            null: None,
            others: Vec::new(),
            within: None,
            when: None,
            sparse: None,
            tree: Tree::default(),
            popular: None,
            may_lack: false,
            at,
        }
    }

    /// Whether a row may have no parent.
    pub fn is_optional(&self) -> bool {
        self.null.is_some() || self.may_lack || self.when.is_some() || self.choice == Choice::Earlier
    }
}

/// How a link chooses a parent.
#[derive(Debug, Clone, PartialEq)]
pub enum Choice {
    /// Each is as likely as any other.
    Uniform,
    /// By a distribution, in the syntax of `@dist`.
    Popular(String),
    /// Each parent has this number of children, one after the other.
    Counted(Degrees),
    /// The same in any order.
    Scattered(Degrees),
    /// No parent is chosen twice.
    Once,
    /// Rows of the own table before.
    Earlier,
    /// Together with other links, no combination of parents twice.
    Pairs {
        /// The links' indices in the table.
        links: Vec<usize>,
        /// Which of them this is.
        which: usize,
        /// How the two parents compare.
        order: PairOrder,
    },
    /// The children of one parent by the first link choose different ones, by a distribution in the syntax of `@dist` where
    /// there is one.
    Distinct(Option<String>),
    /// A column says which row the parent is.
    Given {
        /// The index of the column in the table: whole numbers from 0 on.
        column: usize,
        /// Whether the rows of one parent by the first link lead to different ones: one that is taken gives way to the next.
        is_distinct: bool,
    },
}

/// Numbers of rows that replace those of the file.
#[derive(Debug, Clone, Default)]
pub struct Sizes {
    /// The factor of numbers of rows.
    pub scale: Option<f64>,
    /// How many rows each table has whose number of rows is given and not fixed.
    pub each: Option<u64>,
    /// The rows of the only table.
    pub rows: Option<RowExtent>,
    /// Whether those are a part of the table's rows, so that nobody knows how many it has.
    pub is_part: bool,
}

/// How many rows a table has where no number is given.
pub const DEFAULT_ROWS: u64 = 10;

impl DatasetSpec {
    /// These rows of a single table.
    pub fn single(schema: Schema, rows: RowExtent) -> DatasetSpec {
        let table = TableSpec {
            schema,
            rows: TableRows::Given(Some(rows.clone())),
            planned_rows: rows,
            is_fixed: false,
            key: None,
            unique: Vec::new(),
            unique_orders: Vec::new(),
            links: Vec::new(),
            checks: Vec::new(),
        };
        DatasetSpec { tables: vec![table], seed: None }
    }

    /// The index of the table of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.tables.iter().position(|table| table.schema.table == name)
    }

    /// The tables in an order in which each is after those that its keys refer to, as far as there is one.
    pub fn parents_first(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut left: Vec<usize> = (0..self.tables.len()).collect();
        while !left.is_empty() {
            let waits = |table: &usize| {
                let parents = self.tables[*table].links.iter().map(|link| link.parent);
                parents.into_iter().any(|parent| parent != *table && left.contains(&parent))
            };
            // In a circle, the first of the file begins.
            let next = left.iter().position(|table| !waits(table)).unwrap_or(0);
            order.push(left.remove(next));
        }
        order
    }
}

impl TableSpec {
    /// How many rows it has, those that are not generated included.
    pub fn count(&self) -> u64 {
        row_range(&self.planned_rows).end
    }

    /// The rows that are generated, from the first to the last.
    pub fn row_range(&self) -> Range<u64> {
        row_range(&self.planned_rows)
    }
}

fn row_range(rows: &RowExtent) -> Range<u64> {
    match rows {
        RowExtent::Range(rows) => rows.clone(),
        RowExtent::Stream => 0..STREAM_ROWS,
    }
}

#[cfg(test)]
mod tests;
