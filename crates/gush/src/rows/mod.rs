//! `gush rows`: arguments → a request, which `gush-generate` checks and runs.

mod advise;
pub mod arguments;
mod complete;
pub mod describe;
pub mod flags;
pub mod info;
pub mod list;
mod load;
pub mod make;
mod profile;
mod progress;
mod run;

pub use flags::SPEC;
pub use run::run;
