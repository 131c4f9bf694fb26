//! How the rows of a table are divided among folders and files: by the values of columns, and by size.

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::Arc;

use gush_columnar::Columnar;
use gush_columnar::lake::{LakeField, LakeType, fields as fields_of};
use gush_diagnostics::{Message, grouped};
use gusher::plan::Plan;
use gusher::schema::DatasetSpec;
use gusher::types::{Field, StorageType};

use super::extension::is_directory;
use super::options::Opt;
use super::output::Output;
use super::resolver::Resolver;
use super::size::parse_bytes;
use super::tables::Chosen;
use crate::format::AnyFormat;
use crate::partition::{
    Calendar, Gathered, KeyColumn, KeyError, MAX_PARTITIONS, PartitionField, Partitions, Transform,
    key_column, parse,
};

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
    /// The present, which the times in it are, in milliseconds since 1970-01-01T00:00:00Z.
    pub now: i64,
}

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
    Some(Layout { fields, calendar, keeps_columns, file_bytes, catalog, now: 0 })
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
    parse(text).unwrap_or_else(|errors| {
        for error in errors {
            resolver.wrong_at(Opt::PartitionBy, text, error.at, error.message);
        }
        Vec::new()
    })
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

/// The plans of tables as a table format has them: Delta has no ids and no times of day, which are texts there. Refuses types that there
/// are not.
pub(super) fn adapted(
    resolver: &mut Resolver<'_>,
    output: &Output,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
    plans: Vec<Plan>,
) -> Vec<Plan> {
    let Some(catalog) = output.layout.as_ref().and_then(|layout| layout.catalog) else { return plans };
    let is_text = |field: &Field| matches!(field.storage(), StorageType::Uuid | StorageType::Time(_));
    let mut adapt = |((table, _), plan): (&Chosen, Plan)| {
        let plan = if catalog == Catalog::Delta { plan.with_texts_for(is_text) } else { plan };
        let name = dataset.tables[*table].schema.table();
        for field in fields_of(&plan).iter().flat_map(LakeField::all) {
            let lake = resolver.request.text(Opt::Lake).unwrap_or_default();
            let is_odd = |c: char| " ,;{}()\n\t=".contains(c);
            let what = match field.kind {
                LakeType::Other(what) => Some(format!("{what}, which no table format has")),
                _ if catalog == Catalog::Delta && field.name.contains(is_odd) => Some(
                    "a name with a character that Delta tables do not allow: one of space , ; { } ( ) ="
                        .into(),
                ),
                _ => None,
            };
            if let Some(what) = what {
                let text = format!("the column `{}` of `{name}` has {what}", field.name);
                resolver.wrong(Opt::Lake, lake, text);
            }
        }
        plan
    };
    chosen.iter().zip(plans).map(&mut adapt).collect()
}

fn file_bytes(resolver: &mut Resolver<'_>) -> Option<u64> {
    let text = resolver.request.text(Opt::FileSize)?;
    let bytes = parse_bytes(text).filter(|bytes| *bytes >= MIN_FILE);
    if bytes.is_none() {
        resolver.wrong(Opt::FileSize, text, "expected a number of bytes such as 128MiB or 1G, from 1KiB on");
    }
    bytes
}

/// The plan of the files of each of these tables, and how the table is partitioned; none where it is not.
pub(super) fn partitions(
    resolver: &mut Resolver<'_>,
    output: &Output,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
    plans: &[Plan],
) -> VecDeque<Option<(Plan, Partitions)>> {
    let Some(layout) = output.layout.as_ref().filter(|layout| !layout.fields.is_empty()) else {
        return VecDeque::new();
    };
    let of_table = |((table, rows), plan): (&Chosen, &Plan)| {
        let name = dataset.tables[*table].schema.table();
        let keys = keys(resolver, layout, name, plan, rows.end - rows.start)?;
        let is_folder = |field: &str| {
            let mut of_column = layout.fields.iter().filter(|key| key.transform == Transform::Identity);
            !layout.keeps_columns && of_column.any(|key| key.column == field)
        };
        let files = plan.without(|field| is_folder(&field.name));
        let text = resolver.request.text(Opt::PartitionBy).unwrap_or_default();
        if files.columns().is_empty() {
            let text_wrong = format!(
                "all columns of `{name}` are in the names of folders, so that none is left for the files; {} keeps them",
                resolver.name(Opt::WritePartitionColumns)
            );
            resolver.wrong(Opt::PartitionBy, text, text_wrong);
        }
        check_names(resolver, layout, text, &keys, &files);
        let gathered = Arc::new(Gathered::default());
        let files = files.indexed(Arc::clone(&gathered) as _);
        Some((files, Partitions { plan: plan.clone(), fields: keys, gathered }))
    };
    chosen.iter().zip(plans).map(of_table).collect()
}

/// The fields of the partitions of a table.
fn keys(
    resolver: &mut Resolver<'_>,
    layout: &Layout,
    table: &str,
    plan: &Plan,
    rows: u64,
) -> Option<Vec<KeyColumn>> {
    let text = resolver.request.text(Opt::PartitionBy).unwrap_or_default();
    let mut keys = Vec::new();
    for field in &layout.fields {
        let message = match key_column(plan, field, layout.calendar) {
            Ok(key) => {
                let heads = plan.heads();
                let head = heads.columns.iter().find(|head| head.field.name == field.column);
                let is_own = head.is_some_and(|head| head.is_unique || head.is_serial);
                keys.push(key);
                if !(is_own && field.transform == Transform::Identity && rows > MAX_PARTITIONS as u64) {
                    continue;
                }
                let text = format!(
                    "each of the {} rows has a value of its own, and {} partitions are possible",
                    grouped(rows),
                    grouped(MAX_PARTITIONS as u64)
                );
                let bucket = format!("bucket(16,{})", field.column);
                Message::from(text).suggest(Some(resolver.written(Opt::PartitionBy, &bucket)))
            }
            Err(KeyError::Refused(text)) => text.into(),
            Err(KeyError::Unknown) => {
                let known: Vec<String> = plan.fields().map(|field| field.name.clone()).collect();
                let what = format!("`{table}` has no such column");
                Message::unknown(what, &field.column, known.iter().map(String::as_str))
            }
        };
        resolver.wrong_at(Opt::PartitionBy, text, field.column_at.clone(), message);
    }
    (keys.len() == layout.fields.len()).then_some(keys)
}

/// Refuses names of folders that come twice, or that columns of the files have: to a reader, they are columns too.
fn check_names(resolver: &mut Resolver<'_>, layout: &Layout, text: &str, keys: &[KeyColumn], files: &Plan) {
    let mut taken: HashMap<&str, bool> = HashMap::new();
    for (field, key) in layout.fields.iter().zip(keys) {
        let is_kept =
            layout.keeps_columns && field.transform == Transform::Identity && key.name() == key.column();
        let in_files = !is_kept && files.fields().any(|of_file| of_file.name == key.name());
        if taken.insert(key.name(), true).is_some() || in_files {
            let other = if in_files { "a column of the files" } else { "another folder" };
            let message = format!(
                "`{}` is the name of {other}, too; name this, as in {}_key={}",
                key.name(),
                field.column,
                &text[field.at.clone()]
            );
            resolver.wrong_at(Opt::PartitionBy, text, field.at.clone(), message);
        }
    }
}
