//! Words that were put together from pieces of another text, such as a file, and where in it each piece stands.

use std::ops::Range;

/// Some bytes of a word, and the bytes of the other text that they come from.
#[derive(Debug, Clone)]
pub(super) struct SourcePiece {
    pub spec: Range<usize>,
    pub from: Range<usize>,
    /// Those of them that are the same byte for byte, such as the inside of quotes where nothing is escaped.
    pub same: Option<Range<usize>>,
}

/// Where some bytes of a word come from, in a text where `whole` is all of it; an empty place is where something is missing.
pub(super) fn locate(pieces: &[SourcePiece], all: &Range<usize>, at: &Range<usize>) -> Range<usize> {
    let touches = |piece: &&SourcePiece| match at.is_empty() {
        true => piece.spec.start <= at.start && at.start <= piece.spec.end,
        false => piece.spec.start < at.end && at.start < piece.spec.end,
    };
    let touched: Vec<&SourcePiece> = pieces.iter().filter(touches).collect();
    match touched[..] {
        [] => all.clone(),
        [first, .., last] if !at.is_empty() => first.locate(at, false).start..last.locate(at, false).end,
        [first, ..] => first.locate(at, true),
    }
}

impl SourcePiece {
    /// The bytes of the text that `at` means of this piece. Where it means the whole, and not `alone`, quotes belong to it.
    fn locate(&self, at: &Range<usize>, alone: bool) -> Range<usize> {
        let covered = at.start <= self.spec.start && self.spec.end <= at.end;
        let Some(same) = self.same.as_ref().filter(|_| alone || !covered) else { return self.from.clone() };
        let offset =
            |position: usize| same.start + position.clamp(self.spec.start, self.spec.end) - self.spec.start;
        offset(at.start)..offset(at.end)
    }
}
