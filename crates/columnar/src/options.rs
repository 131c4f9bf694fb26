//! The options of a columnar file.

use crate::codec::Codec;

/// The options of a columnar file.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// How pages are compressed.
    pub codec: Option<Codec>,
    /// How many rows a group has, except for those cut by the first and the last row; by the table's size otherwise.
    pub group_rows: Option<u64>,
    /// About how many bytes a page of Parquet has before it is compressed; by the number of rows and the width of the column otherwise.
    pub page_bytes: Option<u64>,
    /// Whether each page of Parquet has its checksum.
    pub checksums: bool,
    /// Whether the columns of Parquet are numbered as [`fields`](crate::lake::fields) numbers them, which Iceberg finds them by.
    pub field_ids: bool,
    /// What a Parquet file is besides.
    pub parquet: ParquetOptions,
}

/// A column by which the rows of each group are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SortKey {
    /// Its index among the columns of the file, those within structs and lists counted.
    pub column: usize,
    /// Whether the largest value comes first. Null is last in any case.
    pub descending: bool,
}

/// A choice about Parquet files: its name, its values and what they are.
#[derive(Debug)]
pub struct Setting {
    /// The name of the option, as in `uuid`.
    pub name: &'static str,
    /// What it chooses, in a few words.
    pub about: &'static str,
    /// The names of its values, each with what it is.
    pub values: &'static [(&'static str, &'static str)],
    get: fn(&ParquetOptions) -> &'static str,
    set: fn(&mut ParquetOptions, &str) -> bool,
}

impl Setting {
    /// The name of the value that these options have.
    pub fn get(&self, options: &ParquetOptions) -> &'static str {
        (self.get)(options)
    }

    /// Gives the options the value of this name; false where there is none.
    pub fn set(&self, options: &mut ParquetOptions, value: &str) -> bool {
        (self.set)(options, value)
    }
}

