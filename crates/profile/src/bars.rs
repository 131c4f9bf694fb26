//! The bars of a histogram, and quantiles, from numbers with their counts.

use crate::hash::float_of_key;
use crate::sketch::Point;

/// A histogram has no more bars.
const BINS: u64 = 40;

/// A bar of a histogram: a part of the range. All have the same width but the last one, which may be narrower.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bin {
    /// How many values it has.
    pub count: u64,
    /// The same for each value of the bar, so that a narrow bar is not a low one.
    pub height: f64,
}

/// How many steps the range of floating-point numbers is divided into, before it is divided into bars.
const FLOAT_STEPS: f64 = (1u64 << 40) as f64;

/// The bars of a histogram of floating-point numbers, the finite ones among them.
pub(crate) fn float_bins(points: &[Point]) -> (Vec<Bin>, f64) {
    let finite = || {
        points.iter().map(|point| (float_of_key(point.value), point)).filter(|(value, _)| value.is_finite())
    };
    let (Some((min, _)), Some((max, _))) = (finite().next(), finite().next_back()) else {
        return (Vec::new(), 1.0);
    };
    // Half of each, as the range may be wider than any number.
    let width = (max / 2.0 - min / 2.0).max(f64::MIN_POSITIVE);
    let step = |value: f64| ((value / 2.0 - min / 2.0) / width * FLOAT_STEPS) as i64;
    let points: Vec<Point> = finite().map(|(value, point)| Point { value: step(value), ..*point }).collect();
    bins(&points, 0, if min < max { FLOAT_STEPS as i64 } else { 0 })
}

/// Percentages with the numbers below which so much of all is.
pub(crate) fn quantiles(points: &[Point]) -> [(usize, Point); 5] {
    let all: u64 = points.iter().map(|point| point.count).sum();
    [1, 25, 50, 75, 99].map(|share| {
        let rank = (u128::from(all - 1) * share as u128 / 100) as u64;
        let mut before = 0;
        let found = points.iter().find(|point| {
            before += point.count;
            rank < before
        });
        (share, *found.expect("a rank is below the number of all"))
    })
}

