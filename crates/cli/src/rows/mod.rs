//! `gush rows`: words → a request → a job, which `gush-generate` runs.

mod advise;
pub mod check;
mod choices;
mod columns;
pub mod compat;
mod complete;
mod compression;
mod dataset;
mod describe;
mod dirt_log;
mod files;
pub mod flags;
pub mod learn;
pub mod list;
pub mod make;
mod now;
mod options;
mod other_compressors;
mod other_parts;
mod profile;
mod progress;
mod request;
mod run;
mod shares;
mod table;
mod template;
pub mod translate;
mod which;

pub use dataset::check_schema;
pub use flags::SPEC;
pub use run::run;
