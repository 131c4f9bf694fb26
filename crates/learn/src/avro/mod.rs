//! Avro: schemas as tables, by themselves and in the head of files, and the rows of files.

mod header;
mod plan;
mod rows;
mod schema;

pub(crate) use rows::Rows;
pub use schema::schema;
