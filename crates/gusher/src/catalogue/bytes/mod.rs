//! Bytes and tokens at random.

pub(super) mod bits;
pub(super) mod image;
pub(super) mod random_bytes;
pub(super) mod token;
