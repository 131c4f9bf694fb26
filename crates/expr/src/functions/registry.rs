//! The registry of functions: checks, messages and dispatch all come from here.

use std::ops::Range;
use std::sync::LazyLock;

use gush_diagnostics::nearest;
use gusher::internal::computed::ExpressionError;

use super::call::{ANY, Function};
use super::{
    arithmetic, choice, codes, compare, curves, divisors, format, hash, hints, json, like, logic, math,
    quote, regex, substring, text, time,
};
use crate::run::wrong;

/// The functions of each topic, which is a file.
static TOPICS: &[&[Function]] = &[
    arithmetic::FUNCTIONS,
    choice::FUNCTIONS,
    codes::FUNCTIONS,
    compare::FUNCTIONS,
    curves::FUNCTIONS,
    divisors::FUNCTIONS,
    format::FUNCTIONS,
    hash::FUNCTIONS,
    json::FUNCTIONS,
    like::FUNCTIONS,
    logic::FUNCTIONS,
    math::FUNCTIONS,
    substring::FUNCTIONS,
    quote::FUNCTIONS,
    regex::FUNCTIONS,
    text::FUNCTIONS,
    time::FUNCTIONS,
];

static FUNCTIONS: LazyLock<Vec<&'static Function>> = LazyLock::new(|| {
    let mut functions: Vec<&Function> = TOPICS.iter().copied().flatten().collect();
    functions.sort_unstable_by_key(|function| function.name);
    functions
});

/// The function of this name that takes `count` arguments.
pub(crate) fn find(
    name: &str,
    count: usize,
    at: &Range<usize>,
) -> Result<&'static Function, ExpressionError> {
    let Ok(found) = FUNCTIONS.binary_search_by_key(&name, |function| function.name) else {
        return Err(wrong(at, unknown(name)));
    };
    let function = FUNCTIONS[found];
    let (min, max) = function.args;
    if (min..=max).contains(&count) {
        return Ok(function);
    }
    let counted = |count: usize| format!("{count} argument{}", if count == 1 { "" } else { "s" });
    let expected = match (min, max) {
        (min, max) if min == max => counted(min),
        (min, ANY) => format!("{} or more", counted(min)),
        (min, max) => format!("{min} to {}", counted(max)),
    };
    Err(wrong(at, format!("{name} takes {expected}, not {count}: {}", function.form)))
}

/// Operators whose names are words, and which nobody calls.
const WORDS: [&str; 7] = ["and", "between", "ilike", "in", "like", "not", "or"];

/// Whether a name is that of a function, and not of an operator or of a form with blanks.
fn is_called(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains(' ') && !WORDS.contains(&name)
}

/// How a function is written, if there is one of this name.
pub(crate) fn form(name: &str) -> Option<&'static str> {
    let found = FUNCTIONS.binary_search_by_key(&name, |function| function.name).ok()?;
    Some(FUNCTIONS[found].form)
}

fn unknown(name: &str) -> String {
    if let Some(form) = hints::form(name) {
        return format!("there is no function {name}; {form}");
    }
    let names = FUNCTIONS.iter().map(|function| function.name).filter(|name| is_called(name));
    match hints::synonym(name).or_else(|| nearest(name, names)) {
        Some(near) => format!("there is no function {name}; did you mean {near}?"),
        None => format!("there is no function {name}; docs/reference/expressions.md lists them"),
    }
}

#[cfg(test)]
mod tests {
    use super::{FUNCTIONS, hints, is_called, unknown};

    /// The reference lists each function, and each that it lists is there.
    #[test]
    fn the_reference_lists_every_function() {
        let page = include_str!("../../../../docs/reference/expressions.md");
        let table = page.split("## Functions").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
        let rows = table.lines().filter(|line| line.starts_with('|') && !line.starts_with("| topic"));
        let listed: std::collections::BTreeSet<&str> = rows
            .flat_map(|row| row.split('`').skip(1).step_by(2))
            .filter(|name| !name.contains(' '))
            .collect();
        let known: std::collections::BTreeSet<&str> =
            (FUNCTIONS.iter().map(|function| function.name)).filter(|name| is_called(name)).collect();
        let missing: Vec<_> = known.difference(&listed).collect();
        assert!(missing.is_empty(), "the reference lacks {missing:?}");
        // The parser gives `trim` and its like other names.
        let unknown: Vec<_> = listed.difference(&known).filter(|name| **name != "trim").collect();
        assert!(unknown.is_empty(), "the reference lists {unknown:?}");
    }

    /// A synonym from another language is not a function here, and the function proposed for it is.
    #[test]
    fn names_of_other_languages_lead_to_functions() {
        for (name, own) in hints::all() {
            assert!(FUNCTIONS.iter().all(|function| function.name != name), "{name} is a function");
            assert!(own.is_none_or(|own| FUNCTIONS.iter().any(|function| function.name == own)), "{name}");
        }
        assert_eq!(unknown("len"), "there is no function len; did you mean length?");
        assert_eq!(unknown("concatt"), "there is no function concatt; did you mean concat?");
        for operator in ["andd", "ands", "ind", "nott", "orr", "likes"] {
            assert!(!unknown(operator).contains("did you mean"), "{}", unknown(operator));
        }
    }

    #[test]
    fn names_differ() {
        assert!(FUNCTIONS.is_sorted_by(|a, b| a.name < b.name));
    }
}
