//! Databases that generated rows are loaded into.
//!
//! ```text
//! Target::parse(url) ─→ Loader::new(tables, statements, options) ─→ load(progress) → Summary
//! ```
//! The statements around the rows are those of [`gusher::text::statements`]; what is here connects, asks the server what is there
//! already, and sends the rows in the form that the server reads fastest. PostgreSQL is the module [`postgres`], MySQL and MariaDB are
//! [`mysql`], files of SQLite are [`sqlite`].

#[cfg(any(feature = "postgres", feature = "mysql"))]
mod address;
#[cfg(any(feature = "postgres", feature = "mysql", feature = "sqlite"))]
pub mod check;
#[cfg(any(feature = "postgres", feature = "mysql", feature = "sqlite"))]
pub mod describe;
#[cfg(any(feature = "postgres", feature = "mysql"))]
mod environment;
mod error;
#[cfg(any(feature = "postgres", feature = "mysql"))]
mod load;
#[cfg(feature = "mysql")]
pub mod mysql;
mod options;
#[cfg(feature = "postgres")]
pub mod postgres;
mod progress;
#[cfg(any(feature = "postgres", feature = "mysql"))]
mod server_error;
#[cfg(feature = "sqlite")]
pub mod sqlite;
mod target;
#[cfg(any(feature = "postgres", feature = "mysql"))]
mod tcp;
#[cfg(any(feature = "postgres", feature = "mysql"))]
mod tls;
#[cfg(all(unix, any(feature = "postgres", feature = "mysql")))]
mod unix;

#[cfg(any(feature = "postgres", feature = "mysql"))]
pub use environment::{Environment, System};
pub use error::{Error, Kept, Losses};
pub use options::{Create, Existing, LoadOptions, LoadedTable, Summary, TableToLoad};
pub use progress::Progress;
#[cfg(any(feature = "postgres", feature = "mysql"))]
pub use server_error::ServerError;
pub use target::{Target, TargetError, masked};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
