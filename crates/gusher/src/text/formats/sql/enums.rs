//! The types of enumerations, which PostgreSQL has beside its tables and others within the definitions of columns.

use crate::text::dialect::Dialect;
use crate::types::{ColumnHead, Field, StorageType};

/// The types that a script creates before its tables: each once, with the words of all columns that have it.
pub(super) struct EnumTypes<'f> {
    dialect: Dialect,
    types: Vec<(String, Vec<&'f str>)>,
}

impl<'f> EnumTypes<'f> {
    /// Those of tables, each with its name.
    pub fn of(
        dialect: Dialect,
        tables: impl IntoIterator<Item = (&'f str, &'f [ColumnHead])>,
    ) -> EnumTypes<'f> {
        let mut types: Vec<(String, Vec<&str>)> = Vec::new();
        let columns =
            tables.into_iter().flat_map(|(table, columns)| columns.iter().map(move |column| (table, column)));
        for (table, ColumnHead { field, .. }) in columns {
            let StorageType::Enum { name } = field.storage() else { continue };
            let name = type_name(dialect, table, field, name.as_deref());
            let index = types.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
                types.push((name, Vec::new()));
                types.len() - 1
            });
            for word in field.words().unwrap_or_default() {
                if !types[index].1.contains(&word) {
                    types[index].1.push(word);
                }
            }
        }
        // Elsewhere the words are in the definition of the column.
        types.retain(|_| dialect == Dialect::Postgres);
        EnumTypes { dialect, types }
    }

    /// The statements that drop the types, once no table has them.
    pub fn drops(&self) -> String {
        self.types.iter().map(|(name, _)| format!("DROP TYPE IF EXISTS {name};\n")).collect()
    }

    /// The statements that create the types.
    pub fn creates(&self) -> String {
        self.each().map(|(_, create)| format!("{create};\n")).collect()
    }

    /// Each type: its name as SQL writes it, and the statement that creates it.
    pub fn each(&self) -> impl Iterator<Item = (&str, String)> {
        let create = |name, words| format!("CREATE TYPE {name} AS ENUM ({})", literals(self.dialect, words));
        self.types.iter().map(move |(name, words)| (name.as_str(), create(name, words)))
    }
}

/// The type of a column of words, where the database has one.
pub(super) fn column_type(
    dialect: Dialect,
    table: &str,
    field: &Field,
    name: Option<&str>,
) -> Option<String> {
    match dialect {
        Dialect::Postgres => Some(type_name(dialect, table, field, name)),
        Dialect::MySql | Dialect::DuckDb => {
            Some(format!("ENUM({})", literals(dialect, &field.words().unwrap_or_default())))
        }
        Dialect::Ansi | Dialect::Sqlite | Dialect::Excel | Dialect::ExcelDe => None,
    }
}

/// The name of a type: that which is given, or those of the table and the column.
fn type_name(dialect: Dialect, table: &str, field: &Field, name: Option<&str>) -> String {
    match name {
        Some(name) => dialect.table(name),
        None => dialect.table(&format!("{table}_{}", field.name.replace('.', "_"))),
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
