//! What is shown of a profile, as texts: the same on a terminal and on a page.

use gush_diagnostics::grouped;
use gusher::plan::Plan;
use gusher::types::{DataType, FloatWidth, Utf8};

use crate::column::{ColumnProfile, Numbers};
use crate::hash::float_of_key;
use crate::sketch::Point;
use crate::table::TableProfile;
use crate::texts::{Found, TextRange};
use crate::values::{NULL, Values};

/// So many of the commonest values are shown.
const COMMONEST: usize = 5;
/// So many values are shown where none is common and there is no range.
const EXAMPLES: usize = 3;
/// How many rows they are looked for in.
const FIRST: usize = 100;
/// A histogram has no more bars.
const BINS: u64 = 40;
/// The least number of different lengths for a histogram.
const MIN_LENGTHS: usize = 4;

/// What is shown of a table: [`TableView::text`] for a terminal, [`page`](crate::page) for a browser.
#[derive(Debug)]
pub struct TableView {
    pub(crate) name: String,
    /// How many rows it has, as in "1,000 rows".
    pub(crate) rows: String,
    pub(crate) columns: Vec<ColumnView>,
}

/// What is shown of a column. Shares are of all its rows, from 0 to 1.
#[derive(Debug)]
pub(crate) struct ColumnView {
    pub name: String,
    pub data_type: String,
    /// How many are null, and their share, where any are.
    pub nulls: Option<(String, f64)>,
    /// How many values are different.
    pub distinct: String,
    pub range: Option<RangeView>,
    /// How long texts are, in characters.
    pub length: Option<RangeView>,
    /// The values of the first rows, where there is nothing else to show of them.
    pub examples: Vec<String>,
    /// The commonest values with their shares.
    pub common: Vec<(String, f64)>,
}

/// The range of numbers, times, texts or lengths.
#[derive(Debug)]
pub(crate) struct RangeView {
    /// What it is a range of: "range", or "length".
    pub what: &'static str,
    pub min: String,
    pub max: String,
    pub mean: Option<String>,
    pub spread: Option<SpreadView>,
}

/// How values are spread over a range.
#[derive(Debug)]
pub(crate) struct SpreadView {
    /// Percentages with the values below which so much of all values is.
    pub quantiles: [(usize, String); 5],
    /// Whether quantiles and bars are those of a sample.
    pub is_estimated: bool,
    /// The bars of the histogram.
    pub bins: Vec<Bin>,
    /// How wide the last bar is, as a share of the others' width.
    pub last_width: f64,
}

/// A bar of a histogram: a part of the range. All have the same width but the last one, which may be narrower.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bin {
    /// How many values it has.
    pub count: u64,
    /// The same for each value of the bar, so that a narrow bar is not a low one.
    pub height: f64,
}

impl RangeView {
    /// The histogram of lengths, where there are enough of them for it to say something.
    pub(crate) fn of_lengths(&self) -> Option<&SpreadView> {
        self.spread.as_ref().filter(|spread| spread.bins.len() >= MIN_LENGTHS)
    }
}

impl TableProfile {
    /// What is shown of the profile. `plan` is the one that the rows were made by.
    pub fn view(&self, plan: &Plan, table: &str) -> TableView {
        let rows = self.rows();
        let mut values = Values::new(plan, table, &rows);
        let columns = self.columns().iter().zip(plan.columns()).enumerate();
        let columns = columns.map(|(place, (profile, planned))| {
            let field = planned.field();
            let is_bool = matches!(field.data_type, DataType::Bool);
            let mut show = |row: u64| match (is_bool, values.text(row, place)) {
                (true, value) if value == "t" => "true".to_owned(),
                (true, value) if value == "f" => "false".to_owned(),
                (_, value) => value,
            };
            // What never comes twice need not be counted.
            let is_unique = planned.is_unique() || planned.is_serial();
            let numbers = profile.numbers.as_ref();
            let (distinct, is_exact) =
                if is_unique { (profile.rows - profile.nulls, true) } else { profile.distinct() };
            let about = if is_exact { "" } else { "about " };
            // An estimate may be above what is possible.
            let distinct = distinct.min(most_values(&field.data_type, numbers));
            let common = commonest(profile, &mut show);
            let spread = numbers.and_then(|numbers| range(profile, numbers, &field.data_type, &mut show));
            let is_text = matches!(field.data_type, DataType::Utf8(_));
            let (range, length) = if is_text { (None, spread) } else { (spread, None) };
            let is_seen = range.is_some() || !common.is_empty();
            let first = rows.clone().take(if is_seen { 0 } else { FIRST });
            let examples = first.map(&mut show).filter(|value| value != NULL).take(EXAMPLES).collect();
            let range = range.or_else(|| texts(&profile.texts, &mut show));
            ColumnView {
                name: field.name.clone(),
                data_type: type_name(&field.data_type),
                nulls: (profile.nulls > 0).then(|| (grouped(profile.nulls), share(profile, profile.nulls))),
                distinct: format!("{about}{}", grouped(distinct)),
                range,
                length,
                examples,
                common,
            }
        });
        let columns = columns.collect();
        let count = rows.end - rows.start;
        let noun = if count == 1 { "row" } else { "rows" };
        TableView { name: table.into(), rows: format!("{} {noun}", grouped(count)), columns }
    }
}

