//! Tables in text files: CSV, TSV, and JSON by lines.

mod bytes;
mod csv;
mod csv_rows;
mod error;
mod json;
mod json_node;
mod json_scan;
mod name;
mod parts;
mod sketch;
mod sniff;
mod split;
mod table;

pub use csv::CsvReader;
pub use error::FileError;
pub use json::JsonReader;
pub(crate) use name::table_name;
pub use parts::{PartsReader, RowsFormat};
pub(crate) use sketch::{Sketch, seconds};
pub use sniff::{FileKind, kind};
pub use table::LearnedTable;
pub(crate) use table::{decoded, keys};
