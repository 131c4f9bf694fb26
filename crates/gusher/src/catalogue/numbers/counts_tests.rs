//! Distributions of integers, of times and of lists against their probabilities.

use crate::catalogue::tests::chi_square::{ROWS, follow, shares as weights};
use crate::catalogue::tests::values;

fn ln_factorial(k: u32) -> f64 {
    (1..=k).map(|k| f64::from(k).ln()).sum()
}

fn poisson(mean: f64, k: u32) -> f64 {
    (f64::from(k) * mean.ln() - mean - ln_factorial(k)).exp()
}

fn binomial(n: u32, p: f64, k: u32) -> f64 {
    let choose = ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k);
    (choose + f64::from(k) * p.ln() + f64::from(n - k) * (1.0 - p).ln()).exp()
}

fn day(day: u32) -> String {
    let date = jiff::civil::date(2024, 1, 1).saturating_add(jiff::Span::new().days(i64::from(day)));
    date.to_string()
}

#[test]
fn counts_follow_their_probabilities_and_no_others() {
    let numbers = |range: std::ops::RangeInclusive<u32>, weight: &dyn Fn(u32) -> f64| {
        weights(range.map(|k| (k.to_string(), weight(k))))
    };
    let beyond = |first: f64| {
        let number = |k: u64| ((9_223_372_036_854_775_808 + k).to_string(), if k == 0 { first } else { 1.0 });
        weights((0..4).map(number))
    };
    for (spec, right, wrong) in [
        ("int:9223372036854775808,9223372036854775811", beyond(1.0), beyond(1.02)),
        (
            "int@dist=poisson:3.5",
            numbers(0..=60, &|k| poisson(3.5, k)),
            numbers(0..=60, &|k| poisson(3.55, k)),
        ),
        (
            "int:2,6@dist=poisson:3.5",
            numbers(2..=6, &|k| poisson(3.5, k)),
            numbers(2..=6, &|k| poisson(3.6, k)),
        ),
        (
            "int@dist=poisson:400",
            numbers(150..=800, &|k| poisson(400.0, k)),
            numbers(150..=800, &|k| poisson(401.0, k)),
        ),
        (
            "int@dist=binomial:20,0.3",
            numbers(0..=20, &|k| binomial(20, 0.3, k)),
            numbers(0..=20, &|k| binomial(20, 0.31, k)),
        ),
        (
            "int@dist=geometric:0.2",
            numbers(1..=400, &|k| 0.8f64.powi(k as i32)),
            numbers(1..=400, &|k| 0.79f64.powi(k as i32)),
        ),
        (
            "int:3,9@dist=geometric:0.2",
            numbers(3..=9, &|k| 0.8f64.powi(k as i32)),
            numbers(3..=9, &|k| 0.78f64.powi(k as i32)),
        ),
        (
            "int@dist=hist:0..10*5,10..12*2.5,20*1,30..40*0",
            weights(
                (0..10)
                    .map(|k| (k.to_string(), 0.5))
                    .chain((10..12).map(|k| (k.to_string(), 1.25)))
                    .chain([("20".into(), 1.0)]),
            ),
            weights(
                (0..10)
                    .map(|k| (k.to_string(), 0.5))
                    .chain((10..12).map(|k| (k.to_string(), 1.35)))
                    .chain([("20".into(), 1.0)]),
            ),
        ),
        (
            "date:2024-01-01,2024-12-31@dist=geometric:0.1",
            weights((1..366).map(|k| (day(k), 0.9f64.powi(k as i32)))),
            weights((1..366).map(|k| (day(k), 0.89f64.powi(k as i32)))),
        ),
        (
            "date:2024-01-01,2024-01-31@dist=hist:2024-01-01..2024-01-08*3,2024-01-08..2024-01-22*1",
            weights((0..7).map(|k| (day(k), 3.0 / 7.0)).chain((7..21).map(|k| (day(k), 1.0 / 14.0)))),
            weights((0..7).map(|k| (day(k), 3.2 / 7.0)).chain((7..21).map(|k| (day(k), 1.0 / 14.0)))),
        ),
        (
            "enum:a,b,c,d@dist=zipf:1",
            weights(
                ["a", "b", "c", "d"]
                    .iter()
                    .zip(1..)
                    .map(|(name, rank)| ((*name).to_owned(), 1.0 / f64::from(rank))),
            ),
            weights(
                ["a", "b", "c", "d"]
                    .iter()
                    .zip(1..)
                    .map(|(name, rank)| ((*name).to_owned(), 1.0 / f64::from(rank).powf(1.05))),
            ),
        ),
        (
            "enum:a*0.7,b*0.2,c*0.1",
            weights([("a".to_owned(), 0.7), ("b".into(), 0.2), ("c".into(), 0.1)]),
            weights([("a".to_owned(), 0.7), ("b".into(), 0.205), ("c".into(), 0.095)]),
        ),
        (
            "enum:a,b,c@weights=0.123456:0:1",
            weights([("a".to_owned(), 0.123_456), ("c".into(), 1.0)]),
            weights([("a".to_owned(), 0.126), ("c".into(), 1.0)]),
        ),
    ] {
        follow(spec, values(spec, 5, 0..ROWS), &right, &wrong);
    }
}

