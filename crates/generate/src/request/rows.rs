//! Which rows: a limit, a range, or a stream.

use std::ops::Range;
use std::path::Path;

use gush_diagnostics::{Message, grouped, parse_count, parse_count_saturating, parse_range};
use gusher::schema::file::RowExtent;
use gusher::schema::{STREAM_ROWS, Schema};

use super::options::Opt;
use super::resolver::Resolver;
use super::table_state;

/// The rows from the first to the last that all shards make together.
pub(super) fn all(rows: &RowExtent) -> Range<u64> {
    match rows {
        RowExtent::Range(rows) => rows.clone(),
        RowExtent::Stream => 0..STREAM_ROWS,
    }
}

/// A stream with a series of fewer rows is refused, as it would soon end; with one of more it ends where the series does: at a hundred
/// million rows a second after eleven minutes.
const LONG_SERIES: u64 = 1 << 36;

/// The rows of a stream: without an end, or to that of the first series of the table to end, if that is far away.
pub(super) fn of_stream(rows: RowExtent, schema: &Schema) -> RowExtent {
    match schema.end_of_series() {
        Some(end) if rows == RowExtent::Stream && (LONG_SERIES..STREAM_ROWS).contains(&end) => {
            RowExtent::Range(0..end)
        }
        _ => rows,
    }
}

/// How many rows the table has, where all of them are meant: of a stream and of a range nobody knows.
pub(super) fn counted(resolver: &Resolver<'_>, rows: &RowExtent) -> Option<u64> {
    match rows {
        RowExtent::Range(rows) if rows.start == 0 && !is_part(resolver) => Some(rows.end),
        RowExtent::Range(_) | RowExtent::Stream => None,
    }
}

/// Whether the options name some rows of a table, and not how many it has.
pub(super) fn is_part(resolver: &Resolver<'_>) -> bool {
    table_state::is_asked(resolver)
        || [Opt::Rows, Opt::Size].into_iter().any(|option| resolver.request.has(option))
}

/// The rows that the options ask for, if they do.
pub(super) fn asked(resolver: &mut Resolver<'_>) -> Option<RowExtent> {
    let request = resolver.request;
    let expected = "a number of rows such as 10, 10k or 1_000_000";
    let limit = match request.text(Opt::Limit).map(parse_count_saturating) {
        // One that is too large for a number is too large for rows.
        Some(Some(limit)) => Some(limit),
        _ => resolver.count(Opt::Limit, expected),
    };
    let limit = limit.filter(|&limit| is_counted(resolver, Opt::Limit, limit));
    let first = if table_state::is_asked(resolver) { table_state::first_row(resolver) } else { 0 };
    let rows = request.text(Opt::Rows).and_then(|text| range(resolver, text));
    let rows = rows.filter(|rows| is_counted(resolver, Opt::Rows, rows.end));
    match (rows, limit, request.has(Opt::Stream)) {
        (Some(rows), ..) => Some(RowExtent::Range(rows)),
        (None, _, true) => {
            refuse_endless_file(resolver);
            Some(RowExtent::Stream)
        }
        (None, Some(limit), false) => {
            let end = first.saturating_add(limit);
            is_counted(resolver, Opt::Limit, end).then_some(RowExtent::Range(first..end))
        }
        (None, None, false) => None,
    }
}

/// Whether rows can be counted up to `end`, which the value of an option asks for.
fn is_counted(resolver: &mut Resolver<'_>, option: Opt, end: u64) -> bool {
    if end > STREAM_ROWS {
        let text = format!("rows are counted up to {}", grouped(STREAM_ROWS));
        resolver.wrong(option, resolver.request.text(option).unwrap_or_default(), text);
    }
    end <= STREAM_ROWS
}

fn range(resolver: &mut Resolver<'_>, text: &str) -> Option<Range<u64>> {
    let meant = parse_count(text).map(|_| resolver.written(Opt::Limit, text));
    let range = parse_range(text).map_err(|error| Message::from(error).suggest(meant));
    range.map_err(|message| resolver.wrong(Opt::Rows, text, message)).ok()
}

/// A file is there once it is complete, which one of a stream never is: all would be written for nothing.
fn refuse_endless_file(resolver: &mut Resolver<'_>) {
    if let Some(path) = resolver.request.path(Opt::Output).filter(|_| is_endless_file(resolver)) {
        let text = format!(
            "a stream has no end, and a file appears only once it is complete; say how many rows with {}, or write to a pipe",
            resolver.name(Opt::Limit)
        );
        let path = path.display().to_string();
        resolver.conflict((Opt::Stream, None), (Opt::Output, Some(&path)), text);
    }
}

/// Whether a file is to hold a stream.
pub(super) fn is_endless_file(resolver: &Resolver<'_>) -> bool {
    let is_file = |path: &Path| path.as_os_str() != "-" && !resolver.environment.is_direct(path);
    resolver.request.has(Opt::Stream) && resolver.request.path(Opt::Output).is_some_and(is_file)
}

/// What asks for a stream, for a message.
pub(super) fn stream_option(resolver: &Resolver<'_>) -> Opt {
    if resolver.request.has(Opt::Stream) { Opt::Stream } else { Opt::StreamOfFile }
}
