//! The names of our generators in other programs: one table, from which the names that are accepted, the hints, the search and the
//! page of the guide are generated.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::LazyLock;

use super::names;

/// One line for each name: the program, the name as it is spelled there, our column spec for it, and what comes nearest by its
/// meaning where there is none.
const TABLE: &str = include_str!("../../words/aliases.tsv");

/// A name that another program has, and what we have for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alias {
    /// The program.
    pub tool: &'static str,
    /// The name as it is spelled there.
    pub name: &'static str,
    /// Our column spec: a generator, perhaps with a constraint and modifiers. Empty where there is none.
    pub spec: &'static str,
    /// The generator that comes nearest by its meaning where there is no spec; it may be empty too.
    pub nearest: &'static str,
}

impl Alias {
    /// Whether there is a column spec for it.
    pub fn is_ours(&self) -> bool {
        !self.spec.is_empty()
    }

    /// Whether a program has the name; the others are what people type who come from none.
    pub fn is_of_tool(&self) -> bool {
        self.tool != "others"
    }

    /// Our generator, and the constraint that the name means.
    pub fn generator(&self) -> (&'static str, Option<&'static str>) {
        let head = self.spec.split('@').next().unwrap_or_default();
        head.split_once(':').map_or((head, None), |(generator, constraint)| (generator, Some(constraint)))
    }

    /// The modifiers that the name means, without their `@`.
    pub fn modifiers(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.spec.split('@').skip(1)
    }

    /// Whether its constraint is all that it is, so that it takes no other: it means these specs alone.
    pub fn is_fixed(&self) -> bool {
        matches!(self.generator(), ("enum", Some(_)))
    }
}

/// All names of other programs, in the order of the table.
pub static ALIASES: LazyLock<Vec<Alias>> = LazyLock::new(|| {
    let alias = |line: &'static str| {
        let mut fields = line.split('\t');
        let mut field = || fields.next().unwrap_or_default();
        Alias { tool: field(), name: field(), spec: field(), nearest: field() }
    };
    TABLE.lines().filter(|line| !line.starts_with('#')).map(alias).collect()
});

/// Where in the list the names are, by their plain spelling. Of `person.firstName` the last part is a name too, where it
/// has one meaning only.
static BY_NAME: LazyLock<HashMap<String, usize>> = LazyLock::new(|| {
    let mut names = HashMap::new();
    for (index, alias) in ALIASES.iter().enumerate() {
        names.entry(plain(alias.name)).or_insert(index);
    }
    let mut parts: HashMap<String, Option<usize>> = HashMap::new();
    for (index, alias) in ALIASES.iter().enumerate() {
        let Some((_, part)) = alias.name.rsplit_once('.') else { continue };
        match parts.entry(plain(part)) {
            Entry::Vacant(entry) => {
                entry.insert(Some(index));
            }
            Entry::Occupied(mut entry) => {
                let is_same = entry.get().is_some_and(|known| ALIASES[known].spec == alias.spec);
                entry.insert(entry.get().filter(|_| is_same));
            }
        }
    }
    for (part, index) in parts {
        if let Some(index) = index {
            names.entry(part).or_insert(index);
        }
    }
    names
});

/// Our own names that have parts, by their plain spelling without points, as other names of themselves.
static OWN: LazyLock<HashMap<String, Alias>> = LazyLock::new(|| {
    let parted = names().filter(|name| name.contains('.'));
    let own =
        parted.map(|name| (name.replace('.', ""), Alias { tool: "others", name, spec: name, nearest: "" }));
    own.collect()
});

/// What a name means, however its parts are joined: `first_name`, `firstName` and `First Name` are one, and so are `state.code` and
/// `state_code`. A name of our own in any spelling is ours, whatever it means in another program.
pub fn alias(name: &str) -> Option<&'static Alias> {
    if is_enclosed(name) {
        return None;
    }
    let plain = plain(name);
    // One with a point at another position is not ours, as `location.country` is not.
    let own = || OWN.get(&plain.replace('.', "")).filter(|own| !plain.contains('.') || own.name == plain);
    own().or_else(|| BY_NAME.get(&plain).map(|&index| &ALIASES[index]))
}

/// Whether punctuation that no name has is before or after this one: `name,` or `[name]`. A parenthesis that was opened in
/// a name, as in `First Name (Male)`, belongs to it.
fn is_enclosed(name: &str) -> bool {
    let is_mark = |c: char| c.is_ascii_punctuation() && !matches!(c, '#' | '_' | '.');
    let ends = name.strip_suffix(')').filter(|rest| rest.contains('(')).unwrap_or(name);
    name.starts_with(is_mark) || ends.ends_with(is_mark)
}

/// The names that other programs have for this generator, each once; those of specs with a constraint or modifiers of their
/// own are not among them.
pub fn names_of(generator: &str) -> Vec<&'static str> {
    let mut names: Vec<(String, &'static str)> = Vec::new();
    for entry in ALIASES.iter().filter(|entry| entry.spec == generator) {
        let part = entry.name.rsplit('.').next().unwrap_or_default();
        let shorter = alias(part).filter(|alias| alias.spec == generator).map(|_| part);
        let (name, spelled) = (shorter.unwrap_or(entry.name), plain(shorter.unwrap_or(entry.name)));
        if spelled != plain(generator) && names.iter().all(|(known, _)| *known != spelled) {
            names.push((spelled, name));
        }
    }
    names.into_iter().map(|(_, name)| name).collect()
}

/// The programs that have this name, however it is spelled.
pub fn tools_of(name: &str) -> Vec<&'static str> {
    let plain_name = plain(name);
    let has = |entry: &&Alias| {
        let part = entry.name.rsplit('.').next().unwrap_or_default();
        entry.is_of_tool() && (plain(entry.name) == plain_name || plain(part) == plain_name)
    };
    let mut tools: Vec<&str> = ALIASES.iter().filter(has).map(|entry| entry.tool).collect();
    tools.dedup();
    tools
}

/// A name as it is compared: small letters, digits and dots.
fn plain(name: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, '.' | '#');
    name.chars().filter(kept).flat_map(char::to_lowercase).collect()
}
