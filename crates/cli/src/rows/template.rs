//! A template instead of columns: where it comes from, and what does not go with it.

use std::io::{self, IsTerminal, Read};
use std::path::Path;

use gush_diagnostics::{Code, Diagnostic, grouped};
use gush_pipe::{reason, startup};
use gush_template::{Options, Template};
use gusher::encode::{FORMATS, FormatSpec};
use gusher::generators::Context;

use super::check::Check;
use super::files;
use super::flags::{EXPRESSION, LIMIT, SHOW_SEED, STREAM, TEMPLATE};
use super::options::given_or_random;
use super::request::RowsRequest;
use super::which;
use crate::failure::Failure;

/// What a template writes is compressed as this is.
const TEXT: &FormatSpec = FORMATS[0];

/// What a request is where a template is given: like one of columns, without a format.
pub(super) fn request(mut check: Check<'_>) -> Result<RowsRequest, Failure> {
    let args = check.args;
    one_alone(&mut check);
    let rows = check.rows(None);
    let whole = which::whole(&rows);
    let seed = check.seed(None);
    let present = check.present(None, seed);
    let shard = check.shard(&rows, seed);
    let now = present.now;
    let locale = check.locale(None);
    let run = check.run_options(now, TEXT);
    let table = check.table(None);
    let source = source(&mut check);
    let is_shown = run.output.is_none() && args.has(&EXPRESSION) && io::stdout().is_terminal();
    let is_one_line = is_shown && source.as_ref().is_some_and(|(_, text)| !ends_lines(text));
    let seed = given_or_random(seed)?;
    let context = Context { locale, now, read: &|path| files::words(Path::new(""), path), expressions: None };
    let compat = check.compat.templates;
    let template = source.and_then(|(name, text)| {
        let made = Template::new(&name, &text, Options { context: &context, seed, table, compat });
        made.map_err(|mistakes| check.mistakes.extend(mistakes)).ok()
    });
    if let Some(end) = template.as_ref().and_then(Template::max_rows).filter(|&end| end < whole.end) {
        let text = format!("a series in the template leaves the 64-bit numbers after {} rows", grouped(end));
        let flag = if args.has(&STREAM) { &STREAM } else { &LIMIT };
        check.mistakes.push(Diagnostic::whole(Code::TooFewValues, flag.long(), text));
    }
    if args.has(&STREAM) && template.as_ref().is_some_and(Template::is_silent) {
        let text = "the template writes nothing, and a stream of nothing has no end; give a --limit";
        check.refuse(&STREAM, text);
    }
    let Some(template) = template.filter(|_| check.mistakes.is_empty()) else {
        return Err(Failure::Mistakes(check.mistakes));
    };
    let notes =
        [present.note(template.uses_now() && !args.has(&SHOW_SEED)), is_one_line.then(|| NO_LINE_END.into())];
    let job = run.job(seed, shard).table(table, whole, template).build()?;
    Ok(RowsRequest {
        job,
        run,
        print_schema: None,
        save_schema: None,
        notes: notes.into_iter().flatten().collect(),
    })
}

/// What to say on a terminal of a template on the command line whose rows stand in one line.
const NO_LINE_END: &str =
    "the template writes no line end, so that all rows are in one line; end it in {{ \"\\n\" }}";

/// Whether a template may write line ends: it has one, as it is or escaped, or a function that may give one.
fn ends_lines(text: &[u8]) -> bool {
    let has = |part: &[u8]| text.windows(part.len()).any(|window| window == part);
    has(b"\n") || has(br"\n") || has(br"\x0a") || has(br"\u000a") || has(b"println")
}

/// Notes columns beside a template, and more than one template.
fn one_alone(check: &mut Check<'_>) {
    let args = check.args;
    if !args.operands().is_empty() {
        let text = "a template takes the place of columns; leave these out";
        check.refuse_word(&args.operands().join(" "), text);
    }
    for flag in [&TEMPLATE, &EXPRESSION] {
        if args.all(flag).count() > 1 {
            check.refuse(flag, "one template is enough; give this once");
        }
    }
}

/// The longest template, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The template's name and its text.
fn source(check: &mut Check<'_>) -> Option<(String, Vec<u8>)> {
    if let Some(text) = check.args.all(&EXPRESSION).next() {
        return Some(("the template".into(), text.as_encoded_bytes().to_vec()));
    }
    let path = check.args.all(&TEMPLATE).next().map(Path::new)?;
    let name = if path.as_os_str() == "-" { "standard input".into() } else { path.display().to_string() };
    match read(path) {
        Ok(text) => Some((name, text)),
        Err(error) => {
            let what =
                if path.as_os_str() == "-" { "standard input cannot be read" } else { "cannot be read" };
            let text = format!("{what}: {error}");
            check.wrong(&TEMPLATE, &path.display().to_string(), text);
            None
        }
    }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path.as_os_str() != "-" {
        return files::read(path, MOST_BYTES, "16 MiB");
    }
    // Some of it may have been read already, to see whether there is any.
    let mut bytes = Vec::new();
    let read = startup::stdin().and_then(|stdin| stdin.lock().take(MOST_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| io::Error::new(error.kind(), reason(&error)))?;
    if bytes.len() as u64 > MOST_BYTES {
        Err(io::Error::other("it is larger than 16 MiB"))
    } else {
        Ok(bytes)
    }
}
