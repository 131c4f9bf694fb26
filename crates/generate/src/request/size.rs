//! As many rows as a size in bytes holds: they are counted first, and then are a limit like any other.
//!
//! What is counted is exact: the bytes before the first row and after the last one are part of it, as is whatever differs at
//! the last row. The rows are made twice, once to be counted.

use std::ops::Range;

use gush_diagnostics::{Diagnostic, grouped};
use gusher::catalogue::time_text;
use gusher::plan::Plan;

use super::byte_count::parse_bytes;
use super::checked::checked;
use super::environment::Environment;
use super::options::{Opt, Request};
use super::plan::{self, TablesToWrite};
use super::prepared::{Prepared, RequestError};
use super::resolver::{Program, Resolver};
use super::{dirt_log, now};
use crate::count::{Counted, Counter};

/// How many rows are looked at first, to learn how long rows are.
const FIRST: u64 = 64;

/// The request, with the number of rows that have at most this number of bytes.
pub(super) fn resolved(
    request: &Request,
    program: &Program<'_>,
    environment: &dyn Environment,
    found: &[Diagnostic],
) -> Result<Prepared, RequestError> {
    let mut resolver = Resolver::new(request, program, environment, Vec::new());
    let size = size(&mut resolver);
    refuse_others(&mut resolver);
    // What is wrong besides is found with the first rows.
    let few = |rows: u64| checked(&limited(request, rows), program, environment, found.to_vec());
    let first = most(FIRST, &few);
    let (first, size) = match (first, size) {
        (Ok(first), Some(size)) if resolver.is_clean() => (first, size),
        (Err(RequestError::Findings(others)), _) => {
            resolver.found.extend(others);
            return Err(resolver.found.into());
        }
        (Err(other), _) if resolver.is_clean() => return Err(other),
        (Ok(_) | Err(_), _) => return Err(resolver.found.into()),
    };
    // The same seed and the same time for all that follows, where chance and the clock gave them.
    let mut request = request.clone();
    if !request.has(Opt::Seed) || now::is_moving(&resolver) {
        request.set(Opt::Seed, first.job.seed().to_string());
        request.set(Opt::Now, time_text(first.now));
    }
    let prepare = |rows: u64| checked(&limited(&request, rows), program, environment, Vec::new());
    let refuse = |text: String| {
        let mut resolver = Resolver::new(&request, program, environment, Vec::new());
        resolver.wrong(Opt::Size, request.text(Opt::Size).unwrap_or_default(), text);
        RequestError::Findings(resolver.found)
    };
    let mut counter = Counter::new(size, 0);
    let instead = resolver.written(Opt::Limit, "N");
    let rows = count(&mut counter, first, &prepare, &refuse, (&resolver, &instead))?;
    fitted(&counter, size, rows, &prepare, &refuse)
}

/// The request that writes tables which are planned already, with as many of the rows of the only one as have at most this number of bytes.
pub(super) fn written(
    request: &Request,
    program: &Program<'_>,
    environment: &dyn Environment,
    tables: &TablesToWrite<'_>,
) -> Result<Prepared, RequestError> {
    let mut resolver = Resolver::new(request, program, environment, Vec::new());
    let size = size(&mut resolver);
    refuse_others(&mut resolver);
    let all = tables.tables.first().map_or(0..0, |(_, rows, _)| rows.clone());
    let prepare = |end: u64| {
        let mut resolver = Resolver::new(request, program, environment, Vec::new());
        let cut = |(table, rows, plan): &(usize, Range<u64>, Plan)| {
            (*table, rows.start..end.clamp(rows.start, rows.end), plan.clone())
        };
        let cut = TablesToWrite { tables: tables.tables.iter().map(cut).collect(), ..*tables };
        let prepared = plan::write(&mut resolver, cut)?;
        dirt_log::added(&mut resolver, prepared)
    };
    let first = prepare(all.start.saturating_add(FIRST));
    let (first, size) = match (first, size) {
        (Ok(first), Some(size)) if resolver.is_clean() => (first, size),
        (Err(RequestError::Findings(others)), _) => {
            resolver.found.extend(others);
            return Err(resolver.found.into());
        }
        (Err(other), _) if resolver.is_clean() => return Err(other),
        (Ok(_) | Err(_), _) => return Err(resolver.found.into()),
    };
    let refuse = |text: String| {
        let mut resolver = Resolver::new(request, program, environment, Vec::new());
        resolver.wrong(Opt::Size, request.text(Opt::Size).unwrap_or_default(), text);
        RequestError::Findings(resolver.found)
    };
    let mut counter = Counter::new(size, all.start);
    let instead = "the table fewer rows";
    let rows = count(&mut counter, first, &prepare, &refuse, (&resolver, instead))?;
    fitted(&counter, size, rows, &prepare, &refuse)
}

