//! The dialects of SQL that a source may be written in.

/// Whose SQL it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SqlDialect {
    /// PostgreSQL, and what is close to the standard.
    Postgres,
    /// MySQL and MariaDB.
    MySql,
    /// SQLite.
    Sqlite,
}
