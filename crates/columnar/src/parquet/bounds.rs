//! Between which bounds values lie.

/// The smallest and the largest of some values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Bounds {
    /// There is no value, or nobody knows.
    None,
    /// Of numbers, as they are written.
    Ints(i64, i64),
    /// Of bytes and texts.
    Bytes(Box<[u8]>, Box<[u8]>),
    /// All words of the column's dictionary.
    Words,
}

impl Bounds {
    /// The bounds of both. Words of a dictionary have the same bounds everywhere.
    pub fn and(self, other: &Bounds) -> Bounds {
        match (self, other) {
            (Bounds::None, other) => other.clone(),
            (this, Bounds::None) => this,
            (Bounds::Ints(a, b), &Bounds::Ints(c, d)) => Bounds::Ints(a.min(c), b.max(d)),
            (Bounds::Bytes(a, b), Bounds::Bytes(c, d)) => {
                Bounds::Bytes(if *c < a { c.clone() } else { a }, if *d > b { d.clone() } else { b })
            }
            (Bounds::Ints(..) | Bounds::Bytes(..) | Bounds::Words, _) => Bounds::Words,
        }
    }
}
