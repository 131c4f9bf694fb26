//! Complete templates: the language, the law of values, and the reports of errors.

use crate::{Effort, Options, Template};
use gush_diagnostics::Diagnostic;
use gusher::generators::Context;
use gusher::text::Buffer;

fn compiled(text: impl AsRef<[u8]>, seed: u64) -> Result<Template, Vec<Diagnostic>> {
    twin(text, seed, Effort::Full)
}

fn twin(text: impl AsRef<[u8]>, seed: u64, effort: Effort) -> Result<Template, Vec<Diagnostic>> {
    let read = |path: &str| match path {
        "words" => Ok(b"one\ntwo,2\nthree*3\n".to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    let context = Context::default().now(1_700_000_000).files(&read);
    Template::twin(
        "t",
        text.as_ref(),
        Options { context: &context, seed, table: "data", compat: None },
        effort,
    )
}

fn template(text: &str) -> Template {
    compiled(text, 7).unwrap_or_else(|errors| panic!("{text}: {}", errors[0]))
}

fn rows(template: &Template, rows: std::ops::Range<u64>) -> String {
    let mut out = Buffer::default();
    template.writer().write(rows, &mut out).unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8(out.as_ref().to_vec()).unwrap()
}

/// The first row.
fn first(text: &str) -> String {
    rows(&template(text), 0..1)
}

/// The first error and its position.
fn first_error(text: &str) -> String {
    match compiled(text, 7) {
        Err(diagnostics) => reported(&diagnostics[0]),
        Ok(template) => {
            let mut out = Buffer::default();
            let error = template.writer().write(0..1, &mut out).expect_err("it should not work");
            format!("row {} {}", error.row, reported(&error.diagnostic))
        }
    }
}

fn reported(diagnostic: &Diagnostic) -> String {
    let position = diagnostic.position.as_ref().expect("it has a position");
    format!("{}:{} {}", position.line, position.column, diagnostic.full_message())
}

mod any;
mod errors;
mod grammar;
mod language;
mod law;
mod pieces;
mod recovery;
