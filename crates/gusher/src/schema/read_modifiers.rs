//! Parses the modifiers in a column spec.

use std::ops::Range;

use super::ColumnSource;
use super::column_modifiers::Modifiers;
use super::modifier::{MODIFIERS, ModifierHelp, Scope};
use crate::generators::{ConstraintField, GeneratorSpec, unescape};
use gush_diagnostics::{Code, Diagnostic, Message};

/// The modifiers of a column that its generator does not handle itself.
#[derive(Debug, Default)]
pub struct Modified {
    /// The share of null values.
    pub null: Option<f64>,
    /// Whether the values are not to be written.
    pub hidden: bool,
    /// Which of several things of a kind is described.
    pub of: String,
    /// Whether no value may come twice.
    pub unique: bool,
}

impl Modified {
    /// Parses the modifiers of a spec without a constraint, such as `noun@null=0.1`; returns diagnostics too.
    pub fn read(column_spec: &str, spec: &GeneratorSpec) -> (Modified, Vec<Diagnostic>) {
        let parts = super::grammar::split(column_spec, true);
        let mut diagnostics = Vec::new();
        let Modifiers { null, hidden, of, unique, .. } =
            parse(&ColumnSource::new(column_spec), &parts.modifiers, Some(spec), &mut diagnostics);
        (Modified { null, hidden, of, unique }, diagnostics)
    }
}

/// No more diagnostics than this for one spec, as each shows the complete spec.
const MAX_REPORTED: usize = 16;

/// Parses the modifiers of `spec` at `spans` (without their `@`) in `source`.
pub(super) fn parse(
    source: &ColumnSource,
    spans: &[Range<usize>],
    spec: Option<&GeneratorSpec>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Modifiers {
    let mut modifiers = Modifiers::default();
    for at in spans {
        if diagnostics.len() >= MAX_REPORTED {
            break;
        }
        let text = &source.spec[at.clone()];
        let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
        let value = value.map(|value| ConstraintField {
            text: unescape(value),
            at: at.start + name.len() + 1..at.end,
            in_spec: true,
        });
        let value =
            value.ok_or_else(|| ConstraintField { text: String::new(), at: at.clone(), in_spec: true });
        let result = match MODIFIERS.iter().find(|help| help.name == name) {
            None => Err(unknown(name)),
            Some(help) if modifiers.span(help.name).is_some() => {
                Err(format!("@{name} is given twice").into())
            }
            Some(help) => {
                modifiers.spans.push((help.name, at.clone()));
                apply(help, value, spec, &mut modifiers)
            }
        };
        if let Err(text) = result {
            diagnostics.push(source.diagnostic(Code::Modifier, at.clone(), text));
        }
    }
    modifiers
}

fn apply(
    help: &ModifierHelp,
    value: Result<ConstraintField, ConstraintField>,
    spec: Option<&GeneratorSpec>,
    modifiers: &mut Modifiers,
) -> Result<(), Message> {
    let refuses = |spec: &GeneratorSpec| match help.scope {
        Scope::Named => !spec.takes(help.name),
        Scope::Drawn => spec.entity.is_some() && !spec.takes(help.name),
        Scope::All | Scope::Text => false,
    };
    if let Some(spec) = spec.filter(|spec| refuses(spec)) {
        return Err(format!("`{}` does not take @{}", spec.name, help.name).into());
    }
    match (help.value, value) {
        (Some(form), Err(_)) => Err(format!("a value is missing; the form is @{}={form}", help.name).into()),
        (None, Ok(_)) => Err(format!("@{} takes no value", help.name).into()),
        // An error of a modifier without a value is at the modifier.
        (_, Ok(value) | Err(value)) => (help.apply)(modifiers, value),
    }
}

fn unknown(name: &str) -> Message {
    if let Some((before, value)) = name.split_once(':')
        && MODIFIERS.iter().any(|help| help.name == before)
    {
        let text = "a modifier's value follows an equals sign";
        return Message::from(text).suggest(Some(format!("@{before}={value}")));
    }
    let names = MODIFIERS.iter().map(|help| help.name);
    let message = Message::unknown_with("@", "no modifier has this name", name, names);
    message.otherwise(r"an @ inside a value is written \@")
}
