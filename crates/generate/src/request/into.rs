//! The database that rows go into, and how.

use gush_db::{Create, Existing, LoadOptions, Target, masked};
use gusher::plan::Plan;
use gusher::schema::DatasetSpec;
use gusher::text::{Dialect, Statements, statements};

use super::options::Opt;
use super::resolver::Resolver;
use super::script_table::script_table;
use super::tables::Chosen;

/// A database that rows go into.
#[derive(Debug)]
pub struct IntoDatabase {
    /// Which one.
    pub target: Target,
    /// How.
    pub options: LoadOptions,
    /// The statements around the rows of each table, in the order of the job's tables.
    pub statements: Statements,
}

/// The values of the option `create`, each with what it asks for; the usual one first.
const CREATES: [(&str, Create); 3] =
    [("missing", Create::Missing), ("never", Create::Never), ("replace", Create::Replace)];

/// How rows are written to files and streams, which says nothing about a database.
const OF_FILES: [Opt; 20] = [
    Opt::Size,
    Opt::Stream,
    Opt::Shard,
    Opt::ShardBy,
    Opt::Format,
    Opt::Separator,
    Opt::Header,
    Opt::Width,
    Opt::Tag,
    Opt::Nest,
    Opt::Ints,
    Opt::RowGroup,
    Opt::Checksums,
    Opt::Dialect,
    Opt::Batch,
    Opt::Transaction,
    Opt::Output,
    Opt::Files,
    Opt::Resume,
    Opt::Compress,
];

/// PostgreSQL cuts longer names, in bytes.
const MAX_NAME_LEN: usize = 63;

/// Refuses what does not go with a database, and what goes with nothing else.
pub(super) fn check(resolver: &mut Resolver<'_>) {
    let request = resolver.request;
    let into = resolver.name(Opt::Into);
    if !request.has(Opt::Into) {
        for option in [Opt::Create, Opt::Append, Opt::Truncate, Opt::DryRun] {
            if request.has(option) {
                let text = format!("this is about a database; {into} names one");
                resolver.refuse(option, text);
            }
        }
        return;
    }
    for option in OF_FILES.into_iter().filter(|option| request.has(*option)) {
        resolver.refuse(option, format!("{into} loads all rows into a database; leave this out"));
    }
    let create = resolver.written(Opt::Create, "replace");
    for (option, instead) in [
        (Opt::CreateTable, format!("{into} makes tables that are not there; leave this out")),
        (Opt::Drop, format!("{create} drops tables that are there, and makes them anew")),
        (Opt::Fsync, "the server does this; leave this out".into()),
        (Opt::Profile, format!("a profile writes no rows; leave out one of this and {into}")),
    ] {
        if request.has(option) {
            resolver.refuse(option, instead);
        }
    }
    let existing = [Opt::Append, Opt::Truncate].into_iter().filter(|option| request.has(*option));
    let existing: Vec<Opt> = existing.collect();
    if let [one, other] = existing[..] {
        resolver.conflict((one, None), (other, None), "rows that are there stay or go");
    }
    if request.text(Opt::Create) == Some("replace")
        && let Some(&option) = existing.first()
    {
        let text = format!("{create} makes the tables anew; leave this out");
        resolver.refuse(option, text);
    }
}

/// The database that these tables go into, where one is asked for.
pub(super) fn database(
    resolver: &mut Resolver<'_>,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
    plans: &[Plan],
) -> Option<IntoDatabase> {
    let request = resolver.request;
    let text = request.text(Opt::Into)?;
    let target = match Target::parse(text) {
        Ok(target) => Some(target),
        Err(error) => {
            // What is wrong may be anywhere in it, and the password must not be shown.
            resolver.wrong(Opt::Into, &masked(text), error.to_string());
            None
        }
    };
    let existing = match (request.has(Opt::Append), request.has(Opt::Truncate)) {
        (true, _) => Existing::Append,
        (false, true) => Existing::Truncate,
        (false, false) => Existing::Refuse,
    };
    let create = create(resolver);
    let options = LoadOptions { create, existing, is_dry: request.has(Opt::DryRun) };
    let tables: Vec<_> = chosen
        .iter()
        .zip(plans)
        .map(|((table, _), plan)| script_table(dataset, *table, chosen, plan))
        .collect();
    for table in &tables {
        let columns = table.columns.iter().map(|column| column.field.name.as_str());
        for name in table.name.split('.').chain(columns) {
            check_name(resolver, name);
        }
    }
    match statements(&tables, Dialect::Postgres) {
        Ok(statements) => Some(IntoDatabase { target: target?, options, statements }),
        Err(text) => {
            resolver.refuse(Opt::Into, text);
            None
        }
    }
}

fn create(resolver: &mut Resolver<'_>) -> Create {
    let Some(text) = resolver.request.text(Opt::Create) else { return Create::Missing };
    let found = CREATES.iter().find(|(known, _)| *known == text);
    if found.is_none() {
        resolver.unknown(Opt::Create, text, "value", CREATES.iter().map(|(known, _)| *known));
    }
    found.map_or(Create::Missing, |(_, create)| *create)
}

/// Refuses a name that the database would cut or cannot have.
fn check_name(resolver: &mut Resolver<'_>, name: &str) {
    let why = match name {
        "" => "a table or a column of a database has a name",
        _ if name.contains('\0') => "a name in a database has no NUL character",
        _ if name.len() > MAX_NAME_LEN => "a name in PostgreSQL has at most 63 bytes",
        _ => return,
    };
    resolver.refuse(Opt::Into, format!("{why}: `{}`", name.escape_debug()));
}
