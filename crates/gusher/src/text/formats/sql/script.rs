//! A script of several tables: what makes them is before their rows, and their keys and indexes after, where the dialect
//! can add keys to a table that is there.

use std::fmt::Write as _;

use super::ddl::definition_of;
use super::enums::EnumTypes;
use super::free_names::FreeNames;
use crate::text::dialect::Dialect;
use crate::text::options::FormatOptions;
use crate::types::{ColumnHead, Field, StorageType};

/// A table of a script. Columns are given by their indices.
#[derive(Debug)]
pub struct ScriptTable<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its columns.
    pub columns: Vec<ColumnHead>,
    /// Those of its primary key.
    pub primary_key: Vec<usize>,
    /// Others that are unique together.
    pub unique: Vec<Vec<usize>>,
    /// Its foreign keys.
    pub foreign_keys: Vec<ScriptKey>,
}

/// Columns that refer to the key of another table.
#[derive(Debug)]
pub struct ScriptKey {
    /// The indices of the columns.
    pub columns: Vec<usize>,
    /// The index of the other table in the script.
    pub table: usize,
    /// The indices of the columns of its key.
    pub key: Vec<usize>,
    /// Whether rows refer to later ones of their own table.
    pub is_forward: bool,
}

/// What adds an index.
#[derive(Debug)]
pub struct IndexStatement {
    /// Its name.
    pub name: String,
    /// The table and the columns that it is of, as SQL writes them.
    pub on: String,
    dialect: Dialect,
}

impl IndexStatement {
    /// The statement.
    pub fn create(&self) -> String {
        self.named(&self.name)
    }

    /// The same with another name.
    pub fn named(&self, name: &str) -> String {
        format!("CREATE INDEX {} ON {}", self.dialect.identifier(name), self.on)
    }

    /// The same without a name: PostgreSQL chooses one that is free.
    pub fn unnamed(&self) -> String {
        format!("CREATE INDEX ON {}", self.on)
    }
}

/// What is before the rows of all tables, and after them.
///
/// # Errors
/// Why the dialect cannot have these tables.
pub fn sql_script(tables: &[ScriptTable<'_>], options: &FormatOptions) -> Result<[String; 2], String> {
    let script = Script::new(tables, options.choices.dialect);
    if let Some(why) = (0..tables.len()).find_map(|table_index| script.keyless(table_index)) {
        return Err(why);
    }
    let (mut before, mut after) = (String::new(), String::new());
    if options.choices.drop_table {
        for drop in script.drops() {
            // Writing to a string cannot fail.
            let _ = writeln!(before, "{drop};");
        }
        before.push_str(&script.types.drops());
    }
    before.push_str(&script.types.creates());
    for table_index in 0..tables.len() {
        before.push_str(&script.create(table_index));
    }
    let begin = script.dialect.begin();
    let in_transaction = script.dialect.makes_tables_in_transactions();
    let before = if in_transaction { format!("{begin}{before}") } else { format!("{before}{begin}") };
    if !in_transaction {
        after.push_str("COMMIT;\n");
    }
    let all = || 0..tables.len();
    let keys = all().flat_map(|table_index| script.keys(table_index));
    for statement in keys.chain(all().flat_map(|table_index| script.links(table_index))) {
        // Writing to a string cannot fail.
        let _ = writeln!(after, "{statement};");
    }
    if in_transaction {
        after.push_str("COMMIT;\n");
    }
    Ok([before, after])
}

/// Tables, and the dialect that makes them.
pub(super) struct Script<'a> {
    tables: &'a [ScriptTable<'a>],
    dialect: Dialect,
    /// The types of enumerations that the tables have.
    pub types: EnumTypes<'a>,
    /// For each table, the names of the indexes that its foreign keys get.
    index_names: Vec<Vec<String>>,
    /// Whether a table is made with its primary key, although keys could be added later.
    has_primary_keys: bool,
}

