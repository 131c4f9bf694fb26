//! The ends of an expression: the columns that it reads, and the column that it makes.

mod make;
mod read;
mod stored;

pub(crate) use make::of;
pub(crate) use read::read;
pub(crate) use stored::Stored;
