//! Schemas of Avro, by themselves and in the head of its files, as tables.

mod header;
mod schema;

pub use header::header;
pub use schema::{schema, table_of};
