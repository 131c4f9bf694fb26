//! Any text at all as a schema file.
#![no_main]

use gush_fuzz::{build_tables, english, make_tables, now, tell, text, write_and_read_tables};
use gusher::schema::file;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (read, mistakes) = file::parse("fuzzed.toml", &text(data));
    tell(&mistakes);
    let locale = read.locale.unwrap_or(english());
    let (dataset, is_whole) = build_tables(read, locale, now(data));
    match data.len() % 4 {
        0 if is_whole && mistakes.is_empty() => write_and_read_tables(&dataset, locale, now(data)),
        // As the command does: nothing is planned of a file with mistakes.
        _ if is_whole && mistakes.is_empty() => make_tables(&dataset, data),
        _ => {}
    }
});
