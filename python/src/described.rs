//! What `help` and `inspect` say of a method of Faker.

use pyo3::intern;
use pyo3::prelude::*;

/// How the method by this name is called, for `inspect.signature`.
///
/// # Errors
/// If Python cannot say.
pub fn signature<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(intern!(py, "gusher._faker.signature"))?.call_method1(intern!(py, "signature_of"), (name,))
}

/// What the method by this name gives, with an example.
///
/// # Errors
/// If Python cannot say.
pub fn doc<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(intern!(py, "gusher._faker.about"))?.call_method1(intern!(py, "doc_of"), (name,))
}

/// Whether an exception says that an argument of Faker's is not supported.
///
/// # Errors
/// If the class cannot be found.
pub fn is_unsupported(py: Python<'_>, error: &PyErr) -> PyResult<bool> {
    let errors = py.import(intern!(py, "gusher._faker.errors"))?;
    Ok(error.is_instance(py, &errors.getattr(intern!(py, "UnsupportedArgument"))?))
}
