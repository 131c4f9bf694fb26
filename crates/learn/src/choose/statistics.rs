//! What is known of a column's values, as far as it may be said of them.
//!
//! Values are kept of columns with at most 50 different ones, each in at least 20 rows. The ends of texts are not kept; those of
//! numbers and days are rounded outwards to two digits.

use super::choices::ColumnChoice;
use super::facts::Facts;
use super::kept::{MIN_ROWS, OF_VALUES, few, words};
use super::number::Number;
use super::spec::{Source, Spec};
use crate::model::{Column, Kind, NumberForm, Statistics};

/// Makes the choice one of the values that there are, if they may be kept.
pub fn apply(
    choice: &mut ColumnChoice,
    column: &Column,
    statistics: &Statistics,
    facts: &Facts,
    keeps_values: bool,
) {
    let is_plain =
        choice.spec.as_ref().is_some_and(|spec| spec.list.is_none() && spec.source != Spec::of("seq").source);
    if !keeps_values || !is_plain || column.identity.is_some() || column.generated.is_some() {
        return;
    }
    let null = choice.spec.as_ref().map_or(0.0, |spec| spec.null);
    if let Some(words) = words(column, statistics, facts) {
        choice.spec = Some(Spec::from(Source::Words(words)).null(null));
        choice.reason = format!("{OF_VALUES}, by their shares");
        choice.doubts.clear();
        return;
    }
    if let Some((spec, reason)) = few(column, statistics, facts) {
        choice.fallbacks.extend(choice.spec.take());
        choice.spec = Some(spec.null(null));
        choice.reason = reason;
        choice.doubts.clear();
        return;
    }
    // What reads another column keeps to lengths or conditions; values of the source do so by themselves.
    if choice.spec.as_ref().is_some_and(Spec::is_expression) {
        return;
    }
    let looks = choice.spec.as_ref().and_then(|spec| looks(spec, column, statistics, facts));
    let Some((spec, reason)) = looks.or_else(|| range(column, statistics, facts)) else { return };
    let spec = match &statistics.format {
        Some(format) => spec.with("format", format.clone()),
        None => spec,
    };
    let (spec, reason) = match &statistics.written {
        Some(form) => written(spec, reason, form),
        None => (spec, reason),
    };
    choice.fallbacks.extend(choice.spec.take());
    choice.spec = Some(spec.null(null));
    choice.reason = reason;
    choice.doubts.clear();
}

/// Numbers with the signs that the source has around them; what else is special about how they are written is in the reason.
fn written(mut spec: Spec, mut reason: String, form: &NumberForm) -> (Spec, String) {
    for (modifier, sign) in [("prefix", &form.prefix), ("suffix", &form.suffix)] {
        if !sign.is_empty() {
            spec = spec.with(modifier, sign.clone());
        }
    }
    reason += match (form.has_comma, form.has_groups) {
        (true, true) => "; it writes 1.234,50",
        (true, false) => "; it has a decimal comma, as --dialect excel-de writes",
        (false, true) => "; it divides thousands",
        (false, false) => "",
    };
    (spec, reason)
}

/// Generators of texts that say nothing: a pattern that all texts of the source have says more.
const PLAIN: [&str; 8] = ["regex", "pattern", "words", "noun", "word", "sentence", "paragraph", "slug"];

/// What makes texts that look like those of the source.
fn looks(spec: &Spec, column: &Column, statistics: &Statistics, facts: &Facts) -> Option<(Spec, String)> {
    let Source::Generator { name, .. } = &spec.source else { return None };
    if !matches!(column.kind, Kind::Text { .. }) || facts.matches.is_some() {
        return None;
    }
    let pattern = statistics
        .pattern
        .as_ref()
        .filter(|_| PLAIN.contains(&&**name))
        .filter(|pattern| is_of_classes(pattern))?;
    let source = Source::Generator { name: "regex".into(), constraint: pattern.clone() };
    Some((
        Spec { is_unique: spec.is_unique, ..Spec::from(source) },
        "the pattern that all values have".into(),
    ))
}

