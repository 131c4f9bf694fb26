//! What the beginning of a column can become: `[NAME=]GENERATOR[:CONSTRAINT][@MODIFIER…]`.
//!
//! Which values a constraint or a modifier takes is found by trying the words of its own description, so that they are
//! listed only once.

use std::collections::BTreeSet;

use gusher::catalogue;
use gusher::generators::{Context, GeneratorSpec};
use gusher::locale::LOCALES;
use gusher::schema::{MODIFIERS, ModifierHelp, Schema, Scope};

use super::describe::takes;
use crate::complete::files;

/// A value that is in no list: what accepts it accepts anything.
const NONSENSE: &str = "zqxjkv";

/// What the beginning of a column can become, one a line. Shells give an argument that was begun with a quote with that quote.
pub fn completed(argument: &str, context: &Context<'_>) -> String {
    let argument = argument.strip_prefix(['\'', '"']).unwrap_or(argument);
    let (outside, column) = argument.split_at(field_start(argument));
    let is_named = column.find(['=', ':', '@', '{']).filter(|&at| column[at..].starts_with('='));
    let (name, rest) = column.split_at(is_named.map_or(0, |at| at + 1));
    let (before, typed, found) = if let Some(at) = rest.rfind('@') {
        after_at(&rest[..at], &rest[at + 1..], context)
    } else if let Some(at) = rest.find(':') {
        after_colon(&rest[..at], &rest[at + 1..], context)
    } else {
        (String::new(), rest, names())
    };
    let fitting = found.into_iter().filter(|found| found.starts_with(typed));
    fitting.map(|found| format!("{outside}{name}{before}{found}\n")).collect()
}

/// The start of the column that is being written: of a field, where a struct in braces is still open.
fn field_start(argument: &str) -> usize {
    // The start of a column outside of each brace that is open.
    let (mut outer, mut start, mut is_quoted) = (Vec::new(), 0, false);
    for (at, c) in argument.char_indices() {
        match c {
            '"' if !outer.is_empty() => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '{' => {
                outer.push(start);
                start = at + 1;
            }
            '}' => start = outer.pop().unwrap_or(start),
            _ if c.is_whitespace() && !outer.is_empty() => start = at + 1,
            _ => {}
        }
    }
    start
}

/// The text before what is completed, the typed beginning, and all candidates.
type Found<'w> = (String, &'w str, Vec<String>);

/// All generators; one that needs a constraint ends in a colon.
fn names() -> Vec<String> {
    let needs = |name: &&str| {
        let constraint = catalogue::find(name).and_then(|spec| spec.constraint);
        constraint.is_some_and(|constraint| constraint.required)
    };
    let form = |name: &str| if needs(&name) { format!("{name}:") } else { name.to_owned() };
    catalogue::names().map(form).collect()
}

/// A modifier of a column, or the value of one.
fn after_at<'w>(column: &str, typed: &'w str, context: &Context<'_>) -> Found<'w> {
    let nothing = (String::new(), typed, Vec::new());
    if column.starts_with('{') {
        return after_struct(column, typed);
    }
    let name = column.split([':', '@']).next().unwrap_or_default();
    let Some(spec) = catalogue::find(name) else { return nothing };
    let example = if column == name && needs_constraint(spec) { spec.example() } else { column };
    match typed.split_once('=') {
        None => {
            let new = |help: &&ModifierHelp| {
                let used = column.split('@').skip(1).any(|used| used.split('=').next() == Some(help.name));
                !used && takes(spec, name, example, help, context)
            };
            (format!("{column}@"), typed, MODIFIERS.iter().filter(new).map(as_typed).collect())
        }
        Some((modifier, value)) => {
            let Some(help) = MODIFIERS.iter().find(|help| help.name == modifier) else { return nothing };
            let (listed, last) = value.split_at(value.rfind(',').map_or(0, |at| at + 1));
            let fits = |value: &str| is_taken(&format!("{example}@{modifier}={value}"), context);
            let values = match modifier {
                "locale" => locales().into_iter().filter(|locale| fits(locale)).collect(),
                _ => known(help.about, fits),
            };
            (format!("{column}@{modifier}={listed}"), last, values)
        }
    }
}

/// A modifier of a struct in braces: one that every generator takes.
fn after_struct<'w>(column: &str, typed: &'w str) -> Found<'w> {
    let taken = MODIFIERS.iter().filter(|help| help.scope == Scope::All && help.name != "type");
    (format!("{column}@"), typed, taken.map(as_typed).collect())
}

/// A modifier as it is typed, with `=` where a value follows.
fn as_typed(help: &ModifierHelp) -> String {
    help.name.to_owned() + help.value.map_or("", |_| "=")
}

/// A constraint: a file, one of the values that it takes, or else an example.
fn after_colon<'w>(name: &str, typed: &'w str, context: &Context<'_>) -> Found<'w> {
    let constraint = catalogue::find(name).and_then(|spec| spec.constraint);
    let Some(constraint) = constraint else { return (String::new(), typed, Vec::new()) };
    if name == "file" {
        return (format!("{name}:"), typed, files(typed));
    }
    let (listed, last) = typed.split_at(typed.rfind(',').map_or(0, |at| at + 1));
    let fits = |value: &str| is_taken(&format!("{name}:{value}"), context);
    let values = match constraint.form {
        "COUNTRY" => countries().filter(|code| fits(code)).collect(),
        _ => known(constraint.about, fits),
    };
    if !values.is_empty() {
        return (format!("{name}:{listed}"), last, values);
    }
    let example = constraint.example.split_once(':').map(|(_, example)| example.to_owned());
    (format!("{name}:"), typed, example.into_iter().collect())
}

fn needs_constraint(spec: &GeneratorSpec) -> bool {
    spec.constraint.is_some_and(|constraint| constraint.required)
}

/// The words of a description that are values; empty if any value is accepted.
fn known(about: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    if fits(NONSENSE) {
        return Vec::new();
    }
    let is_word = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase());
    let words = about.split(|c: char| !c.is_alphanumeric()).filter(is_word).filter(|word| fits(word));
    // Those with a parameter, such as `exp:RATE`.
    let forms = about.split(' ').filter_map(|form| form.split_once(':')).filter(|(word, form)| {
        is_word(word) && form.starts_with(|c: char| c.is_ascii_uppercase()) && !fits(word)
    });
    let found: BTreeSet<String> =
        words.map(str::to_owned).chain(forms.map(|(word, _)| format!("{word}:"))).collect();
    found.into_iter().collect()
}

fn is_taken(column: &str, context: &Context<'_>) -> bool {
    Schema::parse("example", &[column], context).1.is_empty()
}

fn locales() -> Vec<String> {
    LOCALES.iter().map(|locale| locale.name).chain(["world"]).map(str::to_owned).collect()
}

/// All pairs of capitals, of which some are countries.
fn countries() -> impl Iterator<Item = String> {
    ('A'..='Z').flat_map(|first| ('A'..='Z').map(move |second| format!("{first}{second}")))
}
