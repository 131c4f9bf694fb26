//! Any bytes at all as a template: it is parsed and compiled, or all its mistakes can be told, which are the same where
//! loops are not unrolled.
#![no_main]

use gush_fuzz::{compile, tell, text, twin};
use gush_template::Effort;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // As they are, or with the names of generators in them.
    let named = text(data);
    let text = if data.len() % 2 == 0 { data } else { named.as_bytes() };
    let compiled = compile(text).map(|template| template.max_rows());
    if let Err(mistakes) = &compiled {
        tell(mistakes);
    }
    assert_eq!(compiled.map(|_| ()).err(), twin(text, Effort::Rolled).err());
});
