//! Asking a server: what is there, and what breaks the promises.

use std::collections::HashMap;

use gush_diagnostics::{counted, nearest};
use gusher::text::Dialect;

use super::names::Names;
use super::promise::{Counted, Promise, Row};
use super::promised::Promised;
use super::report::{Broken, Report};
use super::sql::Sql;
use super::{checks, classes, drawn, exact, links, lists, relations, sparse};
use crate::error::Error;

/// A connection to a server, in a transaction that only reads.
pub(crate) trait Ask {
    /// The database, without a password.
    fn server(&self) -> String;

    /// The table of this name, which SQL writes as `written`; none where there is no such table.
    fn table(&mut self, name: &str, written: &str) -> Result<Option<Found>, Error>;

    /// The rows of a query, or why the server does not give them. Others can still be asked.
    fn rows(&mut self, query: &str) -> Result<Result<Vec<Row>, String>, Error>;
}

/// A table of a server.
pub(crate) struct Found {
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Whether the user may read some of them.
    pub may_read: bool,
}

/// As many promises about single rows are counted by one query.
const MAX_TOGETHER: usize = 100;

/// Asks for everything that the schema promises. A dry run only looks whether the tables are there, and collects the queries.
///
/// # Errors
/// All tables and columns that are missing; a connection that is lost.
pub(crate) fn report(
    server: &mut dyn Ask,
    dialect: Dialect,
    promised: &Promised<'_>,
    is_dry: bool,
) -> Result<Report, Error> {
    let promises = promises(promised, dialect);
    let Looked { missing, unreadable } = look(server, dialect, promised, &promises)?;
    if !missing.is_empty() {
        return Err(Error::Missing { server: server.server(), found: missing });
    }
    let tables = promised.tables.iter().filter(|table| table.is_asked).count();
    let mut report = Report { server: server.server(), tables, ..Report::default() };
    report.notes.extend(of_unknown_present(promised, dialect));
    report.notes.extend(of_lists(promised, dialect));
    if is_dry {
        let query = |promise: &Promise| (said(promised, promise), promise.query());
        report.queries = promises.iter().map(query).collect();
        return Ok(report);
    }
    let promises = readable(promised, promises, &unreadable, &mut report);
    let counts = counted_together(server, promised, &promises)?;
    for (index, promise) in promises.iter().enumerate() {
        let found = match counts.get(&index) {
            Some(count) => Ok(*count),
            None => counted_alone(server, promise)?,
        };
        match found {
            Err(words) => {
                let text = format!("{}: not checked: {words}", said(promised, promise));
                if promise.is_expression {
                    report.notes.push(text);
                } else {
                    report.unchecked.push(text);
                    report.unchecked_promises += 1;
                }
                continue;
            }
            Ok(0) => {}
            Ok(count) => report.broken.push(broken(server, promised, promise, count)?),
        }
        report.checked += 1;
    }
    Ok(report)
}

/// Names the columns whose ranges are not asked for, and says how they can be.
fn of_unknown_present(promised: &Promised<'_>, dialect: Dialect) -> Option<String> {
    let names = Names { promised, sql: Sql(dialect) };
    let asked = (0..promised.tables.len()).filter(|&table| promised.tables[table].is_asked);
    let left_out: Vec<String> = asked.flat_map(|table| drawn::of_unknown_present(&names, table)).collect();
    (!left_out.is_empty()).then(|| {
        format!(
            "the range of {} follows from the time of the load and is not checked; --now TIME, or `now` in the schema file, gives that time",
            left_out.join(", ")
        )
    })
}

/// Names the lists of rows whose values are not asked for.
fn of_lists(promised: &Promised<'_>, dialect: Dialect) -> Option<String> {
    let names = Names { promised, sql: Sql(dialect) };
    let asked = (0..promised.tables.len()).filter(|&table| promised.tables[table].is_asked);
    let lists: Vec<String> = asked.flat_map(|table| lists::of_rows(&names, table)).collect();
    (!lists.is_empty()).then(|| {
        format!("what the lists of {} have in them is not checked, but how long they are", lists.join(", "))
    })
}

/// The promises that can be asked. The others are of tables that the user may not read: each of these is reported once.
fn readable(
    promised: &Promised<'_>,
    promises: Vec<Promise>,
    unreadable: &[usize],
    report: &mut Report,
) -> Vec<Promise> {
    let reads = |promise: &Promise, table: usize| {
        promise.table == table || promise.reads.iter().any(|(of, _)| *of == table)
    };
    let of = |promise: &Promise| unreadable.iter().copied().find(|&table| reads(promise, table));
    for &table in unreadable {
        let count = promises.iter().filter(|promise| of(promise) == Some(table)).count();
        let name = &promised.tables[table].statements.name;
        let are = if count == 1 { "is" } else { "are" };
        report.unchecked.push(format!(
            "{}: {} {are} not checked: this user may not read {name}; GRANT SELECT ON {name} lets it",
            promised.dataset.tables[table].schema.table(),
            counted(count as u64, "promise")
        ));
        report.unchecked_promises += count;
    }
    promises.into_iter().filter(|promise| of(promise).is_none()).collect()
}

