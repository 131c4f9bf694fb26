//! Opening a file: whose it is, which version its tables are of, and the steps to today's.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use super::database::Store;
use super::error::{Error, ErrorKind};

/// The steps from each version of the tables to the next one; a new file takes all of them.
const STEPS: [&str; 4] = [
    include_str!("schema/1-recordings.sql"),
    include_str!("schema/2-ladder.sql"),
    include_str!("schema/3-drains.sql"),
    include_str!("schema/4-groups.sql"),
];
/// The version that they lead to, as `PRAGMA user_version`.
pub const VERSION: i64 = STEPS.len() as i64;
/// `PRAGMA application_id`: "gush".
const OURS: i64 = 0x6775_7368;

/// How long to wait for other programs that write.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How many bytes the head of a database has.
const HEADER: u64 = 100;
/// How long to sleep before a locked file is tried again.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// What a file turns out to be.
#[derive(Clone, Copy, PartialEq)]
enum Found {
    Nothing,
    /// Tables of this version.
    Version(i64),
    NotOurs,
}

impl Found {
    /// The version of the tables, where they may be brought up to date; 0 where there are none yet.
    fn version(self, create: bool) -> Result<i64, ErrorKind> {
        match self {
            Found::Nothing if create => Ok(0),
            Found::Nothing | Found::NotOurs => Err(ErrorKind::NotOurs),
            Found::Version(found) if found > VERSION => Err(ErrorKind::Newer { found, known: VERSION }),
            Found::Version(version) => Ok(version),
        }
    }
}

impl Store {
    /// Opens the database, or creates it; one of an older version is brought up to date.
    ///
    /// # Errors
    /// When it is no database of ours, newer than this program, or cannot be written.
    pub fn open(path: &Path) -> Result<Store, Error> {
        open(path, true, TIMEOUT)
    }

    /// Opens a database that must be there already, as for a report. Nothing is written, but for bringing an older version up
    /// to date.
    ///
    /// # Errors
    /// When there is none, it is not ours, or newer than this program.
    pub fn open_existing(path: &Path) -> Result<Store, Error> {
        open(path, false, TIMEOUT)
    }
}

/// Opens `path`, and waits for others that write for as long as `timeout`. Where `create` is set, a missing one is created.
pub fn open(path: &Path, create: bool, timeout: Duration) -> Result<Store, Error> {
    if !create && !path.exists() {
        return Err(Error::of(path, ErrorKind::Missing));
    }
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    flags.set(OpenFlags::SQLITE_OPEN_CREATE, create);
    let until = Instant::now() + timeout;
    loop {
        // SQLite does not wait by itself where the file changes over to a log that several may write to.
        match attempt(path, create, flags, timeout) {
            Err(Error { kind: ErrorKind::Locked, .. }) if Instant::now() < until => {
                std::thread::sleep(POLL_INTERVAL);
            }
            result => return result,
        }
    }
}

fn attempt(path: &Path, create: bool, flags: OpenFlags, timeout: Duration) -> Result<Store, Error> {
    let failed = |error| Error::new(path, error);
    check(path).map_err(|kind| Error::of(path, kind))?;
    // This name is of a file, though it has another meaning to SQLite.
    let file = if path == Path::new(":memory:") { Path::new("./:memory:") } else { path };
    let mut database = Connection::open_with_flags(file, flags).map_err(failed)?;
    database.busy_timeout(timeout).map_err(failed)?;
    let moment = database.unchecked_transaction().map_err(failed)?;
    let version = look(&moment).map_err(failed)?.version(create).map_err(|kind| Error::of(path, kind))?;
    drop(moment);
    database.pragma_update(None, "foreign_keys", true).map_err(failed)?;
    // Who only reads leaves the file as it is.
    if create && !database.is_readonly("main").map_err(failed)? {
        // A kill loses nothing that was committed; a power cut loses the last moments at most.
        database.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
        database.pragma_update(None, "synchronous", "NORMAL").map_err(failed)?;
    }
    if version < VERSION {
        migrate(&mut database).map_err(failed)?.map_err(|kind| Error::of(path, kind))?;
    }
    Ok(Store { database, path: path.to_owned(), writes: create })
}

/// Refuses what SQLite would take for something that it is not: no name at all for a temporary file, a file of a single
/// byte for an empty one; at a named pipe it would wait for ever.
fn check(path: &Path) -> Result<(), ErrorKind> {
    if path.as_os_str().is_empty() {
        return Err(ErrorKind::CannotOpen("a database needs a name".into()));
    }
    match fs::metadata(path) {
        Ok(file) if file.is_dir() => Err(ErrorKind::CannotOpen("Is a directory".into())),
        Ok(file) if !file.is_file() => Err(ErrorKind::CannotOpen("a database must be a regular file".into())),
        Ok(file) if (1..HEADER).contains(&file.len()) => Err(ErrorKind::NotADatabase),
        // One that is to be made, or of which SQLite's own attempt will show what is wrong.
        _ => Ok(()),
    }
}

/// Brings the tables up to date, all or nothing. Another process may have done so, or something else, just now.
fn migrate(database: &mut Connection) -> rusqlite::Result<Result<(), ErrorKind>> {
    let change = Transaction::new(database, TransactionBehavior::Immediate)?;
    let version = match look(&change)?.version(true) {
        Ok(version) => version,
        Err(kind) => return Ok(Err(kind)),
    };
    for step in STEPS.iter().skip(usize::try_from(version).unwrap_or(0)) {
        change.execute_batch(step)?;
    }
    change.pragma_update(None, "user_version", VERSION)?;
    change.pragma_update(None, "application_id", OURS)?;
    change.commit().map(Ok)
}

/// What is in the file; to be called in a transaction, as others may be making the tables.
fn look(database: &Connection) -> rusqlite::Result<Found> {
    let number = |pragma| database.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let version = number("user_version")?;
    if number("application_id")? == OURS {
        return Ok(if version > 0 { Found::Version(version) } else { Found::NotOurs });
    }
    let tables: i64 = database.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    Ok(match (version, tables) {
        (0, 0) => Found::Nothing,
        // Before there was a version, only the meter recorded.
        (0, _) if is_recording(database)? => Found::Version(1),
        _ => Found::NotOurs,
    })
}

/// Whether `gush meter --record` of the first days made these tables.
fn is_recording(database: &Connection) -> rusqlite::Result<bool> {
    let columns = |table: &str| {
        let query = "SELECT coalesce(group_concat(name, ' '), '') FROM pragma_table_info(?)";
        database.query_row(query, [table], |row| row.get::<_, String>(0))
    };
    Ok(columns("runs")? == "id started pid name unit size command"
        && columns("ticks")? == "run elapsed bytes lines rate")
}
