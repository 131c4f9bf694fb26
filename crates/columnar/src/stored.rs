//! Bytes as codecs store what they cannot make shorter: each in its own frame or block, as it is.

/// One literal of Snappy's raw format, after the number of all bytes.
pub(crate) fn snappy(bytes: &[u8], out: &mut Vec<u8>) {
    crate::bits::varint(bytes.len() as u64, out);
    match bytes.len() {
        0 => {}
        len @ 1..=60 => out.push((len as u8 - 1) << 2),
        len => {
            let number = (len as u64 - 1).to_le_bytes();
            let width = 8 - (len as u64 - 1).leading_zeros() as usize / 8;
            out.push((59 + width as u8) << 2);
            out.extend_from_slice(&number[..width]);
        }
    }
    out.extend_from_slice(bytes);
}

/// The last sequence of an LZ4 block, which is literals only.
pub(crate) fn lz4(bytes: &[u8], out: &mut Vec<u8>) {
    match bytes.len() {
        len @ 0..15 => out.push((len as u8) << 4),
        len => {
            out.push(15 << 4);
            out.resize(out.len() + (len - 15) / 255, 255);
            out.push(((len - 15) % 255) as u8);
        }
    }
    out.extend_from_slice(bytes);
}

/// A frame of Zstandard whose blocks are raw (RFC 8878, section 3.1.1).
pub(crate) fn zstd(bytes: &[u8], out: &mut Vec<u8>) {
    const MAGIC: [u8; 4] = 0xFD2F_B528u32.to_le_bytes();
    /// The size of the content in 4 bytes, and no window but all of it.
    const DESCRIPTOR: u8 = 2 << 6 | 1 << 5;
    const MAX_BLOCK: usize = 128 << 10;
    out.reserve(bytes.len() + 16 + 3 * (bytes.len() / MAX_BLOCK));
    out.extend_from_slice(&MAGIC);
    out.push(DESCRIPTOR);
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    let mut rest = bytes;
    loop {
        let (block, next) = rest.split_at(rest.len().min(MAX_BLOCK));
        let header = (block.len() as u32) << 3 | u32::from(next.is_empty());
        out.extend_from_slice(&header.to_le_bytes()[..3]);
        out.extend_from_slice(block);
        if next.is_empty() {
            return;
        }
        rest = next;
    }
}

#[cfg(test)]
mod tests {
    use super::{lz4, snappy, zstd};

    /// The decoders of the codecs' own libraries give back what was stored.
    #[test]
    fn what_is_stored_reads_back() {
        for len in [
            0, 1, 14, 15, 16, 59, 60, 61, 62, 255, 256, 257, 269, 270, 271, 65_536, 131_072, 131_073, 700_000,
        ] {
            let bytes: Vec<u8> = (0..len).map(|n: usize| (n * 7919 % 251) as u8).collect();
            let (mut by_snappy, mut by_lz4, mut by_zstd) = (Vec::new(), Vec::new(), Vec::new());
            snappy(&bytes, &mut by_snappy);
            lz4(&bytes, &mut by_lz4);
            zstd(&bytes, &mut by_zstd);
            assert_eq!(snap::raw::Decoder::new().decompress_vec(&by_snappy).unwrap(), bytes, "{len}");
            assert_eq!(lz4_flex::block::decompress(&by_lz4, len).unwrap(), bytes, "{len}");
            #[cfg(feature = "zst")]
            assert_eq!(::zstd::bulk::decompress(&by_zstd, len).unwrap(), bytes, "{len}");
            let longest = by_snappy.len().max(by_lz4.len()).max(by_zstd.len());
            assert!(longest <= len + len / 200 + 16, "{len}: {longest}");
        }
    }
}
