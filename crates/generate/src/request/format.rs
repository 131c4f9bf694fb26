//! The format, with all that is chosen about it.

use std::collections::BTreeMap;

use gush_columnar::Columnar;
use gusher::schema::file::RowExtent;
use gusher::text::{DIALECTS, FormatError, Transaction};
use serde::{Deserialize, Serialize};

use super::byte_count::parse_bytes;
use super::options::Opt;
use super::resolver::Resolver;
use super::{bloom_filters, compression, extension, file_record, into, parquet, preview, sorting};
use crate::format::{AnyFormat, AnyOptions};

/// The values of the option `transaction`, each with what it is and what it asks for; the usual one first.
pub const TRANSACTIONS: [(&str, &str, Transaction); 3] = [
    (
        "whole",
        "all rows, of all shards together: the first one begins it, the last one commits",
        Transaction::AllRows,
    ),
    ("shard", "the rows of each shard", Transaction::Shard),
    ("never", "none: the database commits each statement", Transaction::Never),
];

/// What is chosen about a format, as a manifest keeps it. What is as usual is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FormatChoices {
    /// The text between fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub separator: Option<String>,
    /// Whether a row of names comes first.
    #[serde(skip_serializing_if = "is_false")]
    pub header: bool,
    /// How wide the lines of a table are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<usize>,
    /// Rows in one statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch: Option<u64>,
    /// The key of the table's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// Whether columns whose names have dots are structs.
    #[serde(skip_serializing_if = "is_false")]
    pub nest: bool,
    /// Rows in a group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_group: Option<u64>,
    /// Bytes in a group, in place of rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_group_bytes: Option<u64>,
    /// By which columns the rows of each group are sorted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sort_by: Option<String>,
    /// Bytes in a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_bytes: Option<u64>,
    /// The columns that have bloom filters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bloom_filter: Option<String>,
    /// Whether each file has what writes it again.
    #[serde(skip_serializing_if = "is_false")]
    pub metadata: bool,
    /// Whether pages have checksums.
    #[serde(skip_serializing_if = "is_false")]
    pub checksums: bool,
    /// How wide whole numbers are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ints: Option<String>,
    /// What is chosen about Parquet: names of settings, and their values.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parquet: BTreeMap<String, String>,
    /// The name of the dialect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// Whether the table is made first.
    #[serde(skip_serializing_if = "is_false")]
    pub create_table: bool,
    /// Whether a table that is there is dropped before that.
    #[serde(skip_serializing_if = "is_false")]
    pub drop: bool,
    /// Which rows are in one transaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction: Option<String>,
}

/// The values of the option `ints`, each with what it is; the usual one first.
pub const INTS: [(&str, &str); 2] = [
    ("wide", "64 bits, whatever the range"),
    ("narrow", "8, 16, 32 or 64 bits, as few as the range of the column needs"),
];

fn is_false(value: &bool) -> bool {
    !value
}

/// A format with what is chosen about it.
#[derive(Debug)]
pub(super) struct Format {
    pub options: AnyOptions,
    pub choices: FormatChoices,
}

/// The format of these rows: by its name, or by that of the output.
pub(super) fn format(resolver: &mut Resolver<'_>, rows: &RowExtent) -> Format {
    let (request, program) = (resolver.request, resolver.program);
    let before = resolver.found.len();
    into::check(resolver);
    if request.has(Opt::Into) {
        // Columns and values are held to what the database takes.
        return Format { options: into::rules(resolver).into(), choices: FormatChoices::default() };
    }
    let by_name = extension::format(resolver);
    let of_lake = request.has(Opt::Lake).then_some(Columnar::Parquet.spec().name);
    let name = request.text(Opt::Format).or(by_name).or(of_lake);
    let is_preview = name.is_none() && preview::is_wanted(resolver, rows);
    let entry = match name {
        Some(name) => program.formats.iter().find(|entry| entry.name == name).copied(),
        None if is_preview => Some(AnyFormat::Table),
        None => program.default_format,
    };
    let mut options = entry.unwrap_or(program.formats[0]).into();
    if let AnyOptions::Table(options) = &mut options {
        options.is_preview = is_preview;
        // A file is no screen.
        if request.path(Opt::Output).is_none_or(|path| path.as_os_str() == "-") {
            options.screen = program.screen;
        }
    }
    let mut format = Format { options, choices: FormatChoices::default() };
    match (name, entry) {
        (_, Some(_)) => {}
        (Some(name), None) => {
            resolver.wrong(Opt::Format, name, (program.unknown_format)(name));
            return format;
        }
        (None, None) => {
            // A name that asks for no format was refused already.
            if resolver.found.len() == before {
                let names: Vec<&str> = program.formats.iter().map(|entry| entry.name).collect();
                resolver.refuse(Opt::Format, format!("say which format; there are {}", names.join(", ")));
            }
            return format;
        }
    }
    text(resolver, &mut format);
    columnar(resolver, &mut format);
    format.choices.parquet = parquet::settings(resolver, &mut format.options);
    sql(resolver, &mut format, rows);
    compression::columnar(resolver, format.options.format(), rows);
    format
}

