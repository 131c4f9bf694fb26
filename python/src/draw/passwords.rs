//! Passwords.

use pyo3::IntoPyObjectExt;

use super::arguments::{flag, int};
use super::call::{Call, Made};
use super::words::Words;

/// The classes of characters, in the order of the arguments.
const CLASSES: [&[u8]; 4] =
    [b"!@#$%^&*()_+", b"0123456789", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", b"abcdefghijklmnopqrstuvwxyz"];
/// Longer ones are made in Python.
const MAX_LENGTH: i64 = 4096;

/// A password that has at least one character of each class that is asked for.
pub fn password<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let names = ["length", "special_chars", "digits", "upper_case", "lower_case"];
    let Some([length, wanted @ ..]) = call.arguments.named(names) else { return Ok(None) };
    let Some(length) = int(&length, 10).filter(|length| *length <= MAX_LENGTH) else { return Ok(None) };
    let mut classes = Vec::with_capacity(CLASSES.len());
    for (class, wanted) in CLASSES.iter().zip(&wanted) {
        match flag(wanted, true) {
            Some(true) => classes.push(*class),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    if classes.is_empty() || length < classes.len() as i64 {
        return Ok(None);
    }
    let length = length as usize;
    let everything: Vec<u8> = classes.concat();
    let mut made: Vec<u8> = classes.iter().map(|class| class[words.index(class.len())]).collect();
    while made.len() < length {
        made.push(everything[words.index(everything.len())]);
    }
    for (at, other) in words.steps(length, length) {
        made.swap(at, other);
    }
    String::from_utf8_lossy(&made).as_ref().into_bound_py_any(call.py).map(Some)
}
