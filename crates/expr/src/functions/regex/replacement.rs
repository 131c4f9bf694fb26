//! What a match is replaced by: a text with `\1` to `\9` for groups and `\&` for the match.

use super::groups::Groups;

/// A replacement.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Replacement(Vec<Piece>);

#[derive(Debug, Clone, PartialEq)]
enum Piece {
    Text(String),
    Match,
    /// From 0.
    Group(usize),
}

impl Replacement {
    pub fn of(text: &str) -> Replacement {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            let after = &rest[at + 1..];
            let (piece, length) = match after.bytes().next() {
                Some(digit @ b'1'..=b'9') => (Piece::Group(usize::from(digit - b'1')), 1),
                Some(b'&') => (Piece::Match, 1),
                Some(b'\\') => (Piece::Text("\\".into()), 1),
                // Any other backslash is itself.
                _ => (Piece::Text("\\".into()), 0),
            };
            pieces.extend([Piece::Text(rest[..at].into()), piece]);
            rest = &after[length..];
        }
        pieces.push(Piece::Text(rest.into()));
        Replacement(pieces)
    }

    /// How many times it has the match or a group.
    pub fn groups(&self) -> usize {
        self.0.iter().filter(|piece| !matches!(piece, Piece::Text(_))).count()
    }

    pub fn write(&self, text: &[char], found: (usize, usize), groups: &Groups, out: &mut String) {
        for piece in &self.0 {
            let part = match piece {
                Piece::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Piece::Match => Some(found),
                Piece::Group(number) => groups.get(*number).copied().flatten(),
            };
            out.extend(part.iter().flat_map(|&(start, end)| &text[start..end]));
        }
    }
}
