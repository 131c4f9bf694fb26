//! Types, domains and sequences.

use super::create_table::fields;
use super::source::{Outcome, Source};
use crate::model::Identity;
use crate::sql::cursor::Cursor;
use crate::sql::draft::{Domain, Draft, UserType};
use crate::sql::read::{Context, domain_constraint, excerpt, sequence_options};
use crate::sql::tokens::TokenKind;
use crate::sql::types::TypeRef;

/// Reads behind `CREATE TYPE`.
pub(super) fn create_type(draft: &mut Draft, source: &Source<'_>, cursor: &mut Cursor<'_>) -> Outcome {
    let Some(name) = cursor.table_name() else { return Outcome::Read };
    let made = if cursor.eat("AS ENUM") {
        UserType::Enum(labels(cursor))
    } else if cursor.eat("AS RANGE") {
        cursor.group().and_then(subtype).map_or(UserType::Other, UserType::Range)
    } else if cursor.eat("AS") {
        let mut notes = std::mem::take(&mut draft.notes);
        let mut context = Context {
            dialect: draft.dialect,
            source: source.name,
            about: format!("type {}", name.name),
            notes: &mut notes,
        };
        let made = cursor.group().map(|mut group| fields(&mut group, &mut context));
        draft.notes = notes;
        made.map_or(UserType::Other, UserType::Composite)
    } else {
        UserType::Other
    };
    draft.types.insert(name.name, made);
    Outcome::Read
}

fn labels(cursor: &mut Cursor<'_>) -> Vec<String> {
    cursor
        .group()
        .map(|mut group| group.split().into_iter().filter_map(|mut part| part.string()).collect())
        .unwrap_or_default()
}

/// `subtype = float8` among the options of a range.
fn subtype(mut group: Cursor<'_>) -> Option<TypeRef> {
    group.split().into_iter().find_map(|mut part| {
        part.eat("SUBTYPE").then_some(())?;
        part.eat_sign("=");
        Some(TypeRef::read(&mut part))
    })
}

/// Reads behind `CREATE DOMAIN`.
pub(super) fn create_domain(draft: &mut Draft, source: &Source<'_>, cursor: &mut Cursor<'_>) -> Outcome {
    let Some(name) = cursor.table_name() else { return Outcome::Read };
    cursor.eat("AS");
    let of = TypeRef::read(cursor);
    let mut domain = Domain { of, default: None, is_nullable: true, checks: Vec::new(), collation: None };
    while !cursor.is_done() {
        if cursor.eat("COLLATE") {
            domain.collation = cursor.names().and_then(|mut names| names.pop());
        } else if cursor.eat("DEFAULT") {
            let from = cursor.position();
            cursor.skip_one();
            while !cursor.is_done() && !cursor.is_any(&["CONSTRAINT", "CHECK", "NOT", "NULL"]) {
                cursor.skip_one();
            }
            domain.default = Some(cursor.text_since(from));
        } else {
            constrain(draft, source, &mut domain, cursor);
        }
    }
    draft.types.insert(name.name, UserType::Domain(Box::new(domain)));
    Outcome::Read
}

fn constrain(draft: &mut Draft, source: &Source<'_>, domain: &mut Domain, cursor: &mut Cursor<'_>) {
    let mut notes = Vec::new();
    let context =
        Context { dialect: draft.dialect, source: source.name, about: String::new(), notes: &mut notes };
    match domain_constraint(cursor, &context) {
        Some(Ok(check)) => domain.checks.push(check),
        Some(Err(is_nullable)) => domain.is_nullable = is_nullable,
        None => {
            let text = excerpt(&cursor.rest_text());
            draft.notes.push(source.note("", format!("`{text}` of a domain is not understood")));
            while cursor.advance().is_some() {}
        }
    }
}

/// Reads behind `CREATE SEQUENCE`.
pub(super) fn create_sequence(draft: &mut Draft, cursor: &mut Cursor<'_>) -> Outcome {
    cursor.eat("IF NOT EXISTS");
    if let Some(name) = cursor.table_name() {
        let mut found = Identity { is_always: false, start: 1, step: 1 };
        sequence_options(cursor, &mut found);
        draft.left_out.insert(name.name.clone());
        draft.sequences.insert(name.name, found);
    }
    Outcome::Read
}

/// Reads behind `ALTER`, where no table follows.
pub(super) fn alter(draft: &mut Draft, source: &Source<'_>, cursor: &mut Cursor<'_>) -> Outcome {
    if cursor.eat("TYPE") {
        alter_type(draft, cursor);
    } else if cursor.eat("DOMAIN") {
        alter_domain(draft, source, cursor);
    } else if cursor.eat("SEQUENCE") {
        cursor.eat("IF EXISTS");
        let Some(name) = cursor.table_name() else { return Outcome::Read };
        if let Some(found) = draft.sequences.get_mut(&name.name) {
            sequence_options(cursor, found);
        }
    }
    Outcome::Read
}

fn alter_type(draft: &mut Draft, cursor: &mut Cursor<'_>) {
    let Some(name) = cursor.table_name() else { return };
    if cursor.eat("RENAME TO") {
        if let (Some(new), Some(made)) = (cursor.name(), draft.types.remove(&name.name)) {
            draft.rename_type(&name.name, &new);
            draft.types.insert(new, made);
        }
        return;
    }
    let Some(UserType::Enum(labels)) = draft.types.get_mut(&name.name) else { return };
    if cursor.eat("ADD VALUE") {
        cursor.eat("IF NOT EXISTS");
        let Some(label) = cursor.string().filter(|label| !labels.contains(label)) else { return };
        let is_before = cursor.eat("BEFORE");
        cursor.eat("AFTER");
        let beside = cursor.peek().filter(|token| token.kind == TokenKind::String);
        let found = beside.and_then(|token| labels.iter().position(|other| *other == token.value));
        let at = found.map_or(labels.len(), |found| found + usize::from(!is_before));
        labels.insert(at, label);
    } else if cursor.eat("RENAME VALUE") {
        let (Some(old), true, Some(new)) = (cursor.string(), cursor.eat("TO"), cursor.string()) else {
            return;
        };
        if let Some(label) = labels.iter_mut().find(|label| **label == old) {
            *label = new;
        }
    }
}

fn alter_domain(draft: &mut Draft, source: &Source<'_>, cursor: &mut Cursor<'_>) {
    let Some(name) = cursor.table_name() else { return };
    let Some(UserType::Domain(domain)) = draft.types.get(&name.name) else { return };
    let mut domain = domain.clone();
    if cursor.eat("ADD") {
        constrain(draft, source, &mut domain, cursor);
    } else if cursor.eat("SET NOT NULL") {
        domain.is_nullable = false;
    } else if cursor.eat("DROP NOT NULL") {
        domain.is_nullable = true;
    } else if cursor.eat("SET DEFAULT") {
        domain.default = Some(cursor.rest_text());
    } else if cursor.eat("DROP DEFAULT") {
        domain.default = None;
    } else if cursor.eat_any(&["DROP CONSTRAINT IF EXISTS", "DROP CONSTRAINT"]) {
        let constraint = cursor.name();
        domain.checks.retain(|check| check.name != constraint);
    }
    draft.types.insert(name.name, UserType::Domain(domain));
}
