//! Information about `fakedata`, instead of rows: its options, its generators, completion scripts.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;
use gush_diagnostics::{Code, Diagnostic, Message};
use gusher::catalogue;
use gusher::generators::{Context, GeneratorSpec};
use gusher::internal::{fakedata_constraint, fakedata_name, fakedata_takes_constraint};

use super::args::{
    COMPLETION, CONSTRAINED, GENERATOR, GENERATORS, HELP, OPTIONS, SHELLS, Typed, VERSION, generator_names,
};
use super::names::NAMES;
use super::translate;
use crate::complete;
use crate::failure::Failure;
use crate::flags::{Flag, Purpose};
use crate::rows::arguments;
use crate::rows::list::examples;
use crate::version;

/// The information that was asked for, if any was; of several requests only the first, as in the Go program.
pub fn requested(typed: &Typed) -> Result<Option<String>, Failure> {
    let listings = [&HELP, &COMPLETION, &VERSION, &GENERATORS, &GENERATOR, &CONSTRAINED];
    let Some(listing) = listings.into_iter().find(|flag| typed.last(flag).is_some()) else { return Ok(None) };
    if !typed.diagnostics.is_empty() {
        return Err(Failure::Diagnostics(typed.diagnostics.clone()));
    }
    let value = typed.value(listing).unwrap_or_default();
    let text = match listing {
        flag if flag.is(&VERSION) => version::line("fakedata"),
        flag if flag.is(&COMPLETION) => completion(value)?,
        flag if flag.is(&GENERATORS) => list(|_| true),
        flag if flag.is(&CONSTRAINED) => list(fakedata_takes_constraint),
        flag if flag.is(&GENERATOR) => describe(value, typed)?,
        _ => help(),
    };
    Ok(Some(text))
}

/// The usage and all options.
pub fn help() -> String {
    let options: String = OPTIONS.iter().map(|option| option.line(31)).collect();
    format!("{HEAD}{options}{TAIL}")
}

const HEAD: &str = "\
Usage: fakedata [OPTION]... [NAME=]GENERATOR[:CONSTRAINT]...

Makes rows of fake data, as in: fakedata -l 5 name email born=date:1950-01-01,2005-12-31

";
const TAIL: &str = "
This is gush with the command line of fakedata, plus --seed, --now and --threads.
`gush rows` has more generators, more formats and modifiers.
";

/// The generators of fakedata that are `wanted`.
fn list(wanted: impl Fn(&str) -> bool) -> String {
    let names = || NAMES.into_iter().filter(|name| wanted(name));
    let width = names().map(str::len).max().unwrap_or(0);
    let line = |name| Some(format!("{name:width$}  {}\n", about(name, catalogue::find(name)?)));
    names().filter_map(line).collect()
}

/// What the values of a generator are here.
fn about(name: &str, entry: &'static GeneratorSpec) -> &'static str {
    match (&entry.any, fakedata_constraint(name)) {
        (Some(any), Some(_)) => any.about,
        (None, _) | (_, None) => catalogue::find(&fakedata_name(name)).unwrap_or(entry).about,
    }
}

fn describe(name: &str, typed: &Typed) -> Result<String, Failure> {
    let Some(entry) = catalogue::find(name) else {
        return Err(wrong("--generator", name, translate::unknown_generator(name)));
    };
    let args = translate::args(typed);
    let (now, locale) = arguments::moment(&args, &translate::program(&args), None, Vec::new())?;
    let mut text = format!("Description: {}\n", about(name, entry));
    let is_theirs = translate::is_theirs(name);
    let constraint = entry.constraint.filter(|_| !is_theirs || fakedata_takes_constraint(name));
    if let Some(constraint) = constraint {
        let (form, about) = match name {
            "enum" => ("A,B,…", "the words, one named twice comes twice as often; foo,bar,baz by default"),
            "file" => (constraint.form, "the file; every line counts, blank ones too"),
            _ => (constraint.form, constraint.about),
        };
        // What modifiers do with it is nothing to a command without.
        let clauses = about.split("; ").filter(|clause| !clause.starts_with("with @"));
        let about = clauses.collect::<Vec<_>>().join("; ");
        text += &format!("Constraint: {form}: {about}\n");
    }
    match constraint {
        Some(constraint) if constraint.required => {
            text += &format!("\nExample: fakedata {}\n", constraint.example);
        }
        _ => {
            let any = fakedata_constraint(name).filter(|_| is_theirs);
            let argument = any.map_or_else(|| fakedata_name(name), |any| format!("{name}:{any}"));
            let context = Context::default().locale(locale).now(now);
            text += &format!("\nExamples:\n\n{}", examples(&argument, &context)?);
        }
    }
    Ok(text)
}

fn completion(shell: &str) -> Result<String, Failure> {
    let Some((_, known)) = SHELLS.into_iter().find(|(name, _)| *name == shell) else {
        return Err(wrong("--completion", shell, "expected bash, zsh or fish"));
    };
    let script = complete::script(known, &mut command(), "fakedata");
    Ok(if known == Shell::Fish { complete::joinable(&script) } else { script })
}

/// The command line as clap knows it, which writes the completion scripts and the manual page.
pub fn command() -> Command {
    let option = |option: &&'static Flag| option.arg(Purpose::Complete).help_heading(None::<&str>);
    let columns = Arg::new("columns")
        .value_name("COLUMN")
        .num_args(0..)
        .value_parser(PossibleValuesParser::new(generator_names().into_iter().map(|choice| choice.name)));
    Command::new("fakedata")
        .about("Make rows of fake data, with the command line of the Go program fakedata")
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args(OPTIONS.iter().map(option))
        .arg(columns)
}

fn wrong(option: &str, value: &str, message: impl Into<Message>) -> Failure {
    let argument = format!("{option} {value}");
    let at = option.len() + 1..argument.len();
    Failure::Diagnostics(vec![Diagnostic::new(Code::Option, argument, at, message)])
}
