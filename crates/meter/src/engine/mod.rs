//! Moves bytes from sources to a sink by the cheapest safe strategy, and counts them.
//!
//! | from, to | strategy |
//! |---|---|
//! | a pipe on either side | `splice` in the largest steps that the pipes allow |
//! | the same, lines counted, pipe to pipe | `tee` aside, `splice` the original on, read and count the copy |
//! | file to file | `copy_file_range`, for as long as that is no copy |
//! | file to device or socket | `splice` into a pipe of our own, and out of it |
//! | anything else, with a buffer of the user's | a thread of its own `read`s ahead, another `write`s |
//! | anything else, and where bytes are looked at | `read` and `write` |
//!
//! Whatever is refused, at the first call or the millionth, `read` and `write` continue at the exact byte offset. They
//! also decide where the input ends and what is wrong with it.

mod bucket;
mod buffer;
mod count;
mod flow;
mod options;
mod outcome;
mod read_ahead;
mod transfer;
mod zero_copy;

pub use count::ends_in;
pub use options::{Options, Skip};
pub use outcome::{Ended, TransferError};
pub use transfer::Transfer;
