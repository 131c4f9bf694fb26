//! What the server says: errors and warnings in its own words.

use std::fmt;

use fallible_iterator::FallibleIterator;
use postgres_protocol::message::backend::{ErrorField, ErrorFields};

/// An error or a warning of the server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServerError {
    /// `ERROR`, `FATAL`, `WARNING`, `NOTICE`.
    pub severity: String,
    /// The SQLSTATE.
    pub code: String,
    /// The words.
    pub message: String,
    /// More of them.
    pub detail: Option<String>,
    /// What the server suggests.
    pub hint: Option<String>,
    /// What it was doing, such as the line of a COPY.
    pub context: Option<String>,
}

impl ServerError {
    /// The one of these fields. Those of a server in another encoding may have signs that cannot be read.
    pub(crate) fn of(mut fields: ErrorFields<'_>) -> ServerError {
        let mut error = ServerError::default();
        let text = |field: &ErrorField<'_>| String::from_utf8_lossy(field.value_bytes()).into_owned();
        while let Ok(Some(field)) = fields.next() {
            match field.type_() {
                // The severity that is not translated, which newer servers have after the other.
                b'V' => error.severity = text(&field),
                b'S' if error.severity.is_empty() => error.severity = text(&field),
                b'C' => error.code = text(&field),
                b'M' => error.message = text(&field),
                b'D' => error.detail = Some(text(&field)),
                b'H' => error.hint = Some(text(&field)),
                b'W' => error.context = Some(text(&field)),
                _ => {}
            }
        }
        error
    }

    /// The line of a COPY into the table of this name that the context names, from 1.
    pub(crate) fn copy_line(&self, table: &str) -> Option<u64> {
        let start = format!("COPY {table}, line ");
        let rest = self.context.as_deref()?.split_once(&start)?.1;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().ok()
    }

    /// Whether the values of a row are at fault, and not the server, its disk or its locks: by the class of the code.
    pub(crate) fn is_of_row(&self) -> bool {
        ["22", "23", "42", "44", "P0"].iter().any(|class| self.code.starts_with(class))
    }

    /// What else to do, where the code says it.
    fn advice(&self) -> Option<&'static str> {
        Some(match &self.code[..] {
            "28000" if self.message.contains("no encryption") => {
                "the server may want TLS: leave sslmode=disable out"
            }
            "28000" if self.message.contains("certificate") => {
                "give the files of the user's certificate and of its key by sslcert and sslkey"
            }
            "28P01" | "28000" => "give the user in the address, and the password in PGPASSWORD or ~/.pgpass",
            "3D000" => "create the database first, as with `createdb`",
            "42501" => "the user needs the right to do this: GRANT it, or connect as another user",
            "23505" => {
                "a value is there already: --truncate empties the table first, --rows makes other rows"
            }
            "23503" => "load the table that it refers to as well, or first",
            "53100" => "the server's disk is full: free some of it, or load into another tablespace",
            "55P03" => "another transaction has the table; try again when it has ended, or see lock_timeout",
            "57014" => "the server ended the statement: see statement_timeout",
            "25006" => "this server only reads; connect to the primary server",
            _ => return None,
        })
    }
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (SQLSTATE {})", self.message, self.code)?;
        // The message first, as it is what matters; a detail may be long.
        for (name, text) in [("detail", &self.detail), ("hint", &self.hint), ("context", &self.context)] {
            if let Some(text) = text {
                write!(f, "\n  {name}: {}", text.lines().next().unwrap_or_default())?;
            }
        }
        match self.advice() {
            Some(advice) => write!(f, "\n  {advice}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ServerError;

    #[test]
    fn the_line_of_a_copy_is_found_after_any_name() {
        let line = |context: &str, table: &str| {
            ServerError { context: Some(context.into()), ..ServerError::default() }.copy_line(table)
        };
        assert_eq!(line("COPY people, line 700000", "people"), Some(700_000));
        assert_eq!(line("COPY people, line 7, column email: \"x, line 9\"", "people"), Some(7));
        assert_eq!(line("COPY a, line 3, line 12, column b", "a, line 3"), Some(12));
        assert_eq!(line("SQL function \"f\" statement 1\nCOPY t, line 5", "t"), Some(5));
        assert_eq!(line("COPY t, line 5", "u"), None);
    }
}
