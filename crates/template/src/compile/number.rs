//! The first pass: numbers the calls that draw, in the order of the text. The keys of their values follow from it.

use std::collections::HashMap;

use crate::ast::Tree;
use crate::draw;
use crate::error::Fault;
use crate::function::FUNCTIONS;
use gush_diagnostics::grouped;

/// For each call that draws, by where it is: how many generators are before it, and how many of the same
/// function. `Loop`, `Null` and `Pick` are no generators: with them or without, generators keep their values.
pub(crate) struct Ordinals {
    of: HashMap<usize, (u64, u64)>,
}

/// The maximum number of calls of generators in a template: each has memory of its own.
pub(crate) const MAX_CALLS: usize = 4096;

impl Ordinals {
    /// Numbers the calls of a template.
    ///
    /// # Errors
    /// There are too many.
    pub fn of(tree: &Tree) -> Result<Ordinals, Fault> {
        let mut drawing: Vec<(usize, String)> = tree.functions.iter().filter_map(drawing).collect();
        drawing.sort_unstable();
        let excess = drawing.iter().filter(|(_, name)| !is_helper(name)).nth(MAX_CALLS);
        if let Some((at, name)) = excess {
            let text = format!("more than {} generators in one template", grouped(MAX_CALLS as u64));
            return Err(Fault::new(*at..at + name.len(), text));
        }
        let mut seen = HashMap::new();
        let mut generators = 0;
        let numbered = drawing.into_iter().map(|(at, name)| {
            let ordinal = generators;
            generators += u64::from(!is_helper(&name));
            let same: &mut u64 = seen.entry(name).or_default();
            let before = *same;
            // Those that say which thing they describe are not counted among the others.
            *same += u64::from(!tree.labelled.contains(&at));
            (at, (ordinal, before))
        });
        Ok(Ordinals { of: numbered.collect() })
    }

    /// The numbers of the call at this offset.
    pub fn at(&self, offset: usize) -> (u64, u64) {
        self.of.get(&offset).copied().unwrap_or_default()
    }
}

/// Whether it draws without being a generator.
fn is_helper(name: &str) -> bool {
    matches!(name, "Loop" | "Null" | "Pick")
}

/// The call, by the name that all spellings of its function share, if it draws.
fn drawing((at, name): &(usize, String)) -> Option<(usize, String)> {
    match name.as_str() {
        helper if is_helper(helper) => Some((*at, name.clone())),
        _ if FUNCTIONS.iter().any(|function| function.name == name) => None,
        _ => draw::find(name).map(|(_, generator)| (*at, generator)),
    }
}
