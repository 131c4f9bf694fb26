//! What is asked for where a template is given: like columns, without a format.

use std::path::Path;

use gush_diagnostics::grouped;
use gush_template::{Options, Template};
use gusher::generators::Context;
use gusher::schema::DEFAULT_ROWS;
use gusher::schema::file::RowExtent;
use gusher::text::Format;

use super::options::Opt;
use super::prepared::{Prepared, RequestError};
use super::resolver::Resolver;
use super::{extension, files, now, output, rows, shard, values};
use crate::format::AnyFormat;
use crate::job::JobBuilder;

/// What a template writes is compressed as this is.
const TEXT: AnyFormat = AnyFormat::Rows(Format::COLUMN);

/// The request of a template.
pub(super) fn prepared(resolver: &mut Resolver<'_>) -> Result<Prepared, RequestError> {
    refuse_others(resolver);
    let rows = rows::asked(resolver).unwrap_or(RowExtent::Range(0..DEFAULT_ROWS));
    let all_rows = rows::all(&rows);
    let seed = values::seed(resolver, None);
    let present = now::present(resolver, None, seed);
    let shard = shard::shard(resolver, &rows, seed);
    let now = present.now;
    let locale = values::locale(resolver, None);
    let output = output::output(resolver, TEXT);
    if let Some(path) = output.path.as_deref()
        && let Some(format) = extension::columnar(path)
    {
        let text = format!("a template writes text, and a file of this name is {format}");
        resolver.wrong(Opt::Output, &path.display().to_string(), text);
    }
    let table = values::table(resolver);
    let source = files::template(resolver);
    let is_shown = output.path.is_none() && resolver.request.has(Opt::Expression);
    let is_one_line = is_shown
        && source.as_ref().is_some_and(|(_, text)| !ends_lines(text))
        && resolver.environment.is_terminal(None);
    let seed = values::given_or_random(resolver, seed).map_err(RequestError::Seed)?;
    let (request, environment) = (resolver.request, resolver.environment);
    let read = |path: &str| files::input(request, environment, Path::new(""), path);
    let context = Context::default().locale(locale).now(now).files(&read);
    let compat = resolver.program.templates;
    let template = source.and_then(|(name, text)| {
        let made = Template::new(&name, &text, Options { context: &context, seed, table, compat });
        made.map_err(|found| resolver.extend(found)).ok()
    });
    let is_stream = resolver.request.has(Opt::Stream);
    if let Some(end) = template.as_ref().and_then(Template::max_rows).filter(|&end| end < all_rows.end) {
        let text = format!("a series in the template leaves the 64-bit numbers after {} rows", grouped(end));
        resolver.refuse(if is_stream { Opt::Stream } else { Opt::Limit }, text);
    }
    if is_stream && template.as_ref().is_some_and(Template::is_silent) {
        let limit = resolver.name(Opt::Limit);
        let text = format!("the template writes nothing, and a stream of nothing has no end; give a {limit}");
        resolver.refuse(Opt::Stream, text);
    }
    let Some(template) = template.filter(|_| resolver.is_clean()) else {
        resolver.check()?;
        unreachable!("what is wrong with a template is found")
    };
    let is_used = template.uses_now() && !resolver.request.has(Opt::ShowSeed);
    let notes = [now::note(resolver, present, is_used), is_one_line.then(|| NO_LINE_END.into())];
    let notes = notes.into_iter().flatten().collect();
    let job = JobBuilder::new(seed).shard(shard).threads(output.threads).compression(output.compression);
    let job = job.table(table, all_rows, template).build()?;
    Ok(Prepared {
        is_now_known: !present.is_of_clock,
        job,
        output,
        dataset: None,
        now,
        print_schema: None,
        save_schema: None,
        dirt_log: None,
        into: None,
        notes,
    })
}

/// What to say on a terminal of a template on the command line whose rows are in one line.
const NO_LINE_END: &str =
    "the template writes no line end, so that all rows are in one line; end it in {{ \"\\n\" }}";

/// Whether a template may write line ends: it has one, as it is or escaped, or a function that may give one.
fn ends_lines(text: &[u8]) -> bool {
    let has = |part: &[u8]| text.windows(part.len()).any(|window| window == part);
    has(b"\n") || has(br"\n") || has(br"\x0a") || has(br"\u000a") || has(b"println")
}

/// Refuses columns beside a template, and more than one template.
fn refuse_others(resolver: &mut Resolver<'_>) {
    let columns = resolver.request.columns();
    if !columns.is_empty() {
        let text = "a template takes the place of columns; leave these out";
        resolver.refuse_value(Opt::Columns, &columns.join(" "), text);
    }
    for option in [Opt::Template, Opt::Expression] {
        if resolver.request.all(option).count() > 1 {
            resolver.refuse(option, "one template is enough; give this once");
        }
    }
}
