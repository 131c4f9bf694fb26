//! Dialects of SQL, and of CSV for spreadsheets: how each writes names, texts, truth values, bytes and times.

use super::engine::floats::FloatTexts;
use super::engine::style::rewrite;
use crate::types::{DataType, Field};

/// A dialect of SQL, or a spreadsheet that reads CSV.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// What ISO 9075 and most databases share.
    Ansi,
    /// PostgreSQL.
    Postgres,
    /// MySQL and MariaDB.
    MySql,
    /// SQLite.
    Sqlite,
    /// DuckDB.
    DuckDb,
    /// Excel, where numbers have a decimal point.
    Excel,
    /// Excel in German and in other languages whose numbers have a decimal comma.
    ExcelDe,
}

/// A dialect as it is chosen.
#[derive(Debug)]
pub struct DialectEntry {
    /// The dialect.
    pub dialect: Dialect,
    /// Its name on the command line.
    pub name: &'static str,
    /// A description of one line.
    pub about: &'static str,
}

/// All dialects, the usual one first.
pub static DIALECTS: &[DialectEntry] = &[
    DialectEntry {
        dialect: Dialect::Ansi,
        name: "ansi",
        about: "what PostgreSQL, MySQL and SQLite all take, as long as no name needs quotes and no text has a backslash",
    },
    DialectEntry { dialect: Dialect::Postgres, name: "postgres", about: "PostgreSQL and its relatives" },
    DialectEntry { dialect: Dialect::MySql, name: "mysql", about: "MySQL" },
    DialectEntry { dialect: Dialect::MySql, name: "mariadb", about: "MariaDB; the same as mysql" },
    DialectEntry { dialect: Dialect::Sqlite, name: "sqlite", about: "SQLite" },
    DialectEntry { dialect: Dialect::DuckDb, name: "duckdb", about: "DuckDB" },
    DialectEntry {
        dialect: Dialect::Excel,
        name: "excel",
        about: "csv and tsv as Excel opens them: a byte order mark, lines that end in CRLF, TRUE and FALSE",
    },
    DialectEntry {
        dialect: Dialect::ExcelDe,
        name: "excel-de",
        about: "the same in German: semicolons between fields, a decimal comma, WAHR and FALSCH",
    },
];

/// Names that at least one widespread database does not take as a name without quotes.
const RESERVED: &str = include_str!("../../words/sql-reserved.txt");

/// Names that DuckDB alone does not take. With the others they would be in quotes everywhere, and MySQL takes `"at"` for a
/// text in ansi.
const DUCKDB_RESERVED: &[&str] = &[
    "anti",
    "asof",
    "at",
    "lambda",
    "pivot",
    "pivot_longer",
    "pivot_wider",
    "positional",
    "qualify",
    "semi",
    "summarize",
    "unpack",
    "unpivot",
];

impl Dialect {
    /// A name of a table or column, in quotes where it needs them: not all lower case, or reserved.
    pub(super) fn identifier(self, name: &str) -> String {
        let plain = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
            && name.starts_with(|c: char| !c.is_ascii_digit())
            && !RESERVED.split_ascii_whitespace().any(|reserved| reserved == name)
            && !(self == Dialect::DuckDb && DUCKDB_RESERVED.contains(&name));
        match self {
            _ if plain => name.into(),
            Dialect::MySql => format!("`{}`", name.replace('`', "``")),
            Dialect::Ansi
            | Dialect::Postgres
            | Dialect::Sqlite
            | Dialect::DuckDb
            | Dialect::Excel
            | Dialect::ExcelDe => {
                format!("\"{}\"", name.replace('"', "\"\""))
            }
        }
    }

    /// A table's name, which may have that of its schema or database before a point.
    pub(super) fn table(self, name: &str) -> String {
        let parts: Vec<&str> = name.split('.').collect();
        match parts.iter().any(|part| part.is_empty()) {
            true => self.identifier(name),
            false => parts.into_iter().map(|part| self.identifier(part)).collect::<Vec<_>>().join("."),
        }
    }

