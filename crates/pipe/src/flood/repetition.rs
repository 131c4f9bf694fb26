//! The repetition of one line, and the position reached in it. All strategies share it, so that one can go on
//! exactly where another was refused.

use std::borrow::Cow;

/// What is left to write, and where in its line the next byte is.
#[derive(Debug)]
pub(crate) struct Repetition<'a> {
    line: &'a [u8],
    /// How many bytes of the current line are out.
    phase: usize,
    /// How many bytes are still to be written; `None` for no end.
    left: Option<u64>,
}

impl<'a> Repetition<'a> {
    /// The text of `lines` lines. `line` must not be empty. Lines whose bytes cannot be counted in 64 bits are endless.
    pub(crate) fn new(line: &'a [u8], lines: Option<u64>) -> Repetition<'a> {
        let left = lines.and_then(|lines| lines.checked_mul(line.len() as u64));
        Repetition { line, phase: 0, left }
    }

    pub(crate) fn line(&self) -> &'a [u8] {
        self.line
    }

    pub(crate) fn is_over(&self) -> bool {
        self.left == Some(0)
    }

    /// `length`, or less where the text ends earlier.
    pub(crate) fn cap(&self, length: usize) -> usize {
        self.left.map_or(length, |left| usize::try_from(left).map_or(length, |left| left.min(length)))
    }

    /// Notes that `written` more bytes are out.
    pub(crate) fn advance(&mut self, written: usize) {
        // Not one sum: a line may be as long as memory.
        self.phase = (self.phase + written % self.line.len()) % self.line.len();
        self.left = self.left.map(|left| left.saturating_sub(written as u64));
    }

    /// What is missing of the line that is partly out; empty between two lines.
    pub(crate) fn rest_of_line(&self) -> &'a [u8] {
        match self.phase {
            0 => &[],
            phase => &self.line[phase..][..self.cap(self.line.len() - phase)],
        }
    }
}

/// Text in memory, from which a piece can be taken that starts at any position in the line.
#[derive(Debug)]
pub(crate) struct Tape<'t> {
    bytes: Cow<'t, [u8]>,
    window: usize,
}

impl<'t> Tape<'t> {
    /// A tape that gives `window` bytes at a time. A long line serves as it is, and pieces end where it ends.
    pub(crate) fn new(line: &'t [u8], window: usize) -> Tape<'t> {
        if line.len() >= window {
            return Tape { bytes: Cow::Borrowed(line), window };
        }
        let mut bytes = line.repeat(window.div_ceil(line.len()) + 1);
        bytes.truncate(line.len() + window);
        Tape { bytes: Cow::Owned(bytes), window }
    }

    /// The same tape in memory that is never freed and so never changed.
    pub(crate) fn leak(self) -> Tape<'static> {
        Tape { bytes: Cow::Borrowed(self.bytes.into_owned().leak()), window: self.window }
    }

    /// The next piece of `text`; `None` at its end.
    pub(crate) fn piece(&self, text: &Repetition<'_>) -> Option<&[u8]> {
        let length = text.cap(self.window.min(self.bytes.len() - text.phase));
        (length > 0).then(|| &self.bytes[text.phase..][..length])
    }
}

impl Tape<'static> {
    /// Like [`Tape::piece`], for ever.
    pub(crate) fn static_piece(&self, text: &Repetition<'_>) -> Option<&'static [u8]> {
        let Cow::Borrowed(bytes) = self.bytes else { return None };
        let length = text.cap(self.window.min(bytes.len() - text.phase));
        (length > 0).then(|| &bytes[text.phase..][..length])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert_eq, proptest};

    use super::*;

    proptest! {
        /// Pieces of any length, cut short anywhere, make up the text.
        #[test]
        fn pieces_make_up_the_text(
            line in prop::collection::vec(any::<u8>(), 1..50),
            window in 1usize..120,
            lines in 0u64..40,
            cuts in prop::collection::vec(1usize..100, 1..10),
        ) {
            let mut text = Repetition::new(&line, Some(lines));
            let (tape, leaked) = (Tape::new(&line, window), Tape::new(&line, window).leak());
            let (mut out, mut cuts) = (Vec::new(), cuts.iter().cycle());
            while let Some(piece) = tape.piece(&text) {
                prop_assert_eq!(Some(piece), leaked.static_piece(&text));
                let taken = piece.len().min(*cuts.next().unwrap());
                out.extend_from_slice(&piece[..taken]);
                text.advance(taken);
            }
            prop_assert_eq!(leaked.static_piece(&text), None);
            prop_assert_eq!(out, line.repeat(lines as usize));
            prop_assert_eq!(text.rest_of_line(), b"");
        }

        #[test]
        fn the_rest_of_a_line_completes_it(line in prop::collection::vec(any::<u8>(), 1..50), out in 0usize..200) {
            let mut text = Repetition::new(&line, None);
            text.advance(out);
            let mut lines = line.repeat(200)[..out].to_vec();
            lines.extend_from_slice(text.rest_of_line());
            prop_assert_eq!(lines, line.repeat(out.div_ceil(line.len())));
        }
    }

    #[test]
    fn uncountably_many_lines_are_endless() {
        assert_eq!(Repetition::new(b"y\n", Some(u64::MAX)).cap(usize::MAX), usize::MAX);
        assert!(Repetition::new(b"y\n", Some(0)).is_over());
    }
}
