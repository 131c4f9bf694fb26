//! Objects as structs and maps.

use super::resolve::Part;
use super::shape::{Shape, matches};
use super::solve::{At, MAX_FIELDS, SOFT_DEPTH, Solver, Unfit};
use crate::document::Json;
use crate::model::{Column, Kind, Rules};

/// A map has as many more entries than it needs.
const MORE: u32 = 2;

/// Any value at all.
static ANY: Json = Json::Bool(true);

impl<'d> Solver<'d> {
    /// The struct that an object with fields is, or the map that one without is.
    pub fn object(&mut self, shape: &Shape<'d>, at: &At) -> Result<Column, Unfit> {
        let mut fields = self.object_fields(shape, at)?;
        let missing = shape.min_properties.saturating_sub(u32::try_from(fields.len()).unwrap_or(u32::MAX));
        if fields.is_empty() && shape.required.is_empty() {
            return self.map(shape, at);
        }
        for number in 1..=missing {
            let name = format!("key{number}");
            let parts = self.others(shape, &name).ok_or(Unfit::Impossible)?;
            fields.push(self.column(&parts, &at.part(&name, &shape.entered))?);
        }
        Ok(Column::new(&*at.name, Kind::Struct(fields), ""))
    }

    /// The fields that an object has: those that it needs, and all others that it may have.
    pub fn object_fields(&mut self, shape: &Shape<'d>, at: &At) -> Result<Vec<Column>, Unfit> {
        let mut shape = shape.clone();
        self.add_dependents(&mut shape, at)?;
        if !shape.groups.is_empty() {
            // Schemas of fields that are there brought alternatives.
            let column = self.solve(shape, at)?;
            return if let Kind::Struct(fields) = column.kind { Ok(fields) } else { Ok(Vec::new()) };
        }
        let shape = &shape;
        let known: Vec<&str> = shape.properties.iter().map(|(name, _)| *name).collect();
        let unknown = shape.required.iter().copied().filter(|name| !known.contains(name));
        let names: Vec<&str> = known.iter().copied().chain(unknown).collect();
        let most = shape.max_properties.map_or(usize::MAX, |max| max as usize);
        let mut free = most.saturating_sub(shape.required.len());
        let mut columns = Vec::new();
        for name in names {
            let is_required = shape.required.contains(&name);
            let is_over = at.depth >= SOFT_DEPTH || self.fields >= MAX_FIELDS || free == 0;
            if shape.is_forbidden(name) || (!is_required && is_over) {
                continue;
            }
            let parts = self.property(shape, name);
            if at.depth == 0 {
                self.rest();
            }
            let before = self.fields;
            self.fields += 1;
            let at_field = at.part(name, &shape.entered);
            let mut found = self.column(&parts, &at_field);
            if is_required && found == Err(Unfit::Overlapping) {
                let before = std::mem::replace(&mut self.may_overlap, true);
                found = self.column(&parts, &at_field);
                self.may_overlap = before;
            }
            match found {
                Ok(column) => {
                    free -= usize::from(!is_required);
                    columns.push(column);
                }
                Err(Unfit::Remote) if is_required => {
                    let text = Kind::Text { max: None, is_fixed: false, ignores_case: false };
                    let mut column = Column::new(name, text, "");
                    column.is_nullable = false;
                    column.doubts.push("its schema is in a document that is not there".into());
                    columns.push(column);
                }
                Err(unfit) if is_required => return Err(unfit),
                Err(unfit) => {
                    self.fields = before;
                    if unfit != Unfit::Impossible {
                        self.left_out.push((name.to_owned(), unfit));
                    }
                }
            }
        }
        Ok(columns)
    }

