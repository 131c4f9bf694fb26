//! Between which bounds values lie.

/// The smallest and the largest of some values.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Bounds {
    /// There is no value.
    None,
    /// There are values, between bounds that nobody knows.
    Unknown,
    /// Of numbers, as they are written.
    Ints(i64, i64),
    /// Of numbers beyond 64 bits, as they are written.
    Wides(i128, i128),
    /// Of floating-point numbers.
    Floats(f64, f64),
    /// Of bytes and texts.
    Bytes(Box<[u8]>, Box<[u8]>),
    /// Of points: the smallest x and y, and the largest.
    Points([f64; 4]),
}

impl Bounds {
    /// The bounds of both: unknown where either's are.
    pub fn and(self, other: &Bounds) -> Bounds {
        match (self, other) {
            (Bounds::None, other) => other.clone(),
            (this, Bounds::None) => this,
            (Bounds::Ints(a, b), &Bounds::Ints(c, d)) => Bounds::Ints(a.min(c), b.max(d)),
            (Bounds::Wides(a, b), &Bounds::Wides(c, d)) => Bounds::Wides(a.min(c), b.max(d)),
            (Bounds::Floats(a, b), &Bounds::Floats(c, d)) => {
                // Of two zeros the sign decides.
                Bounds::Floats(
                    if c.total_cmp(&a).is_lt() { c } else { a },
                    if d.total_cmp(&b).is_gt() { d } else { b },
                )
            }
            (Bounds::Bytes(a, b), Bounds::Bytes(c, d)) => {
                Bounds::Bytes(if *c < a { c.clone() } else { a }, if *d > b { d.clone() } else { b })
            }
            (Bounds::Points([west, south, east, north]), &Bounds::Points([x, y, far_x, far_y])) => {
                Bounds::Points([west.min(x), south.min(y), east.max(far_x), north.max(far_y)])
            }
            (
                Bounds::Unknown
                | Bounds::Ints(..)
                | Bounds::Wides(..)
                | Bounds::Floats(..)
                | Bounds::Bytes(..)
                | Bounds::Points(_),
                _,
            ) => Bounds::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bounds;

    #[test]
    fn unknown_bounds_win_and_those_of_no_value_are_left_out() {
        let bytes = || Bounds::Bytes(Box::from(*b"a"), Box::from(*b"b"));
        for known in [Bounds::Ints(1, 2), bytes(), Bounds::Unknown] {
            assert_eq!(known.clone().and(&Bounds::Unknown), Bounds::Unknown);
            assert_eq!(Bounds::Unknown.and(&known), Bounds::Unknown);
            assert_eq!(Bounds::None.and(&known), known);
            assert_eq!(known.clone().and(&Bounds::None), known);
        }
        assert_eq!(Bounds::Ints(1, 2).and(&Bounds::Ints(-3, 1)), Bounds::Ints(-3, 2));
        let most = i128::MAX;
        assert_eq!(Bounds::Wides(1, most).and(&Bounds::Wides(-most, 1)), Bounds::Wides(-most, most));
    }
}
