//! From the arguments of the command line to a request, and from its findings to diagnostics of the arguments.

use std::ffi::OsStr;

use gush_diagnostics::{Code, Diagnostic, Message};
use gush_generate::request::{self, Finding, Opt, Prepared, Problem, Program, Request, RequestError};
use gush_generate::{Screen, System};
use gusher::locale::Locale;
use gusher::text::DIALECTS;

use super::advise::{advise, no_columns};
use super::profile;
use crate::failure::Failure;
use crate::flags::Given;
use crate::screen;

/// The checked request of `gush rows`.
///
/// # Errors
/// Everything that is wrong; `diagnostics` are those already found.
pub fn prepared(
    args: &Given,
    program: &Program<'_>,
    mut diagnostics: Vec<Diagnostic>,
) -> Result<Prepared, Failure> {
    diagnostics.extend(args.conflicts());
    resolved(args, program, diagnostics)
}

/// The same where the conflicts between options are known already.
pub fn resolved(
    args: &Given,
    program: &Program<'_>,
    diagnostics: Vec<Diagnostic>,
) -> Result<Prepared, Failure> {
    Ok(request::resolve(&asked(args), program, &System, diagnostics)?)
}

/// The present and the locale of examples. `seed` is the default of the seed.
///
/// # Errors
/// Everything that is wrong, `diagnostics` among it.
pub fn moment(
    args: &Given,
    program: &Program<'_>,
    seed: Option<u64>,
    diagnostics: Vec<Diagnostic>,
) -> Result<(i64, &'static Locale), Failure> {
    let found = request::moment(&asked(args), program, &System, seed, diagnostics);
    found.map_err(|found| RequestError::Findings(found).into())
}

/// The options and the columns, by their names.
fn asked(args: &Given) -> Request {
    let mut request = Request::new(args.operands().to_vec());
    for (flag, value) in args.iter() {
        if let Some(option) = Opt::find(flag.name) {
            request.set(option, value);
        }
    }
    request
}

/// `gush rows`.
pub fn program(args: &Given) -> Program<'_> {
    Program {
        option,
        formats: gush_generate::formats().collect(),
        default_format: gush_generate::formats().next(),
        // A profile is of all rows, not of those that fit a screen.
        screen: if profile::is_asked(args) { Screen::FILE } else { screen::of_stdout() },
        unknown_format,
        separator,
        // Not "rows" or "table", which databases reserve.
        table: "data",
        expressions: &gush_generate::Sql,
        parse: None,
        advise: Some(Box::new(|found, columns, context| {
            found.iter_mut().for_each(|diagnostic| advise(diagnostic, columns, context));
            found.extend(columns.is_empty().then(|| no_columns(args)));
        })),
        arrange: |_, _| {},
        templates: None,
    }
}

/// `\t` is a tab. Other programs have `-s` for the seed, and their value could not be distinguished from this one.
fn separator(text: &OsStr) -> Result<Vec<u8>, Message> {
    let bytes = text.as_encoded_bytes();
    match bytes {
        br"\t" => Ok(b"\t".to_vec()),
        [_, ..] if bytes.iter().all(u8::is_ascii_digit) => {
            let seed = format!("--seed {}", text.to_string_lossy());
            Err(Message::from("a number does not separate values").suggest(Some(seed)))
        }
        _ => Ok(bytes.to_vec()),
    }
}

fn unknown_format(name: &str) -> Message {
    let is_dialect = |dialect: &&str| dialect.starts_with(&name.to_lowercase());
    if let Some(dialect) = DIALECTS.iter().map(|entry| entry.name).find(is_dialect).filter(|_| name.len() > 3)
    {
        let (format, name) = if dialect.starts_with("excel") { ("csv", "csv") } else { ("sql", "SQL") };
        let text = format!("this is a dialect of {name}, and no format");
        return Message::from(text).suggest(Some(format!("-f {format} --dialect {dialect}")));
    }
    if ["jsonl", "json-lines", "jsonlines"].contains(&&*name.to_lowercase()) {
        return Message::from("there is no such format").suggest(Some("ndjson"));
    }
    Message::unknown(
        "there is no such format",
        name,
        gush_generate::formats().map(|format| format.spec().name),
    )
}

/// An option as it is typed, alone or with its value.
pub fn option(option: Opt, value: Option<&str>) -> String {
    let name = match option {
        Opt::Columns => String::new(),
        Opt::StreamOfFile => option.name().into(),
        _ => format!("--{}", option.name()),
    };
    match value {
        Some(value) if name.is_empty() => value.into(),
        Some(value) => format!("{name} {value}"),
        None => name,
    }
}

/// The diagnostic of a finding, with the arguments as they were typed.
fn diagnostic(finding: Finding) -> Diagnostic {
    let Problem { option: opt, value, other, span, message } = match finding {
        Finding::Diagnostic(diagnostic) => return diagnostic,
        Finding::Option(problem) => problem,
    };
    let mut argument = option(opt, value.as_deref());
    if let Some(span) = span {
        let first = argument.len() - value.map_or(0, |value| value.len());
        return Diagnostic::new(Code::Option, argument, first + span.start..first + span.end, message);
    }
    if let Some((other, value)) = other {
        argument = format!("{argument} {}", option(other, value.as_deref()));
    }
    Diagnostic::for_argument(Code::Option, argument, message)
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Failure {
        match error {
            RequestError::Findings(found) => {
                Failure::Diagnostics(found.into_iter().map(diagnostic).collect())
            }
            RequestError::Job(errors) => Failure::Other(errors.into()),
            RequestError::Seed(reason) => Failure::Other(anyhow::anyhow!("no random seed: {reason}")),
        }
    }
}
