//! Ticks into SQLite, for reports. Two tables:
//!
//! ```sql
//! CREATE TABLE runs  (id INTEGER PRIMARY KEY, started REAL,            -- Unix seconds
//!                     pid INTEGER, name TEXT, unit TEXT, size INTEGER, -- unit: 'bytes' or 'lines'; size: NULL if unknown
//!                     command TEXT);
//! CREATE TABLE ticks (run INTEGER REFERENCES runs, elapsed REAL,       -- seconds since the start
//!                     bytes INTEGER, lines INTEGER,                    -- totals so far; lines: NULL if not counted
//!                     rate REAL);                                      -- units a second since the tick before
//! ```

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, params};

use crate::format::View;

const TABLES: &str = "
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, started REAL NOT NULL, pid INTEGER NOT NULL, name TEXT,
                                 unit TEXT NOT NULL, size INTEGER, command TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS ticks (run INTEGER NOT NULL REFERENCES runs, elapsed REAL NOT NULL, bytes INTEGER NOT NULL,
                                  lines INTEGER, rate REAL NOT NULL);
CREATE INDEX IF NOT EXISTS ticks_of_a_run ON ticks (run, elapsed);
";

/// What is known of a run before its first tick.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// What it is called.
    pub name: Option<String>,
    /// Whether it counts lines.
    pub by_lines: bool,
    /// How many units there will be.
    pub size: Option<u64>,
    /// The words that it was started with.
    pub command: String,
}

/// A database that takes the ticks of one run.
#[derive(Debug)]
pub struct Recorder {
    database: Connection,
    run: i64,
}

impl Recorder {
    /// Opens the database `file`, or makes it, and notes a new run in it. Several may write to one file at a time.
    ///
    /// # Errors
    /// When the file is no database, or cannot be written.
    pub fn open(file: &Path, run: &Run) -> rusqlite::Result<Recorder> {
        let database = Connection::open(file)?;
        database.busy_timeout(std::time::Duration::from_secs(5))?;
        database.execute_batch(TABLES)?;
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
        let unit = if run.by_lines { "lines" } else { "bytes" };
        database.execute(
            "INSERT INTO runs (started, pid, name, unit, size, command) VALUES (?, ?, ?, ?, ?, ?)",
            params![
                started,
                std::process::id(),
                run.name,
                unit,
                run.size.map(|size| size as i64),
                run.command
            ],
        )?;
        let run = database.last_insert_rowid();
        Ok(Recorder { database, run })
    }

    /// Adds a tick.
    ///
    /// # Errors
    /// When the file can no longer be written.
    pub fn tick(&self, view: &View) -> rusqlite::Result<()> {
        let lines = (view.by_lines || view.lines > 0).then_some(view.lines as i64);
        let mut insert = self.database.prepare_cached("INSERT INTO ticks VALUES (?, ?, ?, ?, ?)")?;
        insert.execute(params![self.run, view.elapsed.as_secs_f64(), view.bytes as i64, lines, view.rate])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn runs_and_ticks_are_there_to_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ticks.db");
        for name in [None, Some("second".to_owned())] {
            let run = Run { name, by_lines: true, size: Some(7), command: "gush meter -l".into() };
            let recorder = Recorder::open(&file, &run).unwrap();
            for lines in 1..4 {
                let elapsed = Duration::from_millis(lines * 500);
                let view =
                    View { elapsed, bytes: lines * 10, lines, by_lines: true, rate: 2.0, ..View::default() };
                recorder.tick(&view).unwrap();
            }
        }
        let database = Connection::open(&file).unwrap();
        let query = "SELECT group_concat(row, ' ') FROM (
            SELECT coalesce(name, '-') || ',' || unit || ',' || size || ',' || count(*) || ',' || max(elapsed) || ',' ||
                   sum(bytes) || ',' || sum(lines) AS row FROM runs JOIN ticks ON run = id GROUP BY id ORDER BY id)";
        let rows: String = database.query_row(query, [], |row| row.get(0)).unwrap();
        assert_eq!(rows, "-,lines,7,3,1.5,60,6 second,lines,7,3,1.5,60,6");
    }
}
