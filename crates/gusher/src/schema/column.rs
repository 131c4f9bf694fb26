//! One column: its spec becomes a generator, which its modifiers adapt.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::column_modifiers::Modifiers;
use super::computed::Pending;
use super::dirty::Dirt;
use super::expression_draft;
use super::grammar::SpecParts;
use super::keyed::Keyed;
use super::read_modifiers;
use super::unknown::{unknown_generator, unknown_of_column};
use super::{Column, ColumnSource, alias};
use crate::catalogue::{self, FILE_ROW};
use crate::generators::{self, ANY, Case, Child, ConstraintError, Context, Generate, GeneratorSpec, NUL};
use crate::locale::english;
use crate::types::{StorageType, Syntax};
use gush_diagnostics::{Code, Diagnostic, Message, Topic};

/// Parses one column, or reports every problem in it.
pub(super) fn parse(
    source: ColumnSource,
    context: &Context<'_>,
    known: &mut Known,
) -> Result<Pending, Vec<Diagnostic>> {
    if let Some(diagnostic) = nul(&source) {
        return Err(vec![diagnostic]);
    }
    let parts = source.parts();
    if expression_draft::is_expression(&source, &parts) {
        return expression_draft::draft(source, parts).map(|draft| Pending::Computed(Box::new(draft)));
    }
    let mut diagnostics = Vec::new();
    diagnostics.extend(source.name_diagnostic(&parts));
    let source =
        alias::expanded(source).map_err(|diagnostic| [diagnostics.clone(), vec![diagnostic]].concat())?;
    let (parts, column_spec) = (source.parts(), &source.spec);
    let name = source.name.as_deref();
    let name = name.unwrap_or_else(|| &column_spec[parts.name.clone().unwrap_or(parts.generator.clone())]);
    let spec = find(column_spec, parts.name.as_ref().map(|at| &column_spec[at.clone()]), &parts.generator);
    let spec = spec.map_err(|error| diagnostics.push(locate(&source, &parts, error))).ok();
    let mut modifiers = read_modifiers::parse(&source, &parts.modifiers, spec, &mut diagnostics);
    let text = parts.constraint.clone().map(|at| &column_spec[at]);
    let generator = &column_spec[parts.generator.clone()];
    let key = |takes: fn(&str) -> bool| key(column_spec, &parts, &modifiers, takes);
    let generate = spec.and_then(|spec| {
        known_or(known, key(|name| !OF_ANY.contains(&name)), || {
            let built = spec.build(generator, text, context, &modifiers.settings);
            built.map_err(|error| diagnostics.push(locate(&source, &parts, error.into()))).ok()
        })
    });
    let generate = generate.and_then(|generate| {
        let key = key(match modifiers.type_of_list() {
            // The type is not that of the items.
            Some(_) => |name| name != "type" && !OF_COLUMN.contains(&name),
            None => |name| !OF_COLUMN.contains(&name),
        });
        let instead = || spec.and_then(|spec| unique_instead(spec, generator, text, context));
        known_or(known, key, || adapted(generate, &source, &modifiers, instead, &mut diagnostics))
    });
    let entity = match &modifiers.settings.column {
        Some(_) => Some(FILE_ROW),
        None => spec.and_then(|spec| spec.entity_of(generator, text)),
    };
    if let (None, Some(at)) =
        (entity, modifiers.span("of").filter(|_| spec.is_some_and(|spec| spec.takes("of"))))
    {
        let text = "`@of` needs `@column`: a line is not part of a record; name a column of the file, as in @column=name";
        diagnostics.push(source.diagnostic(Code::Modifier, at, text));
    }
    let generate =
        generate.and_then(|generate| listed(generate, entity, &source, &modifiers, &mut diagnostics));
    if let Some(at) = modifiers.span("sum") {
        let has_less = [
            ("null", modifiers.null.is_some()),
            ("list", modifiers.list.is_some()),
            ("dirty", modifiers.dirty.is_some()),
        ];
        for (name, _) in has_less.into_iter().filter(|(_, is)| *is) {
            let text = format!(
                "the numbers that are written add up to the total only without @{name}; leave one of the two out"
            );
            diagnostics.push(source.diagnostic(Code::Modifier, at.clone(), text));
        }
    }
    let dirt = generate.as_ref().and_then(|generate| {
        let dirt = Dirt::read(modifiers.dirty.as_ref(), modifiers.hidden, &generate.field(), &source);
        dirt.unwrap_or_else(|diagnostic| {
            diagnostics.push(diagnostic);
            None
        })
    });
    match (spec, generate) {
        (Some(spec), Some(generate)) if diagnostics.is_empty() => Ok(Pending::Column(Box::new(Column {
            name: name.into(),
            relation: None,
            occurrence: 0,
            generator_at: parts.generator.start..parts.constraint.unwrap_or(parts.generator).end,
            generate,
            hidden: modifiers.hidden,
            keyed: Keyed::of(modifiers.by.take(), modifiers.with.take(), modifiers.not.take()),
            dirt,
            null: modifiers.null,
            unique: modifiers.unique,
            // Items describe things of their own.
            entity: entity.filter(|_| modifiers.list.is_none()),
            locale: spec.heeds_locale(text).then(|| modifiers.settings.locale.unwrap_or(context.locale)),
            locale_at: modifiers.span("locale"),
            gender: modifiers.settings.gender,
            ages: modifiers.settings.ages,
            has_explicit_label: !modifiers.of.is_empty(),
            of: modifiers.of,
            nth: modifiers.settings.nth(),
            generator: spec.name,
            source,
        }))),
        _ => Err(diagnostics),
    }
}

