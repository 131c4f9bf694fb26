//! What was asked for, as plain data: options by their names, with their values as they were written.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Lists the options once: each with its name, and `written` if it says how or where rows are written, or that they are not to
/// be looked at.
macro_rules! options {
    (@written $option:ident written) => { Opt::$option };
    ($($(#[$doc:meta])* $option:ident = $name:literal $($written:ident)?,)*) => {
        /// An option of a request. What a user writes for it is the business of the program that takes it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Opt {
            $($(#[$doc])* $option,)*
        }

        impl Opt {
            /// Its name, in lower case with hyphens, as in `row-group`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Opt::$option => $name,)*
                }
            }

            /// The option of this name.
            pub fn find(name: &str) -> Option<Opt> {
                match name {
                    $($name => Some(Opt::$option),)*
                    _ => None,
                }
            }

            /// Whether it says how or where rows are written, or that they are not to be looked at.
            pub(crate) fn is_of_writing(self) -> bool {
                [$($(options!(@written $option $written),)?)*].contains(&self)
            }
        }
    };
}

options! {
    /// How many rows.
    Limit = "limit",
    /// As many rows as have at most this number of bytes.
    Size = "size" written,
    /// Rows without end.
    Stream = "stream" written,
    /// A range of rows.
    Rows = "rows",
    /// One of several equal parts of all rows.
    Shard = "shard" written,
    /// The table by whose rows shards are divided.
    ShardBy = "shard-by",
    /// The seed of all values.
    Seed = "seed",
    /// Whether seed and time are shown.
    ShowSeed = "show-seed",
    /// The time that values take for the present.
    Now = "now",
    /// The locale of columns that name none.
    Locale = "locale",
    /// The format.
    Format = "format" written,
    /// The text between fields.
    Separator = "separator" written,
    /// A first row of names.
    Header = "header" written,
    /// How wide the lines of a table to look at are.
    Width = "width",
    /// The table's name; of a schema file, the only table that is made.
    Table = "table",
    /// The key of the table's name in each object.
    Tag = "tag" written,
    /// Structs of columns whose names have dots.
    Nest = "nest" written,
    /// Rows in a group of a columnar format.
    RowGroup = "row-group" written,
    /// The columns by which the rows of each group are sorted.
    SortBy = "sort-by" written,
    /// Whether each file has what writes it again.
    Metadata = "metadata" written,
    /// About how many bytes a page of Parquet has.
    PageSize = "page-size" written,
    /// The columns that have bloom filters in Parquet.
    BloomFilter = "bloom-filter" written,
    /// A checksum of each page.
    Checksums = "checksums" written,
    /// How wide whole numbers are in typed formats.
    Ints = "ints" written,
    /// The reader that Parquet files are for.
    For = "for" written,
    /// The version of Parquet's data pages.
    ParquetVersion = "parquet-version" written,
    /// The encodings of Parquet's values.
    Encoding = "encoding" written,
    /// What UUIDs are stored as in Parquet.
    Uuid = "uuid" written,
    /// What times of day are stored as in Parquet.
    Time = "time" written,
    /// What spans of time are stored as in Parquet.
    Intervals = "intervals" written,
    /// What floating-point numbers of 16 bits are stored as in Parquet.
    Float16 = "float16" written,
    /// What points in time count in Parquet.
    Timestamps = "timestamps" written,
    /// Whether points in time are in UTC in Parquet.
    TimestampZone = "timestamp-zone" written,
    /// What decimals are stored as in Parquet.
    Decimals = "decimals" written,
    /// The names of columns in Parquet.
    Names = "names" written,
    /// The dialect of SQL.
    Dialect = "dialect" written,
    /// A statement that makes the table.
    CreateTable = "create-table" written,
    /// Whether a table that is there is dropped first.
    Drop = "drop" written,
    /// Rows in one statement.
    Batch = "batch" written,
    /// Which rows are in one transaction.
    Transaction = "transaction" written,
    /// The file or the directory that the rows go to.
    Output = "output" written,
    /// The database that the rows are loaded into.
    Into = "into" written,
    /// When tables of a database are made.
    Create = "create" written,
    /// Whether the rows are added to those of a table.
    Append = "append" written,
    /// Whether the rows of a table are removed first.
    Truncate = "truncate" written,
    /// How many connections load.
    Connections = "connections" written,
    /// Whether a load only shows its statements.
    DryRun = "dry-run" written,
    /// How many files a directory has for each table.
    Files = "files" written,
    /// The columns, or functions of them, by whose values a table is divided into folders.
    PartitionBy = "partition-by" written,
    /// Whether the columns of folders are in the files too.
    WritePartitionColumns = "write-partition-columns" written,
    /// The table format whose catalogue a table gets.
    Lake = "lake" written,
    /// Where the metadata of a table says that the table is.
    LakeLocation = "lake-location" written,
    /// How large a file of a table is at most.
    FileSize = "file-size" written,
    /// Whether an unfinished directory is continued.
    Resume = "resume",
    /// How the output is compressed.
    Compress = "compress" written,
    /// Whether files are forced to the disk.
    Fsync = "fsync",
    /// The file that lists what is dirty.
    DirtLog = "dirt-log" written,
    /// Whether a summary is wanted instead of the rows.
    Profile = "profile" written,
    /// How many threads make rows.
    Threads = "threads",
    /// When progress is shown.
    Progress = "progress",
    /// The schema file.
    Schema = "schema",
    /// The tables of the schema file that are made.
    Tables = "tables",
    /// By how much the numbers of rows in the schema file are multiplied.
    Scale = "scale",
    /// How many rows of each table are made to count what breaks its promises.
    RowsOf = "rows-of",
    /// Whether the schema is wanted instead of the rows.
    PrintSchema = "print-schema" written,
    /// Where the schema is kept.
    SaveSchema = "save-schema",
    /// The file of a template.
    Template = "template" written,
    /// A template itself.
    Expression = "expression" written,
    /// The columns, which are no option but what options are beside.
    Columns = "columns",
    /// That a schema file's table is a stream, which is no option either.
    StreamOfFile = "rows = \"stream\"",
}

/// What was asked for: options with their values, and columns.
#[derive(Debug, Clone, Default)]
pub struct Request {
    options: Vec<(Opt, OsString)>,
    columns: Vec<String>,
}

impl Request {
    /// A request of these columns without an option.
    pub fn new(columns: Vec<String>) -> Request {
        Request { options: Vec::new(), columns }
    }

    /// Adds an option; one without a value has an empty one.
    pub fn set(&mut self, option: Opt, value: impl Into<OsString>) {
        self.options.push((option, value.into()));
    }

    /// The columns, each in its argument.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Whether an option was given.
    pub fn has(&self, option: Opt) -> bool {
        self.all(option).next().is_some()
    }

    /// All options that were given.
    pub(crate) fn given(&self) -> impl Iterator<Item = Opt> {
        self.options.iter().map(|(option, _)| *option)
    }

    /// The value of an option; of several the last one.
    pub fn text(&self, option: Opt) -> Option<&str> {
        self.all(option).last().and_then(OsStr::to_str)
    }

    /// The value of an option as a path; of several the last one.
    pub fn path(&self, option: Opt) -> Option<&Path> {
        self.all(option).last().map(Path::new)
    }

    /// All values of an option.
    pub fn all(&self, option: Opt) -> impl DoubleEndedIterator<Item = &OsStr> {
        self.options.iter().filter(move |(given, _)| *given == option).map(|(_, value)| value.as_os_str())
    }
}

#[cfg(test)]
mod tests {
    use super::{Opt, Request};

    #[test]
    fn options_are_found_by_their_names() {
        for option in [Opt::Limit, Opt::RowGroup, Opt::StreamOfFile] {
            assert_eq!(Opt::find(option.name()), Some(option));
        }
        assert_eq!(Opt::find("rowgroup"), None);
        assert!(Opt::Dialect.is_of_writing() && !Opt::Seed.is_of_writing());
    }

    #[test]
    fn the_last_value_counts() {
        let mut request = Request::new(vec!["name".into()]);
        request.set(Opt::Limit, "1");
        request.set(Opt::Limit, "2");
        assert_eq!(request.text(Opt::Limit), Some("2"));
        assert_eq!(request.all(Opt::Limit).count(), 2);
        assert!(!request.has(Opt::Rows));
    }
}