/// Each number of a small range comes once.
#[test]
fn numbers_beyond_64_bits_are_unique() {
    for (spec, first, last) in [
        (
            "int:18446744073709551000,18446744073709551615@unique",
            "18446744073709551000",
            "18446744073709551615",
        ),
        (
            "decimal:-0.0000000000000000308,0.0000000000000000307,19@unique",
            "-0.0000000000000000308",
            "0.0000000000000000307",
        ),
    ] {
        let found: std::collections::BTreeSet<String> = values(spec, 5, 0..616).into_iter().collect();
        assert_eq!(found.len(), 616, "{spec}");
        assert!(found.contains(first) && found.contains(last), "{spec}");
    }
}

/// What is beyond the ends comes as the ends, and what is between keeps its share.
#[test]
fn clamped_values_pile_up_at_the_ends() {
    let found = values("int:0,100@dist=normal:50,40@clamp", 5, 0..ROWS);
    let share = |value: &str| found.iter().filter(|found| *found == value).count() as f64 / ROWS as f64;
    let below = |x: f64| crate::generators::distribution::normal::share_below((x - 50.0) / 40.0);
    for (value, expected) in
        [("0", below(0.5)), ("100", 1.0 - below(99.5)), ("50", below(50.5) - below(49.5))]
    {
        assert!((share(value) - expected).abs() < 0.001, "{value}: {} is not {expected}", share(value));
    }
}

/// The distributions of times: their medians lie where they should.
#[test]
fn times_follow_distributions_of_positions_and_lengths() {
    for (spec, median) in [
        ("datetime:2024-01-01,2024-12-31@dist=normal:2024-06-01T12:00:00Z,10d", "2024-06-01T"),
        ("date:2024-01-01,2024-12-31@dist=normal:2024-06-10,10d", "2024-06-10"),
        ("date:2024-01-01,2024-12-31@dist=normal:100,10", "2024-04-10"),
        ("date:2024-01-01,2030-12-31@dist=exp:100d", "2024-03-10"),
        ("time:09:00,17:00@dist=triangular:13:00", "13:0"),
        ("time@dist=normal:12:30,45m", "12:30:"),
        ("duration:0,1d@dist=normal:2h,10m", "PT2H"),
        ("price:0,100@dist=lognormal:3,0.5", "20."),
        ("timestamp:2024-01-01,2024-12-31@dist=beta:2,2", "1719"),
    ] {
        let mut found = values(spec, 5, 0..20_001);
        found.sort_by_key(|value| {
            (value.trim_start_matches("PT").split(['H', '.']).next().map(str::len), value.clone())
        });
        let middle = &found[10_000];
        assert!(
            middle.starts_with(median) || spec.contains("duration") && middle.starts_with("PT1H59M"),
            "{spec}: {middle}"
        );
    }
}