/// Whether a pattern has classes and signs only: letters and digits in it would be those of values.
fn is_of_classes(pattern: &str) -> bool {
    let mut depth = 0;
    pattern.chars().all(|c| {
        depth += i32::from(matches!(c, '[' | '{')) - i32::from(matches!(c, ']' | '}'));
        depth > 0 || !c.is_alphanumeric()
    })
}

/// The range of numbers, times and lengths, rounded outwards; the share of truth.
fn range(column: &Column, statistics: &Statistics, facts: &Facts) -> Option<(Spec, String)> {
    match column.kind {
        Kind::Int(_) | Kind::Decimal { .. } | Kind::Float { .. } => numbers(column, statistics, facts),
        Kind::Date | Kind::DateTime { .. } if facts.from.is_none() && facts.until.is_none() => {
            let (low, high) = statistics.range.as_ref()?;
            let year = |text: &str| text.get(..4)?.parse::<u32>().ok();
            let (low, high) = (year(low)?, year(high)?);
            let generator = if column.kind == Kind::Date { "date" } else { "datetime" };
            let spec = Spec::of(&format!("{generator}:{low:04}-01-01,{high:04}-12-31"));
            Some((spec, "the years of the source".into()))
        }
        Kind::Time { .. } => {
            let (low, high) = statistics.range.as_ref()?;
            let spec = Spec::of(&format!("time:{}:00:00,{}:59:59", low.get(..2)?, high.get(..2)?));
            Some((spec, "the hours of the source".into()))
        }
        Kind::Duration => {
            let (low, high) = statistics.range.as_ref()?;
            let (low, high) = (Number::parse(low)?.floor(0), Number::parse(high)?.ceil(0));
            let (low, high) = (outwards(low.max(0), false), outwards(high.max(1), true));
            Some((
                Spec::of(&format!("duration:{low}s,{high}s")),
                "the range of the source, rounded outwards".into(),
            ))
        }
        Kind::Interval => {
            let most = statistics.spans?.map(|most| outwards(i128::from(most.max(0)), true));
            let [months, days, seconds] = most;
            let spec = Spec::of(&format!("interval:{months},{days},{seconds}"));
            Some((spec, "up to the months, days and seconds of the source, rounded upwards".into()))
        }
        Kind::Bytes { max: None } => {
            let (least, most) = statistics.length?;
            let (least, most) = (least.min(MAX_BYTES), most.clamp(1, MAX_BYTES));
            let constraint = if least == most { most.to_string() } else { format!("{least},{most}") };
            Some((Spec::of(&format!("bytes:{constraint}")), "as long as those of the source".into()))
        }
        Kind::Bool => {
            let is_common = |share: f64| share * statistics.rows as f64 >= MIN_ROWS;
            let distinct = statistics.distinct?;
            let are_common = !statistics.common.is_empty()
                && distinct.count == statistics.common.len() as u64
                && statistics.common.iter().all(|common| is_common(common.share));
            let is_free = facts.one_of.is_none() && facts.none_of.is_empty();
            let of = |word: &str| {
                let mut shares = statistics.common.iter().filter(|common| common.value == word);
                shares.next().map_or(0.0, |common| common.share)
            };
            let (yes, no) = (of("true"), of("false"));
            let share = (yes / (yes + no) * 1000.0).round() / 1000.0;
            (are_common && is_free && yes + no > 0.0)
                .then(|| (Spec::of(&format!("bool:{share}")), "as often true as in the source".into()))
        }
        _ => None,
    }
}

