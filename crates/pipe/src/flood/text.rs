//! The endless repetition of one line, and the place reached in it. All strategies share it, so that one can go on
//! exactly where another was refused.

use std::borrow::Cow;

/// What is left to write, and how the next byte stands to its line.
#[derive(Debug)]
pub(crate) struct Text<'a> {
    line: &'a [u8],
    /// How many bytes of the current line are out.
    phase: usize,
    /// How many bytes are still to be written; `None` for no end.
    left: Option<u64>,
}

impl<'a> Text<'a> {
    /// The text of `lines` lines. `line` must not be empty. So many lines that their bytes cannot be counted are endless.
    pub(crate) fn new(line: &'a [u8], lines: Option<u64>) -> Text<'a> {
        let left = lines.and_then(|lines| lines.checked_mul(line.len() as u64));
        Text { line, phase: 0, left }
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

/// Text in memory, from which a piece can be taken that starts at any place in the line.
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
    pub(crate) fn piece(&self, text: &Text<'_>) -> Option<&[u8]> {
        let length = text.cap(self.window.min(self.bytes.len() - text.phase));
        (length > 0).then(|| &self.bytes[text.phase..][..length])
    }
}

impl Tape<'static> {
    /// Like [`Tape::piece`], for ever.
    pub(crate) fn static_piece(&self, text: &Text<'_>) -> Option<&'static [u8]> {
        let Cow::Borrowed(bytes) = self.bytes else { return None };
        let length = text.cap(self.window.min(bytes.len() - text.phase));
        (length > 0).then(|| &bytes[text.phase..][..length])
    }
}
