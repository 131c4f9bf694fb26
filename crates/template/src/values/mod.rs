//! What a template computes with: small values, and the heap that its texts and lists are in.

mod digits;
pub(crate) mod float;
mod heap;
mod kind;
mod refusal;
mod value;

pub(crate) use digits::{decimal, integer};
pub(crate) use heap::{Heap, MAX_TEXT, RowFields, TOO_MUCH_TEXT};
pub(crate) use kind::{Kind, article};
pub(crate) use refusal::{Outcome, Refusal};
pub(crate) use value::{FIELDS, RowField, TextSpan, Value};
