//! Any text at all as a template: it is parsed and compiled, or all its mistakes can be told.
#![no_main]

use gush_fuzz::{compile, tell, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    match compile(&text(data)) {
        Ok(template) => drop(template.end()),
        Err(mistakes) => tell(&mistakes),
    }
});
