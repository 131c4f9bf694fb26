//! Modifiers of a call: its last arguments, each a literal text that begins with an `@`.

use std::ops::Range;
use std::sync::Arc;

use super::lookup::function_name;
use super::wording::in_template_terms;
use crate::ast::{Expr, ExprKind};
use crate::error::Fault;
use crate::utf8;
use gush_diagnostics::nearest;
use gusher::generators::{Context, Generate, GeneratorSpec};
use gusher::schema::{MODIFIERS, Modified, Schema, escape, escape_modifiers};

/// The modifiers of a call.
#[derive(Debug, Default, Clone)]
pub(crate) struct Modifiers {
    /// As in a column spec: each with its `@`, and with backslashes before special characters.
    texts: Vec<String>,
    /// Where each is in the template.
    pub spans: Vec<Range<usize>>,
}

/// What an error in a call is about.
pub(crate) enum ErrorTarget {
    Constraint(Range<usize>),
    /// The modifier at this index.
    Modifier(usize),
}

impl Modifiers {
    /// Splits the arguments of a call into its own and its modifiers; there are no modifiers with `compat`.
    pub fn split<'e>(compat: bool, entry: &GeneratorSpec, args: &'e [Expr]) -> (&'e [Expr], Modifiers) {
        let is_modifier =
            |arg: &&Expr| !compat && matches!(&arg.kind, ExprKind::Text(text) if modifies(entry, text));
        let count = args.iter().rev().take_while(is_modifier).count();
        let (args, found) = args.split_at(args.len() - count);
        let text = |arg: &Expr| match &arg.kind {
            ExprKind::Text(text) => format!("@{}", escape(&utf8::text(&text[1..]))),
            _ => String::new(),
        };
        let spans = found.iter().map(|arg| arg.at.clone()).collect();
        (args, Modifiers { texts: found.iter().map(text).collect(), spans })
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Whether they weight the words of an `enum`.
    pub fn has_weights(&self) -> bool {
        self.texts.iter().any(|text| text.starts_with("@weights="))
    }

    /// The settings in them that the generator does not handle, or each error in them, with the modifier's index.
    pub fn read(&self, generator: &str, entry: &GeneratorSpec) -> Result<Modified, Vec<(usize, String)>> {
        let spec = [&[generator.to_owned()], &self.texts[..]].concat().concat();
        let (modified, diagnostics) = Modified::read(&spec, entry);
        let mut faults: Vec<(usize, String)> = diagnostics
            .into_iter()
            .filter_map(|diagnostic| {
                let index = self.index_at(generator.len(), diagnostic.span.start)?;
                Some((index, in_template_terms(&diagnostic.full_message().to_string(), generator)))
            })
            .collect();
        if let Some(index) = self.position(|text| text == "@unique" && modified.unique) {
            let text = "a template may ask a generator any number of times for a row, so that nobody can promise \
                        different values; `Seq`, `Uuidv4` and their like never repeat";
            faults.push((index, text.into()));
        }
        if let Some(index) = self.position(|text| text == "@hidden" && modified.hidden) {
            faults.push((index, "nothing of a template is hidden; leave this out".into()));
        }
        for (index, text) in self.texts.iter().enumerate() {
            let names_column = ["by", "with"].iter().find(|name| text[1..].split('=').next() == Some(name));
            if let (Some(name), true) = (names_column, text.contains('=')) {
                faults.push((
                    index,
                    format!("a template has no columns that @{name} could name; leave this out"),
                ));
            }
        }
        if let Some(index) = self.position(|text| text.starts_with("@dirty")) {
            faults.push((index, "columns are dirty, and a template has none; leave this out".into()));
        }
        if faults.is_empty() { Ok(modified) } else { Err(faults) }
    }

    fn position(&self, is_wanted: impl Fn(&str) -> bool) -> Option<usize> {
        self.texts.iter().position(|text| is_wanted(text))
    }

    /// The index of the modifier at this byte, where the first one begins at `start`.
    fn index_at(&self, start: usize, at: usize) -> Option<usize> {
        let mut end = start;
        self.texts.iter().position(|text| {
            end += text.len();
            start < at && at <= end
        })
    }

    /// The generator with them.
    pub fn build(
        &self,
        generator: &str,
        entry: &GeneratorSpec,
        constraint: Option<&str>,
        context: &Context<'_>,
    ) -> Result<Arc<dyn Generate>, (ErrorTarget, String)> {
        let head = match constraint {
            // Even in a text with rules of its own, an @ must not begin a modifier.
            Some(text) if entry.verbatim => format!("{generator}:{}", escape_modifiers(text)),
            Some(text) => format!("{generator}:{text}"),
            None => generator.to_owned(),
        };
        let spec = [head.as_str(), &self.texts.concat()].concat();
        let (schema, diagnostics) = Schema::parse("", &[&spec], context);
        let built = schema.columns().last().map(|column| Arc::clone(column.generate()));
        built.ok_or_else(|| {
            let Some(diagnostic) = diagnostics.into_iter().next() else {
                return (ErrorTarget::Constraint(0..0), "this cannot be made".into());
            };
            let first = generator.len() + 1;
            let target = match self.index_at(head.len(), diagnostic.span.start) {
                Some(index) => ErrorTarget::Modifier(index),
                None => {
                    let part = |at: usize| at.saturating_sub(first).min(head.len().saturating_sub(first));
                    ErrorTarget::Constraint(part(diagnostic.span.start)..part(diagnostic.span.end))
                }
            };
            (target, diagnostic.full_message().to_string())
        })
    }

    /// Appends what distinguishes calls with different modifiers.
    pub fn write(&self, key: &mut String) {
        key.extend(self.texts.iter().map(String::as_str));
    }
}

/// The error of arguments of which one is a modifier that is not after all others.
pub(crate) fn misplaced(entry: &GeneratorSpec, generator: &str, args: &[Expr]) -> Option<Fault> {
    // A generator that takes any text takes it as one.
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

/// Whether this text is a modifier of the generator: for one that takes any text, only if it is, or resembles, the name of a
/// modifier.
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
