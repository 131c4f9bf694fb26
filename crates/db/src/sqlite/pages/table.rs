//! The b-tree of a table: blocks of leaf pages, which threads make at the same time and write in turn.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::super::fault::Fault;
use super::super::value::Column;
use super::file::{DatabaseFile, PageWriter};
use super::index::{self, IndexToBuild, Keys, write_root};
use super::key::KeyForm;
use super::layout::TableLayout;
use super::maker::Maker;
use super::tree::{self, TableChild};
use crate::options::TableToLoad;
use crate::progress::Progress;

/// About how many bytes of pages are made at a time: few enough for the cache, many enough that a last page which is not full is nothing.
const BLOCK_BYTES: u64 = 2 << 20;

/// What all threads share.
struct Shared {
    /// The number of the chunk that is written next.
    turn: u64,
    last_rowid: Option<i64>,
    leaves: Vec<TableChild>,
    /// For each index.
    keys: Vec<Vec<Keys>>,
    fault: Option<Fault>,
}

/// A table that is filled.
struct Filling<'f> {
    file: &'f DatabaseFile,
    table: &'f TableToLoad<'f>,
    layout: &'f TableLayout,
    columns: &'f [Column],
    forms: &'f [KeyForm],
    progress: &'f Progress,
    chunk_rows: u64,
    chunks: u64,
    next: AtomicU64,
    shared: Mutex<Shared>,
    turned: Condvar,
}

/// Whether a table is one whose pages are known here.
fn forms(layout: &TableLayout, columns: &[Column]) -> Option<Vec<KeyForm>> {
    layout.indexes.iter().map(|index| KeyForm::of(index, columns)).collect()
}

/// Fills a table and its indexes, which are empty. Whether that was possible: nothing was done where it was not.
///
/// # Errors
/// Whatever goes wrong, the file is of no use then.
pub fn fill(
    file: &DatabaseFile,
    table: &TableToLoad<'_>,
    layout: &TableLayout,
    columns: &[Column],
    threads: NonZeroUsize,
    progress: &Progress,
) -> Result<bool, Fault> {
    let (Some(forms), true) = (forms(layout, columns), columns.iter().all(|column| column.is_stored)) else {
        return Ok(false);
    };
    let rows = table.rows.end - table.rows.start;
    if rows == 0 {
        return Ok(true);
    }
    let mut filling = Filling {
        file,
        table,
        layout,
        columns,
        forms: &forms,
        progress,
        chunk_rows: 0,
        chunks: 0,
        next: AtomicU64::new(0),
        shared: Mutex::new(Shared {
            turn: 0,
            last_rowid: None,
            leaves: Vec::new(),
            keys: layout.indexes.iter().map(|_| Vec::new()).collect(),
            fault: None,
        }),
        turned: Condvar::new(),
    };
    filling.chunk_rows = chunk_rows(&filling)?;
    filling.chunks = rows.div_ceil(filling.chunk_rows);
    let others = (threads.get() as u64).min(filling.chunks) - 1;
    thread::scope(|scope| {
        for _ in 0..others {
            // Without a thread, the others do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, || filling.work());
        }
        filling.work();
    });
    let Filling { shared, .. } = filling;
    let Shared { leaves, keys, fault, .. } = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(fault) = fault {
        return Err(fault);
    }
    if leaves.len() > 1 {
        tree::write_table(file, &mut file.writer()?, layout.root, leaves)?;
    }
    build_indexes(file, layout, &forms, keys, threads, progress)?;
    Ok(true)
}

/// How many rows are made at a time, as the first ones are.
fn chunk_rows(filling: &Filling<'_>) -> Result<u64, Fault> {
    let Range { start, end } = filling.table.rows;
    let some = (filling.table.plan.batch_rows() as u64).min(end - start);
    let mut maker = filling.maker();
    maker.make(start..start + some)?;
    let bytes = maker.pages.block.bytes().len() as u64;
    Ok((BLOCK_BYTES * some / bytes.max(1)).max(1))
}

