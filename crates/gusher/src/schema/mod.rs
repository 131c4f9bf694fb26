//! The schema: what was asked for. Columns are parsed and checked here, and every problem becomes a diagnostic.

mod alias;
mod braces;
mod build;
mod column;
mod column_modifiers;
mod computed;
mod correlate;
mod dataset;
mod dirty;
mod dotted;
mod draft;
mod entity;
mod escape;
mod expression_draft;
pub mod file;
mod format_rules;
mod grammar;
mod keyed;
mod label;
mod list_levels;
mod modifier;
mod modifier_help;
mod modifier_values;
mod nested;
mod piece;
mod read_modifiers;
mod relation;
mod row_limits;
mod series;
mod source;
mod state_machine;
mod table;
mod unknown;

pub use crate::limits::STREAM_ROWS;
pub use dataset::{
    CheckKind, Choice, DEFAULT_ROWS, DatasetSpec, ForeignKey, Other, ReadValues, Sizes, TableCheck,
    TableLink, TableRows, TableSpec, When, Within,
};
pub use dirty::DirtKind;
pub(crate) use dirty::{Dirt, SHARE_SCALE, shifts};
pub use dotted::DottedNameError;
pub(crate) use dotted::{Dotted, tree as dotted_tree};
pub use escape::{escape, escape_modifiers};
pub use modifier::{MODIFIERS, ModifierHelp, Scope};
pub use modifier_values::unknown_locale;
pub use read_modifiers::Modified;
pub use relation::{Operation, Reading, Relation, SpanDist};
pub use source::ColumnSource;
pub use state_machine::StateMachine;
pub use table::{Column, Schema};
pub use unknown::unknown_generator;

#[cfg(test)]
mod tests;
