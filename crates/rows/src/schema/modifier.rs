//! Modifiers: what stands after a column's `@`.

use std::ops::Range;

use super::{Kind, Mistake, nearest, parse_share};

/// A modifier that a column can have.
#[derive(Debug)]
pub struct ModifierHelp {
    /// Its name after the `@`.
    pub name: &'static str,
    /// The form of its value, where it takes one.
    pub value: Option<&'static str>,
    /// What it does, in one line.
    pub about: &'static str,
    apply: fn(&mut Modifiers, &str) -> Result<(), &'static str>,
}

/// All modifiers, by name.
pub static MODIFIERS: &[ModifierHelp] = &[
    ModifierHelp {
        name: "null",
        value: Some("P"),
        about: "null in the share P of the rows, from 0 to 1",
        apply: |modifiers, value| {
            let share = parse_share(value).ok_or("expected a probability from 0 to 1, such as @null=0.05")?;
            modifiers.null = Some(share);
            Ok(())
        },
    },
    ModifierHelp {
        name: "unique",
        value: None,
        about: "no value twice",
        apply: |modifiers, _| {
            modifiers.unique = true;
            Ok(())
        },
    },
];

/// The modifiers of one column.
#[derive(Debug, Default)]
pub(super) struct Modifiers {
    pub null: Option<f64>,
    pub unique: bool,
}

/// Parses the modifiers that stand at `places` (without their `@`) in `word`.
pub(super) fn parse(word: &str, places: &[Range<usize>], mistakes: &mut Vec<Mistake>) -> Modifiers {
    let mut modifiers = Modifiers::default();
    let mut seen: Vec<&str> = Vec::new();
    for at in places {
        let text = &word[at.clone()];
        let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
        let result = match MODIFIERS.iter().find(|help| help.name == name) {
            None => Err(unknown(name)),
            Some(_) if seen.contains(&name) => Err(format!("@{name} stands twice")),
            Some(help) => apply(help, value, &mut modifiers),
        };
        seen.push(name);
        if let Err(text) = result {
            mistakes.push(Mistake::new(Kind::Modifier, word, at.clone(), text));
        }
    }
    modifiers
}

fn apply(help: &ModifierHelp, value: Option<&str>, modifiers: &mut Modifiers) -> Result<(), String> {
    match (help.value, value) {
        (Some(form), None) => Err(format!("a value is missing; the form is @{}={form}", help.name)),
        (None, Some(_)) => Err(format!("@{} takes no value", help.name)),
        _ => (help.apply)(modifiers, value.unwrap_or_default()).map_err(str::to_owned),
    }
}

fn unknown(name: &str) -> String {
    let names = || MODIFIERS.iter().map(|help| help.name);
    match nearest(name, names()) {
        Some(near) => format!("no modifier has this name; did you mean @{near}?"),
        None => {
            let all: Vec<_> = names().map(|name| format!("@{name}")).collect();
            format!(
                r"no modifier has this name; there are {}. An @ inside a value is written \@",
                all.join(", ")
            )
        }
    }
}
