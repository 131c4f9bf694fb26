//! What the library says of a file: its tables, and what their pages must hold.

use gusher::plan::Plan;
use rusqlite::{Connection, OptionalExtension, Row};

use super::fault::Fault;
use super::pages::{IndexLayout, TableLayout};
use super::value::Affinity;

/// A table that is there.
#[derive(Debug)]
pub(super) struct Table {
    pub is_view: bool,
    pub columns: Vec<TableColumn>,
}

/// A column of a table.
#[derive(Debug)]
pub(super) struct TableColumn {
    pub name: String,
    pub declared: String,
    /// Whether a row needs a value for it.
    pub is_needed: bool,
    /// Whether the library computes it.
    pub is_generated: bool,
}

impl Table {
    /// The column of a name, which is the same in capitals.
    pub fn column(&self, name: &str) -> Option<&TableColumn> {
        self.columns.iter().find(|column| column.name.eq_ignore_ascii_case(name))
    }

    /// The affinities of the columns that a plan fills.
    pub fn affinities(&self, plan: &Plan) -> Vec<Affinity> {
        let of =
            |name: &str| self.column(name).map_or(Affinity::Blob, |column| Affinity::of(&column.declared));
        plan.fields().map(|field| of(&field.name)).collect()
    }
}

/// The table of a name, if there is one.
pub(super) fn table(connection: &Connection, name: &str) -> Result<Option<Table>, Fault> {
    let sql = "SELECT type = 'view' FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ?1 COLLATE NOCASE";
    let Some(is_view) = connection.query_row(sql, [name], |row| row.get(0)).optional()? else {
        return Ok(None);
    };
    let sql = "SELECT name, type, \"notnull\" AND dflt_value IS NULL AND NOT (pk = 1 AND upper(type) = 'INTEGER'), hidden IN (2, 3) \
               FROM pragma_table_xinfo(?1)";
    let column = |row: &Row<'_>| {
        Ok(TableColumn {
            name: row.get(0)?,
            declared: row.get(1)?,
            is_needed: row.get(2)?,
            is_generated: row.get(3)?,
        })
    };
    let columns = connection.prepare(sql)?.query_map([name], column)?.collect::<Result<_, _>>()?;
    Ok(Some(Table { is_view, columns }))
}

/// Whether there is something of this name.
pub(super) fn has_name(connection: &Connection, name: &str) -> Result<bool, Fault> {
    let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE)";
    Ok(connection.query_row(sql, [name], |row| row.get(0))?)
}

/// Whether a table of this name, as SQL writes it, has a row.
pub(super) fn has_rows(connection: &Connection, name: &str) -> Result<bool, Fault> {
    Ok(connection.query_row(&format!("SELECT EXISTS (SELECT 1 FROM {name})"), [], |row| row.get(0))?)
}

/// How many rows a table of this name, as SQL writes it, has.
pub(super) fn count(connection: &Connection, name: &str) -> Result<u64, Fault> {
    Ok(connection.query_row(&format!("SELECT count(*) FROM {name}"), [], |row| row.get(0))?)
}

/// Where the rows of a table that was made for a plan belong; none where its pages are not known here.
pub(super) fn layout(connection: &Connection, name: &str, plan: &Plan) -> Result<Option<TableLayout>, Fault> {
    let sql = "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?1";
    let root: u32 = connection.query_row(sql, [name], |row| row.get(0))?;
    let sql = "SELECT wr FROM pragma_table_list(?1)";
    if connection.query_row(sql, [name], |row| row.get::<_, bool>(0))? {
        return Ok(None);
    }
    let sql = "SELECT i.name, s.rootpage, i.\"unique\", i.partial, i.origin = 'pk' FROM pragma_index_list(?1) AS i \
               JOIN sqlite_schema AS s ON s.type = 'index' AND s.name = i.name";
    let (mut indexes, mut has_key_index) = (Vec::new(), false);
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([name])?;
    while let Some(row) = rows.next()? {
        let (index, root): (String, u32) = (row.get(0)?, row.get(1)?);
        let [is_unique, is_partial, is_key]: [bool; 3] = [row.get(2)?, row.get(3)?, row.get(4)?];
        has_key_index |= is_key;
        let Some(columns) = index_columns(connection, &index)? else { return Ok(None) };
        if is_partial {
            return Ok(None);
        }
        let names = plan.fields().map(|field| field.name.as_str()).collect::<Vec<_>>();
        let named = columns.iter().map(|&column| format!("{name}.{}", names[column])).collect::<Vec<_>>();
        indexes.push(IndexLayout { root, columns, unique: is_unique.then(|| named.join(", ")) });
    }
    // Whether a null breaks a rule is for the library to say.
    let needed = "SELECT cid FROM pragma_table_info(?1) WHERE \"notnull\"";
    let needed = connection
        .prepare(needed)?
        .query_map([name], |row| row.get(0))?
        .collect::<Result<Vec<usize>, _>>()?;
    if needed.iter().any(|&column| plan.fields().nth(column).is_some_and(|field| field.nullable)) {
        return Ok(None);
    }
    let sql = "SELECT cid, type FROM pragma_table_info(?1) WHERE pk > 0";
    let keys = connection
        .prepare(sql)?
        .query_map([name], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<Vec<(usize, String)>, _>>()?;
    // A key without an index is the number of the row.
    let rowid_column = match &keys[..] {
        [(column, declared)] if !has_key_index && declared.eq_ignore_ascii_case("INTEGER") => Some(*column),
        _ => None,
    };
    Ok(Some(TableLayout { root, rowid_column, indexes }))
}

/// The columns of an index; none where it has expressions, another collation, or descends.
fn index_columns(connection: &Connection, index: &str) -> Result<Option<Vec<usize>>, Fault> {
    let sql = "SELECT cid, \"desc\" OR coll <> 'BINARY' FROM pragma_index_xinfo(?1) WHERE key ORDER BY seqno";
    let found = connection
        .prepare(sql)?
        .query_map([index], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<Vec<(i64, bool)>, _>>()?;
    let column = |&(column, is_special): &(i64, bool)| usize::try_from(column).ok().filter(|_| !is_special);
    Ok(found.iter().map(column).collect())
}
