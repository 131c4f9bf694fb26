//! How many threads make rows.

use std::num::NonZeroUsize;

/// More threads than this are of no use, as all write to one sink, and each has its own buffers.
pub const MAX_THREADS: NonZeroUsize = NonZeroUsize::new(64).expect("64 is not 0");

/// As many threads as there are cores, up to [`MAX_THREADS`].
pub fn default_threads() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN).min(MAX_THREADS)
}