/// The bars of a histogram of numbers from `min` to `max`, and how wide the last one is as a share of the others' width. All bars have the same number of values that can
/// come, so that even values make an even histogram: these are `min` and what lies a multiple of `unit` above, such as each
/// second of times in milliseconds.
pub(crate) fn bins(points: &[Point], min: i64, max: i64) -> (Vec<Bin>, f64) {
    let above = |value: i64| value.wrapping_sub(min) as u64;
    let common = || points.iter().fold(above(max), |unit, point| gcd(unit, above(point.value))).max(1);
    // Where each number has a bar of its own, gaps are seen.
    let unit = if above(max) < BINS { 1 } else { common() };
    let width = above(max) / unit;
    // How many values a bar is for; `width` is one less than all of them.
    let step = width / BINS + 1;
    let mut counts = vec![0; (width / step) as usize + 1];
    for point in points {
        counts[(above(point.value) / unit / step) as usize] += point.count;
    }
    let last = (counts.len() - 1) as u64;
    // The smallest and the largest number are there, also where a sample has not met them.
    for end in [0, counts.len() - 1] {
        counts[end] = counts[end].max(1);
    }
    let last_values = width - last * step + 1;
    let bar = |(bin, count): (u64, u64)| {
        let values = if bin == last { last_values } else { step };
        Bin { count, height: count as f64 / values as f64 }
    };
    ((0..).zip(counts).map(bar).collect(), last_values as f64 / step as f64)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use gusher::types::{Array, ColumnData};

    use super::{BINS, Bin, bins, quantiles};
    use crate::column::ColumnProfile;
    use crate::sketch::Point;

    /// The profile of these numbers, counted in two parts as two threads would.
    fn profile(values: &[i64]) -> ColumnProfile {
        let (one, two) = values.split_at(values.len() / 3);
        let [mut first, mut later] = [ColumnProfile::default(), ColumnProfile::default()];
        let column = |values: &[i64]| {
            let mut column = ColumnData::default();
            *column.values_mut() = Array::Ints(values.to_vec());
            column
        };
        first.add(&column(one), 0, one.len(), None);
        later.add(&column(two), one.len() as u64, two.len(), None);
        first.merge(&later);
        first
    }

    /// The numbers as they were counted, and whether they are those of a sample.
    fn points(values: &[i64]) -> (Vec<Point>, bool) {
        let profile = profile(values);
        profile.points(profile.numbers.as_ref().unwrap())
    }

    /// The bars of these values.
    fn of(values: impl Iterator<Item = i64>) -> Vec<Bin> {
        let values: Vec<i64> = values.collect();
        bins(&points(&values).0, *values.iter().min().unwrap(), *values.iter().max().unwrap()).0
    }

    /// Integers, days, cents, times in milliseconds and numbers at the ends: each bar has the values that it is for,
    /// all but the last as many, and even values are drawn evenly.
    #[test]
    fn bars_count_their_values_at_all_widths() {
        const EACH: i64 = 100;
        for width in 2..=200i64 {
            for (first, unit) in [
                (1, 1),
                (-77, 1),
                (19_000, 1),
                (5, 250),
                (0, 86_400_000),
                (i64::MAX - 199, 1),
                (i64::MIN, 1 << 55),
            ] {
                // Many more rows than a sample has.
                let values = (0..EACH * width).map(|row| first.wrapping_add(row % width * unit));
                let bars = of(values);
                let step = (width as u64).div_ceil(BINS);
                assert_eq!(bars.len() as u64, (width as u64).div_ceil(step), "{width} values by {unit}");
                let full = EACH as u64 * step;
                let (last, others) = bars.split_last().unwrap();
                assert!(others.iter().all(|bar| bar.count == full), "{width} values by {unit}: {bars:?}");
                assert_eq!(last.count, (EACH * width) as u64 - full * others.len() as u64);
                assert!(
                    bars.iter().all(|bar| bar.height == EACH as f64),
                    "{width} values by {unit}: {bars:?}"
                );
            }
        }
    }

    /// Numbers are counted while there are few different ones; then there is a sample.
    #[test]
    fn many_values_are_sampled_and_few_are_counted() {
        let rows = |different: i64| (0..50_000).map(|row| row * row % different).collect::<Vec<i64>>();
        let (points_of_few, is_sample) = points(&rows(1000));
        assert!(!is_sample);
        for point in &points_of_few {
            let count = rows(1000).iter().filter(|value| **value == point.value).count();
            assert_eq!(point.count, count as u64, "{}", point.value);
            assert_eq!(rows(1000)[point.row as usize], point.value);
        }
        assert_eq!(points_of_few.iter().map(|point| point.count).sum::<u64>(), 50_000);
        let mut sorted = rows(1000);
        sorted.sort_unstable();
        for (share, point) in quantiles(&points_of_few) {
            assert_eq!(point.value, sorted[49_999 * share / 100], "{share} %");
        }
        let (sample, is_sample) = points(&(0..50_000).collect::<Vec<i64>>());
        assert!(is_sample && sample.len() == 4096);
        let (all, is_sample) = points(&(0..4000).collect::<Vec<i64>>());
        assert!(!is_sample && all.len() == 4000);
    }

    /// A last bar of fewer values says so, and is as high as each of them is common.
    #[test]
    fn the_last_bar_may_be_narrower() {
        let values: Vec<i64> = (0..7300).map(|row| row % 73).collect();
        let (bars, last_width) = bins(&points(&values).0, 0, 72);
        assert_eq!((bars.len(), last_width), (37, 0.5));
        assert_eq!(bars[36], Bin { count: 100, height: 100.0 });
        assert_eq!(bars[35], Bin { count: 200, height: 100.0 });
    }

    #[test]
    fn the_widest_range_has_bars() {
        let bars = of([i64::MIN, -1, 0, i64::MAX].into_iter());
        assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), 4);
        assert_eq!((bars.len(), bars[0].count, bars[39].count), (40, 1, 1));
    }
}
