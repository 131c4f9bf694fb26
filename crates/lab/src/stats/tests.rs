//! Statistics against naive twins: sorting, counting, and every resample there is.

use proptest::prelude::*;

use super::*;

/// The middle by definition: at most half lie below it, and at most half above.
fn is_middle(samples: &[f64], middle: f64) -> bool {
    let below = samples.iter().filter(|&&sample| sample < middle).count();
    let above = samples.iter().filter(|&&sample| sample > middle).count();
    below * 2 <= samples.len() && above * 2 <= samples.len()
}

/// Takes the smallest away until one or two are left.
fn naive_median(samples: &[f64]) -> f64 {
    let mut left = samples.to_vec();
    while left.len() > 2 {
        for better in [|a: f64, b: f64| a < b, |a: f64, b: f64| a > b] {
            let worst = (0..left.len()).reduce(|a, b| if better(left[b], left[a]) { b } else { a }).unwrap();
            left.remove(worst);
        }
    }
    left.iter().sum::<f64>() / left.len() as f64
}

/// The medians of all n^n ways to draw n samples again.
fn every_median(samples: &[f64]) -> Vec<f64> {
    let n = samples.len();
    let one = |mut number: usize| {
        let mut drawn = Vec::new();
        for _ in 0..n {
            drawn.push(samples[number % n]);
            number /= n;
        }
        naive_median(&drawn)
    };
    (0..n.pow(n as u32)).map(one).collect()
}

fn share(values: &[f64], holds: impl Fn(f64) -> bool) -> f64 {
    values.iter().filter(|&&value| holds(value)).count() as f64 / values.len() as f64
}

fn samples(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((1u32..1000).prop_map(f64::from), count)
}

/// What 9,999 resamples may be off by: five standard deviations of a share of 2.5 %.
const LUCK: f64 = 0.008;

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn the_median_is_in_the_middle(samples in samples(1..30)) {
        let found = median(&samples).unwrap();
        prop_assert!(is_middle(&samples, found));
        prop_assert!((found - naive_median(&samples)).abs() < 1e-9);
    }

    #[test]
    fn the_mad_is_the_median_of_distances(samples in samples(1..30)) {
        let middle = naive_median(&samples);
        let distances: Vec<f64> = samples.iter().map(|sample| (sample - middle).abs()).collect();
        prop_assert!((mad(&samples).unwrap() - 1.4826 * naive_median(&distances)).abs() < 0.01);
    }

    #[test]
    fn intervals_are_those_of_every_resample(samples in samples(5..6)) {
        let all = every_median(&samples);
        let Spread::Interval(Bounds { low, high }) = summarize(&samples).unwrap().spread else {
            panic!("five samples have an interval");
        };
        prop_assert!(share(&all, |median| median < low) <= 0.025 + LUCK);
        prop_assert!(share(&all, |median| median <= low) >= 0.025 - LUCK);
        prop_assert!(share(&all, |median| median > high) <= 0.025 + LUCK);
        prop_assert!(share(&all, |median| median >= high) >= 0.025 - LUCK);
    }

    #[test]
    fn ratios_are_those_of_every_pair(from in samples(5..6), to in samples(5..6)) {
        let found = ratio(&from, &to).unwrap();
        let Bounds { low, high } = found.interval.unwrap();
        // Each median is one of the five samples, so shares of them are enough to weigh every pair.
        let weigh = |samples: &[f64]| -> Vec<(f64, f64)> {
            let all = every_median(samples);
            let mut values = samples.to_vec();
            values.sort_by(f64::total_cmp);
            values.dedup();
            values.iter().map(|&value| (value, share(&all, |median| median == value))).collect()
        };
        let (from_weights, to_weights) = (weigh(&from), weigh(&to));
        let chance = |holds: &dyn Fn(f64) -> bool| -> f64 {
            let pairs = from_weights.iter().flat_map(|a| to_weights.iter().map(move |b| (b.0 / a.0, a.1 * b.1)));
            pairs.filter(|pair| holds(pair.0)).map(|pair| pair.1).sum()
        };
        prop_assert!(chance(&|ratio| ratio < low) <= 0.025 + LUCK);
        prop_assert!(chance(&|ratio| ratio <= low) >= 0.025 - LUCK);
        prop_assert!(chance(&|ratio| ratio > high) <= 0.025 + LUCK);
        prop_assert!(chance(&|ratio| ratio >= high) >= 0.025 - LUCK);
        prop_assert_eq!(found.value, naive_median(&to) / naive_median(&from));
    }

    #[test]
    fn neither_order_nor_unit_matters(samples in samples(1..20), turn in 0usize..20) {
        let mut turned = samples.clone();
        turned.rotate_left(turn % samples.len());
        let (one, other) = (summarize(&samples).unwrap(), summarize(&turned).unwrap());
        prop_assert_eq!((one.median, one.mad, one.spread), (other.median, other.mad, other.spread));
        let doubled: Vec<f64> = samples.iter().map(|sample| sample * 2.0).collect();
        let doubled = summarize(&doubled).unwrap();
        prop_assert_eq!(doubled.median, 2.0 * one.median);
        prop_assert_eq!((doubled.outliers, doubled.noisy), (one.outliers, one.noisy));
    }

    #[test]
    fn the_interval_holds_the_median_and_lies_among_the_samples(samples in samples(5..40)) {
        let summary = summarize(&samples).unwrap();
        let Bounds { low, high } = summary.spread.interval().unwrap();
        prop_assert!(low <= summary.median && summary.median <= high);
        prop_assert!(samples.iter().any(|&sample| sample <= low) && samples.iter().any(|&sample| sample >= high));
    }

    #[test]
    fn outliers_lie_further_out_than_all_others(samples in samples(1..30)) {
        let found = outliers(&samples);
        let middle = median(&samples).unwrap();
        let distance = |at: usize| (samples[at] - middle).abs();
        let inside = (0..samples.len()).filter(|at| !found.contains(at));
        let furthest = inside.map(distance).fold(0.0, f64::max);
        prop_assert!(found.iter().all(|&at| distance(at) > furthest));
        prop_assert!(found.len() * 2 <= samples.len(), "what most samples are is not outside");
    }
}

