//! The bytes of a source, without their compression.

use std::io::{self, BufReader, Read};

/// How much is read at once.
pub const PIECE: usize = 1 << 20;

/// As much as there is, up to the length of `piece`.
pub fn filled(input: &mut dyn Read, piece: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < piece.len() {
        match input.read(&mut piece[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

/// The source without its compression, detected from its first bytes.
pub fn unpacked(mut plain: Box<dyn Read>) -> io::Result<Box<dyn Read>> {
    let mut begin = [0; 4];
    let length = filled(&mut plain, &mut begin)?;
    let all = io::Cursor::new(begin[..length].to_vec()).chain(plain);
    Ok(match &begin[..length] {
        [0x1f, 0x8b, ..] => Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(all))),
        [0x28, 0xb5, 0x2f, 0xfd] => Box::new(zstd::Decoder::new(all)?),
        _ => Box::new(all),
    })
}
