//! Why a generator cannot be made.

/// A call that a generator refuses: at which argument, where it is one of them, and why.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub arg: Option<usize>,
    pub text: String,
}
