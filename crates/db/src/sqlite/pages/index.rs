//! The b-tree of an index, from its entries in order: of integers in parts, which threads make at the same time; of others in one go.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use super::super::fault::Fault;
use super::super::value::Value;
use super::block::Block;
use super::file::{DatabaseFile, PAGE_SIZE, PageWriter};
use super::int_keys::{Entry, IntParts, IntRun, int_of};
use super::key::{KeyForm, ROWID, rowid_of};
use super::key_runs::{self, KeyRun};
use super::leaves::{Between, IndexLeaves};
use super::record::Record;
use super::tree;
use crate::progress::Progress;

/// How many pages are written at once.
const BLOCK_PAGES: usize = 256;
/// About how many entries of integers are sorted and written at once: they and their pages are in the cache.
const PART_ENTRIES: usize = if cfg!(test) { 1 << 8 } else { 1 << 15 };
/// The most parts.
const MAX_PARTS: usize = 1 << 10;
/// After this number of entries it is looked whether someone asks for the end.
const ENTRIES_BETWEEN_LOOKS: u64 = 1 << 16;

/// The keys of a chunk of rows, in order.
#[derive(Debug)]
pub enum Keys {
    Ints(IntRun),
    Run(KeyRun),
}

/// An index that is built.
pub struct IndexToBuild<'i> {
    pub file: &'i DatabaseFile,
    pub root: u32,
    pub form: &'i KeyForm,
    /// What its keys are called where two must differ and do not; none where they need not differ.
    pub unique: Option<&'i str>,
    pub progress: &'i Progress,
}

/// Writes an index with the keys of all chunks.
pub fn build(index: &IndexToBuild<'_>, keys: Vec<Keys>, threads: NonZeroUsize) -> Result<(), Fault> {
    let (mut ints, mut runs) = (Vec::new(), Vec::new());
    for keys in keys {
        match keys {
            Keys::Ints(chunk) => ints.push(chunk),
            Keys::Run(run) => runs.push(run),
        }
    }
    if ints.is_empty() { build_of_runs(index, &runs) } else { build_of_ints(index, &ints, threads) }
}

/// Entries that are made together: of rows without a key, and of a part of the keys.
struct Part<'p> {
    nulls: &'p [i64],
    ints: Option<usize>,
}

/// An index of integers that threads build.
struct Building<'b> {
    index: &'b IndexToBuild<'b>,
    ints: &'b IntParts<'b>,
    parts: &'b [Part<'b>],
    next: AtomicUsize,
    done: Mutex<Done>,
    turned: Condvar,
}

/// What was made of an index.
#[derive(Default)]
struct Done {
    /// The part that is written next.
    turn: usize,
    between: Between,
    last: Option<u32>,
    fault: Option<Fault>,
}

fn build_of_ints(index: &IndexToBuild<'_>, runs: &[IntRun], threads: NonZeroUsize) -> Result<(), Fault> {
    let nulls: Vec<i64> = runs.iter().flat_map(|run| run.nulls.iter().copied()).collect();
    let count = runs.iter().map(IntRun::len).sum::<usize>();
    let ints = IntParts::of(runs, PART_ENTRIES.max(count / MAX_PARTS), index.unique.is_some());
    let of_nulls = nulls.chunks(PART_ENTRIES).map(|nulls| Part { nulls, ints: None });
    let mut parts: Vec<Part<'_>> = of_nulls.collect();
    if ints.len() > 0 {
        // The last of these may be too few for a page of their own.
        let nulls = parts.pop().map_or(&[][..], |part| part.nulls);
        parts.push(Part { nulls, ints: Some(0) });
        parts.extend((1..ints.len()).map(|part| Part { nulls: &[], ints: Some(part) }));
    }
    let building = Building {
        index,
        ints: &ints,
        parts: &parts,
        next: AtomicUsize::new(0),
        done: Mutex::default(),
        turned: Condvar::new(),
    };
    thread::scope(|scope| {
        for _ in 1..threads.get().min(parts.len()) {
            // Without a thread, the others do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, || building.work());
        }
        building.work();
    });
    let Done { between, last, fault, .. } =
        building.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    match (fault, last) {
        (Some(fault), _) => Err(fault),
        (None, Some(last)) => write_above(index, &mut index.file.writer()?, between, last),
        // The root is written, or is as it should be without entries.
        (None, None) => Ok(()),
    }
}

