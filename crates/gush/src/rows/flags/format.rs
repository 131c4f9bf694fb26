//! How rows are written.

use gush_generate::request::{INTS as INT_WIDTHS, TRANSACTIONS};
use gusher::text;

use super::template::WITHOUT_TEMPLATE;
use crate::flags::{Choice, Flag, Value};

const GROUP: &str = "Format";
const SQL: &str = "SQL";

/// The format.
pub static FORMAT: Flag = Flag::new(GROUP, "format", "How rows are written")
    .letter('f')
    .value(Value::text("FORMAT"))
    .choices("format", formats)
    .default("from the -o extension, else table on a terminal, else column")
    .brief("csv, json, sql, parquet … [default: see --help]")
    .more(format_explained)
    .rules(WITHOUT_TEMPLATE);

/// The text between fields.
pub static SEPARATOR: Flag = Flag::new(GROUP, "separator", "The text between the fields of column and csv")
    .letter('s')
    .value(Value::bytes("TEXT"))
    .rules(WITHOUT_TEMPLATE);

/// A first row of names.
pub static HEADER: Flag =
    Flag::new(GROUP, "header", "Begin with a row of column names").letter('H').rules(WITHOUT_TEMPLATE);

/// The width of a table.
pub static WIDTH: Flag =
    Flag::new(GROUP, "width", "Cut the lines of table to N characters; 0 for lines of any length")
        .value(Value::number("N"))
        .default("the terminal's; $COLUMNS, or any length, in a file or a pipe")
        .rules(WITHOUT_TEMPLATE);

/// The table's name.
pub static TABLE: Flag =
    Flag::new(GROUP, "table", "The table's name, on which values depend; with --schema the table to make")
        .letter('t')
        .value(Value::text("NAME"))
        .default("data");

/// The table's name in each object.
pub static TAG: Flag =
    Flag::new(GROUP, "tag", "Begin each object of ndjson with the table's name, under this KEY")
        .value(Value::text("KEY"))
        .rules(WITHOUT_TEMPLATE);

/// Structs of columns whose names have dots.
pub static NEST: Flag = Flag::new(
    GROUP,
    "nest",
    "Make a struct of columns such as address.city and address.postcode, in json, ndjson, yaml, xml, parquet, arrow and avro",
)
.rules(WITHOUT_TEMPLATE);

/// Rows in a group of a columnar format.
pub static ROW_GROUP: Flag = Flag::new(
    GROUP,
    "row-group",
    "Rows in a row group of parquet, a record batch of arrow, or a block of avro; or about how many bytes it has, such as 128MiB",
)
.value(Value::number("N"))
.default("131,072 for parquet, 32,768 for arrow, about 1 MiB of rows for avro; more in huge tables, fewer if rows are wide")
.rules(WITHOUT_TEMPLATE);

/// The order of rows in each group.
pub static SORT_BY: Flag = Flag::new(
    GROUP,
    "sort-by",
    "Sort the rows in each row group of parquet, record batch of arrow, or block of avro by these columns; :desc after a COLUMN puts the \
     largest first, and rows without a value come last",
)
.value(Value::text("COLUMN[:desc],…"))
.rules(WITHOUT_TEMPLATE);

/// What a file says of its request.
pub static METADATA: Flag = Flag::new(
    GROUP,
    "metadata",
    "Write into each file of parquet, arrow or avro what `gush again FILE` needs to write it once more: the schema, the seed and the options",
)
.rules(WITHOUT_TEMPLATE);

/// A checksum of each page.
pub static CHECKSUMS: Flag = Flag::new(
    GROUP,
    "checksums",
    "Write a CRC-32 checksum of each page of parquet, which readers can verify",
)
.rules(WITHOUT_TEMPLATE);

/// How wide whole numbers are.
pub static INTS: Flag =
    Flag::new(GROUP, "ints", "How wide the types of whole numbers are in parquet, arrow and avro")
        .value(Value::text("WIDTH"))
        .choices("width", ints)
        .default("wide")
        .rules(WITHOUT_TEMPLATE);

/// The dialect.
pub static DIALECT: Flag =
    Flag::new(SQL, "dialect", "The dialect of sql, or the program that reads csv or tsv")
        .value(Value::text("DIALECT"))
        .choices("dialect", dialects)
        .default("ansi")
        .rules(WITHOUT_TEMPLATE);

/// A statement that makes the table.
pub static CREATE_TABLE: Flag =
    Flag::new(SQL, "create-table", "Begin sql and copy with a CREATE TABLE that the rows fit")
        .rules(WITHOUT_TEMPLATE);

/// A table that is there is dropped first.
pub static DROP: Flag = Flag::new(
    SQL,
    "drop",
    "Begin sql and copy with a DROP TABLE IF EXISTS and the CREATE TABLE, so that a script loads again",
)
.rules(WITHOUT_TEMPLATE);

/// Rows in a statement.
pub static BATCH: Flag = Flag::new(
    SQL,
    "batch",
    "Rows in one INSERT statement of sql; with --into, rows in one transaction of a table that has more",
)
.value(Value::number("N"))
.default("1000; with --into 1M, of tables above 5M")
.rules(WITHOUT_TEMPLATE);

/// Rows in a transaction.
pub static TRANSACTION: Flag = Flag::new(SQL, "transaction", "Which rows of sql are in one transaction")
    .value(Value::text("ROWS"))
    .choices("transaction", transactions)
    .default("whole; never for a stream")
    .rules(WITHOUT_TEMPLATE);

fn transactions() -> Vec<Choice> {
    TRANSACTIONS.iter().map(|(name, about, _)| Choice { name, about }).collect()
}

fn ints() -> Vec<Choice> {
    INT_WIDTHS.iter().map(|(name, about)| Choice { name, about }).collect()
}

fn formats() -> Vec<Choice> {
    gush_generate::formats()
        .map(|format| Choice { name: format.spec().name, about: format.spec().about })
        .collect()
}

fn dialects() -> Vec<Choice> {
    text::DIALECTS.iter().map(|spec| Choice { name: spec.name, about: spec.about }).collect()
}

fn format_explained() -> String {
    let extensions = gush_generate::formats().flat_map(|format| format.spec().extensions);
    let extensions: Vec<String> = extensions.map(|extension| format!(".{extension}")).collect();
    format!(
        "How rows are written. The extension selects the format: {}; text formats may end in .gz or .zst. The formats",
        extensions.join(", ")
    )
}
