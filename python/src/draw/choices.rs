//! Choices from what the caller gives.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::arguments::{Argument, flag, optional_int};
use super::call::{Call, Made};
use super::object::item;
use super::words::Words;

/// What Faker chooses from where nothing is given.
const ABC: [&str; 3] = ["a", "b", "c"];

/// More are chosen in Python.
const MAX_COUNT: i64 = 1 << 20;

/// What is chosen from: the elements of a tuple or a list, or Faker's; nothing if Python has to read it.
enum Pool<'py> {
    Abc,
    Of(Bound<'py, PyAny>, usize),
}

impl<'py> Pool<'py> {
    fn of(elements: Argument<'py>) -> Option<Pool<'py>> {
        let Some(elements) = elements else { return Some(Pool::Abc) };
        let count = match (elements.cast::<PyList>(), elements.cast::<PyTuple>()) {
            (Ok(list), _) => list.len(),
            (_, Ok(tuple)) => tuple.len(),
            _ => 0,
        };
        (count > 0).then_some(Pool::Of(elements, count))
    }

    fn len(&self) -> usize {
        match self {
            Pool::Abc => ABC.len(),
            Pool::Of(_, count) => *count,
        }
    }

    fn get(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Pool::Abc => ABC[index].into_bound_py_any(py),
            Pool::Of(elements, _) => item(elements, index),
        }
    }
}

pub fn random_element<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some([elements]) = call.arguments.named(["elements"]) else { return Ok(None) };
    let Some(pool) = Pool::of(elements) else { return Ok(None) };
    pool.get(call.py, words.index(pool.len())).map(Some)
}

/// Several elements; each of them at most once, if `is_unique`. As many as Faker gives, where no number is asked for.
fn several<'py>(
    call: &Call<'_, 'py>,
    words: &mut Words<'_>,
    elements: Argument<'py>,
    length: &Argument<'py>,
    is_unique: bool,
) -> Made<'py> {
    let (Some(pool), Some(length)) = (Pool::of(elements), optional_int(length)) else { return Ok(None) };
    let size = pool.len();
    let count = match length {
        None => words.index(size) + 1,
        Some(length @ 0..=MAX_COUNT) if !is_unique || length as usize <= size => length as usize,
        Some(_) => return Ok(None),
    };
    let made: PyResult<Vec<Bound<'py, PyAny>>> = if is_unique {
        words.sample(count, size).into_iter().map(|index| pool.get(call.py, index)).collect()
    } else {
        (0..count).map(|_| pool.get(call.py, words.index(size))).collect()
    };
    Ok(Some(PyList::new(call.py, made?)?.into_any()))
}

pub fn random_choices<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some([elements, length]) = call.arguments.named(["elements", "length"]) else { return Ok(None) };
    several(call, words, elements, &length, false)
}

pub fn random_elements<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let names = ["elements", "length", "unique", "use_weighting"];
    let Some([elements, length, unique, _weights]) = call.arguments.named(names) else { return Ok(None) };
    // What is in a list has no weights.
    let Some(is_unique) = flag(&unique, false) else { return Ok(None) };
    several(call, words, elements, &length, is_unique)
}

pub fn random_sample<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some([elements, length]) = call.arguments.named(["elements", "length"]) else { return Ok(None) };
    several(call, words, elements, &length, true)
}
