//! Arrow's C data interface, both ways: arrays and streams that other libraries take over, and the texts and numbers that a
//! Python function gives. All `unsafe` code of the package is here.

mod abi;
mod array;
mod import;
mod interpreter;
mod schema;
mod stream;

pub use array::array;
pub use import::{Imported, ImportedValues, imported};
pub use interpreter::{interrupt, is_main_interpreter};
pub use schema::{requested, schema};
pub use stream::{BatchSource, SourceError, stream};
