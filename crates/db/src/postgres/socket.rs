//! The socket to a server: of TCP or of a Unix socket, blocking, but for reads that look whether something has come.

use std::io::{self, Read, Write};
use std::net::TcpStream;
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::time::Duration;

#[cfg(unix)]
use super::config::socket_name;
use super::config::{Config, Host};
use crate::tcp;
use crate::tls::TlsSocket;
#[cfg(unix)]
use crate::unix::UNIX_BLOCK;

/// A connected socket.
pub(super) enum Socket {
    Tcp(TcpStream),
    Tls(Box<TlsSocket>),
    #[cfg(unix)]
    Unix(UnixStream),
}

/// How long a write waits for a server that takes nothing, before what it says is read: it may be waiting for that.
const WRITE_PATIENCE: Duration = Duration::from_millis(100);

impl Socket {
    /// Connects.
    ///
    /// # Errors
    /// Why there is no connection.
    pub fn connect(config: &Config) -> io::Result<Socket> {
        let socket = match &config.host {
            Host::Tcp { name, address } => {
                let host = address.as_deref().unwrap_or(name);
                Socket::Tcp(tcp::connect(host, config.port, config.timeout)?)
            }
            #[cfg(unix)]
            Host::Socket(folder) => Socket::Unix(UnixStream::connect(folder.join(socket_name(config.port)))?),
            #[cfg(not(unix))]
            Host::Socket(_) => return Err(io::Error::other("there are no Unix sockets on this system")),
        };
        socket.set_write_timeout(Some(WRITE_PATIENCE))?;
        Ok(socket)
    }

    /// The same, encrypted. The server must have agreed.
    ///
    /// # Errors
    /// Why there is no agreement.
    pub fn encrypted(self, config: &Config) -> Result<Socket, String> {
        let (Socket::Tcp(stream), Host::Tcp { name, .. }) = (self, &config.host) else {
            return Err("only connections over TCP are encrypted".into());
        };
        let set = |timeout| stream.set_write_timeout(timeout).map_err(|error| error.to_string());
        set(None)?;
        let socket = TlsSocket::agree(
            stream.try_clone().map_err(|error| error.to_string())?,
            name,
            &config.tls,
            &|| false,
        )?;
        set(Some(WRITE_PATIENCE))?;
        Ok(Socket::Tls(Box::new(socket)))
    }

    /// Limits how long a read waits.
    pub fn set_read_timeout(&self, timeout: Option<Duration>) -> io::Result<()> {
        match self {
            Socket::Tcp(stream) => stream.set_read_timeout(timeout),
            Socket::Tls(socket) => socket.stream().set_read_timeout(timeout),
            #[cfg(unix)]
            Socket::Unix(stream) => stream.set_read_timeout(timeout),
        }
    }

    fn set_write_timeout(&self, timeout: Option<Duration>) -> io::Result<()> {
        match self {
            Socket::Tcp(stream) => stream.set_write_timeout(timeout),
            Socket::Tls(socket) => socket.stream().set_write_timeout(timeout),
            #[cfg(unix)]
            Socket::Unix(stream) => stream.set_write_timeout(timeout),
        }
    }

    /// Waits for bytes; 0 is the end.
    pub fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.read_any(buffer, true)
    }

    fn read_any(&mut self, buffer: &mut [u8], is_waiting: bool) -> io::Result<usize> {
        loop {
            let read = match self {
                Socket::Tcp(stream) => stream.read(buffer),
                Socket::Tls(socket) => socket.read(buffer, is_waiting),
                #[cfg(unix)]
                Socket::Unix(stream) => stream.read(buffer),
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }

    /// Takes what has come already; `None` where nothing has.
    pub fn read_now(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        self.set_nonblocking(true)?;
        let read = self.read_any(buffer, false);
        self.set_nonblocking(false)?;
        match read {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            read => read.map(Some),
        }
    }

    /// Writes some of the bytes; `None` where the server has taken none for a while.
    pub fn write_some(&mut self, bytes: &[u8]) -> io::Result<Option<usize>> {
        let written = match self {
            Socket::Tcp(stream) => stream.write(bytes),
            Socket::Tls(socket) => socket.write(bytes),
            #[cfg(unix)]
            Socket::Unix(stream) => stream.write(&bytes[..bytes.len().min(UNIX_BLOCK)]),
        };
        match written {
            Ok(0) => Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => Ok(Some(written)),
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted => Ok(None),
                _ => Err(error),
            },
        }
    }

    fn set_nonblocking(&self, is_nonblocking: bool) -> io::Result<()> {
        match self {
            Socket::Tcp(stream) => stream.set_nonblocking(is_nonblocking),
            Socket::Tls(socket) => socket.stream().set_nonblocking(is_nonblocking),
            #[cfg(unix)]
            Socket::Unix(stream) => stream.set_nonblocking(is_nonblocking),
        }
    }
}
