//! Python's interpreters and signals, where `PyO3` has no safe function.
#![expect(unsafe_code, reason = "Python's C interface")]

use pyo3::ffi::{PyErr_SetInterrupt, PyInterpreterState_Get, PyInterpreterState_GetID};
use pyo3::prelude::*;

/// Whether this is Python's main interpreter, and not one of those that a program may start beside it.
pub fn is_main_interpreter(_py: Python<'_>) -> bool {
    // SAFETY: the caller has Python's lock, and so a state of an interpreter, which is never null.
    unsafe { PyInterpreterState_GetID(PyInterpreterState_Get()) == 0 }
}

/// Lets Python raise `KeyboardInterrupt` in its main thread soon.
pub fn interrupt() {
    // SAFETY: it only sets a flag.
    unsafe { PyErr_SetInterrupt() };
}
