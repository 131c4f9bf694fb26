//! What servers say when they refuse something.

use std::fmt;

#[cfg(feature = "mysql")]
use crate::mysql;
#[cfg(feature = "postgres")]
use crate::postgres;

/// An error in the words of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ServerError {
    /// Of a PostgreSQL server.
    #[cfg(feature = "postgres")]
    Postgres(postgres::ServerError),
    /// Of a MySQL or MariaDB server.
    #[cfg(feature = "mysql")]
    MySql(mysql::ServerError),
}

#[cfg(feature = "postgres")]
impl From<postgres::ServerError> for ServerError {
    fn from(error: postgres::ServerError) -> ServerError {
        ServerError::Postgres(error)
    }
}

#[cfg(feature = "mysql")]
impl From<mysql::ServerError> for ServerError {
    fn from(error: mysql::ServerError) -> ServerError {
        ServerError::MySql(error)
    }
}

impl fmt::Display for ServerError {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(feature = "postgres")]
            ServerError::Postgres(error) => error.fmt(_f),
            #[cfg(feature = "mysql")]
            ServerError::MySql(error) => error.fmt(_f),
        }
    }
}
