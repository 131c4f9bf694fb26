//! Parquet files: the schema and what the footer says of values, and some of the rows.
//!
//! ```text
//! thrift.rs   the compact protocol          metadata.rs  the footer, with chunk.rs: its groups of rows
//! schema.rs   its elements → columns        levels.rs    which values are null, and where lists begin
//! page.rs     chunks → pages of values, each with its page_head.rs
//! decode/     encodings of values
//! bits.rs     numbers of as many bits, in levels and in decode/
//! rows.rs     pages → the tree of what is known
//! ```
//! The reader of the crate `parquet` would be four times as large, and its panics on damaged files would end the program.

mod bits;
mod chunk;
mod decode;
mod levels;
mod metadata;
mod page;
mod page_head;
mod rows;
mod schema;
mod thrift;

pub use metadata::Footer;
pub use rows::read;
pub use schema::Schema;
