//! Any constraint of any generator, with any value of a modifier.
#![no_main]

use gush_fuzz::{build, locale, make, now};
use gusher::catalogue::GENERATORS;
use gusher::schema::{ColumnSource, MODIFIERS};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [which, modifier, text @ ..] = data else { return };
    let entry = GENERATORS[usize::from(*which) % GENERATORS.len()];
    let text = String::from_utf8_lossy(text);
    // After a line break comes the value of a modifier.
    let (constraint, value) =
        text.split_once('\n').map_or((&*text, None), |(text, value)| (text, Some(value)));
    let mut word = format!("{}:{constraint}", entry.name);
    // Half of the time the generator has no constraint of its own to be wrong.
    if entry.constraint.is_none() || (value.is_some() && modifier & 0x80 != 0) {
        word = entry.example().into();
    }
    if let Some(value) = value {
        word += &format!("@{}={value}", MODIFIERS[usize::from(modifier & 0x7f) % MODIFIERS.len()].name);
    }
    let (schema, _) = build("t", [ColumnSource::new(&word)], locale(data), now(data));
    make(&schema, data);
});
