//! Words that were put together from pieces of another text, such as a file, and where in it each piece stands.

use std::ops::Range;

/// Some bytes of a word, and the bytes of the other text that they come from.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub word: Range<usize>,
    pub from: Range<usize>,
    /// Those of them that are the same byte for byte, such as the inside of quotes where nothing is escaped.
    pub same: Option<Range<usize>>,
}

/// Where some bytes of a word come from, in a text where `whole` is all of it; an empty place is where something is missing.
pub(super) fn locate(pieces: &[Piece], whole: &Range<usize>, at: &Range<usize>) -> Range<usize> {
    let touches = |piece: &&Piece| match at.is_empty() {
        true => piece.word.start <= at.start && at.start <= piece.word.end,
        false => piece.word.start < at.end && at.start < piece.word.end,
    };
    let touched: Vec<&Piece> = pieces.iter().filter(touches).collect();
    match touched[..] {
        [] => whole.clone(),
        [first, .., last] if !at.is_empty() => first.locate(at, false).start..last.locate(at, false).end,
        [first, ..] => first.locate(at, true),
    }
}

impl Piece {
    /// The bytes of the text that `at` means of this piece. Where it means the whole, and not `alone`, quotes belong to it.
    fn locate(&self, at: &Range<usize>, alone: bool) -> Range<usize> {
        let covered = at.start <= self.word.start && self.word.end <= at.end;
        let Some(same) = self.same.as_ref().filter(|_| alone || !covered) else { return self.from.clone() };
        let offset =
            |place: usize| same.start + place.clamp(self.word.start, self.word.end) - self.word.start;
        offset(at.start)..offset(at.end)
    }
}
