//! Templates: the language of Go's `text/template`, whose text is repeated for each row.
//!
//! text → tokens and tree (`parse`, `ast`) → steps (`compile`, `program`) → rows (`exec`). What steps compute with is in
//! `values`, what they call in `function`, what draws in `draw`. A template that is only text and generators becomes
//! one fragment of `gusher`, which is written as the rows of a format are. Any other is a small program of steps
//! on a stack of values; the generators in it are still filled by batches, each iteration of a loop as a column.
//!
//! ```
//! use gusher::text::Buffer;
//! use gusher::generators::Context;
//! use gush_template::{Options, Template};
//!
//! let context = Context::default();
//! let options = Options { context: &context, seed: 1, table: "data", compat: None };
//! let template = Template::new("example", b"{{ .Row }}: {{ Int 5 5 }}\n", options).unwrap();
//! let mut text = Buffer::default();
//! template.writer().write(0..2, &mut text).unwrap();
//! assert_eq!(text.as_ref(), b"0: 5\n1: 5\n");
//! ```

mod ast;
mod catalog;
pub mod compat;
mod compile;
mod condition;
mod draw;
mod error;
mod exec;
mod function;
mod names;
mod parse;
mod program;
mod template;
mod utf8;
mod values;

pub use catalog::{FunctionHelp, form, functions, generators};
pub use compat::Compat;
pub use compile::{Effort, Options};
pub use error::RowError;
pub use exec::Writer;
pub use template::Template;

#[cfg(test)]
mod tests;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
