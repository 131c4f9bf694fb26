//! Keys of any form, sorted in runs, and the runs merged.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// Keys one after the other, and where each ends.
#[derive(Debug, Default)]
pub struct KeyRun {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl KeyRun {
    /// The bytes, for a key to be appended, which then [ends](KeyRun::end_key) there.
    pub fn bytes_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    pub fn end_key(&mut self) {
        self.ends.push(self.bytes.len());
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bytes[start..self.ends[index]]
    }

    /// The same keys in order, which differ.
    pub fn sorted(self) -> KeyRun {
        let mut order: Vec<(u64, usize)> =
            (0..self.len()).map(|index| (prefix(self.get(index)), index)).collect();
        order.sort_unstable_by(|one, other| {
            one.0.cmp(&other.0).then_with(|| self.get(one.1).cmp(self.get(other.1)))
        });
        let mut sorted =
            KeyRun { bytes: Vec::with_capacity(self.bytes.len()), ends: Vec::with_capacity(self.len()) };
        for (_, index) in order {
            sorted.bytes.extend_from_slice(self.get(index));
            sorted.end_key();
        }
        sorted
    }
}

/// The first bytes of a key, which decide in most cases.
fn prefix(key: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let len = key.len().min(8);
    bytes[..len].copy_from_slice(&key[..len]);
    u64::from_be_bytes(bytes)
}

/// Calls `with` for each key of sorted runs, in order, with the number of those that follow.
pub fn merge<E>(runs: &[KeyRun], mut with: impl FnMut(&[u8], u64) -> Result<(), E>) -> Result<(), E> {
    let mut left: u64 = runs.iter().map(|run| run.len() as u64).sum();
    let first = |(number, run): (usize, &KeyRun)| (run.len() > 0).then_some(Reverse((number, 0)));
    let heads = runs.iter().enumerate().filter_map(first);
    let mut heap: BinaryHeap<Reverse<(&[u8], usize, usize)>> =
        heads.map(|Reverse((number, index))| Reverse((runs[number].get(index), number, index))).collect();
    while let Some(mut head) = heap.peek_mut() {
        let Reverse((key, number, index)) = *head;
        left -= 1;
        with(key, left)?;
        match index + 1 < runs[number].len() {
            true => *head = Reverse((runs[number].get(index + 1), number, index + 1)),
            false => drop(PeekMut::pop(head)),
        }
    }
    Ok(())
}
