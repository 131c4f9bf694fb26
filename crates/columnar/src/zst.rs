//! Zstandard, by its own library in C.

use std::io;

use zstd::bulk::Compressor;
use zstd::zstd_safe::compress_bound;

/// Compresses buffers, each to a frame of Zstandard. What it needs is set up once.
pub struct ZstCompressor(Compressor<'static>);

impl ZstCompressor {
    /// Whether this build has it.
    pub const IS_AVAILABLE: bool = true;

    /// A compressor of a level from 1 to 22, with or without a checksum in each frame.
    ///
    /// # Errors
    /// If there is no memory for it, or this build does not have it.
    pub fn new(level: i32, checksum: bool) -> io::Result<ZstCompressor> {
        let mut compressor = Compressor::new(level)?;
        compressor.include_checksum(checksum)?;
        Ok(ZstCompressor(compressor))
    }

    /// Compresses the bytes into `out`, replacing what it had.
    ///
    /// # Errors
    /// If the library fails.
    pub fn compress(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
        out.clear();
        out.reserve(compress_bound(bytes.len()));
        self.0.compress_to_buffer(bytes, out).map(|_| ())
    }
}