    /// How false and true are written.
    pub(super) fn bools(self) -> [&'static str; 2] {
        match self {
            Dialect::Sqlite => ["0", "1"],
            Dialect::Ansi | Dialect::Postgres | Dialect::MySql | Dialect::DuckDb | Dialect::Excel => {
                ["FALSE", "TRUE"]
            }
            Dialect::ExcelDe => ["FALSCH", "WAHR"],
        }
    }

    /// Appends `text` as it is between apostrophes (ISO 9075-2, character string literals).
    pub(super) fn escape(self, text: &str, out: &mut Vec<u8>) {
        match self {
            // A backslash begins an escape there, unless the server is configured otherwise.
            Dialect::MySql => rewrite(text, out, |byte| match byte {
                b'\'' => "''",
                b'\\' => "\\\\",
                0 => "\\0",
                _ => "",
            }),
            Dialect::Ansi
            | Dialect::Postgres
            | Dialect::Sqlite
            | Dialect::DuckDb
            | Dialect::Excel
            | Dialect::ExcelDe => {
                rewrite(text, out, |byte| if byte == b'\'' { "''" } else { "" });
            }
        }
    }

    /// What is before and after the hexadecimal digits of bytes.
    pub(super) fn bytes(self) -> (&'static str, &'static str) {
        match self {
            Dialect::Postgres => ("'\\x", "'"),
            Dialect::DuckDb => ("unhex('", "')"),
            Dialect::Ansi | Dialect::MySql | Dialect::Sqlite | Dialect::Excel | Dialect::ExcelDe => {
                ("X'", "'")
            }
        }
    }

    /// Whether a spreadsheet reads it, and no database.
    pub(super) fn is_spreadsheet(self) -> bool {
        match self {
            Dialect::Excel | Dialect::ExcelDe => true,
            Dialect::Ansi | Dialect::Postgres | Dialect::MySql | Dialect::Sqlite | Dialect::DuckDb => false,
        }
    }

    /// What is between the integer of a number and its decimal places.
    pub(super) fn decimal_point(self) -> u8 {
        match self {
            Dialect::ExcelDe => b',',
            Dialect::Ansi
            | Dialect::Postgres
            | Dialect::MySql
            | Dialect::Sqlite
            | Dialect::DuckDb
            | Dialect::Excel => b'.',
        }
    }

    /// How floating-point numbers that are no digits are written.
    pub(super) fn floats(self) -> FloatTexts {
        match self {
            // A number without an exponent is exact to them, so that its zero has no sign.
            Dialect::Ansi | Dialect::Sqlite => {
                FloatTexts { infinite: ["9e999", "-9e999"], negative_zero: "-0.0", ..FloatTexts::USUAL }
            }
            Dialect::MySql => FloatTexts { negative_zero: "-0e0", ..FloatTexts::USUAL },
            Dialect::Postgres => FloatTexts {
                nan: "'NaN'",
                infinite: ["'Infinity'", "'-Infinity'"],
                negative_zero: "'-0'",
                ..FloatTexts::USUAL
            },
            // Its decimals are rounded on the way to a number of 64 bits.
            Dialect::DuckDb => FloatTexts {
                nan: "'NaN'::DOUBLE",
                infinite: ["'Infinity'::DOUBLE", "'-Infinity'::DOUBLE"],
                negative_zero: "-0e0",
                suffix: "e0",
                ..FloatTexts::USUAL
            },
            Dialect::Excel | Dialect::ExcelDe => {
                FloatTexts { point: self.decimal_point(), ..FloatTexts::USUAL }
            }
        }
    }

