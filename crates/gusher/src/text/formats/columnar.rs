//! The formats of typed columns: their names and what can be chosen about them. The crate `gush-columnar` writes them.

use crate::text::format::{Body, Columnar, Format, FormatSpec, Names, TableHead};

pub(super) static PARQUET: FormatSpec = FormatSpec {
    name: "parquet",
    about: "Apache Parquet: typed columns in groups of rows, compressed by zstd",
    extensions: &["parquet"],
    names: Names::Distinct,
    columnar: Some(Columnar::Parquet),
    structs: true,
    ..FormatSpec::of(&ByColumn)
};

pub(super) static ARROW: FormatSpec = FormatSpec {
    name: "arrow",
    about: "Apache Arrow's IPC file: typed columns in record batches",
    extensions: &["arrow"],
    columnar: Some(Columnar::ArrowFile),
    ..PARQUET
};

pub(super) static ARROWS: FormatSpec = FormatSpec {
    name: "arrows",
    about: "Apache Arrow's IPC stream: the same for a pipe",
    extensions: &["arrows"],
    columnar: Some(Columnar::ArrowStream),
    ..PARQUET
};

pub(super) static AVRO: FormatSpec = FormatSpec {
    name: "avro",
    about: "Apache Avro's object container file: typed rows in blocks",
    extensions: &["avro"],
    columnar: Some(Columnar::Avro),
    ..PARQUET
};

#[derive(Debug)]
struct ByColumn;

impl Format for ByColumn {
    /// # Panics
    /// Always: there is no row of bytes in it.
    fn body(&self, _head: &TableHead<'_>) -> Body {
        panic!("a columnar format is not written row by row")
    }
}
