//! Distributions against their own functions: how far the filled numbers lie from what they should be.

use proptest::prelude::*;

use super::double::{DOUBLES, doubles};
use crate::catalogue::find;
use crate::generators::Context;
use crate::generators::distribution::normal::{quantiles, share_below};
use crate::generators::distribution::special::{beta_below, gamma_below};
use crate::plan::Plan;
use crate::schema::Schema;
use crate::types::{Array, Batch, DataType};
use gush_diagnostics::Diagnostic;

fn schema(spec: &str) -> (Schema, Vec<Diagnostic>) {
    let read = |_: &str| Ok(Vec::new());
    Schema::parse("t", &[spec], &Context::default().now(1_750_000_000).files(&read))
}

/// The values of a column of numbers, in units of the last digit.
fn values(spec: &str, seed: u64, rows: std::ops::Range<u64>) -> Vec<i64> {
    let (schema, diagnostics) = schema(spec);
    assert_eq!(diagnostics, []);
    let (plan, mut batch, mut all) = (Plan::new(&schema, seed, &rows).unwrap(), Batch::default(), Vec::new());
    for start in rows.clone().step_by(1000) {
        plan.fill(&(start..rows.end.min(start + 1000)), &mut batch);
        let Array::Ints(ints) = batch.columns()[0].values() else { panic!("{spec} makes no numbers") };
        all.extend(ints);
    }
    all
}

const SAMPLES: u64 = 1_000_000;

/// A distance from the distribution that is not chance.
const DIFFERS: f64 = 1.95;

/// The largest distance between the shares below each number, as they are and as they should be, in units of
/// 1 / √n: above `DIFFERS` for one sample in a thousand (Kolmogorov), and then the rest is not looked at.
fn distance(found: &[i64], unit: f64, share: &dyn Fn(f64) -> f64) -> f64 {
    let n = found.len() as f64;
    let mut worst = 0f64;
    let mut below = 0;
    while below < found.len() && worst * n.sqrt() <= DIFFERS {
        let value = found[below];
        let upto = below + found[below..].partition_point(|other| *other == value);
        // A value represents all numbers that are rounded to it.
        let (first, last) = (share((value as f64 - 0.5) * unit), share((value as f64 + 0.5) * unit));
        worst = worst.max((below as f64 / n - first).abs()).max((upto as f64 / n - last).abs());
        below = upto;
    }
    worst * n.sqrt()
}

/// The share below x of what lies between two ends.
fn cut(share: impl Fn(f64) -> f64, from: f64, to: f64) -> impl Fn(f64) -> f64 {
    let (below, all) = (share(from), share(to) - share(from));
    move |x| ((share(x) - below) / all).clamp(0.0, 1.0)
}

fn normal(mean: f64, deviation: f64) -> impl Fn(f64) -> f64 {
    move |x| share_below((x - mean) / deviation)
}

fn lognormal(mu: f64, sigma: f64) -> impl Fn(f64) -> f64 {
    move |x| if x <= 0.0 { 0.0 } else { share_below((x.ln() - mu) / sigma) }
}

fn exp(rate: f64) -> impl Fn(f64) -> f64 {
    move |x| if x <= 0.0 { 0.0 } else { 1.0 - (-rate * x).exp() }
}

fn pareto(least: f64, alpha: f64) -> impl Fn(f64) -> f64 {
    move |x| if x <= least { 0.0 } else { 1.0 - (least / x).powf(alpha) }
}

fn weibull(shape: f64, scale: f64) -> impl Fn(f64) -> f64 {
    move |x| if x <= 0.0 { 0.0 } else { 1.0 - (-(x / scale).powf(shape)).exp() }
}

/// Between 0 and 100.
fn triangular(mode: f64) -> impl Fn(f64) -> f64 {
    move |x| {
        let x = x.clamp(0.0, 100.0);
        if x < mode { x * x / (100.0 * mode) } else { 1.0 - (100.0 - x).powi(2) / (100.0 * (100.0 - mode)) }
    }
}

