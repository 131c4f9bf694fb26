//! Pieces of templates put together, and run: no panic, no row without end or without bound, and parts agree with the
//! whole.
#![no_main]

use gush_fuzz::{compile, pieces, tell};
use gush_rows::encode::Buffer;
use libfuzzer_sys::fuzz_target;

/// Steps of one row.
const STEPS: u64 = 20_000;

fuzz_target!(|data: &[u8]| {
    let template = match compile(pieces(data).as_bytes()) {
        Ok(template) => template.with_most_steps(STEPS),
        Err(mistakes) => return tell(&mistakes),
    };
    if template.max_rows().is_some_and(|rows| rows < 4) {
        return;
    }
    let (mut whole, mut parts) = (Buffer::default(), Buffer::default());
    let ended = template.writer().write(0..4, &mut whole);
    assert!(whole.len() <= 4 * (17 << 20), "a row is bounded");
    let mut writer = template.writer();
    let again = (0..4).try_for_each(|row| writer.write(row..row + 1, &mut parts));
    assert_eq!(ended.as_ref().err().map(ToString::to_string), again.err().map(|error| error.to_string()));
    assert_eq!(whole.as_ref(), parts.as_ref());
});
