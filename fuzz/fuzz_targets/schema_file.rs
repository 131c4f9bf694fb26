//! Any text at all as a schema file.
#![no_main]

use gush_fuzz::{build, english, make, now, tell, text, write_and_read};
use gusher::schema::file;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (read, mistakes) = file::parse("fuzzed.toml", &text(data));
    tell(&mistakes);
    let locale = read.locale.unwrap_or(english());
    let (schema, is_whole) = build(read.table.as_deref().unwrap_or("t"), read.columns, locale, now(data));
    match data.len() % 4 {
        0 if is_whole && mistakes.is_empty() => write_and_read(&schema, locale, now(data)),
        _ => make(&schema, data),
    }
});
