//! Random expressions, and any text as one: checked against the columns that they name, and made.
#![no_main]

use gush_fuzz::{build, english, inputs, make, now, text, write_and_read};
use gusher::schema::ColumnSource;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut words = inputs::expression(data);
    // One in four is any text.
    if data.first().is_some_and(|first| first % 4 == 0) {
        words.pop();
        words.push(format!("e=expr:{}", text(&data[1..])));
    }
    let (schema, is_whole) =
        build("t", words.iter().map(|word| ColumnSource::new(word)), english(), now(data));
    match data.len() % 4 {
        0 if is_whole => write_and_read(&schema, english(), now(data)),
        _ => make(&schema, data),
    }
});
