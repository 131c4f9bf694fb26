//! Which database: what `--into` names.

use std::fmt;

#[cfg(feature = "mysql")]
use crate::mysql;
#[cfg(feature = "postgres")]
use crate::postgres::Url;
#[cfg(feature = "sqlite")]
use crate::sqlite::SqlitePath;

/// A database that rows are loaded into. Displays its address without the password.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Target {
    /// A database of a PostgreSQL server.
    #[cfg(feature = "postgres")]
    Postgres(Url),
    /// A database of a MySQL or MariaDB server.
    #[cfg(feature = "mysql")]
    MySql(mysql::Url),
    /// A file of SQLite.
    #[cfg(feature = "sqlite")]
    Sqlite(SqlitePath),
}

/// Why an address names no database that can be loaded. It has no password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TargetError(pub String);

/// Databases that people name, which are not loaded yet, each with the way that there is.
const LATER: [(&[&str], &str); 3] = [
    (&["file:"], "write sqlite:FILE for a database of SQLite"),
    (&["duckdb:"], "DuckDB is not supported; write Parquet, which it reads"),
    (&["clickhouse:"], "ClickHouse is not supported; write Parquet or Arrow, which it reads"),
];

/// What an address looks like.
const EXAMPLE: &str = "postgres://USER@HOST/DATABASE";
/// What begins the address of a file.
const SQLITE: &str = "sqlite:";

impl Target {
    /// The database of an address.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Target, TargetError> {
        let begins =
            |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
        if begins("postgres://") || begins("postgresql://") {
            return postgres(text);
        }
        if begins("mysql://") || begins("mariadb://") {
            return mysql(text);
        }
        if begins(SQLITE) {
            return sqlite(&text[SQLITE.len()..]);
        }
        if let Some((_, why)) = LATER.iter().find(|(schemes, _)| schemes.iter().any(|scheme| begins(scheme)))
        {
            return Err(TargetError((*why).into()));
        }
        if begins("postgres:") || begins("postgresql:") {
            return Err(TargetError(format!("two slashes follow the colon, as in {EXAMPLE}")));
        }
        if begins("mysql:") || begins("mariadb:") {
            return Err(TargetError("two slashes follow the colon, as in mysql://USER@HOST/DATABASE".into()));
        }
        Err(TargetError(format!(
            "expected the address of a database, such as {EXAMPLE}, mysql://USER@HOST/DATABASE or sqlite:FILE"
        )))
    }
}

#[cfg(feature = "postgres")]
fn postgres(text: &str) -> Result<Target, TargetError> {
    Url::parse(text).map(Target::Postgres).map_err(TargetError)
}

#[cfg(not(feature = "postgres"))]
fn postgres(_text: &str) -> Result<Target, TargetError> {
    Err(TargetError("this program was built without PostgreSQL".into()))
}

#[cfg(feature = "mysql")]
fn mysql(text: &str) -> Result<Target, TargetError> {
    mysql::Url::parse(text).map(Target::MySql).map_err(TargetError)
}

#[cfg(not(feature = "mysql"))]
fn mysql(_text: &str) -> Result<Target, TargetError> {
    Err(TargetError("this program was built without MySQL".into()))
}

#[cfg(feature = "sqlite")]
fn sqlite(text: &str) -> Result<Target, TargetError> {
    SqlitePath::parse(text).map(Target::Sqlite).map_err(TargetError)
}

#[cfg(not(feature = "sqlite"))]
fn sqlite(_text: &str) -> Result<Target, TargetError> {
    Err(TargetError("this program was built without SQLite".into()))
}

impl fmt::Display for Target {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(feature = "postgres")]
            Target::Postgres(url) => url.fmt(_f),
            #[cfg(feature = "mysql")]
            Target::MySql(url) => url.fmt(_f),
            #[cfg(feature = "sqlite")]
            Target::Sqlite(path) => path.fmt(_f),
        }
    }
}

/// What an address shows in place of a password.
const MASK: &str = "***";

/// The parameters whose values are shown.
const SHOWN: [&str; 19] = [
    "application-name",
    "channel-binding",
    "connect-timeout",
    "database",
    "dbname",
    "host",
    "hostaddr",
    "port",
    "service",
    "socket",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "ssl-mode",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "user",
];

