//! The database that rows go into, and how.

use std::fmt::Write as _;
use std::num::NonZeroUsize;

use gush_db::{Create, Existing, LoadOptions, Target, masked};
use gush_diagnostics::grouped;
use gusher::plan::Plan;
use gusher::schema::DatasetSpec;
use gusher::text::{Dialect, Format, FormatOptions, ScriptTable, Statements, statements};
use md5::{Digest, Md5};

use super::options::Opt;
use super::resolver::Resolver;
use super::script_table::script_table;
use super::sqlite_limits;
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
const OF_FILES: [Opt; 32] = [
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
    Opt::SortBy,
    Opt::Metadata,
    Opt::PageSize,
    Opt::BloomFilter,
    Opt::Checksums,
    Opt::For,
    Opt::ParquetVersion,
    Opt::Encoding,
    Opt::Uuid,
    Opt::Time,
    Opt::Intervals,
    Opt::Timestamps,
    Opt::TimestampZone,
    Opt::Decimals,
    Opt::Names,
    Opt::Dialect,
    Opt::Transaction,
    Opt::Output,
    Opt::Files,
    Opt::Compress,
];

/// The options that are about databases.
const OPTIONS: [Opt; 6] = [Opt::Into, Opt::Create, Opt::Append, Opt::Truncate, Opt::Connections, Opt::DryRun];

/// More connections than a server usually lets in.
const MAX_CONNECTIONS: u64 = 256;

/// The options that a file of SQLite does without, each with the reason.
const OF_SERVERS: [(Opt, &str); 3] = [
    (
        Opt::Connections,
        "SQLite lets one write at a time, and all threads make the rows of a new file; leave this out",
    ),
    (Opt::Batch, "a load into SQLite is one transaction, complete or not at all; leave this out"),
    (
        Opt::Resume,
        "a load into SQLite is complete or not at all, so there is nothing to continue; leave this out",
    ),
];

/// PostgreSQL cuts longer names, in bytes.
const MAX_NAME_LEN: usize = 63;
/// MySQL refuses longer names, in characters.
const MAX_NAME_CHARS: usize = 64;

