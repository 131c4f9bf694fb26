//! What random documents consist of, whatever they are written as: members of names and kinds, and the words of their texts.

use crate::rng::{Key, bounded};

/// Documents have at most this many bytes.
pub(super) const MAX_BYTES: usize = 65_536;
/// And at least as many as a document of one level needs.
pub(super) const MIN_BYTES: usize = 64;
/// The deepest document.
pub(super) const MAX_DEPTH: usize = 32;
/// How many documents there are that differ in their `id`.
pub(super) const IDS: u64 = 1_000_000_000;

/// What the value of a member is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MemberKind {
    Text,
    Int,
    Decimal,
    Bool,
    Null,
    Texts,
    Ints,
    Object,
    Objects,
}

/// The members of objects by name. Their number is prime, so that steps of any width come to all of them.
pub(super) const MEMBERS: [(&str, MemberKind); 31] = [
    ("name", MemberKind::Text),
    ("address", MemberKind::Object),
    ("count", MemberKind::Int),
    ("tags", MemberKind::Texts),
    ("active", MemberKind::Bool),
    ("price", MemberKind::Decimal),
    ("title", MemberKind::Text),
    ("owner", MemberKind::Object),
    ("parent", MemberKind::Null),
    ("values", MemberKind::Ints),
    ("items", MemberKind::Objects),
    ("note", MemberKind::Text),
    ("size", MemberKind::Int),
    ("status", MemberKind::Text),
    ("options", MemberKind::Object),
    ("ratio", MemberKind::Decimal),
    ("visible", MemberKind::Bool),
    ("kind", MemberKind::Text),
    ("history", MemberKind::Objects),
    ("level", MemberKind::Int),
    ("meta", MemberKind::Object),
    ("labels", MemberKind::Texts),
    ("deleted", MemberKind::Null),
    ("weight", MemberKind::Decimal),
    ("comment", MemberKind::Text),
    ("rank", MemberKind::Int),
    ("paid", MemberKind::Bool),
    ("source", MemberKind::Text),
    ("version", MemberKind::Int),
    ("details", MemberKind::Object),
    ("color", MemberKind::Text),
];

/// The texts of members: most are plain, and some need escapes or have letters beyond ASCII.
pub(super) const TEXTS: [&str; 32] = [
    "blue",
    "large",
    "open",
    "north",
    "draft",
    "standard",
    "express",
    "new",
    "green",
    "small",
    "closed",
    "south",
    "final",
    "basic",
    "on request",
    "used",
    "a longer text",
    "in stock",
    "urgent",
    "none",
    "first choice",
    "weekly",
    "two\nlines",
    "a\ttab",
    "say \"hi\"",
    "back\\slash",
    "café",
    "π ≈ 3.14",
    "O'Brien",
    "<b> & </b>",
    "",
    "日本",
];

/// Random numbers of one row, one after the other.
pub(super) struct Stream {
    key: Key,
    next: u64,
}

impl Stream {
    /// Those that follow from 64 random bits.
    pub fn new(bits: u64) -> Stream {
        Stream { key: Key::seed(bits), next: 0 }
    }

    /// The next one, below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next += 1;
        bounded(self.key.bits(self.next), n)
    }

    /// Up to `most` different members, at least one.
    pub fn members(&mut self, most: u64) -> impl Iterator<Item = (&'static str, MemberKind)> + use<> {
        let count = MEMBERS.len() as u64;
        let (members, first, step) = (1 + self.below(most), self.below(count), 1 + self.below(count - 1));
        (0..members).map(move |i| MEMBERS[((first + i * step) % count) as usize])
    }

    /// A text.
    pub fn text(&mut self) -> &'static str {
        TEXTS[self.below(TEXTS.len() as u64) as usize]
    }

    /// A whole number: most are small.
    pub fn int(&mut self) -> i64 {
        match self.below(8) {
            0 => -(self.below(1000) as i64),
            1 => self.below(1 << 53) as i64,
            _ => self.below(1000) as i64,
        }
    }

    /// A number of hundredths.
    pub fn decimal(&mut self) -> String {
        let hundredths = self.below(100_000);
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    }
}
