//! Divides rows among partitions: keys are found on all threads, and rows are dealt out in their order.

use std::collections::HashMap;
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::parallel::in_parallel;
use super::partition_file::Partition;
use crate::partition::{KeyMaker, PartitionValue, Partitions, RowList, folder};

/// How many rows one thread finds the keys of at a time.
const BLOCK: u64 = 1 << 14;
/// A number of a thread that means nothing here yet.
const UNKNOWN: u32 = u32::MAX;

/// Finds the partitions of the rows of a table.
pub(super) struct Keys<'k> {
    by: &'k Partitions,
    threads: NonZeroUsize,
    limit: usize,
    /// What finds keys on each thread, and which of them no thread uses.
    makers: Vec<Mutex<KeyMaker<'k>>>,
    idle: Mutex<Vec<usize>>,
    /// For each of them, which partition each of its numbers means.
    meanings: Vec<Vec<u32>>,
    known: HashMap<Vec<PartitionValue>, u32>,
}

impl<'k> Keys<'k> {
    pub fn new(by: &'k Partitions, threads: NonZeroUsize, limit: usize) -> Keys<'k> {
        let count = threads.get();
        Keys {
            by,
            threads,
            limit,
            makers: (0..count).map(|_| Mutex::new(KeyMaker::new(&by.plan, &by.fields))).collect(),
            idle: Mutex::new((0..count).collect()),
            meanings: vec![Vec::new(); count],
            known: HashMap::new(),
        }
    }

    /// Adds each of these rows to those that wait in its partition. False if there are more partitions than there may be.
    pub fn divide(
        &mut self,
        rows: Range<u64>,
        partitions: &mut Vec<Partition>,
        waiting: &mut Vec<RowList>,
    ) -> bool {
        let blocks = (rows.end - rows.start).div_ceil(BLOCK) as usize;
        let found = in_parallel(blocks, self.threads, |block| self.block(&rows, block as u64));
        if self.makers.iter().any(|maker| lock(maker).count() > self.limit) {
            return false;
        }
        let mut row = rows.start;
        for (maker, numbers) in found.unwrap_or_else(|never| match never {}) {
            for number in numbers {
                let known = self.meanings[maker].get(number as usize).copied().unwrap_or(UNKNOWN);
                let partition =
                    if known == UNKNOWN { self.meaning(maker, number, partitions) } else { known } as usize;
                if partition >= waiting.len() {
                    waiting.resize_with(partition + 1, RowList::default);
                }
                waiting[partition].push(row);
                row += 1;
            }
        }
        partitions.len() <= self.limit
    }

    /// The numbers of the partitions of a block of rows, and which maker's numbers they are.
    fn block(&self, rows: &Range<u64>, block: u64) -> Result<(usize, Vec<u32>), Infallible> {
        let start = rows.start + block * BLOCK;
        let end = rows.end.min(start + BLOCK);
        // There are as many as threads.
        let index = lock(&self.idle).pop().unwrap_or(0);
        let mut numbers = Vec::with_capacity((end - start) as usize);
        lock(&self.makers[index]).fill(start..end, self.limit, &mut numbers);
        lock(&self.idle).push(index);
        Ok((index, numbers))
    }

    /// The partition that a maker's number means, which is new or was found by another one before.
    fn meaning(&mut self, maker: usize, number: u32, partitions: &mut Vec<Partition>) -> u32 {
        let values = lock(&self.makers[maker]).partition(number);
        let fields = &self.by.fields;
        let partition = *self.known.entry(values).or_insert_with_key(|values| {
            let named =
                fields.iter().zip(values).map(|(field, value)| (field.name(), field.folder_text(value)));
            partitions.push(Partition::new(values.clone(), folder(named)));
            partitions.len() as u32 - 1
        });
        let meanings = &mut self.meanings[maker];
        if meanings.len() <= number as usize {
            meanings.resize(number as usize + 1, UNKNOWN);
        }
        meanings[number as usize] = partition;
        partition
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