/// All promises of the tables that are asked for.
fn promises(promised: &Promised<'_>, dialect: Dialect) -> Vec<Promise> {
    let names = Names { promised, sql: Sql(dialect) };
    let asked = (0..promised.tables.len()).filter(|&table| promised.tables[table].is_asked);
    let of_table = |table: usize| {
        let mut all = drawn::of_table(&names, table);
        all.extend(exact::of_table(&names, table));
        all.extend(links::of_table(&names, table));
        all.extend(sparse::of_table(&names, table));
        all.extend(classes::of_table(&names, table));
        all.extend(relations::of_table(&names, table));
        all.extend(checks::of_table(&names, table));
        all
    };
    asked.flat_map(of_table).collect()
}

/// The table and columns of a promise, and what it says of them.
fn said(promised: &Promised<'_>, promise: &Promise) -> String {
    let schema = &promised.dataset.tables[promise.table].schema;
    let name = |&column: &usize| schema.columns()[column].name();
    let names: Vec<&str> = promise.columns.iter().map(name).collect();
    let subject = match &names[..] {
        [] => schema.table().to_owned(),
        [one] => format!("{}.{one}", schema.table()),
        several => format!("{} ({})", schema.table(), several.join(", ")),
    };
    format!("{subject} {}", promise.text)
}

/// What was found of the tables.
struct Looked {
    /// What must be there and is not.
    missing: Vec<String>,
    /// The indices of the tables that the user may not read.
    unreadable: Vec<usize>,
}

/// Looks for the tables and columns that promises are about.
fn look(
    server: &mut dyn Ask,
    dialect: Dialect,
    promised: &Promised<'_>,
    promises: &[Promise],
) -> Result<Looked, Error> {
    let (mut missing, mut unreadable) = (Vec::new(), Vec::new());
    for (index, table) in promised.tables.iter().enumerate() {
        let schema = &promised.dataset.tables[index].schema;
        let is_read = |column: usize| promises.iter().any(|promise| promise.reads.contains(&(index, column)));
        let all = schema.columns().iter().enumerate().filter(|(_, column)| !column.is_hidden());
        let wanted: Vec<&str> = all
            .filter(|(column, _)| table.is_asked || is_read(*column))
            .map(|(_, column)| column.name())
            .collect();
        if wanted.is_empty() && !table.is_asked {
            continue;
        }
        let name = schema.table();
        let Some(Found { columns, may_read }) = server.table(name, &table.statements.name)? else {
            missing.push(format!("there is no table {}", table.statements.name));
            continue;
        };
        if !may_read {
            unreadable.push(index);
        }
        let is_same = |one: &str, other: &str| match dialect {
            Dialect::Postgres => one == other,
            _ => one.eq_ignore_ascii_case(other),
        };
        for column in wanted.iter().filter(|wanted| !columns.iter().any(|column| is_same(column, wanted))) {
            let has = || columns.iter().map(String::as_str);
            missing.push(match nearest(column, has()) {
                Some(near) => format!("{name} has no column {column}; did you mean {near}?"),
                None => format!("{name} has no column {column}; it has {}", columns.join(", ")),
            });
        }
    }
    Ok(Looked { missing, unreadable })
}

/// How many rows break the promises about single rows, by their index: one look at a table counts many. None are given for a table
/// of which the server refuses one.
fn counted_together(
    server: &mut dyn Ask,
    promised: &Promised<'_>,
    promises: &[Promise],
) -> Result<HashMap<usize, u64>, Error> {
    let mut counts = HashMap::new();
    for (table, of) in promised.tables.iter().enumerate() {
        let own = promises.iter().enumerate().filter(|(_, promise)| promise.table == table);
        let own: Vec<(usize, &str)> =
            own.filter_map(|(index, promise)| Some((index, promise.condition.as_deref()?))).collect();
        for some in own.chunks(MAX_TOGETHER) {
            let count = |(_, condition): &(usize, &str)| format!("count(CASE WHEN {condition} THEN 1 END)");
            let list = some.iter().map(count).collect::<Vec<_>>().join(", ");
            let query = format!("SELECT {list} FROM {} AS t", of.statements.name);
            let Ok(rows) = server.rows(&query)? else { continue };
            let figures = rows.first().into_iter().flatten();
            for ((index, _), figure) in some.iter().zip(figures) {
                if let Some(count) = figure.as_deref().and_then(|figure| figure.parse().ok()) {
                    counts.insert(*index, count);
                }
            }
        }
    }
    Ok(counts)
}

/// How many break a promise, or the words of the server.
fn counted_alone(server: &mut dyn Ask, promise: &Promise) -> Result<Result<u64, String>, Error> {
    Ok(server.rows(&promise.count())?.and_then(|rows| {
        let figure = rows.first().and_then(|row| row.first()).and_then(Option::as_deref);
        figure.and_then(|figure| figure.parse().ok()).ok_or_else(|| "the server gave no number".into())
    }))
}

/// A promise that does not hold, with an example.
fn broken(
    server: &mut dyn Ask,
    promised: &Promised<'_>,
    promise: &Promise,
    count: u64,
) -> Result<Broken, Error> {
    let example = server.rows(&format!("{} LIMIT 1", promise.query()))?.unwrap_or_default();
    let values = example.into_iter().next().unwrap_or_default();
    Ok(Broken {
        promise: said(promised, promise),
        count: if promise.counted == Counted::All { 1 } else { count },
        counted: promise.counted.clone(),
        example: promise.shown.iter().cloned().zip(values).collect(),
        query: promise.query(),
    })
}
