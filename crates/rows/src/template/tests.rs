//! Templates as a whole: the language, the law of values, and what is said of mistakes.

use super::{Options, Template, TemplateError};
use crate::encode::Buffer;
use crate::generators::Context;

fn compiled(text: &str, seed: u64) -> Result<Template, Vec<TemplateError>> {
    let read = |path: &str| match path {
        "words" => Ok(b"one\ntwo,2\nthree*3\n".to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    let context = Context { locale: crate::locale::english(), now: 1_700_000_000, read: &read };
    Template::new("t", text, Options { context: &context, seed, table: "data" })
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

/// What is said of the first mistake, without its lines.
fn mistake(text: &str) -> String {
    match compiled(text, 7) {
        Err(errors) => format!("{}:{} {}", errors[0].line, errors[0].column, errors[0].text),
        Ok(template) => {
            let mut out = Buffer::default();
            let error = template.writer().write(0..1, &mut out).expect_err("it should not work");
            format!("row {} {}:{} {}", error.row, error.error.line, error.error.column, error.error.text)
        }
    }
}

mod language;
mod law;
mod mistakes;
