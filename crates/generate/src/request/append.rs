//! Whether the rows that are asked for continue the table that they are appended to.

use std::collections::BTreeSet;
use std::ops::Range;

use gush_diagnostics::Message;
use gusher::schema::DatasetSpec;

use super::format::FormatChoices;
use super::layout::Layout;
use super::options::Opt;
use super::resolver::Resolver;
use super::settings::Settings;
use super::table_record::TableRecord;
use super::table_state::TableState;
use super::tables::Chosen;
use crate::partition::PartitionField;

/// Notes what the rows of tables follow from, and whether they continue the table that they are appended to.
pub(super) fn note(
    resolver: &mut Resolver<'_>,
    layout: &mut Layout,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
    settings: Settings,
    choices: &FormatChoices,
) {
    if layout.catalog.is_none() {
        return;
    }
    let by: Vec<String> = layout.fields.iter().map(PartitionField::to_string).collect();
    let record = |(table, _): &Chosen| TableRecord {
        partition_by: by.clone(),
        ints: choices.ints.clone(),
        nest: choices.nest,
        ..TableRecord::new(dataset, *table, settings)
    };
    layout.records = chosen.iter().map(record).collect();
    match (&layout.records[..], chosen) {
        ([record], [(_, rows)]) => check(resolver, layout, record, rows),
        _ if layout.append.is_some() => {
            let text =
                format!("one table is appended to; {} selects it", resolver.written(Opt::Table, "NAME"));
            resolver.refuse(Opt::Append, text);
        }
        _ => {}
    }
}

/// Refuses a table of Iceberg whose files are not where its metadata says.
fn check_location(resolver: &mut Resolver<'_>, layout: &Layout, state: &TableState) {
    let Some(location) = state.location() else { return };
    let asked = layout.location.as_deref();
    let here = resolver.request.path(Opt::Output).and_then(|path| resolver.environment.absolute(path));
    let here = here.map(|path| format!("file://{}", path.display()).trim_end_matches('/').to_owned());
    if asked.is_none() && location.starts_with("file://") && here.as_deref() != Some(location) {
        let text = format!("the table is at {location} by its metadata, and cannot be moved");
        resolver.refuse(Opt::Append, text);
    } else if asked.is_some_and(|asked| asked != location) {
        let text = Message::from("by its metadata the table is elsewhere")
            .suggest(Some(resolver.written(Opt::LakeLocation, location)));
        differs(resolver, Opt::LakeLocation, text);
    }
}

/// Whether these rows, generated as `record` says, continue the table.
fn check(resolver: &mut Resolver<'_>, layout: &Layout, record: &TableRecord, rows: &Range<u64>) {
    let Some(state) = &layout.append else { return };
    check_location(resolver, layout, state);
    let before = &state.record;
    if record.seed != before.seed {
        let text = Message::from("the table was written with another seed")
            .suggest(Some(resolver.written(Opt::Seed, &before.seed.to_string())));
        differs(resolver, Opt::Seed, text);
    }
    if record.table != before.table {
        let text =
            Message::from(format!("the table is called `{}`, and values depend on that", before.table))
                .suggest(Some(resolver.written(Opt::Table, &before.table)));
        differs(resolver, Opt::Table, text);
    }
    if let (Some(_), Some(now)) = (&record.now, before.now.as_ref().filter(|_| record.now != before.now)) {
        let text =
            Message::from("values depend on the present, which was another one for the rows of the table")
                .suggest(Some(resolver.written(Opt::Now, now)));
        differs(resolver, Opt::Now, text);
    }
    if record.locale != before.locale {
        let text = Message::from("the table has values of another locale")
            .suggest(Some(resolver.written(Opt::Locale, &before.locale)));
        differs(resolver, Opt::Locale, text);
    }
    if record.partition_by != before.partition_by {
        let text = match before.partition_by.join(",") {
            by if by.is_empty() => Message::from("the table has no partitions"),
            by => Message::from("the table has other partitions")
                .suggest(Some(resolver.written(Opt::PartitionBy, &by))),
        };
        differs(resolver, Opt::PartitionBy, text);
    }
    if record.ints != before.ints {
        let width = before.ints.as_deref().unwrap_or("wide");
        let text = Message::from("the integers of the table have other widths")
            .suggest(Some(resolver.written(Opt::Ints, width)));
        differs(resolver, Opt::Ints, text);
    }
    if record.nest != before.nest {
        let text =
            if before.nest { "the table has structs; give this too" } else { "the table has no structs" };
        resolver.refuse(Opt::Nest, text);
    }
    columns(resolver, record, before);
    if record.dataset != before.dataset && record.columns == before.columns {
        resolver.refuse(
            Opt::Append,
            "the schema has other keys, links or numbers of rows than that of the table",
        );
    }
    if rows.start != state.rows.end {
        let mut text = format!("the table has rows up to {}, and the next ones begin there", state.rows.end);
        if resolver.request.has(Opt::Rows) {
            let limit = resolver.written(Opt::Limit, "N");
            text.push_str(&format!("; {limit} adds as many as N says"));
        }
        differs(resolver, Opt::Rows, text.into());
    }
}

/// Reports a value that was another one when the table was written.
fn differs(resolver: &mut Resolver<'_>, option: Opt, message: Message) {
    match resolver.request.text(option) {
        Some(value) => resolver.wrong(option, value, message),
        None => resolver.refuse(option, message),
    }
}

/// Reports the columns that differ, by their names.
fn columns(resolver: &mut Resolver<'_>, record: &TableRecord, before: &TableRecord) {
    let names: BTreeSet<&String> = record.columns.keys().chain(before.columns.keys()).collect();
    for name in names {
        let text = match (record.columns.get(name), before.columns.get(name)) {
            (Some(_), None) => format!("the table has no column `{name}`"),
            (None, Some(_)) => format!("the table has a column `{name}`, which is missing here"),
            (one, other) if one != other => {
                format!("the column `{name}` of the table is defined otherwise than here")
            }
            _ => continue,
        };
        resolver.refuse(Opt::Append, text);
    }
}
