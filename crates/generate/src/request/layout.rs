//! How the rows of a table are divided among folders and files: by the values of columns, and by size.

use std::path::Path;

use gush_columnar::Columnar;

use super::byte_count::parse_bytes;
use super::catalog::{Catalog, LAKES};
use super::extension::is_directory;
use super::options::Opt;
use super::resolver::Resolver;
use super::table_record::TableRecord;
use super::table_state::{self, TableState};
use crate::format::AnyFormat;
use crate::partition::{Calendar, PartitionField, parse};

/// How the rows of a table are divided among folders and files.
#[derive(Debug)]
pub struct Layout {
    /// What partitions a table is divided into; one without a folder of its own where there are none.
    pub fields: Vec<PartitionField>,
    /// How parts of times are counted.
    pub calendar: Calendar,
    /// Whether columns that are the names of folders are in the files too.
    pub keeps_columns: bool,
    /// About how many bytes a file has at most.
    pub file_bytes: Option<u64>,
    /// The table format whose catalogue the table gets.
    pub catalog: Option<Catalog>,
    /// Where the metadata of Iceberg says that the tables are, where that is not their folder here: a URI without a slash at its end.
    pub location: Option<String>,
    /// The state of the table that the rows are appended to, where they are.
    pub append: Option<TableState>,
    /// What the rows of each table follow from, in the order of the job's tables.
    pub records: Vec<TableRecord>,
    /// The present, which the times in it are, in milliseconds since 1970-01-01T00:00:00Z.
    pub now: i64,
}

/// The options that ask for one.
const ASKING: [Opt; 3] = [Opt::PartitionBy, Opt::FileSize, Opt::Lake];

/// The smallest file that can be asked for.
const MIN_FILE: u64 = 1 << 10;

/// How rows are divided, where that is asked for.
pub(super) fn layout(
    resolver: &mut Resolver<'_>,
    output: Option<&Path>,
    format: AnyFormat,
) -> Option<Layout> {
    let request = resolver.request;
    if request.has(Opt::WritePartitionColumns) && !request.has(Opt::PartitionBy) {
        let text =
            format!("there are no partitions; give {} as well", resolver.written(Opt::PartitionBy, "COLUMN"));
        resolver.refuse(Opt::WritePartitionColumns, text);
    }
    if request.has(Opt::LakeLocation) && !request.has(Opt::Lake) {
        let text = format!("there is no table; give {} as well", resolver.written(Opt::Lake, "iceberg"));
        resolver.refuse(Opt::LakeLocation, text);
    }
    let asking = ASKING.into_iter().find(|option| request.has(*option))?;
    let value = request.text(asking).unwrap_or_default();
    refuse_others(resolver, (asking, value));
    if !output.is_some_and(is_directory) && !request.has(Opt::Into) && !request.has(Opt::Profile) {
        let output = resolver.written(Opt::Output, "DIRECTORY/");
        let text = format!("the files are in a directory; give {output}, with a / at its end");
        resolver.refuse_value(asking, value, text);
    }
    if let Some(why) = no_files(format) {
        let text = format!("{} {why}; csv, ndjson, parquet, arrow and avro can be divided", format.name);
        match request.text(Opt::Format) {
            Some(name) => resolver.wrong(Opt::Format, name, text),
            None => resolver.refuse_value(asking, value, text),
        }
    }
    let (fields, file_bytes, catalog) = (fields(resolver), file_bytes(resolver), catalog(resolver, format));
    let is_iceberg = catalog == Some(Catalog::Iceberg);
    // Iceberg's files have all columns.
    let keeps_columns = is_iceberg || request.has(Opt::WritePartitionColumns);
    let calendar = if is_iceberg { Calendar::Epoch } else { Calendar::Parts };
    let location = location(resolver, catalog);
    let append = append_state(resolver, catalog);
    let records = Vec::new();
    Some(Layout { fields, calendar, keeps_columns, file_bytes, catalog, location, append, records, now: 0 })
}

/// Where the metadata says that the tables are.
fn location(resolver: &mut Resolver<'_>, catalog: Option<Catalog>) -> Option<String> {
    let text = resolver.request.text(Opt::LakeLocation)?;
    if catalog == Some(Catalog::Delta) {
        let text_refused = "Delta Lake has paths that begin at the table, wherever that is; leave this out";
        resolver.conflict((Opt::LakeLocation, Some(text)), (Opt::Lake, Some("delta")), text_refused);
    }
    let location = text.trim_end_matches('/');
    let is_uri = location.split_once("://").is_some_and(|(scheme, rest)| {
        let is_of_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(is_of_scheme)
            && !rest.is_empty()
    });
    if !is_uri || location.contains(char::is_control) {
        resolver.wrong(
            Opt::LakeLocation,
            text,
            "expected the URI of the table's folder, such as s3://bucket/trips",
        );
    }
    Some(location.to_owned())
}

