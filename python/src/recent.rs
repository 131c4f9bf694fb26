//! What was read of the arguments of the latest calls, found again by the very objects: a program mostly calls a method with the
//! same constants again and again.

use std::sync::{Mutex, PoisonError};

use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::pyclass::PyTraverseError;
use pyo3::types::{PyDict, PyTuple};

/// For how many calls it is kept.
const KEPT: usize = 4;

/// What was read of the latest calls, at most [`KEPT`] of them.
pub struct Recent<T>(Mutex<State<T>>);

struct State<T> {
    calls: [Option<Call<T>>; KEPT],
    /// The number of the next one that gives way.
    next: usize,
}

/// The arguments of a call, and what was read of them.
struct Call<T> {
    positional: Vec<Py<PyAny>>,
    named: Vec<(Py<PyAny>, Py<PyAny>)>,
    read: T,
}

impl<T> Call<T> {
    /// Whether these are the same objects, under the same names in the same order.
    fn has(&self, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> bool {
        if args.len() != self.positional.len() || kwargs.map_or(0, PyDictMethods::len) != self.named.len() {
            return false;
        }
        let is_same = args.iter_borrowed().zip(&self.positional).all(|(given, known)| given.is(known));
        is_same
            && kwargs.is_none_or(|kwargs| {
                kwargs
                    .iter()
                    .zip(&self.named)
                    .all(|((name, value), known)| name.is(&known.0) && value.is(&known.1))
            })
    }
}

impl<T> Default for Recent<T> {
    fn default() -> Recent<T> {
        Recent(Mutex::new(State { calls: [const { None }; KEPT], next: 0 }))
    }
}

impl<T> Recent<T> {
    /// What was read of these arguments, if they are those of one of the latest calls.
    pub fn find<R>(
        &self,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
        copy: impl FnOnce(&T) -> R,
    ) -> Option<R> {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.calls.iter().flatten().find(|call| call.has(args, kwargs)).map(|call| copy(&call.read))
    }

    /// Keeps what was read of these arguments, in place of the oldest.
    pub fn keep(&self, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>, read: T) {
        let positional = args.iter().map(Bound::unbind).collect();
        let named =
            kwargs.into_iter().flatten().map(|(name, value)| (name.unbind(), value.unbind())).collect();
        let call = Some(Call { positional, named, read });
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = state.next;
        state.next = (at + 1) % KEPT;
        let oldest = std::mem::replace(&mut state.calls[at], call);
        // Python may call anything when an object goes, which is not to wait for the lock.
        drop(state);
        drop(oldest);
    }

    /// Forgets all of it.
    pub fn clear(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let calls = std::mem::replace(&mut state.calls, [const { None }; KEPT]);
        drop(state);
        drop(calls);
    }

    /// Visits the objects that are kept, with `visit_read` for what was read.
    ///
    /// # Errors
    /// What a visit gives.
    pub fn traverse(
        &self,
        visit: &PyVisit<'_>,
        visit_read: impl Fn(&T) -> Result<(), PyTraverseError>,
    ) -> Result<(), PyTraverseError> {
        // The collector stops all else, but may have stopped a thread that holds the lock.
        let Ok(state) = self.0.try_lock() else { return Ok(()) };
        for call in state.calls.iter().flatten() {
            call.positional.iter().try_for_each(|value| visit.call(value))?;
            call.named.iter().try_for_each(|(_, value)| visit.call(value))?;
            visit_read(&call.read)?;
        }
        Ok(())
    }
}
