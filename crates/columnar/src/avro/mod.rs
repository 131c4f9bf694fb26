//! Apache Avro's object container files: the schema, then blocks of rows. <https://avro.apache.org/docs/1.12.0/specification/>

mod block;
mod schema;
mod table;
mod values;

pub(crate) use block::BlockMaker;
pub(crate) use table::Avro;
pub use values::long;
