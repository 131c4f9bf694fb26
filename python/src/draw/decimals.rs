//! Numbers with decimal places.

use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};

use super::arguments::{Argument, Arguments, is_absent, optional_flag, optional_int};
use super::numbers::{Numbers, Units};

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
}

pub fn pydecimal(arguments: Arguments<'_, '_>) -> Option<Numbers> {
    let given = arguments.named(NAMES)?;
    // Without a number of digits and bounds there are up to a hundred digits.
    if [0, 1, 3, 4].iter().all(|&at| is_absent(&given[at])) {
        return None;
    }
    let wanted = Wanted::read(&given, DECIMAL_PLACES)?;
    let units = match wanted.left {
        Some(left @ 1..) if wanted.min.is_none() && wanted.max.is_none() => {
            Units::OfLength { least: 10_i64.pow(left - 1 + wanted.places), positive: wanted.positive }
        }
        _ => {
            let (low, high) = wanted.bounds()?;
            Units::Between { low, high }
        }
    };
    Some(Numbers::Decimal { units, places: wanted.places })
}

/// A number that is a float, or becomes one.
fn float(value: &Argument<'_>) -> Option<f64> {
    let value = value.as_ref()?;
    let is_number = value.is_exact_instance_of::<PyFloat>() || value.is_exact_instance_of::<PyInt>();
    if is_number { value.extract().ok().filter(|number: &f64| number.is_finite()) } else { None }
}

pub fn pyfloat(arguments: Arguments<'_, '_>) -> Option<Numbers> {
    let given = arguments.named(NAMES)?;
    let [left, right, positive, min, max] = &given;
    if is_absent(left) && is_absent(right) && !is_absent(min) && !is_absent(max) {
        let (low, high, positive) = (float(min)?, float(max)?, optional_flag(positive)?);
        let is_right = low < high && !(positive == Some(true) && low <= 0.0) && (high - low).is_finite();
        // Their own digits may be finer than those that are usual.
        return is_right.then_some(Numbers::Real { low, high });
    }
    let wanted = Wanted::read(&given, FLOAT_PLACES)?;
    let digits = optional_int(right).flatten().map_or(0, |_| wanted.places);
    if wanted.left.unwrap_or(0) + digits > FLOAT_DIGITS {
        return None;
    }
    let (low, high) = wanted.bounds()?;
    let is_exact = low.abs().max(high.abs()) < 1 << 53;
    is_exact.then(|| Numbers::Float { low, high, divisor: 10_f64.powi(wanted.places as i32) })
}
