//! The table `gush_loads`: what a load has done so far. A line is written in the transaction that does what it says, so that a load
//! which was interrupted, however that came, goes on where it was.

use super::super::connection::{Connection, Fault, literal};
use crate::load::{Note, Noted};

/// What makes the table, where it is missing.
pub(super) const CREATE: &str = "CREATE TABLE IF NOT EXISTS gush_loads (load text, relation text, step text, \
                                 done_at timestamptz DEFAULT now(), PRIMARY KEY (load, relation, step))";

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
        noted.entry(table).or_default().add(step);
    }
    Ok(noted)
}
