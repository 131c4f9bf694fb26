//! Asking a server to end the statement of a connection, over another one (the manual of PostgreSQL, "Canceling Requests in Progress").

use bytes::BytesMut;
use postgres_protocol::message::frontend;

use super::config::Config;
use super::socket::Socket;

/// What tells the server which connection is meant.
pub(super) struct Cancel {
    pub config: Config,
    pub process: i32,
    pub key: i32,
}

impl Cancel {
    /// Asks, without waiting for anything: the answer is that of the statement.
    pub fn send(&self) {
        let mut message = BytesMut::new();
        frontend::cancel_request(self.process, self.key, &mut message);
        // Where that fails, the connection is given up. The request has no secret but its key, which is of no use after it.
        let _ = Socket::connect(&self.config).and_then(|mut socket| socket.write_some(&message));
    }
}
