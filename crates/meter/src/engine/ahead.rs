//! Reading ahead: a buffer of the user's size between a source and a pipe, filled while the reader stalls and emptied while
//! the source does.
//!
//! Neither side is ever waited for alone: reads happen when there is something, and writes take what there is room for.

use std::io::{self, ErrorKind};

use gush_pipe::Source;

use super::{Ended, Halt, Transfer, Trouble, buffer};

/// Bytes in the order in which they came, in a ring of memory.
struct Ring {
    memory: Vec<u8>,
    start: usize,
    held: usize,
}

impl Ring {
    fn new(size: usize) -> Ring {
        Ring { memory: vec![0; size], start: 0, held: 0 }
    }

    /// Room in one piece behind what is held, at most `most`.
    fn room(&mut self, most: usize) -> &mut [u8] {
        let size = self.memory.len();
        let end = (self.start + self.held) % size;
        let long = if self.held == size || end < self.start { self.start - end } else { size - end };
        &mut self.memory[end..][..if self.held == size { 0 } else { long.min(most) }]
    }

    /// The front of what is held, in one piece.
    fn front(&self) -> &[u8] {
        &self.memory[self.start..][..self.held.min(self.memory.len() - self.start)]
    }

    fn added(&mut self, bytes: usize) {
        self.held += bytes;
    }

    fn taken(&mut self, bytes: usize) {
        self.held -= bytes;
        // An empty ring begins anew, so that reads are long.
        self.start = if self.held == 0 { 0 } else { (self.start + bytes) % self.memory.len() };
    }
}

/// Moves all that `source` gives, as far as the system can tell who is ready.
pub(super) fn pass(transfer: &mut Transfer<'_>, source: &Source) -> Result<Ended, Halt> {
    let mut ring = Ring::new(transfer.options.buffer.unwrap_or(buffer::BUFFER).max(1));
    let ended = keep_moving(transfer, source, &mut ring);
    if matches!(ended, Err(Halt::Refused | Halt::Trouble(Trouble::Read(_)))) {
        // What was read before is not lost.
        while ring.held > 0 && !transfer.gauge.is_stopped() {
            let long = ring.front().len();
            buffer::write(transfer, ring.front())?;
            ring.taken(long);
        }
    }
    ended
}

fn keep_moving(transfer: &mut Transfer<'_>, source: &Source, ring: &mut Ring) -> Result<Ended, Halt> {
    let size = ring.memory.len();
    let mut dry = false;
    while !transfer.gauge.is_stopped() {
        if transfer.gauge.limit() > 0 || transfer.gauge.wants_bytes() {
            // Given on the way; the plain way keeps to it.
            return Err(Halt::Refused);
        }
        let left = transfer.left().saturating_sub(ring.held);
        let wants = !dry && left > 0 && ring.held < size;
        if !wants && ring.held == 0 {
            return Ok(if dry { Ended::Dry } else { Ended::Stopped });
        }
        let (readable, writable) = match source.ready(&transfer.sink, wants, ring.held > 0) {
            Ok(ready) => ready,
            Err(e) if e.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return Err(Halt::Refused),
        };
        if writable && let Some(written) = settled(transfer.sink.write_now(ring.front()))? {
            transfer.wrote(&ring.front()[..written]);
            ring.taken(written);
        }
        if readable && wants {
            match source.read(ring.room(left)) {
                Ok(0) => dry = true,
                Ok(read) => ring.added(read),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(Trouble::Read(e).into()),
            }
        }
        transfer.gauge.buffer(ring.held, size);
    }
    Ok(Ended::Stopped)
}

/// What came of a write that does not wait: so many bytes, none for now, or no more by this way.
fn settled(result: io::Result<usize>) -> Result<Option<usize>, Halt> {
    match result {
        Ok(0) => Err(Halt::Refused),
        Ok(written) => Ok(Some(written)),
        Err(e) if matches!(e.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => Ok(None),
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Err(Trouble::Write(e).into()),
        Err(_) => Err(Halt::Refused),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        #[test]
        fn a_ring_is_a_queue(size in 1usize..20, moves in prop::collection::vec((any::<bool>(), 0usize..20), 0..100)) {
            let (mut ring, mut queue, mut next) = (Ring::new(size), VecDeque::new(), 0u8);
            for (adds, most) in moves {
                if adds {
                    let room = ring.room(most);
                    let long = room.len();
                    for byte in room {
                        next = next.wrapping_add(1);
                        *byte = next;
                        queue.push_back(next);
                    }
                    ring.added(long);
                } else {
                    let front: Vec<u8> = ring.front().iter().copied().take(most).collect();
                    ring.taken(front.len());
                    for byte in front {
                        prop_assert_eq!(queue.pop_front(), Some(byte));
                    }
                }
                prop_assert_eq!(ring.held, queue.len());
                prop_assert!(ring.held <= size);
                prop_assert!(ring.held == size || !ring.room(1).is_empty());
                prop_assert!(ring.held == 0 || !ring.front().is_empty());
            }
        }
    }
}
