//! The ordered pump: parts are made on several threads at once and reach the sink in their order.
//!
//! There is no writer thread. Each thread writes the blocks that it made, out of its core's own cache, when their turn comes,
//! and goes back to making; one that finds nothing to make writes those of others. Memory is bounded: a thread waits while twice
//! as many blocks as there are threads are on their way, and a part that is larger than its maker wants a block to be is written
//! piece by piece.

mod outcome;
mod progress;
mod ring;
mod watch;

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::resume_unwind;
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

pub use outcome::Outcome;
pub use progress::Progress;
use ring::Ring;
pub use watch::Watch;

use crate::sink::Sink;

/// Makes the bytes of any part of a stream. Each thread has its own.
pub trait Maker {
    /// What holds the bytes of a part. Blocks are used again, so their memory is allocated once.
    type Block: AsRef<[u8]> + Default + Send;

    /// Makes part `part` in `block`, which may hold an earlier one: all of it, or its next piece. After
    /// [`Progress::Partial`] the same maker is called again with the same part, once the piece is written.
    ///
    /// # Errors
    /// An error ends the stream here: all earlier parts and pieces are written, and what `block` holds is not.
    fn make(&mut self, part: u64, block: &mut Self::Block) -> io::Result<Progress>;
}

/// Writes the parts in `parts` to `sink`, in order, made by up to `threads` threads, the caller's among them.
///
/// With one thread, or one part, no thread is started and one block is in memory. Otherwise `new_maker` is called on
/// each thread that takes part, and fewer threads do when the system refuses to start more.
///
/// # Errors
/// The first error of the sink, at once; or a maker's, after all parts before the failing one were written.
///
/// # Panics
/// A panic in a maker ends the other threads after their current part, and then goes on to the caller.
pub fn run<M: Maker>(
    sink: &mut Sink,
    parts: Range<u64>,
    threads: NonZeroUsize,
    new_maker: impl Fn() -> M + Sync,
    watch: &Watch,
) -> io::Result<Outcome> {
    let count = parts.end.saturating_sub(parts.start);
    let threads = usize::try_from(count).map_or(threads.get(), |count| count.min(threads.get()));
    match threads {
        0 => Ok(Outcome::Done),
        1 => alone(sink, parts, &mut new_maker(), watch),
        _ => together(sink, parts, threads, &new_maker, watch),
    }
}

fn alone<M: Maker>(sink: &mut Sink, parts: Range<u64>, maker: &mut M, watch: &Watch) -> io::Result<Outcome> {
    let mut block = M::Block::default();
    for part in parts {
        loop {
            if watch.is_stopped() {
                return Ok(Outcome::Stopped);
            }
            let progress = maker.make(part, &mut block)?;
            sink.write_all(block.as_ref())?;
            watch.wrote(block.as_ref().len());
            if progress == Progress::Complete {
                break;
            }
        }
        watch.finished();
    }
    Ok(Outcome::Done)
}

fn together<M: Maker>(
    sink: &mut Sink,
    parts: Range<u64>,
    threads: usize,
    new_maker: &(impl Fn() -> M + Sync),
    watch: &Watch,
) -> io::Result<Outcome> {
    let ring = Ring::new(sink, parts, threads, watch);
    let work = |me| work(&ring, me, new_maker);
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map_while(|me| spawn(scope, move || work(me))).collect();
        work(0);
        for other in others {
            // A scope would replace the panic's message by its own.
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    ring.into_result()
}

fn spawn<'s>(scope: &'s Scope<'s, '_>, work: impl FnOnce() + Send + 's) -> Option<ScopedJoinHandle<'s, ()>> {
    Builder::new().name("maker".to_owned()).spawn_scoped(scope, work).ok()
}

fn work<M: Maker>(ring: &Ring<'_, M::Block>, me: usize, new_maker: &impl Fn() -> M) {
    let _guard = AbandonOnPanic(ring);
    let mut maker = new_maker();
    while let Some((part, mut block)) = ring.claim(me) {
        let result = loop {
            match maker.make(part, &mut block) {
                Ok(Progress::Complete) => break Ok(block),
                Ok(Progress::Partial) if ring.write_piece(me, part, block.as_ref()) => {}
                // The run is over.
                Ok(Progress::Partial) => return,
                Err(error) => break Err(error),
            }
        };
        ring.deposit(me, part, result);
    }
}

/// Keeps the others from waiting for ever for the part of a thread that has panicked.
struct AbandonOnPanic<'r, 'a, B: AsRef<[u8]> + Default>(&'r Ring<'a, B>);

impl<B: AsRef<[u8]> + Default> Drop for AbandonOnPanic<'_, '_, B> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.abandon();
        }
    }
}
