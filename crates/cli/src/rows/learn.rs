//! What one can ask about: generators, one of them, modifiers, locales, completion scripts.

use std::fmt::Write;
use std::io;

use clap::ValueEnum;
use clap_complete::Shell;
use gush_diagnostics::{Code, Diagnostic, grouped};
use gusher::encode::{Buffer, Encoder, FORMATS, FormatOptions};
use gusher::generators::{self, Context, GENERATORS as ALL, Generate, GeneratorSpec, MOST_VALUES};
use gusher::locale::{self, LOCALES, Locale};
use gusher::plan::Plan;
use gusher::schema::{MODIFIERS, ModifierHelp, Schema, Scope, unknown_generator};
use gusher::types::Batch;

use super::check::Check;
use super::compat::ROWS;
use super::flags::{
    COMPLETION, FUNCTIONS, GENERATOR, GENERATORS, LOCALE_LIST, MODIFIER_LIST, QUESTION, SPEC,
};
use crate::command_line::command;
use crate::complete;
use crate::failure::Failure;
use crate::flags::{Given, Purpose};

/// Examples of one generator.
const EXAMPLES: u64 = 5;

/// The answer to what was asked about, if anything was.
pub fn answer(args: &Given, mistakes: &[Diagnostic]) -> Result<Option<String>, Failure> {
    let asked = SPEC.flags.iter().find(|flag| flag.is_of(QUESTION) && args.has(flag));
    let Some(question) = asked else { return Ok(None) };
    let mut check = Check::new(args, &ROWS);
    check.mistakes.extend(mistakes.iter().cloned());
    check.mistakes.extend(args.conflicts());
    let script = args.text(&COMPLETION).map(completion);
    if let Some(Err(mistake)) = &script {
        check.mistakes.push(mistake.clone());
    }
    if !args.operands().is_empty() && (question.is(&GENERATOR) || question.is(&COMPLETION)) {
        let text = match question.is(&GENERATOR) {
            true => "leave this out, or write --generator before each name",
            false => "no rows are made with --completion; leave this out",
        };
        check.refuse_word(&args.operands().join(" "), text);
    }
    if question.is(&GENERATOR) {
        let (now, locale) = (check.present(None, None).now, check.locale(None));
        check.done()?;
        let context =
            Context { locale, now, read: &|_| Err(io::ErrorKind::Unsupported.into()), expressions: None };
        let names: Vec<&str> = args.texts(&GENERATOR).collect();
        return described(&names, &context).map(Some);
    }
    check.done()?;
    if let Some(Ok(script)) = script {
        return Ok(Some(script));
    }
    let entries: Vec<Line> = if question.is(&MODIFIER_LIST) {
        MODIFIERS.iter().map(|help| (modifier_form(help), modifier_about(help))).collect()
    } else if question.is(&FUNCTIONS) {
        functions()
    } else if question.is(&LOCALE_LIST) {
        let lines = found(LOCALES.iter().map(locale_line).collect(), args.operands())?;
        return Ok(Some(listed(&[vec![locale_head()], lines].concat())));
    } else {
        list(|entry| question.is(&GENERATORS) || entry.constraint.is_some())
    };
    found(entries, args.operands()).map(|entries| Some(listed(&entries)))
}

/// The name of a thing with the form of what goes with it, and what it is.
type Line = (String, String);

/// The columns of the table of locales, and how wide each is.
const COUNTS: [(&str, usize); 8] = [
    ("first names", 11),
    ("last names", 10),
    ("towns", 5),
    ("real postcodes", 14),
    ("states", 6),
    ("streets", 7),
    ("jobs", 4),
    ("company forms", 13),
];

fn locale_head() -> Line {
    let names = COUNTS.map(|(name, width)| format!("  {name:>width$}"));
    ("locale".into(), format!("{:34}{}  names weighted", "language, country", names.concat()))
}

/// A locale, and how much of each kind it has.
fn locale_line(locale: &Locale) -> Line {
    let has = locale::counts(locale);
    let counts = [
        has.first_names,
        has.last_names,
        has.towns,
        has.real_postcodes,
        has.states,
        has.streets,
        has.jobs,
        has.companies,
    ];
    let counts = counts.iter().zip(COUNTS).map(|(count, (_, width))| match count {
        0 => format!("  {:>width$}", "-"),
        count => format!("  {count:>width$}"),
    });
    let weighted = if has.frequencies { "  by frequency" } else { "  evenly" };
    (locale.name.into(), format!("{:34}{}{weighted}", locale.about, counts.collect::<String>()))
}

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
    let wanted = ALL.iter().copied().filter(|entry| wanted(entry));
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
    let takers = || ALL.iter().filter(takes).map(|entry| entry.name);
    let scope = match help.scope {
        Scope::Named if takers().next().is_none() => " (no generator takes it)".into(),
        Scope::Named => format!(" ({})", takers().collect::<Vec<_>>().join(", ")),
        Scope::Text => " (generators of text)".into(),
        Scope::All => String::new(),
    };
    format!("{}{scope}", help.about)
}

/// All generators that were asked about, one below the other.
fn described(names: &[&str], context: &Context<'_>) -> Result<String, Failure> {
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
        return Err(Failure::Mistakes(vec![GENERATOR.wrong(name, unknown_generator(name))]));
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
    let column = |word: &str| Schema::parse("example", &[word], context).0.into_columns().pop();
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
    line("values", &cardinality(&**known.generate()));
    if let Err(reason) = known.generate().unique_support() {
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

fn completion(shell: &str) -> Result<String, Diagnostic> {
    let known = Shell::from_str(shell, false).map_err(|_| COMPLETION.unknown(shell))?;
    Ok(complete::script(known, &mut command(Purpose::Complete), "gush"))
}