    /// Why a column cannot be written for this database, if it cannot.
    pub(super) fn refusal(self, field: &Field) -> Option<&'static str> {
        let specials = match &field.data_type {
            DataType::Float { specials, .. } if !field.is_text() => specials,
            _ => return None,
        };
        match self {
            Dialect::Ansi if specials.nan || specials.infinite => Some(
                "SQL's standard has no NaN and nothing infinite; --dialect postgres and duckdb have both",
            ),
            Dialect::MySql if specials.nan || specials.infinite => {
                Some("MySQL and MariaDB have no NaN and nothing infinite; leave @nan and @inf")
            }
            Dialect::Sqlite if specials.nan => Some("SQLite makes a null of NaN; leave @nan, or write @null"),
            Dialect::Ansi
            | Dialect::Postgres
            | Dialect::MySql
            | Dialect::Sqlite
            | Dialect::DuckDb
            | Dialect::Excel
            | Dialect::ExcelDe => None,
        }
    }

    /// What is between the day and the hour of a time, and what follows its seconds for UTC.
    pub(super) fn date_time(self) -> (u8, &'static str) {
        match self {
            Dialect::Postgres => (b'T', "Z"),
            // A zone is refused, or no part of the type; SQLite's own functions write times like this.
            Dialect::Ansi
            | Dialect::MySql
            | Dialect::Sqlite
            | Dialect::DuckDb
            | Dialect::Excel
            | Dialect::ExcelDe => (b' ', ""),
        }
    }

    /// What follows the seconds of a time that is declared to have a zone: without one it would be taken for a time of the session's.
    pub(super) fn zone(self) -> &'static str {
        match self {
            Dialect::Ansi | Dialect::DuckDb => "+00",
            Dialect::Postgres | Dialect::MySql | Dialect::Sqlite | Dialect::Excel | Dialect::ExcelDe => {
                self.date_time().1
            }
        }
    }

    /// What follows the columns of a CREATE TABLE statement.
    pub(super) fn table_options(self) -> &'static str {
        match self {
            // The usual collations take "a" and "A" for the same, and then what differs is not unique.
            Dialect::MySql => " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
            Dialect::Ansi
            | Dialect::Postgres
            | Dialect::Sqlite
            | Dialect::DuckDb
            | Dialect::Excel
            | Dialect::ExcelDe => "",
        }
    }

    /// What begins a transaction; COMMIT ends it everywhere.
    pub(super) fn begin(self) -> &'static str {
        match self {
            // Within a stored program BEGIN would begin a block.
            Dialect::MySql => "START TRANSACTION;\n",
            Dialect::Ansi
            | Dialect::Postgres
            | Dialect::Sqlite
            | Dialect::DuckDb
            | Dialect::Excel
            | Dialect::ExcelDe => "BEGIN;\n",
        }
    }

    /// Whether a table that is created within a transaction is part of it; where it is not, creating it ends the transaction.
    pub(super) fn makes_tables_in_transactions(self) -> bool {
        match self {
            Dialect::Postgres | Dialect::Sqlite | Dialect::DuckDb => true,
            Dialect::Ansi | Dialect::MySql | Dialect::Excel | Dialect::ExcelDe => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Dialect;

    #[test]
    fn a_table_may_be_one_of_a_schema() {
        for (name, written) in [
            ("t", "t"),
            ("shop.orders", "shop.orders"),
            ("shop.Order", "shop.\"Order\""),
            ("a.b.c", "a.b.c"),
            (".t", "\".t\""),
            ("t.", "\"t.\""),
            ("a..b", "\"a..b\""),
        ] {
            assert_eq!(Dialect::Postgres.table(name), written);
        }
        assert_eq!(Dialect::MySql.table("shop.Order"), "shop.`Order`");
    }

    #[test]
    fn identifiers_are_quoted_where_needed() {
        for (name, ansi, mysql) in [
            ("id", "id", "id"),
            ("name.first", "\"name.first\"", "`name.first`"),
            ("Table", "\"Table\"", "`Table`"),
            ("table", "\"table\"", "`table`"),
            ("1st", "\"1st\"", "`1st`"),
            ("a\"b`c", "\"a\"\"b`c\"", "`a\"b``c`"),
            ("", "\"\"", "``"),
        ] {
            assert_eq!(Dialect::MySql.identifier(name), mysql);
            for dialect in [Dialect::Ansi, Dialect::Postgres, Dialect::Sqlite, Dialect::DuckDb] {
                assert_eq!(dialect.identifier(name), ansi);
            }
        }
    }

    #[test]
    fn texts_are_escaped_as_each_dialect_reads_them() {
        let escaped = |dialect: Dialect| {
            let mut out = Vec::new();
            dialect.escape("it's a\\b\0\n", &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(escaped(Dialect::MySql), "it''s a\\\\b\\0\n");
        for dialect in [Dialect::Ansi, Dialect::Postgres, Dialect::Sqlite, Dialect::DuckDb] {
            assert_eq!(escaped(dialect), "it''s a\\b\0\n");
        }
    }
}
