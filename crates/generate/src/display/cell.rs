//! One cell: a value as text without control characters, as wide as a terminal shows it, and cut to a width.

use std::borrow::Cow;
use std::fmt::Write;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many bytes one column of a terminal takes at most, but for what is put above letters.
pub(super) const MAX_BYTES: usize = 4;
/// How many times longer an escaped text may be: a control character of one byte is `\u{1b}`.
pub(super) const MAX_GROWTH: usize = 6;

/// Where a cell's text is in its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    /// Texts.
    Left,
    /// Numbers.
    Right,
}

/// A text that stays within its line: control characters, line ends and what turns the direction of writing around are written as
/// in Rust, `\n` or `\u{202e}`. A backslash stays one.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    if is_plain(text) || !text.chars().any(is_escaped) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 8);
    for char in text.chars() {
        match char {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Writing to a string cannot fail.
            _ if is_escaped(char) => drop(write!(out, "{}", char.escape_unicode())),
            _ => out.push(char),
        }
    }
    out.into()
}

/// Whether a terminal would do something other than show this character.
fn is_escaped(char: char) -> bool {
    let turns = matches!(char, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    char.is_control() || turns || matches!(char, '\u{2028}' | '\u{2029}')
}

/// Whether a text has only characters that take one column each.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// How many columns of a terminal a text takes.
pub(super) fn width(text: &str) -> usize {
    match text {
        text if is_plain(text) => text.len(),
        text if has_emoji(text) => text.width(),
        text => text.chars().map(columns).sum(),
    }
}

/// Whether characters of a text may be put together to one of another width, as those of a family are.
fn has_emoji(text: &str) -> bool {
    text.chars().any(|char| char == '\u{fe0f}' || char >= '\u{1f000}')
}

/// How many columns of a terminal a character takes. Terminals count each by itself, as the C library's `wcwidth` does: what a font
/// puts together, as in Arabic and Tamil, still has the width of its parts.
fn columns(char: char) -> usize {
    char.width().unwrap_or(0)
}

/// The text in at most `width` columns: where it has more, its beginning and `mark`.
pub(super) fn cut<'t>(text: &'t str, wide: usize, mark: &str) -> Cow<'t, str> {
    if width(text) <= wide {
        return text.into();
    }
    let mark = beginning(mark, wide);
    format!("{}{mark}", beginning(text, wide - width(mark))).into()
}

/// The lines of a text that is broken between words.
pub(super) fn wrapped(text: &str, wide: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in text.split(' ') {
        let line = lines.len() - 1;
        if lines[line].is_empty() {
            lines[line].push_str(part);
        } else if width(&lines[line]) + 1 + width(part) <= wide {
            lines[line] += " ";
            lines[line] += part;
        } else {
            lines.push(part.to_owned());
        }
    }
    lines
}

/// As many of the first characters as fit, with all that takes no column after them.
fn beginning(text: &str, wide: usize) -> &str {
    if is_plain(text) {
        return &text[..wide.min(text.len())];
    }
    let mut end = 0;
    for (at, char) in text.char_indices() {
        let next = at + char.len_utf8();
        if width(&text[..next]) > wide {
            break;
        }
        end = next;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{MAX_GROWTH, cut, escaped, width};

    #[test]
    fn nothing_leaves_its_line() {
        for (text, written) in [
            ("a\nb\tc\r", "a\\nb\\tc\\r"),
            ("\x1b[31mred", "\\u{1b}[31mred"),
            ("a\u{202e}b", "a\\u{202e}b"),
            ("C:\\new", "C:\\new"),
            ("Zoë 東京", "Zoë 東京"),
        ] {
            assert_eq!(escaped(text), written);
        }
        for char in (0..=0x0010_ffff).filter_map(char::from_u32) {
            assert!(escaped(&char.to_string()).len() <= MAX_GROWTH * char.len_utf8(), "{char:?}");
        }
    }

    #[test]
    fn wide_characters_are_cut_between_them() {
        for (text, wide, shown) in [
            ("東京都", 6, "東京都"),
            ("東京都", 5, "東京…"),
            ("東京都", 4, "東…"),
            ("東京都", 1, "…"),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
            ("abc", 3, "abc"),
            ("abcd", 3, "ab…"),
            ("abcd", 0, ""),
            // Lam and alef, which a font puts together, are two characters to a terminal; a family is one picture.
            ("\u{644}\u{625}", 2, "\u{644}\u{625}"),
            ("\u{644}\u{625}\u{633}", 2, "\u{644}…"),
            ("\u{1f469}\u{200d}\u{1f467}", 2, "\u{1f469}\u{200d}\u{1f467}"),
        ] {
            assert_eq!(cut(text, wide, "…"), shown, "{text} {wide}");
        }
        assert_eq!(cut("abcd", 3, ".."), "a..");
        assert_eq!(cut("abcd", 1, ".."), ".");
    }

    proptest! {
        #[test]
        fn a_cut_text_is_the_longest_beginning_that_fits(text in "\\PC{0,12}", wide in 1usize..12) {
            let text = escaped(&text).into_owned();
            let shown = cut(&text, wide, "…").into_owned();
            prop_assert!(width(&shown) <= wide);
            if shown != text {
                let kept = shown.strip_suffix('…').unwrap();
                prop_assert!(text.starts_with(kept));
                // By one character more it would be too wide.
                let next = text[kept.len()..].chars().next().unwrap();
                let longer = format!("{kept}{next}");
                prop_assert!(width(&text) > wide && width(&longer) + 1 > wide);
            }
        }
    }
}
