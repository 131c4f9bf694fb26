//! A build without Zstandard, whose library is in C.

use std::io;

/// Compresses nothing, and there is none of it.
pub enum ZstCompressor {}

impl ZstCompressor {
    /// Whether this build has it.
    pub const IS_AVAILABLE: bool = false;

    /// There is none.
    ///
    /// # Errors
    /// Always.
    pub fn new(_level: i32, _checksum: bool) -> io::Result<ZstCompressor> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "this build has no Zstandard"))
    }

    /// Compresses the bytes into `out`, replacing what it had.
    ///
    /// # Errors
    /// None, as there is no compressor.
    pub fn compress(&mut self, _bytes: &[u8], _out: &mut Vec<u8>) -> io::Result<()> {
        match *self {}
    }
}
