//! Whole numbers.

use pyo3::IntoPyObjectExt;

use super::arguments::int;
use super::call::{Call, Made};
use super::words::Words;

fn whole<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>, names: [&str; 3]) -> Made<'py> {
    let Some([low, high, step]) = call.arguments.named(names) else { return Ok(None) };
    let (Some(low), Some(high), Some(step)) = (int(&low, 0), int(&high, 9999), int(&step, 1)) else {
        return Ok(None);
    };
    if step < 1 || low > high {
        return Ok(None);
    }
    // Of two whole numbers of 64 bits the difference, which is not negative, has 64 bits without a sign.
    let steps = high.wrapping_sub(low) as u64 / step as u64;
    let number = words.below(u128::from(steps) + 1).wrapping_mul(step as u64);
    low.wrapping_add(number as i64).into_bound_py_any(call.py).map(Some)
}

pub fn pyint<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    whole(call, words, ["min_value", "max_value", "step"])
}

pub fn random_int<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    whole(call, words, ["min", "max", "step"])
}
