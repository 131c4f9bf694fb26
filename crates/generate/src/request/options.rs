//! What was asked for, as plain data: options by their names, with their values as they were written.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Lists the options once: each with its name.
macro_rules! options {
    ($($(#[$doc:meta])* $option:ident = $name:literal,)*) => {
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
        }
    };
}

options! {
    /// How many rows.
    Limit = "limit",
    /// As many rows as have so many bytes.
    Size = "size",
    /// Rows without end.
    Stream = "stream",
    /// A range of rows.
    Rows = "rows",
    /// One of several equal parts of all rows.
    Shard = "shard",
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
    Format = "format",
    /// The text between fields.
    Separator = "separator",
    /// A first row of names.
    Header = "header",
    /// How wide the lines of a table to look at are.
    Width = "width",
    /// The table's name; of a schema file, the only table that is made.
    Table = "table",
    /// The key of the table's name in each object.
    Tag = "tag",
    /// Structs of columns whose names have dots.
    Nest = "nest",
    /// Rows in a group of a columnar format.
    RowGroup = "row-group",
    /// A checksum of each page.
    Checksums = "checksums",
    /// How wide whole numbers are in typed formats.
    Ints = "ints",
    /// The dialect of SQL.
    Dialect = "dialect",
    /// A statement that makes the table.
    CreateTable = "create-table",
    /// Whether a table that is there is dropped first.
    Drop = "drop",
    /// Rows in one statement.
    Batch = "batch",
    /// Which rows are in one transaction.
    Transaction = "transaction",
    /// The file or the directory that the rows go to.
    Output = "output",
    /// How many files a directory has for each table.
    Files = "files",
    /// Whether an unfinished directory is continued.
    Resume = "resume",
    /// How the output is compressed.
    Compress = "compress",
    /// Whether files are forced to the disk.
    Fsync = "fsync",
    /// The file that lists what is dirty.
    DirtLog = "dirt-log",
    /// Whether a summary is wanted instead of the rows.
    Profile = "profile",
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
    /// Whether the schema is wanted instead of the rows.
    PrintSchema = "print-schema",
    /// Where the schema is kept.
    SaveSchema = "save-schema",
    /// The file of a template.
    Template = "template",
    /// A template itself.
    Expression = "expression",
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
