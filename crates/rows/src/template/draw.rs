//! What draws values in a template: generators by their function names, with arguments instead of constraints, and
//! the keys that their values follow from.

mod modifiers;
mod written;

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, LazyLock};

use super::compat::Compat;
use super::value::Kind;
use crate::encode::Encoder;
use crate::generators::{self, Context, GENERATORS, Generate, GeneratorSpec, Settings, affixed};
use crate::locale::Locale;
use crate::plan::Plan;
use crate::rng::{Draws, Key, Rows};
use crate::types::{Batch, DataType, Field};
pub(super) use modifiers::{Modifiers, Place, misplaced};
use written::in_words_of_templates;
pub(super) use written::{Written, form, refused};

/// A place in the template that draws values: the keys of what it draws.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site {
    key: Key,
    later: Key,
    shared: Key,
    later_shared: Key,
    /// The turn that it begins with: another one than 0 where a loop was unrolled.
    first: u64,
}

impl Site {
    /// The site that `ordinal` others of its kind stand before. `entity` is what the generator describes together with
    /// others, and which of these things.
    pub fn new(table: Key, kind: &str, ordinal: u64, entity: Option<(&str, &str)>) -> Site {
        let key = table.derive(kind).draw(ordinal);
        let shared = entity.map_or(key, |(entity, which)| table.derive(entity).derive(which));
        Site { key, later: key.derive("turn"), shared, later_shared: shared.derive("turn"), first: 0 }
    }

    /// The key of the values that the site draws when it is passed in a row for the `turn`-th time, from 0.
    #[inline]
    pub fn key(&self, turn: u64) -> Key {
        let turn = self.first + turn;
        if turn == 0 { self.key } else { self.later.draw(turn) }
    }

    fn shared(&self, turn: u64) -> Key {
        let turn = self.first + turn;
        if turn == 0 { self.shared } else { self.later_shared.draw(turn) }
    }

    /// The same site, from this turn on.
    pub fn at_turn(self, first: u64) -> Site {
        Site { first, ..self }
    }

    /// The draws of a turn for some rows.
    pub fn draws<'a>(&self, turn: u64, rows: Rows<'a>, fractions: &'a mut [u64]) -> Draws<'a> {
        Draws::new(self.key(turn), self.shared(turn), rows, None, fractions)
    }
}

/// Generators that are always passed together, and the text that stands around their values.
#[derive(Debug)]
pub(super) struct Run {
    columns: Vec<(Site, Arc<dyn Generate>)>,
    pub encoder: Encoder,
}

impl Run {
    pub fn new(columns: Vec<(Site, Arc<dyn Generate>)>, before: Vec<Vec<u8>>, after: Vec<u8>) -> Run {
        let keyed =
            columns.iter().map(|(site, generate)| (Arc::clone(generate), site.key(0), site.shared(0)));
        let encoder = Encoder::around(&Plan::keyed(keyed), before, after);
        Run { columns, encoder }
    }

    /// One generator without any text.
    pub fn single(site: Site, generate: Arc<dyn Generate>) -> Run {
        Run::new(vec![(site, generate)], vec![Vec::new()], Vec::new())
    }

    /// How many generators it has.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Makes the values of some rows.
    pub fn fill(&self, turn: u64, rows: Rows<'_>, batch: &mut Batch) {
        let (columns, fractions) = batch.reset(self.columns.len(), rows);
        for ((site, generate), column) in self.columns.iter().zip(columns) {
            generate.fill(&mut site.draws(turn, rows, fractions), &mut column.values);
        }
    }

    /// What the value of the first generator is.
    pub fn form(&self) -> Form {
        Form::of(&self.columns[0].1.field())
    }

    /// How many rows can be made, where there is a limit.
    pub fn max_rows(&self) -> Option<u64> {
        self.columns.iter().filter_map(|(_, generate)| generate.max_rows()).map(|limit| limit.rows).min()
    }

    /// Whether values depend on "now".
    pub fn uses_now(&self) -> bool {
        self.columns.iter().any(|(_, generate)| generate.uses_now())
    }
}

/// What the values of a generator are to a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Int,
    Decimal(u8),
    Bool,
    Text,
}

impl Form {
    pub fn of(field: &Field) -> Form {
        match field.data_type {
            _ if field.is_text() => Form::Text,
            DataType::Int64 { .. } => Form::Int,
            DataType::Decimal { scale, .. } => Form::Decimal(scale as u8),
            DataType::Bool => Form::Bool,
            _ => Form::Text,
        }
    }

    pub fn kind(self) -> Kind {
        match self {
            Form::Int => Kind::Int,
            Form::Decimal(_) => Kind::Float,
            Form::Bool => Kind::Bool,
            Form::Text => Kind::Text,
        }
    }
}

/// The generators by the names of their functions without regard to case.
static BY_FUNCTION: LazyLock<HashMap<String, &'static GeneratorSpec>> = LazyLock::new(|| {
    GENERATORS.iter().map(|entry| (function_name(entry.name).to_lowercase(), *entry)).collect()
});