#[test]
fn few_samples_promise_nothing() {
    assert_eq!(summarize(&[]), None);
    let one = summarize(&[7.0]).unwrap();
    assert_eq!((one.median, one.mad, one.spread, one.noisy), (7.0, 0.0, Spread::Unknown, false));
    let two = summarize(&[7.0, 9.0]).unwrap();
    assert_eq!((two.median, two.spread), (8.0, Spread::Range(Bounds { low: 7.0, high: 9.0 })));
    let three = summarize(&[9.0, 7.0, 8.0]).unwrap();
    assert_eq!((three.median, three.spread), (8.0, Spread::Range(Bounds { low: 7.0, high: 9.0 })));
    assert_eq!(three.spread.interval(), None);
    assert!(summarize(&[1.0, 1.0, 1.0, 100.0]).unwrap().outliers.is_empty());
}

#[test]
fn outliers_are_named_by_their_place() {
    assert_eq!(outliers(&[10.0, 10.1, 9.9, 10.2, 4.0, 9.8, 10.0]), [4]);
    // More than half agree, so the MAD is zero.
    assert_eq!(outliers(&[10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 12.0]), [7]);
    assert_eq!(outliers(&[10.0; 9]), [0; 0]);
}

#[test]
fn noise_is_an_interval_wider_than_a_fifth() {
    assert!(!summarize(&[95.0, 105.0]).unwrap().noisy);
    assert!(summarize(&[85.0, 110.0]).unwrap().noisy);
    assert!(summarize(&[70.0, 80.0, 100.0, 120.0, 130.0]).unwrap().noisy);
    assert!(!summarize(&[98.0, 99.0, 100.0, 101.0, 102.0]).unwrap().noisy);
}