impl Building<'_> {
    /// Makes one part after the other until none is left or something fails.
    fn work(&self) {
        // Whoever waits for the turn of this thread would wait for ever.
        let guard = OnPanic(self);
        if let Err(fault) = self.make_parts() {
            self.fail(fault);
        }
        drop(guard);
    }

    fn fail(&self, fault: Fault) {
        self.done.lock().unwrap_or_else(PoisonError::into_inner).fault.get_or_insert(fault);
        self.turned.notify_all();
    }

    fn make_parts(&self) -> Result<(), Fault> {
        let (mut leaves, mut writer) = (IndexLeaves::default(), self.index.file.writer()?);
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = self.parts.get(number) else { return Ok(()) };
            if self.index.progress.is_stopped() {
                return Err(Fault::Stopped);
            }
            let found = self.make(part, number + 1 == self.parts.len(), &mut leaves);
            if !self.write(number, found, &mut leaves, &mut writer)? {
                return Ok(());
            }
        }
    }

    /// Makes the pages of a part. Its last entry is between its last page and the first one of the next part.
    fn make(&self, part: &Part<'_>, is_last: bool, leaves: &mut IndexLeaves) -> Result<Option<u32>, Fault> {
        leaves.block.clear();
        let entries = part.ints.map(|ints| self.ints.sorted(ints)).unwrap_or_default();
        self.check_unique(&entries)?;
        let after = if is_last { 0 } else { 1 };
        let count = part.nulls.len() + entries.len() - after;
        let mut record = Record::default();
        let mut at = 0;
        while at < count {
            if let Some(first) = at.checked_sub(part.nulls.len()) {
                // The last two entries are for `push`, which knows what is after them.
                let some = &entries[first..(count - part.nulls.len()).saturating_sub(2).max(first)];
                at += leaves.push_ints(some.iter().map(|&(key, rowid)| (int_of(key), rowid)));
            }
            entry(part.nulls, &entries, at, &mut record);
            at += 1;
            leaves.push(&record, (count - at) as u64);
        }
        if is_last {
            return Ok(leaves.finish());
        }
        entry(part.nulls, &entries, count, &mut record);
        leaves.push_after(&record);
        Ok(None)
    }

    fn check_unique(&self, entries: &[Entry]) -> Result<(), Fault> {
        let Some(unique) = self.index.unique else { return Ok(()) };
        match entries.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err(twice(unique, [pair[0].1, pair[1].1])),
            None => Ok(()),
        }
    }

    /// Writes a part once all before it have their pages. Whether it is not in vain.
    fn write(
        &self,
        number: usize,
        made: Result<Option<u32>, Fault>,
        leaves: &mut IndexLeaves,
        writer: &mut PageWriter,
    ) -> Result<bool, Fault> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        while done.turn != number && done.fault.is_none() {
            done = self.turned.wait(done).unwrap_or_else(PoisonError::into_inner);
        }
        if done.fault.is_some() {
            return Ok(false);
        }
        // The first one in order is reported.
        let last = made?;
        if self.parts.len() == 1 && leaves.has_one_leaf() {
            write_root(self.index.file, writer, self.index.root, &mut leaves.block)?;
            return Ok(true);
        }
        let run = self.index.file.take(leaves.block.page_count())?;
        leaves.number(run, &mut done.between);
        done.last = last.map(|last| run.number(last as usize));
        done.turn += 1;
        drop(done);
        self.turned.notify_all();
        writer.write_run(run, leaves.block.bytes())?;
        Ok(true)
    }
}

/// Lets all threads end where one panics.
struct OnPanic<'b>(&'b Building<'b>);

impl Drop for OnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.fail(Fault::Stopped);
        }
    }
}

/// Makes the record of an entry of a part.
fn entry(nulls: &[i64], entries: &[Entry], at: usize, record: &mut Record) {
    record.clear();
    match at.checked_sub(nulls.len()) {
        None => {
            record.push(Value::Null);
            record.push_int(nulls[at]);
        }
        Some(at) => {
            let (key, rowid) = entries[at];
            record.push_int(int_of(key));
            record.push_int(rowid);
        }
    }
}

/// Writes an index whose keys are of any form.
fn build_of_runs(index: &IndexToBuild<'_>, runs: &[KeyRun]) -> Result<(), Fault> {
    let (mut leaves, mut all) = (IndexLeaves::default(), Between::default());
    let mut writer = index.file.writer()?;
    let (mut record, mut scratch, mut before) = (Record::default(), Vec::new(), Vec::new());
    key_runs::merge(runs, |key, left| {
        let has_null = index.form.read(key, &mut record, &mut scratch);
        if let (Some(unique), false) = (index.unique, has_null) {
            let of_values = |key: &[u8]| key.len().saturating_sub(ROWID);
            if !before.is_empty() && key[..of_values(key)] == before[..of_values(&before)] {
                return Err(twice(unique, [rowid_of(&before), rowid_of(key)]));
            }
            before.clear();
            before.extend_from_slice(key);
        }
        if left.is_multiple_of(ENTRIES_BETWEEN_LOOKS) && index.progress.is_stopped() {
            return Err(Fault::Stopped);
        }
        if leaves.push(&record, left) && leaves.block.page_count() >= BLOCK_PAGES {
            let run = index.file.take(leaves.block.page_count())?;
            leaves.number(run, &mut all);
            writer.write_run(run, leaves.block.bytes())?;
            leaves.block.clear();
        }
        Ok(())
    })?;
    // Without entries, the root is as it should be.
    let Some(leaf) = leaves.finish() else { return Ok(()) };
    if all.dividers.is_empty() && leaves.has_one_leaf() {
        return write_root(index.file, &mut writer, index.root, &mut leaves.block);
    }
    let run = index.file.take(leaves.block.page_count())?;
    leaves.number(run, &mut all);
    writer.write_run(run, leaves.block.bytes())?;
    write_above(index, &mut writer, all, run.number(leaf as usize))
}

fn write_above(
    index: &IndexToBuild<'_>,
    writer: &mut PageWriter,
    between: Between,
    last: u32,
) -> Result<(), Fault> {
    tree::write_index(index.file, writer, index.root, &between.cells, between.dividers, last)
}

fn twice(unique: &str, [one, other]: [i64; 2]) -> Fault {
    Fault::Text(format!(
        "{unique} must be unique, but the rows with the numbers (rowid) {one} and {other} have the same"
    ))
}

/// Writes a block of one leaf page, its first one, which is the root, and of overflow pages.
pub fn write_root(
    file: &DatabaseFile,
    writer: &mut PageWriter,
    root: u32,
    block: &mut Block,
) -> Result<(), Fault> {
    let run = file.take(block.page_count() - 1)?;
    block.link(|index| run.number(index as usize - 1));
    let (leaf, rest) = block.bytes().split_at(PAGE_SIZE);
    writer.write_page(root, leaf)?;
    writer.write_run(run, rest)
}
