//! A new file: complete or not at all. It is written beside its place and gets its name at the end.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::fault::Fault;
use super::job::Load;
use super::pages::{DatabaseFile, PAGE_SIZE, TableLayout, fill};
use super::part_file::PartFile;
use super::value::{Column, columns};
use super::{insert, look};
use crate::error::Error;
use crate::options::{Create, Summary};

/// Makes the file.
pub(super) fn load(load: &Load<'_>) -> Result<Summary, Error> {
    refuse(load)?;
    if load.options.is_dry {
        return Ok(Summary { statements: statements(load), ..load.summary(Vec::new()) });
    }
    let target = load.path.path();
    let mut part =
        PartFile::create(target).map_err(|error| load.failed("making a file beside it", error.into()))?;
    if !by_pages(load, part.path())? {
        part =
            PartFile::create(target).map_err(|error| load.failed("making a file beside it", error.into()))?;
        by_library(load, part.path())?;
    }
    check_counts(load, part.path())?;
    let left = left_beside(load);
    if !left.is_empty() {
        return Err(load.failed("giving it its name", Fault::Text(left.join("; "))));
    }
    part.rename(target).map_err(|error| load.failed("giving it its name", error.into()))?;
    Ok(load.summary(Vec::new()))
}

/// Refuses what a new file cannot be.
fn refuse(load: &Load<'_>) -> Result<(), Error> {
    let mut found = Vec::new();
    if load.options.create == Create::Never {
        let missing = |table: &gusher::text::TableStatements| {
            format!("there is no table {}, as there is no file; --create missing makes both", table.name)
        };
        found.extend(load.statements.tables.iter().map(missing));
    }
    if load.path.path().is_symlink() {
        found.push("this is a symbolic link to a file that is not there; name that file".into());
    }
    found.extend(left_beside(load));
    match found.is_empty() {
        true => Ok(()),
        false => Err(load.failed("", Fault::Refused(found))),
    }
}

/// What would be applied to the new file, though it is of another one.
fn left_beside(load: &Load<'_>) -> Vec<String> {
    let left = ["-wal", "-journal"].map(|end| load.path.beside(end)).into_iter();
    let text = |left: PathBuf| {
        format!(
            "{} is left of another database of this name, and SQLite would apply it to the new one; remove it",
            left.display()
        )
    };
    left.filter(|left| left.exists()).map(text).collect()
}

/// The statements that make such a file.
fn statements(load: &Load<'_>) -> Vec<String> {
    let tables = &load.statements.tables;
    let of_table = tables
        .iter()
        .flat_map(|table| [table.create.clone(), insert::statement(&table.name, &table.columns)]);
    let links = tables.iter().flat_map(|table| table.links.iter().cloned());
    ["BEGIN".to_owned()].into_iter().chain(of_table).chain(links).chain(["COMMIT".to_owned()]).collect()
}

/// Opens the file that is being made: nobody else sees it, and it goes if anything fails.
fn open(load: &Load<'_>, path: &Path) -> Result<Connection, Error> {
    let opened = || -> rusqlite::Result<Connection> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        load.watch(&connection);
        connection.pragma_update(None, "page_size", PAGE_SIZE)?;
        connection.pragma_update(None, "journal_mode", "OFF")?;
        connection.pragma_update(None, "synchronous", "OFF")?;
        Ok(connection)
    };
    opened().map_err(|error| load.failed("making a file beside it", error.into()))
}

/// Runs statements in one transaction.
fn execute<'s>(
    load: &Load<'_>,
    connection: &Connection,
    doing: &str,
    statements: impl Iterator<Item = &'s String>,
) -> Result<(), Error> {
    let all = || -> rusqlite::Result<()> {
        let transaction = connection.unchecked_transaction()?;
        for statement in statements {
            transaction.execute_batch(statement)?;
        }
        transaction.commit()
    };
    all().map_err(|error| load.failed(doing, error.into()))
}

