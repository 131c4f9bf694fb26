//! The socket to a server: of TCP, encrypted or not, or of a Unix socket. Whoever waits for it looks now and then whether to go on.

use std::io::{self, Read, Write};
use std::net::TcpStream;
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::authentication::Privacy;
use super::config::{Config, Host};
use crate::tcp;
use crate::tls::{TlsMode, TlsSocket};
#[cfg(unix)]
use crate::unix::UNIX_BLOCK;

/// A connected socket.
pub(super) enum Socket {
    Tcp(TcpStream),
    Tls {
        socket: Box<TlsSocket>,
        /// Whether the server's certificate was checked.
        is_verified: bool,
    },
    #[cfg(unix)]
    Unix(UnixStream),
}

/// How long a read or a write waits before it is asked whether to go on.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

impl Socket {
    /// Connects.
    ///
    /// # Errors
    /// Why there is no connection.
    pub fn connect(config: &Config) -> io::Result<Socket> {
        match &config.host {
            Host::Tcp(name, port) => {
                let stream = tcp::connect(name, *port, config.timeout)?;
                set_timeouts(&stream, Some(POLL_INTERVAL))?;
                Ok(Socket::Tcp(stream))
            }
            #[cfg(unix)]
            Host::Socket(file) => {
                let stream = UnixStream::connect(file)?;
                stream.set_read_timeout(Some(POLL_INTERVAL))?;
                stream.set_write_timeout(Some(POLL_INTERVAL))?;
                Ok(Socket::Unix(stream))
            }
            #[cfg(not(unix))]
            Host::Socket(_) => Err(io::Error::other("there are no Unix sockets on this system")),
        }
    }

    /// The same, encrypted, unless someone asks for the end meanwhile. The server must have agreed.
    ///
    /// # Errors
    /// Why there is no agreement.
    pub fn encrypted(self, config: &Config, stop: &AtomicBool) -> Result<Socket, String> {
        let (Socket::Tcp(stream), Host::Tcp(name, _)) = (self, &config.host) else {
            return Err("only connections over TCP are encrypted".into());
        };
        let begin = Instant::now();
        let goes_on = || {
            !stop.load(Ordering::Relaxed) && config.timeout.is_none_or(|timeout| begin.elapsed() < timeout)
        };
        let socket = TlsSocket::agree(stream, name, &config.tls, &goes_on)?;
        let is_verified = matches!(config.tls.mode, TlsMode::VerifyCa | TlsMode::VerifyFull);
        Ok(Socket::Tls { socket: Box::new(socket), is_verified })
    }

    /// Who else may get what is sent.
    pub fn privacy(&self) -> Privacy {
        match self {
            Socket::Tcp(_) => Privacy::Open,
            Socket::Tls { is_verified: false, .. } => Privacy::Encrypted,
            Socket::Tls { is_verified: true, .. } => Privacy::Verified,
            #[cfg(unix)]
            Socket::Unix(_) => Privacy::Verified,
        }
    }

    /// Reads some bytes; 0 is the end, and `None` says that nothing came for a while.
    pub fn read(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        in_time(match self {
            Socket::Tcp(stream) => stream.read(buffer),
            Socket::Tls { socket, .. } => socket.read(buffer, true),
            #[cfg(unix)]
            Socket::Unix(stream) => stream.read(buffer),
        })
    }

    /// Writes some of the bytes; `None` says that the server has taken none for a while.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<Option<usize>> {
        let written = match self {
            Socket::Tcp(stream) => stream.write(bytes),
            Socket::Tls { socket, .. } => socket.write(bytes),
            #[cfg(unix)]
            Socket::Unix(stream) => stream.write(&bytes[..bytes.len().min(UNIX_BLOCK)]),
        };
        match in_time(written) {
            Ok(Some(0)) => Err(io::ErrorKind::WriteZero.into()),
            written => written,
        }
    }
}

fn set_timeouts(stream: &TcpStream, timeout: Option<Duration>) -> io::Result<()> {
    stream.set_read_timeout(timeout)?;
    stream.set_write_timeout(timeout)
}

fn in_time(done: io::Result<usize>) -> io::Result<Option<usize>> {
    match done {
        Ok(count) => Ok(Some(count)),
        Err(error) => match error.kind() {
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted => Ok(None),
            _ => Err(error),
        },
    }
}
