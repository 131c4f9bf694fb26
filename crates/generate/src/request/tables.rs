//! Which tables of a schema file are made, which of their rows, and whether they can go to one file or stream.

use std::num::NonZeroU64;
use std::ops::Range;

use gush_diagnostics::{Diagnostic, Message, grouped};
use gusher::schema::file::{FileRows, RowExtent, SchemaFile};
use gusher::schema::{DatasetSpec, Sizes};

use super::extension::{is_directory, is_of_file};
use super::options::Opt;
use super::output::Output;
use super::resolver::Resolver;
use super::rows;
use super::table_state;
use crate::format::AnyOptions;

/// Which tables are made, by their names; all where none is named.
pub(super) struct Selection {
    names: Vec<String>,
}

/// Says something of a table's name where that is written, if it is known where.
pub(super) type AtName<'a> = &'a dyn Fn(&str, &str) -> Option<Diagnostic>;

/// A table that is made, and which of its rows.
pub(super) type Chosen = (usize, Range<u64>);

/// The tables that are asked for.
pub(super) fn selection(resolver: &mut Resolver<'_>, file: &SchemaFile) -> Selection {
    let (option, names) = match (resolver.request.text(Opt::Table), resolver.request.text(Opt::Tables)) {
        (Some(_), Some(_)) => (Opt::Table, Vec::new()),
        (Some(name), None) => (Opt::Table, vec![name.to_owned()]),
        (None, Some(names)) => (Opt::Tables, names.split(',').map(str::to_owned).collect()),
        (None, None) => (Opt::Tables, Vec::new()),
    };
    let known = || file.tables.iter().map(|table| table.name.text.as_str());
    for (index, name) in names.iter().enumerate() {
        if names[..index].contains(name) {
            resolver.wrong(option, name, "this table is named twice");
            continue;
        }
        if file.tables.is_empty() || known().any(|known| known == name) {
            continue;
        }
        let text = Message::unknown("the schema file has no such table", name, known());
        resolver.wrong(option, name, text);
    }
    Selection { names }
}

/// Rows of a check are kept in a file until it ends.
const MAX_ROWS_OF: u64 = 100_000_000;

/// By how much numbers of rows are multiplied.
fn scale(resolver: &mut Resolver<'_>) -> Option<f64> {
    let text = resolver.request.text(Opt::Scale)?;
    let scale = text.parse::<f64>().ok().filter(|scale| scale.is_finite() && *scale > 0.0);
    if scale.is_none() {
        resolver.wrong(Opt::Scale, text, "expected a number above 0, such as 0.1 or 10");
    }
    scale
}

/// Other numbers of rows than those of the file.
pub(super) fn sizes(resolver: &mut Resolver<'_>, file: &SchemaFile) -> Sizes {
    let scale = scale(resolver);
    let each = resolver.count(Opt::RowsOf, "a number of rows such as 10k or 1M");
    if let Some(rows) = each.filter(|rows| !(1..=MAX_ROWS_OF).contains(rows)) {
        let text = format!("expected a number of rows from 1 to {}", grouped(MAX_ROWS_OF));
        resolver.wrong(Opt::RowsOf, &rows.to_string(), text);
    }
    if each.is_some() {
        return Sizes { each, ..Sizes::default() };
    }
    let [table] = &file.tables[..] else { return Sizes { scale, ..Sizes::default() } };
    let rows = rows::asked(resolver);
    if let (Some(_), Some(FileRows::Per { .. })) = (&rows, &table.rows) {
        return Sizes { scale, ..Sizes::default() };
    }
    if rows.is_some() && scale.is_some() {
        resolver.refuse(Opt::Scale, "the number of rows is given; leave this out");
    }
    Sizes { scale, rows, is_part: rows::is_part(resolver), ..Sizes::default() }
}

/// The rows that are asked for of one table of several.
pub(super) fn asked_of_several(resolver: &mut Resolver<'_>, selection: &Selection) -> Option<RowExtent> {
    let is_one = selection.names.len() == 1;
    // Where a size is asked for, the limit is one of its trials.
    let options =
        if resolver.request.has(Opt::Size) { &[Opt::Size][..] } else { &[Opt::Limit, Opt::Rows][..] };
    for &option in options {
        if let Some(value) = resolver.request.text(option).filter(|_| !is_one) {
            let (table, scale) = (resolver.written(Opt::Table, "NAME"), resolver.written(Opt::Scale, "0.1"));
            let text = format!(
                "this applies to one table; {table} selects one, and {scale} makes all of them smaller"
            );
            resolver.refuse_value(option, value, text);
        }
    }
    let is_stream = resolver.request.has(Opt::Stream);
    if is_stream {
        let text = "the tables of a schema file have as many rows as it says; leave this out";
        resolver.refuse(Opt::Stream, text);
    }
    if is_one && !is_stream { rows::asked(resolver) } else { None }
}