impl<'a> Script<'a> {
    /// The script of these tables.
    pub fn new(tables: &'a [ScriptTable<'a>], dialect: Dialect) -> Script<'a> {
        let columns = tables.iter().map(|table| (table.name, &table.columns[..]));
        let types = EnumTypes::of(dialect, columns);
        let mut script = Script { tables, dialect, types, has_primary_keys: false, index_names: Vec::new() };
        script.index_names = script.named_indexes();
        script
    }

    /// The same for tables that are loaded one by one: InnoDB stores rows in the order of the primary key, and would copy all of a
    /// table to add it.
    pub fn for_loads(self) -> Script<'a> {
        Script { has_primary_keys: self.dialect == Dialect::MySql, ..self }
    }
}

/// Where a foreign key is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeyPlace {
    /// In CREATE TABLE.
    Table,
    /// In a statement after all rows.
    After,
    /// In a comment: the dialect cannot have it.
    Comment,
}

/// What begins a primary key.
const PRIMARY: &str = "PRIMARY KEY";

impl Script<'_> {
    /// The statements that drop the tables that are there, each before those that it refers to.
    pub fn drops(&self) -> Vec<String> {
        let (order, is_circular) = self.drop_order();
        let names: Vec<String> =
            order.iter().map(|&index| self.dialect.table(self.tables[index].name)).collect();
        // One statement drops tables that refer to each other.
        if self.dialect == Dialect::Postgres {
            return vec![format!("DROP TABLE IF EXISTS {}", names.join(", "))];
        }
        let drops = names.iter().map(|name| format!("DROP TABLE IF EXISTS {name}"));
        let checks = |on: u8| format!("SET FOREIGN_KEY_CHECKS = {on}");
        match self.dialect == Dialect::MySql && is_circular {
            true => std::iter::once(checks(0)).chain(drops).chain([checks(1)]).collect(),
            false => drops.collect(),
        }
    }

    /// The tables, each before those that it refers to, and whether some refer to each other, whose order then says nothing.
    fn drop_order(&self) -> (Vec<usize>, bool) {
        let mut left: Vec<usize> = (0..self.tables.len()).collect();
        let (mut order, mut is_circular) = (Vec::new(), false);
        while !left.is_empty() {
            let refers = |other: usize, table: usize| {
                other != table && self.tables[other].foreign_keys.iter().any(|key| key.table == table)
            };
            // Of several the last one, as parents usually come first.
            let free = left.iter().rposition(|&table| !left.iter().any(|&other| refers(other, table)));
            is_circular |= free.is_none();
            order.push(left.remove(free.unwrap_or(left.len() - 1)));
        }
        (order, is_circular)
    }

    /// Whether keys are added to tables that have their rows already, which is faster. The others know keys of new tables only.
    fn adds_keys(&self) -> bool {
        match self.dialect {
            Dialect::Postgres | Dialect::MySql => true,
            Dialect::Ansi | Dialect::Sqlite | Dialect::DuckDb | Dialect::Excel | Dialect::ExcelDe => false,
        }
    }

    /// Where a foreign key is said.
    fn key_place(&self, table_index: usize, key: &ScriptKey) -> KeyPlace {
        match self.dialect {
            Dialect::Postgres | Dialect::MySql => KeyPlace::After,
            // It checks the rows of a statement against those of earlier statements only, and adds no keys to tables.
            Dialect::DuckDb if key.table >= table_index => KeyPlace::Comment,
            Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe if key.table > table_index => KeyPlace::After,
            Dialect::Sqlite | Dialect::DuckDb | Dialect::Ansi | Dialect::Excel | Dialect::ExcelDe => {
                KeyPlace::Table
            }
        }
    }

    /// The statement that makes a table, on lines of its own.
    pub fn create(&self, table_index: usize) -> String {
        let table = &self.tables[table_index];
        let mut lines: Vec<String> = (table.columns.iter().enumerate())
            .map(|(at, column)| {
                let is_indexed = column.is_unique || self.is_indexed(table_index, at);
                let must_be = table.primary_key.contains(&at);
                definition_of(self.dialect, self.types.name_of(table_index, at), column, is_indexed, must_be)
            })
            .collect();
        if !self.adds_keys() {
            lines.extend(self.constraints(table_index, KeyPlace::Table));
        } else if self.has_primary_keys {
            let keys = self.constraints(table_index, KeyPlace::After).into_iter();
            lines.extend(keys.filter(|key| key.starts_with(PRIMARY)));
        }
        let (name, options) = (self.dialect.table(table.name), self.dialect.table_options());
        let mut text = String::new();
        for key in &table.foreign_keys {
            if self.key_place(table_index, key) == KeyPlace::Comment {
                let parent = self.dialect.table(self.tables[key.table].name);
                let (columns, its) = (self.names(table_index, &key.columns), self.names(key.table, &key.key));
                let (why, parent) = match key.table == table_index {
                    true => ("finds no rows of the same statement", "its own".to_owned()),
                    false => ("adds no keys to tables that are there", parent),
                };
                // Writing to a string cannot fail.
                let _ = writeln!(
                    text,
                    "-- DuckDB {why}, so this is not checked: {name} ({columns}) refers to {parent} ({its})"
                );
            }
        }
        let _ = writeln!(text, "CREATE TABLE {name} (\n  {}\n){options};", lines.join(",\n  "));
        text
    }

    /// Whether a column is part of a key, so that its type must be one that can be.
    fn is_indexed(&self, table_index: usize, column: usize) -> bool {
        let table = &self.tables[table_index];
        let lists = table.unique.iter().chain(table.foreign_keys.iter().map(|key| &key.columns));
        let is_own = lists.chain([&table.primary_key]).any(|list| list.contains(&column));
        is_own
            || self
                .tables
                .iter()
                .flat_map(|table| &table.foreign_keys)
                .any(|key| key.table == table_index && key.key.contains(&column))
    }

    /// Why a table cannot have its keys: PostgreSQL does not compare all types for equality.
    pub fn keyless(&self, table_index: usize) -> Option<String> {
        if self.dialect != Dialect::Postgres {
            return None;
        }
        let table = &self.tables[table_index];
        let mut columns = table.columns.iter().enumerate();
        let (_, column) = columns.find(|(at, column)| {
            (column.is_unique || self.is_indexed(table_index, *at))
                && incomparable(&column.field.storage()).is_some()
        })?;
        let Field { name, .. } = &column.field;
        let of = incomparable(&column.field.storage())?;
        Some(format!(
            "`{}.{name}` is {of}, whose values PostgreSQL does not compare, so that it cannot be unique or part of a key; jsonb and text can",
            table.name
        ))
    }

    /// The keys of a table, as written within CREATE TABLE or after ADD, with the foreign keys that are said there.
    fn constraints(&self, table_index: usize, place: KeyPlace) -> Vec<String> {
        let table = &self.tables[table_index];
        let mut keys = Vec::new();
        if !table.primary_key.is_empty() {
            keys.push(format!("{PRIMARY} ({})", self.names(table_index, &table.primary_key)));
        }
        for columns in &self.unique(table_index) {
            keys.push(format!("UNIQUE ({})", self.names(table_index, columns)));
        }
        // What is referred to, and is neither, must be unique to be referred to.
        for key in table.foreign_keys.iter().filter(|key| self.key_place(table_index, key) == place) {
            let parent = self.dialect.table(self.tables[key.table].name);
            let (columns, its) = (self.names(table_index, &key.columns), self.names(key.table, &key.key));
            let later =
                if key.table > table_index || key.is_forward { " DEFERRABLE INITIALLY DEFERRED" } else { "" };
            let later = if self.dialect == Dialect::Sqlite { later } else { "" };
            keys.push(format!("FOREIGN KEY ({columns}) REFERENCES {parent} ({its}){later}"));
        }
        keys
    }

    /// The columns that are unique, alone or together, and are not the primary key.
    fn unique(&self, table_index: usize) -> Vec<Vec<usize>> {
        let table = &self.tables[table_index];
        let single =
            table.columns.iter().enumerate().filter(|(_, column)| column.is_unique).map(|(at, _)| vec![at]);
        let mut unique: Vec<Vec<usize>> = single.chain(table.unique.iter().cloned()).collect();
        unique.retain(|columns| *columns != table.primary_key);
        unique.dedup();
        unique
    }

    /// The names of columns.
    fn names(&self, table_index: usize, columns: &[usize]) -> String {
        let name =
            |&column: &usize| self.dialect.identifier(&self.tables[table_index].columns[column].field.name);
        columns.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// The statements that add the keys.
    pub fn keys(&self, table_index: usize) -> Vec<String> {
        let is_there = |key: &str| self.has_primary_keys && key.starts_with(PRIMARY);
        self.added(table_index, |key| !key.starts_with("FOREIGN") && !is_there(key))
    }

    /// The statements that add some of the constraints of a table that is there.
    fn added(&self, table_index: usize, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
        let table = self.dialect.table(self.tables[table_index].name);
        let constraints = self.constraints(table_index, KeyPlace::After).into_iter();
        // Others than foreign keys are in the tables already, where these are.
        let is_left = |key: &String| (self.adds_keys() || key.starts_with("FOREIGN")) && is_meant(key);
        let constraints = constraints.filter(is_left);
        constraints.map(|key| format!("ALTER TABLE {table} ADD {key}")).collect()
    }

    /// The statements that add foreign keys, once all others are there, and an index for each: what is looked up most.
    pub fn links(&self, table_index: usize) -> Vec<String> {
        let mut statements = self.added(table_index, |key| key.starts_with("FOREIGN"));
        statements.extend(self.indexes(table_index).iter().map(IndexStatement::create));
        statements
    }

    /// The indexes that are added.
    pub fn indexes(&self, table_index: usize) -> Vec<IndexStatement> {
        let table = self.dialect.table(self.tables[table_index].name);
        let keys = self.indexed_keys(table_index).zip(&self.index_names[table_index]);
        let index = |(key, name): (&ScriptKey, &String)| IndexStatement {
            name: name.clone(),
            dialect: self.dialect,
            on: format!("{table} ({})", self.names(table_index, &key.columns)),
        };
        keys.map(index).collect()
    }

    /// The foreign keys of a table that get an index. MySQL makes one by itself.
    fn indexed_keys(&self, table_index: usize) -> impl Iterator<Item = &ScriptKey> {
        let table = &self.tables[table_index];
        let makes_none = self.dialect != Dialect::MySql;
        let keys = table.foreign_keys.iter();
        keys.filter(move |key| makes_none && !table.primary_key.starts_with(&key.columns))
    }

    /// The names of all indexes, as no two of the script may have the same one, nor one that a table has.
    fn named_indexes(&self) -> Vec<Vec<String>> {
        let mut names = FreeNames::new(self.dialect);
        let columns_of = |table_index: usize, columns: &[usize]| -> Vec<&str> {
            let all = &self.tables[table_index].columns;
            columns.iter().map(|&column| all[column].field.name.as_str()).collect()
        };
        self.tables.iter().for_each(|table| names.take_table(table.name));
        for (table_index, table) in self.tables.iter().enumerate() {
            names.take_key(table.name, &[], "pkey");
            for columns in self.unique(table_index) {
                names.take_key(table.name, &columns_of(table_index, &columns), "key");
            }
        }
        let of_table = |(table_index, table): (usize, &ScriptTable<'_>)| {
            let keys = self.indexed_keys(table_index);
            keys.map(|key| names.of_index(table.name, &columns_of(table_index, &key.columns))).collect()
        };
        self.tables.iter().enumerate().map(of_table).collect()
    }
}

/// A type whose values PostgreSQL does not compare for equality, as it writes it.
fn incomparable(storage: &StorageType) -> Option<&'static str> {
    match storage {
        StorageType::Json { is_binary: false } => Some("json"),
        StorageType::Xml => Some("xml"),
        StorageType::Array(item) => incomparable(item),
        _ => None,
    }
}
