//! Compressed parts of files.

use std::io::Read;

use super::error::{Result, TypedError, damaged};

/// The most bytes of a part of a file, without its compression.
pub const MAX_PART: usize = 256 << 20;

/// How a part is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// Not at all.
    None,
    /// Snappy, without frames.
    Snappy,
    /// Gzip, with its head.
    Gzip,
    /// Deflate, with nothing around it.
    Deflate,
    /// LZ4, one block without a frame.
    Lz4Block,
    /// LZ4 in frames.
    Lz4Frame,
    /// LZ4 as Hadoop has it: blocks after their lengths.
    Lz4Hadoop,
    /// Zstandard.
    Zstd,
}

/// The bytes of a part, of which there are `length` without the compression.
///
/// # Errors
/// The bytes are not of this codec, or more or fewer than they should be.
pub fn decompressed(codec: Codec, bytes: &[u8], length: usize) -> Result<Vec<u8>> {
    if length > MAX_PART {
        let text = format!("a part of it has {} MiB; up to {} MiB are read", length >> 20, MAX_PART >> 20);
        return Err(TypedError::TooLarge(text));
    }
    let found = unpacked(codec, bytes, length)?;
    match found.len() == length {
        true => Ok(found),
        false => Err(damaged(format!("a part of it has {} bytes in place of {length}", found.len()))),
    }
}

/// The bytes of a part whose length nobody says.
///
/// # Errors
/// The bytes are not of this codec, or too many.
pub fn decompressed_any(codec: Codec, bytes: &[u8]) -> Result<Vec<u8>> {
    let length = match codec {
        Codec::Snappy => snap::raw::decompress_len(bytes).map_err(|_| broken(codec))?,
        _ => MAX_PART,
    };
    if length > MAX_PART {
        let text = format!("a part of it has {} MiB; up to {} MiB are read", length >> 20, MAX_PART >> 20);
        return Err(TypedError::TooLarge(text));
    }
    unpacked(codec, bytes, length)
}

fn unpacked(codec: Codec, bytes: &[u8], length: usize) -> Result<Vec<u8>> {
    match codec {
        Codec::None => Ok(bytes.to_vec()),
        Codec::Snappy => snappy(bytes, length),
        Codec::Gzip => limited(codec, flate2::read::MultiGzDecoder::new(bytes), length),
        Codec::Deflate => limited(codec, flate2::read::DeflateDecoder::new(bytes), length),
        Codec::Lz4Block => lz4_block(bytes, length),
        Codec::Lz4Frame => limited(codec, lz4_flex::frame::FrameDecoder::new(bytes), length),
        Codec::Lz4Hadoop => lz4_hadoop(bytes, length)
            .or_else(|| limited(codec, lz4_flex::frame::FrameDecoder::new(bytes), length).ok())
            .or_else(|| lz4_block(bytes, length).ok())
            .ok_or_else(|| broken(codec)),
        Codec::Zstd => zstd(bytes, length),
    }
}

fn broken(codec: Codec) -> TypedError {
    let name = match codec {
        Codec::None => "bytes",
        Codec::Snappy => "Snappy",
        Codec::Gzip => "gzip",
        Codec::Deflate => "deflate",
        Codec::Lz4Block | Codec::Lz4Frame | Codec::Lz4Hadoop => "LZ4",
        Codec::Zstd => "Zstandard",
    };
    damaged(format!("a part of it is no {name}"))
}

/// All that a decoder gives, and not more than one byte too many.
fn limited(codec: Codec, decoder: impl Read, length: usize) -> Result<Vec<u8>> {
    let mut found = Vec::new();
    let mut decoder = decoder.take(length as u64 + 1);
    decoder.read_to_end(&mut found).map_err(|_| broken(codec))?;
    match found.len() > length && length == MAX_PART {
        true => Err(TypedError::TooLarge(format!(
            "a part of it has more than {} MiB, which is what is read",
            MAX_PART >> 20
        ))),
        false => Ok(found),
    }
}

fn snappy(bytes: &[u8], length: usize) -> Result<Vec<u8>> {
    let announced = snap::raw::decompress_len(bytes).map_err(|_| broken(Codec::Snappy))?;
    if announced != length {
        return Err(damaged(format!("a part of it has {announced} bytes in place of {length}")));
    }
    snap::raw::Decoder::new().decompress_vec(bytes).map_err(|_| broken(Codec::Snappy))
}

fn lz4_block(bytes: &[u8], length: usize) -> Result<Vec<u8>> {
    lz4_flex::block::decompress(bytes, length).map_err(|_| broken(Codec::Lz4Block))
}

/// Blocks, each after the number of its bytes without and with compression, in big-endian.
fn lz4_hadoop(mut bytes: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut found = Vec::new();
    while !bytes.is_empty() {
        let (plain, rest) = bytes.split_first_chunk::<4>()?;
        let (packed, rest) = rest.split_first_chunk::<4>()?;
        let (plain, packed) = (u32::from_be_bytes(*plain) as usize, u32::from_be_bytes(*packed) as usize);
        let (block, rest) = rest.split_at_checked(packed)?;
        if plain > length - found.len() {
            return None;
        }
        found.extend(lz4_flex::block::decompress(block, plain).ok()?);
        bytes = rest;
    }
    (found.len() == length).then_some(found)
}

#[cfg(feature = "zst")]
fn zstd(bytes: &[u8], length: usize) -> Result<Vec<u8>> {
    let decoder = zstd::Decoder::new(bytes).map_err(|_| broken(Codec::Zstd))?;
    limited(Codec::Zstd, decoder, length)
}

#[cfg(not(feature = "zst"))]
fn zstd(_bytes: &[u8], _length: usize) -> Result<Vec<u8>> {
    Err(TypedError::Unsupported("this build does not read Zstandard".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_the_length_that_is_announced() {
        let plain = b"abcabcabcabcabcabc".repeat(20);
        let packed = snap::raw::Encoder::new().compress_vec(&plain).expect("memory");
        assert_eq!(decompressed(Codec::Snappy, &packed, plain.len()).as_deref(), Ok(&*plain));
        assert!(decompressed(Codec::Snappy, &packed, plain.len() + 1).is_err());
        assert_eq!(decompressed_any(Codec::Snappy, &packed).as_deref(), Ok(&*plain));
        let block = lz4_flex::block::compress(&plain);
        assert_eq!(decompressed(Codec::Lz4Block, &block, plain.len()).as_deref(), Ok(&*plain));
        let mut hadoop = (plain.len() as u32).to_be_bytes().to_vec();
        hadoop.extend((block.len() as u32).to_be_bytes());
        hadoop.extend(&block);
        assert_eq!(decompressed(Codec::Lz4Hadoop, &hadoop, plain.len()).as_deref(), Ok(&*plain));
        assert_eq!(decompressed(Codec::Lz4Hadoop, &block, plain.len()).as_deref(), Ok(&*plain));
        for codec in [Codec::Snappy, Codec::Gzip, Codec::Lz4Block, Codec::Lz4Frame, Codec::Lz4Hadoop] {
            assert!(decompressed(codec, b"\x07nonsense\xff\xff", 40).is_err(), "{codec:?}");
        }
        assert!(matches!(decompressed(Codec::None, b"", MAX_PART + 1), Err(TypedError::TooLarge(_))));
    }
}
