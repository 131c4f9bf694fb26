//! Columns of lists and structs, whose items and fields are columns themselves, as a schema file has them.

use std::sync::Arc;

use gush_diagnostics::{Code, Diagnostic};

use super::column::{self, Known};
use super::computed::Pending;
use super::dirty::Dirt;
use super::grammar::split;
use super::keyed::Keyed;
use super::source::{ColumnSource, Nested};
use super::{Column, entity, read_modifiers};
use crate::generators::{self, Child, Context, Generate, NestedError};

/// Parses a column of any kind, or tells every mistake in it.
pub(super) fn parse(
    mut source: ColumnSource,
    context: &Context<'_>,
    known: &mut Known,
) -> Result<Pending, Vec<Diagnostic>> {
    let Some(nested) = source.nested.take() else { return column::parse(source, context, known) };
    let mut mistakes = Vec::new();
    let modifiers = read_modifiers::parse(&source, &split(&source.word, true).modifiers, None, &mut mistakes);
    let made = match &nested {
        Nested::List(item) => child(item.as_ref().clone(), context, known).map(|(child, _)| child),
        Nested::Struct(fields) => structure(&source, fields, context, known).map(Child::new),
    };
    let made = made.map_err(|found| mistakes.extend(found)).ok();
    let made = made.and_then(|made| match modifiers.list {
        Some((least, most)) => {
            let refused = |error| mistakes.push(refusal(&source, error));
            generators::list_of(made, least..=most).map_err(refused).ok()
        }
        None => Some(made.into_generator()),
    });
    let dirt = made.as_ref().and_then(|made| {
        let dirt = Dirt::read(modifiers.dirty.as_ref(), modifiers.hidden, &made.field(), &source);
        dirt.unwrap_or_else(|mistake| {
            mistakes.push(mistake);
            None
        })
    });
    match made {
        Some(generate) if mistakes.is_empty() => Ok(Pending::Column(Box::new(Column {
            name: source.name.clone().unwrap_or_default(),
            relation: None,
            occurrence: 0,
            generator_at: 0..source.word.len(),
            generate,
            null: modifiers.null,
            hidden: modifiers.hidden,
            keyed: Keyed::of(modifiers.by, modifiers.with),
            dirt,
            unique: false,
            entity: None,
            locale: None,
            locale_at: None,
            gender: None,
            of: String::new(),
            of_is_said: false,
            nth: 1,
            generator: "",
            source: source.of(nested),
        }))),
        _ => Err(mistakes),
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
        Pending::Draft(draft) => {
            let text = "an item or a field is no expression; compute a column of its own".into();
            return Err(vec![draft.whole_mistake(text)]);
        }
        Pending::Broken { .. } => return Err(Vec::new()),
    };
    column.take_place(0);
    if column.unique {
        let text = "items and fields cannot be unique; leave @unique";
        return Err(vec![column.source.mistake(Code::Modifier, column.generator_at, text)]);
    }
    if column.is_dirty() {
        let text = "items and fields cannot be dirty; say @dirty of a column of single values";
        return Err(vec![column.source.mistake(Code::Modifier, column.generator_at, text)]);
    }
    if column.keyed.is_said() {
        let text = "items and fields follow from the row of their column; say @by and @with of a column";
        return Err(vec![column.source.mistake(Code::Modifier, column.generator_at, text)]);
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
    let (mut children, mut columns, mut mistakes) = (Vec::new(), Vec::new(), Vec::new());
    for field in fields {
        match child(field.clone(), context, known) {
            Ok((child, column)) => {
                children.push((column.name.clone(), child));
                columns.push(column);
            }
            Err(found) => mistakes.extend(found),
        }
    }
    mistakes.extend(entity::check(&columns));
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    generators::struct_of(children).map_err(|error| vec![refusal(source, error)])
}

fn refusal(source: &ColumnSource, error: NestedError) -> Diagnostic {
    source.mistake(Code::Generator, 0..source.word.len(), error.to_string())
}