/// The tables that are made, parents first, with their rows.
pub(super) fn chosen(
    resolver: &mut Resolver<'_>,
    dataset: &DatasetSpec,
    selection: &Selection,
    asked: Option<RowExtent>,
) -> Vec<Chosen> {
    let named = |table: &usize| {
        selection.names.is_empty()
            || selection.names.iter().any(|name| name == dataset.tables[*table].schema.table())
    };
    let mut chosen: Vec<Chosen> = (dataset.parents_first().into_iter().filter(named))
        .map(|table| (table, dataset.tables[table].row_range()))
        .collect();
    if let (Some(RowExtent::Range(rows)), [(table, all)]) = (asked, &mut chosen[..]) {
        let is_appended = table_state::is_asked(resolver);
        if resolver.request.has(Opt::Limit) && !is_appended {
            // The first of them.
            *all = 0..rows.end.min(all.end);
        } else if rows.end > all.end {
            let name = dataset.tables[*table].schema.table();
            let text = format!("`{name}` has {} rows", grouped(all.end));
            let option = if resolver.request.has(Opt::Rows) { Opt::Rows } else { Opt::Limit };
            resolver.wrong(option, resolver.request.text(option).unwrap_or_default(), text);
        } else {
            *all = rows;
        }
    }
    chosen
}

/// Whether tables of these names can be written to where they are to go. Several go to a directory, unless they can be one text.
pub(super) fn destination(
    resolver: &mut Resolver<'_>,
    names: &[&str],
    options: &AnyOptions,
    output: &mut Output,
    at_name: AtName<'_>,
) {
    let request = resolver.request;
    let is_elsewhere =
        [Opt::PrintSchema, Opt::Profile, Opt::Into].into_iter().any(|option| request.has(option));
    if names.len() < 2 || is_elsewhere {
        return;
    }
    let spec = options.spec();
    let is_shown = matches!(options, AnyOptions::Table(_));
    let is_script = spec.create_table && spec.transactions || request.has(Opt::Tag);
    let path = output.path.as_deref();
    if let Some(path) = path.filter(|path| !is_script && is_of_file(path) && !is_directory(path)) {
        let folder = format!("{}/", path.with_extension("").display());
        let message = Message::from("one file cannot have several tables, which are files of a directory");
        let message = message.suggest(Some(resolver.written(Opt::Output, &folder)));
        return resolver.wrong(Opt::Output, &path.display().to_string(), message);
    }
    if output.path.is_some() && !is_script {
        output.files.get_or_insert(NonZeroU64::MIN);
    }
    if output.files.is_some() {
        return check_names(resolver, names, "a directory", at_name);
    }
    if spec.transactions {
        check_names(resolver, names, spec.name, at_name);
    }
    let (table, folder) = (resolver.written(Opt::Table, "NAME"), resolver.written(Opt::Output, "DIRECTORY/"));
    if !is_script && !is_shown {
        let is_named = request.has(Opt::Format) || path.is_some();
        let name =
            if is_named { spec.name.to_owned() } else { format!("the default format, {},", spec.name) };
        let text = match spec.tags {
            true => format!(
                "rows of several tables need {} in {name}; {table} makes one table, and {folder} a file for each",
                resolver.written(Opt::Tag, "KEY")
            ),
            false => format!(
                "{name} cannot have several tables; {table} makes one, {folder} a file for each, and sql all of them"
            ),
        };
        match request.text(Opt::Format) {
            Some(format) => resolver.wrong(Opt::Format, format, text),
            None => resolver.refuse(Opt::Schema, text),
        }
    }
    if request.has(Opt::Shard) {
        let text = format!("shards of several tables are files of a directory; give {folder} or {table}");
        resolver.refuse(Opt::Shard, text);
    }
    if let Some(value) = request.text(Opt::Transaction).filter(|_| spec.transactions) {
        let text = "sql of several tables is one transaction; leave this out";
        resolver.wrong(Opt::Transaction, value, text);
    }
}

/// Databases, and the folders of some systems, take names for the same that differ in nothing but their case.
fn check_names(resolver: &mut Resolver<'_>, tables: &[&str], format: &str, at_name: AtName<'_>) {
    for (index, name) in tables.iter().enumerate() {
        let folded = name.to_lowercase();
        let Some(other) = tables[..index].iter().find(|other| other.to_lowercase() == folded) else {
            continue;
        };
        let text = format!(
            "{format} needs tables whose names differ in more than their case, and `{other}` is taken"
        );
        match at_name(name, &text) {
            Some(diagnostic) => resolver.extend([diagnostic]),
            None => resolver.refuse(Opt::Schema, format!("{text}: `{name}`")),
        }
    }
}
