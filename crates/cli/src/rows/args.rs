//! The options of `gush rows` as they are typed. What they mean is looked at later, all at once.

use clap::ValueHint;
use gusher::encode::{DIALECTS, FORMATS};
use gusher::schema::MODIFIERS;

/// Make rows of fake data.
///
/// A COLUMN is `[NAME=]GENERATOR[:CONSTRAINT][@MODIFIER…]`, as in: id=seq name email plan=enum:free*8,pro*2
/// born=date:1950-01-01,2005-12-31 score=double@null=0.05. `gush rows -G` lists the generators.
///
/// The same seed gives the same values on every machine, at any time, at any number of threads, in any shard.
#[derive(Debug, Default, clap::Args)]
#[command(args_override_self = true)]
pub struct Args {
    /// The columns
    #[arg(value_name = "COLUMN", long_help = columns_explained())]
    pub columns: Vec<String>,

    /// Take the tables from a schema file (TOML); options here win over what it says
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = SCHEMA)]
    pub schema: Option<std::path::PathBuf>,

    /// Make these tables of the schema file only, as in orders,items; what they refer to need not be among them
    #[arg(long, value_name = "NAME,…", help_heading = SCHEMA)]
    pub tables: Option<String>,

    /// Multiply the numbers of rows in the schema file, except those of tables with fixed = true, as in 0.01
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true, help_heading = SCHEMA)]
    pub scale: Option<String>,

    /// Write the tables as a schema file to stdout, with what repeats this run, and make no rows
    #[arg(long, help_heading = SCHEMA)]
    pub print_schema: bool,

    /// Write it to FILE, which appears whole or not at all, and make the rows too
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = SCHEMA)]
    pub save_schema: Option<std::path::PathBuf>,

    /// Write what a template makes of each row, instead of columns: Go's text/template; - is stdin
    #[arg(short = 'T', long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = TEMPLATE)]
    pub template: Vec<std::path::PathBuf>,

    /// The same, with the template itself, as in '{{ Name }} <{{ Email }}>{{ println }}'
    #[arg(short, long, value_name = "TEMPLATE", allow_hyphen_values = true, help_heading = TEMPLATE)]
    pub expression: Vec<std::ffi::OsString>,

    /// How many rows to make [default: 10]
    #[arg(short, long, value_name = "N", allow_hyphen_values = true, help_heading = ROWS)]
    pub limit: Option<String>,

    /// Make rows without end
    #[arg(short = 'S', long, help_heading = ROWS)]
    pub stream: bool,

    /// Make rows A to B only; the first is 0, and B is not included
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, help_heading = ROWS)]
    pub rows: Option<String>,

    /// Make part I of N equal parts, which together are the whole; needs a seed
    #[arg(long, value_name = "I/N", allow_hyphen_values = true, help_heading = ROWS)]
    pub shard: Option<String>,

    /// A number that all values follow from [default: a new one each time]
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = ROWS)]
    pub seed: Option<String>,

    /// Say on stderr which --seed and --now repeat this run
    #[arg(long, help_heading = ROWS)]
    pub show_seed: bool,

    /// What dates and ids take for the present: Unix seconds, a date, an RFC 3339 time, or `now` for the moment of start
    /// [default: now; with a seed 2026-01-01T00:00:00Z, so that the same seed gives the same bytes at any time]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, help_heading = ROWS)]
    pub now: Option<String>,

    /// The language and country of words, where a column has no @locale of its own [default: en]
    #[arg(long, value_name = "NAME", help_heading = ROWS)]
    pub locale: Option<String>,

    /// The format
    #[arg(short, long, value_name = "FORMAT", help_heading = FORMAT, help = formats(), long_help = formats_explained())]
    pub format: Option<String>,

    /// What stands between the fields of column and csv
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true, help_heading = FORMAT)]
    pub separator: Option<String>,

    /// Begin with a row of column names
    #[arg(short = 'H', long, help_heading = FORMAT)]
    pub header: bool,

    /// The table's name, on which values depend [default: data]; with --schema the table to make
    #[arg(short, long, value_name = "NAME", help_heading = FORMAT)]
    pub table: Option<String>,

    /// Begin each object of ndjson with the table's name, under this KEY
    #[arg(long, value_name = "KEY", help_heading = FORMAT)]
    pub tag: Option<String>,

    /// Rows in one INSERT of sql [default: 1000]
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = FORMAT)]
    pub batch: Option<String>,

    /// The dialect of sql, or the database that is to read csv
    #[arg(long, value_name = "DIALECT", help_heading = FORMAT, help = dialects(), long_help = dialects_explained())]
    pub dialect: Option<String>,

    /// Begin sql and copy with the CREATE TABLE that the rows fit
    #[arg(long, help_heading = FORMAT)]
    pub create_table: bool,

    /// Which rows of sql stand in one transaction: whole, shard or never [default: whole, which the first shard begins
    /// and the last one commits; never for a stream]
    #[arg(long, value_name = "ROWS", help_heading = FORMAT)]
    pub transaction: Option<String>,

    /// Write to FILE, which appears whole or not at all; with a / at its end, or of several tables, to a directory
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = RUN)]
    pub output: Option<std::path::PathBuf>,

    /// Write each table as so many files, DIRECTORY/TABLE/part-…
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = RUN)]
    pub files: Option<String>,

    /// Force the files that are written to the disk before the end, so that they survive a power failure
    #[arg(long, help_heading = RUN)]
    pub fsync: bool,

    /// Compress by gz or zst, at a LEVEL of 1 to 9 or 1 to 22 [default: by the end of FILE's name, at 6 or 3; none
    /// compresses nothing]
    #[arg(long, value_name = "METHOD[:LEVEL]", allow_hyphen_values = true, help_heading = RUN)]
    pub compress: Option<String>,

    /// How many threads make rows [default: one a core]
    #[arg(short = 'j', long, value_name = "N", allow_hyphen_values = true, help_heading = RUN)]
    pub threads: Option<String>,

    /// Show progress on stderr: auto, always or never [default: auto, which is where stderr is a terminal and
    /// stdout is none]
    #[arg(long, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_missing_value = "always",
          help_heading = RUN)]
    pub progress: Option<String>,

    /// List the generators; with words, those whose names or descriptions have them, as in -G email
    #[arg(short = 'G', long, help_heading = LEARN)]
    pub generators: bool,

    /// Describe a generator, with five examples; may be given several times
    #[arg(short, long, value_name = "NAME", help_heading = LEARN)]
    pub generator: Vec<String>,

    /// List the generators that take a constraint
    #[arg(short = 'c', long, help_heading = LEARN)]
    pub generators_with_constraints: bool,

    /// List the modifiers
    #[arg(long, help_heading = LEARN)]
    pub modifiers: bool,

    /// List the functions of templates: those that compute, and the generators
    #[arg(long, help_heading = LEARN)]
    pub functions: bool,

    /// List the locales
    #[arg(long, help_heading = LEARN)]
    pub locales: bool,

    /// Write the completion script of a shell: bash, zsh, fish, elvish or powershell
    #[arg(long, value_name = "SHELL", help_heading = LEARN)]
    pub completion: Option<String>,
}