/// How many different values there can be of a type, between the smallest and the greatest that were seen.
fn most_values(data_type: &DataType, numbers: Option<&Numbers>) -> u64 {
    match data_type {
        DataType::Utf8(Utf8::Composed(parts)) => {
            parts.iter().fold(1, |count, part| count.saturating_mul(part.dictionary.len() as u64))
        }
        // Their numbers are lengths.
        DataType::Utf8(_) => u64::MAX,
        nested if nested.is_nested() => u64::MAX,
        _ => match numbers.and_then(|numbers| numbers.min.zip(numbers.max)) {
            Some(((min, _), (max, _))) => max.abs_diff(min).saturating_add(1),
            None => u64::MAX,
        },
    }
}

/// The share of this many of a column's rows.
fn share(profile: &ColumnProfile, count: u64) -> f64 {
    count as f64 / profile.rows.max(1) as f64
}

/// The commonest values with their shares. Values that each came once or so are not common.
fn commonest(profile: &ColumnProfile, show: &mut dyn FnMut(u64) -> String) -> Vec<(String, f64)> {
    let (most, lowered) = profile.common.most(COMMONEST);
    let is_common =
        |count: u64| count > 1 && share(profile, count + lowered) >= 0.001 && 2 * lowered <= count;
    let common = most.iter().filter(|counted| is_common(counted.count));
    common.map(|counted| (show(counted.row), share(profile, counted.count + lowered / 2))).collect()
}

/// The first text and the last, if there are any.
fn texts(range: &TextRange, show: &mut dyn FnMut(u64) -> String) -> Option<RangeView> {
    let mut one = |found: &Found| match show(found.row) {
        text if text.is_empty() => "(empty)".to_owned(),
        text => text,
    };
    let (min, max) = (one(range.min.as_ref()?), one(range.max.as_ref()?));
    Some(RangeView { what: "range", min, max, mean: None, spread: None })
}

/// The range of numbers and times, if there are any; of texts and lists that of their lengths.
fn range(
    profile: &ColumnProfile,
    numbers: &Numbers,
    data_type: &DataType,
    show: &mut dyn FnMut(u64) -> String,
) -> Option<RangeView> {
    let ((min, min_row), (max, max_row)) = (numbers.min?, numbers.max?);
    // No row shows lengths as such.
    let is_length = data_type.is_nested() || matches!(data_type, DataType::Utf8(_));
    let mut one = |value: i64, row: u64| if is_length { value.to_string() } else { show(row) };
    let (least, greatest) = (one(min, min_row), one(max, max_row));
    let spread = (min < max).then(|| {
        let (points, is_estimated) = profile.points(numbers);
        let quantiles = quantiles(&points).map(|(share, point)| (share, one(point.value, point.row)));
        let (bins, last_width) = match data_type {
            DataType::Float { .. } => float_bins(&points),
            _ => bins(&points, min, max),
        };
        SpreadView { quantiles, is_estimated, bins, last_width }
    });
    let count = profile.rows - profile.nulls;
    let what = if is_length { "length" } else { "range" };
    let mean = match data_type {
        DataType::Float { .. } => float_mean(numbers.float_sum),
        _ => mean(numbers.sum, count, data_type),
    };
    Some(RangeView { what, min: least, max: greatest, mean, spread })
}

