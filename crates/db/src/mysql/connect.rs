//! How a connection begins: what the server says of itself, TLS, who connects, and what the session is like.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::authentication::{self, CACHING, NATIVE};
use super::config::{Config, Host};
use super::connection::{Connection, Server, error_of};
use super::fault::Fault;
use super::packet::{Channel, Parts};
use super::socket::Socket;
use crate::tls::TlsMode;

/// What both ends can do (the manual of MySQL, "Capabilities Flags").
mod capability {
    pub const LONG_PASSWORD: u32 = 1;
    pub const LONG_FLAG: u32 = 1 << 2;
    pub const CONNECT_WITH_DB: u32 = 1 << 3;
    pub const LOCAL_FILES: u32 = 1 << 7;
    pub const PROTOCOL_41: u32 = 1 << 9;
    pub const SSL: u32 = 1 << 11;
    pub const TRANSACTIONS: u32 = 1 << 13;
    pub const SECURE_CONNECTION: u32 = 1 << 15;
    pub const PLUGIN_AUTH: u32 = 1 << 19;
}

/// What is asked for, where the server has it.
const WANTED: u32 = capability::LONG_PASSWORD
    | capability::LONG_FLAG
    | capability::CONNECT_WITH_DB
    | capability::LOCAL_FILES
    | capability::PROTOCOL_41
    | capability::TRANSACTIONS
    | capability::SECURE_CONNECTION
    | capability::PLUGIN_AUTH;
/// What nothing goes without.
const NEEDED: u32 = capability::CONNECT_WITH_DB | capability::PROTOCOL_41 | capability::SECURE_CONNECTION;

/// The collation `utf8mb4_general_ci`, which all servers know.
const UTF8MB4: u8 = 45;
/// The longest packet that we take.
const MAX_PACKET: u32 = 1 << 30;
/// A server asks for less: another way to log in, and perhaps the password itself.
const MAX_QUESTIONS: usize = 16;
/// The version of the protocol.
const PROTOCOL: u8 = 10;

/// Nothing is cut silently, and the server says so whatever its settings are; 0 is a value of an `AUTO_INCREMENT` column, times are in
/// UTC, a table that is made has transactions, and a connection that waits for others is not closed.
const SETTINGS: &str = "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00', \
                        autocommit = 1, default_storage_engine = InnoDB, net_read_timeout = 3600, net_write_timeout = 3600, wait_timeout = 28800, sql_notes = 1, max_error_count = 64";
/// What MariaDB has besides, from 10.6 on.
const NOTES: &str = "SET SESSION note_verbosity = 'basic'";

