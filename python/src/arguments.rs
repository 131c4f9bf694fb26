//! From keywords to a request, and from what is wrong with that to an exception.

use std::path::{Path, PathBuf};

use gush_diagnostics::{Diagnostic, Message};
use gush_generate::request::{Finding, Opt, Parsed, Problem, Program, Request, RequestError};
use gush_generate::{JobErrors, MAX_THREADS, Sql};
use gusher::generators::Context;
use gusher::internal::computed::ExpressionLanguage;
use gusher::schema::Schema;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors::{self, error};

/// The keyword of an option, where that is not its name with underscores.
const KEYWORDS: [(Opt, &str); 3] =
    [(Opt::Output, "path"), (Opt::Compress, "compression"), (Opt::For, "for_")];

fn keyword(option: Opt) -> String {
    let known = KEYWORDS.iter().find(|(known, _)| *known == option).map(|(_, keyword)| (*keyword).to_owned());
    known.unwrap_or_else(|| option.name().replace('-', "_"))
}

fn option_of(keyword: &str) -> Option<Opt> {
    let known = KEYWORDS.iter().find(|(_, known)| *known == keyword).map(|(option, _)| *option);
    known.or_else(|| Opt::find(&keyword.replace('_', "-")))
}

/// What is written for an option, alone or with its value.
fn option(option: Opt, value: Option<&str>) -> String {
    let keyword = keyword(option);
    match value {
        None if option == Opt::Output => keyword,
        None => format!("{keyword}="),
        Some(value) if value.parse::<f64>().is_ok() => format!("{keyword}={value}"),
        Some(value) => format!("{keyword}={value:?}"),
    }
}

/// Python, with columns that `parse` reads, and expressions of this language.
pub fn program<'a>(
    expressions: &'a dyn ExpressionLanguage,
    parse: impl Fn(&str, &Context<'_>) -> Parsed + 'a,
) -> Program<'a> {
    Program {
        option,
        formats: gush_generate::formats().collect(),
        default_format: None,
        screen: gush_generate::Screen::FILE,
        unknown_format: |name| {
            let known = gush_generate::formats().map(|format| format.spec().name);
            Message::unknown("no format has this name", name, known)
        },
        separator: |text| Ok(text.as_encoded_bytes().to_vec()),
        table: "",
        expressions,
        parse: Some(Box::new(parse)),
        advise: None,
        arrange: |_, _| {},
        templates: None,
    }
}

/// Python, where there are no columns to parse.
pub fn program_of_tables() -> Program<'static> {
    program(&Sql, |table, context| Schema::parse::<&str>(table, &[], context))
}

/// A request of options that are not keywords of `write`.
pub fn request<const N: usize>(options: [(Opt, Option<String>); N]) -> Request {
    let mut request = Request::default();
    for (option, value) in options {
        if let Some(value) = value {
            request.set(option, value);
        }
    }
    request
}

/// What `write` is asked for, by its path and its keywords. `None` and `False` are as if they were not given.
///
/// # Errors
/// A keyword that there is not, or a value of another type.
pub fn write_request(path: Option<&Path>, options: &Bound<'_, PyDict>) -> PyResult<Request> {
    let mut request = Request::default();
    if let Some(path) = path {
        request.set(Opt::Output, path);
    }
    for (key, value) in options {
        let key: String = key.extract()?;
        if value.is_none() {
            continue;
        }
        let option = option_of(&key).ok_or_else(|| error(format!("there is no option {key}")))?;
        match option {
            Opt::Header
            | Opt::CreateTable
            | Opt::Drop
            | Opt::Nest
            | Opt::Checksums
            | Opt::Metadata
            | Opt::WritePartitionColumns
            | Opt::Resume
            | Opt::Fsync
            | Opt::Append
            | Opt::Truncate => {
                if extracted::<bool>(&key, &value)? {
                    request.set(option, "");
                }
            }
            Opt::Batch | Opt::Files | Opt::Connections => {
                request.set(option, extracted::<u64>(&key, &value)?.to_string());
            }
            // A number of bytes, or a text with a unit.
            Opt::Size | Opt::FileSize | Opt::RowGroup => request.set(option, value.str()?.to_string()),
            // A text, or a list of texts.
            Opt::PartitionBy | Opt::SortBy if !value.is_instance_of::<PyString>() => {
                request.set(option, extracted::<Vec<String>>(&key, &value)?.join(","));
            }
            Opt::DirtLog => request.set(option, extracted::<PathBuf>(&key, &value)?),
            Opt::Threads => {
                // On a larger machine, all its cores may be asked for.
                let threads = extracted::<usize>(&key, &value)?.min(MAX_THREADS.get());
                request.set(option, threads.to_string());
            }
            _ => request.set(option, extracted::<String>(&key, &value)?),
        }
    }
    Ok(request)
}

/// The value of a keyword.
fn extracted<'py, T: for<'a> FromPyObject<'a, 'py>>(key: &str, value: &Bound<'py, PyAny>) -> PyResult<T>
where
    for<'a> <T as FromPyObject<'a, 'py>>::Error: Into<PyErr>,
{
    value.extract::<T>().map_err(|reason| error(format!("{key}: {}", reason.into())))
}

/// The exception for a request that is refused; `source` is what messages call the columns.
pub fn refused(source: &str, reason: RequestError) -> PyErr {
    match reason {
        RequestError::Seed(reason) => error(format!("there is no random seed: {reason}")),
        RequestError::Job(errors @ JobErrors(_)) => error(errors.to_string()),
        RequestError::Findings(found) => findings(source, found),
    }
}

fn findings(source: &str, found: Vec<Finding>) -> PyErr {
    let (mut lines, mut diagnostics): (Vec<String>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    for finding in found {
        match finding {
            Finding::Option(problem) => lines.push(line(problem)),
            Finding::Diagnostic(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    match (&lines[..], &diagnostics[..]) {
        ([], _) => errors::diagnostics(source, &diagnostics),
        (_, []) => error(lines.join("\n")),
        (_, _) => error(format!("{}\n{}", lines.join("\n"), errors::text(source, &diagnostics))),
    }
}

/// A problem as a line, such as `format="cvs": no format has this name; did you mean "csv"?`.
fn line(Problem { option: opt, value, other, span: _, message }: Problem) -> String {
    let written = |opt, value: Option<&str>| match value {
        None => keyword(opt),
        value => option(opt, value),
    };
    let first = written(opt, value.as_deref());
    match other {
        // A name of tables is nothing that was given here.
        None if opt == Opt::Schema => message.to_string(),
        None => format!("{first}: {message}"),
        Some((other, value)) => format!("{first}, {}: {message}", written(other, value.as_deref())),
    }
}
