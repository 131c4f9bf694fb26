//! Connections by TCP.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Connects to the first address of a host that answers.
pub(crate) fn connect(host: &str, port: u16, timeout: Option<Duration>) -> io::Result<TcpStream> {
    let mut last = io::Error::other("the host has no address");
    for address in (host, port).to_socket_addrs()? {
        let connected = match timeout {
            Some(timeout) => TcpStream::connect_timeout(&address, timeout),
            None => TcpStream::connect(address),
        };
        match connected {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}
