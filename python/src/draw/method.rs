//! A method of Faker whose values are drawn.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::gc::PyVisit;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pyclass::PyTraverseError;
use pyo3::types::{PyDict, PyFrozenSet, PyTuple};

use super::arguments::Arguments;
use super::call::{Call, Maker};
use super::makers::{maker, reader};
use super::numbers::{Numbers, Reader};
use super::object::Draw;
use super::present::Present;
use super::vocabulary::Vocabulary;
use super::words::{Source, Words};
use crate::described;
use crate::recent::Recent;

// Gives the values of one method, one a call: call n has the random words of its number. A text of the class would hide that of the object from Python.
#[pyclass(frozen, module = "gusher._gusher")]
pub struct Drawn {
    source: Arc<Source>,
    row: AtomicU64,
    present: Py<Present>,
    vocabulary: Vocabulary,
    function: Py<PyAny>,
    maker: Option<Maker>,
    reader: Option<Reader>,
    /// What numbers the latest calls have asked for.
    recent: Recent<Numbers>,
    positional: usize,
    names: Py<PyFrozenSet>,
    takes_any: bool,
    /// Gives the arguments that change something, or says what is wrong with them.
    bound: Py<PyAny>,
    /// Makes a value for arguments that are not supported.
    unsupported: Py<PyAny>,
}

#[pymethods]
impl Drawn {
    // The values of a `Method` under a seed.
    #[new]
    #[pyo3(text_signature = None)]
    fn new(
        py: Python<'_>,
        method: &Bound<'_, PyAny>,
        seed: u64,
        present: Py<Present>,
        values: Py<PyAny>,
        unsupported: Py<PyAny>,
    ) -> PyResult<Drawn> {
        let name: String = method.getattr(intern!(py, "name"))?.extract()?;
        Ok(Drawn {
            maker: maker(&name),
            reader: reader(&name),
            recent: Recent::default(),
            source: Arc::new(Source::new(seed, name)),
            row: AtomicU64::new(0),
            present,
            vocabulary: Vocabulary::new(values),
            function: method.getattr(intern!(py, "draw"))?.unbind(),
            positional: method.getattr(intern!(py, "positional"))?.extract()?,
            names: method.getattr(intern!(py, "parameters"))?.cast_into::<PyFrozenSet>()?.unbind(),
            takes_any: method.getattr(intern!(py, "takes_any"))?.extract()?,
            bound: method.getattr(intern!(py, "bound"))?.unbind(),
            unsupported,
        })
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = Arguments { args, kwargs };
        let row = self.row.fetch_add(1, Ordering::Relaxed);
        if let Some(numbers) = self.numbers(arguments) {
            return numbers.draw(py, &mut Words::new(&self.source, row, 0));
        }
        if let Some(maker) = self.maker {
            let call = Call { py, arguments, present: self.present.get(), vocabulary: &self.vocabulary };
            if let Some(value) = maker(&call, &mut Words::new(&self.source, row, 0))? {
                return Ok(value);
            }
        }
        if self.is_known(arguments)? {
            return self.drawn(py, row, args, kwargs);
        }
        let kwargs = kwargs.cloned().unwrap_or_else(|| PyDict::new(py));
        let bound = match self.bound.bind(py).call1((args, &kwargs)) {
            Err(wrong) if described::is_unsupported(py, &wrong)? => {
                return self
                    .unsupported
                    .bind(py)
                    .call1((&self.source.name, wrong))?
                    .call(args, Some(&kwargs));
            }
            bound => bound?,
        };
        let (args, kwargs) = bound.extract::<(Bound<'py, PyTuple>, Bound<'py, PyDict>)>()?;
        self.drawn(py, row, &args, Some(&kwargs))
    }

    /// The next value is that of this call again.
    fn seek(&self, row: u64) {
        self.row.store(row, Ordering::Relaxed);
    }

    /// The number of the next call.
    #[getter]
    fn row(&self) -> u64 {
        self.row.load(Ordering::Relaxed)
    }

    fn __repr__(&self) -> String {
        format!("<fake.{}>", self.source.name)
    }

    #[getter]
    fn __name__(&self) -> &str {
        &self.source.name
    }

    #[getter]
    fn __qualname__(&self) -> &str {
        &self.source.name
    }

    #[getter]
    fn __doc__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        described::doc(py, &self.source.name)
    }

    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        described::signature(py, &self.source.name)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.vocabulary.values)?;
        visit.call(&self.function)?;
        visit.call(&self.bound)?;
        self.recent.traverse(&visit, |_| Ok(()))?;
        visit.call(&self.unsupported)
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

impl Drawn {
    /// The numbers that a call asks for; nothing if others are asked for, or Python has to read the arguments.
    fn numbers(&self, Arguments { args, kwargs }: Arguments<'_, '_>) -> Option<Numbers> {
        let reader = self.reader?;
        self.recent.find(args, kwargs, |numbers| *numbers).or_else(|| {
            let read = reader(Arguments { args, kwargs })?;
            self.recent.keep(args, kwargs, read);
            Some(read)
        })
    }

    /// Whether the function takes these arguments as they are.
    fn is_known(&self, Arguments { args, kwargs }: Arguments<'_, '_>) -> PyResult<bool> {
        let Some(kwargs) = kwargs.filter(|_| !self.takes_any) else {
            return Ok(args.len() <= self.positional);
        };
        if args.len() > self.positional {
            return Ok(false);
        }
        let names = self.names.bind(args.py());
        for key in kwargs.keys() {
            if !names.contains(key)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The value of the function.
    fn drawn<'py>(
        &self,
        py: Python<'py>,
        row: u64,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let draw = Bound::new(py, Draw::of(&self.source, row))?;
        let mut all = vec![self.vocabulary.values.bind(py).clone(), draw.into_any()];
        all.extend(args.iter());
        self.function.bind(py).call(PyTuple::new(py, all)?, kwargs)
    }
}
