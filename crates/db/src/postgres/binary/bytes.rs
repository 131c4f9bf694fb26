//! Values after their lengths, as all of the format are.

use gusher::types::Array;

/// What is written in place of a null.
pub(super) const NULL: [u8; 4] = (-1i32).to_be_bytes();

/// The bytes of a length, and the most of a value whose size is known.
const LEN: usize = 4;
const MAX_SIZED: usize = 16;

/// Appends a value of a size that is known.
#[inline(always)]
pub(super) fn put_sized<const N: usize>(value: [u8; N], out: &mut Vec<u8>) {
    let mut bytes = [0; LEN + MAX_SIZED];
    bytes[..LEN].copy_from_slice(&(N as u32).to_be_bytes());
    bytes[LEN..LEN + N].copy_from_slice(&value);
    // One call, as each looks whether there is room.
    out.extend_from_slice(&bytes[..LEN + N]);
}

/// Appends bytes after their length.
#[inline]
pub(super) fn put_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&(bytes.len() as u32).to_be_bytes());
    out.extend_from_slice(bytes);
}

/// Appends what `put` does, after its length.
pub(super) fn put_after_length(out: &mut Vec<u8>, put: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    out.extend_from_slice(&NULL);
    put(out);
    let length = (out.len() - start - NULL.len()) as u32;
    out[start..start + NULL.len()].copy_from_slice(&length.to_be_bytes());
}

/// A generator filled other values than its field announces: a bug in it, not an invalid request.
pub(super) fn mismatch(found: &Array) -> ! {
    panic!("a generator made values that its field does not announce: {found:?}")
}
