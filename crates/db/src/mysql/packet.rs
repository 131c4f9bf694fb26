//! Packets: what both ends send each other, with a length and a number before the bytes (the manual of MySQL, "MySQL Packets").

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::authentication::Privacy;
use super::config::Config;
use super::fault::Fault;
use super::socket::Socket;

/// What precedes the bytes of a packet: three bytes of length, one of its number.
pub(super) const HEAD: usize = 4;
/// A packet of this length is followed by another with the rest.
const MAX_LEN: usize = 0xFF_FFFF;
const CHUNK: usize = 16 << 10;
/// The most bytes that a server may send at once before the user has logged in, and after that: what is asked for here is short.
const MAX_LOGIN_BYTES: usize = 64 << 10;
const MAX_BYTES: usize = 64 << 20;

/// A socket of packets.
pub(super) struct Channel {
    socket: Socket,
    /// What was read and not yet taken begins at `start`.
    input: Vec<u8>,
    start: usize,
    chunk: Box<[u8]>,
    /// The number of the next packet, whoever sends it.
    number: u8,
    /// The most bytes that are taken at once, whatever the server says that it sends.
    max_bytes: usize,
    /// Whether someone asked for the end.
    stop: Arc<AtomicBool>,
}

impl Channel {
    pub fn new(socket: Socket, stop: Arc<AtomicBool>) -> Channel {
        let chunk = vec![0; CHUNK].into();
        Channel { socket, input: Vec::new(), start: 0, chunk, number: 0, max_bytes: MAX_LOGIN_BYTES, stop }
    }

    /// The same over an encrypted socket. Nothing may have been read ahead.
    pub fn encrypted(self, config: &Config) -> Result<Channel, Fault> {
        if self.start < self.input.len() {
            return Err(Fault::unexpected("before TLS"));
        }
        let socket = self.socket.encrypted(config, &self.stop).map_err(|why| {
            if self.stop.load(Ordering::Relaxed) { Fault::Stopped } else { Fault::Refused(why) }
        })?;
        Ok(Channel { socket, ..self })
    }

    /// Who else may get what is sent.
    pub fn privacy(&self) -> Privacy {
        self.socket.privacy()
    }

    /// Takes longer answers, as the user has logged in.
    pub fn trust(&mut self) {
        self.max_bytes = MAX_BYTES;
    }

    /// Begins a command: the numbers of packets start anew.
    pub fn begin(&mut self) {
        self.number = 0;
    }

    /// The bytes of the next packet.
    pub fn read(&mut self) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        loop {
            self.read_until(HEAD)?;
            let head = &self.input[self.start..][..HEAD];
            let len = u32::from_le_bytes([head[0], head[1], head[2], 0]) as usize;
            self.number = head[3].wrapping_add(1);
            if bytes.len() + len > self.max_bytes {
                return Err(Fault::unexpected("at once: it is too long"));
            }
            self.read_until(HEAD + len)?;
            bytes.extend_from_slice(&self.input[self.start + HEAD..][..len]);
            self.start += HEAD + len;
            if len < MAX_LEN {
                return Ok(bytes);
            }
        }
    }

    /// Reads until this many bytes have come.
    fn read_until(&mut self, len: usize) -> Result<(), Fault> {
        if self.start > 0 && self.input.len() - self.start < len {
            self.input.drain(..self.start);
            self.start = 0;
        }
        while self.input.len() - self.start < len {
            match self.socket.read(&mut self.chunk).map_err(Fault::Io)? {
                Some(0) => return Err(Fault::Io(closed())),
                Some(read) => self.input.extend_from_slice(&self.chunk[..read]),
                None => self.go_on()?,
            }
        }
        Ok(())
    }

    /// Sends a packet, or several where it is long.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let mut rest = bytes;
        loop {
            let len = rest.len().min(MAX_LEN);
            let mut packet = Vec::with_capacity(HEAD + len);
            packet.extend_from_slice(&[0; HEAD]);
            packet.extend_from_slice(&rest[..len]);
            self.send(&mut packet)?;
            rest = &rest[len..];
            if len < MAX_LEN {
                return Ok(());
            }
        }
    }

    /// Sends bytes, which begin with the bytes of a head to be written, as packets of about the same length, at most `max`. No bytes are one packet
    /// without any.
    pub fn write_block(&mut self, block: &mut [u8], max: usize) -> Result<(), Fault> {
        let mut start = 0;
        for len in lens(block.len() - HEAD, max) {
            // The head of a packet is written over the end of the one before, which is sent.
            self.send_short(&mut block[start..start + HEAD + len])?;
            start += len;
        }
        Ok(())
    }

    /// Sends a packet that none follows with the rest.
    fn send_short(&mut self, packet: &mut [u8]) -> Result<(), Fault> {
        check_short(packet.len() - HEAD)?;
        self.send(packet)
    }

    /// Sends a packet of at most the greatest length, whose bytes begin with those of its head, which are written.
    fn send(&mut self, packet: &mut [u8]) -> Result<(), Fault> {
        let len = (packet.len() - HEAD) as u32;
        packet[..3].copy_from_slice(&len.to_le_bytes()[..3]);
        packet[3] = self.number;
        self.number = self.number.wrapping_add(1);
        let mut rest = &*packet;
        while !rest.is_empty() {
            match self.socket.write(rest).map_err(Fault::Io)? {
                Some(written) => rest = &rest[written..],
                None => self.go_on()?,
            }
        }
        Ok(())
    }

    fn go_on(&self) -> Result<(), Fault> {
        if self.stop.load(Ordering::Relaxed) { Err(Fault::Stopped) } else { Ok(()) }
    }
}

