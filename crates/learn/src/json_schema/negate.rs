//! What a value may not be.

use super::resolve::Part;
use super::shape::{Shape, Type};
use super::solve::{Solver, Unfit};
use crate::document::Json;

/// Keeps a shape from being of a schema, as far as that can be said of one keyword; what cannot is a doubt.
pub fn negate<'d>(
    solver: &mut Solver<'d>,
    shape: &mut Shape<'d>,
    part: Part<'d>,
    above: &[usize],
) -> Result<(), Unfit> {
    let schema = part.schema;
    match schema {
        Json::Bool(true) => return Err(Unfit::Impossible),
        Json::Object(fields) if fields.is_empty() => return Err(Unfit::Impossible),
        _ => {}
    }
    // What it already cannot be needs no more.
    let mut both = shape.clone();
    both.groups.clear();
    let positive = Part { is_not: false, ..part };
    if matches!(solver.collect(&mut both, positive, above), Err(Unfit::Impossible)) {
        return Ok(());
    }
    if let Some(of) = schema.get("not") {
        return solver.collect(shape, part.of(of), above);
    }
    if let Some(reference) = schema.get("$ref").and_then(Json::text)
        && let Ok(found) = solver.documents.find(reference, part.document)
    {
        return negate(solver, shape, found, above);
    }
    if let Some(branches) = schema.get("anyOf").or_else(|| schema.get("oneOf")) {
        return branches.items().iter().try_for_each(|of| negate(solver, shape, part.of(of), above));
    }
    if let Some([one]) = schema.get("allOf").map(Json::items) {
        return negate(solver, shape, part.of(one), above);
    }
    // One required field that is not there is enough.
    let required = schema.get("required").map(Json::items).unwrap_or_default();
    let free = required.iter().filter_map(Json::text).find(|name| !shape.required.contains(name));
    if let Some(name) = free {
        shape.forbidden.push(name);
        return Ok(());
    }
    if let Some(value) = schema.get("const") {
        shape.none_of.push(value);
        return narrowed(shape);
    }
    if let Some(values) = schema.get("enum") {
        shape.none_of.extend(values.items());
        return narrowed(shape);
    }
    let properties = schema.get("properties").map(Json::fields).unwrap_or_default();
    if let Some((name, of)) = properties.first() {
        let not = Part { is_not: true, ..part.of(of) };
        match shape.properties.iter_mut().find(|(other, _)| other == name) {
            Some((_, parts)) => parts.push(not),
            None => shape.properties.push((name, vec![not])),
        }
        if !shape.required.contains(&name.as_str()) {
            shape.required.push(name);
        }
        return Ok(());
    }
    let named = match schema.get("type") {
        Some(Json::Text(name)) => vec![name.as_str()],
        Some(types) => types.items().iter().filter_map(Json::text).collect(),
        None => Vec::new(),
    };
    let types: Vec<Type> = named.into_iter().filter_map(Type::named).collect();
    if !types.is_empty() && schema.fields().len() == 1 {
        shape
            .types
            .retain(|of| !(types.contains(of) || *of == Type::Integer && types.contains(&Type::Number)));
        return narrowed(shape);
    }
    if schema.get("pattern").is_none() && schema.get("format").is_none() {
        shape.doubts.push("what it may not be is not kept".into());
    }
    Ok(())
}

fn narrowed(shape: &mut Shape<'_>) -> Result<(), Unfit> {
    if let Some(values) = shape.values.take() {
        shape.values = Some(values.into_iter().filter(|value| !shape.none_of.contains(value)).collect());
    }
    if shape.types.is_empty() || shape.is_impossible() { Err(Unfit::Impossible) } else { Ok(()) }
}
