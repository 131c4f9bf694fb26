//! What draws values in a template: generators by their function names, with arguments instead of constraints, and the
//! keys that their values follow from.

mod arguments;
mod form;
mod helper;
mod lookup;
mod make;
mod modifiers;
mod refusal;
mod run;
mod site;
mod wording;

pub(crate) use arguments::{Written, refused};
pub(crate) use form::{Form, span, span_between};
pub(crate) use helper::{NO_SHARE, check_iterations, iterations};
pub(crate) use lookup::{find, form, function_name, function_names};
pub(crate) use make::Outside;
pub(crate) use modifiers::{Modifiers, misplaced};
pub(crate) use refusal::Refusal;
pub(crate) use run::Run;
pub(crate) use site::Site;
