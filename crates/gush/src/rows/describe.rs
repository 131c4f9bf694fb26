//! The description of one generator, or of the columns of one entity.

use std::borrow::Cow;
use std::fmt::Write;

use gush_diagnostics::grouped;
use gusher::catalogue;
use gusher::generators::{Context, Generate, GeneratorSpec, MAX_VALUES};
use gusher::locale::LOCALES;
use gusher::schema::{Column, MODIFIERS, ModifierHelp, Schema, Scope, unknown_generator};

use super::flags::GENERATOR;
use super::list::{examples, of_entity};
use crate::color;
use crate::failure::Failure;

/// The descriptions of several generators, one below the other.
pub fn described(names: &[&str], context: &Context<'_>) -> Result<String, Failure> {
    let (mut texts, mut diagnostics) = (Vec::new(), Vec::new());
    for name in names {
        match describe(name, context) {
            Ok(text) => texts.push(text),
            Err(Failure::Diagnostics(found)) => diagnostics.extend(found),
            Err(other) => return Err(other),
        }
    }
    if diagnostics.is_empty() { Ok(texts.join("\n")) } else { Err(Failure::Diagnostics(diagnostics)) }
}

/// A generator by its own name or that of another program, and the entity of that name.
fn describe(name: &str, context: &Context<'_>) -> Result<String, Failure> {
    let mut texts = Vec::new();
    let alias = catalogue::alias(name).filter(|alias| alias.is_ours());
    if let Some(spec) = catalogue::find(name) {
        texts.push(generator(spec, name, as_column(spec, name), context)?);
    } else if let Some((alias, spec)) =
        alias.and_then(|alias| Some((alias, catalogue::find(alias.generator().0)?)))
    {
        let tools = match &catalogue::tools_of(name)[..] {
            [] => String::new(),
            tools => format!(" in {}", tools.join(", ")),
        };
        let argument = if alias.spec == spec.name { spec.example() } else { alias.spec };
        let text = generator(spec, spec.name, argument, context)?;
        texts.push(format!("{name}: the name{tools} of {}\n\n{text}", alias.spec));
    }
    if catalogue::entities().contains(&name) {
        let columns = of_entity(name, context);
        texts.push(format!("{name}: these columns of a row describe one {name}\n{columns}"));
    }
    if texts.is_empty() {
        return Err(Failure::Diagnostics(vec![GENERATOR.wrong(name, unknown_generator(name))]));
    }
    Ok(texts.join("\n"))
}

/// A generator that was asked for by `name`; `argument` is a column of it.
fn generator(
    spec: &GeneratorSpec,
    name: &str,
    argument: &str,
    context: &Context<'_>,
) -> Result<String, Failure> {
    let paint = color::on_stdout();
    let mut text = format!("{}: {}\n", paint.name(name), spec.about);
    let known = column(argument, context);
    if known.is_some() {
        for example in examples(argument, context)?.lines() {
            line(&mut text, "example", &paint.example(&shortened(example)));
        }
    }
    if spec.constraint.is_some_and(|constraint| constraint.required) {
        line(&mut text, "as in", argument);
    }
    match &known {
        Some(known) => line(&mut text, "values", &cardinality(&**known.generate())),
        None => line(&mut text, "values", "those of the file"),
    }
    if let Some(Err(reason)) = known.map(|known| known.generate().properties().unique_support) {
        line(&mut text, "", &format!("@unique is not supported: each value is {reason}"));
    }
    facts(spec, name, argument, context, &mut text);
    text += &modifiers(spec, name, argument, context);
    Ok(text)
}

/// How many characters of an example are shown: two lines of a terminal.
const SHOWN: usize = 130;

/// An example without what is beyond two lines, as that of a picture is.
fn shortened(example: &str) -> Cow<'_, str> {
    match example.char_indices().nth(SHOWN) {
        None => example.into(),
        Some((end, _)) => format!("{}…", &example[..end]).into(),
    }
}

/// What is known of a generator besides its values.
fn facts(spec: &GeneratorSpec, name: &str, argument: &str, context: &Context<'_>, text: &mut String) {
    if let Some(entity) = spec.entity {
        line(text, "entity", &format!("{entity}; -g {entity} shows all columns that describe one"));
    }
    if let Some(constraint) = spec.constraint {
        line(text, "constraint", &format!("{}: {}", constraint.form, constraint.about));
        if let Some(any) = spec.any.as_ref().filter(|any| any.about != constraint.about) {
            line(text, "any", &format!("with the constraint any: {}", any.about));
        }
    }
    line(text, "function", &gush_template::form(spec, name));
    // A country in the constraint leaves no locale to choose.
    let plain = if argument == spec.example() { name } else { argument };
    if let Some(locales) = locales(spec, plain, context) {
        line(text, "locales", &locales);
    }
    let names = catalogue::names_of(spec.name);
    if !names.is_empty() {
        line(text, "other names", &names.join(", "));
    }
}

