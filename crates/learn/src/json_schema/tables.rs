//! Which schemas of a document are tables.

use std::collections::BTreeSet;

use super::resolve::{Documents, Part};
use super::shape::{Shape, Type};
use super::solve::{At, Solver, Unfit};
use crate::document::{Document, DocumentError, DocumentKind, Json};
use crate::files::table_name;
use crate::model::{Column, IntSize, Kind, Model, Note, Origin, Table, TableName};

/// Adds the tables of documents, which may refer to each other, to the model.
///
/// # Errors
/// A document has no table, or refers to what it does not have.
pub fn read(documents: &[Document], model: &mut Model) -> Result<(), DocumentError> {
    let mut solver = Solver::new(Documents::new(documents));
    let mut tables = Vec::new();
    let mut names: BTreeSet<String> =
        model.tables.iter().map(|table| table.name.name.to_lowercase()).collect();
    for (index, document) in documents.iter().enumerate() {
        let (before, notes) = (tables.len(), model.notes.len());
        for (name, part, is_root) in candidates(index, document) {
            if let Some(mut table) = table(&mut solver, &name, part, is_root, document, model) {
                table.name.name = free(&table.name.name, &mut names);
                tables.push(table);
            }
        }
        if tables.len() == before && solver.unknown.is_empty() {
            let remotes = solver.remotes.iter().map(|(_, uri)| remote(uri));
            let reasons: Vec<String> =
                remotes.chain(model.notes.drain(notes..).map(|note| note.text)).collect();
            return Err(match reasons.is_empty() {
                true => DocumentError::NoTable,
                false => DocumentError::Wrong(reasons),
            });
        }
    }
    if !solver.unknown.is_empty() {
        return Err(DocumentError::Wrong(unknown(&solver, documents)));
    }
    for (document, uri) in &solver.remotes {
        let origin = Origin { source: documents[*document].name.clone(), line: 0 };
        model.notes.push(Note { origin, about: String::new(), text: remote(uri) });
    }
    model.tables.extend(tables);
    Ok(())
}

/// What is said of a document that is not there.
fn remote(uri: &str) -> String {
    format!("it refers to {uri}, which is not fetched; name that file as another SOURCE")
}

/// A message for each reference that leads nowhere.
fn unknown(solver: &Solver<'_>, documents: &[Document]) -> Vec<String> {
    let message = |(document, reference): &(usize, String)| {
        let parent = reference.rsplit_once('/').map_or("", |(parent, _)| parent);
        let last = reference.rsplit('/').next().unwrap_or_default();
        let names: Vec<String> = match solver.documents.find(parent, *document) {
            Ok(part) => part.schema.fields().iter().map(|(name, _)| name.clone()).collect(),
            Err(_) => Vec::new(),
        };
        let text = format!("{}: there is no {reference}", documents[*document].name);
        let nearest = gush_diagnostics::nearest(last, names.iter().map(String::as_str));
        match nearest {
            Some(name) => format!("{text}; did you mean {parent}/{name}?"),
            None => text,
        }
    };
    solver.unknown.iter().map(message).collect()
}

/// A name that no table has.
fn free(name: &str, names: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let found =
        std::iter::once(name.to_owned()).chain(numbered).find(|name| names.insert(name.to_lowercase()));
    found.unwrap_or_default()
}

/// The schemas of a document that may be tables, with their names: the document itself, or else what it defines.
fn candidates<'d>(index: usize, document: &'d Document) -> Vec<(String, Part<'d>, bool)> {
    let root = Part { document: index, schema: &document.root, is_not: false };
    let defined = |holder: Option<&'d Json>| -> Vec<(String, Part<'d>, bool)> {
        let fields = holder.map(Json::fields).unwrap_or_default();
        fields.iter().map(|(name, schema)| (name.clone(), root.of(schema), false)).collect()
    };
    if document.kind() == Some(DocumentKind::OpenApi) {
        let components = document.root.get("components").and_then(|components| components.get("schemas"));
        return defined(components.or_else(|| document.root.get("definitions")));
    }
    let is_schema = [
        "type",
        "properties",
        "$ref",
        "allOf",
        "anyOf",
        "oneOf",
        "patternProperties",
        "additionalProperties",
        "if",
    ]
    .iter()
    .any(|keyword| document.root.get(keyword).is_some());
    match is_schema {
        true => {
            let stem = table_name(&document.name);
            let stem = stem.strip_suffix(".schema").unwrap_or(&stem).to_owned();
            vec![(stem, root, true)]
        }
        false => {
            let mut all = defined(document.root.get("$defs"));
            all.extend(defined(document.root.get("definitions")));
            all
        }
    }
}

