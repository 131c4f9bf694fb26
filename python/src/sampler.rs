//! One value after the other of a column, as Faker's methods give them: call n gives row n. Values are made a batch ahead.

use std::sync::{Mutex, OnceLock, PoisonError};

use gusher::plan::Plan;
use gusher::schema::STREAM_ROWS;
use gusher::types::Batch;
use pyo3::exceptions::PyTypeError;
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::pyclass::PyTraverseError;
use pyo3::types::{PyDict, PyTuple};

use crate::described;
use crate::errors::exhausted;
use crate::planned::{self, Column, ColumnSpec, ColumnsRequest};
use crate::recent::Recent;
use crate::values::Objects;

/// The first batch has few rows, as many tests need no more, and each one after it twice as many.
const FIRST: u64 = 16;
const MAX_BATCH: u64 = 1024;
/// The most different arguments for which a counter is kept.
const MAX_KEPT: usize = 512;

// Gives the values of one column, one a call. A text of the class would hide that of the object
// from Python.
#[pyclass(frozen, module = "gusher._gusher")]
pub struct Sampler {
    name: String,
    /// What the method is called, where that is not the name of the column.
    method: OnceLock<String>,
    plan: Plan,
    objects: Objects,
    /// How many values there are.
    end: u64,
    /// Changes a value, where something is to be done with it in Python.
    convert: Option<Py<PyAny>>,
    /// What is called where arguments are given.
    other: Option<Py<PyAny>>,
    /// The counters of columns that arguments make, by these, each with what changes its values.
    kept: Py<PyDict>,
    /// Those of the latest calls.
    recent: Recent<Kept>,
    state: Mutex<State>,
}

/// The counter of a column that arguments make, and what changes its values.
struct Kept {
    counter: Py<Sampler>,
    convert: Option<Py<PyAny>>,
}

impl Kept {
    fn copy(&self, py: Python<'_>) -> Kept {
        Kept {
            counter: self.counter.clone_ref(py),
            convert: self.convert.as_ref().map(|one| one.clone_ref(py)),
        }
    }
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
    // The values of a column called `name` of the table `fake`.
    #[new]
    #[pyo3(signature = (name, word, seed, now, locale, convert=None, other=None), text_signature = None)]
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
        let kept = Python::attach(|py| PyDict::new(py).unbind());
        let (method, recent, state) = (OnceLock::new(), Recent::default(), Mutex::default());
        Ok(Sampler { name, method, plan: made.plan, objects, end, convert, other, kept, recent, state })
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        if !args.is_empty() || kwargs.is_some_and(|kwargs| !kwargs.is_empty()) {
            if let Some(value) = self.kept_value(py, args, kwargs)? {
                return Ok(value);
            }
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

    /// Calls with these arguments give the values of another counter from now on, changed by `convert`.
    #[pyo3(signature = (args, kwargs, counter, convert=None))]
    fn keep(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: &Bound<'_, PyDict>,
        counter: &Bound<'_, Sampler>,
        convert: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let kept = self.kept.bind(py);
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        match kept.set_item(key(args, Some(kwargs))?, (counter, convert)) {
            // A list as an argument is no key.
            Err(error) if error.is_instance_of::<PyTypeError>(py) => Ok(()),
            made => made,
        }
    }

    /// Forgets these counters.
    fn forget(&self, py: Python<'_>) {
        self.recent.clear();
        self.kept.bind(py).clear();
    }

    /// How many values there are, up to `most`.
    fn count(&self, most: u64) -> u64 {
        self.end.min(most)
    }

    /// The method is called by this name, and not by that of the column. Only the first name counts.
    fn rename(&self, name: String) {
        self.method.get_or_init(|| name);
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
        format!("<fake.{}>", self.__name__())
    }

    #[getter]
    fn __name__(&self) -> &str {
        self.method.get().unwrap_or(&self.name)
    }

    #[getter]
    fn __qualname__(&self) -> &str {
        self.__name__()
    }

    #[getter]
    fn __doc__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        described::doc(py, self.__name__())
    }

    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        described::signature(py, self.__name__())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.convert)?;
        visit.call(&self.other)?;
        visit.call(&self.kept)?;
        self.recent.traverse(&visit, |kept| {
            visit.call(&kept.counter)?;
            visit.call(&kept.convert)
        })
    }

    /// Makes this a routine for `inspect`, and so for `help`.
    fn __get__<'py>(
        slf: Bound<'py, Self>,
        _instance: &Bound<'py, PyAny>,
        _owner: Option<&Bound<'py, PyAny>>,
    ) -> Bound<'py, Self> {
        slf
    }
}

/// What stands for arguments in a dict.
fn key<'py>(args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
    match kwargs.filter(|kwargs| !kwargs.is_empty()) {
        None => Ok(args.clone().into_any()),
        Some(kwargs) => {
            let named = PyTuple::new(args.py(), kwargs.items())?;
            Ok(PyTuple::new(args.py(), [args, &named])?.into_any())
        }
    }
}

impl Sampler {
    /// The next value of the counter that was kept for these arguments.
    fn kept_value(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let Some(Kept { counter, convert }) = self.kept_for(py, args, kwargs)? else { return Ok(None) };
        let value = counter.get().next(py)?;
        match convert {
            None => Ok(Some(value)),
            Some(convert) => convert.call1(py, (value,)).map(Some),
        }
    }

    /// What is kept for these arguments.
    fn kept_for(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Kept>> {
        let kept = self.kept.bind(py);
        if kept.is_empty() {
            return Ok(None);
        }
        if let Some(kept) = self.recent.find(args, kwargs, |kept| kept.copy(py)) {
            return Ok(Some(kept));
        }
        let Ok(Some(found)) = kept.get_item(key(args, kwargs)?) else { return Ok(None) };
        let (counter, convert) = found.extract()?;
        let found = Kept { counter, convert };
        self.recent.keep(args, kwargs, found.copy(py));
        Ok(Some(found))
    }

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
