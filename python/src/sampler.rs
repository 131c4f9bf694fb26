//! One value after the other of a column, as Faker's methods give them: call n gives row n. Values are made a batch ahead.

use std::sync::{Mutex, PoisonError};

use gusher::plan::Plan;
use gusher::schema::STREAM_ROWS;
use gusher::types::Batch;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::exhausted;
use crate::planned::{self, Column, ColumnSpec, ColumnsRequest};
use crate::values::Objects;

/// The first batch has few rows, as many tests need no more, and each one after it twice as many.
const FIRST: u64 = 16;
const MAX_BATCH: u64 = 1024;

/// Gives the values of one column, one a call.
#[pyclass(frozen, module = "gusher._gusher")]
pub struct Sampler {
    name: String,
    plan: Plan,
    objects: Objects,
    /// How many values there are.
    end: u64,
    /// Changes a value, where something is to be done with it in Python.
    convert: Option<Py<PyAny>>,
    /// What is called where arguments are given.
    other: Option<Py<PyAny>>,
    state: Mutex<State>,
}

/// What comes next.
#[derive(Default)]
struct State {
    /// The next values, the last one first.
    ready: Vec<Py<PyAny>>,
    /// The row of the first value that is not made.
    next: u64,
}

#[pymethods]
impl Sampler {
    /// The values of a column called `name` of the table `fake`.
    #[new]
    #[pyo3(signature = (name, word, seed, now, locale, convert=None, other=None))]
    fn new(
        name: String,
        word: String,
        seed: u64,
        now: Option<&str>,
        locale: &str,
        convert: Option<Py<PyAny>>,
        other: Option<Py<PyAny>>,
    ) -> PyResult<Sampler> {
        let columns: [Column; 1] = [(Some(name.clone()), ColumnSpec::Text(word))];
        let wanted = |rows| ColumnsRequest {
            name: "fake",
            rows,
            columns: &columns,
            functions: Vec::new(),
            seed: Some(seed),
            now,
            locale: Some(locale),
        };
        let end = planned::of_columns(wanted(0..0))?.schema().max_rows().min(STREAM_ROWS);
        let made = planned::of_columns(wanted(0..end))?;
        let objects = Objects::new(made.fields()[0]);
        Ok(Sampler { name, plan: made.plan, objects, end, convert, other, state: Mutex::default() })
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        if !args.is_empty() || kwargs.is_some_and(|kwargs| !kwargs.is_empty()) {
            return match &self.other {
                Some(other) => other.call(py, args, kwargs),
                None => Err(PyTypeError::new_err(format!("{}() takes no arguments", self.name))),
            };
        }
        self.next(py)
    }

    /// The next value.
    fn next(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let ready = self.state.lock().unwrap_or_else(PoisonError::into_inner).ready.pop();
        let value = match ready {
            Some(value) => value,
            None => self.refill(py)?,
        };
        match &self.convert {
            None => Ok(value),
            Some(convert) => convert.call1(py, (value,)),
        }
    }

    /// How many values there are, up to `most`.
    fn count(&self, most: u64) -> u64 {
        self.end.min(most)
    }

    /// The next value is that of this row again.
    fn seek(&self, row: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        *state = State { ready: Vec::new(), next: row };
    }

    /// The row of the next value.
    #[getter]
    fn row(&self) -> u64 {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.next - state.ready.len() as u64
    }

    fn __repr__(&self) -> String {
        format!("<fake.{}>", self.name)
    }

    /// How the method is called, for `inspect.signature`.
    #[getter]
    fn __signature__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let module = py.import(intern!(py, "gusher._faker.signature"))?;
        Ok(module.call_method1(intern!(py, "signature_of"), (&self.name,))?.unbind())
    }
}

impl Sampler {
    /// Makes a batch, and takes its first value.
    fn refill(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        loop {
            let start = self.state.lock().unwrap_or_else(PoisonError::into_inner).next;
            if start >= self.end {
                // Faker's message begins so, and programs look at it.
                let tried = format!("Got duplicated values after {} iterations.", self.end);
                let text = format!("{tried} `{}` has only {} different values", self.name, self.end);
                return Err(exhausted(format!(
                    "{text}, and all of them were given; fake.unique.clear() begins again"
                )));
            }
            let rows = start.next_power_of_two().clamp(FIRST, MAX_BATCH).min(self.end - start);
            let mut batch = Batch::default();
            self.plan.fill(start..start + rows, &mut batch);
            // Making objects may let another thread run, so the lock is not held meanwhile.
            let mut values = self.objects.list(py, &batch.columns()[0], rows as usize)?;
            values.reverse();
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.next == start && state.ready.is_empty() {
                state.ready = values;
                state.next = start + rows;
            }
            if let Some(value) = state.ready.pop() {
                return Ok(value);
            }
        }
    }
}
