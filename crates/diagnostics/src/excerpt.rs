//! The excerpt that is shown of a very long argument or line.

use std::borrow::Cow;
use std::ops::Range;

/// A longer text (in bytes) is cut around the span.
const MAX_SHOWN: usize = 320;
/// How many bytes of such a text are shown before the span, of the span, and after it.
const SHOWN: [usize; 3] = [80, 120, 80];

/// The text and the span in it; a text that is too long is cut at character boundaries.
pub fn excerpt(text: &str, span: Range<usize>) -> (Cow<'_, str>, Range<usize>) {
    if text.len() <= MAX_SHOWN {
        return (text.into(), span);
    }
    let boundary = |at: usize| {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let shown = boundary(span.start)..boundary(span.end.min(span.start + SHOWN[1]));
    let (start, end) = (boundary(shown.start.saturating_sub(SHOWN[0])), boundary(shown.end + SHOWN[2]));
    let before = if start > 0 { "…" } else { "" };
    let after = if end < text.len() { "…" } else { "" };
    let shift = |at: usize| at - start + before.len();
    (format!("{before}{}{after}", &text[start..end]).into(), shift(shown.start)..shift(shown.end))
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn long_texts_are_cut_around_the_span() {
        let text = format!("{}é!{}", "a".repeat(100_000), "b".repeat(100_000));
        let (shown, span) = excerpt(&text, 100_000..100_002);
        assert_eq!(&shown[span], "é");
        assert!(shown.len() < 200 && shown.starts_with('…') && shown.ends_with('…'));
        assert_eq!(excerpt(&text, 0..text.len()).1, 0..120);
        let (shown, span) = excerpt(&text, text.len()..text.len());
        assert_eq!(span, shown.len()..shown.len());
    }

    #[test]
    fn short_texts_are_left_alone() {
        assert_eq!(excerpt("int", 1..2), ("int".into(), 1..2));
    }
}
