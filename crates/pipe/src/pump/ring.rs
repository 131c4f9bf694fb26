//! The bounded ring between makers and sink: parts are claimed from it in order, come back in any order, and leave it
//! in order.
//!
//! A thread writes the parts that it made, out of its own core's cache. Only a thread that has nothing to make, as the ring is
//! full or no part is left to be claimed, writes the next part of another thread. If any thread wrote whatever is ready, one might
//! never make a part again: it reads each byte from another core's cache, so it is the slowest, and something is always ready for
//! it (docs/engineering/jobs-and-output.md has the figures).
//!
//! No thread waits for ever: it waits only while the ring is full and the next part is being made or written by a thread that
//! does not wait, or was left to its maker, which was woken. A part that is written wakes the thread that has the next one, and
//! a part that is claimed wakes another thread where a slot is still free.
//!
//! A thread whose part comes in pieces waits with the first piece for the part's turn, and writes its own parts that come before;
//! from then on it makes and writes piece after piece. So its block is the only memory that the part takes.

use std::io;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::{Outcome, Watch};
use crate::sink::Sink;

pub(super) struct Ring<'a, B> {
    state: Mutex<State<'a, B>>,
    /// One for each thread: a slot is free, or its part's turn has come, or the run is over.
    wakers: Vec<Condvar>,
    watch: &'a Watch,
}

struct State<'a, B> {
    /// Absent while a thread writes.
    sink: Option<&'a mut Sink>,
    /// The parts that are made and not written yet, at their number modulo the length.
    slots: Vec<Option<Deposit<B>>>,
    /// The next part to be written.
    turn: u64,
    /// The next part to be claimed.
    next: u64,
    /// No part from here on is claimed. Comes down to the first part that failed.
    limit: u64,
    end: u64,
    /// Which thread claimed each of the parts that are on their way, at their number modulo the length.
    claimed_by: Vec<usize>,
    /// For each thread, the blocks it wrote to, whose memory can be used again, the one used last on top.
    spare: Vec<Vec<B>>,
    /// What each thread waits for.
    waiting: Vec<Wait>,
    /// Set once the run is over.
    result: Option<io::Result<Outcome>>,
}

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wait {
    /// Nothing: it does not wait.
    No,
    /// A part to make, or one to write.
    Work,
    /// The turn of its part, of which it has a piece.
    Turn,
}

/// A part, or why there is none, and the thread that made it.
struct Deposit<B> {
    block: io::Result<B>,
    maker: usize,
}

