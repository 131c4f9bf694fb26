//! Bytes through: move, count, hold back, show.
//!
//! - [`engine`]: moves bytes from sources to a sink by the cheapest safe way, and counts them;
//! - [`gauge`]: what the transfer and its onlookers share;
//! - [`mod@format`]: the state of a transfer as one line of text, a pure function;
//! - [`display`]: the clock that turns the one into the other;
//! - [`ticks`]: when that is due;
//! - [`history`]: what the ticks so far say;
//! - [`record`]: a door for ticks;
//! - `remote`: speaking to a running meter;
//! - `watch`: what another process's descriptors are at.

pub mod display;
pub mod engine;
pub mod format;
pub mod gauge;
pub mod history;
mod home;
pub mod record;
#[cfg(unix)]
pub mod remote;
mod rows;
pub mod ticks;
mod title;
#[cfg(unix)]
pub mod watch;

pub use display::{Monitor, Order, Settings};
pub use engine::{Options, Transfer, Trouble};
pub use gauge::Gauge;
