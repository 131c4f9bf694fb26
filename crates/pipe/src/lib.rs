//! Bytes to a file descriptor: by the fastest safe way, in order, whole or not at all.
//!
//! - [`sink`]: a file descriptor that takes bytes, and plain `write` done right;
//! - [`pump`]: many makers, one ordered stream of blocks into a sink;
//! - [`flood`]: one line repeated, by the fastest [`strategy`] that the system allows;
//! - [`output`]: output files that appear whole or not at all;
//! - [`startup`]: what the parent process handed over before the Rust runtime changed it.
//!
//! Everything that speaks to the operating system is in `sys`, behind one set of signatures for every platform.

pub mod flood;
pub mod output;
pub mod pump;
pub mod sink;
pub mod startup;
pub mod strategy;
mod sys;

pub use flood::{Flood, Rate};
pub use output::OutputFile;
pub use sink::{Sink, SinkKind};
pub use strategy::Strategy;
