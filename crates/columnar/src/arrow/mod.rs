//! Apache Arrow's IPC formats, the file and the stream: dictionaries once, then record batches.
//!
//! Their metadata is `FlatBuffers`, of which few are needed, so they are written here: no crate for that has a smaller tree.

mod batch;
mod block;
mod flat;
mod message;
mod schema;
mod table;

pub(crate) use batch::BatchMaker;
pub(crate) use block::Block;
pub(crate) use table::Arrow;
