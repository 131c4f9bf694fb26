//! Summaries of any number of values in bounded memory, which can be put together.

mod common;
mod distinct;
mod sample;

pub(crate) use common::Common;
pub(crate) use distinct::Distinct;
pub(crate) use sample::{Sample, Sampled};
