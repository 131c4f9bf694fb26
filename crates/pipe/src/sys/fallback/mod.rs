//! What only Linux has, on every other system, and on Linux when the `portable` feature asks for it: refused, so that the
//! caller goes on by plain reads and writes.

mod files;
#[cfg(unix)]
pub(crate) mod orphans;
mod thread;
#[cfg(unix)]
mod unix;
mod zero_copy;

pub(crate) use files::{link, unnamed_file};
pub(crate) use thread::{Affinity, empty_call, processor_time};
#[cfg(unix)]
pub(crate) use unix::{is_own, is_shared};
pub(crate) use zero_copy::{Direct, Enlarged, FRAGMENT, PIPE_STEP, Pipe, Relay, Socket, VmSplicer};
