//! Columns of lists and structs, whose items and fields are columns themselves, as a schema file has them.

use std::sync::Arc;

use gush_diagnostics::{Code, Diagnostic};

use super::braces;
use super::column::{self, Known};
use super::computed::Pending;
use super::dirty::Dirt;
use super::grammar::split;
use super::keyed::Keyed;
use super::list_levels;
use super::source::{ColumnSource, Nested};
use super::{Column, entity, read_modifiers};
use crate::generators::{self, Child, Context, Generate, NestedError};

/// Parses a column of any kind, or reports every problem in it.
pub(super) fn parse(
    mut source: ColumnSource,
    context: &Context<'_>,
    known: &mut Known,
) -> Result<Pending, Vec<Diagnostic>> {
    source = list_levels::unfolded(braces::unfolded(source)?);
    let Some(nested) = source.nested.take() else { return column::parse(source, context, known) };
    let mut diagnostics = Vec::new();
    let modifiers =
        read_modifiers::parse(&source, &split(&source.spec, true).modifiers, None, &mut diagnostics);
    let built = match &nested {
        Nested::List(item) => child(item.as_ref().clone(), context, known).map(|(child, _)| child),
        Nested::Struct(fields) => structure(&source, fields, context, known).map(Child::new),
    };
    let built = built.map_err(|found| diagnostics.extend(found)).ok();
    let built = built.and_then(|built| match modifiers.list {
        Some((least, most)) => {
            let refused = |error| diagnostics.push(refusal(&source, error));
            generators::list_of(built, least..=most).map_err(refused).ok()
        }
        None => Some(built.into_generator()),
    });
    let built = built.and_then(|built| {
        let Some(storage) = modifiers.storage.clone() else { return Some(built) };
        if let Err(text) = storage.check_kind(&built.field()) {
            let at = modifiers.span("type").unwrap_or(0..source.spec.len());
            diagnostics.push(source.diagnostic(Code::Modifier, at, text));
            return None;
        }
        Some(generators::stored(built, storage))
    });
    let dirt = built.as_ref().and_then(|built| {
        let dirt = Dirt::read(modifiers.dirty.as_ref(), modifiers.hidden, &built.field(), &source);
        dirt.unwrap_or_else(|diagnostic| {
            diagnostics.push(diagnostic);
            None
        })
    });
    match built {
        Some(generate) if diagnostics.is_empty() => {
            let name = source.name.clone().unwrap_or_default();
            Ok(Pending::Column(Box::new(Column {
                generator_at: 0..source.spec.len(),
                null: modifiers.null,
                hidden: modifiers.hidden,
                keyed: Keyed::of(modifiers.by, modifiers.with),
                dirt,
                source: source.of(nested),
                ..Column::new(name, generate)
            })))
        }
        _ => Err(diagnostics),
    }
}

/// An item or a field, and the column that it would be.
fn child(
    source: ColumnSource,
    context: &Context<'_>,
    known: &mut Known,
) -> Result<(Child, Column), Vec<Diagnostic>> {
    let mut column = match parse(source, context, known)? {
        Pending::Column(column) => *column,
        Pending::Computed(draft) => {
            let text = "an item or a field is no expression; compute a column of its own".into();
            return Err(vec![draft.column_diagnostic(text)]);
        }
        Pending::Broken { .. } => return Err(Vec::new()),
    };
    column.set_occurrence(0);
    if column.unique {
        let text = "items and fields cannot be unique; leave @unique";
        return Err(vec![column.source.diagnostic(Code::Modifier, column.generator_at, text)]);
    }
    if column.is_dirty() {
        let text = "items and fields cannot be dirty; say @dirty of a column of single values";
        return Err(vec![column.source.diagnostic(Code::Modifier, column.generator_at, text)]);
    }
    if column.keyed.is_set() {
        let text = "items and fields follow from the row of their column; say @by and @with of a column";
        return Err(vec![column.source.diagnostic(Code::Modifier, column.generator_at, text)]);
    }
    let mut child = Child::new(Arc::clone(&column.generate));
    if let Some(share) = column.null {
        child = child.null(share);
    }
    if let Some(entity) = column.entity {
        child = child.of(entity, &column.of);
    }
    Ok((child, column))
}

fn structure(
    source: &ColumnSource,
    fields: &[ColumnSource],
    context: &Context<'_>,
    known: &mut Known,
) -> Result<Arc<dyn Generate>, Vec<Diagnostic>> {
    let (mut children, mut columns, mut diagnostics) = (Vec::new(), Vec::new(), Vec::new());
    for field in fields {
        match child(field.clone(), context, known) {
            Ok((child, column)) => {
                children.push((column.name.clone(), child));
                columns.push(column);
            }
            Err(found) => diagnostics.extend(found),
        }
    }
    diagnostics.extend(entity::check(&columns));
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    generators::struct_of(children).map_err(|error| vec![refusal(source, error)])
}

fn refusal(source: &ColumnSource, error: NestedError) -> Diagnostic {
    source.diagnostic(Code::Generator, 0..source.spec.len(), error.to_string())
}
