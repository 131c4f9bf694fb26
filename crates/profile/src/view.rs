//! What is shown of a profile, as texts: the same on a terminal and on a page.

use gush_diagnostics::grouped;
use gusher::plan::Plan;
use gusher::types::{DataType, FloatWidth, Utf8};

use crate::bars::{Bin, bins, float_bins, quantiles};
use crate::column::{ColumnProfile, Numbers};
use crate::table::TableProfile;
use crate::texts::{Found, TextRange};
use crate::values::{NULL, Values};

/// How many of the commonest values are shown.
const COMMONEST: usize = 5;
/// How many values are shown where none is common and there is no range.
const EXAMPLES: usize = 3;
/// How many rows they are looked for in.
const FIRST: usize = 100;
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
        // Their numbers are lengths, or not all of them.
        DataType::Utf8(_) | DataType::Wide { .. } => u64::MAX,
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
    let (min_row, max_row) = numbers.wide.map_or((min_row, max_row), |[(_, min), (_, max)]| (min, max));
    // No row shows lengths as such.
    let is_length = data_type.is_nested() || matches!(data_type, DataType::Utf8(_));
    let mut one = |value: i64, row: u64| if is_length { value.to_string() } else { show(row) };
    let (least, greatest) = (one(min, min_row), one(max, max_row));
    let spread = (min < max).then(|| {
        let (points, is_estimated) = profile.points(numbers);
        let quantiles = quantiles(&points).map(|(share, point)| (share, one(point.value, point.row)));
        let (bins, last_width) = match data_type {
            DataType::Float { .. } | DataType::Wide { .. } => float_bins(&points),
            _ => bins(&points, min, max),
        };
        SpreadView { quantiles, is_estimated, bins, last_width }
    });
    let count = profile.rows - profile.nulls;
    let what = if is_length { "length" } else { "range" };
    let mean = match data_type {
        DataType::Float { .. } => float_mean(numbers.float_sum),
        &DataType::Wide { scale, .. } => {
            float_mean((numbers.float_sum.0 / 10f64.powi(scale as i32), numbers.float_sum.1))
        }
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

/// The mean of numbers, where one can be written.
fn mean(sum: i128, count: u64, data_type: &DataType) -> Option<String> {
    let mean = sum as f64 / count as f64;
    match data_type {
        DataType::Int64 { .. } | DataType::List { .. } | DataType::Map { .. } | DataType::Utf8(_) => {
            Some(format!("{mean:.2}"))
        }
        DataType::Decimal { scale, .. } => {
            Some(format!("{:.*}", *scale as usize + 2, mean / 10f64.powi(*scale as i32)))
        }
        DataType::Duration { .. } => Some(iso_duration(mean.round() as i64)),
        DataType::Float { .. }
        | DataType::Wide { .. }
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
        DataType::Int64 { .. } | DataType::Wide { scale: 0, .. } => "whole number",
        DataType::Decimal { scale: 1, .. } => "decimal, 1 decimal place",
        DataType::Decimal { scale, .. } | DataType::Wide { scale, .. } => {
            return format!("decimal, {scale} decimal places");
        }
        DataType::Float { width: FloatWidth::Double, .. } => "floating-point number",
        DataType::Float { width: FloatWidth::Half, .. } => "floating-point number, 16 bits",
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
        DataType::Map { .. } => "map",
        DataType::Struct(_) => "struct",
    };
    name.into()
}

#[cfg(test)]
mod tests {
    use super::iso_duration;

    #[test]
    fn durations_are_written_as_values_are() {
        let written = [0, 59, 60, 43_195, -3_601].map(iso_duration);
        assert_eq!(written, ["PT0S", "PT59S", "PT1M", "PT11H59M55S", "-PT1H1S"]);
    }
}