/// The generators built so far for a schema, by what they were built from: columns with equal specs share one, and so its
/// dictionary. A generator has no state of a column; randomness comes with the draws.
pub(super) type Known = HashMap<Vec<String>, Arc<dyn Generate>>;

/// Modifiers that apply to any generator, which does not read them itself.
const OF_ANY: [&str; 16] = [
    "ascii", "by", "dirty", "hidden", "list", "lower", "not", "null", "of", "prefix", "suffix", "title",
    "type", "unique", "upper", "with",
];

/// Modifiers that apply to the column and leave its generator as it is.
const OF_COLUMN: [&str; 8] = ["by", "dirty", "hidden", "list", "not", "null", "of", "with"];

/// What a generator is built from: its name, its constraint, and the modifiers that `takes` names.
fn key(column_spec: &str, parts: &SpecParts, modifiers: &Modifiers, takes: fn(&str) -> bool) -> Vec<String> {
    let end = parts.constraint.as_ref().map_or(parts.generator.end, |at| at.end);
    let mut key = vec![column_spec[parts.generator.start..end].to_owned()];
    let taken = modifiers.spans.iter().filter(|(name, _)| takes(name));
    key.extend(taken.map(|(_, at)| column_spec[at.clone()].to_owned()));
    key[1..].sort_unstable();
    key
}

/// The generator of this key, or else the one that `make` builds.
fn known_or(
    known: &mut Known,
    key: Vec<String>,
    make: impl FnOnce() -> Option<Arc<dyn Generate>>,
) -> Option<Arc<dyn Generate>> {
    if let Some(generate) = known.get(&key) {
        return Some(Arc::clone(generate));
    }
    let generate = make()?;
    known.insert(key, Arc::clone(&generate));
    Some(generate)
}

/// The diagnostic for a NUL character, which only a file can have: SQL and COPY end or break there.
fn nul(source: &ColumnSource) -> Option<Diagnostic> {
    if source.name.as_ref().is_some_and(|name| name.contains('\0')) {
        return Some(source.diagnostic(Code::Name, 0..source.spec.len(), format!("the name has {NUL}")));
    }
    let at = source.spec.find('\0')?;
    Some(source.diagnostic(Code::Constraint, at..at + 1, format!("this is {NUL}")))
}

/// The generator that supports `@unique` instead of one that follows the row's place: the same attribute of any in the
/// world, where there is one.
fn unique_instead(
    spec: &GeneratorSpec,
    generator: &str,
    text: Option<&str>,
    context: &Context<'_>,
) -> Option<String> {
    spec.any.as_ref().filter(|_| text.is_none())?;
    let english = Context { locale: english(), ..*context };
    let any = spec.generator(generator, Some(ANY), &english).ok()?;
    any.properties().unique_support.is_ok().then(|| format!("{generator}:{ANY}@unique"))
}

