//! Words and texts.

pub(super) mod color;
pub(super) mod naughty;
pub(super) mod sentence;
pub(super) mod words;
