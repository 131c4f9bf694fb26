//! Linux: what only it has, through `rustix`, one thin wrapper each.

mod direct;
pub(crate) mod orphans;
mod peer;
mod pipe_size;
mod relay;
mod shared;
mod splice;
mod thread;
mod unnamed;
mod zero_copy;

pub(crate) use direct::Direct;
pub(crate) use peer::is_own;
pub(crate) use pipe_size::Enlarged;
pub(crate) use relay::Relay;
pub(crate) use shared::is_shared;
pub(crate) use splice::PIPE_STEP;
pub(crate) use thread::{Affinity, empty_call, processor_time};
pub(crate) use unnamed::{link, unnamed_file};
pub(crate) use zero_copy::{FRAGMENT, Pipe, Socket, VmSplicer};