#[test]
fn ratios_need_two_medians() {
    assert_eq!(ratio(&[], &[1.0]), None);
    assert_eq!(ratio(&[1.0], &[]), None);
    assert_eq!(ratio(&[0.0], &[1.0]), None);
    assert_eq!(ratio(&[2.0], &[1.0]), Some(Ratio { value: 0.5, interval: None }));
    assert_eq!(ratio(&[2.0; 4], &[1.0; 9]).unwrap().interval, None);
    assert_eq!(ratio(&[2.0; 5], &[1.0; 5]).unwrap().interval, Some(Bounds { low: 0.5, high: 0.5 }));
}

#[test]
fn many_samples_have_a_narrow_interval() {
    let samples: Vec<f64> = (0..3000).map(|at| f64::from(at % 100)).collect();
    let summary = summarize(&samples).unwrap();
    let bounds = summary.spread.interval().unwrap();
    assert!(bounds.low >= 46.0 && bounds.high <= 53.0, "{bounds:?}");
}

#[test]
fn the_same_samples_have_the_same_interval_for_ever() {
    let samples: Vec<f64> = (1..=20).map(f64::from).collect();
    let bounds = summarize(&samples).unwrap().spread.interval().unwrap();
    assert_eq!((bounds.low, bounds.high), (6.5, 14.5));
}

/// What a reader counts of a program that writes `size` at once, then makes the next for the rest of `period`: at each
/// tick of 25 ms, from the start of a burst on.
fn burst_ticks(size: u64, transfer: f64, period: f64, seconds: f64) -> Vec<(f64, u64)> {
    let count = |time: f64| {
        let complete = (time / period).floor();
        let part = ((time - complete * period) / transfer).min(1.0);
        (complete * size as f64 + part * size as f64) as u64
    };
    (0..=(seconds / 0.025).round() as u32)
        .map(|tick| f64::from(tick) * 0.025)
        .map(|at| (at, count(at)))
        .collect()
}

fn sample_of(ticks: &[(f64, u64)]) -> Sample {
    let (seconds, count) = *ticks.last().unwrap();
    Sample { rate: (count - ticks[0].1) as f64 / seconds, bursts: bursts(ticks) }
}

#[test]
fn gaps_between_ticks_are_bursts_and_a_steady_flow_has_none() {
    let steady: Vec<(f64, u64)> =
        (0..=40_u32).map(|tick| (f64::from(tick) * 0.025, u64::from(tick) * 1000)).collect();
    assert_eq!(bursts(&steady), None);
    assert_eq!(bursts(&[]), None);
    assert_eq!(bursts(&[(0.0, 5)]), None);
    // A busy machine stops a steady program now and then.
    let mut stopped = steady.clone();
    stopped[20].1 = stopped[19].1;
    assert_eq!(bursts(&stopped), None);
    // Nothing at all came after the first look, or before it ended.
    assert_eq!(bursts(&[(0.0, 0), (1.0, 0)]), None);
    let once = [(0.0, 10), (0.025, 200), (0.05, 200), (0.075, 200), (0.1, 200)];
    assert_eq!(bursts(&once), Some(Bursts { count: 1, largest: 200, seconds: 0.1 }));
    let three = [(0.0, 4), (0.1, 4), (0.2, 9), (0.3, 9), (0.4, 10), (0.5, 12), (0.6, 12)];
    assert_eq!(bursts(&three), Some(Bursts { count: 3, largest: 5, seconds: 0.6 }));
}

/// The finding of an outside check: one burst of 200 MB in each round of 0.2 s, so that all rounds agree on 953 MiB/s,
/// where the program does 337.
#[test]
fn rounds_of_one_burst_agree_and_are_not_believed() {
    let ticks = burst_ticks(200_000_000, 0.05, 0.566, 0.2);
    let rounds = vec![sample_of(&ticks); 5];
    let rates: Vec<f64> = rounds.iter().map(|round| round.rate).collect();
    let naive = summarize(&rates).unwrap();
    assert_eq!(naive.spread.interval().unwrap().width(naive.median), 0.0);
    let summary = summarize_rounds(&rounds).unwrap();
    assert_eq!(summary.doubt(), Some(Doubt::TooShort));
    let bounds = summary.spread.interval().unwrap();
    let truth = 200_000_000.0 / 0.566;
    assert!(bounds.low <= truth && truth <= bounds.high, "{bounds:?}");
    assert_eq!(summary.enough_seconds(), Some(2.0));
}

