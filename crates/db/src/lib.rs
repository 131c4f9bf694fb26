//! Databases that generated rows are loaded into.
//!
//! ```text
//! Target::parse(url) ─→ Loader::new(tables, statements, options) ─→ load(progress) → Summary
//! ```
//! The statements around the rows are those of [`gusher::text::statements`]; what is here connects, asks the server what is there
//! already, and sends the rows in the form that the server reads fastest. PostgreSQL is the module [`postgres`], files of SQLite are
//! [`sqlite`].

#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub mod check;
mod error;
mod options;
#[cfg(feature = "postgres")]
pub mod postgres;
mod progress;
#[cfg(feature = "sqlite")]
pub mod sqlite;
mod target;

pub use error::{Error, Kept};
pub use options::{Create, Existing, LoadOptions, LoadedTable, Summary, TableToLoad};
pub use progress::Progress;
pub use target::{Target, TargetError, masked};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
