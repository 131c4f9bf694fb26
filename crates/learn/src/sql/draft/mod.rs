//! What the statements so far have defined, before types and inheritance are resolved.

mod change;
mod finish;
mod inherit;
mod resolve;

use std::collections::{HashMap, HashSet};

pub(super) use finish::shown;

use super::read::{Context, DraftColumn, Element};
use super::types::TypeRef;
use crate::model::{Check, Identity, Note, Origin, SqlDialect, Table, TableName, Unique, UniquePart};

/// Everything that is defined so far.
#[derive(Debug)]
pub(super) struct Draft {
    pub dialect: SqlDialect,
    pub tables: Vec<DraftTable>,
    by_name: HashMap<String, Vec<usize>>,
    /// Types that the source defines, by their names without schema.
    pub types: HashMap<String, UserType>,
    /// Sequences, by their names without schema.
    pub sequences: HashMap<String, Identity>,
    pub functions: Vec<String>,
    /// The schema or database of names without one.
    pub schema: Option<String>,
    /// Temporary tables and views, which are left out.
    pub left_out: HashSet<String>,
    pub notes: Vec<Note>,
}

/// A table with columns whose types are not resolved.
#[derive(Clone, Debug)]
pub(super) struct DraftTable {
    /// All but its columns.
    pub table: Table,
    pub columns: Vec<DraftColumn>,
    pub primary_key_name: Option<String>,
    pub inherits: Vec<TableName>,
    pub collation: Option<String>,
    /// Whether it has SQLite's hidden key.
    pub has_rowid: bool,
    pub is_dropped: bool,
}

/// A type that the source defines.
#[derive(Clone, Debug)]
pub(super) enum UserType {
    Enum(Vec<String>),
    Domain(Box<Domain>),
    Composite(Vec<DraftColumn>),
    Range(TypeRef),
    /// One whose text only the database understands.
    Other,
}

/// A type with conditions.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    pub of: TypeRef,
    pub default: Option<String>,
    pub is_nullable: bool,
    pub checks: Vec<Check>,
    pub collation: Option<String>,
}

impl DraftTable {
    pub(super) fn new(name: TableName, origin: Origin) -> Self {
        Self {
            table: Table::new(name, origin),
            columns: Vec::new(),
            primary_key_name: None,
            inherits: Vec::new(),
            collation: None,
            has_rowid: true,
            is_dropped: false,
        }
    }

    pub(super) fn column(&mut self, name: &str, dialect: SqlDialect) -> Option<&mut DraftColumn> {
        self.columns.iter_mut().find(|column| same(&column.name, name, dialect))
    }

    /// Adds what a definition has between two commas.
    pub(super) fn add(&mut self, element: Element, context: &mut Context<'_>) {
        match element {
            Element::Column(column) => self.add_column(column, context),
            Element::PrimaryKey { name, columns } => self.set_primary_key(name, columns, context.dialect),
            Element::Unique(unique) => self.table.uniques.push(unique),
            Element::UsingIndex { name, index, is_primary } => {
                self.promote(name, &index, is_primary, context.dialect);
            }
            Element::ForeignKey(key) => self.table.foreign_keys.push(key),
            Element::Check(check) => self.table.checks.push(check),
            Element::Exclusion(exclusion) => match as_unique(&exclusion) {
                Some(unique) => self.table.uniques.push(unique),
                None => self.table.exclusions.push(exclusion),
            },
            // The other table is looked up where all of them are known.
            Element::Like { .. } => {}
        }
    }

    fn add_column(&mut self, column: DraftColumn, context: &mut Context<'_>) {
        match self.columns.iter_mut().find(|other| same(&other.name, &column.name, context.dialect)) {
            Some(other) if other.is_inherited => *other = column,
            Some(_) => context
                .note(column.line, format!("column {} is defined twice; the first counts", column.name)),
            None => self.columns.push(column),
        }
    }

    fn set_primary_key(&mut self, name: Option<String>, columns: Vec<String>, dialect: SqlDialect) {
        for column in &columns {
            if let Some(column) = self.column(column, dialect) {
                column.is_nullable = false;
            }
        }
        self.table.primary_key = columns;
        self.primary_key_name = name;
    }

