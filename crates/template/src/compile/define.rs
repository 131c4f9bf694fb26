//! The second pass: which definition each name means.

use std::collections::HashMap;

use crate::ast::{Definition, TemplateNode};
use crate::error::Fault;
use crate::utf8;

/// The definitions of a template.
pub(super) struct Definitions<'t> {
    /// The routine of each name; the template itself is routine 0.
    pub routines: HashMap<Vec<u8>, u32>,
    /// The definitions in the order of their routines; after them those whose names could not be read, which are compiled
    /// to find their errors.
    pub bodies: Vec<&'t Definition>,
}

impl<'t> Definitions<'t> {
    /// As in Go, a definition replaces one that is blank, and no other. Names with two are added to `faults`.
    pub fn of(all: &'t [Definition], text: &[u8], faults: &mut Vec<Fault>) -> Definitions<'t> {
        let mut bodies: Vec<&Definition> = Vec::new();
        let mut indices: HashMap<&[u8], usize> = HashMap::new();
        let mut unnamed = Vec::new();
        for definition in all {
            if !definition.is_known {
                unnamed.push(definition);
                continue;
            }
            match indices.get(&definition.name[..]).copied() {
                None => {
                    indices.insert(&definition.name, bodies.len());
                    bodies.push(definition);
                }
                Some(_) if is_blank(&definition.body, text) => {}
                Some(at) if is_blank(&bodies[at].body, text) => bodies[at] = definition,
                Some(_) => {
                    let name = utf8::text(&definition.name);
                    let text = format!("the template `{name}` is defined twice");
                    faults.push(Fault::new(definition.at.clone(), text));
                }
            }
        }
        let routines =
            bodies.iter().zip(1..).map(|(definition, routine)| (definition.name.clone(), routine)).collect();
        bodies.extend(unnamed);
        Definitions { routines, bodies }
    }
}

fn is_blank(body: &[TemplateNode], text: &[u8]) -> bool {
    body.iter().all(|node| matches!(node, TemplateNode::Text(at) if is_space(&text[at.clone()])))
}

fn is_space(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok_and(|text| text.trim().is_empty())
}
