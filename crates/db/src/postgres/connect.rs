//! How a connection begins: who connects, to which database, and what the session is like.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bytes::BytesMut;
use postgres_protocol::message::backend::Message;
use postgres_protocol::message::frontend;

use super::authentication::authenticate;
use super::cancel::Cancel;
use super::config::{Config, Host};
use super::connection::{Connection, Fault};
use super::socket::Socket;
use crate::tls::TlsMode;

/// Opens a connection. Once the flag is set, nothing waits for the server any more.
///
/// # Errors
/// Why that cannot be.
pub(super) fn open(config: &Config, stop: &Arc<AtomicBool>) -> Result<Connection, Fault> {
    let mut connection = Connection::new(socket(config)?);
    connection.set_read_timeout(config.timeout)?;
    start(&mut connection, config)?;
    authenticate(&mut connection, config)?;
    // What comes first is the key of the session, and settings.
    let mut cancel = None;
    connection.until_ready(|message| {
        if let Message::BackendKeyData(body) = message {
            let (process, key) = (body.process_id(), body.secret_key());
            cancel = Some(Cancel { config: config.clone(), process, key });
        }
        Ok(())
    })?;
    connection.stop_by(Arc::clone(stop), cancel)?;
    Ok(connection)
}

/// A socket, encrypted where that is asked for or the server offers it.
fn socket(config: &Config) -> Result<Socket, Fault> {
    let mut socket = Socket::connect(config).map_err(Fault::Io)?;
    let mode = config.tls.mode;
    if mode == TlsMode::Disable || matches!(config.host, Host::Socket(_)) {
        return Ok(socket);
    }
    socket.set_read_timeout(config.timeout).map_err(Fault::Io)?;
    let mut question = BytesMut::new();
    frontend::ssl_request(&mut question);
    // So few bytes are taken at once.
    socket.write_some(&question).map_err(Fault::Io)?;
    // One byte and no more: what follows must be encrypted.
    let mut answer = [0];
    let read = socket.read(&mut answer).map_err(Fault::Io)?;
    match (read, answer, mode) {
        (1, [b'S'], TlsMode::Prefer) => match socket.encrypted(config) {
            Ok(socket) => Ok(socket),
            Err(_) => Socket::connect(config).map_err(Fault::Io),
        },
        (1, [b'S'], _) => socket.encrypted(config).map_err(Fault::Refused),
        (1, [b'N'], TlsMode::Prefer) => Ok(socket),
        (1, [b'N'], _) => {
            Err(Fault::Refused("the server has no TLS; sslmode=prefer connects without it".into()))
        }
        _ => Err(Fault::unexpected("when it is asked for TLS")),
    }
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
        // Texts in statements are as the standard has them.
        ("standard_conforming_strings", "on"),
    ];
    parameters.extend(config.options.as_deref().map(|options| ("options", options)));
    let mut buffer = BytesMut::new();
    frontend::startup_message(parameters, &mut buffer).map_err(Fault::Io)?;
    connection.write(&buffer)
}
