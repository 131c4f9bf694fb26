//! When a run is faster or slower than another.

use super::Ratio;

/// Whether a rung is faster in the second of two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The interval of the ratio lies above one.
    Faster,
    /// The interval of the ratio lies below one.
    Slower,
    /// The interval holds one.
    NoDifference,
    /// One of the two has too few rounds for an interval.
    TooFew,
    /// The interval holds one only because rounds of one of the two have too few bursts.
    TooShort,
}

impl Verdict {
    /// By the ratio of the medians, as it was drawn from the rounds, and widened by a burst more or less.
    pub fn of(drawn: Ratio, ratio: Ratio, is_too_short: bool) -> Verdict {
        match ratio.interval {
            _ if drawn.interval.is_none() => Verdict::TooFew,
            Some(bounds) if bounds.low > 1.0 => Verdict::Faster,
            Some(bounds) if bounds.high < 1.0 => Verdict::Slower,
            None => Verdict::TooShort,
            Some(_) if is_too_short => Verdict::TooShort,
            Some(_) => Verdict::NoDifference,
        }
    }

    /// The verdict for people to read.
    pub fn text(self) -> &'static str {
        match self {
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::NoDifference => "no difference that shows",
            Verdict::TooFew => "too few rounds to say",
            Verdict::TooShort => "rounds too short to say",
        }
    }
}