/// What separates the parts of a generator's name.
const SEPARATORS: [char; 3] = ['.', '-', '_'];

/// The function of a generator: its name's parts with capitals, joined.
pub(super) fn function_name(generator: &str) -> String {
    let mut name = String::with_capacity(generator.len());
    for part in generator.split(SEPARATORS) {
        let mut letters = part.chars();
        name.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        name.push_str(letters.as_str());
    }
    name
}

/// The generator whose function has this name, and the name that the generator itself is asked for by. Only the first
/// letter must be a capital: `IPv4` is `Ipv4`.
pub(super) fn find(function: &str) -> Option<(&'static GeneratorSpec, String)> {
    if !function.starts_with(char::is_uppercase) {
        return None;
    }
    if let Some(entry) = BY_FUNCTION.get(&function.to_lowercase()) {
        return Some((entry, entry.name.to_owned()));
    }
    // One of the names that are too many to list: its parts begin with capitals.
    let mut name = String::with_capacity(function.len() + 2);
    for c in function.chars() {
        if c.is_uppercase() && !name.is_empty() {
            name.push('.');
        }
        name.extend(c.to_lowercase());
    }
    generators::find(&name).map(|entry| (entry, name))
}

/// The names of all functions that are generators.
pub(super) fn function_names() -> impl Iterator<Item = String> {
    GENERATORS.iter().map(|entry| function_name(entry.name))
}

/// A call that a generator refuses: at which argument, where it is one of them, and why.
#[derive(Debug)]
pub(super) struct Refusal {
    pub arg: Option<usize>,
    pub text: String,
}

/// What generators may depend on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outside {
    pub locale: &'static Locale,
    pub now: i64,
    pub compat: Option<Compat>,
}

impl Outside {
    /// Set if the generator behaves as in the Go program `fakedata`.
    pub fn compat_of(&self, generator: &str) -> Option<Compat> {
        self.compat.filter(|compat| compat.has(generator))
    }

    /// The generator of an entry, with the arguments that were written, and its modifiers behind them. Files are read by
    /// `read`.
    pub fn make(
        self,
        entry: &GeneratorSpec,
        generator: &str,
        written: Option<&Written>,
        modifiers: &Modifiers,
        read: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Arc<dyn Generate>, Refusal> {
        if written.is_some() && entry.constraint.is_none() {
            let text = format!("{} takes no arguments", function_name(generator));
            return Err(Refusal { arg: Some(0), text });
        }
        let context = Context { locale: self.locale, now: self.now, read };
        let text = written.map(|written| written.text.as_str());
        let compat = self.compat_of(generator);
        let text = match compat {
            Some(compat) => text.and_then(|text| compat.constraint(generator, text)),
            None => text,
        };
        let places = written.map_or(0, Written::len);
        if !modifiers.is_empty() {
            return modifiers.make(generator, entry, text, &context).map_err(|(at, text)| {
                let arg = match at {
                    Place::Modifier(which) => Some(places + which),
                    Place::Constraint(at) => written.and_then(|written| written.place(&at)),
                };
                Refusal { arg, text: in_words_of_templates(&text, generator) }
            });
        }
        let settings = Settings::default();
        let asked = compat.map_or(generator, |compat| compat.name(generator));
        let made = entry.build(asked, text, &context, &settings).map_err(|error| {
            let arg = written.filter(|_| !error.in_word).and_then(|written| written.place(&error.at));
            Refusal { arg, text: in_words_of_templates(&error.text, generator) }
        })?;
        // In the Go program every value is a string.
        Ok(if compat.is_some() && Form::of(&made.field()) != Form::Text {
            affixed(made, "", "")
        } else {
            made
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{find, function_name, function_names};
    use crate::generators::GENERATORS;
    use crate::template::function::FUNCTIONS;

    #[test]
    fn every_generator_is_a_function_of_its_own() {
        let names: Vec<String> = function_names().collect();
        let different: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(different.len(), names.len());
        for (entry, name) in GENERATORS.iter().zip(&names) {
            assert_eq!(find(name).map(|(entry, _)| entry.name), Some(entry.name));
            let helpers = FUNCTIONS.iter().filter(|function| function.name.starts_with(char::is_uppercase));
            let taken = helpers.clone().any(|helper| helper.name.eq_ignore_ascii_case(name));
            assert!(!taken && !["Loop", "Pick", "Null"].contains(&name.as_str()), "{name} has two meanings");
        }
    }

    #[test]
    fn names_are_joined_and_case_is_free_behind_the_first_letter() {
        assert_eq!(function_name("country.code"), "CountryCode");
        for name in ["Ipv4", "IPv4", "IPV4"] {
            assert_eq!(find(name).map(|(entry, _)| entry.name), Some("ipv4"), "{name}");
        }
        assert!(find("ipv4").is_none() && find("Nosuch").is_none());
        assert_eq!(find("PhoneDe").map(|(_, name)| name), Some("phone.de".into()));
    }
}
