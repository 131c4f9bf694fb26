//! The generators that columns name, a folder for each topic that `gush rows -G` lists, and the registry of them all.

mod aliases;
mod banking;
mod bytes;
mod check_digits;
mod commerce;
pub(crate) mod custom;
pub(crate) mod fakedata;
mod files;
mod ids;
mod lists;
mod network;
mod numbers;
mod people;
mod places;
mod registry;
mod software;
mod text;
mod time;
mod travel;
mod vehicles;
mod web;

pub use aliases::{ALIASES, Alias, alias, names_of, tools_of};
pub use registry::{GENERATORS, entities, find, names, topics};
pub use time::{parse_now, time_text};

pub(crate) use custom::file_rows::FILE_ROW;
pub(crate) use people::{has_generations, tells_birthday};
pub(crate) use time::FOUR_DIGITS;

#[cfg(test)]
pub(crate) mod tests;