/// Builds the indexes of a table: those of integers by all threads, of the others as many at the same time as there are threads.
fn build_indexes(
    file: &DatabaseFile,
    layout: &TableLayout,
    forms: &[KeyForm],
    keys: Vec<Vec<Keys>>,
    threads: NonZeroUsize,
    progress: &Progress,
) -> Result<(), Fault> {
    let mut others = Vec::new();
    for ((index, form), keys) in layout.indexes.iter().zip(forms).zip(keys) {
        let to_build =
            IndexToBuild { file, root: index.root, form, unique: index.unique.as_deref(), progress };
        match form.int_column() {
            Some(_) => index::build(&to_build, keys, threads)?,
            None => others.push((to_build, keys)),
        }
    }
    let spawned = threads.get().min(others.len()).saturating_sub(1);
    let left = Mutex::new(others);
    let work = || -> Result<(), Fault> {
        loop {
            let taken = left.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some((index, keys)) = taken else { return Ok(()) };
            index::build(&index, keys, threads)?;
        }
    };
    thread::scope(|scope| {
        let spawned: Vec<_> =
            (0..spawned).filter_map(|_| thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut found = work();
        for thread in spawned {
            let of_thread = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            found = found.and(of_thread);
        }
        found
    })
}

impl Filling<'_> {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes one chunk after the other until none is left or something fails.
    fn work(&self) {
        // Whoever waits for the turn of this thread would wait for ever.
        let guard = OnPanic(self);
        if let Err(fault) = self.make_chunks() {
            self.fail(fault);
        }
        drop(guard);
    }

    fn maker(&self) -> Maker<'_> {
        Maker::new(self.table, self.columns, self.layout.rowid_column, self.forms)
    }

    fn fail(&self, fault: Fault) {
        self.lock().fault.get_or_insert(fault);
        self.turned.notify_all();
    }

    fn make_chunks(&self) -> Result<(), Fault> {
        let (mut maker, mut writer) = (self.maker(), self.file.writer()?);
        loop {
            let chunk = self.next.fetch_add(1, Ordering::Relaxed);
            if chunk >= self.chunks || self.lock().fault.is_some() {
                return Ok(());
            }
            if self.progress.is_stopped() {
                return Err(Fault::Stopped);
            }
            let start = self.table.rows.start + chunk * self.chunk_rows;
            let rows = start..self.table.rows.end.min(start + self.chunk_rows);
            maker.make(rows.clone())?;
            if !self.write(chunk, &mut maker, &mut writer)? {
                return Ok(());
            }
            self.progress.sent(rows.end - rows.start, maker.pages.block.bytes().len());
        }
    }

    /// Writes a chunk once all before it have their pages. Whether it is not in vain.
    fn write(&self, chunk: u64, maker: &mut Maker<'_>, writer: &mut PageWriter) -> Result<bool, Fault> {
        let is_root = self.chunks == 1 && maker.pages.leaves.len() == 1;
        let keys = maker.take_keys();
        let mut shared = self.lock();
        while shared.turn != chunk && shared.fault.is_none() {
            shared = self.turned.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
        if shared.fault.is_some() {
            return Ok(false);
        }
        if shared.last_rowid.is_some_and(|last| last >= maker.first_rowid) {
            drop(shared);
            return Err(Fault::Unordered);
        }
        shared.last_rowid = Some(maker.pages.last_rowid);
        for (all, keys) in shared.keys.iter_mut().zip(keys) {
            all.push(keys);
        }
        if is_root {
            drop(shared);
            write_root(self.file, writer, self.layout.root, &mut maker.pages.block)?;
            return Ok(true);
        }
        let run = self.file.take(maker.pages.block.page_count())?;
        let number = |index: u32| run.number(index as usize);
        shared.leaves.extend(maker.pages.leaves.iter().map(|&(index, rowid)| (number(index), rowid)));
        shared.turn += 1;
        drop(shared);
        self.turned.notify_all();
        maker.pages.block.link(number);
        writer.write_run(run, maker.pages.block.bytes())?;
        Ok(true)
    }
}

/// Lets all threads end where one panics.
struct OnPanic<'f>(&'f Filling<'f>);

impl Drop for OnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.fail(Fault::Stopped);
        }
    }
}
