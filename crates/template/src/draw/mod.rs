//! Calls that draw values: generators by their function names, with arguments instead of constraints, and the keys that
//! their values depend on.

mod arguments;
mod form;
mod helper;
mod lookup;
mod make;
mod modifiers;
mod run;
mod site;
mod wording;

pub(crate) use arguments::{Written, refused};
pub(crate) use form::{ValueForm, bounds, bounds_between};
pub(crate) use helper::{INVALID_PROBABILITY, check_iterations, iterations};
pub(crate) use lookup::{find, form, function_name, function_names};
pub(crate) use make::Outside;
pub(crate) use modifiers::{Modifiers, misplaced};
pub(crate) use run::Run;
pub(crate) use site::Site;
