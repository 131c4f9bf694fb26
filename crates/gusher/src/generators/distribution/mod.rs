//! Distributions: what `@dist` draws numbers, times and ranks by, from its text to a table that gives a value by one look-up.

pub(crate) mod axis;
mod discrete;
mod dist;
pub(crate) mod floats;
pub(crate) mod fractions;
mod hist;
mod inverse_cdf;
pub(crate) mod normal;
mod numeric;
pub(crate) mod quantile_table;
pub(crate) mod sampled;
pub(crate) mod special;
pub(crate) mod zipf;

pub(crate) use axis::{Axis, Reading, decimal_text, weight};
pub(crate) use fractions::fill_span;
pub(crate) use quantile_table::{fraction_of_normal, normal_of_fraction};
pub(crate) use sampled::{REPEATS, Sampled, Sampler};
