//! How a connection begins: who connects, to which database, and what the session is like.

use bytes::BytesMut;
use postgres_protocol::message::frontend;

use super::authentication::authenticate;
use super::config::{Config, TlsMode};
use super::connection::{Connection, Fault};
use super::socket::Socket;

/// Opens a connection.
///
/// # Errors
/// Why that cannot be.
pub(super) fn open(config: &Config) -> Result<Connection, Fault> {
    if !matches!(config.tls, TlsMode::Disable | TlsMode::Prefer) {
        let text = "TLS is not supported yet; sslmode=disable or prefer connects without it";
        return Err(Fault::Refused(text.into()));
    }
    let mut connection = Connection::new(Socket::connect(config).map_err(Fault::Io)?);
    connection.set_read_timeout(config.timeout)?;
    start(&mut connection, config)?;
    authenticate(&mut connection, config)?;
    // What comes first is the key of the session, and settings.
    connection.until_ready(|_| Ok(()))?;
    connection.set_read_timeout(None)?;
    Ok(connection)
}

fn start(connection: &mut Connection, config: &Config) -> Result<(), Fault> {
    let mut parameters = vec![
        ("user", config.user.as_str()),
        ("database", config.database.as_str()),
        ("application_name", config.application.as_str()),
        // Poolers in front of a server know these.
        ("client_encoding", "UTF8"),
        ("DateStyle", "ISO"),
        ("TimeZone", "UTC"),
    ];
    parameters.extend(config.options.as_deref().map(|options| ("options", options)));
    let mut buffer = BytesMut::new();
    frontend::startup_message(parameters, &mut buffer).map_err(Fault::Io)?;
    connection.write(&buffer)
}
