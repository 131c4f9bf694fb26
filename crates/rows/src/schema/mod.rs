//! The schema: what was asked for. Columns are parsed and checked here, and every mistake is explained.

mod build;
mod column;
mod entity;
mod escape;
pub mod file;
mod grammar;
mod modifier;
mod source;
mod table;

pub use crate::limits::STREAM_ROWS;
pub use column::unknown_generator;
pub use escape::{escape, escape_modifiers};
pub use modifier::{MODIFIERS, Modified, ModifierHelp, Scope, unknown_locale};
pub use source::Source;
pub use table::{Column, Schema};

#[cfg(test)]
mod tests;
