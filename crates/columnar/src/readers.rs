//! What each reader of Parquet needs: the facts behind `--for`.

use crate::options::{
    DecimalForm, GroupSize, HalfForm, IntervalForm, NameForm, ParquetOptions, TimeForm, TimestampForm,
    UuidForm,
};

/// A reader, or a kind of readers, and the files that it takes.
#[derive(Debug)]
pub struct Reader {
    /// Its name, as in `spark3`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What its files are.
    pub options: ParquetOptions,
    /// How their pages are compressed where nothing else is asked for.
    pub codec: &'static str,
}

/// Pages and encodings that every reader has, large groups, and texts where there is no type: what warehouses take.
const WAREHOUSE: ParquetOptions = ParquetOptions {
    time: TimeForm::Text,
    intervals: IntervalForm::Text,
    halves: HalfForm::Float,
    timestamps: TimestampForm::Microseconds,
    groups: GroupSize::Large,
    ..ParquetOptions::COMMON
};

/// All readers that `--for` knows.
pub static READERS: &[Reader] = &[
    Reader {
        name: "newest",
        about: "readers of today's format: delta encodings, data pages of version 2, logical UUIDs",
        options: ParquetOptions::NEWEST,
        codec: "zst",
    },
    Reader {
        name: "spark3",
        about: "Apache Spark 3: no TIME, no nanoseconds, no UUID; snappy, which all of its versions have",
        options: WAREHOUSE,
        codec: "snappy",
    },
    Reader {
        name: "spark4",
        about: "Apache Spark 4: no TIME, no nanoseconds, no UUID",
        options: WAREHOUSE,
        codec: "zst",
    },
    Reader {
        name: "hive",
        about: "Apache Hive: INT96 timestamps, decimals as bytes, plain names, snappy",
        options: ParquetOptions {
            timestamps: TimestampForm::Int96,
            decimals: DecimalForm::Fixed,
            names: NameForm::Plain,
            ..WAREHOUSE
        },
        codec: "snappy",
    },
    Reader {
        name: "bigquery",
        about: "Google BigQuery: plain names, large groups",
        options: ParquetOptions { time: TimeForm::Logical, names: NameForm::Plain, ..WAREHOUSE },
        codec: "zst",
    },
    Reader {
        name: "snowflake",
        about: "Snowflake: TIME as text, which COPY casts, large groups",
        options: WAREHOUSE,
        codec: "zst",
    },
    Reader {
        name: "athena",
        about: "Amazon Athena, Trino: no TIME, plain names, large groups",
        options: ParquetOptions { names: NameForm::Plain, ..WAREHOUSE },
        codec: "zst",
    },
    Reader {
        name: "iceberg",
        about: "files of Apache Iceberg tables: logical UUIDs and TIME, microseconds, plain encodings",
        options: ParquetOptions { uuid: UuidForm::Logical, time: TimeForm::Logical, ..WAREHOUSE },
        codec: "zst",
    },
    Reader {
        name: "fastparquet",
        about: "fastparquet: no delta encodings",
        options: ParquetOptions {
            intervals: IntervalForm::Text,
            halves: HalfForm::Float,
            ..ParquetOptions::COMMON
        },
        codec: "zst",
    },
    Reader {
        name: "duckdb",
        about: "DuckDB: the same as newest",
        options: ParquetOptions::NEWEST,
        codec: "zst",
    },
];

#[cfg(test)]
mod tests {
    use super::READERS;
    use std::collections::HashSet;

    #[test]
    fn readers_have_names_of_their_own() {
        let names: HashSet<&str> = READERS.iter().map(|reader| reader.name).collect();
        assert_eq!(names.len(), READERS.len());
    }
}
