//! SQL's expression language over the columns of a row, with PostgreSQL's semantics: typed, checked before the first row,
//! and run over whole batches.
//!
//! ```text
//! text → sqlparser → our tree → typed kernels → columns
//!        parse.rs    lower.rs   check.rs        column.rs
//!                    ast.rs     functions/
//! ```
//! What can go wrong in a row (an overflow, a division by zero, a text that is no number) is found from the bounds of the
//! columns and refused. So a row never fails, and running an expression gives no errors.

mod ast;
mod calendar;
mod check;
mod column;
mod convert;
mod functions;
mod lower;
mod numeric;
mod parse;
mod place;
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
