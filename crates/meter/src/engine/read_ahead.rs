//! Reading ahead: a buffer of the user's size between a source and a sink. It is filled by a thread of its own, also while
//! the sink takes nothing or a limit holds it back, and emptied while the source gives nothing.
//!
//! The thread may be in a call that nothing ends when there is no more use for it. It is then abandoned, with all that it
//! needs, until the process ends.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use gush_pipe::Source;

use super::buffer;
use super::count::CHUNK;
use super::flow::Flow;
use super::outcome::{Ended, StopReason};
use crate::shared_state::Fullness;

/// How many empty blocks are kept to be filled again.
const SPARES: usize = 4;
/// Less than this is read and written by one thread: handing it from one to another takes longer than the calls.
const MIN_SIZE: usize = 4096;
/// How often a waiting thread looks whether the transfer was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Moves all that `source` gives.
pub(super) fn pass(flow: &mut Flow<'_>, source: &Source) -> Result<Ended, StopReason> {
    let size = buffer::size_for(flow);
    if size < MIN_SIZE {
        return Err(StopReason::Refused);
    }
    let left = if flow.options.by_lines { usize::MAX } else { flow.left() };
    let source = source.try_clone().map_err(|_| StopReason::Refused)?;
    let store = Arc::new(Store::new(size, flow.shared.counts.buffer()));
    let reader = Reader { store: Arc::clone(&store), source, left };
    thread::Builder::new().spawn(move || reader.run()).map_err(|_| StopReason::Refused)?;
    let passed = empty(flow, &store);
    store.close();
    passed
}

/// Writes what the store has until no more comes.
fn empty(flow: &mut Flow<'_>, store: &Store) -> Result<Ended, StopReason> {
    loop {
        // What is counted in lines may be enough while there is more to read.
        if flow.shared.controls.is_stopped() || flow.left() == 0 {
            return Ok(Ended::Stopped);
        }
        store.resize(buffer::size_for(flow));
        match store.take() {
            Taken::Nothing => {}
            Taken::Block(block) => {
                let given = buffer::give(flow, block.bytes(), true, |written| store.wrote(written))?;
                if !given {
                    return Ok(Ended::Stopped);
                }
                store.give_back(block);
            }
            Taken::End(End::NoMoreInput) => return Ok(Ended::EndOfInput),
            Taken::End(End::Enough) => return Ok(Ended::Stopped),
            // The plain read asks again, and reports what is wrong.
            Taken::End(End::Failed) => return Err(StopReason::Refused),
        }
    }
}

/// Why no more is read.
#[derive(Clone, Copy, Debug)]
enum End {
    NoMoreInput,
    /// As much as was asked for.
    Enough,
    Failed,
}

/// Memory of which the front is filled.
#[derive(Debug)]
struct Block {
    memory: Vec<u8>,
    filled: usize,
}

impl Block {
    fn new(size: usize) -> Block {
        Block { memory: vec![0; size], filled: 0 }
    }

    fn bytes(&self) -> &[u8] {
        &self.memory[..self.filled]
    }

    /// Takes over the bytes of another block, if they fit.
    fn absorb(&mut self, other: &Block) -> bool {
        let Some(free) = self.memory[self.filled..].get_mut(..other.filled) else { return false };
        free.copy_from_slice(other.bytes());
        self.filled += other.filled;
        true
    }
}

/// What lies between the two threads.
#[derive(Debug, Default)]
struct Blocks {
    full: VecDeque<Block>,
    spare: Vec<Block>,
    /// Bytes that are not written yet, also of the block that is being written.
    held: usize,
    end: Option<End>,
    closed: bool,
}

impl Blocks {
    /// Puts `block` after the others: small blocks are merged, so that they do not take a block each.
    fn put(&mut self, block: &mut Block) {
        self.held += block.filled;
        if !self.full.back_mut().is_some_and(|last| last.absorb(block)) {
            let next = self.spare.pop().unwrap_or_else(|| Block::new(block.memory.len()));
            self.full.push_back(mem::replace(block, next));
        }
        block.filled = 0;
    }
}

/// What the writing thread finds.
enum Taken {
    Block(Block),
    /// None for now.
    Nothing,
    End(End),
}

#[derive(Debug)]
struct Store {
    blocks: Mutex<Blocks>,
    changed: Condvar,
    /// May change while bytes are held, also to less than these are.
    size: AtomicUsize,
    fullness: Arc<Fullness>,
}

impl Store {
    fn new(size: usize, fullness: Arc<Fullness>) -> Store {
        fullness.set(0, size);
        Store { blocks: Mutex::default(), changed: Condvar::new(), size: size.into(), fullness }
    }

