//! Any bytes at all as a template: it is parsed and compiled, or all its mistakes can be told.
#![no_main]

use gush_fuzz::{compile, tell, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // As they are, or with the names of generators in them.
    let named = text(data);
    match compile(if data.len() % 2 == 0 { data } else { named.as_bytes() }) {
        Ok(template) => drop(template.max_rows()),
        Err(mistakes) => tell(&mistakes),
    }
});