/// The generator, adapted by the modifiers that apply to any generator.
fn adapted(
    generate: Arc<dyn Generate>,
    source: &ColumnSource,
    modifiers: &Modifiers,
    unique_instead: impl Fn() -> Option<String>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Arc<dyn Generate>> {
    let mut refuse = |name: &str, text: String| {
        let at = modifiers.span(name).unwrap_or(0..source.spec.len());
        diagnostics.push(source.diagnostic(Code::Modifier, at, text));
    };
    let mut adapted = generate;
    for case in modifiers.ascii.then_some(Case::Ascii).into_iter().chain(modifiers.case) {
        let name = case.name();
        adapted = generators::cased(adapted, case).or_else(|| {
            refuse(name, format!("these values have no letters for @{name} to change"));
            None
        })?;
    }
    if let Some(case) = modifiers.case.filter(|_| modifiers.settings.rules.is_some()) {
        let text = "@rules says how many capitals and small letters there are, as in @rules=upper:12; leave one of the two";
        refuse(case.name(), text.into());
    }
    if modifiers.unique
        && let Err(reason) = adapted.properties().unique_support
    {
        let instead = unique_instead().map(|instead| format!("; write {instead}")).unwrap_or_default();
        refuse("unique", format!("`@unique` is not supported: each value is {reason}{instead}"));
    }
    if !modifiers.prefix.is_empty() || !modifiers.suffix.is_empty() {
        adapted = generators::affixed(adapted, &modifiers.prefix, &modifiers.suffix);
    }
    if let Some(storage) = modifiers.storage.clone().filter(|_| modifiers.type_of_list().is_none()) {
        // The rows that are asked for decide on the bounds of a series.
        let is_by_rows = adapted.properties().row_bounds.is_some();
        if let Err(text) = storage.check(&adapted.field(), !is_by_rows) {
            refuse("type", text);
        }
        adapted = generators::stored(adapted, storage);
    }
    Some(adapted)
}

/// The generator, or one of lists of its values.
fn listed(
    generate: Arc<dyn Generate>,
    entity: Option<&'static str>,
    source: &ColumnSource,
    modifiers: &Modifiers,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Arc<dyn Generate>> {
    let Some((least, most)) = modifiers.list else { return Some(generate) };
    let mut refuse = |name: &str, text: String| {
        let at = modifiers.span(name).unwrap_or(0..source.spec.len());
        diagnostics.push(source.diagnostic(Code::Modifier, at, text));
        None
    };
    if modifiers.unique {
        return refuse("unique", "lists cannot be unique; leave @unique or @list".into());
    }
    let mut item = Child::new(match modifiers.type_of_list() {
        // What is JSON already stays so within it.
        Some(storage @ StorageType::Json { .. }) if generate.field().syntax == Some(Syntax::Json) => {
            generators::stored(generate, storage.clone())
        }
        _ => generate,
    });
    if let Some(share) = modifiers.item_null {
        item = item.null(share);
    }
    if let Some(entity) = entity {
        item = item.of(entity, &modifiers.of);
    }
    let list = match generators::list_of(item, least..=most) {
        Ok(list) => list,
        Err(error) => return refuse("list", error.to_string()),
    };
    let Some(storage) = modifiers.type_of_list() else { return Some(list) };
    match storage.check_kind(&list.field()) {
        Ok(()) => Some(generators::stored(list, storage.clone())),
        Err(text) => refuse("type", text),
    }
}

/// An error of a generator or its constraint, before its span in the spec is known.
enum Error {
    Generator(Message),
    Constraint(ConstraintError),
}

impl From<ConstraintError> for Error {
    fn from(error: ConstraintError) -> Error {
        Error::Constraint(error)
    }
}

fn locate(source: &ColumnSource, parts: &SpecParts, error: Error) -> Diagnostic {
    match error {
        Error::Generator(text) => source.diagnostic(Code::Generator, parts.generator.clone(), text),
        Error::Constraint(ConstraintError { at, in_spec: true, text }) => {
            source.diagnostic(Code::Modifier, at, text)
        }
        Error::Constraint(ConstraintError { at, text, .. }) => {
            let at = match &parts.constraint {
                Some(constraint) => constraint.start + at.start..constraint.start + at.end,
                // There is no constraint yet: it should follow the generator.
                None => parts.generator.end..parts.generator.end,
            };
            source.diagnostic(Code::Constraint, at, text)
        }
    }
}

fn find(column_spec: &str, column: Option<&str>, at: &Range<usize>) -> Result<&'static GeneratorSpec, Error> {
    let name = &column_spec[at.clone()];
    if name.is_empty() {
        return Err(Error::Generator(Message::from("a generator is missing").see(Topic::Generators)));
    }
    let found = catalogue::find(name).or_else(|| generators::relation(name));
    found.ok_or_else(|| {
        Error::Generator(match column.filter(|column| !column.is_empty()) {
            Some(column) => unknown_of_column(column, name),
            None => unknown_generator(name),
        })
    })
}
