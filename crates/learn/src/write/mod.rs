//! Choices as the text of a schema file, and as a table for people.

mod explain;
mod file;
mod update;

pub use explain::explained;
pub use file::{Head, Line, Written, described, file};
pub use update::updated;
