//! The table `gush_loads`: what a load has done so far. A line is written in the transaction that does what it says, so that a load
//! which was interrupted, however that came, goes on where it was.

use std::collections::{HashMap, HashSet};

use super::super::connection::{Connection, Fault, literal};

/// What an earlier run of a load has done of a table.
#[derive(Debug, Default)]
pub(super) struct Done {
    /// It made the table.
    pub is_made: bool,
    /// The rows that it has loaded.
    pub rows: HashSet<String>,
    /// The table has its keys.
    pub has_keys: bool,
    /// The table has its foreign keys and indexes.
    pub has_links: bool,
}

impl Done {
    pub fn is_empty(&self) -> bool {
        !self.is_made && self.rows.is_empty() && !self.has_keys && !self.has_links
    }
}

/// What an earlier run has done, by the names of tables.
pub(super) type Noted = HashMap<String, Done>;

/// What there is to note of a table.
pub(super) enum Note<'n> {
    Made,
    /// These rows are loaded, as [`rows_text`] has them.
    Rows(&'n str),
    Keys,
    Links,
}

impl Note<'_> {
    fn text(&self) -> &str {
        match self {
            Note::Made => "made",
            Note::Rows(rows) => rows,
            Note::Keys => "keys",
            Note::Links => "links",
        }
    }
}

/// What makes the table, where it is missing.
pub(super) const CREATE: &str = "CREATE TABLE IF NOT EXISTS gush_loads (load text, relation text, step text, \
                                 done_at timestamptz DEFAULT now(), PRIMARY KEY (load, relation, step))";

/// How rows are noted.
pub(super) fn rows_text(rows: &std::ops::Range<u64>) -> String {
    format!("rows {}..{}", rows.start, rows.end)
}

/// The statement that notes something.
pub(super) fn insert(load: &str, table: &str, note: &Note<'_>) -> String {
    let [load, table, step] = [load, table, note.text()].map(literal);
    format!("INSERT INTO gush_loads (load, relation, step) VALUES ({load}, {table}, {step})")
}

/// What was noted of a load.
pub(super) fn read(connection: &mut Connection, load: &str) -> Result<Noted, Fault> {
    let mut noted = Noted::new();
    let found = connection.query("SELECT pg_catalog.to_regclass('gush_loads')")?;
    if found.first().is_none_or(|row| row.first().is_none_or(Option::is_none)) {
        return Ok(noted);
    }
    let sql = format!("SELECT relation, step FROM gush_loads WHERE load = {}", literal(load));
    for row in connection.query(&sql)? {
        let [Some(table), Some(step)] = <[Option<String>; 2]>::try_from(row).unwrap_or_default() else {
            continue;
        };
        let done = noted.entry(table).or_default();
        match step.as_str() {
            "made" => done.is_made = true,
            "keys" => done.has_keys = true,
            "links" => done.has_links = true,
            _ => drop(done.rows.insert(step)),
        }
    }
    Ok(noted)
}
