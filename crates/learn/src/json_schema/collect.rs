//! The keywords of a schema, with those of all schemas that it refers to.

use super::negate;
use super::resolve::{Missing, Part};
use super::shape::{Closed, Group, Shape, Type};
use super::solve::{Solver, Unfit};
use crate::choose::Number;
use crate::document::Json;

/// As often a schema may be within itself.
const MAX_AGAIN: usize = 1;

impl<'d> Solver<'d> {
    /// Adds all that a schema says to the shape. `above` are the schemas that it is within.
    pub fn collect(&mut self, shape: &mut Shape<'d>, part: Part<'d>, above: &[usize]) -> Result<(), Unfit> {
        self.step()?;
        if part.is_not {
            return negate::negate(self, shape, part, above);
        }
        match part.schema {
            Json::Bool(false) => return Err(Unfit::Impossible),
            Json::Object(_) => {}
            Json::Bool(true) | Json::Null | Json::Number(_) | Json::Text(_) | Json::List(_) => return Ok(()),
        }
        let address = part.address();
        if shape.entered.contains(&address) {
            return Ok(());
        }
        if above.iter().filter(|of| **of == address).count() > MAX_AGAIN {
            return Err(Unfit::Recursive);
        }
        shape.entered.push(address);
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            if let Some(reference) = part.schema.get(keyword).and_then(Json::text) {
                let found = self.follow(reference, part)?;
                self.collect(shape, found, above)?;
            }
        }
        self.general(shape, part);
        amounts(shape, part.schema);
        texts(shape, part.schema);
        arrays(shape, part);
        objects(shape, part);
        for all in part.schema.get("allOf").map(Json::items).unwrap_or_default() {
            self.collect(shape, part.of(all), above)?;
        }
        for (keyword, is_only) in [("oneOf", true), ("anyOf", false)] {
            let branches = part.schema.get(keyword).map(Json::items).unwrap_or_default();
            if !branches.is_empty() {
                let branches = branches.iter().map(|branch| part.of(branch)).collect();
                shape.groups.push(Group::Branches { branches, is_only });
            }
        }
        let get = |name: &str| part.schema.get(name).map(|schema| part.of(schema));
        if let Some(condition) = get("if").filter(|_| get("then").is_some() || get("else").is_some()) {
            shape.groups.push(Group::If { condition, then: get("then"), otherwise: get("else") });
        }
        if let Some(not) = get("not") {
            self.collect(shape, Part { is_not: true, ..not }, above)?;
        }
        if shape.types.is_empty() || shape.is_impossible() { Err(Unfit::Impossible) } else { Ok(()) }
    }

    /// The schema that a reference leads to.
    fn follow(&mut self, reference: &str, from: Part<'d>) -> Result<Part<'d>, Unfit> {
        self.documents.find(reference, from.document).map_err(|missing| match missing {
            Missing::Remote(uri) => {
                self.remotes.insert((from.document, uri));
                Unfit::Remote
            }
            Missing::Unknown => {
                self.unknown.insert((from.document, reference.to_owned()));
                Unfit::Remote
            }
        })
    }

    /// The only value of a schema; draft 4 does not know it.
    fn constant(&self, part: Part<'d>) -> Option<&'d Json> {
        let version = self.documents.all[part.document].root.get("$schema").and_then(Json::text);
        let is_old =
            version.is_some_and(|version| version.contains("draft-04") || version.contains("draft-03"));
        part.schema.get("const").filter(|_| !is_old)
    }

    /// Types, values, titles.
    fn general(&mut self, shape: &mut Shape<'d>, part: Part<'d>) {
        let schema = part.schema;
        let mut types: Vec<Type> = match schema.get("type") {
            Some(Json::Text(name)) => Type::named(name).into_iter().collect(),
            Some(Json::List(names)) => names.iter().filter_map(|name| Type::named(name.text()?)).collect(),
            _ => Vec::new(),
        };
        if schema.get("type").is_some() && !types.is_empty() {
            if schema.get("nullable").is_some_and(Json::is_true) {
                types.push(Type::Null);
            }
            shape.restrict(&types);
        }
        let listed: Option<Vec<&Json>> = match (self.constant(part), schema.get("enum")) {
            (Some(value), _) => Some(vec![value]),
            (None, Some(Json::List(values))) => Some(values.iter().collect()),
            _ => None,
        };
        if let Some(listed) = listed {
            shape.values = Some(match shape.values.take() {
                Some(before) => before.into_iter().filter(|value| listed.contains(value)).collect(),
                None => listed,
            });
        }
        if let Some(title) = schema.get("title").and_then(Json::text) {
            shape.title.get_or_insert(title);
        }
    }
}

fn amounts(shape: &mut Shape<'_>, schema: &Json) {
    let digits = |name: &str| schema.get(name).and_then(Json::number).map(str::to_owned);
    let is_excluded = |name: &str| schema.get(name).is_some_and(Json::is_true);
    let narrower = |old: &Option<(String, bool)>, new: &(String, bool), is_min: bool| {
        let (Some(old), Some(number)) = (
            old.as_ref().and_then(|(text, included)| Some((Number::parse(text)?, *included))),
            Number::parse(&new.0),
        ) else {
            return true;
        };
        let is_inside = if is_min { number > old.0 } else { number < old.0 };
        is_inside || (number == old.0 && !new.1)
    };
    for (name, exclusive, is_min) in
        [("minimum", "exclusiveMinimum", true), ("maximum", "exclusiveMaximum", false)]
    {
        let bounds = [
            digits(name).map(|digits| (digits, !is_excluded(exclusive))),
            digits(exclusive).map(|digits| (digits, false)),
        ];
        let bound = if is_min { &mut shape.min } else { &mut shape.max };
        for new in bounds.into_iter().flatten() {
            if narrower(bound, &new, is_min) {
                *bound = Some(new);
            }
        }
    }
    if let Some(step) = digits("multipleOf").or_else(|| digits("divisibleBy")) {
        shape.step = Some(step);
    }
}

fn texts<'d>(shape: &mut Shape<'d>, schema: &'d Json) {
    let count = |name: &str| schema.get(name).and_then(Json::count);
    shape.min_length = shape.min_length.max(count("minLength").unwrap_or(0));
    shape.max_length = [shape.max_length, count("maxLength")].into_iter().flatten().min();
    if let Some(pattern) = schema.get("pattern").and_then(Json::text)
        && !shape.patterns.contains(&pattern)
    {
        shape.patterns.push(pattern);
    }
    if let Some(format) = schema.get("format").and_then(Json::text) {
        shape.format.get_or_insert(format);
    }
}

