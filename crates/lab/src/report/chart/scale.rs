//! Where axes begin and end, and which values are named on them.

use std::ops::Range;

use gush_store::model::Unit;

/// An axis: the values at its ends, and those that are named on it.
pub struct Axis {
    range: Range<f64>,
    is_logarithmic: bool,
    /// The values that are named.
    pub ticks: Vec<f64>,
}

impl Axis {
    /// A linear axis from `start` to `end`.
    pub fn linear(start: f64, end: f64, ticks: Vec<f64>) -> Axis {
        Axis { range: start..end, is_logarithmic: false, ticks }
    }

    /// A logarithmic axis over positive values.
    pub fn logarithmic(range: Range<f64>, ticks: Vec<f64>) -> Axis {
        Axis { range, is_logarithmic: true, ticks }
    }

    /// Where a value is when the ends of the axis are at `first` and `last`.
    pub fn position(&self, value: f64, (first, last): (i32, i32)) -> i32 {
        let scaled = |value: f64| if self.is_logarithmic { value.ln() } else { value };
        let (start, end) = (scaled(self.range.start), scaled(self.range.end));
        let share = (scaled(value) - start) / (end - start);
        let share = if share.is_infinite() { f64::from(share > 0.0) } else { share };
        let length = f64::from(last - first) * share;
        // Towards the first end, but for what only a last bit is missing of.
        let length = if last > first { (length + 1e-3).floor() } else { (length - 1e-3).ceil() };
        first.saturating_add(length as i32)
    }
}

/// The prefixes go in these steps: 1024 for bytes, 1000 for all else.
fn prefix_of(unit: Unit) -> f64 {
    if unit == Unit::Bytes { 1024.0 } else { 1000.0 }
}

/// The range of a logarithmic axis over positive values, with a margin at both ends.
pub fn log_range(values: impl Iterator<Item = f64>) -> Option<Range<f64>> {
    let (low, high) = extent(values.filter(|value| *value > 0.0 && value.is_finite()))?;
    let margin = (high / low).powf(0.03).max(1.25);
    Some(low / margin..high * margin)
}

/// The lowest and the highest.
pub fn extent(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |found, value| {
        let (low, high) = found.unwrap_or((value, value));
        Some((low.min(value), high.max(value)))
    })
}

/// At most `max` round values of a logarithmic axis: powers of two for bytes, of ten for all else,
/// and where those are very few 2 and 5 of each as well.
pub fn log_ticks(range: &Range<f64>, unit: Unit, max: usize) -> Vec<f64> {
    let (base, steps): (f64, &[i32]) =
        if unit == Unit::Bytes { (2.0, &[1, 2, 5, 10, 20, 30]) } else { (10.0, &[1, 2, 3, 6, 9]) };
    let (low, high) = (range.start.log(base), range.end.log(base));
    for &step in steps {
        let first = (low / f64::from(step)).ceil() as i32;
        let last = (high / f64::from(step)).floor() as i32;
        let count = usize::try_from(last - first + 1).unwrap_or(0);
        if count <= max {
            if unit != Unit::Bytes && step == 1 && count * 3 <= max {
                let within = |tick: &f64| *tick >= range.start && *tick <= range.end;
                let all =
                    (first - 1..=last).flat_map(|at| [1.0, 2.0, 5.0].map(|digit| digit * base.powi(at)));
                return all.filter(within).collect();
            }
            return (first..=last).map(|at| base.powi(at * step)).collect();
        }
    }
    Vec::new()
}

/// Round values from zero on, at most `max` above it; the last is the end of the axis and not below `high`.
pub fn linear_ticks(high: f64, unit: Option<Unit>, max: usize) -> Vec<f64> {
    if high.is_nan() || high <= 0.0 || !high.is_finite() {
        return vec![0.0, 1.0];
    }
    let prefix = unit.map_or(1000.0, prefix_of);
    let scale = prefix.powf((high.ln() / prefix.ln()).floor());
    let rough = high / scale / max as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|step| step * power)
        .find(|step| *step >= rough * 0.999_999);
    let step = step.unwrap_or(10.0 * power) * scale;
    let count = (high / step * 0.999_999).ceil().max(1.0) as usize;
    (0..=count).map(|at| at as f64 * step).collect()
}

/// Round times from zero on, at most `max` above it and none after `end`: above two minutes in steps as clocks have them.
pub fn clock_ticks(end: f64, max: usize) -> Vec<f64> {
    const STEPS: [f64; 14] = [
        15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0, 14400.0, 21600.0, 43200.0,
        86400.0,
    ];
    let step = STEPS.into_iter().find(|step| end / step <= max as f64);
    let mut ticks = match step {
        Some(step) if end > 120.0 => (0..=(end / step) as usize).map(|at| at as f64 * step).collect(),
        _ => linear_ticks(end, None, max),
    };
    ticks.retain(|tick| *tick <= end);
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ticks_are_round() {
        const MIB: f64 = 1048576.0;
        assert_eq!(
            log_ticks(&(MIB..2048.0 * MIB), Unit::Bytes, 7),
            [1.0, 4.0, 16.0, 64.0, 256.0, 1024.0].map(|n| n * MIB)
        );
        assert_eq!(log_ticks(&(MIB..2048.0 * MIB), Unit::Bytes, 4), [1.0, 32.0, 1024.0].map(|n| n * MIB));
        assert_eq!(log_ticks(&(5.0..2e6), Unit::Lines, 6), [1e1, 1e2, 1e3, 1e4, 1e5, 1e6]);
        assert_eq!(linear_ticks(7.0 * MIB, Some(Unit::Bytes), 4), [0.0, 2.0, 4.0, 6.0, 8.0].map(|n| n * MIB));
        assert_eq!(linear_ticks(1.0, None, 4), [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(linear_ticks(0.0, None, 4), [0.0, 1.0]);
        assert_eq!(clock_ticks(1.1, 4), [0.0, 0.5, 1.0]);
        assert_eq!(clock_ticks(130.0, 4), [0.0, 60.0, 120.0]);
        assert_eq!(clock_ticks(3600.0, 4), [0.0, 900.0, 1800.0, 2700.0, 3600.0]);
        assert_eq!(clock_ticks(0.0, 4), [0.0]);
        assert!(clock_ticks(1e9, 4).len() <= 5);
    }

    proptest! {
        #[test]
        fn ticks_lie_within_and_are_few(low in 1e-3f64..1e12, span in 1.1f64..1e9, max in 2usize..12) {
            let range = low..low * span;
            for unit in [Unit::Bytes, Unit::Lines] {
                let ticks = log_ticks(&range, unit, max);
                prop_assert!(ticks.len() <= max);
                prop_assert!(ticks.iter().all(|tick| *tick >= range.start * 0.999 && *tick <= range.end * 1.001));
            }
            let ticks = linear_ticks(low, Some(Unit::Bytes), max);
            prop_assert!(ticks.len() <= max + 1, "{ticks:?}");
            prop_assert!(*ticks.last().unwrap() >= low * 0.999_99, "{low} {ticks:?}");
            prop_assert!(ticks[ticks.len() - 2] < low * 1.000_01, "no empty step at the end: {low} {ticks:?}");
        }
    }
}
