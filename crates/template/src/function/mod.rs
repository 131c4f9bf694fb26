//! Functions that give the same for the same arguments: Go's own, and the helpers.

mod arithmetic;
mod compare;
mod escape;
mod printf;
mod registry;
mod sequence;
mod texts;
mod verb;

pub(crate) use compare::{comparable, incomparable, ordered};
pub(crate) use printf::{Arg, Blame, check};
pub(crate) use registry::{FUNCTIONS, Function, Takes, find, miscounted};
