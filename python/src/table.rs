//! A table for Python: its rows as Arrow streams, as objects, and as files.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gush_columnar::memory::{ColumnArray, ColumnLayout, TextLayout};
use gush_generate::request::NO_SUCH_SHARD;
use gush_generate::{MAX_THREADS, Shard, default_threads, in_parallel};
use gusher::rng::Rows;
use gusher::types::{BATCH_ROWS, Batch, DataType, StorageType};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::error;
use crate::ffi;
use crate::function::Function;
use crate::planned::{self, Column, ColumnsRequest, FileRequest, PlannedTable};
use crate::reader::{ROWS, Reader, Ready, Selection};
use crate::signals::watched;
use crate::values::Objects;

/// A batch of rows that are all made at once has no more: the larger its arrays, the larger the pages of their memory.
const MAX_ROWS: u64 = 1 << 20;

/// A table that can be made: `gusher.Table` is made of it.
#[pyclass(frozen, module = "gusher._gusher")]
pub struct RawTable(pub Arc<PlannedTable>);

/// How texts are held, by the name that Python has for it.
fn layout_of(texts: &str) -> PyResult<TextLayout> {
    Ok(match texts {
        "dictionary" => TextLayout::Dictionary,
        "utf8" => TextLayout::Offsets,
        "large_utf8" => TextLayout::LargeOffsets,
        "utf8_view" => TextLayout::Views,
        other => {
            let known = "expected \"dictionary\", \"utf8\", \"large_utf8\" or \"utf8_view\"";
            return Err(error(format!("texts={other:?}: {known}")));
        }
    })
}

/// How texts are held that a reader asks for by a format of Arrow's.
fn layout_of_format(format: &str) -> Option<TextLayout> {
    match format {
        "+d" => Some(TextLayout::Dictionary),
        "u" => Some(TextLayout::Offsets),
        "U" => Some(TextLayout::LargeOffsets),
        "vu" => Some(TextLayout::Views),
        _ => None,
    }
}

impl RawTable {
    fn selection(
        &self,
        columns: Option<Vec<usize>>,
        texts: &str,
        requested: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Selection> {
        let usual = layout_of(texts)?;
        let requested = requested.map(ffi::requested).transpose()?.unwrap_or_default();
        let fields = self.0.fields();
        let indices = columns.clone().unwrap_or_else(|| (0..fields.len()).collect());
        if let Some(index) = indices.iter().find(|&&index| index >= fields.len()) {
            return Err(error(format!("there is no column {index} of {}", fields.len())));
        }
        let layout = |&index: &usize| {
            let asked = requested.iter().find(|(name, _)| *name == fields[index].name);
            let texts = asked.and_then(|(_, format)| layout_of_format(format)).unwrap_or(usual);
            self.0.layout(index, texts)
        };
        let layouts: Vec<Arc<ColumnLayout>> = indices.iter().map(layout).collect();
        Ok(Selection { made: Arc::clone(&self.0), indices: columns, layouts })
    }

    /// Whether the table has these rows.
    fn check(&self, start: u64, stop: u64) -> PyResult<Range<u64>> {
        let end = self.0.whole().end;
        if start > stop || stop > end {
            return Err(error(format!("there are no rows {start} to {stop}; the table's end is {end}")));
        }
        Ok(start..stop)
    }
}

#[pymethods]
impl RawTable {
    #[getter]
    fn name(&self) -> &str {
        self.0.schema().table()
    }

    /// The first row and the one after the last.
    #[getter]
    fn rows(&self) -> (u64, u64) {
        let whole = self.0.whole();
        (whole.start, whole.end)
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.0.settings.seed
    }

    /// In seconds since 1970-01-01T00:00:00Z.
    #[getter]
    fn now(&self) -> i64 {
        self.0.settings.now
    }

    #[getter]
    fn locale(&self) -> &str {
        self.0.settings.locale.name
    }

    /// For each column its name, its type in Arrow's format strings, its class in Python, and whether it may be null.
    fn columns(&self) -> Vec<(String, String, &'static str, bool)> {
        let column = |(index, field): (usize, &&gusher::types::Field)| {
            let format = self.0.layout(index, TextLayout::Offsets).format();
            (field.name.clone(), format, Objects::new(field).class(), field.nullable)
        };
        self.0.fields().iter().enumerate().map(column).collect()
    }

    /// The types of the columns, as a capsule of an Arrow schema.
    #[pyo3(signature = (columns=None, texts="dictionary"))]
    fn schema(&self, py: Python<'_>, columns: Option<Vec<usize>>, texts: &str) -> PyResult<Py<PyAny>> {
        ffi::schema(py, &self.selection(columns, texts, None)?.layouts)
    }

