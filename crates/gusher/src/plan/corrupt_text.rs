//! Applies dirt to a text.

use crate::rng::take_digit;
use crate::schema::DirtKind;

/// A text is too long with more bytes than this.
const USUAL: usize = 255;
/// By how many bytes a text grows besides a multiple of its own length.
pub(super) const MAX_GROWTH: usize = USUAL + 8;
/// How many times as long a text may become.
pub(super) const MAX_FACTOR: usize = 3;

/// The text with this dirt; none where it has nothing that the dirt could change. Outliers and duplicates are generated
/// before they are texts.
pub(super) fn corrupt_text(text: &str, kind: DirtKind, mut bits: u64) -> Option<String> {
    let bits = &mut bits;
    match kind {
        DirtKind::Blank => Some(blank(text, bits)),
        DirtKind::Case => other_case(text, bits),
        DirtKind::Double => doubled(text, bits),
        DirtKind::Encoding => Some(misread(text)),
        DirtKind::Long => Some(too_long(text)),
        DirtKind::Text => Some(lettered(text, bits)),
        DirtKind::Outlier | DirtKind::Duplicate => Some(text.to_owned()),
    }
}

/// Whether a text may have nothing that the dirt could change.
pub(super) fn may_fail(kind: DirtKind) -> bool {
    matches!(kind, DirtKind::Case | DirtKind::Double)
}

fn blank(text: &str, bits: &mut u64) -> String {
    match take_digit(bits, 5) {
        0 => format!(" {text}"),
        1 => format!("{text} "),
        2 => format!("  {text}  "),
        3 => format!("\t{text}"),
        _ => format!("{text}\u{a0}"),
    }
}

/// In capitals, in small letters or each letter in its other case: the first of them, from a random one on, that differs.
fn other_case(text: &str, bits: &mut u64) -> Option<String> {
    let first = take_digit(bits, 3) as usize;
    let swapped = |c: char| -> String {
        if c.is_uppercase() { c.to_lowercase().collect() } else { c.to_uppercase().collect() }
    };
    (first..first + 3).find_map(|which| {
        let other = match which % 3 {
            0 => text.to_uppercase(),
            1 => text.to_lowercase(),
            _ => text.chars().map(swapped).collect(),
        };
        (other != text).then_some(other)
    })
}

/// One of the letters twice; any character where there are none.
fn doubled(text: &str, bits: &mut u64) -> Option<String> {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let counts = |c: char| letters == 0 || c.is_alphabetic();
    let count = text.chars().filter(|&c| counts(c)).count();
    let which = take_digit(bits, count as u64) as usize;
    let (at, c) = text.char_indices().filter(|&(_, c)| counts(c)).nth(which)?;
    Some(format!("{}{c}{}", &text[..at], &text[at..]))
}

/// The characters that Windows-1252 has for the bytes 0x80 to 0x9F; those that it lacks are control characters.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The bytes of UTF-8, read as Windows-1252. In ASCII a space was one that does not break; where there is none, a byte order
/// mark was read, too.
fn misread(text: &str) -> String {
    let read = |byte: u8| match byte {
        0x80..=0x9F => WINDOWS[usize::from(byte) - 0x80],
        byte => char::from(byte),
    };
    if !text.is_ascii() {
        text.bytes().map(read).collect()
    } else if text.contains(' ') {
        text.replacen(' ', "Â\u{a0}", 1)
    } else {
        format!("ï»¿{text}")
    }
}

/// The text, repeated.
fn too_long(text: &str) -> String {
    let text = if text.is_empty() { "x" } else { text };
    text.repeat((USUAL / text.len() + 1).max(2))
}

/// A number or a time as text that a typed column rejects.
fn lettered(text: &str, bits: &mut u64) -> String {
    let letter = ["0O", "1l", "5S", "8B"].iter().find(|pair| text.contains(&pair[..1]));
    match (take_digit(bits, 6), letter) {
        (0, _) => "n/a".into(),
        (1, _) => "unknown".into(),
        (2 | 3, Some(pair)) => text.replacen(&pair[..1], &pair[1..], 1),
        (4, _) => format!("~{text}"),
        _ => format!("{text}?"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn dirt_changes_what_it_is_called_after() {
        for (text, kind, expected) in [
            ("Müller", DirtKind::Encoding, Some("MÃ¼ller")),
            ("Anna Miller", DirtKind::Encoding, Some("AnnaÂ\u{a0}Miller")),
            ("Miller", DirtKind::Encoding, Some("ï»¿Miller")),
            ("Miller", DirtKind::Case, Some("MILLER")),
            ("NATO", DirtKind::Case, Some("nato")),
            ("12-34", DirtKind::Case, None),
            ("x1", DirtKind::Double, Some("xx1")),
            ("12", DirtKind::Double, Some("112")),
            ("", DirtKind::Double, None),
            ("7", DirtKind::Blank, Some(" 7")),
            ("7", DirtKind::Text, Some("n/a")),
        ] {
            assert_eq!(corrupt_text(text, kind, 0).as_deref(), expected, "{text}");
        }
        assert_eq!(corrupt_text("10", DirtKind::Text, u64::MAX / 6 * 2 + 9).as_deref(), Some("1O"));
    }

    proptest! {
        /// Any text is changed, and does not exceed its capacity.
        #[test]
        fn dirt_always_changes_something(text in "\\PC{0,300}|[a-z0-9. -]{0,12}", bits: u64) {
            for kind in [DirtKind::Blank, DirtKind::Case, DirtKind::Double, DirtKind::Encoding, DirtKind::Long, DirtKind::Text] {
                let Some(dirty) = corrupt_text(&text, kind, bits) else {
                    prop_assert!(may_fail(kind));
                    continue;
                };
                prop_assert!(dirty != text || kind == DirtKind::Text && ["n/a", "unknown"].contains(&&text[..]));
                prop_assert!(dirty.len() <= MAX_FACTOR * text.len() + MAX_GROWTH, "{} from {}", dirty.len(), text.len());
                prop_assert!(kind != DirtKind::Long || dirty.len() > USUAL);
            }
        }
    }
}
