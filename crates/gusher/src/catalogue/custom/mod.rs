//! Values of the user's own: from a list, a file, a pattern or a regular expression.

pub(crate) mod choice;
pub(super) mod constant;
mod dealt;
pub(super) mod file_lines;
pub(super) mod file_rows;
pub(super) mod pattern;
pub(super) mod regex;