/// Where the rows end that have this number of bytes; one more or less where the last row is written otherwise than the others. Who cannot have
/// a size is shown what to give `instead`.
fn count(
    counter: &mut Counter,
    first: Prepared,
    prepare: &dyn Fn(u64) -> Result<Prepared, RequestError>,
    refuse: &dyn Fn(String) -> RequestError,
    (resolver, instead): (&Resolver<'_>, &str),
) -> Result<u64, RequestError> {
    let mut prepared = first;
    loop {
        let counted = counter.count(&prepared.job);
        if counted != Counted::Columnar && prepared.job.compression().is_some() {
            let text =
                "a size counts what is written before it is compressed; leave the compression out, or give";
            return Err(refuse(format!("{text} {instead}")));
        }
        match counted {
            Counted::Full(rows) => return Ok(rows),
            Counted::All => return Ok(counter.start() + prepared.job.row_count()),
            Counted::More(rows) => prepared = most(rows, prepare)?,
            Counted::Columnar => {
                let text = "the size of a columnar file is not known before all of it is written; give";
                return Err(refuse(format!("{text} {instead}")));
            }
            Counted::SeveralTables => {
                let table = resolver.written(Opt::Table, "NAME");
                return Err(refuse(format!("a size is that of one table; {table} selects one")));
            }
        }
    }
}

/// The request with this number of rows, or with as many as the table can have.
fn most(
    rows: u64,
    prepare: &dyn Fn(u64) -> Result<Prepared, RequestError>,
) -> Result<Prepared, RequestError> {
    let error = match prepare(rows) {
        Ok(prepared) => return Ok(prepared),
        Err(error) => error,
    };
    let (mut found, mut least, mut refused) = (None, 0, rows);
    while refused - least > 1 {
        let middle = least + (refused - least) / 2;
        match prepare(middle) {
            Ok(prepared) => (found, least) = (Some(prepared), middle),
            Err(_) => refused = middle,
        }
    }
    found.ok_or(error)
}

/// As many rows as have no more bytes. The last row may be written otherwise than those before it, and the beginning may depend on
/// how many there are.
fn fitted(
    counter: &Counter,
    size: u64,
    mut rows: u64,
    prepare: &dyn Fn(u64) -> Result<Prepared, RequestError>,
    refuse: &dyn Fn(String) -> RequestError,
) -> Result<Prepared, RequestError> {
    let mut last = prepare(rows)?;
    while rows > counter.start() && counter.exactly(&last.job) > size {
        rows -= 1;
        last = prepare(rows)?;
    }
    let bytes = counter.exactly(&last.job);
    if bytes > size {
        return Err(refuse(format!("there are {} bytes without any row", grouped(bytes))));
    }
    // A table may have no more rows than these.
    while let Ok(next) = prepare(rows + 1) {
        let bytes_of_next = counter.exactly(&next.job);
        let has_more = next.job.row_count() > last.job.row_count();
        if has_more && bytes_of_next > size && last.job.row_count() == 0 {
            return Err(refuse(format!("one row already has {} bytes", grouped(bytes_of_next))));
        }
        if !has_more || bytes_of_next > size || bytes_of_next == bytes {
            break;
        }
        (rows, last) = (rows + 1, next);
    }
    Ok(last)
}

/// The request for this number of rows.
fn limited(request: &Request, rows: u64) -> Request {
    let mut request = request.clone();
    request.set(Opt::Limit, rows.to_string());
    request
}

/// The size in bytes: by decimal units, or binary ones such as `GiB`.
fn size(resolver: &mut Resolver<'_>) -> Option<u64> {
    let text = resolver.request.text(Opt::Size)?;
    let size = parse_bytes(text);
    if size.is_none() {
        resolver.wrong(Opt::Size, text, "expected a number of bytes such as 100k, 5M, 1G or 1GiB");
    }
    size
}

/// Refuses what says otherwise how many rows there are, and what changes how many bytes they have.
fn refuse_others(resolver: &mut Resolver<'_>) {
    let others = [
        (Opt::Limit, "both say how many rows there are"),
        (Opt::Rows, "both say which rows there are"),
        (Opt::Stream, "a stream has no size"),
        (Opt::Shard, "a size is that of all rows"),
        (Opt::Files, "a size is that of one file"),
        (Opt::PartitionBy, "a size is that of one file"),
        (Opt::Lake, "a size is that of one file"),
        (Opt::FileSize, "both are a size; the number of rows is given by a limit"),
        (Opt::Resume, "a size is that of one file"),
        (Opt::Profile, "a summary has no rows to count bytes of"),
    ];
    for (other, text) in others {
        let request = resolver.request;
        if request.has(other) {
            let value = request.text(other).filter(|value| !value.is_empty());
            resolver.conflict((Opt::Size, request.text(Opt::Size)), (other, value), text);
        }
    }
}
