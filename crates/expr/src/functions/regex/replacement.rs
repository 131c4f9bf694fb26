//! The replacement of a match: a text with `\1` to `\9` for groups and `\&` for the match.

use super::groups::Groups;

/// A replacement.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Replacement(Vec<ReplacementPart>);

#[derive(Debug, Clone, PartialEq)]
enum ReplacementPart {
    Text(String),
    Match,
    /// From 0.
    Group(usize),
}

impl Replacement {
    pub fn of(text: &str) -> Replacement {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            let after = &rest[at + 1..];
            let (part, length) = match after.bytes().next() {
                Some(digit @ b'1'..=b'9') => (ReplacementPart::Group(usize::from(digit - b'1')), 1),
                Some(b'&') => (ReplacementPart::Match, 1),
                Some(b'\\') => (ReplacementPart::Text("\\".into()), 1),
                // Any other backslash is itself.
                _ => (ReplacementPart::Text("\\".into()), 0),
            };
            parts.extend([ReplacementPart::Text(rest[..at].into()), part]);
            rest = &after[length..];
        }
        parts.push(ReplacementPart::Text(rest.into()));
        Replacement(parts)
    }

    /// How many times it has the match or a group.
    pub fn groups(&self) -> usize {
        self.0.iter().filter(|part| !matches!(part, ReplacementPart::Text(_))).count()
    }

    pub fn write(&self, text: &[char], found: (usize, usize), groups: &Groups, out: &mut String) {
        for part in &self.0 {
            let part = match part {
                ReplacementPart::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                ReplacementPart::Match => Some(found),
                ReplacementPart::Group(number) => groups.get(*number).copied().flatten(),
            };
            out.extend(part.iter().flat_map(|&(start, end)| &text[start..end]));
        }
    }
}
