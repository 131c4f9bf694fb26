//! The table formats.

/// A table format: Parquet files with a catalogue of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Catalog {
    /// Delta Lake.
    Delta,
    /// Apache Iceberg, version 2.
    Iceberg,
}

/// The values of the option `lake`, each with what it is.
pub const LAKES: [(&str, &str, Catalog); 2] = [
    ("delta", "Delta Lake: `_delta_log` beside the files", Catalog::Delta),
    ("iceberg", "Apache Iceberg, version 2: `metadata/` beside `data/`", Catalog::Iceberg),
];