/// The lengths of the packets that `len` bytes are sent in.
fn lens(len: usize, max: usize) -> impl Iterator<Item = usize> {
    let count = len.div_ceil(max.max(1)).max(1);
    (0..count).map(move |index| len / count + usize::from(index < len % count))
}

/// Refuses a packet so long that the server would wait for the rest of it.
fn check_short(len: usize) -> Result<(), Fault> {
    match len < MAX_LEN {
        true => Ok(()),
        false => {
            Err(Fault::Refused(format!("a packet of {len} bytes is too long; it has less than {MAX_LEN}")))
        }
    }
}

fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionAborted, "the server closed the connection")
}

/// Takes the parts of a packet, one after the other.
pub(super) struct Parts<'b>(pub &'b [u8]);

impl<'b> Parts<'b> {
    pub fn bytes(&mut self, len: usize) -> Option<&'b [u8]> {
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }

    pub fn u8(&mut self) -> Option<u8> {
        self.bytes(1).map(|bytes| bytes[0])
    }

    pub fn u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes(self.bytes(2)?.try_into().ok()?))
    }

    pub fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(4)?.try_into().ok()?))
    }

    /// What ends in a zero.
    pub fn until_zero(&mut self) -> Option<&'b [u8]> {
        let end = self.0.iter().position(|byte| *byte == 0)?;
        let bytes = self.bytes(end);
        self.bytes(1)?;
        bytes
    }

    /// A number of one byte or more.
    pub fn int(&mut self) -> Option<u64> {
        let len = match self.u8()? {
            first @ ..=0xFA => return Some(first.into()),
            0xFC => 2,
            0xFD => 3,
            0xFE => 8,
            _ => return None,
        };
        let mut bytes = [0; 8];
        bytes[..len].copy_from_slice(self.bytes(len)?);
        Some(u64::from_le_bytes(bytes))
    }

    /// Bytes after their number; `None` within for a null.
    pub fn value(&mut self) -> Option<Option<&'b [u8]>> {
        if self.0.first() == Some(&0xFB) {
            self.bytes(1)?;
            return Some(None);
        }
        let len = usize::try_from(self.int()?).ok()?;
        self.bytes(len).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_LEN, Parts, check_short, lens};

    #[test]
    fn numbers_have_one_to_nine_bytes() {
        let int = |bytes: &[u8]| Parts(bytes).int();
        assert_eq!(int(&[0xFA]), Some(250));
        assert_eq!(int(&[0xFC, 1, 2]), Some(0x201));
        assert_eq!(int(&[0xFD, 1, 2, 3]), Some(0x0003_0201));
        assert_eq!(int(&[0xFE, 1, 0, 0, 0, 0, 0, 0, 1]), Some(0x0100_0000_0000_0001));
        assert_eq!(int(&[0xFC, 1]), None);
        assert_eq!(int(&[0xFF]), None);
    }

    #[test]
    fn blocks_are_cut_into_short_packets() {
        let lens = |len, max| lens(len, max).collect::<Vec<_>>();
        assert_eq!(lens(0, 10), [0]);
        assert_eq!(lens(10, 10), [10]);
        assert_eq!(lens(11, 10), [6, 5]);
        assert_eq!(lens(3, 0), [1, 1, 1]);
        let many = lens(20 << 20, 64 << 10);
        assert_eq!((many.iter().sum::<usize>(), many.iter().max()), (20 << 20, Some(&(64 << 10))));
        assert!(check_short(MAX_LEN - 1).is_ok() && check_short(MAX_LEN).is_err());
    }

    #[test]
    fn values_are_bytes_or_null() {
        let mut parts = Parts(b"\x02ab\xFBc\0d");
        assert_eq!(parts.value(), Some(Some(&b"ab"[..])));
        assert_eq!(parts.value(), Some(None));
        assert_eq!(parts.until_zero(), Some(&b"c"[..]));
        assert_eq!(parts.until_zero(), None);
    }
}
