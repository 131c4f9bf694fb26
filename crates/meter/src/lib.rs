//! Bytes through: move, count, hold back, show.
//!
//! - [`engine`]: moves bytes from sources to a sink by the cheapest safe way, and counts them;
//! - [`gauge`]: what the transfer and its onlookers share;
//! - [`format`]: the state of a transfer as one line of text, a pure function;
//! - [`display`]: the clock that turns the one into the other;
//! - [`watch`]: what another process's descriptors are at.

pub mod engine;
pub mod gauge;

pub use engine::{Options, Transfer, Trouble};
pub use gauge::Gauge;
