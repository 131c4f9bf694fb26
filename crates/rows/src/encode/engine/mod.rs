//! The row engine: a format's fixed text and its way to write values become one prepared program for each row.

pub(super) mod address;
pub(crate) mod buffer;
pub(super) mod bytes;
mod calendar;
mod decimals;
mod digit;
pub(super) mod digits;
mod draft;
mod ends;
mod escape;
mod fuse;
mod groups;
pub(super) mod json;
pub(super) mod layout;
mod list;
mod lists;
pub(super) mod op;
pub(super) mod program;
pub(super) mod row;
mod serial;
mod step;
pub(super) mod style;
mod table;
mod time_index;
mod uuid;
mod value;
mod words;
