//! Information instead of rows: lists, descriptions, completion scripts, one at a time.

use gusher::catalogue;

use crate::complete::SHELLS;
use crate::flags::{Choice, Flag, Rule, Value};

const GROUP: &str = "Help";
/// The group of flags that ask for information.
pub const INFORMATION: &str = "question";
/// Only one can be given.
const ONE_LISTING: &[Rule] = &[Rule::OneOf(INFORMATION, "one question at a time")];

/// The generators.
pub static GENERATORS: Flag = Flag::new(
    GROUP,
    "generators",
    "List the generators by topic; with words, those that match all of them, as in -G email",
)
.brief("List the generators; with words, those that match")
.letter('G')
.rules(ONE_LISTING);

/// One generator.
pub static GENERATOR: Flag = Flag::new(
    GROUP,
    "generator",
    "Describe a generator or an entity, such as person, with examples; may be repeated",
)
.brief("Describe a generator, with examples")
.letter('g')
.value(Value::text("NAME").repeated())
.completes("generator", described_names)
.rules(ONE_LISTING);

/// The generators with a constraint.
pub static CONSTRAINED: Flag =
    Flag::new(GROUP, "generators-with-constraints", "List the generators that take a constraint")
        .letter('c')
        .rules(ONE_LISTING);

/// The modifiers.
pub static MODIFIER_LIST: Flag = Flag::new(GROUP, "modifiers", "List the modifiers").rules(ONE_LISTING);

/// The functions of templates.
pub static FUNCTIONS: Flag =
    Flag::new(GROUP, "functions", "List the functions of templates: those that compute, and the generators")
        .rules(ONE_LISTING);

/// The locales.
pub static LOCALE_LIST: Flag = Flag::new(GROUP, "locales", "List the locales").rules(ONE_LISTING);

/// A completion script.
pub static COMPLETION: Flag = Flag::new(GROUP, "completion", "Print the completion script of a shell")
    .value(Value::text("SHELL"))
    .choices("shell", shells)
    .rules(ONE_LISTING);

/// What a column can go on with.
pub static COMPLETE_COLUMN: Flag = Flag::new(
    GROUP,
    "complete-column",
    "List what the beginning of a COLUMN can become, one a line; the completion scripts ask this",
)
.value(Value::text("WORD"))
.rules(ONE_LISTING);

/// What a command line can go on with.
pub static COMPLETE_LINE: Flag = Flag::new(
    GROUP,
    "complete-line",
    "List what WORD can become after the words of a command line that follow `--`, as in --complete-line=nd -- rows -f; \
     the completion scripts ask this",
)
.value(Value::text("WORD"))
.rules(ONE_LISTING);

/// All names of generators.
pub fn generator_names() -> Vec<Choice> {
    catalogue::names().map(|name| Choice { name, about: "" }).collect()
}

/// All that can be described: generators, and the things that several of them describe.
fn described_names() -> Vec<Choice> {
    let entities = catalogue::entities();
    let entities = entities.into_iter().filter(|name| catalogue::find(name).is_none());
    generator_names().into_iter().chain(entities.map(|name| Choice { name, about: "" })).collect()
}

fn shells() -> Vec<Choice> {
    SHELLS.iter().map(|(name, _)| Choice { name, about: "" }).collect()
}
