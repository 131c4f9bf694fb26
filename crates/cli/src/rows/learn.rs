//! What one can ask about: the list of generators, one of them, completion scripts.

use std::fmt::Write;
use std::io;

use clap::builder::{EnumValueParser, PossibleValuesParser};
use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;
use gush_rows::batch::Batch;
use gush_rows::encode::{Buffer, Encoder, FORMATS, FormatOptions};
use gush_rows::generators::{self, Context, Entry, GENERATORS, MOST_VALUES};
use gush_rows::plan::Plan;
use gush_rows::schema::{Kind, MODIFIERS, Mistake, Schema, grouped, unknown_generator};

use super::args::Args;
use super::request::{Check, ROWS};
use crate::exit::Failure;

/// Examples of one generator.
const EXAMPLES: u64 = 5;

/// The answer to what was asked about, if anything was.
pub fn answer(args: &Args, mistakes: &[Mistake]) -> Result<Option<String>, Failure> {
    let questions = [
        ("--generators", args.generators),
        ("--generators-with-constraints", args.generators_with_constraints),
        ("--generator", args.generator.is_some()),
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
        mistakes.push(Mistake::new(Kind::Option, word, at, "one question at a time; leave the others out"));
    }
    if !mistakes.is_empty() {
        return Err(Failure::Mistakes(mistakes));
    }
    if let Some(name) = &args.generator {
        let mut check = Check::new(args, &ROWS);
        let now = check.now();
        check.done()?;
        return describe(name, now).map(Some);
    }
    if let Some(shell) = &args.completion {
        return completion(shell).map(Some);
    }
    Ok(Some(list(|entry| args.generators || entry.constraint.is_some())))
}

fn list(wanted: impl Fn(&Entry) -> bool) -> String {
    let wanted: Vec<&Entry> = GENERATORS.iter().copied().filter(|entry| wanted(entry)).collect();
    let form = |entry: &Entry| match entry.constraint {
        Some(constraint) if constraint.required => format!("{}:{}", entry.name, constraint.form),
        Some(constraint) => format!("{}[:{}]", entry.name, constraint.form),
        None => entry.name.to_owned(),
    };
    let width = wanted.iter().map(|entry| form(entry).chars().count()).max().unwrap_or(0);
    wanted.iter().map(|entry| format!("{:width$}  {}\n", form(entry), entry.about)).collect()
}

fn describe(name: &str, now: i64) -> Result<String, Failure> {
    let Some(entry) = generators::find(name) else {
        let word = format!("--generator {name}");
        let at = 12..word.len();
        let text = unknown_generator(name);
        return Err(Failure::Mistakes(vec![Mistake::new(Kind::Generator, word, at, text)]));
    };
    let mut text = format!("{name}: {}\n", entry.about);
    let mut line = |head: &str, body: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {head:12} {body}");
    };
    if let Some(constraint) = entry.constraint {
        line("constraint", &format!("{}: {}", constraint.form, constraint.about));
    }
    for modifier in MODIFIERS {
        let value = modifier.value.map(|value| format!("={value}")).unwrap_or_default();
        line("modifier", &format!("@{}{value}: {}", modifier.name, modifier.about));
    }
    if entry.constraint.is_none_or(|constraint| !constraint.required) {
        let (values, examples) = examples(name, now)?;
        line("values", &values);
        for example in examples.lines() {
            line("example", example);
        }
    } else if let Some(constraint) = entry.constraint {
        line("example", &format!("gush rows {}", constraint.example));
    }
    Ok(text)
}

/// How many values a generator has, and some of them; the same ones each time.
pub fn examples(name: &str, now: i64) -> Result<(String, String), Failure> {
    let context = Context {
        locale: gush_rows::locale::english(),
        now,
        read: &|_| Err(io::ErrorKind::Unsupported.into()),
    };
    let (schema, mistakes) = Schema::parse("example", &[name], &context);
    if !mistakes.is_empty() {
        return Err(Failure::Mistakes(mistakes));
    }
    let domain = schema.columns[0].generate.domain();
    let values = if domain == MOST_VALUES { format!("{} or more", grouped(domain)) } else { grouped(domain) };
    let plan = Plan::new(&schema, 1);
    let encoder = Encoder::new(&plan, "example", &FormatOptions::new(&FORMATS[0]), 0..EXAMPLES);
    let (mut batch, mut out) = (Batch::default(), Buffer::default());
    plan.fill(&(0..EXAMPLES), &mut batch);
    encoder.writer().write(&batch, &mut out);
    Ok((values, String::from_utf8_lossy(out.as_ref()).into_owned()))
}

fn completion(shell: &str) -> Result<String, Failure> {
    let Ok(known) = Shell::from_str(shell, false) else {
        let names: Vec<_> = Shell::value_variants().iter().map(ToString::to_string).collect();
        let word = format!("--completion {shell}");
        let at = 13..word.len();
        let text = format!("expected one of {}", names.join(", "));
        return Err(Failure::Mistakes(vec![Mistake::new(Kind::Option, word, at, text)]));
    };
    let mut script = Vec::new();
    let columns: Vec<&str> = generators::names().collect();
    let formats = FORMATS.iter().map(|entry| entry.name);
    let mut command = crate::Cli::command().mut_subcommand("rows", |rows| {
        // What is checked later, all at once, is known to the shell already.
        rows.mut_arg("columns", |arg| arg.value_parser(PossibleValuesParser::new(columns.clone())))
            .mut_arg("generator", |arg| arg.value_parser(PossibleValuesParser::new(columns)))
            .mut_arg("format", |arg| arg.value_parser(PossibleValuesParser::new(formats)))
            .mut_arg("completion", |arg| arg.value_parser(EnumValueParser::<Shell>::new()))
            .mut_arg("progress", |arg| arg.value_parser(["auto", "always", "never"]))
    });
    clap_complete::generate(known, &mut command, "gush", &mut script);
    Ok(String::from_utf8_lossy(&script).into_owned())
}