/// Refuses what does not go with a database, and what goes with nothing else.
pub(super) fn check(resolver: &mut Resolver<'_>) {
    let request = resolver.request;
    let into = resolver.name(Opt::Into);
    if !request.has(Opt::Into) {
        for option in OPTIONS {
            let is_of_lake = option == Opt::Append && request.has(Opt::Lake);
            if request.has(option) && !is_of_lake {
                let text = format!("this is about a database; {into} names one");
                resolver.refuse(option, text);
            }
        }
        return;
    }
    if is_sqlite(resolver) {
        for (option, why) in OF_SERVERS {
            if request.has(option) {
                resolver.refuse(option, why);
            }
        }
    }
    for option in OF_FILES.into_iter().filter(|option| request.has(*option)) {
        resolver.refuse(option, format!("{into} loads all rows into a database; leave this out"));
    }
    let create = resolver.written(Opt::Create, "replace");
    for (option, instead) in [
        (Opt::CreateTable, format!("{into} makes tables that are not there; leave this out")),
        (Opt::Drop, format!("{create} drops tables that are there, and makes them anew")),
        (Opt::Fsync, "a database does this by itself; leave this out".into()),
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

/// Whether the rows go into a file of SQLite.
fn is_sqlite(resolver: &Resolver<'_>) -> bool {
    dialect(resolver) == Dialect::Sqlite
}

/// The dialect of the database that the rows go into; PostgreSQL's where its address is not understood.
fn dialect(resolver: &Resolver<'_>) -> Dialect {
    match resolver.request.text(Opt::Into).map(Target::parse) {
        Some(Ok(target)) => dialect_of(&target),
        Some(Err(_)) | None => Dialect::Postgres,
    }
}

fn dialect_of(target: &Target) -> Dialect {
    match target {
        Target::Sqlite(_) => Dialect::Sqlite,
        Target::MySql(_) => Dialect::MySql,
        // Whoever adds a database adds its dialect here.
        _ => Dialect::Postgres,
    }
}

/// The format whose columns and values the database takes.
pub(super) fn rules(resolver: &Resolver<'_>) -> FormatOptions {
    let dialect = dialect(resolver);
    if dialect == Dialect::Postgres {
        return Format::COPY.into();
    }
    let mut options = FormatOptions::new(Format::SQL);
    options.dialect(dialect).expect("SQL has this dialect");
    options
}

/// The database that these tables go into, where one is asked for.
pub(super) fn database(
    resolver: &mut Resolver<'_>,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
    plans: &[Plan],
    (given_seed, seed): (Option<u64>, u64),
    schema: &str,
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
    let part_rows = resolver.count(Opt::Batch, "a number of rows such as 100k or 1M");
    if part_rows == Some(0) {
        resolver.wrong(Opt::Batch, "0", "a transaction has at least one row");
    }
    if request.has(Opt::Resume) && given_seed.is_none() {
        let seed = resolver.written(Opt::Seed, "N");
        resolver.refuse(
            Opt::Resume,
            format!("give the seed of the first run, by {seed}: without it, the values would be others"),
        );
    }
    let options = LoadOptions {
        create,
        existing,
        is_dry: request.has(Opt::DryRun),
        connections: connections(resolver),
        part_rows,
        resume: request.has(Opt::Resume),
        seed,
        id: id(schema, dataset, chosen, part_rows),
    };
    let tables: Vec<_> = chosen
        .iter()
        .zip(plans)
        .map(|((table, _), plan)| script_table(dataset, *table, chosen, plan))
        .map(|table| if request.has(Opt::RowsOf) { without_keys(table) } else { table })
        .collect();
    for table in &tables {
        let columns = table.columns.iter().map(|column| column.field.name.as_str());
        match &target {
            Some(Target::Sqlite(_)) => {
                check_table_name(resolver, table.name);
                columns.for_each(|name| check_name(resolver, name));
            }
            Some(Target::MySql(_)) => {
                table.name.split('.').chain(columns).for_each(|name| check_mysql_name(resolver, name));
            }
            _ => {
                for name in table.name.split('.').chain(columns) {
                    check_name(resolver, name);
                    check_length(resolver, name);
                }
            }
        }
    }
    if is_sqlite(resolver) {
        sqlite_limits::check(resolver, &tables);
    }
    let dialect = dialect(resolver);
    match statements(&tables, dialect) {
        Ok(statements) => Some(IntoDatabase { target: target?, options, statements }),
        Err(text) => {
            resolver.refuse(Opt::Into, text);
            None
        }
    }
}

/// What to say about a load before it begins: `seed` is that of its values.
pub(super) fn notes(
    resolver: &Resolver<'_>,
    into: &IntoDatabase,
    dataset: &DatasetSpec,
    chosen: &[Chosen],
    seed: u64,
) -> Vec<String> {
    if is_sqlite(resolver) {
        return Vec::new();
    }
    let parted = chosen.iter().filter(|(_, rows)| into.options.is_parted(rows));
    let names: Vec<&str> = parted.map(|(table, _)| dataset.tables[*table].schema.table()).collect();
    if names.is_empty() {
        return Vec::new();
    }
    let (resume, seed) = (resolver.name(Opt::Resume), resolver.written(Opt::Seed, &seed.to_string()));
    let rows = grouped(into.options.part_rows());
    vec![format!(
        "{} is loaded in parts of {rows} rows, each in a transaction of its own, noted in the table gush_loads; if it is interrupted, the \
         same command with {resume} {seed} continues",
        names.join(", ")
    )]
}

/// A table without its keys, so that rows that break them can be counted.
fn without_keys(table: ScriptTable<'_>) -> ScriptTable<'_> {
    ScriptTable { primary_key: Vec::new(), unique: Vec::new(), foreign_keys: Vec::new(), ..table }
}

/// What tells a load from others: a checksum of all that its rows follow from, and of their parts.
fn id(schema: &str, dataset: &DatasetSpec, chosen: &[Chosen], part_rows: Option<u64>) -> String {
    let mut text = format!("{schema}\n{part_rows:?}\n");
    for (table, rows) in chosen {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:?} {}..{}", dataset.tables[*table].schema.table(), rows.start, rows.end);
    }
    Md5::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn connections(resolver: &mut Resolver<'_>) -> NonZeroUsize {
    let count = resolver.count(Opt::Connections, "a number of connections such as 4");
    let found = count.filter(|count| (1..=MAX_CONNECTIONS).contains(count));
    if let (Some(count), None) = (count, found) {
        let text = format!("expected a number of connections from 1 to {MAX_CONNECTIONS}");
        resolver.wrong(Opt::Connections, &count.to_string(), text);
    }
    found.and_then(|count| NonZeroUsize::new(usize::try_from(count).ok()?)).unwrap_or(NonZeroUsize::MIN)
}

fn create(resolver: &mut Resolver<'_>) -> Create {
    let Some(text) = resolver.request.text(Opt::Create) else { return Create::Missing };
    let found = CREATES.iter().find(|(known, _)| *known == text);
    if found.is_none() {
        resolver.unknown(Opt::Create, text, "value", CREATES.iter().map(|(known, _)| *known));
    }
    found.map_or(Create::Missing, |(_, create)| *create)
}

/// Refuses a name that a database cannot have.
fn check_name(resolver: &mut Resolver<'_>, name: &str) {
    let why = match name {
        "" => "a table or a column of a database has a name",
        _ if name.contains('\0') => "a name in a database has no NUL character",
        _ => return,
    };
    resolver.refuse(Opt::Into, format!("{why}: `{}`", name.escape_debug()));
}

/// Refuses a name that PostgreSQL would cut.
fn check_length(resolver: &mut Resolver<'_>, name: &str) {
    if name.len() > MAX_NAME_LEN {
        let text = format!("a name in PostgreSQL has at most 63 bytes: `{}`", name.escape_debug());
        resolver.refuse(Opt::Into, text);
    }
}

/// Refuses a name that MySQL does not take (its manual, "Schema Object Names").
fn check_mysql_name(resolver: &mut Resolver<'_>, name: &str) {
    check_name(resolver, name);
    let why = match () {
        () if name.chars().count() > MAX_NAME_CHARS => "a name in MySQL has at most 64 characters",
        () if name.ends_with(char::is_whitespace) => "a name in MySQL does not end in a blank",
        () if name.chars().any(|sign| sign > '\u{FFFF}') => "a name in MySQL has no characters beyond U+FFFF",
        () => return,
    };
    resolver.refuse(Opt::Into, format!("{why}: `{}`", name.escape_debug()));
}

/// Refuses a name that no table of SQLite has.
fn check_table_name(resolver: &mut Resolver<'_>, name: &str) {
    check_name(resolver, name);
    let is_own = name.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("sqlite_"));
    let why = match () {
        () if name.contains('.') => "SQLite has no schemas, so a table has a name without a point",
        () if is_own => "names that begin with sqlite_ are SQLite's own",
        () => return,
    };
    resolver.refuse(Opt::Into, format!("{why}: `{}`", name.escape_debug()));
}
