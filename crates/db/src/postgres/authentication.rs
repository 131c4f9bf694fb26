//! How a server is told who connects: a password in the clear, by MD5, or by SCRAM (RFC 5802, RFC 7677).

use std::io;

use bytes::BytesMut;
use fallible_iterator::FallibleIterator;
use postgres_protocol::authentication::md5_hash;
use postgres_protocol::authentication::sasl::{ChannelBinding, SCRAM_SHA_256, ScramSha256};
use postgres_protocol::message::backend::Message;
use postgres_protocol::message::frontend;

use super::config::Config;
use super::connection::{Connection, Fault};

/// Answers the server until it lets the user in.
///
/// # Errors
/// What the server says, or why its questions cannot be answered.
pub(super) fn authenticate(connection: &mut Connection, config: &Config) -> Result<(), Fault> {
    loop {
        match connection.read()? {
            Message::AuthenticationOk => return Ok(()),
            Message::AuthenticationCleartextPassword => {
                answer(connection, password(config)?.as_bytes())?;
            }
            Message::AuthenticationMd5Password(body) => {
                let hash = md5_hash(config.user.as_bytes(), password(config)?.as_bytes(), body.salt());
                answer(connection, hash.as_bytes())?;
            }
            Message::AuthenticationSasl(body) => {
                let mechanisms: Vec<String> =
                    body.mechanisms().map(|name| Ok(name.to_owned())).collect().map_err(Fault::Io)?;
                if !mechanisms.iter().any(|name| name == SCRAM_SHA_256) {
                    let text = format!("the server wants to be asked by {}", mechanisms.join(" or "));
                    return Err(Fault::Refused(text));
                }
                scram(connection, password(config)?)?;
            }
            Message::AuthenticationGss | Message::AuthenticationSspi => {
                let text = "the server wants Kerberos (GSSAPI or SSPI), which is not supported";
                return Err(Fault::Refused(text.into()));
            }
            Message::ErrorResponse(body) => return Err(Fault::server(body.fields())),
            _ => return Err(Fault::unexpected("while it was told who connects")),
        }
    }
}

fn password(config: &Config) -> Result<&str, Fault> {
    config.password.as_deref().ok_or_else(|| {
        let text = format!(
            "the server asks for the password of {}; give it in PGPASSWORD or ~/.pgpass",
            config.user
        );
        Fault::Refused(text)
    })
}

fn answer(connection: &mut Connection, password: &[u8]) -> Result<(), Fault> {
    send(connection, |buffer| frontend::password_message(password, buffer))
}

/// Sends a message.
fn send(
    connection: &mut Connection,
    make: impl FnOnce(&mut BytesMut) -> io::Result<()>,
) -> Result<(), Fault> {
    let mut buffer = BytesMut::new();
    make(&mut buffer).map_err(Fault::Io)?;
    connection.write(&buffer)
}

fn scram(connection: &mut Connection, password: &str) -> Result<(), Fault> {
    let mut scram = ScramSha256::new(password.as_bytes(), ChannelBinding::unsupported());
    send(connection, |buffer| frontend::sasl_initial_response(SCRAM_SHA_256, scram.message(), buffer))?;
    match connection.read()? {
        Message::AuthenticationSaslContinue(body) => scram.update(body.data()).map_err(Fault::Io)?,
        Message::ErrorResponse(body) => return Err(Fault::server(body.fields())),
        _ => return Err(Fault::unexpected("during SCRAM")),
    }
    send(connection, |buffer| frontend::sasl_response(scram.message(), buffer))?;
    match connection.read()? {
        // The server proves that it knows the password too.
        Message::AuthenticationSaslFinal(body) => scram.finish(body.data()).map_err(Fault::Io),
        Message::ErrorResponse(body) => Err(Fault::server(body.fields())),
        _ => Err(Fault::unexpected("during SCRAM")),
    }
}
