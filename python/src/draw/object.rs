//! A draw as Python's functions use it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyList, PyTuple};

use super::words::{Source, Words};
use crate::errors::error;

/// How many different words there are.
const WORDS: u128 = 1 << 64;

/// Signals are checked after this number of values of one call.
const BATCH: usize = 1 << 16;

/// What one value is drawn from: random words that follow from a seed, the name of a method and the number of the call.
///
/// A copy, and what is pickled, goes on where this one is.
#[pyclass(frozen, module = "gusher._gusher")]
pub struct Draw {
    source: Arc<Source>,
    row: u64,
    next: AtomicU64,
}

impl Draw {
    /// That of call `row`.
    pub fn of(source: &Arc<Source>, row: u64) -> Draw {
        Draw { source: Arc::clone(source), row, next: AtomicU64::new(0) }
    }

    /// Does something with the next words.
    fn with<'a, T>(&'a self, work: impl FnOnce(&mut Words<'a>) -> T) -> T {
        let mut words = Words::new(&self.source, self.row, self.next.load(Ordering::Relaxed));
        let made = work(&mut words);
        self.next.store(words.next, Ordering::Relaxed);
        made
    }

    /// A whole number below one that 64 bits do not hold: 32 bits more than that has are enough that no number is likelier than
    /// another by what anybody could see.
    fn below_large<'py>(&self, count: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = count.py();
        let length: usize = count.call_method0("bit_length")?.extract()?;
        let words = (length + 32).div_ceil(64);
        let bytes: Vec<u8> = (0..words).flat_map(|_| self.word().to_le_bytes()).collect();
        let bits = py.get_type::<PyInt>().call_method1("from_bytes", (PyBytes::new(py, &bytes), "little"))?;
        bits.mul(count)?.rshift(64 * words)
    }
}

#[pymethods]
impl Draw {
    #[new]
    #[pyo3(signature = (seed, name=String::new(), row=0, next=0))]
    fn new(seed: u64, name: String, row: u64, next: u64) -> Draw {
        Draw { source: Arc::new(Source::new(seed, name)), row, next: AtomicU64::new(next) }
    }

    /// The next 64 bits.
    fn word(&self) -> u64 {
        self.with(Words::word)
    }

    /// A whole number from 0 up to, but not including, `count`.
    fn below<'py>(&self, count: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match count.extract::<u128>() {
            Ok(small @ 0..=WORDS) => self.with(|words| words.below(small)).into_bound_py_any(count.py()),
            Err(_) if count.lt(0)? => Err(error(format!("there is no whole number from 0 on below {count}"))),
            _ => self.below_large(count),
        }
    }

    /// A whole number from `low` to `high`, both included.
    fn between<'py>(&self, low: &Bound<'py, PyAny>, high: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let (Ok(first), Ok(last)) = (low.extract::<i64>(), high.extract::<i64>())
            && first <= last
        {
            return self.with(|words| words.between(first, last)).into_bound_py_any(low.py());
        }
        if low.gt(high)? {
            return Err(error(format!("there is no whole number from {low} to {high}")));
        }
        low.add(self.below(&high.sub(low)?.add(1)?)?)
    }

    /// A number from 0 up to, but not including, 1.
    fn fraction(&self) -> f64 {
        self.with(Words::fraction)
    }

    /// One of the values of a sequence.
    fn choice<'py>(&self, values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match values.len()? {
            0 => Err(PyIndexError::new_err("there is nothing to choose from")),
            count => item(values, self.with(|words| words.index(count))),
        }
    }

    /// `count` integers from 0 up to, but not including, `size`.
    fn indices(&self, py: Python<'_>, count: usize, size: usize) -> PyResult<Vec<usize>> {
        let mut indices = Vec::new();
        while indices.len() < count {
            let more = (count - indices.len()).min(BATCH);
            self.with(|words| indices.extend((0..more).map(|_| words.index(size))));
            py.check_signals()?;
        }
        Ok(indices)
    }

    /// The index of one of the weights with these running sums.
    fn within(&self, ends: &Bound<'_, PyAny>) -> PyResult<usize> {
        let count = ends.len()?;
        let end = |at: usize| item(ends, at)?.extract::<f64>();
        let wanted = self.fraction() * end(count.saturating_sub(1))?;
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            if wanted < end(middle)? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(low.min(count - 1))
    }

    /// The index of one of these weights, each as likely as its share of their sum.
    fn weighted(&self, weights: Vec<f64>) -> PyResult<usize> {
        let mut sum = 0.0;
        let ends: Vec<f64> = weights
            .iter()
            .map(|weight| {
                sum += weight;
                sum
            })
            .collect();
        if ends.is_empty() {
            return Err(PyIndexError::new_err("there is nothing to choose from"));
        }
        let wanted = self.fraction() * sum;
        Ok(ends.partition_point(|end| *end <= wanted).min(ends.len() - 1))
    }

    /// `count` of the values of a sequence in a random order, none twice.
    fn shuffled<'py>(&self, values: &Bound<'py, PyAny>, count: usize) -> PyResult<Bound<'py, PyList>> {
        let size = values.len()?;
        if count > size {
            return Err(PyIndexError::new_err(format!("there are only {size} of them, not {count}")));
        }
        let chosen =
            self.with(|words| words.sample(count, size)).into_iter().map(|index| item(values, index));
        let chosen: Vec<Bound<'py, PyAny>> = chosen.collect::<PyResult<_>>()?;
        PyList::new(values.py(), chosen)
    }

    /// A number within 40 per cent of this one, and at least 1.
    fn around(&self, number: i64) -> i64 {
        self.with(|words| words.around(number))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (u64, String, u64, u64)) {
        let next = self.next.load(Ordering::Relaxed);
        (py.get_type::<Draw>().into_any(), (self.source.seed, self.source.name.clone(), self.row, next))
    }
}

/// An item of a sequence.
pub fn item<'py>(values: &Bound<'py, PyAny>, index: usize) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(list) = values.cast::<PyList>() {
        return list.get_item(index);
    }
    match values.cast::<PyTuple>() {
        Ok(tuple) => tuple.get_item(index),
        Err(_) => values.get_item(index),
    }
}
