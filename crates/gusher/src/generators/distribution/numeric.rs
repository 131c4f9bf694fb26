//! The inverse of a distribution that has none in closed form: a table of points of its distribution function, and cubic
//! polynomials between them that have its density at both ends (Hörmann and Leydold, "Continuous random variate generation
//! by fast numerical inversion", 2003). Points are added until no share is off by more than [`ERROR`].

use super::special::{beta_below, gamma_below};

/// By how much a share may be off: no test of fewer than 10^18 values could see it.
const ERROR: f64 = 1e-9;
/// Shares below this, and above 1 minus this, have the values at the ends of the table.
const TAIL: f64 = 1e-16;
/// How often an interval is halved at most: towards 0 a small shape needs many.
const DEPTH: u32 = 1200;
/// How many points lie in the same part of the guide, on average, is at most one.
const GUIDE: usize = 1 << 10;

/// A distribution of numbers from 0 on, by its shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Shape {
    /// Gamma with scale 1.
    Gamma { shape: f64 },
    /// Beta, between 0 and 1.
    Beta { a: f64, b: f64 },
}

impl Shape {
    /// The share that lies below x.
    pub fn below(self, x: f64) -> f64 {
        match self {
            Shape::Gamma { shape } => gamma_below(shape, x),
            Shape::Beta { a, b } => beta_below(a, b, x),
        }
    }

    fn density(self, x: f64) -> f64 {
        let log = match self {
            Shape::Gamma { shape } => (shape - 1.0) * libm::log(x) - x - libm::lgamma(shape),
            Shape::Beta { a, b } => {
                let log_beta = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
                log_beta + (a - 1.0) * libm::log(x) + (b - 1.0) * libm::log1p(-x)
            }
        };
        libm::exp(log)
    }

    /// Somewhere in the middle, and the smallest and the largest number with a share that counts.
    fn ends(self) -> [f64; 3] {
        let (middle, top) = match self {
            Shape::Gamma { shape } => (shape, f64::INFINITY),
            Shape::Beta { a, b } => (a / (a + b), 1.0),
        };
        let mut least = middle;
        while self.below(least) > TAIL && least > f64::MIN_POSITIVE {
            least /= 2.0;
        }
        let mut most = middle;
        while 1.0 - self.below(most) > TAIL {
            let next = if top.is_finite() { most + (top - most) / 2.0 } else { most * 1.5 + 1.0 };
            if next >= top {
                break;
            }
            most = next;
        }
        [middle, least, most]
    }
}

/// A point: the share below a number, the number, and how fast it rises with the share.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Point {
    share: f64,
    x: f64,
    slope: f64,
}

/// The table.
#[derive(Debug, PartialEq)]
pub(super) struct Inverse {
    points: Box<[Point]>,
    /// For each part of the shares the last point before it.
    guide: Box<[u32]>,
}

impl Inverse {
    pub fn new(shape: Shape) -> Inverse {
        let point = |x: f64| {
            let slope = 1.0 / shape.density(x);
            Point { share: shape.below(x), x, slope: if slope.is_finite() { slope } else { 0.0 } }
        };
        let [middle, least, most] = shape.ends();
        let (least, middle, most) = (point(least), point(middle), point(most));
        let mut points = vec![least];
        // What is left to do, the lowest interval last; an interval that is good enough gives its upper end.
        let mut intervals = vec![(middle, most, 0), (least, middle, 0)];
        while let Some((from, to, depth)) = intervals.pop() {
            let centre = 0.5 * (from.share + to.share);
            let error = (shape.below(between(&from, &to, centre)) - centre).abs();
            let middle = 0.5 * (from.x + to.x);
            let is_good = error < ERROR || to.share - from.share < ERROR;
            if is_good || depth == DEPTH || middle <= from.x || middle >= to.x {
                points.push(to);
            } else {
                let middle = point(middle);
                intervals.push((middle, to, depth + 1));
                intervals.push((from, middle, depth + 1));
            }
        }
        let before = |part: usize| {
            let share = part as f64 / GUIDE as f64;
            let before = points.partition_point(|point| point.share <= share).saturating_sub(1);
            // A point always follows, also where the last share is 1.
            before.min(points.len().saturating_sub(2)) as u32
        };
        let guide = (0..GUIDE).map(before).collect();
        Inverse { points: points.into(), guide }
    }

    /// The number that this share lies below.
    #[inline(always)]
    pub fn at(&self, share: f64) -> f64 {
        let part = ((share * GUIDE as f64) as usize).min(GUIDE - 1);
        let mut at = self.guide[part] as usize;
        while at + 2 < self.points.len() && self.points[at + 1].share <= share {
            at += 1;
        }
        between(&self.points[at], &self.points[at + 1], share)
    }
}

/// The cubic polynomial between two points; at the ends what lies there.
#[inline(always)]
fn between(from: &Point, to: &Point, share: f64) -> f64 {
    let width = to.share - from.share;
    if width <= 0.0 {
        return from.x;
    }
    let t = ((share - from.share) / width).clamp(0.0, 1.0);
    let (height, first, last) = (to.x - from.x, from.slope * width, to.slope * width);
    let value =
        from.x + t * (first + t * (3.0 * height - 2.0 * first - last + t * (first + last - 2.0 * height)));
    value.clamp(from.x, to.x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_come_back() {
        for shape in [0.05, 0.5, 1.0, 2.5, 30.0, 1e4].map(|shape| Shape::Gamma { shape }).into_iter().chain(
            [(0.5, 0.5), (1.0, 1.0), (2.0, 5.0), (0.1, 3.0), (400.0, 300.0)]
                .map(|(a, b)| Shape::Beta { a, b }),
        ) {
            let inverse = Inverse::new(shape);
            assert!(inverse.points.len() < 20_000, "{shape:?} has {} points", inverse.points.len());
            let mut before = 0.0;
            for step in 1..5000 {
                let share = f64::from(step) / 5000.0;
                let x = inverse.at(share);
                assert!((shape.below(x) - share).abs() < 1e-8, "{shape:?} at {share}");
                assert!(x >= before, "{shape:?} falls at {share}");
                before = x;
            }
        }
    }
}
