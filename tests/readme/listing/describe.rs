//! What `gush rows -g` says of generators, taken apart.

use std::collections::BTreeMap;

use super::entry::{code, escaped};
use gush_testkit::Program;

/// What is known of a generator.
#[derive(Debug, Default)]
pub struct Description {
    /// Whether it can be made without anything else, such as a file.
    pub has_examples: bool,
    /// What to say of it.
    pub facts: Vec<String>,
    /// The names of the modifiers that it takes.
    pub modifiers: Vec<String>,
}

/// The descriptions of these generators.
pub fn describe(names: &[&str]) -> BTreeMap<String, Description> {
    let options = names.iter().flat_map(|name| ["-g", name]);
    let run = Program::new(env!("CARGO_BIN_EXE_gush"))
        .args(["rows", "--now", "2026-01-01"])
        .args(options)
        .run()
        .ok();
    let mut all = BTreeMap::new();
    for text in run.text().split("\n\n") {
        let name = text.split(':').next().unwrap_or_default();
        // An entity of the same name comes behind the generator.
        all.entry(name.to_owned()).or_insert_with(|| taken_apart(text));
    }
    all
}

fn taken_apart(text: &str) -> Description {
    let mut known = Description::default();
    for line in text.lines().skip(1) {
        if let Some(modifier) = line.strip_prefix("    @") {
            let name = modifier.split([' ', '=']).next().unwrap_or_default();
            known.modifiers.push(name.to_owned());
            continue;
        }
        let (head, body) = line.split_at_checked(15).unwrap_or((line, ""));
        match head.trim() {
            "example" => known.has_examples = true,
            "values" => known.facts.push(format!("**Different values:** {body}")),
            "" => known.facts.push(format!("**Uniqueness:** {}", escaped(body))),
            "entity" => {
                let entity = body.split(';').next().unwrap_or_default();
                let link = format!("[{entity}](../columns.md#columns-that-agree)");
                known.facts.push(format!("**Agrees with:** the other columns of the row's {link}"));
            }
            "any" => {
                let about = body.split_once(": ").map_or(body, |(_, about)| about);
                known.facts.push(format!("**Constraint** `:any`**:** {}", escaped(about)));
            }
            "function" => known.facts.push(format!("**In templates:** {}", code(body))),
            "locales" => known.facts.push(format!("**Locales:** {}", body.replace('_', "\\_"))),
            // The page has them from the registry, and with more of them.
            "as in" | "constraint" | "other names" | "modifiers" => {}
            other => panic!("{other:?} of {:?} is new: say what the page makes of it", text.lines().next()),
        }
    }
    known
}