/// Wrong column specs, the span that is wrong, and the complete message.
#[test]
fn wrong_distributions_of_counts_times_and_lists_are_refused() {
    for (spec, span, text) in [
        (
            "double@dist=poisson:3",
            "poisson:3",
            "poisson gives counts, which are whole numbers; `int`, `date` and lists take it",
        ),
        ("int@dist=poisson:0", "0", "the mean must be above 0"),
        ("int@dist=poisson:1e10", "1e10", "the mean is at most 1000000000"),
        ("int@dist=binomial:0,0.5", "0", "expected a whole number of attempts from 1 to 1,000,000,000"),
        ("int@dist=binomial:2.5,0.5", "2.5", "expected a whole number of attempts from 1 to 1,000,000,000"),
        ("int@dist=binomial:10,1.5", "1.5", "expected a probability from 0 to 1"),
        ("int@dist=geometric:0", "0", "expected a probability above 0, up to 1"),
        ("int@dist=gamma:0.01,1", "0.01", "expected a shape from 0.05 to 10,000"),
        ("int@dist=gamma:2,0", "0", "the scale must be above 0"),
        ("int@dist=weibull:2,x", "x", "expected a number such as 100, -2.5 or 1e6"),
        ("int:0,9@dist=triangular:12", "triangular:12", "the mode must lie between the ends of the values"),
        (
            "int:20,30@dist=binomial:10,0.5",
            "binomial:10,0.5",
            "the distribution has nothing between 20 and 30",
        ),
        ("int@dist=hist", "hist", "buckets are missing; the form is hist:LOW..HIGH*WEIGHT,…"),
        (
            "int@dist=hist:0..5*1,4..9",
            "4..9",
            "buckets rise; this one begins before 5, where the one before it ends",
        ),
        ("int@dist=hist:5..5", "5..5", "a bucket ends after it begins; its end is not in it"),
        ("int@dist=hist:a..5", "a", "expected an end of a bucket; the form is hist:LOW..HIGH*WEIGHT,…"),
        ("int@dist=hist:0..5*-1", "-1", "a weight cannot be negative"),
        ("int@dist=hist:0..5*0,5..9*0", "hist:0..5*0,5..9*0", "all weights are 0; at least one must be more"),
        ("int:0,9@dist=hist:0..20", "hist:0..20", "a bucket reaches beyond the ends of the values"),
        ("int:0,9@clamp", "clamp", "@clamp moves values of a distribution to the ends; @dist is missing"),
        (
            "int@dist=normal:5,1@clamp",
            "clamp",
            "there is nothing beyond the ends that could be put at them; leave @clamp",
        ),
        (
            "int:0,9@dist=beta:2,2@clamp",
            "clamp",
            "there is nothing beyond the ends that could be put at them; leave @clamp",
        ),
        (
            "double:5",
            "5",
            "both ends are needed; the form is double:MIN,MAX[,DIGITS]; with @dist=normal one end will do",
        ),
        (
            "date:2024-01-01,2024-12-31@dist=normal:x,5d",
            "x",
            "expected a time as the ends are written, or a number",
        ),
        (
            "date:2024-01-01,2024-12-31@dist=normal:2024-05-01,x",
            "x",
            "expected a length of time such as 12h or 30d, or a number",
        ),
        (
            "datetime:2024-01-01,2024-12-31@dist=pareto:1",
            "pareto:1",
            "pareto begins at a smallest value above 0; take exp, lognormal or gamma",
        ),
        ("name@dist=zipf:1", "dist=zipf:1", "`name` does not take @dist"),
        ("seq@dist=zipf:1", "zipf:1", "`seq` has no order that a distribution could follow"),
    ] {
        let found = crate::catalogue::tests::findings(spec);
        assert_eq!(found, [(span.to_owned(), text.to_owned())], "{spec}");
    }
}