/// The table that a schema is; nothing where it is of no object.
fn table<'d>(
    solver: &mut Solver<'d>,
    name: &str,
    part: Part<'d>,
    is_root: bool,
    document: &Document,
    model: &mut Model,
) -> Option<Table> {
    solver.fields = 0;
    solver.rest();
    solver.left_out.clear();
    let at = At { name: name.to_owned(), above: Vec::new(), depth: 0 };
    let mut shape = Shape::any();
    let collected = solver.collect(&mut shape, part, &[]);
    let says_object = shape.is_typed
        || !shape.properties.is_empty()
        || !shape.groups.is_empty()
        || !shape.pattern_properties.is_empty()
        || !shape.additional.is_empty();
    let can_be = |of: Type| shape.types.contains(&of);
    let column = match collected {
        Err(unfit) => Err(unfit),
        Ok(()) if !says_object => return None,
        Ok(()) if can_be(Type::Object) => {
            let mut shape = shape;
            shape.restrict(&[Type::Object]);
            match solver.solve(shape.clone(), &at) {
                Err(Unfit::Overlapping) => {
                    // The alternatives of the object itself are needed.
                    solver.may_overlap = true;
                    let found = solver.solve(shape, &at);
                    solver.may_overlap = false;
                    found
                }
                found => found,
            }
        }
        Ok(()) if is_root && can_be(Type::Array) && !shape.items.is_empty() => {
            let mut item = Shape::any();
            let parts = shape.items.clone();
            let found = parts.iter().try_for_each(|part| solver.collect(&mut item, *part, &[]));
            item.restrict(&[Type::Object]);
            found.and_then(|()| solver.solve(item, &at))
        }
        Ok(()) => return None,
    };
    let origin = Origin { source: document.name.clone(), line: 0 };
    let note = |model: &mut Model, text: String| {
        let about = if is_root { String::new() } else { format!("schema {name}") };
        model.notes.push(Note { origin: origin.clone(), about, text });
    };
    let columns = match column {
        Ok(Column { kind: Kind::Struct(columns), .. }) => columns,
        Ok(Column { kind: Kind::Entries { value, length, .. }, .. }) => named_entries(&value, length),
        Ok(_) | Err(Unfit::Remote) => return None,
        Err(Unfit::Impossible) => {
            note(model, "no object fits all that it asks for".into());
            return None;
        }
        Err(Unfit::Recursive) => {
            note(model, "it has to have itself in it, without end".into());
            return None;
        }
        Err(Unfit::Overlapping) => {
            note(model, "its alternatives cannot be kept apart, and one alone may hold".into());
            return None;
        }
        Err(Unfit::TooComplex) => {
            note(model, "its alternatives are too many to try all of them".into());
            return None;
        }
    };
    for (field, unfit) in std::mem::take(&mut solver.left_out) {
        let reason = match unfit {
            Unfit::TooComplex => "are too many to try all of them",
            Unfit::Overlapping => "cannot be kept apart, and one alone may hold",
            Unfit::Impossible | Unfit::Recursive | Unfit::Remote => continue,
        };
        note(model, format!("{field} is left out: its alternatives {reason}"));
    }
    let mut table = Table::new(TableName { schema: None, name: name.to_owned() }, origin);
    table.comment = part.schema.get("title").and_then(Json::text).map(str::to_owned);
    table.columns = columns;
    key(&mut table, part.schema);
    Some(table)
}

/// Columns for an object whose fields have any names.
fn named_entries(value: &Column, (least, most): (u32, u32)) -> Vec<Column> {
    let count = least.max(1).min(most.max(1));
    (1..=count).map(|number| Column { name: format!("key{number}"), ..value.clone() }).collect()
}

/// A whole number `id` without bounds that every object has is its key.
fn key(table: &mut Table, schema: &Json) {
    let is_required = schema
        .get("required")
        .map(Json::items)
        .unwrap_or_default()
        .iter()
        .any(|name| name.text() == Some("id"));
    let is_key = |column: &&mut Column| {
        column.name == "id" && matches!(column.kind, Kind::Int(IntSize { .. })) && column.rules.is_none()
    };
    if let Some(id) = table.columns.iter_mut().find(is_key).filter(|_| is_required) {
        id.is_nullable = false;
        table.primary_key = vec!["id".into()];
    }
}
