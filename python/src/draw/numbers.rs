//! Numbers: what a call asks for, read once for the same arguments, and the values of it.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use super::arguments::{Arguments, int};
use super::words::Words;
use crate::classes;

/// The numbers that a call asks for.
#[derive(Clone, Copy, Debug)]
pub enum Numbers {
    /// Integers: the least one, the size of a step, and the most steps above it.
    Whole { low: i64, steps: u64, step: u64 },
    /// Decimals with this number of decimal places.
    Decimal { units: Units, places: u32 },
    /// Floats of whole numbers, divided by a power of ten.
    Float { low: i64, high: i64, divisor: f64 },
    /// Floats from one to another.
    Real { low: f64, high: f64 },
}

/// Whole numbers, in units of the last decimal place.
#[derive(Clone, Copy, Debug)]
pub enum Units {
    Between {
        low: i64,
        high: i64,
    },
    /// From the least one on, with as many digits as that has, and a sign.
    OfLength {
        least: i64,
        positive: Option<bool>,
    },
}

/// Reads what a call asks for; nothing where Python has to.
pub type Reader = fn(Arguments<'_, '_>) -> Option<Numbers>;

impl Numbers {
    /// One of them.
    ///
    /// # Errors
    /// If Python cannot make the object.
    pub fn draw<'py>(self, py: Python<'py>, words: &mut Words<'_>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Numbers::Whole { low, steps, step } => {
                let number = words.below(u128::from(steps) + 1).wrapping_mul(step);
                low.wrapping_add(number as i64).into_bound_py_any(py)
            }
            Numbers::Decimal { units, places } => {
                classes::decimal_of(py, units.draw(words).into(), places as usize)
            }
            // The quotient of whole numbers that floats have is the nearest float.
            Numbers::Float { low, high, divisor } => {
                (words.between(low, high) as f64 / divisor).into_bound_py_any(py)
            }
            Numbers::Real { low, high } => {
                high.min(low + words.fraction() * (high - low)).into_bound_py_any(py)
            }
        }
    }
}

impl Units {
    fn draw(self, words: &mut Words<'_>) -> i64 {
        match self {
            Units::Between { low, high } => words.between(low, high),
            Units::OfLength { least, positive } => {
                let count = 9 * least;
                let made = words.between(0, count * if positive.is_none() { 2 } else { 1 } - 1);
                let is_negative = positive.map_or(made >= count, |positive| !positive);
                let units = least + made % count;
                if is_negative { -units } else { units }
            }
        }
    }
}

fn whole(arguments: Arguments<'_, '_>, names: [&str; 3]) -> Option<Numbers> {
    let [low, high, step] = arguments.named(names)?;
    let (low, high, step) = (int(&low, 0)?, int(&high, 9999)?, int(&step, 1)?);
    if step < 1 || low > high {
        return None;
    }
    // Of two whole numbers of 64 bits the difference, which is not negative, has 64 bits without a sign.
    let step = step as u64;
    Some(Numbers::Whole { low, steps: high.wrapping_sub(low) as u64 / step, step })
}

pub fn pyint(arguments: Arguments<'_, '_>) -> Option<Numbers> {
    whole(arguments, ["min_value", "max_value", "step"])
}

pub fn random_int(arguments: Arguments<'_, '_>) -> Option<Numbers> {
    whole(arguments, ["min", "max", "step"])
}
