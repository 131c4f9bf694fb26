//! Runs the program of a template: batches of rows (`writer`), each row by a small machine (`machine`, `compute`),
//! whose generators fill their values for many rows at once (`generated`).

mod compute;
mod generated;
mod items;
mod machine;
mod writer;

pub(crate) use writer::MAX_STEPS;
pub use writer::Writer;
