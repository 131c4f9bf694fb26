//! Parts of definitions as they are written: columns with their options, constraints, parts of indexes.
//!
//! Each part is read by itself, so that a strange clause costs that clause, and a strange type that column. Statement parsers refuse the complete
//! statement for either; `sqlparser` gives the tokens here, and reads the expressions where they are understood.

mod column;
mod constraint;
mod expression;
mod index;
mod reference;

pub(super) use column::{column, identity, sequence_options};
pub(super) use constraint::{domain_constraint, table_element};
pub(super) use index::index_parts;

use super::cursor::Cursor;
use super::types::TypeRef;
use crate::model::{
    Check, Exclusion, ForeignKey, Generated, Identity, Note, Origin, SqlDialect, TableName, Unique,
};

/// A column before its type is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DraftColumn {
    pub name: String,
    pub of: TypeRef,
    pub line: usize,
    pub is_nullable: bool,
    pub identity: Option<Identity>,
    pub generated: Option<Generated>,
    pub default: Option<String>,
    pub comment: Option<String>,
    pub collation: Option<String>,
    /// Whether it comes from the table that its table inherits from.
    pub is_inherited: bool,
}

impl DraftColumn {
    pub(super) fn new(name: String, of: TypeRef, line: usize) -> Self {
        Self {
            name,
            of,
            line,
            is_nullable: true,
            identity: None,
            generated: None,
            default: None,
            comment: None,
            collation: None,
            is_inherited: false,
        }
    }
}

/// What a definition of a table has between two commas.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Element {
    Column(DraftColumn),
    PrimaryKey {
        name: Option<String>,
        columns: Vec<String>,
    },
    Unique(Unique),
    /// An index that is there becomes a constraint.
    UsingIndex {
        name: Option<String>,
        index: String,
        is_primary: bool,
    },
    ForeignKey(ForeignKey),
    Check(Check),
    Exclusion(Exclusion),
    /// The columns of another table, and with `what` more of it.
    Like {
        table: TableName,
        what: LikeParts,
    },
}

/// What `LIKE` takes beside columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LikeParts {
    pub defaults: bool,
    pub identity: bool,
    pub generated: bool,
    pub constraints: bool,
    pub indexes: bool,
}

impl LikeParts {
    pub(super) const ALL: Self =
        Self { defaults: true, identity: true, generated: true, constraints: true, indexes: true };
}

/// Where a statement is, and where to note what is not understood in it.
pub(super) struct Context<'a> {
    pub dialect: SqlDialect,
    pub source: &'a str,
    /// What the statement is about: `table orders`.
    pub about: String,
    pub notes: &'a mut Vec<Note>,
}

impl Context<'_> {
    pub(super) fn origin(&self, line: usize) -> Origin {
        Origin { source: self.source.to_owned(), line }
    }

    pub(super) fn note(&mut self, line: usize, text: impl Into<String>) {
        let about = self.about.clone();
        self.note_about(line, about, text);
    }

    pub(super) fn note_about(&mut self, line: usize, about: String, text: impl Into<String>) {
        let origin = self.origin(line);
        self.notes.push(Note { origin, about, text: text.into() });
    }
}

/// A list of names in parentheses.
pub(super) fn name_list(cursor: &mut Cursor<'_>) -> Vec<String> {
    let Some(mut group) = cursor.group() else { return Vec::new() };
    group.split().into_iter().filter_map(|mut part| part.name()).collect()
}

/// The start of a text, for a message.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