    /// No state here is left half changed by a panic.
    fn lock(&self) -> MutexGuard<'_, Blocks> {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn size(&self) -> usize {
        self.size.load(Relaxed)
    }

    fn resize(&self, size: usize) {
        // The reader, which waits for free space, relies on a size that stays while it holds the lock.
        let blocks = self.lock();
        if self.size.swap(size, Relaxed) != size {
            self.publish(&blocks);
        }
    }

    fn publish(&self, blocks: &Blocks) {
        self.fullness.set(blocks.held, self.size());
        self.changed.notify_all();
    }

    /// The next bytes to write; waits for them, but not for long.
    fn take(&self) -> Taken {
        let blocks = self.lock();
        let waiting =
            self.changed.wait_timeout_while(blocks, POLL_INTERVAL, |b| b.full.is_empty() && b.end.is_none());
        let mut blocks = waiting.unwrap_or_else(PoisonError::into_inner).0;
        match (blocks.full.pop_front(), blocks.end) {
            (Some(block), _) => Taken::Block(block),
            (None, Some(end)) => Taken::End(end),
            (None, None) => Taken::Nothing,
        }
    }

    /// Notes that this many more bytes are out.
    fn wrote(&self, bytes: usize) {
        let mut blocks = self.lock();
        blocks.held -= bytes;
        self.publish(&blocks);
    }

    fn give_back(&self, mut block: Block) {
        let mut blocks = self.lock();
        if blocks.spare.len() < SPARES {
            block.filled = 0;
            blocks.spare.push(block);
        }
    }

    /// Waits for free space and returns its size; `None` when there is no more use for it.
    fn free_space(&self) -> Option<usize> {
        let waiting = self.changed.wait_while(self.lock(), |b| b.held >= self.size() && !b.closed);
        let blocks = waiting.unwrap_or_else(PoisonError::into_inner);
        (!blocks.closed).then(|| self.size().saturating_sub(blocks.held))
    }

    fn put(&self, block: &mut Block) {
        let mut blocks = self.lock();
        blocks.put(block);
        self.publish(&blocks);
    }

    fn end(&self, end: End) {
        let mut blocks = self.lock();
        blocks.end = Some(end);
        self.publish(&blocks);
    }

    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}

/// The thread that reads.
struct Reader {
    store: Arc<Store>,
    source: Source,
    left: usize,
}

impl Reader {
    fn run(mut self) {
        if let Some(end) = self.fill() {
            self.store.end(end);
        }
    }

    fn fill(&mut self) -> Option<End> {
        let mut block = Block::new(CHUNK.min(self.store.size()));
        while self.left > 0 {
            let free = self.store.free_space()?;
            // The size may have grown meanwhile, and with it how much is read at once.
            let size = CHUNK.min(self.store.size());
            if block.memory.len() < size {
                block = Block::new(size);
            }
            let max = free.min(block.memory.len()).min(self.left);
            match self.source.read(&mut block.memory[..max]) {
                Ok(0) => return Some(End::NoMoreInput),
                Ok(read) => {
                    self.left -= read;
                    block.filled = read;
                    self.store.put(&mut block);
                }
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Some(End::Failed),
            }
        }
        Some(End::Enough)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::{Seek as _, Write as _};

    proptest! {
        /// What is put in by pieces comes out in order, and never is there more of it than the size, whatever the order of both.
        #[test]
        fn a_store_is_a_queue(size in 1usize..50, moves in prop::collection::vec((any::<bool>(), 1usize..20), 0..100)) {
            let store = Store::new(size, Arc::default());
            let (mut block, mut next, mut came) = (Block::new(size.min(8)), 0u8, Vec::new());
            let mut take = |store: &Store| if let Taken::Block(block) = store.take() {
                came.extend_from_slice(block.bytes());
                store.wrote(block.bytes().len());
                store.give_back(block);
            };
            for (puts, max) in moves {
                if store.lock().held == size || !puts && store.lock().held > 0 {
                    take(&store);
                } else {
                    block.filled = store.free_space().unwrap().min(max).min(block.memory.len());
                    block.memory[..block.filled].fill_with(|| { next = next.wrapping_add(1); next });
                    store.put(&mut block);
                }
                prop_assert!(store.lock().held <= size);
                prop_assert_eq!(store.fullness.per_cent(), Some((store.lock().held * 100 / size) as u64));
            }
            store.end(End::NoMoreInput);
            while store.lock().held > 0 {
                take(&store);
            }
            prop_assert!(matches!(store.take(), Taken::End(End::NoMoreInput)));
            prop_assert!(came.iter().enumerate().all(|(i, &byte)| byte == (i + 1) as u8));
            prop_assert_eq!(came.len() % 256, usize::from(next));
        }
    }

    #[test]
    fn a_buffer_that_grew_is_filled_by_larger_reads() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[7; 300]).unwrap();
        file.rewind().unwrap();
        let store = Arc::new(Store::new(1, Arc::default()));
        let reader = Reader { store: Arc::clone(&store), source: Source::from_file(file), left: usize::MAX };
        let reading = thread::spawn(move || reader.run());
        let mut lengths = Vec::new();
        loop {
            match store.take() {
                Taken::Block(block) => {
                    lengths.push(block.bytes().len());
                    store.resize(1000);
                    store.wrote(block.bytes().len());
                    store.give_back(block);
                }
                Taken::Nothing => {}
                Taken::End(_) => break,
            }
        }
        reading.join().unwrap();
        assert_eq!(lengths, [1, 299]);
    }

    #[test]
    fn a_reader_learns_that_nobody_waits() {
        let store = Store::new(1, Arc::default());
        store.put(&mut Block { memory: vec![1], filled: 1 });
        store.close();
        assert_eq!(store.free_space(), None);
    }
}