impl<'a, B: AsRef<[u8]> + Default> Ring<'a, B> {
    /// A ring for that many threads, which are known by their numbers from 0 on.
    pub(super) fn new(
        sink: &'a mut Sink,
        parts: Range<u64>,
        threads: usize,
        watch: &'a Watch,
    ) -> Ring<'a, B> {
        let state = State {
            sink: Some(sink),
            slots: (0..threads * 2).map(|_| None).collect(),
            turn: parts.start,
            next: parts.start,
            limit: parts.end,
            end: parts.end,
            claimed_by: vec![0; threads * 2],
            spare: (0..threads).map(|_| Vec::with_capacity(threads * 2)).collect(),
            waiting: vec![Wait::No; threads],
            result: None,
        };
        Ring { state: Mutex::new(state), wakers: (0..threads).map(|_| Condvar::new()).collect(), watch }
    }

    /// The next part for thread `me` to make and a block to make it in, as soon as a slot is free; `None` when no
    /// part is left to make.
    pub(super) fn claim(&self, me: usize) -> Option<(u64, B)> {
        let mut state = self.lock();
        loop {
            if self.watch.is_stopped() && state.result.is_none() {
                state.result = Some(Ok(Outcome::Stopped));
            }
            if let Some((sink, part)) = state.next_ready(me, self.watch) {
                state = self.write(state, sink, part);
            } else if state.is_over() {
                self.wake_all();
                return None;
            } else if state.has_free_slot() {
                let claimed = state.hand_out(me);
                if state.has_free_slot() {
                    self.wake_one(&mut state);
                }
                return Some(claimed);
            } else {
                state = self.wait(state, me, Wait::Work);
            }
        }
    }

    /// Writes a piece of a part that thread `me` claimed, when its turn has come; false if the run is over.
    pub(super) fn write_piece(&self, me: usize, part: u64, piece: &[u8]) -> bool {
        let mut state = self.lock();
        let sink = loop {
            if self.watch.is_stopped() && state.result.is_none() {
                state.result = Some(Ok(Outcome::Stopped));
            }
            let ready = state.next_ready(me, self.watch);
            if state.result.is_some() {
                self.wake_all();
                return false;
            }
            // The thread that wrote the part before has given the sink back.
            let own = if state.turn == part { state.sink.take() } else { None };
            match (ready, own) {
                (Some((sink, part)), _) => state = self.write(state, sink, part),
                (None, Some(sink)) => break sink,
                (None, None) => state = self.wait(state, me, Wait::Turn),
            }
        };
        drop(state);
        let written = sink.write_all(piece);
        let mut state = self.lock();
        state.sink = Some(sink);
        if let Err(error) = written {
            state.result = Some(Err(error));
        }
        if state.result.is_some() {
            self.wake_all();
            return false;
        }
        self.watch.wrote(piece.len());
        true
    }

    /// Takes a part that thread `me` made, or the error that kept it from being made; then writes what is ready and falls
    /// to this thread.
    pub(super) fn deposit(&self, me: usize, part: u64, block: io::Result<B>) {
        let mut state = self.lock();
        if block.is_err() {
            state.limit = state.limit.min(part);
        }
        let slot = state.slot(part);
        state.slots[slot] = Some(Deposit { block, maker: me });
        while let Some((sink, part)) = state.next_ready(me, self.watch) {
            state = self.write(state, sink, part);
        }
        if state.is_over() {
            self.wake_all();
        }
    }

    /// Ends the run because a thread will not bring the part that it claimed.
    pub(super) fn abandon(&self) {
        let mut state = self.lock();
        state.result.get_or_insert(Ok(Outcome::Stopped));
        self.wake_all();
    }

    pub(super) fn into_result(self) -> io::Result<Outcome> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Without a result not every part came back, which would be a bug in this file: never report success.
        state.result.unwrap_or_else(|| Err(io::Error::other("the pump ended before all parts were written")))
    }

    /// No code of a maker runs under the lock, so a poisoned one still holds a sound state.
    fn lock(&self) -> MutexGuard<'_, State<'a, B>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a part, while others go on, and wakes the threads that may write the next.
    fn write<'s>(
        &'s self,
        state: MutexGuard<'s, State<'a, B>>,
        sink: &'a mut Sink,
        (block, maker): (B, usize),
    ) -> MutexGuard<'s, State<'a, B>> {
        drop(state);
        let written = sink.write_all(block.as_ref());
        let mut state = self.lock();
        state.sink = Some(sink);
        state.finish(written, block, maker, self.watch);
        let in_turn = state.thread_in_turn().filter(|thread| state.waiting[*thread] != Wait::No);
        let waits_for = in_turn.map(|thread| state.waiting[thread]);
        if let Some(thread) = in_turn {
            self.wake(&mut state, thread);
        }
        // One that waited for its turn claims nothing.
        if waits_for != Some(Wait::Work) {
            self.wake_one(&mut state);
        }
        state
    }

    fn wait<'s>(
        &'s self,
        mut state: MutexGuard<'s, State<'a, B>>,
        me: usize,
        wait: Wait,
    ) -> MutexGuard<'s, State<'a, B>> {
        state.waiting[me] = wait;
        let mut state = self.wakers[me].wait(state).unwrap_or_else(PoisonError::into_inner);
        state.waiting[me] = Wait::No;
        state
    }

    fn wake(&self, state: &mut State<'a, B>, thread: usize) {
        state.waiting[thread] = Wait::No;
        self.wakers[thread].notify_one();
    }

    /// Wakes a thread that waits for work.
    fn wake_one(&self, state: &mut State<'a, B>) {
        if let Some(thread) = state.waiting.iter().position(|waits| *waits == Wait::Work) {
            self.wake(state, thread);
        }
    }

    fn wake_all(&self) {
        for waker in &self.wakers {
            waker.notify_one();
        }
    }
}

impl<'a, B: AsRef<[u8]> + Default> State<'a, B> {
    fn slot(&self, part: u64) -> usize {
        (part % self.slots.len() as u64) as usize
    }

