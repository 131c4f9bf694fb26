//! What a file of SQLite has: the statements that made it, which it keeps.

use super::part::{Part, Readable, answer, texts};
use crate::check::Ask;
use crate::error::Error;

/// Tables of the file's own, and those that hold what virtual tables have.
const TABLES: &str = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
                      ORDER BY name";

/// Reports the definitions, and gives the tables.
pub(super) fn definitions(server: &mut dyn Ask, sink: &mut dyn FnMut(Part)) -> Result<Vec<Readable>, Error> {
    let names = texts(server, TABLES)?;
    let mut text = String::new();
    for row in answer(
        server,
        "SELECT tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND type IN ('table', 'index', 'trigger') ORDER BY rowid",
    )? {
        if let [Some(of), Some(sql)] = &row[..]
            && names.contains(of)
        {
            text += sql;
            text += ";\n";
        }
    }
    sink(Part::Definitions(text));
    let mut tables = Vec::new();
    for name in names {
        let literal = name.replace('\'', "''");
        // Columns that are computed, stored or not, are read like others.
        let query = format!("SELECT name FROM pragma_table_xinfo('{literal}') WHERE hidden <> 1");
        let columns = texts(server, &query)?;
        tables.push(Readable { schema: None, name, columns, estimate: None });
    }
    Ok(tables)
}
