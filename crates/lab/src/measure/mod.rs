//! Rounds in alternation, each child drained, ticked and accounted for.
//!
//! One *round* runs one rung for a given number of seconds. All rungs have their first round before any has its second, so that a
//! machine that drifts is fair to all, and in each round the order is another one ([`order`]), so that none always follows
//! the same. A round of warming up comes first, and one under `strace` last, which counts system calls and
//! disturbs nothing else.
//!
//! The clock starts with the first byte. What had come by then is in the first tick, and in no rate.
//!
//! Statistics are computed from the stored rounds, elsewhere and later. The process must ignore SIGPIPE.

mod captured_stderr;
mod child;
mod drain;
mod launch;
mod limit;
pub mod machine;
mod null;
pub mod order;
mod plan;
mod round;
mod schedule;
mod setting;
mod side_pipe;
mod status;
mod stop;
mod subject;
#[cfg(test)]
mod tests;
mod trace;

pub use launch::{DISTURBING, Launch};
pub use limit::LIMIT_BUFFER;
pub use plan::{Plan, Sample, Step};
pub use schedule::{Observer, Outcome, run_schedule};
pub use stop::Stopper;
pub use subject::{Subject, Work};
pub use trace::tracing_works;
