//! The table `gush_loads`: what a load has done so far.

use super::super::connection::{Connection, literal};
use super::super::fault::Fault;
use super::super::table::MyTable;
use super::super::{catalogue, table};
use crate::load::{Note, Noted};

const NAME: &str = "gush_loads";

/// What makes the table, where it is missing.
pub(super) const CREATE: &str = "CREATE TABLE IF NOT EXISTS gush_loads (`load` VARCHAR(32) NOT NULL, relation VARCHAR(150) NOT NULL, \
                                 step VARCHAR(64) NOT NULL, done_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, \
                                 PRIMARY KEY (`load`, relation, step)) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";

/// The statement that notes something, once. That rows are loaded is an error where it is noted already.
pub(super) fn insert(load: &str, table: &str, note: &Note<'_>) -> String {
    let [load, table, step] = [load, table, note.text()].map(literal);
    // Rows that somebody else has noted meanwhile are not loaded twice: the transaction that has both ends in an error.
    let insert = if matches!(note, Note::Rows(_)) { "INSERT" } else { "INSERT IGNORE" };
    format!("{insert} INTO {NAME} (`load`, relation, step) VALUES ({load}, {table}, {step})")
}

/// The statement that forgets a load.
pub(super) fn forget(load: &str) -> String {
    format!("DELETE FROM {NAME} WHERE `load` = {}", literal(load))
}

/// What was noted of a load.
pub(super) fn read(connection: &mut Connection, load: &str) -> Result<Noted, Fault> {
    let mut noted = Noted::new();
    let found: Option<MyTable> = catalogue::table(connection, NAME)?;
    if found.is_none() {
        return Ok(noted);
    }
    let sql = format!("SELECT relation, step FROM {} WHERE `load` = {}", table::quoted(NAME), literal(load));
    for row in connection.query(&sql)? {
        let [Some(table), Some(step)] = <[Option<String>; 2]>::try_from(row).unwrap_or_default() else {
            continue;
        };
        noted.entry(table).or_default().add(step);
    }
    Ok(noted)
}

#[cfg(test)]
mod tests {
    use super::{Note, insert};

    #[test]
    fn rows_that_are_noted_already_are_an_error() {
        assert!(insert("l", "t", &Note::Rows("rows 0..5")).starts_with("INSERT INTO gush_loads "));
        assert!(insert("l", "t", &Note::Made).starts_with("INSERT IGNORE INTO gush_loads "));
    }
}