/// A line of a description.
fn line(text: &mut String, head: &str, body: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  {} {body}", color::on_stdout().label(&format!("{head:12}")));
}

/// The table of the modifiers that a generator takes.
fn modifiers(spec: &GeneratorSpec, name: &str, argument: &str, context: &Context<'_>) -> String {
    let paint = color::on_stdout();
    let taken: Vec<(String, &str)> = MODIFIERS
        .iter()
        .filter(|modifier| takes(spec, name, argument, modifier, context))
        .map(|modifier| (modifier_form(modifier), modifier.about))
        .collect();
    let width = taken.iter().map(|(form, _)| form.chars().count()).max().unwrap_or(0);
    let rows = taken.iter().map(|(form, about)| {
        let pad = " ".repeat(width - form.chars().count());
        format!("    {}{pad}  {about}\n", paint.name(form))
    });
    let rows: String = rows.collect();
    if rows.is_empty() { rows } else { format!("  {}\n{rows}", paint.label("modifiers")) }
}

/// A column of a generator by this name that needs nothing else.
fn as_column<'a>(spec: &GeneratorSpec, name: &'a str) -> &'a str {
    if spec.constraint.is_some_and(|constraint| constraint.required) { spec.example() } else { name }
}

fn column(argument: &str, context: &Context<'_>) -> Option<Column> {
    Schema::parse("example", &[argument], context).0.into_columns().pop()
}

/// Whether a generator that was asked for by `name` takes a modifier.
pub(super) fn takes(
    spec: &GeneratorSpec,
    name: &str,
    argument: &str,
    modifier: &ModifierHelp,
    context: &Context<'_>,
) -> bool {
    match modifier.scope {
        Scope::All if modifier.name == "unique" => column(&format!("{argument}@unique"), context).is_some(),
        Scope::All => true,
        // One of many names may have chosen already: `phone.de` is of one country.
        Scope::Named if modifier.name == "locale" && name != spec.name => {
            LOCALES.iter().any(|locale| has_locale(argument, locale.name, context))
        }
        Scope::Named => spec.takes(modifier.name),
        Scope::Text => column(&format!("{argument}@{}", modifier.name), context).is_some(),
        // Both need values that are drawn in an order.
        Scope::Drawn if matches!(modifier.name, "with" | "not") => correlates(argument, context),
        // A generator whose values have an order takes a distribution, and all modifiers that need one.
        Scope::Drawn => column(&format!("{argument}@dist=normal"), context).is_some(),
    }
}

/// Whether the values of a column can follow from those of another.
fn correlates(argument: &str, context: &Context<'_>) -> bool {
    let columns = ["other=int:0,9", &format!("own={argument}@with=other:0.5")];
    Schema::parse("example", &columns, context).1.is_empty()
}

fn has_locale(argument: &str, locale: &str, context: &Context<'_>) -> bool {
    column(&format!("{argument}@locale={locale}"), context).is_some()
}

/// The locales that a generator has values of, where it has any.
fn locales(spec: &GeneratorSpec, argument: &str, context: &Context<'_>) -> Option<String> {
    if spec.is_english {
        return Some("English".into());
    }
    if !spec.takes("locale") {
        return None;
    }
    let (has, lacks): (Vec<&str>, Vec<&str>) =
        LOCALES.iter().map(|locale| locale.name).partition(|name| has_locale(argument, name, context));
    Some(match (has.len(), lacks.len()) {
        (0, _) => return None,
        (all, 0) => format!("all {all}"),
        (some, without) if without <= some => format!("{some}: all but {}", lacks.join(", ")),
        (some, _) => format!("{some}: {}", has.join(", ")),
    })
}

/// How many values a generator has.
fn cardinality(generate: &dyn Generate) -> String {
    let values = generate.cardinality();
    if values == MAX_VALUES { format!("{} or more", grouped(values)) } else { grouped(values) }
}

/// A modifier with the form of its value.
pub fn modifier_form(help: &ModifierHelp) -> String {
    let value = help.value.map(|value| format!("={value}")).unwrap_or_default();
    format!("@{}{value}", help.name)
}
