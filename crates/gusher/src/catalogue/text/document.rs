//! Random documents, whatever language they are written in: the generator, members of names and kinds, and their texts.

use std::sync::Arc;

use crate::generators::size::Size;
use crate::generators::{BuildResult, Constraint, Generate};
use crate::rng::{Draws, Key, bounded};
use crate::types::{Array, Field};

/// Documents have at most this many bytes.
const MAX_BYTES: usize = 65_536;
/// And at least as many as a document of one level needs.
const MIN_BYTES: usize = 64;
/// The deepest document.
const MAX_DEPTH: usize = 32;
/// How many documents there are that differ in their `id`.
const IDS: u64 = 1_000_000_000;

/// What the constraint `DEPTH,BYTES` of a document gives.
pub(super) const ABOUT_SIZES: &str = "how deep it is nested at most, 1 to 32 and 3 by default, and how many bytes it has at most, 64 to 65,536 and 512 by default";

/// What documents are written in.
#[derive(Debug)]
pub(super) struct Language {
    /// The form of the constraint, such as `json:DEPTH,BYTES`.
    pub form: &'static str,
    /// The column of these texts.
    pub field: fn(Field) -> Field,
    /// Writes the members of the document of this `id` after what is there, nested to this depth at most. All of it has
    /// at most this many bytes.
    pub write: fn(id: u64, stream: &mut Stream, depth: usize, limit: usize, out: &mut Vec<u8>),
}

/// The documents of a language.
#[derive(Debug)]
pub(super) struct Document {
    language: &'static Language,
    max_depth: usize,
    max_bytes: usize,
    mean_bytes: usize,
}

impl Document {
    /// The generator of the constraint `[DEPTH[,BYTES]]`.
    pub fn build(constraint: Constraint<'_>, language: &'static Language) -> BuildResult {
        let form = language.form;
        let depths = Size { form, things: "levels", default: 3, range: 1..=MAX_DEPTH };
        let sizes = Size { form, things: "bytes", default: 512, range: MIN_BYTES..=MAX_BYTES };
        let fields = constraint.fields(2, form)?;
        let max_depth = fields.first().map_or(Ok(depths.default), |field| depths.read(field))?;
        let max_bytes = fields.get(1).map_or(Ok(sizes.default), |field| sizes.read(field))?;
        Ok(Arc::new(Document::new(language, max_depth, max_bytes)))
    }

    /// Documents nested to this depth at most, of at most this many bytes.
    pub fn new(language: &'static Language, max_depth: usize, max_bytes: usize) -> Document {
        let mut document = Document { language, max_depth, max_bytes, mean_bytes: 0 };
        let mut text = Vec::new();
        // The mean of some.
        let lengths = (0..64).map(|bits| {
            document.write(bits, bits, &mut text);
            text.len()
        });
        document.mean_bytes = lengths.sum::<usize>() / 64;
        document
    }

    /// Writes the document of an id that follows from these bits.
    pub fn write(&self, id: u64, bits: u64, out: &mut Vec<u8>) {
        out.clear();
        (self.language.write)(id, &mut Stream::new(bits), self.max_depth, self.max_bytes, out);
    }
}

impl Generate for Document {
    fn field(&self) -> Field {
        (self.language.field)(Field::free(self.max_bytes, self.mean_bytes, false))
    }

    fn cardinality(&self) -> u64 {
        IDS
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let ids: Vec<u64> = draws.load(0).iter().map(|x| bounded(*x, IDS)).collect();
        let texts = values.strings();
        let mut document = Vec::with_capacity(self.max_bytes);
        for (id, bits) in ids.into_iter().zip(draws.load(1)) {
            self.write(id, *bits, &mut document);
            texts.push(&document);
        }
    }
}

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
#[derive(Debug)]
pub(super) struct Stream {
    key: Key,
    next: u64,
}

impl Stream {
    /// Those that follow from 64 random bits.
    fn new(bits: u64) -> Stream {
        Stream { key: Key::seed(bits), next: 0 }
    }

    /// The next one, below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next += 1;
        bounded(self.key.bits(self.next), n)
    }

    /// Up to `max` different members, at least one.
    pub fn members(&mut self, max: u64) -> impl Iterator<Item = (&'static str, MemberKind)> + use<> {
        let count = MEMBERS.len() as u64;
        let (members, first, step) = (1 + self.below(max), self.below(count), 1 + self.below(count - 1));
        (0..members).map(move |i| MEMBERS[((first + i * step) % count) as usize])
    }

    /// A text.
    pub fn text(&mut self) -> &'static str {
        TEXTS[self.below(TEXTS.len() as u64) as usize]
    }

    /// An integer: most are small.
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
