//! Column specs that were built from pieces of another text, such as a file, and the span of each piece in it.

use std::ops::Range;

/// A span of a spec, and the span of the other text that it comes from.
#[derive(Debug, Clone)]
pub(super) struct SourcePiece {
    pub spec: Range<usize>,
    pub from: Range<usize>,
    /// The part of `from` that is byte for byte the same, such as the inside of quotes where nothing is escaped.
    pub same: Option<Range<usize>>,
}

/// The span that a span of a spec comes from, in a text where `all` is the complete column; an empty span marks
/// something missing.
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
    /// The span of the text for the part of this piece that is in `at`. Where `at` covers the piece, and not `alone`, quotes belong to it.
    fn locate(&self, at: &Range<usize>, alone: bool) -> Range<usize> {
        let covered = at.start <= self.spec.start && self.spec.end <= at.end;
        let Some(same) = self.same.as_ref().filter(|_| alone || !covered) else { return self.from.clone() };
        let offset =
            |position: usize| same.start + position.clamp(self.spec.start, self.spec.end) - self.spec.start;
        offset(at.start)..offset(at.end)
    }
}
