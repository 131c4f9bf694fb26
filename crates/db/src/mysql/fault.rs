//! What goes wrong with a connection.

use std::io;

use super::server_error::ServerError;

/// Why the connection did not do what was asked.
#[derive(Debug)]
pub(super) enum Fault {
    /// The server says why.
    Server(Box<ServerError>),
    /// The connection is lost, or never was.
    Io(io::Error),
    /// In our words.
    Refused(String),
    /// Someone asked for the end.
    Stopped,
}

impl Fault {
    pub fn unexpected(when: &str) -> Fault {
        Fault::Refused(format!("the server sent what MySQL and MariaDB do not send {when}"))
    }
}