    /// Adds what has to hold where some field is there.
    fn add_dependents(&mut self, shape: &mut Shape<'d>, at: &At) -> Result<(), Unfit> {
        for (name, of, document) in shape.dependents.clone() {
            let is_there = shape.required.contains(&name)
                || (shape.properties.iter().any(|(other, _)| *other == name) && !shape.is_forbidden(name));
            if !is_there {
                continue;
            }
            let is_needed = shape.required.contains(&name);
            let mut with = shape.clone();
            let needed: Vec<&str> = match of {
                Json::Text(text) => vec![text],
                of => of.items().iter().filter_map(Json::text).collect(),
            };
            with.required.extend(needed.into_iter().filter(|name| !shape.required.contains(name)));
            let part = Part { document, schema: of, is_not: false };
            let fits = match of {
                Json::Object(_) | Json::Bool(_) => self.collect(&mut with, part, &at.above).is_ok(),
                _ => !with.is_impossible(),
            };
            match (fits, is_needed) {
                (true, _) => *shape = with,
                (false, true) => return Err(Unfit::Impossible),
                (false, false) => shape.forbidden.push(name),
            }
        }
        shape.dependents.clear();
        Ok(())
    }

    /// The schemas that apply to a field.
    fn property(&self, shape: &Shape<'d>, name: &str) -> Vec<Part<'d>> {
        let own = shape.properties.iter().find(|(other, _)| *other == name);
        let mut parts = own.map(|(_, parts)| parts.clone()).unwrap_or_default();
        let of_patterns = shape.pattern_properties.iter().filter(|(pattern, _)| matches(pattern, name));
        parts.extend(of_patterns.map(|(_, part)| *part));
        if parts.is_empty() {
            parts.extend(&shape.additional);
        }
        if parts.is_empty() {
            parts.push(Part { document: 0, schema: &ANY, is_not: false });
        }
        parts
    }

    /// The schemas of a field that none is listed for; nothing where there may be none.
    fn others(&self, shape: &Shape<'d>, name: &str) -> Option<Vec<Part<'d>>> {
        let is_known = shape.properties.iter().any(|(other, _)| *other == name);
        (!is_known && !shape.is_forbidden(name)).then(|| self.property(shape, name))
    }

    /// A map of what is not listed.
    fn map(&mut self, shape: &Shape<'d>, at: &At) -> Result<Column, Unfit> {
        let length =
            (shape.min_properties, shape.max_properties.unwrap_or(u32::MAX).min(shape.min_properties + MORE));
        let mut key = Column::new("key", Kind::Text { max: None, is_fixed: false, ignores_case: false }, "");
        key.is_nullable = false;
        let mut values: Vec<Part<'d>> = Vec::new();
        match shape.pattern_properties.iter().find(|(pattern, of)| {
            !shape.closed.iter().any(|closed| !closed.patterns.contains(pattern))
                && *of.schema != Json::Bool(false)
        }) {
            Some((pattern, of)) => {
                key.rules =
                    Some(Box::new(Rules { pattern: Some((*pattern).to_owned()), ..Rules::default() }));
                values.push(*of);
            }
            None if shape.closed.is_empty() && (!shape.additional.is_empty() || shape.min_properties > 0) => {
                values.extend(&shape.additional);
            }
            None => values.clear(),
        }
        let is_open = !values.is_empty() || (shape.closed.is_empty() && shape.min_properties > 0);
        if is_open && !shape.names.is_empty() {
            key = self.column(&shape.names, &at.part("key", &shape.entered))?;
            if !matches!(key.kind, Kind::Text { .. } | Kind::Enum(_)) {
                key.kind = Kind::Text { max: None, is_fixed: false, ignores_case: false };
            }
        }
        let is_deep = at.depth >= SOFT_DEPTH && length.0 == 0;
        let value = match is_open && !is_deep && length.1 > 0 {
            true => self.column(&values, &at.part("value", &shape.entered)),
            false => Err(Unfit::Impossible),
        };
        match value {
            Ok(value) => {
                let kind = Kind::Entries { key: Box::new(key), value: Box::new(value), length };
                Ok(Column::new(&*at.name, kind, ""))
            }
            Err(_) if shape.min_properties == 0 => {
                Ok(Column::new(&*at.name, Kind::Literals(vec!["{}".into()]), ""))
            }
            Err(unfit) => Err(unfit),
        }
    }
}