    /// A stream of these rows, made as it is read.
    #[pyo3(signature = (start, stop, columns=None, texts="dictionary", requested=None, batch_rows=ROWS))]
    #[allow(clippy::too_many_arguments)]
    fn stream(
        &self,
        py: Python<'_>,
        start: u64,
        stop: u64,
        columns: Option<Vec<usize>>,
        texts: &str,
        requested: Option<&Bound<'_, PyAny>>,
        batch_rows: u64,
    ) -> PyResult<Py<PyAny>> {
        let rows = self.check(start, stop)?;
        let selection = self.selection(columns, texts, requested)?;
        ffi::stream(py, Box::new(Reader::new(selection, rows, batch_rows)))
    }

    /// A stream of these rows, all of which are made now, by several threads.
    #[pyo3(signature = (start, stop, columns=None, texts="dictionary", threads=None))]
    #[allow(clippy::too_many_arguments)]
    fn collect(
        &self,
        py: Python<'_>,
        start: u64,
        stop: u64,
        columns: Option<Vec<usize>>,
        texts: &str,
        threads: Option<usize>,
    ) -> PyResult<Py<PyAny>> {
        let rows = self.check(start, stop)?;
        let selection = self.selection(columns, texts, None)?;
        let batches = collected(py, &selection, rows, threads)?;
        ffi::stream(py, Box::new(Ready::new(selection.layouts, batches)))
    }

    /// A stream of the rows of these numbers, in this order.
    #[pyo3(signature = (numbers, columns=None, texts="dictionary"))]
    fn gather(
        &self,
        py: Python<'_>,
        numbers: Vec<u64>,
        columns: Option<Vec<usize>>,
        texts: &str,
    ) -> PyResult<Py<PyAny>> {
        if let Some(&row) = numbers.iter().max() {
            self.check(row, row.saturating_add(1))?;
        }
        let selection = self.selection(columns, texts, None)?;
        let made = py.detach(|| {
            let (mut batch, mut batches, mut at) = (Batch::default(), Vec::new(), 0);
            while at < numbers.len() {
                let next = numbers.len().min(at + ROWS as usize);
                let (made, columns) = selection.try_fill(Rows::At(&numbers[at..next]), &mut batch)?;
                batches.push((made, columns));
                at += made;
            }
            Ok::<_, PyErr>(batches)
        })?;
        ffi::stream(py, Box::new(Ready::new(selection.layouts, made)))
    }

    /// These rows as lists of objects, one a column.
    #[pyo3(signature = (start, stop, columns=None))]
    fn objects(
        &self,
        py: Python<'_>,
        start: u64,
        stop: u64,
        columns: Option<Vec<usize>>,
    ) -> PyResult<Vec<Vec<Py<PyAny>>>> {
        let rows = self.check(start, stop)?;
        let fields = self.0.fields();
        let indices = columns.unwrap_or_else(|| (0..fields.len()).collect());
        let objects: Vec<Objects> = indices.iter().map(|&index| Objects::new(fields[index])).collect();
        let mut lists: Vec<Vec<Py<PyAny>>> = indices.iter().map(|_| Vec::new()).collect();
        let (mut batch, mut at) = (Batch::default(), rows.start);
        while at < rows.end {
            py.check_signals()?;
            let next = rows.end.min(at + BATCH_ROWS as u64);
            let made = &self.0;
            let fill = || made.plan.fill_columns(&indices, at..next, &mut batch);
            if std::panic::catch_unwind(std::panic::AssertUnwindSafe(fill)).is_err() {
                return Err(made.raised.take().unwrap_or_else(|| error("a row could not be made")));
            }
            for ((list, objects), column) in lists.iter_mut().zip(&objects).zip(batch.columns()) {
                list.extend(objects.list(py, column, (next - at) as usize)?);
            }
            at = next;
        }
        Ok(lists)
    }

    /// The rows of shard `number`, from 1, of `count`.
    #[staticmethod]
    fn shard(start: u64, stop: u64, number: u64, count: u64) -> PyResult<(u64, u64)> {
        let shard = Shard::numbered(number, count);
        let shard = shard.ok_or_else(|| error(format!("shard({number}, {count}): {NO_SUCH_SHARD}")))?;
        let rows = shard.of(&(start..stop));
        Ok((rows.start, rows.end))
    }

