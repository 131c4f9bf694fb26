//! The tables of a layout: which columns their files have, by which fields they are partitioned, and whether a table format has their types.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use gush_columnar::lake::{LakeField, LakeType, fields as fields_of};
use gush_diagnostics::{Message, grouped};
use gusher::plan::Plan;
use gusher::schema::{Column, DatasetSpec};
use gusher::types::{Field, StorageType};

use super::catalog::Catalog;
use super::layout::Layout;
use super::options::Opt;
use super::output::Output;
use super::resolver::Resolver;
use super::tables::Chosen;
use crate::partition::{KeyColumn, KeyError, MAX_PARTITIONS, Partitions, Transform, key_column};

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
        let gathered = Arc::default();
        Some((files, Partitions { plan: plan.clone(), fields: keys, gathered }))
    };
    chosen.iter().zip(plans).map(of_table).collect()
}

/// Reports columns that there are not, where something else is wrong and so no table is planned.
pub(super) fn check_columns(
    resolver: &mut Resolver<'_>,
    output: &Output,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
) {
    let (Some(layout), Some(text)) = (&output.layout, resolver.request.text(Opt::PartitionBy)) else {
        return;
    };
    for schema in chosen.iter().map(|(table, _)| &dataset.tables[*table].schema) {
        let known: Vec<&str> = schema.visible().map(Column::name).collect();
        for field in layout.fields.iter().filter(|field| !known.contains(&field.column.as_str())) {
            let what = format!("`{}` has no such column", schema.table());
            let message = Message::unknown(what, &field.column, known.iter().copied());
            resolver.wrong_at(Opt::PartitionBy, text, field.column_at.clone(), message);
        }
    }
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
    let mut taken: HashSet<&str> = HashSet::new();
    for (field, key) in layout.fields.iter().zip(keys) {
        let is_kept =
            layout.keeps_columns && field.transform == Transform::Identity && key.name() == key.column();
        let in_files = !is_kept && files.fields().any(|of_file| of_file.name == key.name());
        if !taken.insert(key.name()) || in_files {
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
