//! What one can ask about: generators, one of them, modifiers, locales, completion scripts.

use std::fmt::Write;
use std::io;

use clap::builder::{EnumValueParser, PossibleValuesParser};
use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;
use gush_diagnostics::{Code, Diagnostic, grouped};
use gusher::encode::{Buffer, DIALECTS, Encoder, FORMATS, FormatOptions};
use gusher::generators::{self, Context, GENERATORS, Generate, GeneratorSpec, MOST_VALUES};
use gusher::locale::LOCALES;
use gusher::plan::Plan;
use gusher::schema::{MODIFIERS, ModifierHelp, Schema, Scope, unknown_generator};
use gusher::types::Batch;

use super::args::Args;
use super::check::Check;
use super::choices;
use super::compat::ROWS;
use crate::command_line::CommandLine;
use crate::failure::Failure;
#[cfg(unix)]
use crate::meter;
use crate::{complete, yes};

/// Examples of one generator.
const EXAMPLES: u64 = 5;

/// The answer to what was asked about, if anything was.
pub fn answer(args: &Args, mistakes: &[Diagnostic]) -> Result<Option<String>, Failure> {
    let questions = [
        ("--generators", args.generators),
        ("--generators-with-constraints", args.generators_with_constraints),
        ("--generator", !args.generator.is_empty()),
        ("--modifiers", args.modifiers),
        ("--functions", args.functions),
        ("--locales", args.locales),
        ("--completion", args.completion.is_some()),
    ];
    let asked: Vec<&str> = questions.iter().filter(|(_, asked)| *asked).map(|(option, _)| *option).collect();
    if asked.is_empty() {
        return Ok(None);
    }
    let mut mistakes = mistakes.to_vec();
    if asked.len() > 1 {
        let word = asked.join(" ");
        let at = 0..word.len();
        mistakes.push(Diagnostic::new(
            Code::Option,
            word,
            at,
            "one question at a time; leave the others out",
        ));
    }
    if !args.columns.is_empty() && (!args.generator.is_empty() || args.completion.is_some()) {
        let word = args.columns.join(" ");
        let at = 0..word.len();
        let text = match args.completion {
            None => "leave this out, or write --generator before each name",
            Some(_) => "no rows are made with --completion; leave this out",
        };
        mistakes.push(Diagnostic::new(Code::Option, word, at, text));
        if let Some(Err(Failure::Mistakes(found))) = args.completion.as_deref().map(completion) {
            mistakes.extend(found);
        }
    }
    if !mistakes.is_empty() {
        return Err(Failure::Mistakes(mistakes));
    }
    if !args.generator.is_empty() {
        let mut check = Check::new(args, &ROWS);
        let (now, locale) = (check.present(None, None).now, check.locale(None));
        check.done()?;
        let context = Context { locale, now, read: &|_| Err(io::ErrorKind::Unsupported.into()) };
        return described(&args.generator, &context).map(Some);
    }
    if let Some(shell) = &args.completion {
        return completion(shell).map(Some);
    }
    let entries: Vec<Line> = if args.modifiers {
        MODIFIERS.iter().map(|help| (modifier_form(help), modifier_about(help))).collect()
    } else if args.functions {
        functions()
    } else if args.locales {
        LOCALES.iter().map(|locale| (locale.name.into(), locale.about.into())).collect()
    } else {
        list(|entry| args.generators || entry.constraint.is_some())
    };
    found(entries, &args.columns).map(|entries| Some(listed(&entries)))
}

/// The name of a thing with the form of what goes with it, and what it is.
type Line = (String, String);

/// The lines that have all these words, in any case.
fn found(lines: Vec<Line>, words: &[String]) -> Result<Vec<Line>, Failure> {
    let words_lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let has_all = |(form, about): &Line| {
        let line = format!("{form}\n{about}").to_lowercase();
        words_lower.iter().all(|word| line.contains(word))
    };
    let found: Vec<Line> = lines.into_iter().filter(has_all).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let word = words.join(" ");
    let text = match words.len() {
        1 => "neither a name nor a description in this list has this word",
        _ => "no name and description in this list have all these words",
    };
    let at = 0..word.len();
    Err(Failure::Mistakes(vec![Diagnostic::new(Code::Option, word, at, text)]))
}

