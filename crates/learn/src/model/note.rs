//! Places in a source, and what was not understood there.

/// A place in a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    /// The name of the file, or what represents it (`-`, a database without its password).
    pub source: String,
    /// The line from 1; 0 where the source has none.
    pub line: usize,
}

/// Something that was not understood, and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where it is.
    pub origin: Origin,
    /// What it is about: `table orders`, `column orders.total`; empty for a statement.
    pub about: String,
    /// What was not understood, in one sentence without its full stop.
    pub text: String,
}