/// Lists the settings once: the field, its type, the option's name and what it chooses, and each value.
macro_rules! settings {
    ($($field:ident: $type:ident = $name:literal, $about:literal { $($variant:ident = $value:literal, $what:literal;)* })*) => {
        $(
            #[doc = concat!($about, ".")]
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            pub enum $type {
                $(#[doc = concat!("`", $value, "`: ", $what, ".")] $variant,)*
            }

            impl $type {
                /// The choice between these.
                pub const SETTING: Setting = Setting {
                    name: $name,
                    about: $about,
                    values: &[$(($value, $what),)*],
                    get: |options| match options.$field {
                        $($type::$variant => $value,)*
                    },
                    set: |options, value| {
                        options.$field = match value {
                            $($value => $type::$variant,)*
                            _ => return false,
                        };
                        true
                    },
                };
            }
        )*

        /// What a Parquet file is, as its readers need it. The default is what all of them take.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct ParquetOptions {
            $(#[doc = concat!($about, ".")] pub $field: $type,)*
            /// How large row groups are where their number of rows is not chosen.
            pub groups: GroupSize,
        }

        /// All choices about Parquet files, in the order of the help.
        pub static SETTINGS: &[Setting] = &[$($type::SETTING,)*];
    };
}

settings! {
    pages: PageVersion = "parquet-version", "The version of data pages" {
        V1 = "1", "levels and values compressed together; every reader has it";
        V2 = "2", "levels apart from the values, and pages that do not get shorter stay as they are";
    }
    encodings: EncodingSet = "encoding", "The encodings of values" {
        Plain = "plain", "PLAIN and RLE_DICTIONARY, which every reader has";
        Delta = "delta", "also DELTA_BINARY_PACKED and DELTA_LENGTH_BYTE_ARRAY, where they are smaller";
    }
    uuid: UuidForm = "uuid", "What UUIDs are stored as" {
        Text = "text", "STRING, in the usual 36 letters";
        Bytes = "bytes", "FIXED_LEN_BYTE_ARRAY(16) without a logical type";
        Logical = "logical", "FIXED_LEN_BYTE_ARRAY(16) with the logical type UUID, which Spark and Hive refuse";
    }
    time: TimeForm = "time", "What times of day are stored as" {
        Text = "text", "STRING, as in 12:34:56";
        Int = "int", "integers without a logical type, of the unit that the column has";
        Logical = "logical", "the logical type TIME, which Spark and Hive refuse";
    }
    intervals: IntervalForm = "intervals", "What spans of months and days are stored as" {
        Text = "text", "STRING, as PostgreSQL writes them";
        Logical = "logical", "the converted type INTERVAL, which Spark, Hive and Polars refuse";
    }
    halves: HalfForm = "float16", "What floating-point numbers of 16 bits are stored as" {
        Float = "float", "FLOAT, of 32 bits";
        Logical = "logical", "FIXED_LEN_BYTE_ARRAY(2) with the logical type FLOAT16, which Spark refuses";
    }
    timestamps: TimestampForm = "timestamps", "What points in time count" {
        Declared = "declared", "the unit of each column's type, microseconds unless it says otherwise";
        Milliseconds = "ms", "milliseconds";
        Microseconds = "us", "microseconds";
        Nanoseconds = "ns", "nanoseconds, from 1677 to 2262";
        Int96 = "int96", "days and nanoseconds in INT96, as old versions of Hive and Impala have it";
    }
    zone: TimestampZone = "timestamp-zone", "Whether points in time are in UTC" {
        Declared = "declared", "as each column's type says: UTC unless it has no zone";
        Utc = "utc", "all in UTC (isAdjustedToUTC)";
        Absent = "none", "none has a zone";
    }
    decimals: DecimalForm = "decimals", "What decimals of up to 18 digits are stored as" {
        Int = "int", "INT32 and INT64";
        Fixed = "fixed", "FIXED_LEN_BYTE_ARRAY, as those of more digits";
    }
    names: NameForm = "names", "The names of columns" {
        AsIs = "as-is", "as they are";
        Plain = "plain", "letters and digits of ASCII and _; other characters become _";
    }
}

/// How large row groups are where their number of rows is not chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupSize {
    /// 131,072 rows, fewer where they are wide.
    Usual,
    /// 1,048,576 rows, fewer where they are wide: for engines that read a group at a time from an object store.
    Large,
}

impl ParquetOptions {
    /// What every reader takes: the default.
    pub const COMMON: ParquetOptions = ParquetOptions {
        pages: PageVersion::V1,
        encodings: EncodingSet::Plain,
        uuid: UuidForm::Text,
        time: TimeForm::Logical,
        intervals: IntervalForm::Logical,
        halves: HalfForm::Logical,
        timestamps: TimestampForm::Declared,
        zone: TimestampZone::Declared,
        decimals: DecimalForm::Int,
        names: NameForm::AsIs,
        groups: GroupSize::Usual,
    };

    /// The newest of everything.
    pub const NEWEST: ParquetOptions = ParquetOptions {
        pages: PageVersion::V2,
        encodings: EncodingSet::Delta,
        uuid: UuidForm::Logical,
        ..ParquetOptions::COMMON
    };
}

impl Default for ParquetOptions {
    fn default() -> ParquetOptions {
        ParquetOptions::COMMON
    }
}

#[cfg(test)]
mod tests {
    use super::{ParquetOptions, SETTINGS};

    #[test]
    fn settings_are_read_back() {
        let mut names = Vec::new();
        for setting in SETTINGS {
            let mut options = ParquetOptions::default();
            for (value, _) in setting.values {
                assert!(setting.set(&mut options, value));
                assert_eq!(setting.get(&options), *value, "{}", setting.name);
            }
            assert!(!setting.set(&mut options, "other"));
            names.push(setting.name);
        }
        names.dedup();
        assert_eq!(names.len(), SETTINGS.len());
    }
}
