//! The b-tree of a table: blocks of leaf pages, which threads make at the same time and write in turn.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use gusher::types::Batch;

use super::super::fault::Fault;
use super::super::value::{Column, Texts, Value, value};
use super::block::{Block, TABLE_LEAF};
use super::file::{DatabaseFile, PageWriter};
use super::index::{self, IndexToBuild, Keys, write_root};
use super::int_keys::IntKeys;
use super::key::KeyForm;
use super::key_runs::KeyRun;
use super::layout::TableLayout;
use super::record::Record;
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
    let mut maker = Maker::new(filling);
    maker.make(start..start + some)?;
    let bytes = maker.block.bytes().len() as u64;
    Ok((BLOCK_BYTES * some / bytes.max(1)).max(1))
}

/// Builds the indexes of a table, as many at the same time as there are threads.
fn build_indexes(
    file: &DatabaseFile,
    layout: &TableLayout,
    forms: &[KeyForm],
    keys: Vec<Vec<Keys>>,
    threads: NonZeroUsize,
    progress: &Progress,
) -> Result<(), Fault> {
    let others = threads.get().min(forms.len()).saturating_sub(1);
    let left = Mutex::new(layout.indexes.iter().zip(forms).zip(keys).collect::<Vec<_>>());
    let work = || -> Result<(), Fault> {
        loop {
            let taken = left.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some(((index, form), keys)) = taken else { return Ok(()) };
            let index = IndexToBuild { root: index.root, form, unique: index.unique.as_deref() };
            index::build(file, &index, keys, progress)?;
        }
    };
    thread::scope(|scope| {
        let spawned: Vec<_> =
            (0..others).filter_map(|_| thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
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

    fn fail(&self, fault: Fault) {
        self.lock().fault.get_or_insert(fault);
        self.turned.notify_all();
    }

    fn make_chunks(&self) -> Result<(), Fault> {
        let (mut maker, mut writer) = (Maker::new(self), self.file.writer()?);
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
            self.progress.sent(rows.end - rows.start, maker.block.bytes().len());
        }
    }

    /// Writes a chunk once all before it have their pages. Whether it is not in vain.
    fn write(&self, chunk: u64, maker: &mut Maker<'_>, writer: &mut PageWriter) -> Result<bool, Fault> {
        let is_root = self.chunks == 1 && maker.leaves.len() == 1;
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
        shared.last_rowid = Some(maker.last_rowid);
        for (all, keys) in shared.keys.iter_mut().zip(maker.take_keys()) {
            all.push(keys);
        }
        if is_root {
            drop(shared);
            write_root(self.file, writer, self.layout.root, &mut maker.block)?;
            return Ok(true);
        }
        let run = self.file.take(maker.block.page_count())?;
        let number = |index: u32| run.number(index as usize);
        shared.leaves.extend(maker.leaves.iter().map(|&(index, rowid)| (number(index), rowid)));
        shared.turn += 1;
        drop(shared);
        self.turned.notify_all();
        maker.block.link(number);
        writer.write_run(run, maker.block.bytes())?;
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

/// Makes chunks, with buffers of its own.
struct Maker<'f> {
    table: &'f TableToLoad<'f>,
    columns: &'f [Column],
    rowid_column: Option<usize>,
    forms: &'f [KeyForm],
    texts: Texts<'f>,
    batch: Batch,
    record: Record,
    block: Block,
    /// The leaf pages with the number of the last row of each.
    leaves: Vec<(u32, i64)>,
    keys: Vec<Keys>,
    first_rowid: i64,
    last_rowid: i64,
}

impl<'f> Maker<'f> {
    fn new(filling: &Filling<'f>) -> Maker<'f> {
        let &Filling { table, columns, forms, layout, .. } = filling;
        Maker {
            table,
            columns,
            rowid_column: layout.rowid_column,
            forms,
            texts: Texts::of(columns),
            batch: Batch::default(),
            record: Record::default(),
            block: Block::default(),
            leaves: Vec::new(),
            keys: no_keys(forms),
            first_rowid: 0,
            last_rowid: 0,
        }
    }

    /// The keys that were made, each run of them sorted.
    fn take_keys(&mut self) -> Vec<Keys> {
        std::mem::replace(&mut self.keys, no_keys(self.forms))
    }

    /// Makes the leaf pages of rows, and the keys of their indexes.
    fn make(&mut self, rows: Range<u64>) -> Result<(), Fault> {
        self.block.clear();
        self.leaves.clear();
        self.keys = no_keys(self.forms);
        let mut leaf = None;
        let (mut at, mut last) = (rows.start, None);
        while at < rows.end {
            let next = rows.end.min(at + self.table.plan.batch_rows() as u64);
            self.table.plan.fill(&(at..next), &mut self.batch);
            self.texts.write(&self.batch);
            for row in 0..self.batch.len() {
                let number = (at - self.table.rows.start) as i64 + row as i64 + 1;
                let rowid = self.make_record(row, number)?;
                if last.is_some_and(|last| last >= rowid) {
                    return Err(Fault::Unordered);
                }
                let len = Block::row_len(rowid, self.record.len());
                match (leaf, last) {
                    (Some(_), _) if self.block.has_room(len) => {}
                    (full, last) => {
                        if let (Some(full), Some(last)) = (full, last) {
                            self.block.end_leaf();
                            self.leaves.push((full, last));
                        }
                        leaf = Some(self.block.begin_leaf(TABLE_LEAF));
                    }
                }
                self.block.push_row(rowid, &self.record);
                self.make_keys(row, rowid);
                if last.is_none() {
                    self.first_rowid = rowid;
                }
                last = Some(rowid);
            }
            at = next;
        }
        if let (Some(leaf), Some(last)) = (leaf, last) {
            self.block.end_leaf();
            self.leaves.push((leaf, last));
            self.last_rowid = last;
        }
        for keys in &mut self.keys {
            if let Keys::Run(run) = keys {
                *run = std::mem::take(run).sorted();
            }
        }
        Ok(())
    }

    /// Makes the record of a row of the batch. The number of the row in the table.
    #[inline]
    fn make_record(&mut self, row: usize, number: i64) -> Result<i64, Fault> {
        let (mut rowid, columns) = (number, self.columns);
        self.record.clear();
        // What a batch has beyond these is not written.
        for (index, data) in self.batch.columns().iter().enumerate().take(columns.len()) {
            let value = value(columns, index, data, row, &self.texts);
            if self.rowid_column != Some(index) {
                self.record.push(value);
                continue;
            }
            // The number of the row comes before the record.
            self.record.push(Value::Null);
            let Value::Int(int) = value else { return Err(Fault::Unordered) };
            rowid = int;
        }
        Ok(rowid)
    }

    #[inline]
    fn make_keys(&mut self, row: usize, rowid: i64) {
        let (columns, all, texts) = (self.columns, self.batch.columns(), &self.texts);
        let of = |index: usize| value(columns, index, &all[index], row, texts);
        for (form, keys) in self.forms.iter().zip(&mut self.keys) {
            match (keys, form.int_column()) {
                (Keys::Ints(keys), Some(column)) => match of(column) {
                    Value::Int(int) => keys.push(int, rowid),
                    _ => keys.push_null(rowid),
                },
                (Keys::Run(run), _) => {
                    form.write(of, rowid, run.bytes_mut());
                    run.end_key();
                }
                (Keys::Ints(_), None) => unreachable!("keys of integers are of one column"),
            }
        }
    }
}

fn no_keys(forms: &[KeyForm]) -> Vec<Keys> {
    let of = |form: &KeyForm| match form.int_column() {
        Some(_) => Keys::Ints(IntKeys::default()),
        None => Keys::Run(KeyRun::default()),
    };
    forms.iter().map(of).collect()
}
