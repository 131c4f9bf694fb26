//! What a Faker takes for the present: that of the clock, or a fixed one.

use std::sync::{Mutex, PoisonError};

use pyo3::intern;
use pyo3::prelude::*;

use crate::classes::{self, SECONDS_PER_DAY};

/// The present of a Faker.
///
/// Without a zone it is that of the machine's clock, or in UTC if it is fixed, in seconds since 1970-01-01T00:00:00Z.
#[pyclass(frozen, module = "gusher._gusher")]
pub struct Present(Mutex<Option<i64>>);

impl Present {
    fn get(&self) -> Option<i64> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The day of the present, as days since 1970-01-01.
    ///
    /// # Errors
    /// If the clock cannot be read.
    pub fn day(&self, py: Python<'_>) -> PyResult<i64> {
        match self.get() {
            Some(seconds) => Ok(seconds.div_euclid(SECONDS_PER_DAY)),
            None => classes::day_of(&self.today(py)?),
        }
    }

    /// The present in microseconds since 1970-01-01, without a zone.
    ///
    /// # Errors
    /// If the clock cannot be read.
    pub fn micros(&self, py: Python<'_>) -> PyResult<i64> {
        match self.get() {
            Some(seconds) => Ok(seconds.saturating_mul(1_000_000)),
            None => classes::micros_of(&self.now(py, None)?),
        }
    }
}

#[pymethods]
impl Present {
    #[new]
    fn new(fixed: Option<i64>) -> Present {
        Present(Mutex::new(fixed))
    }

    /// The fixed present; none for that of the clock.
    #[getter]
    fn fixed(&self) -> Option<i64> {
        self.get()
    }

    #[setter]
    fn set_fixed(&self, fixed: Option<i64>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = fixed;
    }

    /// The present in a zone; without one, if none is given.
    #[pyo3(signature = (tzinfo=None))]
    fn now<'py>(&self, py: Python<'py>, tzinfo: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        match self.get() {
            // Asked for by its name each time, as programs that stop the clock put another class there.
            None => {
                let class = py.import(intern!(py, "datetime"))?.getattr(intern!(py, "datetime"))?;
                class.call_method1(intern!(py, "now"), (tzinfo,))
            }
            Some(seconds) => classes::time_of(py, seconds.saturating_mul(1_000_000), tzinfo),
        }
    }

    /// The day of the present.
    fn today<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.get() {
            None => {
                let class = py.import(intern!(py, "datetime"))?.getattr(intern!(py, "date"))?;
                class.call_method0(intern!(py, "today"))
            }
            Some(seconds) => classes::date_of(py, seconds.div_euclid(SECONDS_PER_DAY)),
        }
    }

    /// The present as columns take it.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let seconds = match self.get() {
            Some(seconds) => seconds,
            None => {
                py.import(intern!(py, "time"))?.call_method0(intern!(py, "time"))?.extract::<f64>()?.trunc()
                    as i64
            }
        };
        Ok(seconds.to_string())
    }
}
