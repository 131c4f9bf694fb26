//! The ladder: every rung as data, what builds it, and its peers on this machine.
//!
//! ```
//! use gush_lab::ladder;
//!
//! let rungs = ladder::rungs();
//! let chosen = ladder::select(&rungs, &["6".into(), "gush-*".into()], &["c-printf-512".into()]).unwrap();
//! assert!(chosen.iter().any(|rung| rung.name() == "gush-rows-csv"));
//! ```

mod builder;
mod catalog;
mod command_line;
mod own;
mod path;
mod registry;
mod rung;
mod select;
#[cfg(test)]
mod tests;

pub use builder::{Builder, Found};
pub use catalog::{buffer_size, known_peers, rungs};
pub use own::own;
pub use path::find_program;
pub use rung::{Drain, GoModule, Limit, Maker, NotRun, Output, Ready, Recipe, Rows, Rung};
pub use select::select;

/// The program that `pv` means: the first on the `PATH` that is not gush under that name.
///
/// # Errors
/// There is none.
pub fn pv() -> Result<Found, NotRun> {
    Builder::new("").pv()
}
