//! The arguments of a call. What a method here cannot read is left to the function in Python, which says what is wrong, if something is.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple};

/// An argument; none where the default holds.
pub type Argument<'py> = Option<Bound<'py, PyAny>>;

/// What a method is called with.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a, 'py> {
    pub args: &'a Bound<'py, PyTuple>,
    pub kwargs: Option<&'a Bound<'py, PyDict>>,
}

impl<'py> Arguments<'_, 'py> {
    /// The arguments by these names, in this order; nothing if there are others.
    pub fn named<const N: usize>(&self, names: [&str; N]) -> Option<[Argument<'py>; N]> {
        let mut found: [Argument<'py>; N] = [const { None }; N];
        if self.args.len() > N {
            return None;
        }
        for (at, value) in self.args.iter().enumerate() {
            found[at] = Some(value);
        }
        for (key, value) in self.kwargs.into_iter().flatten() {
            let key = key.cast::<PyString>().ok()?.to_str().ok()?;
            let at = names.iter().position(|name| *name == key)?;
            // Given twice.
            if found[at].replace(value).is_some() {
                return None;
            }
        }
        Some(found)
    }
}

/// A whole number; nothing if this is none of 64 bits.
pub fn int(value: &Argument<'_>, default: i64) -> Option<i64> {
    let Some(value) = value else { return Some(default) };
    if value.is_exact_instance_of::<PyInt>() { value.extract().ok() } else { None }
}

/// A whole number, or none where Python has `None` or nothing is given.
pub fn optional_int(value: &Argument<'_>) -> Option<Option<i64>> {
    match value {
        Some(given) if !given.is_none() => int(value, 0).map(Some),
        _ => Some(None),
    }
}

/// Whether something is wanted.
pub fn flag(value: &Argument<'_>, default: bool) -> Option<bool> {
    let Some(value) = value else { return Some(default) };
    if value.is_exact_instance_of::<PyBool>() { value.extract().ok() } else { None }
}

/// The same, or none where Python has `None` or nothing is given.
pub fn optional_flag(value: &Argument<'_>) -> Option<Option<bool>> {
    match value {
        Some(given) if !given.is_none() => flag(value, false).map(Some),
        _ => Some(None),
    }
}

/// Whether an argument is left out, or `None`.
pub fn is_absent(value: &Argument<'_>) -> bool {
    value.as_ref().is_none_or(PyAnyMethods::is_none)
}