    /// Writes these rows to a file or into a directory, or without a path into a database.
    #[pyo3(signature = (path, start, stop, options))]
    fn write(
        slf: &Bound<'_, Self>,
        path: Option<PathBuf>,
        start: u64,
        stop: u64,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<()> {
        let rows = slf.get().check(start, stop)?;
        let made = Arc::clone(&slf.get().0);
        crate::write::write(slf.py(), path.as_deref(), vec![(made, rows)], options)
    }

    /// The same table with UUIDs as texts, and times of day if `times` are meant, too, for readers that have no such types.
    #[pyo3(signature = (times=true))]
    fn with_texts(&self, times: bool) -> RawTable {
        RawTable(Arc::new(self.0.with_texts(times)))
    }

    /// The indices of the columns of whole numbers that may be null and may lie beyond those that a float64 holds exactly.
    fn wide(&self) -> Vec<usize> {
        let is_wide = |field: &gusher::types::Field| {
            let exact = -(1_i64 << 53)..=1 << 53;
            let is_beyond = match field.data_type {
                DataType::Int64 { min, max } => !exact.contains(&min) || !exact.contains(&max),
                DataType::Wide { .. } => matches!(field.storage(), StorageType::Int(_)),
                _ => false,
            };
            field.nullable && is_beyond
        };
        let fields = self.0.fields().into_iter().enumerate();
        fields.filter(|(_, field)| is_wide(field)).map(|(index, _)| index).collect()
    }

    /// The indices of the columns that count the rows.
    fn serial(&self) -> Vec<usize> {
        let columns = self.0.plan.columns().iter().enumerate();
        columns.filter(|(_, column)| column.is_serial()).map(|(index, _)| index).collect()
    }

    /// For each foreign key the columns, the table that it refers to, and the columns there.
    fn foreign_keys(&self) -> Vec<(Vec<String>, String, Vec<String>)> {
        let dataset = self.0.dataset();
        let names = |table: usize, indices: &[usize]| -> Vec<String> {
            let columns = dataset.tables[table].schema.columns();
            indices.iter().map(|&index| columns[index].name().to_owned()).collect()
        };
        let key = |key: gusher::schema::ForeignKey| {
            let parent = dataset.tables[key.parent].schema.table().to_owned();
            (names(self.0.index(), &key.columns), parent, names(key.parent, &key.key))
        };
        dataset.foreign_keys(self.0.index()).into_iter().map(key).collect()
    }
}

/// Makes rows by several threads; Python runs on meanwhile, and a signal ends it.
fn collected(
    py: Python<'_>,
    selection: &Selection,
    rows: Range<u64>,
    threads: Option<usize>,
) -> PyResult<Vec<(usize, Vec<ColumnArray>)>> {
    let threads = threads.unwrap_or(default_threads().get()).clamp(1, MAX_THREADS.get());
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let all = rows.end - rows.start;
    // Several for each thread, so that all have something to do until the end.
    let parts = if threads == NonZeroUsize::MIN { 1 } else { 4 * threads.get() as u64 };
    let batch_rows = (all / parts).clamp(ROWS, MAX_ROWS);
    let count = all.div_ceil(batch_rows) as usize;
    let stopped = AtomicBool::new(false);
    let work = |part: usize| {
        let start = rows.start + part as u64 * batch_rows;
        let mut reader = Reader::new(selection.clone(), start..rows.end.min(start + batch_rows), batch_rows);
        let mut batches = Vec::new();
        while let Some(batch) = reader.read()? {
            batches.push(batch);
            if stopped.load(Ordering::Relaxed) {
                return Err(PyKeyboardInterrupt::new_err(()));
            }
        }
        Ok(batches)
    };
    // What is done in a moment needs no other thread.
    let batches = match count {
        0 | 1 => py.detach(|| in_parallel(count, threads, work)),
        _ => watched(py, || stopped.store(true, Ordering::Relaxed), || in_parallel(count, threads, work))?,
    };
    Ok(batches?.into_iter().flatten().collect())
}

/// A table of columns. A function is given with the name of its column, what to call, and the columns it reads.
///
/// # Errors
/// Everything that is wrong with them.
#[pyfunction]
#[pyo3(signature = (name, start, stop, columns, functions, seed, now, locale))]
#[allow(clippy::too_many_arguments)]
pub fn table(
    name: &str,
    start: u64,
    stop: u64,
    columns: Vec<Column>,
    functions: Vec<(String, Py<PyAny>, Vec<String>)>,
    seed: Option<u64>,
    now: Option<&str>,
    locale: Option<&str>,
) -> PyResult<RawTable> {
    let function = |(number, (name, call, reads))| Arc::new(Function { number, name, call, reads });
    let functions: Vec<Arc<Function>> = functions.into_iter().enumerate().map(function).collect();
    let rows = start..stop;
    let wanted = ColumnsRequest { name, rows, columns: &columns, functions, seed, now, locale };
    Ok(RawTable(Arc::new(planned::of_columns(wanted)?)))
}

/// The tables of the text of a schema file.
///
/// # Errors
/// Everything that is wrong with it.
#[pyfunction]
#[pyo3(signature = (path, text, folder, seed, now, locale, scale))]
#[allow(clippy::too_many_arguments)]
pub fn tables(
    path: &str,
    text: &str,
    folder: PathBuf,
    seed: Option<u64>,
    now: Option<&str>,
    locale: Option<&str>,
    scale: Option<f64>,
) -> PyResult<Vec<RawTable>> {
    let asked = FileRequest { path, text, folder: &folder, seed, now, locale, scale };
    Ok(planned::of_file(&asked)?.into_iter().map(|made| RawTable(Arc::new(made))).collect())
}
