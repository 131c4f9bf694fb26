//! Modifiers of a call: its last arguments, each a text that is written as such and begins with an `@`.

use std::ops::Range;
use std::sync::Arc;

use super::lookup::function_name;
use super::wording::in_words_of_templates;
use crate::ast::{Expr, ExprKind};
use crate::error::Fault;
use crate::utf8;
use gush_diagnostics::nearest;
use gusher::generators::{Context, Generate, GeneratorSpec};
use gusher::schema::{MODIFIERS, Modified, Schema, escape, escape_modifiers};

/// What follows the other arguments of a call.
#[derive(Debug, Default, Clone)]
pub(crate) struct Modifiers {
    /// As a column has them: each with its `@`, and with backslashes before special characters.
    words: Vec<String>,
    /// Where each is in the template.
    pub places: Vec<Range<usize>>,
}

/// What a mistake in a call is about.
pub(crate) enum Place {
    Constraint(Range<usize>),
    /// The modifier at this place among them.
    Modifier(usize),
}

impl Modifiers {
    /// Splits the arguments of a call into its own and its modifiers; there are no modifiers with `compat`.
    pub fn split<'e>(compat: bool, entry: &GeneratorSpec, args: &'e [Expr]) -> (&'e [Expr], Modifiers) {
        let is_modifier =
            |arg: &&Expr| !compat && matches!(&arg.kind, ExprKind::Text(text) if modifies(entry, text));
        let count = args.iter().rev().take_while(is_modifier).count();
        let (args, found) = args.split_at(args.len() - count);
        let word = |arg: &Expr| match &arg.kind {
            ExprKind::Text(text) => format!("@{}", escape(&utf8::text(&text[1..]))),
            _ => String::new(),
        };
        let places = found.iter().map(|arg| arg.at.clone()).collect();
        (args, Modifiers { words: found.iter().map(word).collect(), places })
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether they say how often each word comes.
    pub fn has_weights(&self) -> bool {
        self.words.iter().any(|word| word.starts_with("@weights="))
    }

    /// What they say that is not the generator's business, or each mistake in them, with its place among them.
    pub fn read(&self, generator: &str, entry: &GeneratorSpec) -> Result<Modified, Vec<(usize, String)>> {
        let word = [&[generator.to_owned()], &self.words[..]].concat().concat();
        let (modified, mistakes) = Modified::read(&word, entry);
        let mut faults: Vec<(usize, String)> = mistakes
            .into_iter()
            .filter_map(|mistake| {
                Some((self.which(generator.len(), mistake.span.start)?, mistake.full_message()))
            })
            .map(|(which, message)| (which, in_words_of_templates(&message.to_string(), generator)))
            .collect();
        if let Some(which) = self.words.iter().position(|word| word == "@unique" && modified.unique) {
            let text = "a template may ask a generator any number of times for a row, so that nobody can promise \
                        different values; `Seq`, `Uuidv4` and their like never repeat";
            faults.push((which, text.into()));
        }
        if let Some(which) = self.words.iter().position(|word| word == "@hidden" && modified.hidden) {
            faults.push((which, "nothing of a template is hidden; leave this out".into()));
        }
        for (which, word) in self.words.iter().enumerate() {
            let names_column = ["by", "with"].iter().find(|name| word[1..].split('=').next() == Some(name));
            if let (Some(name), true) = (names_column, word.contains('=')) {
                faults.push((
                    which,
                    format!("a template has no columns that @{name} could name; leave this out"),
                ));
            }
        }
        if let Some(which) = self.words.iter().position(|word| word.starts_with("@dirty")) {
            faults.push((which, "columns are dirty, and a template has none; leave this out".into()));
        }
        if faults.is_empty() { Ok(modified) } else { Err(faults) }
    }

    /// Which of them is at this byte, where the first begins at `start`.
    fn which(&self, start: usize, at: usize) -> Option<usize> {
        let mut end = start;
        self.words.iter().position(|word| {
            end += word.len();
            start < at && at <= end
        })
    }

    /// The generator with them.
    pub fn make(
        &self,
        generator: &str,
        entry: &GeneratorSpec,
        constraint: Option<&str>,
        context: &Context<'_>,
    ) -> Result<Arc<dyn Generate>, (Place, String)> {
        let head = match constraint {
            // In a text of its own rules, too, an @ must not begin a modifier.
            Some(text) if entry.verbatim => format!("{generator}:{}", escape_modifiers(text)),
            Some(text) => format!("{generator}:{text}"),
            None => generator.to_owned(),
        };
        let word = [head.as_str(), &self.words.concat()].concat();
        let (schema, mistakes) = Schema::parse("", &[&word], context);
        let made = schema.columns().last().map(|column| Arc::clone(column.generate()));
        made.ok_or_else(|| {
            let Some(mistake) = mistakes.into_iter().next() else {
                return (Place::Constraint(0..0), "this cannot be made".into());
            };
            let first = generator.len() + 1;
            let place = match self.which(head.len(), mistake.span.start) {
                Some(which) => Place::Modifier(which),
                None => {
                    let part = |at: usize| at.saturating_sub(first).min(head.len().saturating_sub(first));
                    Place::Constraint(part(mistake.span.start)..part(mistake.span.end))
                }
            };
            (place, mistake.full_message().to_string())
        })
    }

    /// What distinguishes calls with different modifiers.
    pub fn write(&self, key: &mut String) {
        key.extend(self.words.iter().map(String::as_str));
    }
}

/// What is wrong with arguments of which one is a modifier that is not after all others.
pub(crate) fn misplaced(entry: &GeneratorSpec, generator: &str, args: &[Expr]) -> Option<Fault> {
    // Of what takes texts of any kind, it is a text.
    let takes_any = entry.verbatim || matches!(entry.name, "enum" | "file");
    let is_modifier = |arg: &&Expr| matches!(&arg.kind, ExprKind::Text(text) if modifies(entry, text));
    let modifier = args.iter().find(is_modifier).filter(|_| !takes_any)?;
    match args.iter().find(|arg| !is_modifier(arg)) {
        Some(surplus) if entry.constraint.is_none() => {
            let text = format!("{} takes no arguments besides modifiers", function_name(generator));
            Some(Fault::new(surplus.at.clone(), text))
        }
        _ => Some(Fault::new(modifier.at.clone(), "modifiers are the last arguments")),
    }
}

/// Whether this text is a modifier of the generator: one that takes texts of any kind may mean a word, unless that is, or
/// resembles, what modifiers look like.
fn modifies(entry: &GeneratorSpec, text: &[u8]) -> bool {
    let Some(text) = text.strip_prefix(b"@") else { return false };
    if !entry.verbatim && !matches!(entry.name, "enum" | "file") {
        return true;
    }
    let text = utf8::text(text);
    let (name, value) = text.split_once('=').map_or((&text[..], false), |(name, _)| (name, true));
    let names = || MODIFIERS.iter().map(|help| help.name);
    names().any(|known| known == name) || value && nearest(name, names()).is_some()
}