/// Fills the file by pages of our own. False where a table is one that only the library fills.
fn by_pages(load: &Load<'_>, path: &Path) -> Result<bool, Error> {
    let connection = open(load, path)?;
    let tables = &load.statements.tables;
    execute(load, &connection, "making its tables", tables.iter().map(|table| &table.create))?;
    execute(load, &connection, "making its indexes", tables.iter().flat_map(|table| &table.links))?;
    let mut layouts: Vec<(TableLayout, Vec<Column>)> = Vec::new();
    for table in load.tables {
        let found = || -> Result<_, Fault> {
            let layout = look::layout(&connection, table.name, table.plan)?;
            let affinities = look::table(&connection, table.name)?.map(|found| found.affinities(table.plan));
            Ok(layout.zip(affinities))
        };
        match found().map_err(|fault| load.failed("looking at its tables", fault))? {
            Some((layout, affinities)) => layouts.push((layout, columns(table.plan, &affinities))),
            None => return Ok(false),
        }
    }
    let pages = connection
        .query_row("SELECT * FROM pragma_page_count", [], |row| row.get::<_, u64>(0))
        .map_err(|error| load.failed("looking at its tables", error.into()))?;
    close(load, connection)?;
    let file = DatabaseFile::new(path, pages);
    for (index, (table, (layout, columns))) in load.tables.iter().zip(&layouts).enumerate() {
        load.progress.begin(index);
        match fill(&file, table, layout, columns, load.threads, load.progress) {
            Ok(true) => {}
            Ok(false) | Err(Fault::Unordered) => {
                load.progress.restart();
                return Ok(false);
            }
            Err(fault) => return Err(load.failed(table.name, fault)),
        }
    }
    file.finish().map_err(|fault| load.failed("writing it", fault))?;
    Ok(true)
}

/// Fills the file by the library.
fn by_library(load: &Load<'_>, path: &Path) -> Result<(), Error> {
    let connection = open(load, path)?;
    let tables = &load.statements.tables;
    execute(load, &connection, "making its tables", tables.iter().map(|table| &table.create))?;
    let transaction =
        connection.unchecked_transaction().map_err(|error| load.failed("beginning", error.into()))?;
    for (index, (table, statements)) in load.tables.iter().zip(tables).enumerate() {
        load.progress.begin(index);
        let found = look::table(&connection, table.name)
            .map_err(|fault| load.failed("looking at its tables", fault))?;
        let affinities = found.map(|found| found.affinities(table.plan)).unwrap_or_default();
        insert::rows(
            &connection,
            table,
            &insert::statement(&statements.name, &statements.columns),
            &affinities,
            load.progress,
        )
        .map_err(|(row, fault)| load.failed_in_row(table.name, row, fault))?;
    }
    transaction.commit().map_err(|error| load.failed("committing", error.into()))?;
    execute(load, &connection, "making its indexes", tables.iter().flat_map(|table| &table.links))?;
    close(load, connection)?;
    let sync = File::open(path).and_then(|file| file.sync_all());
    sync.map_err(|error| load.failed("writing it", error.into()))
}

fn close(load: &Load<'_>, connection: Connection) -> Result<(), Error> {
    connection.close().map_err(|(_, error)| load.failed("writing it", error.into()))
}

/// The most bytes of a file that are read without being copied.
const MAPPED: i64 = 1 << 40;

/// Has the library count the rows of each table.
fn check_counts(load: &Load<'_>, path: &Path) -> Result<(), Error> {
    let counts = || -> Result<Vec<u64>, Fault> {
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        load.watch(&connection);
        connection.pragma_update(None, "mmap_size", MAPPED)?;
        load.statements.tables.iter().map(|table| look::count(&connection, &table.name)).collect()
    };
    let counts = counts().map_err(|fault| load.failed("counting its rows", fault))?;
    for (table, found) in load.tables.iter().zip(counts) {
        let sent = table.rows.end - table.rows.start;
        if found != sent {
            let text = format!("SQLite counts {found} of {sent} rows");
            return Err(load.failed(table.name, Fault::Text(text)));
        }
    }
    Ok(())
}
