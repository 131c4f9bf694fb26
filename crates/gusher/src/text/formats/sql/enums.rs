//! The types of enumerations, which PostgreSQL has beside its tables and others within the definitions of columns.

use super::free_names::FreeNames;
use crate::text::dialect::Dialect;
use crate::types::{ColumnHead, Field, StorageType};

/// The types that a script creates before its tables: each once, with the words of all columns that have it.
#[derive(Debug)]
pub(super) struct EnumTypes<'f> {
    dialect: Dialect,
    types: Vec<EnumType<'f>>,
}

/// A type of words.
#[derive(Debug)]
pub(super) struct EnumType<'f> {
    /// Its name as SQL writes it.
    pub name: String,
    /// The name that it would have if no other had it.
    wanted: String,
    pub words: Vec<&'f str>,
    /// The columns that have it, each with the index of its table before its own.
    pub columns: Vec<(usize, usize)>,
}

/// A column of words.
struct EnumColumn<'f> {
    /// The index of its table, and its own.
    at: (usize, usize),
    /// What its type is called: what the schema says, or else the names of the table and the column.
    wanted: String,
    /// Whether the schema says it, or it copies another column and has its type.
    is_given: bool,
    words: Vec<&'f str>,
}

impl<'f> EnumTypes<'f> {
    /// Those of tables, each with its name. Columns that name a type have the same one. The others are called by their table and column,
    /// with a number where a table or another type of the script has that name.
    pub fn of(
        dialect: Dialect,
        tables: impl IntoIterator<Item = (&'f str, &'f [ColumnHead])> + Clone,
    ) -> EnumTypes<'f> {
        let mut types: Vec<EnumType<'f>> = Vec::new();
        // Elsewhere the words are in the definition of the column.
        if dialect != Dialect::Postgres {
            return EnumTypes { dialect, types };
        }
        let mut names = FreeNames::new(dialect);
        tables.clone().into_iter().for_each(|(table, _)| names.take_table(table));
        let columns: Vec<EnumColumn<'f>> = tables.into_iter().enumerate().flat_map(of_table).collect();
        let (given, own): (Vec<_>, Vec<_>) = columns.into_iter().partition(|column| column.is_given);
        let is_own = |column: &&EnumColumn<'_>| own.iter().any(|own| own.wanted == column.wanted);
        let (copies, named): (Vec<_>, Vec<_>) = given.iter().partition(is_own);
        for column in named.into_iter().chain(&own).chain(copies) {
            let is_called = |of: &EnumType<'_>| of.wanted == column.wanted;
            let fits = |of: &EnumType<'_>| is_called(of) && of.words == column.words;
            let at = types.iter().position(fits);
            let at = at.or_else(|| types.iter().position(is_called).filter(|_| column.is_given));
            let at = at.unwrap_or_else(|| {
                let (name, wanted) = (dialect.table(&names.of_type(&column.wanted)), column.wanted.clone());
                types.push(EnumType { name, wanted, words: Vec::new(), columns: Vec::new() });
                types.len() - 1
            });
            types[at].columns.push(column.at);
            for word in &column.words {
                if !types[at].words.contains(word) {
                    types[at].words.push(word);
                }
            }
        }
        types.sort_by_key(|of| of.columns.iter().min().copied());
        EnumTypes { dialect, types }
    }

    /// The name of the type of a column, as SQL writes it, where the script creates one.
    pub fn name_of(&self, table_index: usize, column_index: usize) -> Option<&str> {
        let has = |of: &&EnumType<'_>| of.columns.contains(&(table_index, column_index));
        self.types.iter().find(has).map(|of| of.name.as_str())
    }

    /// The statements that drop the types, once no table has them.
    pub fn drops(&self) -> String {
        self.types.iter().map(|of| format!("DROP TYPE IF EXISTS {};\n", of.name)).collect()
    }

    /// The statements that create the types.
    pub fn creates(&self) -> String {
        self.each().map(|(_, create)| format!("{create};\n")).collect()
    }

    /// Each type with the statement that creates it.
    pub fn each(&self) -> impl Iterator<Item = (&EnumType<'f>, String)> {
        let create = |of: &EnumType<'_>| {
            format!("CREATE TYPE {} AS ENUM ({})", of.name, literals(self.dialect, &of.words))
        };
        self.types.iter().map(move |of| (of, create(of)))
    }
}

/// The columns of words of a table.
fn of_table<'f>(
    (table_index, (table, columns)): (usize, (&'f str, &'f [ColumnHead])),
) -> impl Iterator<Item = EnumColumn<'f>> {
    columns.iter().enumerate().filter_map(move |(index, ColumnHead { field, .. })| {
        let StorageType::Enum { name } = field.storage() else { return None };
        let is_given = name.is_some();
        let wanted = match name {
            Some(name) => name.to_string(),
            None => format!("{table}_{}", field.name.replace('.', "_")),
        };
        let mut words: Vec<&str> = Vec::new();
        for word in field.words().unwrap_or_default() {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        Some(EnumColumn { at: (table_index, index), wanted, is_given, words })
    })
}

/// The type of a column of words, where the database has one; `name` is that of the type that is created.
pub(super) fn column_type(dialect: Dialect, name: Option<&str>, field: &Field) -> Option<String> {
    match dialect {
        Dialect::Postgres => name.map(str::to_owned),
        Dialect::MySql | Dialect::DuckDb => {
            Some(format!("ENUM({})", literals(dialect, &field.words().unwrap_or_default())))
        }
        Dialect::Ansi | Dialect::Sqlite | Dialect::Excel | Dialect::ExcelDe => None,
    }
}

/// Words between apostrophes, with commas between them.
fn literals(dialect: Dialect, words: &[&str]) -> String {
    let literal = |word: &&str| {
        let mut escaped = Vec::new();
        dialect.escape(word, &mut escaped);
        format!("'{}'", String::from_utf8_lossy(&escaped))
    };
    words.iter().map(literal).collect::<Vec<_>>().join(", ")
}
