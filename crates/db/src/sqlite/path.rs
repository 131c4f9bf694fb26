//! Which file: what follows `sqlite:`.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file of a database. Displays the address that names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SqlitePath {
    path: PathBuf,
}

impl SqlitePath {
    /// The file of an address without its scheme: `shop.db`, or `///shop.db` as in Python.
    pub(crate) fn parse(text: &str) -> Result<SqlitePath, String> {
        let name = match text.strip_prefix("//") {
            None => text,
            Some(rest) => rest.strip_prefix('/').ok_or_else(|| {
                "SQLite has no servers: write sqlite:FILE, or sqlite:///FILE with three slashes".to_owned()
            })?,
        };
        // What follows a question mark in the address of a URL is no part of the file's name.
        let options = name.split_once('?').map(|(_, options)| options).filter(|_| text.starts_with("//"));
        if let Some(options) = options {
            return Err(format!(
                "an address of SQLite has no options: leave out `?{options}`; a file whose name has a question mark is sqlite:FILE, without \
                 slashes before it"
            ));
        }
        match name {
            "" => Err("expected the name of a file, as in sqlite:shop.db".into()),
            ":memory:" => {
                Err("a database in memory would be gone at the end; name a file, as in sqlite:shop.db".into())
            }
            _ if name.contains('\0') => Err("a name of a file has no NUL character".into()),
            _ if name.ends_with('/') => Err(format!("`{name}` is a folder; name a file in it")),
            _ => Ok(SqlitePath { path: name.into() }),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is a file.
    pub(super) fn is_there(&self) -> io::Result<bool> {
        match fs::metadata(&self.path) {
            Ok(found) if found.is_dir() => Err(io::Error::other("this is a folder; name a file in it")),
            Ok(found) if !found.is_file() => {
                Err(io::Error::other("this is no ordinary file; SQLite needs one that it can read again"))
            }
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The file beside it whose name has something more at the end.
    pub(super) fn beside(&self, end: &str) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(end);
        name.into()
    }
}

impl fmt::Display for SqlitePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sqlite:{}", self.path.display())
    }
}
