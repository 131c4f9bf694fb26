//! Names: which calls draw, in the order of the text, and what to say of names that nothing has.

use std::collections::HashMap;

use crate::schema::nearest;
use crate::template::draw;
use crate::template::function::FUNCTIONS;

/// For each call that draws, by where it stands: how many generators stand before it, and how many of the same
/// function. `Loop`, `Null` and `Pick` are no generators: with them or without, generators keep their values.
pub(super) struct Ordinals {
    of: HashMap<usize, (u64, u64)>,
    /// The first call that is one too many, and its name's length.
    pub excess: Option<(usize, usize)>,
}

/// The most calls of generators in a template: each has memory of its own.
pub(super) const MOST_CALLS: usize = 4096;

impl Ordinals {
    pub fn of(functions: &[(usize, String)]) -> Ordinals {
        let mut drawing: Vec<(usize, String)> = functions.iter().filter_map(drawing).collect();
        drawing.sort_unstable();
        let excess = drawing.iter().filter(|(_, name)| !is_helper(name)).nth(MOST_CALLS);
        let excess = excess.map(|(at, name)| (*at, name.len()));
        let mut seen = HashMap::new();
        let mut generators = 0;
        let numbered = drawing.into_iter().map(|(at, name)| {
            let ordinal = generators;
            generators += u64::from(!is_helper(&name));
            let same: &mut u64 = seen.entry(name).or_default();
            *same += 1;
            (at, (ordinal, *same - 1))
        });
        Ordinals { of: numbered.collect(), excess }
    }

    /// Of the call at this place.
    pub fn at(&self, place: usize) -> (u64, u64) {
        self.of.get(&place).copied().unwrap_or_default()
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

/// What to say of a function that there is not.
pub(super) fn unknown_function(name: &str) -> String {
    let generators: Vec<String> = draw::function_names().collect();
    let own = crate::template::functions().map(|function| function.name);
    let near = nearest(name, own.chain(generators.iter().map(String::as_str)));
    match near {
        Some(near) => format!("no function has this name; did you mean `{near}`?"),
        None => "no function has this name; generators are functions too: `name.first` is `NameFirst`".into(),
    }
}

/// What to say of a template that there is not.
pub(super) fn unknown_template<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match nearest(name, known) {
        Some(near) => format!("no template has this name; did you mean \"{near}\"?"),
        None => format!("no template has this name; {{{{ define \"{name}\" }}}} makes one"),
    }
}
