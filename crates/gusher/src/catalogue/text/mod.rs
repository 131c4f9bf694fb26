//! Words and texts.

pub(super) mod color;
mod document;
pub(super) mod json;
pub(super) mod naughty;
pub(super) mod sentence;
pub(super) mod words;
pub(super) mod xml;