fn list(wanted: impl Fn(&GeneratorSpec) -> bool) -> Vec<Line> {
    let form = |entry: &GeneratorSpec| match entry.constraint {
        Some(constraint) if constraint.required => format!("{}:{}", entry.name, constraint.form),
        Some(constraint) => format!("{}[:{}]", entry.name, constraint.form),
        None => entry.name.to_owned(),
    };
    let wanted = GENERATORS.iter().copied().filter(|entry| wanted(entry));
    wanted.map(|entry| (form(entry), entry.about.to_owned())).collect()
}

/// What templates can call: the functions that compute, and the generators.
fn functions() -> Vec<Line> {
    let own = gush_template::functions();
    let own = own.map(|help| (format!("{} {}", help.name, help.form), help.about.to_owned()));
    let generators = gush_template::generators().map(|(form, about)| (form, about.to_owned()));
    let mut own: Vec<_> = own.collect();
    own.sort_by_key(|(form, _)| form.to_lowercase());
    own.into_iter().chain(generators).collect()
}

/// Names and what they are, in two columns.
fn listed(entries: &[Line]) -> String {
    let width = entries.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    entries.iter().map(|(name, about)| format!("{name:width$}  {about}\n")).collect()
}

fn modifier_form(help: &ModifierHelp) -> String {
    let value = help.value.map(|value| format!("={value}")).unwrap_or_default();
    format!("@{}{value}", help.name)
}

/// What a modifier does, and which generators take it.
fn modifier_about(help: &ModifierHelp) -> String {
    // What is English alone has no other locale to choose.
    let takes =
        |entry: &&&GeneratorSpec| entry.takes(help.name) && !(help.name == "locale" && entry.is_english);
    let takers = || GENERATORS.iter().filter(takes).map(|entry| entry.name);
    let scope = match help.scope {
        Scope::Named if takers().next().is_none() => " (no generator takes it)".into(),
        Scope::Named => format!(" ({})", takers().collect::<Vec<_>>().join(", ")),
        Scope::Text => " (generators of text)".into(),
        Scope::All => String::new(),
    };
    format!("{}{scope}", help.about)
}

/// All generators that were asked about, one below the other.
fn described(names: &[String], context: &Context<'_>) -> Result<String, Failure> {
    let (mut texts, mut mistakes) = (Vec::new(), Vec::new());
    for name in names {
        match describe(name, context) {
            Ok(text) => texts.push(text),
            Err(Failure::Mistakes(found)) => mistakes.extend(found),
            Err(other) => return Err(other),
        }
    }
    if mistakes.is_empty() { Ok(texts.join("\n")) } else { Err(Failure::Mistakes(mistakes)) }
}

fn describe(name: &str, context: &Context<'_>) -> Result<String, Failure> {
    let Some(entry) = generators::find(name) else {
        let word = format!("--generator {name}");
        let at = 12..word.len();
        let text = unknown_generator(name);
        return Err(Failure::Mistakes(vec![Diagnostic::new(Code::Generator, word, at, text)]));
    };
    let mut text = format!("{name}: {}\n", entry.about);
    let mut line = |head: &str, body: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {head:12} {body}");
    };
    if let Some(constraint) = entry.constraint {
        line("constraint", &format!("{}: {}", constraint.form, constraint.about));
    }
    let is_required = entry.constraint.is_some_and(|constraint| constraint.required);
    let word = if is_required { entry.example() } else { name };
    let column = |word: &str| Schema::parse("example", &[word], context).0.columns.pop();
    line("function", &gush_template::form(entry, name));
    for modifier in MODIFIERS {
        let takes = match modifier.scope {
            Scope::All => true,
            // One of many names may have chosen already: `phone.de` is of one country.
            Scope::Named if modifier.name == "locale" && name != entry.name => {
                let takes = |name: &str| column(&format!("{word}@locale={name}")).is_some();
                LOCALES.iter().any(|locale| takes(locale.name))
            }
            Scope::Named => entry.takes(modifier.name),
            Scope::Text => column(&format!("{word}@{}", modifier.name)).is_some(),
        };
        if takes {
            line("modifier", &format!("{}: {}", modifier_form(modifier), modifier.about));
        }
    }
    if is_required {
        line("as in", word);
    }
    let Some(known) = column(word) else {
        line("values", "those of the file");
        return Ok(text);
    };
    line("values", &cardinality(&*known.generate));
    if let Err(reason) = known.generate.unique_support() {
        line("", &format!("@unique cannot be had, as each is {reason}"));
    }
    for example in examples(word, context)?.lines() {
        line("example", example);
    }
    Ok(text)
}

