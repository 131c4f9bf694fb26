//! What the server says: errors and warnings in its own words.

use std::fmt::{self, Write as _};

/// An error or a warning of the server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServerError {
    /// The number, such as 1062.
    pub code: u16,
    /// The words.
    pub message: String,
}

/// The server, or a proxy in front of it, takes no rows by LOAD DATA LOCAL: 1148 of older servers, 3948 of MySQL, 4166 of MariaDB.
const LOCAL_REFUSED: [u16; 3] = [1148, 3948, 4166];

/// What a trigger or a procedure says by SIGNAL.
const SIGNAL: u16 = 1644;

/// Two transactions wait for each other.
const DEADLOCK: u16 = 1213;

/// What is wrong with the server, its disk, its locks or its limits.
const OF_SERVER: [u16; 17] = [
    1021, 1041, 1053, 1114, 1142, 1143, 1205, DEADLOCK, 1290, 1317, 1792, 1836, 1927, 1969, 3024, 3100, 3572,
];

impl ServerError {
    /// The row that the words name, from 1. The words of a trigger are its own, and name none.
    pub(crate) fn row(&self) -> Option<u64> {
        if self.code == SIGNAL {
            return None;
        }
        let (_, rest) = self.message.rsplit_once(" at row ")?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().ok().filter(|&row| row > 0)
    }

    /// The same without the row that the words name, for whoever names it otherwise.
    pub(crate) fn without_row(mut self) -> ServerError {
        if self.row().is_some() {
            let end = self.message.rfind(" at row ").unwrap_or(self.message.len());
            self.message.truncate(end);
        }
        self
    }

    /// Whether LOAD DATA LOCAL is what the server refuses.
    pub(crate) fn refuses_local(&self) -> bool {
        LOCAL_REFUSED.contains(&self.code)
    }

    /// Whether the server has ended the transaction for another one, with which it waited in a circle.
    pub(crate) fn is_deadlock(&self) -> bool {
        self.code == DEADLOCK
    }

    /// Whether a row may be at fault, and not the server or the session.
    pub(crate) fn is_of_row(&self) -> bool {
        !OF_SERVER.contains(&self.code)
    }

    /// What else to do, where the number says it.
    fn advice(&self) -> Option<&'static str> {
        Some(match self.code {
            1045 | 1698 => "give the user in the address, and the password in MYSQL_PWD or in ~/.my.cnf",
            1049 => "create the database first, as with `mariadb-admin create`",
            1044 | 1142 | 1143 | 1227 | 1370 => {
                "the user needs the right to do this: GRANT it, or connect as another user"
            }
            1062 | 1022 => {
                "a value is there already: --truncate empties the table first, --rows makes other rows"
            }
            1216 | 1452 => "load the table that it refers to as well, or first",
            1021 | 1041 | 1114 => "the server's disk is full, or its storage has a limit",
            1290 | 1792 | 1836 => "this server only reads; connect to the primary server",
            1205 => "another transaction has the table; try again when it has ended",
            DEADLOCK => "two connections waited for each other; --connections 1 avoids that",
            1969 | 3024 => "the server ended the statement: see max_statement_time and max_execution_time",
            1040 | 1203 | 1226 => "the server lets no more connections in; --connections takes fewer",
            1153 => "a row is longer than the server's max_allowed_packet",
            _ => return None,
        })
    }
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sign in self.message.chars() {
            match sign {
                '\n' | '\r' => f.write_char(' ')?,
                _ if sign.is_control() => write!(f, "{}", sign.escape_default())?,
                _ => f.write_char(sign)?,
            }
        }
        write!(f, " (error {})", self.code)?;
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
    fn the_words_stay_on_their_line() {
        let message = "Duplicate entry 'a\nb\u{1b}[2J\u{9b}é' for key".into();
        let shown = ServerError { code: 3, message }.to_string();
        assert_eq!(shown, "Duplicate entry 'a b\\u{1b}[2J\\u{9b}é' for key (error 3)");
        let error = ServerError { code: 1644, message: "no discount at row 3".into() };
        assert_eq!(error.row(), None);
        assert_eq!(error.without_row().message, "no discount at row 3");
    }

    #[test]
    fn the_row_is_the_one_at_the_end() {
        let row = |message: &str| ServerError { code: 1264, message: message.into() }.row();
        assert_eq!(row("Out of range value for column 'n' at row 700000"), Some(700_000));
        assert_eq!(row("Incorrect date value: 'x at row 3' for column `a`.`b`.`c` at row 7"), Some(7));
        assert_eq!(row("Duplicate entry '7' for key 'PRIMARY'"), None);
        assert_eq!(row("Data truncated at row 0"), None);
        let error = ServerError { code: 1265, message: "Data truncated for column 'n' at row 3".into() };
        assert_eq!(error.without_row().message, "Data truncated for column 'n'");
    }
}