/// An address that need not be right, for messages: without what is or may be a password.
pub fn masked(text: &str) -> String {
    let (scheme, rest) = text.split_at(text.find("://").map_or(0, |at| at + 3));
    let (user, rest) = match password(rest) {
        Some((start, end)) => (format!("{}:{MASK}", &rest[..start]), &rest[end..]),
        None => (String::new(), rest),
    };
    let (address, query) = match rest.split_once('?') {
        Some((address, query)) => (address, Some(query)),
        None => (rest, None),
    };
    let mut shown = format!("{scheme}{user}{address}");
    for (index, part) in query.into_iter().flat_map(|query| query.split('&')).enumerate() {
        shown.push(if index == 0 { '?' } else { '&' });
        match part.split_once('=') {
            Some((name, _)) if !SHOWN.contains(&&name.replace('_', "-").to_ascii_lowercase()[..]) => {
                shown.push_str(&format!("{name}={MASK}"));
            }
            None if !part.is_empty() => shown.push_str(MASK),
            _ => shown.push_str(part),
        }
    }
    shown
}

/// Where the password may begin, with its colon, and end: at the last `@`, as one may be in it, or a `/`, `?` or `#`. Where that `@` may
/// be in the value of a parameter, the rest of the address goes with it.
fn password(rest: &str) -> Option<(usize, usize)> {
    let (start, end) = (rest.find(':')?, rest.rfind('@')?);
    // A colon in the query is part of a value.
    if start > end || rest[..start].contains('?') {
        return None;
    }
    let parameter = rest[start..end].rfind(['?', '&']).map(|at| &rest[start + at..end]);
    let is_in_value = parameter.is_some_and(|parameter| parameter.contains('='));
    Some((start, if is_in_value { rest.len() } else { end }))
}

#[cfg(test)]
mod tests {
    use super::{Target, masked};

    #[test]
    fn no_password_is_shown() {
        for (address, shown) in [
            ("postgres://a:b@h/d", "postgres://a:***@h/d"),
            ("postgres://a@h/d", "postgres://a@h/d"),
            ("postgres://h:5432/d", "postgres://h:5432/d"),
            ("postgres://a:b@c@h/d", "postgres://a:***@h/d"),
            ("mysql://a:b:c@h", "mysql://a:***@h"),
            ("postgres://h/d?user=a&password=b&x=y", "postgres://h/d?user=a&password=***&x=***"),
            ("postgres://h/d?SSLmode=require&pwd=b@c", "postgres://h/d?SSLmode=require&pwd=***"),
            ("mysql://a:b?c@h/d?ssl_mode=REQUIRED", "mysql://a:***@h/d?ssl_mode=REQUIRED"),
            ("mysql://a:b#c/d@h/e", "mysql://a:***@h/e"),
            ("mysql://a:b@h/d?password=c@e&x=y", "mysql://a:***"),
            ("mysql://h/d?ssl-ca=c:/x&password=b@c", "mysql://h/d?ssl-ca=c:/x&password=***"),
            ("mysql://a?b@h/d", "mysql://a?***"),
            ("postgres:a:b@h", "postgres:***@h"),
            ("", ""),
        ] {
            assert_eq!(masked(address), shown);
        }
    }

    #[test]
    fn files_are_named_as_they_are_or_as_sqlalchemy_has_them() {
        for (address, shown) in [
            ("sqlite:shop.db", "sqlite:shop.db"),
            ("SQLITE:a?b #.db", "sqlite:a?b #.db"),
            ("sqlite:/tmp/shop.db", "sqlite:/tmp/shop.db"),
            ("sqlite:///shop.db", "sqlite:shop.db"),
            ("sqlite:////tmp/shop.db", "sqlite:/tmp/shop.db"),
        ] {
            assert_eq!(Target::parse(address).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn other_databases_are_refused_with_the_way_that_there_is() {
        let refused = |text: &str| Target::parse(text).unwrap_err().to_string();
        assert!(refused("mysql:h/d").starts_with("two slashes follow the colon"));
        assert!(refused("mariadb://h").starts_with("the name of the database is missing"));
        assert!(refused("file:shop.db").starts_with("write sqlite:FILE"));
        assert!(refused("sqlite:").starts_with("expected the name of a file"));
        assert!(refused("sqlite://host/shop.db").starts_with("SQLite has no servers"));
        assert!(refused("postgres:shop").starts_with("two slashes follow the colon"));
        assert!(refused("shop.db").starts_with("expected the address of a database"));
    }
}
