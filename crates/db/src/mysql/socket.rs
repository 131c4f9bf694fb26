//! The socket to a server: of TCP, encrypted or not, or of a Unix socket. Whoever waits for it looks now and then whether to go on.

use std::io::{self, Read, Write};
use std::net::TcpStream;
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::time::Duration;

use super::config::{Config, Host};
use crate::tcp;
use crate::tls::TlsSocket;

/// A connected socket.
pub(super) enum Socket {
    Tcp(TcpStream),
    Tls(Box<TlsSocket>),
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

    /// The same, encrypted. The server must have agreed.
    ///
    /// # Errors
    /// Why there is no agreement.
    pub fn encrypted(self, config: &Config) -> Result<Socket, String> {
        let (Socket::Tcp(stream), Host::Tcp(name, _)) = (self, &config.host) else {
            return Err("only connections over TCP are encrypted".into());
        };
        let text = |error: io::Error| error.to_string();
        set_timeouts(&stream, config.timeout).map_err(text)?;
        let socket = TlsSocket::agree(stream.try_clone().map_err(text)?, name, &config.tls)?;
        set_timeouts(&stream, Some(POLL_INTERVAL)).map_err(text)?;
        Ok(Socket::Tls(Box::new(socket)))
    }

    /// Whether what is sent cannot be read on the way.
    pub fn is_private(&self) -> bool {
        !matches!(self, Socket::Tcp(_))
    }

    /// Reads some bytes; 0 is the end, and `None` says that nothing came for a while.
    pub fn read(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        in_time(match self {
            Socket::Tcp(stream) => stream.read(buffer),
            Socket::Tls(socket) => socket.read(buffer, true),
            #[cfg(unix)]
            Socket::Unix(stream) => stream.read(buffer),
        })
    }

    /// Writes some of the bytes; `None` says that the server has taken none for a while.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<Option<usize>> {
        let written = match self {
            Socket::Tcp(stream) => stream.write(bytes),
            Socket::Tls(socket) => socket.write(bytes),
            #[cfg(unix)]
            Socket::Unix(stream) => stream.write(bytes),
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
