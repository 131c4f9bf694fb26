//! How pages are compressed.

use std::io::{self, Write};

use flate2::write::{DeflateEncoder, GzEncoder};

use crate::stored;
use crate::zst::ZstCompressor;

/// A way to compress a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Codec {
    /// Snappy, without frames.
    Snappy,
    /// LZ4, blocks without frames.
    Lz4,
    /// Zstandard at a level from 1 to 22.
    Zstd(i32),
    /// Gzip at a level from 1 to 9.
    Gzip(u32),
}

impl Codec {
    /// Whether it is Zstandard.
    pub(crate) fn is_zstd(self) -> bool {
        matches!(self, Codec::Zstd(_))
    }
}

/// Compresses pages, with buffers of its own.
pub(crate) struct Compressor {
    engine: Engine,
    out: Vec<u8>,
}

enum Engine {
    Snappy(Box<snap::raw::Encoder>),
    Lz4,
    /// With frames around blocks.
    Lz4Frame,
    /// Its level, and what is set up with the first page.
    Zstd(i32, Option<ZstCompressor>),
    Gzip(flate2::Compression),
    Deflate(flate2::Compression),
}

impl Compressor {
    pub fn new(codec: Codec) -> Compressor {
        let engine = match codec {
            Codec::Snappy => Engine::Snappy(Box::new(snap::raw::Encoder::new())),
            Codec::Lz4 => Engine::Lz4,
            Codec::Zstd(level) => Engine::Zstd(level, None),
            Codec::Gzip(level) => Engine::Gzip(flate2::Compression::new(level)),
        };
        Compressor { engine, out: Vec::new() }
    }

    /// The same for Arrow, which wants LZ4 in frames.
    pub fn framed(codec: Codec) -> Compressor {
        match codec {
            Codec::Lz4 => Compressor { engine: Engine::Lz4Frame, out: Vec::new() },
            Codec::Snappy | Codec::Zstd(_) | Codec::Gzip(_) => Compressor::new(codec),
        }
    }

    /// The same for Avro, which wants gzip without what is around it.
    pub fn bare(codec: Codec) -> Compressor {
        match codec {
            Codec::Gzip(level) => {
                Compressor { engine: Engine::Deflate(flate2::Compression::new(level)), out: Vec::new() }
            }
            Codec::Snappy | Codec::Lz4 | Codec::Zstd(_) => Compressor::new(codec),
        }
    }

    /// The bytes, compressed.
    pub fn compress(&mut self, bytes: &[u8]) -> io::Result<&[u8]> {
        let out = &mut self.out;
        match &mut self.engine {
            Engine::Snappy(encoder) => {
                grow(out, snap::raw::max_compress_len(bytes.len()));
                let len = encoder.compress(bytes, out).map_err(io::Error::other)?;
                Ok(&out[..len])
            }
            Engine::Lz4 => {
                grow(out, lz4_flex::block::get_maximum_output_size(bytes.len()));
                let len = lz4_flex::block::compress_into(bytes, out).map_err(io::Error::other)?;
                Ok(&out[..len])
            }
            Engine::Lz4Frame => {
                out.clear();
                let mut encoder = lz4_flex::frame::FrameEncoder::new(&mut *out);
                encoder.write_all(bytes)?;
                encoder.finish().map_err(io::Error::other)?;
                Ok(out)
            }
            Engine::Zstd(level, compressor) => {
                let compressor = match compressor {
                    Some(compressor) => compressor,
                    none => none.insert(ZstCompressor::new(*level, false)?),
                };
                compressor.compress(bytes, out)?;
                Ok(out)
            }
            Engine::Gzip(level) => {
                out.clear();
                let mut encoder = GzEncoder::new(&mut *out, *level);
                encoder.write_all(bytes)?;
                encoder.finish()?;
                Ok(out)
            }
            Engine::Deflate(level) => {
                out.clear();
                let mut encoder = DeflateEncoder::new(&mut *out, *level);
                encoder.write_all(bytes)?;
                encoder.finish()?;
                Ok(out)
            }
        }
    }
}

impl Compressor {
    /// The first `len` bytes of what was compressed or stored last.
    pub fn output(&self, len: usize) -> &[u8] {
        &self.out[..len]
    }

    /// The bytes in the codec's form without getting shorter, as fast as they are copied: for what does not get shorter anyway.
    pub fn store(&mut self, bytes: &[u8]) -> io::Result<&[u8]> {
        let out = &mut self.out;
        out.clear();
        match &self.engine {
            Engine::Snappy(_) => stored::snappy(bytes, out),
            Engine::Lz4 => stored::lz4(bytes, out),
            Engine::Zstd(..) => stored::zstd(bytes, out),
            Engine::Gzip(_) => {
                let mut encoder = GzEncoder::new(&mut *out, flate2::Compression::none());
                encoder.write_all(bytes)?;
                encoder.finish()?;
            }
            // Formats with these leave such bytes without a codec.
            Engine::Lz4Frame | Engine::Deflate(_) => out.extend_from_slice(bytes),
        }
        Ok(out)
    }
}

/// Makes the buffer at least `len` long, all of it initialised.
fn grow(out: &mut Vec<u8>, len: usize) {
    if out.len() < len {
        out.resize(len, 0);
    }
}