type Case = (&'static str, f64, fn(f64) -> Box<dyn Fn(f64) -> f64>);

/// A column, the unit of its values, and its distribution with each parameter times a factor.
const CASES: &[Case] = &[
    ("int@dist=normal:50,10", 1.0, |f| Box::new(normal(50.0, 10.0 * f))),
    ("int@dist=normal:-50,10", 1.0, |f| Box::new(normal(-50.0 * f, 10.0))),
    ("double@dist=normal:1.5,0.2", 1e-4, |f| Box::new(normal(1.5, 0.2 * f))),
    ("decimal:,,3@dist=normal:20,4", 1e-3, |f| Box::new(normal(20.0 * f, 4.0))),
    ("decimal:0,100,2@dist=normal:50,30", 1e-2, |f| Box::new(cut(normal(50.0, 30.0 * f), -0.005, 100.005))),
    ("decimal:90,100,2@dist=normal:50,10", 1e-2, |f| Box::new(cut(normal(50.0, 10.0 * f), 89.995, 100.005))),
    ("decimal:-100,-90,2@dist=normal:-50,10", 1e-2, |f| {
        Box::new(cut(normal(-50.0, 10.0 * f), -100.005, -89.995))
    }),
    ("int:1000@dist=normal:0,1k", 1.0, |f| Box::new(cut(normal(0.0, 1000.0 * f), 999.5, f64::INFINITY))),
    ("int@dist=exp:0.01", 1.0, |f| Box::new(exp(0.01 * f))),
    ("decimal:-5,10,3@dist=exp:0.2", 1e-3, |f| Box::new(cut(exp(0.2 * f), 0.0, 10.0005))),
    ("decimal:5,50,3@dist=exp:0.2", 1e-3, |f| Box::new(cut(exp(0.2 * f), 4.9995, 50.0005))),
    ("int@dist=lognormal:4,0.5", 1.0, |f| Box::new(lognormal(4.0 * f, 0.5))),
    ("decimal@dist=lognormal:3,0.5", 1e-2, |f| Box::new(lognormal(3.0, 0.5 * f))),
    ("decimal:10,30,3@dist=lognormal:3,0.5", 1e-3, |f| {
        Box::new(cut(lognormal(3.0, 0.5 * f), 9.9995, 30.0005))
    }),
    ("decimal@dist=pareto:1.16", 1e-2, |f| Box::new(pareto(1.0, 1.16 * f))),
    ("int:100,1000@dist=pareto:2", 1.0, |f| Box::new(cut(pareto(100.0, 2.0 * f), 99.5, 1000.5))),
    ("double:0@dist=normal", 1e-4, |f| Box::new(cut(normal(0.0, 1000.0 * f), -5e-5, f64::INFINITY))),
    ("int:0,600@dist=normal", 1.0, |f| Box::new(cut(normal(300.0 * f, 100.0), -0.5, 600.5))),
    ("decimal:,,3@dist=gamma:2.5,4", 1e-3, |f| Box::new(move |x| gamma_below(2.5 * f, x / 4.0))),
    ("decimal:,,6@dist=gamma:0.5,4", 1e-6, |f| Box::new(move |x| gamma_below(0.5, x / (4.0 * f)))),
    ("decimal:5,20,3@dist=gamma:3,4", 1e-3, |f| {
        Box::new(cut(move |x| gamma_below(3.0 * f, x / 4.0), 4.9995, 20.0005))
    }),
    ("decimal:0,100,3@dist=beta:2,5", 1e-3, |f| Box::new(move |x| beta_below(2.0 * f, 5.0, x / 100.0))),
    ("decimal:-50,50,3@dist=beta:0.5,0.5", 1e-3, |f| {
        Box::new(move |x| beta_below(0.5 * f, 0.5, (x + 50.0) / 100.0))
    }),
    ("decimal:0,100,3@dist=triangular:20", 1e-3, |f| Box::new(triangular(20.0 * f))),
    ("decimal:,,3@dist=weibull:1.5,20", 1e-3, |f| Box::new(weibull(1.5, 20.0 * f))),
    ("decimal:,,3@dist=weibull:0.7,20", 1e-3, |f| Box::new(weibull(0.7 * f, 20.0))),
    ("decimal:10,30,3@dist=weibull:1.5,20", 1e-3, |f| Box::new(cut(weibull(1.5, 20.0 * f), 9.9995, 30.0005))),
    ("int:1,1000@dist=uniform", 1.0, |f| Box::new(move |x| ((x - 0.5) / (1000.0 * f)).clamp(0.0, 1.0))),
    ("double@dist=uniform", 1e-4, |f| Box::new(move |x| (x / (1000.0 * f)).clamp(0.0, 1.0))),
    ("decimal:1,500,2", 1e-2, |f| Box::new(move |x| ((x - 0.995) / (499.01 * f)).clamp(0.0, 1.0))),
];

#[test]
fn numbers_follow_their_distribution_and_no_other() {
    for &(spec, unit, share) in CASES {
        let mut found = values(spec, 11, 0..SAMPLES);
        found.sort_unstable();
        let right = distance(&found, unit, &*share(1.0));
        assert!(right < DIFFERS, "{spec} lies {right} from its distribution");
        for factor in [0.95, 1.05] {
            let wrong = distance(&found, unit, &*share(factor));
            assert!(wrong > DIFFERS, "{spec} cannot be distinguished from one times {factor}: {wrong}");
        }
    }
}

/// Chi-square over the first ranks and the rest in groups that double, against sums of n^-s; divided by the number of
/// degrees of freedom, so that it lies near 1.
fn chi_square(found: &[i64], min: i64, count: u64, s: f64) -> f64 {
    let group = |rank: u64| if rank < 30 { rank as usize } else { 30 + (rank / 30).ilog2() as usize };
    let mut shares = vec![0.0; group(count - 1) + 1];
    for rank in 0..count {
        shares[group(rank)] += ((rank + 1) as f64).powf(-s);
    }
    let total: f64 = shares.iter().sum();
    let mut counts = vec![0.0; shares.len()];
    for value in found {
        counts[group(value.abs_diff(min))] += 1.0;
    }
    let expected = shares.iter().map(|share| share / total * found.len() as f64);
    let groups: Vec<(f64, f64)> = expected.zip(counts).filter(|(expected, _)| *expected > 5.0).collect();
    let sum: f64 = groups.iter().map(|(expected, count)| (count - expected).powi(2) / expected).sum();
    sum / (groups.len() - 1) as f64
}

#[test]
fn ranks_follow_their_powers_and_no_others() {
    for (spec, min, count, s) in [
        ("int:1,10@dist=zipf:1", 1, 10, 1.0),
        ("int@dist=zipf:1", 1, 1000, 1.0),
        ("int:-7,4088@dist=zipf:0.8", -7, 4096, 0.8),
        ("int:-7,4089@dist=zipf:0.8", -7, 4097, 0.8),
        ("int:1,1M@dist=zipf:1", 1, 1_000_000, 1.0),
        ("int:1,1M@dist=zipf:0.5", 1, 1_000_000, 0.5),
        ("int:1,1M@dist=zipf:1.07", 1, 1_000_000, 1.07),
        ("int:5,1000004@dist=zipf:2", 5, 1_000_000, 2.0),
    ] {
        let found = values(spec, 5, 0..SAMPLES);
        assert!(found.iter().all(|value| *value >= min && value.abs_diff(min) < count), "{spec}");
        let right = chi_square(&found, min, count, s);
        assert!(right < 1.8, "{spec}: {right}");
        for wrong in [0.95 * s, 1.05 * s] {
            let wrong = chi_square(&found, min, count, wrong);
            assert!(wrong > 3.0 * right.max(1.0), "{spec}: {wrong}");
        }
    }
}

/// Ranks after the table, one by one, against the sum of the powers before them.
#[test]
fn far_ranks_begin_where_the_sum_of_those_before_them_ends() {
    for s in [0.5, 1.0, 1.3, 2.0] {
        let (count, power) = (200_000u64, |rank: u64| (rank as f64).powf(-s));
        let zipf = crate::generators::distribution::zipf::Zipf::new(1, count as i64, s);
        let total: f64 = (1..=count).rev().map(power).sum();
        let mut before: f64 = (1..=4096).map(power).sum();
        for rank in 4097..count {
            let share = power(rank);
            // A hundredth of the rank's share inside of its two ends.
            for at in [before + 0.01 * share, before + 0.99 * share] {
                let x = (at / total * crate::rng::TWO_64) as u64;
                assert_eq!(zipf.rank(x) + 1, rank, "s = {s}");
            }
            before += share;
        }
    }
}

/// Where the numbers lie densest, and at both ends: neighbouring quantiles never give one value.
#[test]
fn neighbouring_quantiles_differ() {
    let value = |index: u64| {
        let mut value = [0];
        doubles(&[(u128::from(index) << 64).div_ceil(u128::from(DOUBLES)) as u64], &mut value);
        value[0]
    };
    let middle = DOUBLES / 2;
    for index in (middle - 50_000..middle + 50_000).chain(0..5000).chain(DOUBLES - 5000..DOUBLES - 1) {
        assert!(value(index) < value(index + 1), "{index}");
    }
}

/// Reference values of the standard normal quantile (R's documentation of qnorm uses the same algorithm;
/// these are the usual table values).
#[test]
fn the_normal_quantile_agrees_with_the_tables() {
    let table = [
        (0.5, 0.0),
        (0.841_344_746_068_542_9, 1.0),
        (0.975, 1.959_963_984_540_054),
        (0.001, -3.090_232_306_167_813_5),
        (1e-9, -5.997_807_015_007_687),
        (1e-15, -7.941_345_326_170_998),
    ];
    let mut found = table.map(|(p, _)| p);
    quantiles(&mut found);
    for ((p, z), found) in table.into_iter().zip(found) {
        assert!((found - z).abs() < 1e-12, "quantile({p}) = {found}, not {z}");
    }
}

#[test]
fn the_ends_of_the_fractions_are_numbers_too() {
    let mut ends = [0; 2];
    doubles(&[0, u64::MAX], &mut ends);
    assert!(ends[0] < -81_000_000 && ends[1] > 81_000_000 && ends[1] <= 83_000_000, "{ends:?}");
    assert!(
        crate::generators::distribution::fractions::unit(0) > 0.0
            && crate::generators::distribution::fractions::unit(u64::MAX) < 1.0
    );
}

/// Column specs, with the smallest and the largest possible value.
#[test]
fn fields_know_their_ends() {
    for (spec, least, most) in [
        ("int@dist=normal:50,10", -32, 132),
        ("int:0,100@dist=normal:50,10", 0, 100),
        ("int:0,1000@dist=normal:50,10", 0, 132),
        ("int@dist=exp:1", 0, 37),
        ("int:3,5@dist=exp:100", 3, 3),
        ("decimal@dist=pareto:10", 100, 3940),
        ("int@dist=zipf:1", 1, 1000),
        ("int:2000@dist=zipf:1", 2000, 3000),
        ("int:0,9223372036854775807@dist=lognormal:100,10", 0, 9_223_372_036_854_745_088),
        ("int:-9223372036854775808,9223372036854775807@dist=zipf:0.1", i64::MIN, i64::MAX),
        ("decimal", 0, 100_000),
        ("decimal:5", 500, 100_000),
        ("decimal:2000", 200_000, 300_000),
        ("decimal:,5,0", 0, 5),
        ("decimal:0.5,0.75", 50, 75),
        ("decimal:-1,1,18", -1_000_000_000_000_000_000, 1_000_000_000_000_000_000),
        ("int:2000", 2000, 3000),
        ("int:,5", 0, 5),
        ("int:0,9223372036854775807", 0, i64::MAX),
    ] {
        let (schema, diagnostics) = schema(spec);
        assert_eq!(diagnostics, []);
        let found = match schema.columns[0].generate.field().data_type {
            DataType::Int64 { min, max } | DataType::Decimal { min, max, .. } => (min, max),
            other => panic!("{spec}: {other:?}"),
        };
        assert_eq!(found, (least, most), "{spec}");
    }
}

/// Wrong column specs, the span that is wrong, and the complete message.
#[test]
fn wrong_distributions_are_refused_with_span_and_remedy() {
    for (spec, span, text) in [
        ("int@dist=normall:1,2", "normall", "no distribution has this name; did you mean `normal`?"),
        (
            "int@dist=weird:1",
            "weird",
            "no distribution has this name; there are uniform, normal:MEAN,SD, exp:RATE, lognormal:MU,SIGMA, \
             zipf:S, pareto:ALPHA, gamma:SHAPE,SCALE, beta:A,B, triangular:MODE, weibull:SHAPE,SCALE, poisson:MEAN, \
             binomial:N,P, geometric:P, hist:LOW..HIGH*WEIGHT,…",
        ),
        ("int@dist=normal:1", "normal:1", "a number is missing; the form is normal:MEAN,SD"),
        ("int@dist=exp", "exp", "a number is missing; the form is exp:RATE"),
        ("int@dist=exp:1,2", "2", "one number too many; the form is exp:RATE"),
        ("int@dist=uniform:1", "1", "one number too many; the form is uniform"),
        ("int@dist=normal:1,", "", "expected a number such as 100, -2.5 or 1e6"),
        ("int@dist=normal:x,1", "x", "expected a number such as 100, -2.5 or 1e6"),
        ("int@dist=normal:nan,1", "nan", "expected a number such as 100, -2.5 or 1e6"),
        ("int@dist=normal:1,inf", "inf", "expected a number such as 100, -2.5 or 1e6"),
        ("int@dist=normal:1,0", "0", "the standard deviation must be above 0"),
        ("int@dist=normal:1,-2", "-2", "the standard deviation must be above 0"),
        ("int@dist=exp:0", "0", "the rate must be above 0"),
        ("int@dist=lognormal:1,-0.5", "-0.5", "sigma must be above 0"),
        ("int@dist=zipf:0", "0", "the exponent must be above 0"),
        ("int@dist=pareto:-1", "-1", "alpha must be above 0"),
        ("int:0,9@dist=pareto:1", "0,9", "pareto begins at the smallest value, which must be above 0"),
        (
            "decimal@dist=zipf:1",
            "zipf:1",
            "zipf gives ranks, which are whole numbers; `int`, `date` and lists take it",
        ),
        ("int:1,9@dist=normal:1e6,1", "normal:1e6,1", "the distribution has nothing between 1 and 9"),
        ("decimal:,-0.5@dist=exp:1", "exp:1", "the distribution has nothing between … and -0.5"),
        ("int@dist=normal:1e30,1", "normal:1e30,1", "the distribution lies beyond the 64 bits of a number"),
        ("int:9,1@dist=normal:1,1", "9,1", "the smallest value (9) is above the largest (1)"),
        ("decimal:9.50,1@dist=exp:1", "9.50,1", "the smallest value (9.5) is above the largest (1)"),
        ("decimal:1,2,39", "39", "expected 0 to 38 decimal places"),
        ("decimal:1,2,3,4", "4", "one field too many; the form is decimal:MIN,MAX,PLACES"),
        ("decimal:1.005", "1.005", "more than 2 decimal places"),
        (
            "int@dist=exp:1@unique",
            "unique",
            "`@unique` is not supported: each value is drawn by a distribution that favours some of them",
        ),
    ] {
        let (_, diagnostics) = schema(spec);
        let found: Vec<(&str, &str)> =
            diagnostics.iter().map(|m| (&m.text[m.span.clone()], m.message.as_str())).collect();
        assert_eq!(found, [(span, text)], "{spec}");
    }
}

#[test]
fn an_even_distribution_is_the_usual_one() {
    assert_eq!(values("int:1,6@dist=uniform@unique", 3, 0..6), values("int:1,6@unique", 3, 0..6));
    assert!(find("decimal").unwrap().takes("dist"));
}

proptest! {
    /// Whatever is asked for, nothing leaves the ends, and any range is a slice of all rows.
    #[test]
    fn ends_are_never_left(
        ends in prop_oneof![(-200i64..200, 0i64..400), (any::<i64>(), any::<i64>())],
        dist in prop_oneof![
            (-100.0..100.0, 0.001..1000.0).prop_map(|(a, b)| format!("normal:{a},{b}")),
            (-5.0..5.0, 0.001..20.0).prop_map(|(a, b)| format!("lognormal:{a},{b}")),
            (0.000_001..100.0).prop_map(|a| format!("exp:{a}")),
            (0.01..20.0).prop_map(|a| format!("pareto:{a}")),
            (0.01..20.0).prop_map(|a| format!("zipf:{a}")),
            (0.05..50.0, 0.01..100.0).prop_map(|(a, b)| format!("gamma:{a},{b}")),
            (0.05..50.0, 0.05..50.0).prop_map(|(a, b)| format!("beta:{a},{b}")),
            (0.05..20.0, 0.01..100.0).prop_map(|(a, b)| format!("weibull:{a},{b}")),
            (0.01..1000.0).prop_map(|a| format!("poisson:{a}")),
            (1u32..1000, 0.0..1.0).prop_map(|(n, p)| format!("binomial:{n},{p}")),
            (0.001..1.0).prop_map(|p| format!("geometric:{p}")),
            Just("normal".to_owned()),
        ],
        clamp: bool,
        scale in 0u32..5,
        seed: u64,
    ) {
        let (min, max) = (ends.0, ends.0.saturating_add(ends.1.saturating_abs()));
        let text = |value| crate::generators::distribution::axis::decimal_text(value, scale);
        let spec = match scale {
            0 => format!("int:{min},{max}@dist={dist}"),
            _ => format!("decimal:{},{},{scale}@dist={dist}", text(min), text(max)),
        };
        let spec = if clamp { format!("{spec}@clamp") } else { spec };
        // Some have nothing there, which is reported.
        prop_assume!(schema(&spec).1.is_empty());
        let found = values(&spec, seed, 0..3000);
        prop_assert!(found.iter().all(|value| (min..=max).contains(value)), "{}", spec);
        prop_assert_eq!(&values(&spec, seed, 1234..1300), &found[1234..1300]);
    }
}
