//! Random templates, run: no panic, no row without end or without bound, and parts agree with the whole. Loops that are
//! not unrolled, and constants that are left to the rows, make the same rows.
#![no_main]

use gush_fuzz::{compile, random_template, tell, twin};
use gush_template::{Effort, Template};
use gusher::text::Buffer;
use libfuzzer_sys::fuzz_target;

/// Steps of one row.
const STEPS: u64 = 20_000;
const ROWS: u64 = 4;

fuzz_target!(|data: &[u8]| {
    let text = random_template(data);
    let template = match compile(text.as_bytes()) {
        Ok(template) => template.with_max_steps(STEPS),
        Err(mistakes) => {
            tell(&mistakes);
            let rolled = twin(text.as_bytes(), Effort::Rolled).err();
            assert_eq!(
                rolled.as_ref(),
                Some(&mistakes),
                "unrolling makes no mistakes and hides none: {text}"
            );
            return;
        }
    };
    if template.max_rows().is_some_and(|rows| rows < ROWS) {
        return;
    }
    let (whole, ended) = made(&template);
    assert!(whole.len() <= 4 * (17 << 20), "a row is bounded");
    let mut parts = Buffer::default();
    let mut writer = template.writer();
    let again = (0..ROWS).try_for_each(|row| writer.write(row..row + 1, &mut parts));
    assert_eq!(ended, again.map_err(|error| error.to_string()));
    assert_eq!(whole, parts.as_ref());
    for effort in [Effort::Rolled, Effort::Minimal] {
        let Ok(template) = twin(text.as_bytes(), effort) else {
            assert_eq!(effort, Effort::Minimal, "{text}");
            continue;
        };
        let (rows, end) = made(&template.with_max_steps(STEPS));
        // What takes too many steps takes fewer of them with more effort.
        if !end.as_ref().is_err_and(|text| text.contains("takes more than")) {
            assert_eq!((&whole, ended.is_ok()), (&rows, end.is_ok()), "{effort:?} {text}");
        }
    }
});

/// The rows of a template, and what they end with.
fn made(template: &Template) -> (Vec<u8>, Result<(), String>) {
    let mut out = Buffer::default();
    let ended = template.writer().write(0..ROWS, &mut out).map_err(|error| error.to_string());
    (out.as_ref().to_vec(), ended)
}
