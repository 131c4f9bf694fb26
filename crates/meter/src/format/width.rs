//! How wide a text is on a terminal.
//!
//! Terminals differ in what they make of several characters that are shown as one: joined emoji, letters with marks. The
//! widths here are the maximum over all terminals, so that a line never goes on in the next row.

use unicode_width::UnicodeWidthChar;

/// Asks for the character before it to be shown as an emoji, which is wide.
const AS_EMOJI: char = '\u{fe0f}';

/// The first character of a color sequence.
const ESCAPE: char = '\u{1b}';

/// The maximum number of columns that a text takes on a terminal.
pub fn columns(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// The maximum number of columns that a character adds. A control character is taken for a letter.
fn columns_of(c: char) -> usize {
    if c == AS_EMOJI { 1 } else { c.width().unwrap_or(1) }
}

/// Columns that a text with colors takes; the colors take none.
pub fn colored_columns(text: &str) -> usize {
    runs(text).map(|(_, plain)| columns(plain)).sum()
}

/// The front of a text with colors that is at most `columns` wide. It has all the colors, also those that end others.
pub fn colored_front(text: &str, columns: usize) -> String {
    let (mut shown, mut left) = (String::new(), columns);
    for (sequence, plain) in runs(text) {
        let (begin, used) = front(plain, left);
        shown.extend([sequence, begin]);
        left = if begin.len() < plain.len() { 0 } else { left - used };
    }
    shown
}

/// The plain runs of a text, each after the color sequence that it begins with, if any.
fn runs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let plain_from =
            if rest.starts_with(ESCAPE) { rest.find('m').map_or(rest.len(), |at| at + 1) } else { 0 };
        let end = rest[plain_from..].find(ESCAPE).map_or(rest.len(), |at| plain_from + at);
        let run = (&rest[..plain_from], &rest[plain_from..end]);
        rest = &rest[end..];
        Some(run)
    })
}

/// The front of `text` that is at most `columns` wide, and how wide that is.
pub(super) fn front(text: &str, columns: usize) -> (&str, usize) {
    let (mut used, mut end) = (0, 0);
    for (at, c) in text.char_indices() {
        let more = columns_of(c);
        if used + more > columns {
            break;
        }
        (used, end) = (used + more, at + c.len_utf8());
    }
    (&text[..end], used)
}

/// The end of `text` that is at most `columns` wide.
pub fn back(text: &str, columns: usize) -> &str {
    let (mut used, mut start) = (0, text.len());
    for (at, c) in text.char_indices().rev() {
        let more = columns_of(c);
        if used + more > columns {
            break;
        }
        (used, start) = (used + more, at);
    }
    &text[start..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use unicode_width::UnicodeWidthStr as _;

    #[test]
    fn letters_are_as_wide_as_terminals_show_them() {
        for (text, width) in [
            ("", 0),
            ("name", 4),
            ("größe", 5),
            ("gro\u{308}\u{df}e", 5),
            ("数据库", 6),
            ("ｶﾀｶﾅ", 4),
            ("데이터", 6),
            ("🚰", 2),
            ("❤\u{fe0f}", 2),
            ("a\u{200b}b", 2),
            ("🇩🇪", 2),
            // Shown as one by some terminals, as three by others.
            ("👩\u{200d}👩\u{200d}👧", 6),
            ("███░▏▁", 6),
        ] {
            assert_eq!(columns(text), width, "{text}");
        }
    }

    #[test]
    fn wide_letters_are_not_cut() {
        assert_eq!(front("数据a", 3), ("数", 2));
        assert_eq!(front("数据a", 5), ("数据a", 5));
        assert_eq!(front("e\u{301}x", 1), ("e\u{301}", 1));
        assert_eq!((back("a数据", 3), back("a数据", 4), back("a数据", 9)), ("据", "数据", "a数据"));
    }

    #[test]
    fn colors_take_no_columns() {
        for (text, width, cut) in [
            ("", 0, ""),
            ("aä b", 4, "aä"),
            ("数\x1b[1m据\x1b[0m", 4, "数\x1b[1m\x1b[0m"),
            ("\x1b[31;1mam\x1b[0mb", 3, "\x1b[31;1mam\x1b[0m"),
            ("a\x1b[0mb\x1b[1m", 2, "a\x1b[0mb\x1b[1m"),
            ("a数\x1b[0mb", 4, "a\x1b[0m"),
        ] {
            assert_eq!(colored_columns(text), width, "{text:?}");
            assert_eq!(colored_front(text, 2), cut, "{text:?}");
            assert_eq!(colored_front(text, width), text, "{text:?}");
        }
    }

    proptest! {
        /// Never narrower than the standard's width of the text, and both ends are as long as they may be.
        #[test]
        fn columns_are_a_maximum(text in "\\PC{0,20}|[a数👩\u{200d}\u{fe0f}❤\u{301}1\u{20e3}]{0,20}", max in 0usize..40) {
            prop_assert!(columns(&text) >= text.width(), "{:?}", text);
            let (shown, used) = front(&text, max);
            prop_assert!(used == columns(shown) && used <= max && text.starts_with(shown));
            let next = text[shown.len()..].chars().next();
            prop_assert!(next.is_none_or(|c| used + columns_of(c) > max));
            let end = back(&text, max);
            let before = text[..text.len() - end.len()].chars().next_back();
            prop_assert!(columns(end) <= max && text.ends_with(end));
            prop_assert!(before.is_none_or(|c| columns(end) + columns_of(c) > max));
        }
    }
}
