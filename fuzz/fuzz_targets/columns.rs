//! Any words at all as columns.
#![no_main]

use gush_fuzz::{build, locale, make, now, text, write_and_read};
use gusher::schema::ColumnSource;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (text, locale) = (text(data), locale(data));
    let (schema, is_complete) = build("t", text.lines().take(4).map(ColumnSource::new), locale, now(data));
    match data.len() % 4 {
        0 if is_complete && !schema.columns().is_empty() => write_and_read(&schema, locale, now(data)),
        _ => make(&schema, data),
    }
});