/// The mean of floating-point numbers to six digits, where there are any.
fn float_mean((sum, count): (f64, u64)) -> Option<String> {
    let mean = sum / count as f64;
    // The digits of a number near its mean are noise beyond these.
    mean.is_finite()
        .then(|| format!("{mean:.5e}").parse::<f64>().map_or_else(|_| String::new(), |mean| mean.to_string()))
}

/// How many steps the range of floating-point numbers is divided into, before it is divided into bars.
const FLOAT_STEPS: f64 = (1u64 << 40) as f64;

/// The bars of a histogram of floating-point numbers, the finite ones among them.
fn float_bins(points: &[Point]) -> (Vec<Bin>, f64) {
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
fn quantiles(points: &[Point]) -> [(usize, Point); 5] {
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

/// The bars of a histogram of numbers from `min` to `max`, and how wide the last one is as a share of the others' width. All bars stand for the same number of values that can
/// come, so that even values make an even histogram: these are `min` and what lies a multiple of `unit` above, such as each
/// second of times in milliseconds.
fn bins(points: &[Point], min: i64, max: i64) -> (Vec<Bin>, f64) {
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

/// The mean of numbers, where one can be written.
fn mean(sum: i128, count: u64, data_type: &DataType) -> Option<String> {
    let mean = sum as f64 / count as f64;
    match data_type {
        DataType::Int64 { .. } | DataType::List { .. } | DataType::Utf8(_) => Some(format!("{mean:.2}")),
        DataType::Decimal { scale, .. } => {
            Some(format!("{:.*}", *scale as usize + 2, mean / 10f64.powi(*scale as i32)))
        }
        DataType::Duration { .. } => Some(iso_duration(mean.round() as i64)),
        DataType::Float { .. }
        | DataType::Date32 { .. }
        | DataType::Timestamp { .. }
        | DataType::Time { .. }
        | DataType::Bool
        | DataType::Uuid
        | DataType::Interval { .. }
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Binary { .. }
        | DataType::Struct(_) => None,
    }
}

/// A number of seconds as in ISO 8601.
fn iso_duration(seconds: i64) -> String {
    let sign = if seconds < 0 { "-" } else { "" };
    let all = seconds.unsigned_abs();
    let parts = [(all / 3600, 'H'), (all / 60 % 60, 'M'), (all % 60, 'S')];
    let parts: String = parts.iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n}{unit}")).collect();
    format!("{sign}PT{}", if parts.is_empty() { "0S" } else { &parts })
}

fn type_name(data_type: &DataType) -> String {
    let name = match data_type {
        DataType::Utf8(_) => "text",
        DataType::Int64 { .. } => "whole number",
        DataType::Decimal { scale: 1, .. } => "decimal, 1 decimal place",
        DataType::Decimal { scale, .. } => return format!("decimal, {scale} decimal places"),
        DataType::Float { width: FloatWidth::Double, .. } => "floating-point number",
        DataType::Float { width: FloatWidth::Single, .. } => "floating-point number, 32 bits",
        DataType::Date32 { .. } => "date",
        DataType::Timestamp { .. } => "timestamp",
        DataType::Time { .. } => "time of day",
        DataType::Duration { .. } => "duration",
        DataType::Bool => "boolean",
        DataType::Interval { .. } => "interval",
        DataType::Uuid => "UUID",
        DataType::Ipv4 => "IPv4 address",
        DataType::Ipv6 => "IPv6 address",
        DataType::FixedBinary { .. } | DataType::Binary { .. } => "bytes",
        DataType::List { .. } => "list",
        DataType::Struct(_) => "struct",
    };
    name.into()
}

#[cfg(test)]
mod tests {
    use gusher::types::{Array, ColumnData};

    use super::{BINS, Bin, bins, iso_duration, quantiles};
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

    /// Whole numbers, days, cents, times in milliseconds and numbers at the ends: each bar has the values that it is for,
    /// all but the last as many, and even values are drawn evenly.
    #[test]
    fn bars_count_what_they_stand_for_at_all_widths() {
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

    #[test]
    fn durations_are_written_as_values_are() {
        let written = [0, 59, 60, 43_195, -3_601].map(iso_duration);
        assert_eq!(written, ["PT0S", "PT59S", "PT1M", "PT11H59M55S", "-PT1H1S"]);
    }
}
