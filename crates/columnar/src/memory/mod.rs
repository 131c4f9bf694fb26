//! Columns in memory, in the buffers of Arrow's columnar format: for readers in the same process, which take them over as
//! they are.

mod builder;
mod layout;
mod values;

pub use builder::ArrayBuilder;
pub(crate) use layout::Form;
pub use layout::{ColumnLayout, TextLayout};
pub use values::{ColumnArray, Indices, Texts, Values};
pub(crate) use values::{le_bytes, verbatim};
