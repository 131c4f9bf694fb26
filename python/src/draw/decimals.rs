//! Numbers with decimal places.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};

use super::arguments::{Argument, is_absent, optional_flag, optional_int};
use super::call::{Call, Made};
use super::words::Words;
use crate::classes;

/// How many digits there are before and after the point where no number of them is given.
const LEFT: u32 = 6;
const DECIMAL_PLACES: u32 = 2;
const FLOAT_PLACES: u32 = 6;
/// Numbers of more digits than this, and bounds above this, are made in Python.
const MAX_DIGITS: u32 = 17;
const MAX_BOUND: i64 = 1_000_000_000_000;
/// How many digits a float has for sure.
const FLOAT_DIGITS: u32 = 15;

const NAMES: [&str; 5] = ["left_digits", "right_digits", "positive", "min_value", "max_value"];

/// What numbers are asked for.
struct Wanted {
    left: Option<u32>,
    places: u32,
    positive: Option<bool>,
    min: Option<i64>,
    max: Option<i64>,
}

impl Wanted {
    /// Nothing if something is wrong with it, or if it is made in Python.
    fn read([left, right, positive, min, max]: &[Argument<'_>; 5], default: u32) -> Option<Wanted> {
        let digits = |value: &Argument<'_>| match optional_int(value)? {
            None => Some(None),
            Some(digits) => u32::try_from(digits).ok().filter(|digits| *digits <= MAX_DIGITS).map(Some),
        };
        let bound = |value: &Argument<'_>| {
            optional_int(value).filter(|bound| bound.is_none_or(|bound| bound.abs() <= MAX_BOUND))
        };
        let wanted = Wanted {
            left: digits(left)?,
            places: digits(right)?.unwrap_or(default),
            positive: optional_flag(positive)?,
            min: bound(min)?,
            max: bound(max)?,
        };
        wanted.is_possible().then_some(wanted)
    }

    fn is_possible(&self) -> bool {
        let fits = |bound: i64| self.left.is_none_or(|left| bound.abs() <= 10_i64.pow(left));
        let is_positive =
            |bound: Option<i64>| self.positive != Some(true) || bound.is_none_or(|bound| bound > 0);
        self.left.unwrap_or(LEFT) + self.places <= MAX_DIGITS
            && !(self.left == Some(0) && self.places == 0)
            && [self.min, self.max].into_iter().flatten().all(fits)
            && is_positive(self.min)
            && is_positive(self.max)
            && self.min.zip(self.max).is_none_or(|(min, max)| min < max)
    }

    /// The least and the largest number, in units of the last decimal place.
    fn bounds(&self) -> Option<(i64, i64)> {
        let unit = 10_i128.pow(self.places);
        let most = 10_i128.pow(self.left.unwrap_or(LEFT) + self.places) - 1;
        let [min, max] = [self.min, self.max].map(|bound| bound.map(|bound| i128::from(bound) * unit));
        let (mut low, mut high) = (min.unwrap_or(-most), max.unwrap_or(most));
        // A single bound leads as far as the digits go, and beyond where it lies outside of them.
        if self.left.is_none() && max.is_none() && min.is_some() {
            high = high.max(low + most);
        }
        if self.left.is_none() && min.is_none() && max.is_some() {
            low = low.min(high - most);
        }
        match self.positive {
            Some(true) => low = low.max(1),
            Some(false) if min.is_none() && max.is_none() => high = 0,
            _ => {}
        }
        let (low, high) = (i64::try_from(low).ok()?, i64::try_from(high).ok()?);
        (low <= high).then_some((low, high))
    }

    /// Units of a number with exactly so many digits before the point.
    fn of_length(&self, words: &mut Words<'_>, left: u32) -> i64 {
        let least = 10_i64.pow(left - 1 + self.places);
        let made = words.between(0, 9 * least * if self.positive.is_none() { 2 } else { 1 } - 1);
        let is_negative = self.positive.map_or(made >= 9 * least, |positive| !positive);
        let units = least + made % (9 * least);
        if is_negative { -units } else { units }
    }
}

pub fn pydecimal<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some(given) = call.arguments.named(NAMES) else { return Ok(None) };
    let Some(wanted) = Wanted::read(&given, DECIMAL_PLACES) else { return Ok(None) };
    let units = match wanted.left {
        Some(left @ 1..) if wanted.min.is_none() && wanted.max.is_none() => wanted.of_length(words, left),
        _ => match wanted.bounds() {
            Some((low, high)) => words.between(low, high),
            None => return Ok(None),
        },
    };
    classes::decimal_of(call.py, units.into(), wanted.places as usize).map(Some)
}

/// A number that is a float, or becomes one.
fn float(value: &Argument<'_>) -> Option<f64> {
    let value = value.as_ref()?;
    let is_number = value.is_exact_instance_of::<PyFloat>() || value.is_exact_instance_of::<PyInt>();
    if is_number { value.extract().ok().filter(|number: &f64| number.is_finite()) } else { None }
}

pub fn pyfloat<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some(given) = call.arguments.named(NAMES) else { return Ok(None) };
    let [left, right, positive, min, max] = &given;
    if is_absent(left) && is_absent(right) && !is_absent(min) && !is_absent(max) {
        let (Some(low), Some(high), Some(positive)) = (float(min), float(max), optional_flag(positive))
        else {
            return Ok(None);
        };
        if low >= high || positive == Some(true) && low <= 0.0 || !(high - low).is_finite() {
            return Ok(None);
        }
        // Their own digits may be finer than those that are usual.
        return high.min(low + words.fraction() * (high - low)).into_bound_py_any(call.py).map(Some);
    }
    let Some(wanted) = Wanted::read(&given, FLOAT_PLACES) else { return Ok(None) };
    let digits = optional_int(right).flatten().map_or(0, |_| wanted.places);
    if wanted.left.unwrap_or(0) + digits > FLOAT_DIGITS {
        return Ok(None);
    }
    let Some((low, high)) = wanted.bounds() else { return Ok(None) };
    if low.abs().max(high.abs()) >= 1 << 53 {
        return Ok(None);
    }
    // The quotient of whole numbers that floats have is the nearest float.
    let number = words.between(low, high) as f64 / 10_f64.powi(wanted.places as i32);
    number.into_bound_py_any(call.py).map(Some)
}