/// The choices of text formats.
fn text(resolver: &mut Resolver<'_>, Format { options, choices }: &mut Format) {
    let request = resolver.request;
    if let Some(text) = request.all(Opt::Separator).next_back() {
        match (resolver.program.separator)(text) {
            Ok(separator) => {
                let written = Some(readable(&separator));
                choices.separator = written.filter(|text| options.spec().separator != Some(text));
                resolver.format_choice(
                    Opt::Separator,
                    options.rows(FormatError::NoSeparator).and_then(|format| format.separator(separator)),
                );
            }
            Err(message) => resolver.wrong(Opt::Separator, &text.to_string_lossy(), message),
        }
    }
    if request.has(Opt::Header) {
        choices.header = true;
        resolver.format_choice(Opt::Header, options.header());
    }
    if let Some(width) = width(resolver) {
        choices.width = width;
        resolver.format_choice(Opt::Width, options.width(width));
    }
    if let Some(rows) = resolver.count(Opt::Batch, "a number of rows such as 100 or 1k") {
        choices.batch = Some(rows);
        resolver.format_choice(
            Opt::Batch,
            options.rows(FormatError::NoBatch).and_then(|format| format.batch(rows)),
        );
    }
    if let Some(key) = request.text(Opt::Tag) {
        choices.tag = Some(key.into());
        resolver.format_choice(Opt::Tag, options.rows(FormatError::NoTag).and_then(|format| format.tag(key)));
    }
    // A profile is of columns.
    if request.has(Opt::Nest) && !request.has(Opt::Profile) {
        choices.nest = true;
        options.nest();
    }
}

/// The least width in which a table can be read.
const MIN_WIDTH: usize = 10;

/// The width that is chosen for lines: `None` inside for any.
fn width(resolver: &mut Resolver<'_>) -> Option<Option<usize>> {
    let width =
        resolver.count(Opt::Width, "a number of characters such as 80, or 0 for lines of any length")?;
    let width = usize::try_from(width).unwrap_or(usize::MAX);
    if (1..MIN_WIDTH).contains(&width) {
        let text = format!("a table needs at least {MIN_WIDTH} characters; 0 is for lines of any length");
        resolver.wrong(Opt::Width, resolver.request.text(Opt::Width).unwrap_or_default(), text);
    }
    Some((width > 0).then_some(width))
}

/// Bytes as text, which differs where they do: those that are not UTF-8 by their numbers after a `\`, which is `\\` itself.
fn readable(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.replace('\\', r"\\"),
        Err(_) => bytes.escape_ascii().to_string(),
    }
}

/// The choices of columnar formats.
fn columnar(resolver: &mut Resolver<'_>, Format { options, choices }: &mut Format) {
    let bytes = resolver.request.text(Opt::RowGroup).filter(|text| text.ends_with('B')).and_then(parse_bytes);
    if let Some(bytes) = bytes {
        choices.row_group_bytes = Some(bytes);
        resolver.format_choice(Opt::RowGroup, options.row_group_bytes(bytes));
    } else if let Some(rows) =
        resolver.count(Opt::RowGroup, "a number of rows such as 100k, or a size such as 128MiB")
    {
        choices.row_group = Some(rows);
        resolver.format_choice(Opt::RowGroup, options.row_group(rows));
    }
    if let Some(columns) = sorting::columns(resolver) {
        choices.sort_by = resolver.request.text(Opt::SortBy).map(str::to_owned);
        resolver.format_choice(Opt::SortBy, options.sort_by(columns));
    }
    if let Some(name) = resolver.request.text(Opt::Ints) {
        if INTS.iter().any(|(known, _)| *known == name) {
            choices.ints = Some(name).filter(|name| *name != INTS[0].0).map(Into::into);
            resolver.format_choice(Opt::Ints, options.narrow_ints(name != INTS[0].0));
        } else {
            resolver.unknown(Opt::Ints, name, "width", INTS.iter().map(|(known, _)| *known));
        }
    }
    if resolver.request.has(Opt::Metadata) {
        choices.metadata = true;
        resolver.format_choice(Opt::Metadata, options.check_metadata());
        file_record::check(resolver);
    }
    pages(resolver, options, choices);
    if resolver.request.has(Opt::Checksums) {
        choices.checksums = true;
        resolver.format_choice(Opt::Checksums, options.checksums());
    }
}

