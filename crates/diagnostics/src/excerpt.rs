//! The part of a very long word, or of a file that is one line, that is worth showing.

use std::borrow::Cow;
use std::ops::Range;

/// A word of more bytes is cut around the span.
const MAX_SHOWN: usize = 320;
/// How many bytes of such a word are shown before the span, of the span, and after it.
const SHOWN: [usize; 3] = [80, 120, 80];

/// The word and the span in it, cut at characters where the word is too long to be shown.
pub fn excerpt(word: &str, span: Range<usize>) -> (Cow<'_, str>, Range<usize>) {
    if word.len() <= MAX_SHOWN {
        return (word.into(), span);
    }
    let boundary = |at: usize| {
        let mut at = at.min(word.len());
        while !word.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let shown = boundary(span.start)..boundary(span.end.min(span.start + SHOWN[1]));
    let (start, end) = (boundary(shown.start.saturating_sub(SHOWN[0])), boundary(shown.end + SHOWN[2]));
    let before = if start > 0 { "…" } else { "" };
    let after = if end < word.len() { "…" } else { "" };
    let shift = |at: usize| at - start + before.len();
    (format!("{before}{}{after}", &word[start..end]).into(), shift(shown.start)..shift(shown.end))
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn long_words_are_cut_around_the_span() {
        let word = format!("{}é!{}", "a".repeat(100_000), "b".repeat(100_000));
        let (shown, span) = excerpt(&word, 100_000..100_002);
        assert_eq!(&shown[span], "é");
        assert!(shown.len() < 200 && shown.starts_with('…') && shown.ends_with('…'));
        assert_eq!(excerpt(&word, 0..word.len()).1, 0..120);
        let (shown, span) = excerpt(&word, word.len()..word.len());
        assert_eq!(span, shown.len()..shown.len());
    }

    #[test]
    fn short_words_are_left_alone() {
        assert_eq!(excerpt("int", 1..2), ("int".into(), 1..2));
    }
}
