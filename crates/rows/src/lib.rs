//! Fake data as a pure function of (seed, table, column, row).
//!
//! One way, no way back: words → [`schema::Schema`] → [`plan::Plan`] → [`batch::Batch`] → bytes
//! ([`encode::Encoder`]). What makes rows of its own, as the template language does, puts them together from
//! [`fragment::Fragment`]s. No I/O, no threads, no clock: what depends on the outside comes in as an argument.

mod base64;
pub mod batch;
pub mod calendar;
pub mod encode;
pub mod fragment;
pub mod generators;
mod limits;
pub mod locale;
pub mod plan;
pub mod rng;
pub mod schema;
mod seen;
pub mod words;
