//! How sure a figure is: its bounds, and how many samples they take.

/// Fewer samples than these have no interval: the range of four samples misses the true median one time in eight, and
/// no resampling can be better than the range. That of five misses it one time in sixteen.
pub const FEWEST: usize = 5;

/// Samples are too noisy when their interval (or range) is wider than this share of the median.
pub const NOISY: f64 = 0.2;

/// The share of intervals that hold the true value.
pub const CONFIDENCE: f64 = 0.95;

/// A lowest and a highest value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The lowest.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

impl Bounds {
    /// How wide they are beside `middle`, as a share of it.
    pub fn width(&self, middle: f64) -> f64 {
        (self.high - self.low) / middle
    }
}