/// The state of the table that rows are appended to, where that is asked for.
fn append_state(resolver: &mut Resolver<'_>, catalog: Option<Catalog>) -> Option<TableState> {
    let request = resolver.request;
    if !table_state::is_asked(resolver)
        || catalog.is_none()
        || !request.path(Opt::Output).is_some_and(is_directory)
    {
        return None;
    }
    // Tables that are planned already have their rows.
    let is_planned = request.columns().is_empty() && !request.has(Opt::Schema);
    if !is_planned && ![Opt::Limit, Opt::Rows].into_iter().any(|option| request.has(option)) {
        let text = format!("say how many rows are appended, by {}", resolver.written(Opt::Limit, "N"));
        resolver.refuse(Opt::Append, text);
    }
    table_state::state(resolver).map_err(|text| resolver.refuse(Opt::Append, text)).ok()
}

/// Why rows of a format cannot be divided among files that are complete by themselves.
fn no_files(format: AnyFormat) -> Option<&'static str> {
    match format.name {
        "json" => Some("is one array, whose end depends on all rows"),
        "sql" => Some("has statements of several rows, and one transaction"),
        "table" => Some("is to be looked at"),
        _ => None,
    }
}

/// Refuses what says otherwise which files there are.
fn refuse_others(resolver: &mut Resolver<'_>, (asking, value): (Opt, &str)) {
    let request = resolver.request;
    let others = [
        (Opt::Files, "both say which files there are; files of a size need no number"),
        (Opt::Resume, "all files appear together at the end, so there is nothing to resume"),
        (Opt::Into, "a database has neither folders nor files"),
        (Opt::Profile, "a summary has no files"),
        (Opt::Stream, "a stream has no end, and the files appear at the end"),
        (Opt::Template, "a template has no columns"),
        (Opt::Expression, "a template has no columns"),
    ];
    for (other, text) in others.into_iter().filter(|(other, _)| request.has(*other)) {
        let is_of_template = matches!(other, Opt::Template | Opt::Expression);
        if is_of_template && asking == Opt::FileSize {
            continue;
        }
        let other_value = request.text(other).filter(|value| !value.is_empty() && !is_of_template);
        resolver.conflict((asking, Some(value)), (other, other_value), text);
    }
}

fn fields(resolver: &mut Resolver<'_>) -> Vec<PartitionField> {
    let Some(text) = resolver.request.text(Opt::PartitionBy) else { return Vec::new() };
    let (fields, errors) = parse(text);
    for error in errors {
        resolver.wrong_at(Opt::PartitionBy, text, error.at, error.message);
    }
    fields
}

/// The table format that is asked for. Its files are of Parquet.
fn catalog(resolver: &mut Resolver<'_>, format: AnyFormat) -> Option<Catalog> {
    let text = resolver.request.text(Opt::Lake)?;
    let found = LAKES.iter().find(|(name, ..)| *name == text).map(|(.., catalog)| *catalog);
    if found.is_none() {
        resolver.unknown(Opt::Lake, text, "table format", LAKES.iter().map(|(name, ..)| *name));
    }
    if format.columnar() != Some(Columnar::Parquet) {
        let other = resolver.request.text(Opt::Format).unwrap_or_default();
        resolver.conflict(
            (Opt::Lake, Some(text)),
            (Opt::Format, Some(other)),
            "its files are of parquet; leave the format out",
        );
    }
    if found == Some(Catalog::Delta) && resolver.request.has(Opt::WritePartitionColumns) {
        let text = "the files of a Delta table have no columns that partitions have";
        resolver.refuse(Opt::WritePartitionColumns, text);
    }
    if resolver.request.has(Opt::Shard) {
        let text_refused = "one run writes the catalogue of all files; a shard has some of them only";
        resolver.conflict((Opt::Lake, Some(text)), (Opt::Shard, None), text_refused);
    }
    found
}

fn file_bytes(resolver: &mut Resolver<'_>) -> Option<u64> {
    let text = resolver.request.text(Opt::FileSize)?;
    let bytes = parse_bytes(text).filter(|bytes| *bytes >= MIN_FILE);
    if bytes.is_none() {
        resolver.wrong(Opt::FileSize, text, "expected a number of bytes such as 128MiB or 1G, from 1KiB on");
    }
    bytes
}