const SCHEMA: &str = "Schema files";
const TEMPLATE: &str = "Templates";
const ROWS: &str = "Which rows";
const FORMAT: &str = "Format";
const RUN: &str = "Run";
const LEARN: &str = "Learn";

/// What a column is, with all modifiers.
fn columns_explained() -> String {
    let form = |value: Option<&str>| value.map(|value| format!("={value}")).unwrap_or_default();
    let names: Vec<_> = MODIFIERS.iter().map(|help| format!("@{}{}", help.name, form(help.value))).collect();
    format!("The columns, in order. Modifiers are {}; `--modifiers` explains them", names.join(", "))
}

/// The formats in one line.
fn formats() -> String {
    let names: Vec<&str> = FORMATS.iter().map(|entry| entry.name).collect();
    format!("{} [default: by the end of -o's name, or else {}]", names.join(", "), FORMATS[0].name)
}

/// The formats, each with what it is.
fn formats_explained() -> String {
    let lines = FORMATS.iter().map(|entry| format!("{}: {}\n", entry.name, entry.about));
    let default = "by the end of the name of -o: .csv, .tsv, .json, .ndjson, .jsonl, .sql, .md, .html, .xml, .yaml or \
                   .txt, also before .gz and .zst; or else";
    format!("{}[default: {default} {}]", lines.collect::<String>(), FORMATS[0].name)
}

/// The dialects in one line.
fn dialects() -> String {
    let names: Vec<&str> = DIALECTS.iter().map(|entry| entry.name).collect();
    format!(
        "The dialect of sql, or the database that reads csv or tsv: {} [default: {}]",
        names.join(", "),
        DIALECTS[0].name
    )
}

/// The dialects, each with what it is.
fn dialects_explained() -> String {
    let lines = DIALECTS.iter().map(|entry| format!("{}: {}\n", entry.name, entry.about));
    format!(
        "The dialect of sql, or the database that reads csv or tsv:\n{}[default: {}]",
        lines.collect::<String>(),
        DIALECTS[0].name
    )
}