/// Numbers within the range of the source, by its quantiles.
fn numbers(column: &Column, statistics: &Statistics, facts: &Facts) -> Option<(Spec, String)> {
    let (low, high) = statistics.range.as_ref()?;
    let reason = "the range of the source, rounded outwards".to_owned();
    if let Kind::Float { bits } = column.kind
        && (statistics.places.is_none_or(|places| places > MAX_PLACES)
            || statistics.nan_share + statistics.infinite_share > 0.0)
        && facts.min.is_none()
        && facts.max.is_none()
    {
        let (low, high) = (low.parse::<f64>().ok()?, high.parse::<f64>().ok()?);
        let (low, high) = (outwards_float(low, false), outwards_float(high, true));
        let generator = if bits == 32 { "real" } else { "float" };
        let mut spec = Spec::of(&format!("{generator}:{low},{high}"));
        let spread = float_buckets(&statistics.quantiles, low, high);
        let reason = if spread.is_some() { format!("{reason}, and its quantiles") } else { reason };
        if let Some(spread) = spread {
            spec = spec.with("dist", spread);
        }
        for (modifier, share) in [("nan", statistics.nan_share), ("inf", statistics.infinite_share)] {
            if share * statistics.rows as f64 >= MIN_ROWS {
                spec = spec.with(modifier, format!("{}", (share * 1000.0).round() / 1000.0));
            }
        }
        return Some((spec, reason));
    }
    let scale = match column.kind {
        Kind::Int(_) => 0,
        Kind::Decimal { scale, .. } => {
            let scale = scale.unwrap_or(2);
            scale.min(statistics.places.unwrap_or(scale)).min(18)
        }
        _ => statistics.places.unwrap_or(2).min(MAX_PLACES),
    };
    let (low, high) = (Number::parse(low)?, Number::parse(high)?);
    let (low, high) = (outwards(low.floor(scale), false), outwards(high.ceil(scale), true));
    let limits = match column.kind {
        Kind::Int(size) => super::amount::Limits::int(size.bits, size.is_unsigned).range,
        // In steps of the type's own places, of which fewer are in use.
        Kind::Decimal { precision, scale: own } => {
            let (low, high) = super::amount::Limits::decimal(precision, own).range;
            let unit = 10_i128.pow(own.unwrap_or(scale).min(15).saturating_sub(scale));
            (low / unit, high / unit)
        }
        _ => (-(10_i128.pow(30)), 10_i128.pow(30)),
    };
    let (low, high) = facts.clipped(low, high, limits, scale)?;
    let mut spec = super::amount::of_range(low, high, scale);
    if let Some(buckets) = buckets(&statistics.quantiles, low, high, scale) {
        spec = spec.with("dist", buckets);
        return Some((spec, format!("{reason}, and its quantiles")));
    }
    Some((spec, reason))
}

/// A floating-point number with more decimal places is one that was computed.
const MAX_PLACES: u32 = 6;
/// Longer bytes say no more.
const MAX_BYTES: u64 = 4096;

/// The nearest number of two digits that is not within.
fn outwards_float(number: f64, is_up: bool) -> f64 {
    let rounded: f64 = format!("{number:.1e}").parse().unwrap_or(number);
    let is_outside = if is_up { rounded >= number } else { rounded <= number };
    if is_outside || !number.is_normal() {
        // A zero without a sign.
        return rounded + 0.0;
    }
    let unit = 10_f64.powi(number.abs().log10().floor() as i32 - 1);
    let next = if is_up { rounded + unit } else { rounded - unit };
    format!("{next:.1e}").parse().unwrap_or(next)
}

/// The nearest number of two digits that is not within.
pub fn outwards(number: i128, is_up: bool) -> i128 {
    let mut unit = 1;
    while (number / unit).abs() >= 100 {
        unit *= 10;
    }
    let floor = number.div_euclid(unit) * unit;
    if is_up && floor != number { floor + unit } else { floor }
}

/// Quantiles that differ by less from those of equal chances may do so by chance.
const EVEN: f64 = 0.03;

