//! Casts: those that are written, and those that PostgreSQL makes by itself.

mod cast;
mod literal;
mod times;
mod to_json;
mod to_number;
mod to_text;

pub(crate) use cast::cast;
pub(crate) use literal::{literal_text, mapped, to_bool, to_opaque};
pub(crate) use times::{to_date, to_interval, to_time, to_timestamp, to_zoned};
pub(crate) use to_json::{binary_text, to_json};
pub(crate) use to_number::{
    decimal, decimal_of_float, float_of_column, rescaled, round, to_double, to_float, to_number, to_single,
    unquoted,
};
pub(crate) use to_text::to_text;
