//! A schema file from what people have.
//!
//! ```text
//! a source ─→ Model ─→ choices ─→ the text of a schema file
//!  sql/       model/    choose/     write/
//! ```
//! Each kind of source ends in one [`model::Model`]: tables, columns, constraints, statistics. One place chooses a generator for each column of
//! it, with the reason, and one place writes the file. Nothing here reads a file or asks a server: texts, bytes and answers come in as
//! arguments, so that it builds for a browser.

pub mod model;
pub mod sql;
