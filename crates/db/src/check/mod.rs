//! What a schema promises, asked of what is in a database: rows, keys, links, ranges and totals.
//!
//! ```text
//! Promised ─→ promises: drawn.rs, links.rs, checks.rs, relations.rs (by derived.rs, with siblings.rs), each a query that gives what breaks it ─→ ask.rs ─→ Report
//!                       (names.rs and sql.rs have what queries are made of, expressions.rs which are asked)
//! ```
//! Each server implements `Ask`, in a transaction that only reads.

mod ask;
mod checks;
mod classes;
mod derived;
mod drawn;
mod exact;
mod expressions;
mod extreme;
mod links;
mod lists;
mod names;
mod parts;
mod promise;
mod promised;
mod relations;
mod report;
mod siblings;
mod sparse;
mod sql;

pub(crate) use ask::{Ask, Found, report};
pub use promise::Counted;
pub(crate) use promise::Row;
pub use promised::{Promised, PromisedTable};
pub use report::{Broken, Report};
