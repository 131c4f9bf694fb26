//! What a database of MySQL or MariaDB has: the server writes the statements itself.

use super::part::{Part, Readable, answer, texts};
use crate::check::Ask;
use crate::error::Error;

/// The tables with about how many rows they have.
const TABLES: &str = "SELECT TABLE_NAME, TABLE_ROWS FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE IN \
                      ('BASE TABLE', 'SYSTEM VERSIONED') ORDER BY TABLE_NAME";
/// The columns of all of them that have a text.
const COLUMNS: &str = "SELECT TABLE_NAME, COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND DATA_TYPE NOT IN \
                       ('geometry', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection', \
                       'geomcollection', 'binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'vector') ORDER BY TABLE_NAME, \
                       ORDINAL_POSITION";
/// The triggers that run when a row is inserted.
const TRIGGERS: &str = "SELECT concat('CREATE TRIGGER `', replace(TRIGGER_NAME, '`', '``'), '` ', ACTION_TIMING, ' INSERT ON `', \
                        replace(EVENT_OBJECT_TABLE, '`', '``'), '` FOR EACH ROW ', ACTION_STATEMENT) FROM information_schema.TRIGGERS WHERE \
                        EVENT_OBJECT_SCHEMA = DATABASE() AND EVENT_MANIPULATION = 'INSERT' ORDER BY EVENT_OBJECT_TABLE, ACTION_ORDER";

/// Reports the definitions, and gives the tables.
pub(super) fn definitions(server: &mut dyn Ask, sink: &mut dyn FnMut(Part)) -> Result<Vec<Readable>, Error> {
    let mut tables: Vec<Readable> = Vec::new();
    for row in answer(server, TABLES)? {
        if let [Some(name), estimate] = &row[..] {
            let estimate = estimate.as_deref().and_then(|rows| rows.parse().ok());
            tables.push(Readable { schema: None, name: name.clone(), columns: Vec::new(), estimate });
        }
    }
    for row in answer(server, COLUMNS)? {
        if let [Some(of), Some(name)] = &row[..]
            && let Some(table) = tables.iter_mut().find(|table| table.name == *of)
        {
            table.columns.push(name.clone());
        }
    }
    let mut text = String::new();
    let mut readable = Vec::new();
    for table in tables {
        let query = format!("SHOW CREATE TABLE `{}`", table.name.replace('`', "``"));
        let readable_columns = !table.columns.is_empty();
        match server.rows(&query)? {
            Ok(rows) => {
                let sql = rows.into_iter().next().and_then(|row| row.into_iter().nth(1)).flatten();
                text += &sql.unwrap_or_default();
                text += ";\n";
                readable.extend(Some(table).filter(|_| readable_columns));
            }
            Err(words) => sink(Part::Unreadable(format!("table {}: {words}", table.name))),
        }
    }
    for trigger in texts(server, TRIGGERS)? {
        text += &trigger;
        text += ";\n";
    }
    sink(Part::Definitions(text));
    Ok(readable)
}
