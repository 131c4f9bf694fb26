//! Files and streams of Arrow, with Feather's, which are the same: the schema, and some of the rows.
//!
//! ```text
//! flat.rs     tables of FlatBuffers           message.rs  which messages a file has, and where
//! schema.rs   its fields → columns            array.rs    buffers of a message → columns of values
//! rows.rs     columns of values → the tree of what is known, each by values.rs
//! ```

mod array;
mod flat;
mod message;
mod rows;
mod schema;
mod values;

pub use message::Layout;
pub use rows::read;
pub use schema::columns;