    /// Makes an index a constraint.
    fn promote(&mut self, name: Option<String>, index: &str, is_primary: bool, dialect: SqlDialect) {
        let Some(at) = self.table.uniques.iter().position(|unique| unique.name.as_deref() == Some(index))
        else {
            return;
        };
        if !is_primary {
            self.table.uniques[at].name = name.or_else(|| Some(index.to_owned()));
            return;
        }
        let unique = self.table.uniques.remove(at);
        let columns = unique.parts.into_iter().filter_map(|part| match part {
            UniquePart::Column(column) => Some(column),
            UniquePart::Expression(_) => None,
        });
        self.set_primary_key(name.or_else(|| Some(index.to_owned())), columns.collect(), dialect);
    }
}

/// An exclusion whose operators are all `=` is a unique constraint.
fn as_unique(exclusion: &crate::model::Exclusion) -> Option<Unique> {
    if exclusion.parts.is_empty() || exclusion.parts.iter().any(|(_, operator)| operator != "=") {
        return None;
    }
    Some(Unique {
        name: exclusion.name.clone(),
        parts: exclusion.parts.iter().map(|(part, _)| part.clone()).collect(),
        condition: exclusion.condition.clone(),
        nulls_are_equal: false,
        origin: exclusion.origin.clone(),
    })
}

impl Draft {
    pub(super) fn new(dialect: SqlDialect) -> Self {
        Self {
            dialect,
            tables: Vec::new(),
            by_name: HashMap::new(),
            types: HashMap::new(),
            sequences: HashMap::new(),
            functions: Vec::new(),
            schema: None,
            left_out: HashSet::new(),
            notes: Vec::new(),
        }
    }

    /// A name with the schema that is current, if it has none.
    pub(super) fn qualify(&self, mut name: TableName) -> TableName {
        if name.schema.is_none() {
            name.schema.clone_from(&self.schema);
        }
        name
    }

    pub(super) fn push(&mut self, table: DraftTable) -> usize {
        let index = self.tables.len();
        self.by_name.entry(table.table.name.name.to_lowercase()).or_default().push(index);
        self.tables.push(table);
        index
    }

    /// Which table this name means.
    pub(super) fn find(&self, name: &TableName) -> Option<usize> {
        let named = self.by_name.get(&name.name.to_lowercase())?;
        let is_there = |index: &&usize| {
            let table = &self.tables[**index];
            !table.is_dropped && same(&table.table.name.name, &name.name, self.dialect)
        };
        let mut found: Vec<usize> = named.iter().filter(is_there).copied().collect();
        // The last one of a name counts: it was made after the first was dropped.
        found.sort_by_key(|&index| {
            (self.distance(&self.tables[index].table.name, name), std::cmp::Reverse(index))
        });
        found.into_iter().find(|&index| self.distance(&self.tables[index].table.name, name) < 4)
    }

    /// How far the schema of a table is from the one that is asked for; 4 if it is another.
    fn distance(&self, table: &TableName, name: &TableName) -> u8 {
        let is_default = |schema: &str| matches!(schema, "public" | "main" | "dbo");
        match (&table.schema, &name.schema) {
            (None, None) => 0,
            (Some(there), Some(asked)) if same(there, asked, self.dialect) => 0,
            (Some(there), None) if Some(there) == self.schema.as_ref() => 1,
            (Some(there), None) if is_default(there) => 2,
            (None, Some(asked)) if is_default(asked) || self.dialect == SqlDialect::MySql => 2,
            (Some(_), None) | (None, Some(_)) => 3,
            _ => 4,
        }
    }

    /// Gives a table another name.
    pub(super) fn rename(&mut self, index: usize, name: &TableName) {
        self.by_name.entry(name.name.to_lowercase()).or_default().push(index);
        let old = std::mem::replace(&mut self.tables[index].table.name, name.clone());
        let dialect = self.dialect;
        let is_old = |other: &TableName| {
            same(&other.name, &old.name, dialect) && (other.schema.is_none() || other.schema == old.schema)
        };
        for table in &mut self.tables {
            for key in table.table.foreign_keys.iter_mut().filter(|key| is_old(&key.parent)) {
                key.parent = name.clone();
            }
            for parent in table.inherits.iter_mut().filter(|parent| is_old(parent)) {
                *parent = name.clone();
            }
        }
    }
}

/// Whether two names mean the same: in PostgreSQL they are folded already.
pub(super) fn same(left: &str, right: &str, dialect: SqlDialect) -> bool {
    match dialect {
        SqlDialect::Postgres => left == right,
        SqlDialect::MySql | SqlDialect::Sqlite => {
            left == right || left.to_lowercase() == right.to_lowercase()
        }
    }
}
