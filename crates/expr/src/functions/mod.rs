//! The functions and operators: one file a topic, and one registry of all.

mod arithmetic;
mod call;
mod choice;
mod codes;
mod compare;
mod curves;
mod division;
mod divisors;
mod format;
mod hash;
mod hints;
mod json;
mod like;
mod logic;
mod math;
mod operands;
mod order;
mod quote;
mod regex;
mod registry;
mod rows;
mod substring;
mod text;
mod time;

pub(crate) use call::Args;
use call::{ANY, Function, no_zero};
pub(crate) use compare::comparison;
pub(crate) use order::{Order, ordered};
pub(crate) use registry::{find, form};
pub(crate) use text::first_letters;
