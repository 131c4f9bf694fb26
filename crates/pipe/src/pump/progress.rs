//! How far a maker has come with a part.

/// Whether a part is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The block has the part, or the last piece of it.
    Complete,
    /// The block has a piece of the part, which more pieces follow.
    Partial,
}
