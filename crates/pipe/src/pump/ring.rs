//! The bounded ring between makers and sink: parts are claimed from it in order, come back in any order, and leave it
//! in order through whichever thread finds the sink free.
//!
//! Nobody can wait for ever: a thread waits only while the ring is full of parts that are claimed and not yet written,
//! the first of these is being made or written by a thread that does not wait, and each part written wakes all.

use std::io;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::{Outcome, Watch};
use crate::sink::Sink;

pub(super) struct Ring<'a, B> {
    state: Mutex<State<'a, B>>,
    /// Notified when there is room for another part, and when the run is over.
    changed: Condvar,
    watch: &'a Watch,
}

struct State<'a, B> {
    /// Absent while a thread writes.
    sink: Option<&'a mut Sink>,
    /// The parts that are made and not written yet, at their number modulo the length.
    slots: Vec<Option<io::Result<B>>>,
    /// The next part to be written.
    turn: u64,
    /// The next part to be claimed.
    next: u64,
    /// No part from here on is claimed. Comes down to the first part that failed.
    limit: u64,
    end: u64,
    /// Blocks whose memory can be used again, the one used last on top.
    spare: Vec<B>,
    /// Set once the run is over.
    result: Option<io::Result<Outcome>>,
}

impl<'a, B: AsRef<[u8]> + Default> Ring<'a, B> {
    pub(super) fn new(
        sink: &'a mut Sink,
        parts: Range<u64>,
        capacity: usize,
        watch: &'a Watch,
    ) -> Ring<'a, B> {
        let state = State {
            sink: Some(sink),
            slots: (0..capacity).map(|_| None).collect(),
            turn: parts.start,
            next: parts.start,
            limit: parts.end,
            end: parts.end,
            spare: Vec::with_capacity(capacity),
            result: None,
        };
        Ring { state: Mutex::new(state), changed: Condvar::new(), watch }
    }

    /// The next part to make and a block to make it in, as soon as there is room for it; `None` when no part is
    /// left to make.
    pub(super) fn claim(&self) -> Option<(u64, B)> {
        let mut state = self.lock();
        loop {
            if self.watch.is_stopped() && state.result.is_none() {
                state.result = Some(Ok(Outcome::Stopped));
                self.changed.notify_all();
            }
            if state.result.is_some() || state.next >= state.limit {
                return None;
            }
            if state.next - state.turn < state.slots.len() as u64 {
                return Some(state.hand_out());
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes a part that was made, or the error that kept it from being made; then writes all that is ready, unless
    /// another thread is already at it.
    pub(super) fn deposit(&self, part: u64, made: io::Result<B>) {
        let mut state = self.lock();
        if made.is_err() {
            state.limit = state.limit.min(part);
        }
        let slot = state.slot(part);
        state.slots[slot] = Some(made);
        while let Some((sink, block)) = state.next_ready(self.watch) {
            drop(state);
            let written = sink.write_all(block.as_ref());
            state = self.lock();
            state.sink = Some(sink);
            state.finish(written, block, self.watch);
            self.changed.notify_all();
        }
        if state.result.is_some() {
            self.changed.notify_all();
        }
    }

    /// Ends the run because a thread will not bring the part that it claimed.
    pub(super) fn abandon(&self) {
        self.lock().result.get_or_insert(Ok(Outcome::Stopped));
        self.changed.notify_all();
    }

    pub(super) fn into_result(self) -> io::Result<Outcome> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Without a result not every part came back, which would be a mistake of this file: never call that "done".
        state.result.unwrap_or_else(|| Err(io::Error::other("the pump ended before all parts were written")))
    }

    /// No code of a maker runs under the lock, so a poisoned one still holds a sound state.
    fn lock(&self) -> MutexGuard<'_, State<'a, B>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a, B: AsRef<[u8]> + Default> State<'a, B> {
    fn slot(&self, part: u64) -> usize {
        (part % self.slots.len() as u64) as usize
    }

    fn hand_out(&mut self) -> (u64, B) {
        let part = self.next;
        self.next += 1;
        (part, self.spare.pop().unwrap_or_default())
    }

    /// The sink and the block to write now, if both are there and the run is not over.
    fn next_ready(&mut self, watch: &Watch) -> Option<(&'a mut Sink, B)> {
        if self.result.is_some() || self.sink.is_none() || self.turn == self.end {
            return None;
        }
        if watch.is_stopped() {
            self.result = Some(Ok(Outcome::Stopped));
            return None;
        }
        let slot = self.slot(self.turn);
        match self.slots[slot].take()? {
            Ok(block) => self.sink.take().map(|sink| (sink, block)),
            Err(e) => {
                self.result = Some(Err(e));
                None
            }
        }
    }

    fn finish(&mut self, written: io::Result<()>, block: B, watch: &Watch) {
        if let Err(e) = written {
            self.result = Some(Err(e));
            return;
        }
        watch.wrote(block.as_ref().len());
        self.turn += 1;
        self.spare.push(block);
        if self.turn == self.end {
            self.result = Some(Ok(Outcome::Done));
        }
    }
}