fn arrays<'d>(shape: &mut Shape<'d>, part: Part<'d>) {
    let schema = part.schema;
    let count = |name: &str| schema.get(name).and_then(Json::count);
    shape.min_items = shape.min_items.max(count("minItems").unwrap_or(0));
    shape.max_items = [shape.max_items, count("maxItems")].into_iter().flatten().min();
    shape.is_distinct |= schema.get("uniqueItems").is_some_and(Json::is_true);
    let (mut items, mut prefix) = (schema.get("items"), schema.get("prefixItems").map(Json::items));
    if let Some(Json::List(tuple)) = items {
        (prefix, items) = (Some(tuple.as_slice()), schema.get("additionalItems"));
    }
    if let Some(prefix) = prefix.filter(|prefix| !prefix.is_empty()) {
        shape.prefix.push(prefix);
        shape.prefix_document = part.document;
        if items == Some(&Json::Bool(false)) {
            let most = u32::try_from(prefix.len()).unwrap_or(u32::MAX);
            shape.max_items = Some(shape.max_items.map_or(most, |max| max.min(most)));
            items = None;
        }
    }
    shape.items.extend(items.map(|items| part.of(items)));
    if let Some(contains) = schema.get("contains") {
        shape.contains.push(part.of(contains));
        shape.min_items = shape.min_items.max(count("minContains").unwrap_or(1));
    }
}

fn objects<'d>(shape: &mut Shape<'d>, part: Part<'d>) {
    let schema = part.schema;
    let count = |name: &str| schema.get(name).and_then(Json::count);
    let own = schema.get("properties").map(Json::fields).unwrap_or_default();
    for (name, property) in own {
        let property = part.of(property);
        match shape.properties.iter_mut().find(|(other, _)| other == name) {
            Some((_, parts)) => parts.push(property),
            None => shape.properties.push((name, vec![property])),
        }
    }
    for name in schema.get("required").map(Json::items).unwrap_or_default() {
        if let Some(name) = name.text().filter(|name| !shape.required.contains(name)) {
            shape.required.push(name);
        }
    }
    let patterns = schema.get("patternProperties").map(Json::fields).unwrap_or_default();
    shape.pattern_properties.extend(patterns.iter().map(|(pattern, of)| (pattern.as_str(), part.of(of))));
    match schema.get("additionalProperties").or_else(|| schema.get("unevaluatedProperties")) {
        Some(Json::Bool(false)) => {
            let is_all = schema.get("additionalProperties").is_none();
            let names = match is_all {
                // What other schemas of the value list is evaluated too.
                true => shape.properties.iter().map(|(name, _)| *name).collect(),
                false => own.iter().map(|(name, _)| name.as_str()).collect(),
            };
            let patterns = patterns.iter().map(|(pattern, _)| pattern.as_str()).collect();
            if !is_all || schema.get("allOf").is_none() {
                shape.closed.push(Closed { names, patterns });
            }
        }
        Some(additional @ Json::Object(_)) => shape.additional.push(part.of(additional)),
        _ => {}
    }
    shape.names.extend(schema.get("propertyNames").map(|names| part.of(names)));
    shape.min_properties = shape.min_properties.max(count("minProperties").unwrap_or(0));
    shape.max_properties = [shape.max_properties, count("maxProperties")].into_iter().flatten().min();
    for keyword in ["dependentRequired", "dependentSchemas", "dependencies"] {
        let dependents = schema.get(keyword).map(Json::fields).unwrap_or_default();
        shape.dependents.extend(dependents.iter().map(|(name, of)| (name.as_str(), of, part.document)));
    }
}
