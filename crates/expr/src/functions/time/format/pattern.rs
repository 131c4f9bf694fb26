//! A parsed pattern of numbers.

/// A pattern of numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Pattern {
    pub items: Vec<NumberItem>,
    /// `FM`: no spaces, and no zeros after the point that no `0` asks for.
    pub tight: bool,
    /// Digits before the point, with those of `V`, and after it.
    pub before: usize,
    pub after: usize,
    pub has_point: bool,
    /// The index of the first `0` before the point among the digits, and how many digits there are up to the last `0`.
    pub zero_start: Option<usize>,
    pub zero_end: usize,
    /// `S`, and how many digits are before it.
    pub sign: Option<Sign>,
    /// `MI`, `PL`, both of which `SG` is.
    pub minus: bool,
    pub plus: bool,
    /// `PR`
    pub brackets: bool,
    /// `V`: digits that the number is shifted by.
    pub shift: Option<usize>,
    pub exponent: bool,
    pub roman: bool,
}

/// The position of an `S`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Before,
    After,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum NumberItem {
    /// A digit: `9`, or `0`, which is written where it is a leading zero.
    Digit {
        zero: bool,
    },
    Comma,
    Point,
    Minus,
    Plus,
    /// `SG`
    EitherSign,
    /// `TH` after an integer.
    Ordinal {
        upper: bool,
    },
    Roman {
        upper: bool,
    },
    /// A text as it is.
    Text(String),
}
