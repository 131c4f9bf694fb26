//! One call of a method, and what makes its value.

use pyo3::prelude::*;

use super::arguments::Arguments;
use super::present::Present;
use super::vocabulary::Vocabulary;
use super::words::Words;

/// What a maker gives: a value, or nothing where the function in Python has to make it.
pub type Made<'py> = PyResult<Option<Bound<'py, PyAny>>>;

/// Makes a value of one call.
pub type Maker = for<'a, 'py> fn(&Call<'a, 'py>, &mut Words<'a>) -> Made<'py>;

/// One call.
pub struct Call<'a, 'py> {
    pub py: Python<'py>,
    pub arguments: Arguments<'a, 'py>,
    pub present: &'a Present,
    pub vocabulary: &'a Vocabulary,
}