/// Whether all numbers of the range are about as likely.
fn is_even(quantiles: &[String], low: i128, high: i128, scale: u32) -> bool {
    // Of decimals of 38 digits, differences may have more than 128 bits.
    let width = high.saturating_sub(low) as f64;
    let parts = (quantiles.len() - 1) as f64;
    // Each number is the middle of its step, which counts where there are few numbers.
    let step = 1.0 / (width + 1.0);
    quantiles.iter().enumerate().all(|(part, text)| {
        let share =
            Number::parse(text).map(|number| (number.floor(scale).saturating_sub(low) as f64 + 0.5) * step);
        share.is_some_and(|share| (share - part as f64 / parts).abs() <= EVEN + step / 2.0)
    })
}

/// Quantiles as a histogram whose edges are rounded to two digits.
fn buckets(quantiles: &[String], low: i128, high: i128, scale: u32) -> Option<String> {
    if quantiles.len() < 3 || low >= high || is_even(quantiles, low, high, scale) {
        return None;
    }
    let inner = quantiles[1..quantiles.len() - 1]
        .iter()
        .map(|text| Number::parse(text).map(|number| outwards(number.floor(scale), false)));
    let inner: Vec<i128> = inner.collect::<Option<_>>()?;
    let (mut parts, mut from, mut weight): (Vec<String>, i128, u32) = (Vec::new(), low, 0);
    for edge in inner.into_iter().chain([high]) {
        weight += 1;
        let edge = edge.min(high);
        if edge > from {
            parts.push(format!("{}..{}*{weight}", Number::text(from, scale), Number::text(edge, scale)));
            from = edge;
            weight = 0;
        }
    }
    (parts.len() > 1).then(|| format!("hist:{}", parts.join(",")))
}

/// The same of floating-point numbers.
fn float_buckets(quantiles: &[String], low: f64, high: f64) -> Option<String> {
    let numbers: Vec<f64> = quantiles.iter().map(|text| text.parse().ok()).collect::<Option<_>>()?;
    let (width, count) = (high - low, numbers.len());
    if count < 3 || !width.is_normal() {
        return None;
    }
    let even = |part: usize| part as f64 / (count - 1) as f64;
    let is_even = |(part, number): (usize, &f64)| ((number - low) / width - even(part)).abs() <= EVEN;
    if numbers.iter().enumerate().all(is_even) {
        return None;
    }
    let (mut parts, mut from, mut weight): (Vec<String>, f64, u32) = (Vec::new(), low, 0);
    let inner = numbers[1..count - 1].iter().map(|number| outwards_float(*number, false));
    for edge in inner.chain([high]) {
        weight += 1;
        if edge > from && edge <= high {
            parts.push(format!("{from}..{edge}*{weight}"));
            (from, weight) = (edge, 0);
        }
    }
    (parts.len() > 1).then(|| format!("hist:{}", parts.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_rounded_outwards_to_two_digits() {
        let cases = [
            (1234, false, 1200),
            (1234, true, 1300),
            (-1234, false, -1300),
            (-1234, true, -1200),
            (99, true, 99),
            (0, false, 0),
        ];
        for (number, is_up, rounded) in cases {
            assert_eq!(outwards(number, is_up), rounded, "{number}");
        }
    }

    #[test]
    fn floating_point_ends_are_rounded_outwards() {
        for (number, is_up, rounded) in [
            (0.1234, true, 0.13),
            (0.1234, false, 0.12),
            (-0.1234, false, -0.13),
            (1e300, true, 1e300),
            (0.0, true, 0.0),
        ] {
            assert!(
                (outwards_float(number, is_up) - rounded).abs() <= f64::EPSILON * rounded.abs(),
                "{number}"
            );
        }
    }

    #[test]
    fn patterns_have_no_letters_of_values() {
        assert!(is_of_classes("[A-Z]{3}-[0-9]{4,6}") && is_of_classes("\\(\\)"));
        assert!(!is_of_classes("[A-Z]{3}-secret") && !is_of_classes("4711"));
    }

    #[test]
    fn quantiles_become_a_histogram() {
        let quantiles = ["0", "10", "10", "50", "1000"].map(str::to_owned);
        assert_eq!(buckets(&quantiles, 0, 1000, 0).as_deref(), Some("hist:0..10*1,10..50*2,50..1000*1"));
    }
}
