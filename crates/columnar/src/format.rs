//! The columnar formats: their names and what can be chosen about them.

use gusher::text::{FormatSpec, Names};

/// A format that keeps columns apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Columnar {
    /// Apache Parquet.
    Parquet,
    /// Apache Arrow's IPC file.
    ArrowFile,
    /// Apache Arrow's IPC stream.
    ArrowStream,
    /// Apache Avro's object container file: rows in blocks, typed as columns are.
    Avro,
}

/// All formats that this crate writes.
pub static FORMATS: [Columnar; 4] =
    [Columnar::Parquet, Columnar::ArrowFile, Columnar::ArrowStream, Columnar::Avro];

/// The values that all columnar formats share.
const TYPED: FormatSpec = FormatSpec { names: Names::Distinct, structs: true, ..FormatSpec::NONE };

static PARQUET: FormatSpec = FormatSpec {
    name: "parquet",
    about: "Apache Parquet: typed columns in groups of rows, compressed by zstd",
    extensions: &["parquet", "pq"],
    ..TYPED
};

static ARROW: FormatSpec = FormatSpec {
    name: "arrow",
    about: "Apache Arrow's IPC file: typed columns in record batches",
    extensions: &["arrow", "feather", "ipc"],
    ..TYPED
};

static ARROWS: FormatSpec = FormatSpec {
    name: "arrows",
    about: "Apache Arrow's IPC stream: the same for a pipe",
    extensions: &["arrows"],
    ..TYPED
};

static AVRO: FormatSpec = FormatSpec {
    name: "avro",
    about: "Apache Avro's object container file: typed rows in blocks",
    extensions: &["avro"],
    ..TYPED
};

impl Columnar {
    /// The name and the options of the format.
    pub fn spec(self) -> &'static FormatSpec {
        match self {
            Columnar::Parquet => &PARQUET,
            Columnar::ArrowFile => &ARROW,
            Columnar::ArrowStream => &ARROWS,
            Columnar::Avro => &AVRO,
        }
    }

    /// Whether its pages can have checksums.
    pub fn has_pages(self) -> bool {
        self == Columnar::Parquet
    }
}
