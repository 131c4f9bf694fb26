//! SQL's expression language over the columns of a row, with PostgreSQL's semantics: typed, checked before the first row,
//! and run over batches of rows.
//!
//! ```text
//! text → sqlparser → our tree → typed kernels → columns
//!        parse.rs    lower.rs   check.rs        column.rs
//!                    ast.rs     functions/
//! ```
//! Whatever could go wrong in a row (an overflow, a division by zero, a text that is not a number) is found by the bounds of
//! the columns and refused. So a row never fails, and running an expression has no errors.

mod ast;
mod calendar;
mod check;
mod column;
mod convert;
mod functions;
mod json;
mod json_order;
mod lower;
mod numeric;
mod offsets;
mod one_to_one;
mod parse;
mod run;
mod type_name;
mod types;
mod unify;
mod value;

pub use parse::Sql;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
