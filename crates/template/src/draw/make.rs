//! Builds the generators of a template, whose arguments take the role of constraints.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use super::arguments::Written;
use super::form::ValueForm;
use super::lookup::function_name;
use super::modifiers::{ErrorTarget, Modifiers};
use super::wording::in_template_terms;
use crate::compat::Compat;
use crate::values::Refusal;
use gusher::catalogue;
use gusher::generators::{Context, Generate, GeneratorSpec, as_text};
use gusher::internal::{end_of_words, fakedata_constraint};
use gusher::locale::Locale;

/// What generators may depend on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outside {
    pub locale: &'static Locale,
    pub now: i64,
    pub compat: Option<Compat>,
}

/// The constraint of arguments that are taken literally; `None` if they are empty and the generator needs none.
fn literal<'t>(entry: &GeneratorSpec, text: &'t str, modifiers: &Modifiers) -> Option<Cow<'t, str>> {
    if entry.name == "enum" {
        let end = if modifiers.has_weights() { "" } else { end_of_words(text) };
        return Some(format!("{text}{end}").into());
    }
    let is_optional = entry.constraint.as_ref().is_some_and(|help| !help.required);
    (!text.is_empty() || !is_optional).then_some(text.into())
}

impl Outside {
    /// Set if the generator behaves as in the Go program `fakedata`.
    pub fn compat_of(&self, generator: &str) -> Option<Compat> {
        self.compat.filter(|compat| compat.has(generator))
    }

    /// Whether a generator takes arguments of its own: not if they are fixed by `compat`.
    pub fn takes_arguments(&self, entry: &GeneratorSpec, generator: &str) -> bool {
        let is_fixed = self.compat_of(generator).and_then(|_| fakedata_constraint(generator));
        entry.constraint.is_some() && is_fixed.is_none()
    }

    /// The kind of thing that a generator describes together with others, called with or without arguments of its own.
    pub fn entity(&self, entry: &GeneratorSpec, generator: &str, has_args: bool) -> Option<&'static str> {
        // Of a generator that follows the row's place or takes any in the world, only the latter has arguments.
        let constraint = match self.compat_of(generator) {
            Some(_) => fakedata_constraint(generator),
            None => entry.any.as_ref().filter(|_| has_args).map(|_| ""),
        };
        entry.entity_of(generator, constraint)
    }

    /// The generator of an entry with its arguments and modifiers. Files are read by `read`.
    pub fn build(
        self,
        entry: &GeneratorSpec,
        generator: &str,
        written: Option<&Written>,
        modifiers: &Modifiers,
        read: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Arc<dyn Generate>, Refusal> {
        if written.is_some() && !self.takes_arguments(entry, generator) {
            let text = format!("{} takes no arguments", function_name(generator));
            return Err(Refusal::at(0, text));
        }
        let context = Context::default().locale(self.locale).now(self.now).files(read);
        let text = written.map(|written| written.text.as_str());
        let compat = self.compat_of(generator);
        let text = match compat {
            Some(compat) => text
                .and_then(|text| compat.constraint(generator, text))
                .or_else(|| fakedata_constraint(generator)),
            None => text,
        };
        let text = text.and_then(|text| literal(entry, text, modifiers));
        let text = text.as_deref();
        if !modifiers.is_empty() {
            return modifiers.build(generator, entry, text, &context).map_err(|(at, text)| {
                let arg = match at {
                    ErrorTarget::Modifier(index) => Some(written.map_or(0, Written::len) + index),
                    ErrorTarget::Constraint(at) => written.and_then(|written| written.arg_at(&at)),
                };
                Refusal { arg, text: in_template_terms(&text, generator) }
            });
        }
        let name = compat.map_or_else(|| generator.to_owned(), |compat| compat.name(generator));
        let entry = catalogue::find(&name).unwrap_or(entry);
        let built = entry.generator(&name, text, &context).map_err(|error| {
            let arg = written.filter(|_| !error.in_spec).and_then(|written| written.arg_at(&error.at));
            Refusal { arg, text: in_template_terms(&error.text, generator) }
        })?;
        // In the Go program every value is a string.
        Ok(if compat.is_some() && ValueForm::of(&built.field()) != ValueForm::Text {
            as_text(built)
        } else {
            built
        })
    }
}