/// How many values a generator has.
fn cardinality(generate: &dyn Generate) -> String {
    let values = generate.cardinality();
    if values == MOST_VALUES { format!("{} or more", grouped(values)) } else { grouped(values) }
}

/// Some values of a column; the same ones each time.
pub fn examples(word: &str, context: &Context<'_>) -> Result<String, Failure> {
    let (schema, mistakes) = Schema::parse("example", &[word], context);
    if !mistakes.is_empty() {
        return Err(Failure::Mistakes(mistakes));
    }
    let rows = 0..EXAMPLES.min(schema.max_rows());
    let plan = Plan::new(&schema, 1, &rows).map_err(Failure::Mistakes)?;
    let encoder = Encoder::new(&plan, "example", &FormatOptions::new(FORMATS[0]), rows.clone());
    let (mut batch, mut out) = (Batch::default(), Buffer::default());
    plan.fill(&rows, &mut batch);
    encoder.writer().write(&batch, &mut out);
    Ok(String::from_utf8_lossy(out.as_ref()).into_owned())
}

fn completion(shell: &str) -> Result<String, Failure> {
    let Ok(known) = Shell::from_str(shell, false) else {
        let names: Vec<_> = Shell::value_variants().iter().map(ToString::to_string).collect();
        let word = format!("--completion {shell}");
        let at = 13..word.len();
        let text = format!("expected one of {}", names.join(", "));
        return Err(Failure::Mistakes(vec![Diagnostic::new(Code::Option, word, at, text)]));
    };
    let columns: Vec<&str> = generators::names().collect();
    let formats = FORMATS.iter().map(|entry| entry.name);
    let locales = LOCALES.iter().map(|locale| locale.name);
    let dialects = DIALECTS.iter().map(|entry| entry.name);
    let mut command = CommandLine::command().mut_subcommand("rows", |rows| {
        // What is checked later, all at once, is known to the shell already.
        rows.mut_arg("columns", |arg| arg.value_parser(PossibleValuesParser::new(columns.clone())))
            .mut_arg("generator", |arg| arg.value_parser(PossibleValuesParser::new(columns)))
            .mut_arg("locale", |arg| arg.value_parser(PossibleValuesParser::new(locales)))
            .mut_arg("format", |arg| arg.value_parser(PossibleValuesParser::new(formats)))
            .mut_arg("dialect", |arg| arg.value_parser(PossibleValuesParser::new(dialects)))
            .mut_arg("transaction", |arg| arg.value_parser(choices::TRANSACTIONS.map(|(name, _)| name)))
            .mut_arg("completion", |arg| arg.value_parser(EnumValueParser::<Shell>::new()))
            .mut_arg("progress", |arg| arg.value_parser(["auto", "always", "never"]))
    });
    // Grammars of their own.
    command = command.mut_subcommand("yes", |yes| complete::command("yes", yes.get_about(), yes::options()));
    #[cfg(unix)]
    {
        command = command
            .mut_subcommand("meter", |meter| complete::command("meter", meter.get_about(), meter::options()));
    }
    Ok(complete::script(known, &mut command, "gush"))
}
