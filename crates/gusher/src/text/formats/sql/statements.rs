//! The statements around the rows of tables that are loaded one by one, for whoever fills a database and writes no script.

use super::enums::EnumType;
use super::script::{IndexStatement, Script, ScriptTable};
use crate::text::dialect::Dialect;

/// The statements around the rows of tables. None ends in a semicolon.
#[derive(Debug)]
pub struct Statements {
    /// The types that tables need.
    pub types: Vec<TypeStatements>,
    /// What drops all tables that are there.
    pub drops: Vec<String>,
    /// One for each table, in the order given.
    pub tables: Vec<TableStatements>,
}

/// The statements of a type.
#[derive(Debug)]
pub struct TypeStatements {
    /// Its name as SQL writes it.
    pub name: String,
    /// What creates it.
    pub create: String,
    /// The words that it has.
    pub words: Vec<String>,
    /// The indices of the tables that have columns of it.
    pub tables: Vec<usize>,
}

/// The statements of a table.
#[derive(Debug)]
pub struct TableStatements {
    /// Its name as SQL writes it.
    pub name: String,
    /// The names of its columns, likewise.
    pub columns: Vec<String>,
    /// The indices of the other tables that it refers to.
    pub parents: Vec<usize>,
    /// Its foreign keys.
    pub foreign_keys: Vec<ForeignKeyNames>,
    /// What creates it.
    pub create: String,
    /// What adds its primary key and its unique columns, once it has its rows.
    pub keys: Vec<String>,
    /// Why it cannot be made with these keys.
    pub keyless: Option<String>,
    /// What adds its foreign keys and indexes, once all tables have theirs.
    pub links: Vec<String>,
    /// The indexes among these.
    pub indexes: Vec<IndexStatement>,
}

/// The names in a foreign key, as SQL writes them.
#[derive(Debug)]
pub struct ForeignKeyNames {
    /// Its columns.
    pub columns: Vec<String>,
    /// The table that they refer to.
    pub table: String,
    /// The columns of that table's key.
    pub key: Vec<String>,
}

/// The statements of these tables. Where rows are stored in the order of the primary key, that is part of the table from the start.
///
/// # Errors
/// Why the dialect cannot have them.
pub fn statements(tables: &[ScriptTable<'_>], dialect: Dialect) -> Result<Statements, String> {
    let script = Script::new(tables, dialect).for_loads();
    let names = |table: usize, columns: &[usize]| -> Vec<String> {
        columns.iter().map(|&column| dialect.identifier(&tables[table].columns[column].field.name)).collect()
    };
    let table = |(index, table): (usize, &ScriptTable<'_>)| TableStatements {
        name: dialect.table(table.name),
        columns: table.columns.iter().map(|column| dialect.identifier(&column.field.name)).collect(),
        parents: table.foreign_keys.iter().map(|key| key.table).filter(|parent| *parent != index).collect(),
        foreign_keys: (table.foreign_keys.iter())
            .map(|key| ForeignKeyNames {
                columns: names(index, &key.columns),
                table: dialect.table(tables[key.table].name),
                key: names(key.table, &key.key),
            })
            .collect(),
        create: without_end(&script.create(index)),
        keys: script.keys(index),
        keyless: script.keyless(index),
        links: script.links(index),
        indexes: script.indexes(index),
    };
    let type_of = |(of, create): (&EnumType<'_>, String)| TypeStatements {
        name: of.name.clone(),
        create,
        words: of.words.iter().map(|&word| word.to_owned()).collect(),
        tables: of.columns.iter().map(|(table, _)| *table).collect(),
    };
    Ok(Statements {
        types: script.types.each().map(type_of).collect(),
        drops: script.drops(),
        tables: tables.iter().enumerate().map(table).collect(),
    })
}

/// A statement without its semicolon and the end of its line.
fn without_end(statement: &str) -> String {
    statement.trim_end_matches('\n').trim_end_matches(';').to_owned()
}
