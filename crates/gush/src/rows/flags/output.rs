//! Where rows go, and how the run works.

use super::format::{FORMAT, HEADER, SEPARATOR};
use super::template::{EXPRESSION, TEMPLATE};
use super::which::{SHARD, STREAM};
use gush_generate::request::LAKES;

use crate::flags::{Choice, Flag, Rule, Value};

const GROUP: &str = "Output";
const RUN: &str = "Running";

/// The file.
pub static OUTPUT: Flag = Flag::new(
    GROUP,
    "output",
    "Write to FILE, which is created only once it is complete; a name that ends in /, or several tables, mean a directory",
)
.letter('o')
.value(Value::file("FILE"))
.brief("Write to FILE, or to a directory, as in -o people/");

/// The database.
pub static INTO: Flag = Flag::new(
    GROUP,
    "into",
    "Load the rows into a database, and make the tables that are missing: sqlite:FILE, postgres://[USER@]HOST[:PORT]/DATABASE, where the \
     password comes from PGPASSWORD or ~/.pgpass, or mysql://[USER@]HOST[:PORT]/DATABASE (or mariadb://), where it comes from MYSQL_PWD or \
     ~/.my.cnf",
)
.value(Value::text("URL"))
.brief("Load into sqlite:FILE, postgres://me@host/shop, mysql:…")
.rules(&[
    Rule::Not(&OUTPUT, "the rows go into the database or into a file"),
    Rule::Not(&PROFILE_HTML, "a profile writes no rows"),
    Rule::Not(&TEMPLATE, "a template has no columns"),
    Rule::Not(&EXPRESSION, "a template has no columns"),
]);

/// Files of each table.
pub static FILES: Flag = Flag::new(GROUP, "files", "Write each table as N files, DIRECTORY/TABLE/part-…")
    .value(Value::number("N"))
    .rules(&[Rule::Not(&SHARD, "one shard is one file already")]);

/// Folders by values.
pub static PARTITION_BY: Flag = Flag::new(
    GROUP,
    "partition-by",
    "Divide each table into folders by the values of columns, DIRECTORY/country=DE/year=2024/part-0.parquet: a COLUMN, year(COLUMN), \
     month(…), day(…), hour(…), bucket(N,COLUMN) or truncate(N,COLUMN), with NAME= before it where folders have another name",
)
.value(Value::text("COLUMN,…"));

/// Whether columns of folders are in the files.
pub static WRITE_PARTITION_COLUMNS: Flag = Flag::new(
    GROUP,
    "write-partition-columns",
    "Write the columns that --partition-by names into the files too, and not only into the names of folders",
);

/// The table format.
pub static LAKE: Flag = Flag::new(
    GROUP,
    "lake",
    "Write a table of a table format into the directory: Parquet files, and the catalogue by which Delta Lake or Apache Iceberg know them",
)
.value(Value::text("FORMAT"))
.choices("table format", lakes);

/// The table formats, each with what it is.
fn lakes() -> Vec<Choice> {
    LAKES.map(|(name, about, _)| Choice { name, about }).into()
}

/// Where a table is.
pub static LAKE_LOCATION: Flag = Flag::new(
    GROUP,
    "lake-location",
    "Say in the metadata of an Iceberg table that it is at this URI, where its files are to be copied, and not in the directory, as in \
     s3://bucket/trips",
)
.value(Value::text("URI"));

/// The size of files.
pub static FILE_SIZE: Flag = Flag::new(
    GROUP,
    "file-size",
    "Begin another file of the table, or of the partition, before one is larger than SIZE, such as 128MiB",
)
.value(Value::number("SIZE"));

/// Resumes a directory.
pub static RESUME: Flag = Flag::new(
    GROUP,
    "resume",
    "Continue an unfinished directory: make only the files that are missing or have another size; with --into, load only what an \
     earlier run has not committed",
)
.rules(&[Rule::Needs(&[&OUTPUT, &INTO], "it applies to a directory or a database")]);

/// The compression.
pub static COMPRESS: Flag = Flag::new(
    GROUP,
    "compress",
    "Compress with gz (levels 1 to 9) or zst (levels 1 to 22), or none; parquet also with snappy or lz4, arrow with lz4 or zst, avro also with snappy",
)
.value(Value::number("METHOD[:LEVEL]"))
.completes("compression", || {
    ["gz", "zst", "snappy", "lz4", "none"].map(|name| Choice { name, about: "" }).into()
})
.default("from the -o extension; gz level 6, zst level 3; parquet zst:1");

/// Whether files outlive a power failure.
pub static FSYNC: Flag = Flag::new(
    GROUP,
    "fsync",
    "Force the files that are written to the disk before the end, so that they survive a power failure",
);

/// A log of the dirty cells.
pub static DIRT_LOG: Flag = Flag::new(
    GROUP,
    "dirt-log",
    "List in FILE what @dirty makes dirty: row, column, kind, clean value; as csv, or as ndjson where FILE ends in .ndjson or .jsonl",
)
.value(Value::file("FILE"));

/// The rows as they look.
pub static PROFILE: Flag = Flag::new(
    GROUP,
    "profile",
    "Generate the rows, but print a summary of each column instead: nulls, distinct values, range, quantiles, most common values, \
     histogram",
)
.brief("Print a summary of each column instead of the rows")
.rules(PROFILE_RULES);

/// The same as a page.
pub static PROFILE_HTML: Flag =
    Flag::new(GROUP, "profile-html", "Write the same summary to FILE, as a page that opens offline")
        .value(Value::file("FILE"))
        .rules(PROFILE_RULES);
/// Why a profile has no use for how rows are written.
const NO_ROWS: &str = "a profile is of the values, whatever their format; no rows are written";
const PROFILE_RULES: &[Rule] = &[
    Rule::Not(&STREAM, "a profile is of a number of rows; give --limit"),
    Rule::Not(&OUTPUT, "a profile is written to standard output, and the rows nowhere"),
    Rule::Not(&FILES, NO_ROWS),
    Rule::Not(&COMPRESS, NO_ROWS),
    Rule::Not(&FORMAT, NO_ROWS),
    Rule::Not(&HEADER, NO_ROWS),
    Rule::Not(&SEPARATOR, NO_ROWS),
    Rule::Not(&TEMPLATE, "a template has no columns"),
    Rule::Not(&EXPRESSION, "a template has no columns"),
];

/// Threads.
pub static THREADS: Flag = Flag::new(RUN, "threads", "Make rows with N threads")
    .letter('j')
    .value(Value::number("N"))
    .default("one for each core");

/// When to show progress.
pub static PROGRESS: Flag = Flag::new(RUN, "progress", "When to show progress on stderr")
    .value(Value::text("WHEN").or("always"))
    .choices("value", || ["auto", "always", "never"].map(|name| Choice { name, about: "" }).into())
    .default("auto: if stderr is a terminal and the rows go to a file");