    /// Whether no part is left to be claimed.
    fn is_over(&self) -> bool {
        self.result.is_some() || self.next >= self.limit
    }

    fn has_free_slot(&self) -> bool {
        self.next < self.limit && self.next - self.turn < self.slots.len() as u64
    }

    /// Claims a part for a thread, for which a slot must be free, with a block that this thread had before if there is one.
    fn hand_out(&mut self, thread: usize) -> (u64, B) {
        let part = self.next;
        let slot = self.slot(part);
        self.claimed_by[slot] = thread;
        self.next += 1;
        let own = self.spare[thread].pop();
        (part, own.or_else(|| self.spare.iter_mut().find_map(Vec::pop)).unwrap_or_default())
    }

    /// Who claimed the part whose turn it is.
    fn thread_in_turn(&self) -> Option<usize> {
        (self.turn < self.next).then(|| self.claimed_by[self.slot(self.turn)])
    }

    /// Who made the part whose turn it is, if it is made.
    fn maker_in_turn(&self) -> Option<usize> {
        self.slots[self.slot(self.turn)].as_ref().map(|deposit| deposit.maker)
    }

    /// The sink, and the block to write now with its maker, if both are there and it falls to this thread: it made the block, or
    /// there is nothing that it could make.
    fn next_ready(&mut self, me: usize, watch: &Watch) -> Option<(&'a mut Sink, (B, usize))> {
        if self.result.is_some() || self.sink.is_none() || self.turn == self.end {
            return None;
        }
        let maker = self.maker_in_turn()?;
        if watch.is_stopped() {
            self.result = Some(Ok(Outcome::Stopped));
            return None;
        }
        if maker != me && self.has_free_slot() {
            return None;
        }
        let slot = self.slot(self.turn);
        match self.slots[slot].take()?.block {
            Ok(block) => self.sink.take().map(|sink| (sink, (block, maker))),
            Err(e) => {
                self.result = Some(Err(e));
                None
            }
        }
    }

    fn finish(&mut self, written: io::Result<()>, block: B, maker: usize, watch: &Watch) {
        if let Err(e) = written {
            self.result = Some(Err(e));
            return;
        }
        watch.wrote(block.as_ref().len());
        watch.finished();
        self.turn += 1;
        self.spare[maker].push(block);
        if self.turn == self.end {
            self.result = Some(Ok(Outcome::Done));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of two threads over 100 parts, and what it has written.
    fn with_ring(steps: impl FnOnce(&Ring<'_, Vec<u8>>, &Watch)) {
        let mut sink = Sink::from_file(tempfile::tempfile().unwrap()).unwrap();
        let watch = Watch::default();
        steps(&Ring::new(&mut sink, 0..100, 2, &watch), &watch);
    }

    fn claim(ring: &Ring<'_, Vec<u8>>, me: usize, part: u64) {
        assert_eq!(ring.claim(me).map(|(part, _)| part), Some(part));
    }

    fn deposit(ring: &Ring<'_, Vec<u8>>, me: usize, part: u64) {
        ring.deposit(me, part, Ok(b"part".to_vec()));
    }

    #[test]
    fn a_part_is_left_to_its_maker_while_there_is_something_to_make() {
        with_ring(|ring, watch| {
            claim(ring, 0, 0);
            claim(ring, 1, 1);
            deposit(ring, 1, 1);
            deposit(ring, 0, 0);
            assert_eq!(watch.parts(), 1, "the second part is the other thread's");
            claim(ring, 0, 2);
            assert_eq!(watch.parts(), 1);
            claim(ring, 1, 3);
            assert_eq!(watch.parts(), 2, "its maker writes it before it makes another");
        });
    }

    #[test]
    fn a_thread_that_finds_the_ring_full_writes_the_next_part() {
        with_ring(|ring, watch| {
            claim(ring, 0, 0);
            claim(ring, 1, 1);
            claim(ring, 0, 2);
            deposit(ring, 1, 1);
            deposit(ring, 0, 0);
            claim(ring, 0, 3);
            claim(ring, 0, 4);
            assert_eq!(watch.parts(), 1);
            deposit(ring, 0, 2);
            assert_eq!(watch.parts(), 3, "the other's part and its own");
        });
    }
}