#[test]
fn bursts_in_fewer_than_half_of_the_rounds_are_the_machine_s() {
    let bursty = sample_of(&burst_ticks(1000, 0.025, 0.25, 1.0));
    let steady = Sample { bursts: None, ..bursty };
    let doubt = |samples: &[Sample]| summarize_rounds(samples).unwrap().doubt();
    assert_eq!(doubt(&[bursty, bursty, steady, steady]), Some(Doubt::TooShort));
    assert_eq!(doubt(&[bursty, steady, steady, steady, steady]), None);
    // One round has no interval that could be widened, and is doubted all the same.
    let one = summarize_rounds(&[bursty]).unwrap();
    assert_eq!((one.spread, one.doubt()), (Spread::Unknown, Some(Doubt::TooShort)));
}

#[test]
fn a_ratio_is_as_wide_as_both_bursts_make_it() {
    let steady = ratio(&[2.0; 5], &[1.0; 5]).unwrap();
    assert_eq!(steady.widened(0.0, 0.0), steady);
    assert_eq!(
        steady.widened(0.25, 0.5).interval,
        Some(Bounds { low: 0.5 * 0.5 / 1.25, high: 0.5 * 1.5 / 0.75 })
    );
    assert_eq!(steady.widened(0.0, 1.5).interval.unwrap().low, 0.0);
    assert_eq!(steady.widened(1.0, 0.0).interval, None);
    assert_eq!(steady.widened(1.0, 0.0).value, 0.5);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Whatever the size, the speed and the length of rounds: the true rate of a program that writes in bursts lies in the
    /// interval, which has a width, and a round that is as long as was asked for is long enough.
    #[test]
    fn the_true_rate_of_bursts_lies_in_the_interval(
        size in 1_000_000_u64..1_000_000_000,
        transfer in 0.001_f64..0.05,
        pause in 0.06_f64..2.0,
        seconds in 0.2_f64..3.0,
    ) {
        let period = transfer + pause;
        let truth = size as f64 / period;
        let seconds = (seconds / 0.025).round() * 0.025;
        let rounds = vec![sample_of(&burst_ticks(size, transfer, period, seconds)); 5];
        let summary = summarize_rounds(&rounds).unwrap();
        prop_assume!(summary.median > 0.0);
        let bounds = summary.spread.interval().unwrap();
        prop_assert!(bounds.low <= truth * 1.001 && truth * 0.999 <= bounds.high, "{truth} in {bounds:?}");
        prop_assert!(bounds.high > bounds.low);
        // What is doubted has few bursts, and what is not has many.
        let count = seconds / period;
        prop_assert!(summary.is_too_short() || count >= 8.0, "{count} bursts are enough");
        prop_assert!(!summary.is_too_short() || count <= 12.0, "{count} bursts are too few");
        if let Some(enough) = summary.enough_seconds() {
            prop_assert!(enough > seconds * 0.9 && enough < 100.0 * seconds + 100.0, "{enough}");
            // With the true rate known, ten bursts and what rounding adds.
            let longer = vec![sample_of(&burst_ticks(size, transfer, period, enough.max(11.0 * period))); 5];
            prop_assert!(!summarize_rounds(&longer).unwrap().is_too_short());
        }
    }

    /// A steady flow, however uneven, is what it was: no tick without anything.
    #[test]
    fn a_steady_flow_is_never_in_bursts(steps in prop::collection::vec(1_u64..1_000_000, 1..100)) {
        let mut sum = 0;
        let ticks: Vec<(f64, u64)> = std::iter::once(0).chain(steps).enumerate().map(|(at, step)| {
            sum += step;
            (at as f64 * 0.025, sum)
        }).collect();
        prop_assert_eq!(bursts(&ticks), None);
    }
}