/// Opens a connection.
///
/// # Errors
/// Why that cannot be.
pub(super) fn open(config: &Config, stop: &Arc<AtomicBool>) -> Result<Connection, Fault> {
    let socket = Socket::connect(config).map_err(Fault::Io)?;
    let mut channel = Channel::new(socket, Arc::clone(stop));
    let greeting = Greeting::read(&channel.read()?)?;
    if greeting.capabilities & NEEDED != NEEDED {
        return Err(Fault::Refused("the server is older than MySQL 4.1".into()));
    }
    let mut capabilities = WANTED & greeting.capabilities;
    let mode = config.tls.mode;
    if matches!(config.host, Host::Tcp(..)) && mode != TlsMode::Disable {
        if greeting.capabilities & capability::SSL != 0 {
            capabilities |= capability::SSL;
            channel.write(&login_start(capabilities))?;
            channel = channel.encrypted(config)?;
        } else if mode != TlsMode::Prefer {
            return Err(Fault::Refused(
                "the server has no TLS; ssl-mode=PREFERRED connects without it".into(),
            ));
        }
    }
    log_in(&mut channel, config, capabilities, &greeting)?;
    channel.trust();
    let mut connection = Connection::new(channel, greeting.server);
    connection.execute(SETTINGS)?;
    if connection.server.is_mariadb {
        match connection.execute(NOTES) {
            // An older one has no such variable.
            Ok(_) | Err(Fault::Server(_)) => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(connection)
}

/// What the server says first.
struct Greeting {
    server: Server,
    capabilities: u32,
    scramble: Vec<u8>,
    plugin: String,
}

impl Greeting {
    fn read(bytes: &[u8]) -> Result<Greeting, Fault> {
        if let Some(error) = error_of(bytes) {
            return Err(error);
        }
        if bytes.first() != Some(&PROTOCOL) {
            return Err(Fault::unexpected("when a connection begins: it may be another kind of server"));
        }
        Greeting::parts(Parts(&bytes[1..])).ok_or_else(|| Fault::unexpected("when a connection begins"))
    }

    fn parts(mut parts: Parts<'_>) -> Option<Greeting> {
        let version = String::from_utf8_lossy(parts.until_zero()?).into_owned();
        let id = parts.u32()?;
        let mut scramble = parts.bytes(8)?.to_vec();
        parts.bytes(1)?;
        let low = parts.u16()?;
        // The character set, and the state of the session.
        parts.bytes(3)?;
        let high = parts.u16()?;
        let scramble_len = parts.u8()?;
        parts.bytes(10)?;
        let rest = parts.bytes(usize::from(scramble_len).saturating_sub(8).max(13))?;
        // The last byte is a zero.
        scramble.extend_from_slice(&rest[..rest.len() - 1]);
        let plugin = parts.until_zero().unwrap_or(parts.0);
        let plugin = String::from_utf8_lossy(plugin).into_owned();
        let capabilities = u32::from(low) | u32::from(high) << 16;
        Some(Greeting {
            server: Server { id, is_mariadb: version.contains("MariaDB") },
            capabilities,
            scramble,
            plugin,
        })
    }
}

/// The start of what logs in, which alone asks for TLS.
fn login_start(capabilities: u32) -> Vec<u8> {
    let mut bytes = capabilities.to_le_bytes().to_vec();
    bytes.extend_from_slice(&MAX_PACKET.to_le_bytes());
    bytes.push(UTF8MB4);
    bytes.extend_from_slice(&[0; 23]);
    bytes
}

fn log_in(
    channel: &mut Channel,
    config: &Config,
    capabilities: u32,
    greeting: &Greeting,
) -> Result<(), Fault> {
    let password = config.password.as_deref().unwrap_or_default();
    let privacy = channel.privacy();
    // One that is not known here may not be that of the account either, so that the server asks for another.
    let first = authentication::answer(&greeting.plugin, password, &greeting.scramble, privacy);
    let (plugin, answer) = match first {
        Ok(answer) => (&greeting.plugin[..], answer),
        Err(_) => (NATIVE, authentication::answer(NATIVE, password, &greeting.scramble, privacy)?),
    };
    let mut bytes = login_start(capabilities);
    bytes.extend_from_slice(config.user.as_bytes());
    bytes.push(0);
    // It has at most 255 bytes: a hash, or a password that is longer than any.
    bytes.push(u8::try_from(answer.len()).map_err(|_| Fault::Refused("the password is too long".into()))?);
    bytes.extend_from_slice(&answer);
    bytes.extend_from_slice(config.database.as_bytes());
    bytes.push(0);
    if capabilities & capability::PLUGIN_AUTH != 0 {
        bytes.extend_from_slice(plugin.as_bytes());
        bytes.push(0);
    }
    channel.write(&bytes)?;
    answer_questions(channel, password, plugin.to_owned())
}

/// Answers what else the server asks, until it lets the user in. `plugin` is the one that was answered first.
fn answer_questions(channel: &mut Channel, password: &str, mut plugin: String) -> Result<(), Fault> {
    let unexpected = || Fault::unexpected("during the login");
    for _ in 0..MAX_QUESTIONS {
        let bytes = channel.read()?;
        let privacy = channel.privacy();
        match bytes.first() {
            Some(0x00) => return Ok(()),
            // The account has another plugin.
            Some(0xFE) => {
                let mut parts = Parts(&bytes[1..]);
                let wanted = parts.until_zero().ok_or_else(|| {
                    Fault::Refused(
                        "the account has a password of a server before MySQL 4.1; set it again".into(),
                    )
                })?;
                let scramble = parts.0.strip_suffix(&[0]).unwrap_or(parts.0);
                plugin = String::from_utf8_lossy(wanted).into_owned();
                channel.write(&authentication::answer(&plugin, password, scramble, privacy)?)?;
            }
            // Of caching_sha2_password: 3 says that the answer was right, 4 asks for the password itself.
            Some(0x01) if plugin == CACHING => match bytes.get(1) {
                Some(3) => {}
                Some(4) => channel.write(&authentication::plain(password, privacy)?)?,
                _ => return Err(unexpected()),
            },
            _ => return Err(error_of(&bytes).unwrap_or_else(unexpected)),
        }
    }
    Err(unexpected())
}
