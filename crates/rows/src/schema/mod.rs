//! The schema: what was asked for. Columns are parsed and checked here, and every mistake is explained.

mod build;
mod column;
mod entity;
pub mod file;
mod grammar;
mod modifier;
mod source;
mod table;

pub use crate::limits::STREAM_ROWS;
pub use column::unknown_generator;
pub(crate) use modifier::Modified;
pub use modifier::{MODIFIERS, ModifierHelp, Scope, unknown_locale};
pub use source::Source;
pub use table::{Column, Schema};

#[cfg(test)]
mod tests;
