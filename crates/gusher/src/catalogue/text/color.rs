//! Colours as programs write them: `color.hex`, `color.rgb`.

use std::sync::Arc;

use crate::generators::phrase::{Phrase, part};
use crate::generators::{BuildResult, GeneratorSpec};
use crate::types::Dictionary;

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("color.hex", "a colour in hexadecimal digits, such as #1e90ff", |_| {
        shades(|n| format!("#{n:02x}"), |n| format!("{n:02x}"), ["", "", ""])
    }),
    GeneratorSpec::new("color.rgb", "a colour by its shares, such as rgb(30, 144, 255)", |_| {
        shades(|n| format!("rgb({n}"), |n| n.to_string(), [", ", ", ", ")"])
    }),
];

/// Red, green and blue, each with what follows it.
fn shades(first: fn(u32) -> String, other: fn(u32) -> String, after: [&'static str; 3]) -> BuildResult {
    let table = |text: fn(u32) -> String| Arc::new(Dictionary::exactly((0..256).map(text)));
    let (first, other) = (table(first), table(other));
    let [red, green, blue] = after;
    Ok(Arc::new(Phrase::new(vec![part(&first, red), part(&other, green), part(&other, blue)])))
}
