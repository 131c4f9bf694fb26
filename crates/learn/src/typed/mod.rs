//! Files whose columns have types: Parquet, Arrow, rows of Avro. The schema says what columns are; some rows say what their values are like.
//!
//! ```text
//! input.rs  bytes in any order      types.rs  types → columns of the model
//! codec.rs  compressed parts        value.rs  values → texts of a sketch
//! convert.rs stored values → values
//! reader.rs files → a table         tree.rs   a sketch of each column and of its parts
//! ```

pub(crate) mod codec;
pub(crate) mod convert;
pub(crate) mod error;
pub(crate) mod input;
mod parts;
mod reader;
pub(crate) mod stripes;
pub(crate) mod tree;
pub(crate) mod types;
pub(crate) mod value;
pub(crate) mod varint;

pub use error::TypedError;
pub use input::Input;
pub use parts::{Part, groups};
pub use reader::{TypedKind, TypedReader};

/// The name of a table whose files are in a folder.
#[must_use]
pub fn table_of_folder(folder: &str) -> String {
    crate::files::table_name(folder.trim_end_matches(['/', '\\']))
}
