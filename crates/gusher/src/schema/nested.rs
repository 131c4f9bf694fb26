//! Columns of lists, maps and structs, whose items and fields are columns themselves, as a schema file has them.

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

/// Columns are nested at most so deep: below it everything that walks through types may call itself, and many readers of JSON, Avro and
/// Arrow take no more.
const MAX_DEPTH: u32 = 64;

/// Parses a column of any kind, or reports every problem in it.
pub(super) fn parse(
    source: ColumnSource,
    context: &Context<'_>,
    known: &mut Known,
) -> Result<Pending, Vec<Diagnostic>> {
    Builder { context, known, depth: 0 }.column(source)
}

/// Makes generators of columns and of what is inside them.
struct Builder<'a, 'c> {
    context: &'a Context<'c>,
    known: &'a mut Known,
    /// How many lists, maps and structs are around what is parsed.
    depth: u32,
}

impl Builder<'_, '_> {
    /// Parses a column of any kind, or reports every problem in it.
    fn column(&mut self, source: ColumnSource) -> Result<Pending, Vec<Diagnostic>> {
        let mut source = list_levels::unfolded(braces::unfolded(source)?);
        let nested = source.nested.take();
        if self.depth == MAX_DEPTH && (nested.is_some() || list_levels::has_list(&source)) {
            let text = format!("lists, maps and structs are nested at most {MAX_DEPTH} deep");
            return Err(vec![source.diagnostic(Code::Generator, 0..source.spec.len(), text)]);
        }
        let Some(nested) = nested else { return column::parse(source, self.context, self.known) };
        self.depth += 1;
        let pending = self.nested(source, nested);
        self.depth -= 1;
        pending
    }

    /// A list, a map or a struct with its modifiers.
    fn nested(&mut self, source: ColumnSource, nested: Nested) -> Result<Pending, Vec<Diagnostic>> {
        let mut diagnostics = Vec::new();
        let modifiers =
            read_modifiers::parse(&source, &split(&source.spec, true).modifiers, None, &mut diagnostics);
        let built = match &nested {
            Nested::Map { key, value } => self.map(&source, [key, value], modifiers.list),
            Nested::List(_) | Nested::Struct(_) => self.listed(&source, &nested, modifiers.list),
        };
        let built = built.map_err(|found| diagnostics.extend(found)).ok();
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
                    keyed: Keyed::of(modifiers.by, modifiers.with, modifiers.not),
                    dirt,
                    source: source.of(nested),
                    ..Column::new(name, generate)
                })))
            }
            _ => Err(diagnostics),
        }
    }

    /// A list of items or of structs, or a struct.
    fn listed(
        &mut self,
        source: &ColumnSource,
        nested: &Nested,
        list: Option<(u32, u32)>,
    ) -> Result<Arc<dyn Generate>, Vec<Diagnostic>> {
        let child = match nested {
            Nested::List(item) => self.child(item.as_ref().clone())?.0,
            Nested::Struct(fields) => Child::new(self.structure(source, fields)?),
            Nested::Map { .. } => unreachable!("a map is built from a key and a value"),
        };
        let Some((least, most)) = list else { return Ok(child.into_generator()) };
        generators::list_of(child, least..=most).map_err(|error| vec![refusal(source, error)])
    }

    /// A map of as many entries as `list` says.
    fn map(
        &mut self,
        source: &ColumnSource,
        [key, value]: [&ColumnSource; 2],
        list: Option<(u32, u32)>,
    ) -> Result<Arc<dyn Generate>, Vec<Diagnostic>> {
        let mut diagnostics = Vec::new();
        if list.is_none() {
            let text =
                "a map needs the number of its entries, such as @list=0,5 (in a schema file list = [0, 5])";
            diagnostics.push(source.diagnostic(Code::Generator, 0..source.spec.len(), text));
        }
        let mut child = |source: &ColumnSource| {
            self.child(source.clone()).map_err(|found| diagnostics.extend(found)).ok()
        };
        let (Some((key, column)), Some((value, _)), Some((least, most))) = (child(key), child(value), list)
        else {
            return Err(diagnostics);
        };
        generators::map_of(key, value, least..=most).map_err(|error| {
            let at_key =
                || column.source.diagnostic(Code::Generator, column.generator_at.clone(), error.to_string());
            vec![if error.is_of_key() { at_key() } else { refusal(source, error) }]
        })
    }

    /// An item or a field, and the column that it would be.
    fn child(&mut self, source: ColumnSource) -> Result<(Child, Column), Vec<Diagnostic>> {
        let mut column = match self.column(source)? {
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
        &mut self,
        source: &ColumnSource,
        fields: &[ColumnSource],
    ) -> Result<Arc<dyn Generate>, Vec<Diagnostic>> {
        let (mut children, mut columns, mut diagnostics) = (Vec::new(), Vec::new(), Vec::new());
        for field in fields {
            match self.child(field.clone()) {
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
}

fn refusal(source: &ColumnSource, error: NestedError) -> Diagnostic {
    source.diagnostic(Code::Generator, 0..source.spec.len(), error.to_string())
}
