//! Bytes and tokens at random.

pub(super) mod random_bytes;
pub(super) mod token;
