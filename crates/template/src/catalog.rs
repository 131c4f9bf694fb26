//! The list of everything that a template can call, for help texts.

use crate::{draw, function};
use gusher::catalogue::GENERATORS;
use gusher::generators::GeneratorSpec;

/// The help of a function that is not a generator.
#[derive(Debug, Clone, Copy)]
pub struct FunctionHelp {
    /// Its name.
    pub name: &'static str,
    /// Its arguments.
    pub form: &'static str,
    /// Its result, in one line.
    pub about: &'static str,
}

/// The functions that the compiler handles itself.
const SPECIAL: [FunctionHelp; 5] = [
    help("and", "VALUE …", "the first false value, or the last one"),
    help("or", "VALUE …", "the first true value, or the last one"),
    help("Loop", "N, or Loop MIN MAX", "a list of N numbers from 0 on, or of a random number of them"),
    help("Null", "PROBABILITY VALUE", "nothing with this probability, else the value"),
    help("Pick", "VALUE …", "one of the values, or of the items of one list"),
];

const fn help(name: &'static str, form: &'static str, about: &'static str) -> FunctionHelp {
    FunctionHelp { name, form, about }
}

/// All functions that are not generators.
pub fn functions() -> impl Iterator<Item = FunctionHelp> {
    let own = function::FUNCTIONS.iter().map(|function| help(function.name, function.form, function.about));
    own.chain(SPECIAL)
}

/// All generators as functions: the form of the call, and the description.
pub fn generators() -> impl Iterator<Item = (String, &'static str)> {
    GENERATORS.iter().map(|entry| (form(entry, entry.name), entry.about))
}

/// The form of a call of the generator by this name, as in `Int MIN MAX`.
pub fn form(entry: &GeneratorSpec, name: &str) -> String {
    draw::form(entry, name)
}