/// The choices about the pages of Parquet and what finds values in them.
fn pages(resolver: &mut Resolver<'_>, options: &mut AnyOptions, choices: &mut FormatChoices) {
    if let Some(text) = resolver.request.text(Opt::PageSize) {
        match parse_bytes(text) {
            Some(bytes) => {
                choices.page_bytes = Some(bytes);
                resolver.format_choice(Opt::PageSize, options.page_bytes(bytes));
            }
            None => resolver.wrong(Opt::PageSize, text, "expected a size such as 64KiB"),
        }
    }
    if let Some(columns) = bloom_filters::columns(resolver) {
        choices.bloom_filter = resolver.request.text(Opt::BloomFilter).map(str::to_owned);
        resolver.format_choice(Opt::BloomFilter, options.bloom_filters(columns));
    }
}

/// The choices of SQL.
fn sql(resolver: &mut Resolver<'_>, Format { options, choices }: &mut Format, rows: &RowExtent) {
    let request = resolver.request;
    if let Some(name) = request.text(Opt::Dialect) {
        choices.dialect = Some(name).filter(|name| *name != DIALECTS[0].name).map(Into::into);
        match DIALECTS.iter().find(|entry| entry.name == name) {
            Some(entry) => resolver.format_choice(
                Opt::Dialect,
                options.rows(FormatError::NoDialect).and_then(|format| format.dialect(entry.dialect)),
            ),
            None => {
                let known = DIALECTS.iter().map(|entry| entry.name);
                resolver.unknown(Opt::Dialect, name, "dialect", known);
            }
        }
    }
    if request.has(Opt::CreateTable) {
        choices.create_table = true;
        resolver.format_choice(
            Opt::CreateTable,
            options.rows(FormatError::NoTable).and_then(gusher::FormatOptions::create_table),
        );
    }
    if request.has(Opt::Drop) {
        choices.drop = true;
        resolver.format_choice(
            Opt::Drop,
            options.rows(FormatError::NoTable).and_then(gusher::FormatOptions::drop_table),
        );
    }
    let usual = TRANSACTIONS[0].0;
    choices.transaction = request.text(Opt::Transaction).filter(|name| *name != usual).map(Into::into);
    transaction(resolver, options, rows);
}

/// Which rows are in one transaction. One that never ends would never be committed.
fn transaction(resolver: &mut Resolver<'_>, options: &mut AnyOptions, rows: &RowExtent) {
    let is_stream = *rows == RowExtent::Stream;
    let Some(name) = resolver.request.text(Opt::Transaction) else {
        if is_stream && options.spec().transactions {
            resolver.format_choice(
                Opt::Transaction,
                options
                    .rows(FormatError::NoTransaction)
                    .and_then(|format| format.transaction(Transaction::Never)),
            );
        }
        return;
    };
    let Some((.., transaction)) = TRANSACTIONS.iter().find(|(known, ..)| *known == name) else {
        let known = TRANSACTIONS.iter().map(|(known, ..)| *known);
        return resolver.unknown(Opt::Transaction, name, "transaction", known);
    };
    if is_stream && *transaction != Transaction::Never {
        let text = "a stream has no end at which it could be committed";
        resolver.wrong(Opt::Transaction, name, text);
    }
    resolver.format_choice(
        Opt::Transaction,
        options.rows(FormatError::NoTransaction).and_then(|format| format.transaction(*transaction)),
    );
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn bytes_that_differ_are_different_texts() {
        let separators: [&[u8]; 5] = [b"\xff", br"\xff", b"\\", b"\\\\", "é".as_bytes()];
        for (index, one) in separators.iter().enumerate() {
            assert!(separators[..index].iter().all(|other| readable(one) != readable(other)), "{one:?}");
        }
        assert_eq!((readable(b"\t"), readable("é".as_bytes())), ("\t".into(), "é".into()));
    }
}
