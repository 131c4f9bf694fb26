//! Moves bytes through, counts them, limits their rate and shows the progress.
//!
//! - [`engine`]: moves bytes from sources to a sink by the cheapest safe strategy, and counts them;
//! - [`shared_state`]: what the transfer and the display share;
//! - [`mod@format`]: the state of a transfer as one line of text, a pure function;
//! - [`display`]: the clock that turns the one into the other;
//! - [`ticks`]: when that is due;
//! - [`history`]: the ticks so far, summed up;
//! - [`record`]: passes each tick on, to be recorded;
//! - `control`: the control socket of a running meter;
//! - `watch`: the positions of another process's file descriptors.

#[cfg(unix)]
pub mod control;
pub mod display;
pub mod engine;
pub mod format;
pub mod history;
pub mod record;
mod screen_rows;
pub mod shared_state;
pub mod ticks;
mod user_folder;
#[cfg(unix)]
pub mod watch;

pub use display::{Event, Monitor, Settings};
pub use engine::{Options, Transfer, TransferError};
pub use shared_state::SharedState;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
