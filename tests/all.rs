//! What a user is promised, by the real binary: a module for each command or subject, a file for each topic. One program has
//! them all, so that gush and what the tests use are linked once.
//!
//! `cargo test -p gush --test all rows::faults` runs one topic. What is about memory is in `memory.rs`, a program of its own.
#![cfg(unix)]

#[cfg(feature = "bench")]
mod bench;
mod columnar;
mod expressions;
mod fakedata;
mod help;
mod learn;
#[cfg(target_os = "linux")]
mod limits;
mod meter;
mod readme;
mod rows;
#[cfg(target_os = "linux")]
mod security;
mod tables;
mod templates;
mod yes;

// Random templates, as the tests of the template crate make them.
#[path = "../crates/template/src/tests/grammar.rs"]
mod grammar;
#[cfg(target_os = "linux")]
#[path = "../crates/template/src/tests/pieces.rs"]
mod pieces;
