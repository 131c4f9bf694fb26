//! A profile as text, for a terminal.

use std::fmt::Write;
use std::ops::Range;

use gush_diagnostics::grouped;
use gusher::encode::{Buffer, Encoder, FORMATS, FormatOptions};
use gusher::plan::Plan;
use gusher::types::{Batch, DataType};

use crate::column::{ColumnProfile, Numbers};
use crate::table::TableProfile;

/// So many of the commonest values are shown.
const COMMONEST: usize = 5;
/// Into how many parts the range of numbers is divided at most.
const BINS: usize = 40;
/// A bar for all rows has so many characters.
const BAR: f64 = 40.0;
/// Longer values are cut.
const LONGEST: usize = 32;
/// Eighths of a character, upwards and to the right.
const UP: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const RIGHT: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

impl TableProfile {
    /// The profile in lines of up to 100 characters. `plan` is the one that the rows were made by.
    pub fn text(&self, plan: &Plan, table: &str) -> String {
        let rows = self.rows();
        let mut text = format!("{table}: {} rows\n", grouped(rows.end - rows.start));
        let mut values = Values::new(plan, table, &rows);
        for (place, (profile, planned)) in self.columns().iter().zip(plan.columns()).enumerate() {
            let field = planned.field();
            let mut show = |row: u64| values.text(row, place);
            text += &format!("\n{} · {}\n", field.name, type_name(&field.data_type));
            // What never comes twice need not be counted.
            let is_unique = planned.is_unique() || planned.is_serial();
            let distinct = if is_unique { (profile.rows - profile.nulls, true) } else { profile.distinct() };
            text += &column(profile, distinct, &field.data_type, &mut show);
        }
        text
    }
}

/// The lines of one column.
fn column(
    profile: &ColumnProfile,
    (distinct, is_exact): (u64, bool),
    data_type: &DataType,
    show: &mut dyn FnMut(u64) -> String,
) -> String {
    let mut text = String::new();
    let share = |count: u64| 100.0 * count as f64 / profile.rows.max(1) as f64;
    if profile.nulls > 0 {
        line(&mut text, "null", &format!("{}  {:.2} %", grouped(profile.nulls), share(profile.nulls)));
    }
    let about = if is_exact { "" } else { "about " };
    line(&mut text, "different", &format!("{about}{}", grouped(distinct)));
    if let Some(numbers) = &profile.numbers {
        range(&mut text, numbers, profile.rows - profile.nulls, data_type, show);
    }
    // Values that each came once or so are not common.
    let (most, lowered) = profile.common.most(COMMONEST);
    let is_common = |count: u64| count > 1 && share(count + lowered) >= 0.1 && 2 * lowered <= count;
    let most: Vec<(String, f64)> = (most.iter())
        .filter(|counted| is_common(counted.count))
        .map(|counted| (show(counted.row), share(counted.count + lowered / 2)))
        .collect();
    let width = most.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0);
    for (value, share) in most {
        let pad = " ".repeat(width - value.chars().count());
        let _ = writeln!(text, "    {value}{pad}  {share:6.2} %  {}", bar(share / 100.0));
    }
    text
}

/// The lines on the range of numbers and times.
fn range(
    text: &mut String,
    numbers: &Numbers,
    count: u64,
    data_type: &DataType,
    show: &mut dyn FnMut(u64) -> String,
) {
    let (Some((min, min_row)), Some((max, max_row))) = (numbers.min, numbers.max) else { return };
    let sample = numbers.sample.sorted();
    // The numbers of lists are their lengths, which no row shows as such.
    let is_list = data_type.is_nested();
    let mut one = |value: i64, row: u64| if is_list { value.to_string() } else { show(row) };
    let mean = mean(numbers.sum, count, data_type).map(|mean| format!(", mean {mean}")).unwrap_or_default();
    let what = if is_list { "length" } else { "range" };
    line(text, what, &format!("{} to {}{mean}", one(min, min_row), one(max, max_row)));
    if min == max {
        return;
    }
    let at = |share: usize| sample[(sample.len() - 1) * share / 100];
    let quantiles =
        [1, 25, 50, 75, 99].map(|share| format!("{share} %: {}", one(at(share).value, at(share).row)));
    line(text, "quantiles", &quantiles.join("  "));
    let width = i128::from(max) - i128::from(min) + 1;
    let count = width.min(BINS as i128) as usize;
    let mut bins = vec![0usize; count];
    for sampled in &sample {
        let place = (i128::from(sampled.value) - i128::from(min)) as f64 / width as f64 * count as f64;
        bins[(place as usize).min(count - 1)] += 1;
    }
    line(text, "histogram", &histogram(&bins));
}

/// Blocks as high as the counts.
fn histogram(bins: &[usize]) -> String {
    let most = bins.iter().copied().max().unwrap_or(0).max(1);
    // What is there is seen.
    bins.iter().map(|&count| UP[(8 * count).div_ceil(most)]).collect()
}

/// A bar of this share of [`BAR`] characters.
fn bar(share: f64) -> String {
    let eighths = (share * BAR * 8.0).round().max(1.0) as usize;
    let rest = RIGHT[eighths % 8];
    let full = "█".repeat(eighths / 8);
    if rest == ' ' { full } else { format!("{full}{rest}") }
}

fn line(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "  {name:10}  {value}");
}

/// The mean of numbers, where one can be written.
fn mean(sum: i128, count: u64, data_type: &DataType) -> Option<String> {
    let mean = sum as f64 / count as f64;
    match data_type {
        DataType::Int64 { .. } | DataType::List { .. } => Some(format!("{mean:.2}")),
        DataType::Decimal { scale, .. } => {
            Some(format!("{:.*}", *scale as usize + 2, mean / 10f64.powi(*scale as i32)))
        }
        DataType::Duration { .. } => Some(format!("{mean:.0} s")),
        DataType::Utf8(_)
        | DataType::Date32 { .. }
        | DataType::Timestamp { .. }
        | DataType::Time { .. }
        | DataType::Bool
        | DataType::Uuid
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Struct(_) => None,
    }
}

fn type_name(data_type: &DataType) -> String {
    let name = match data_type {
        DataType::Utf8(_) => "text",
        DataType::Int64 { .. } => "whole number",
        DataType::Decimal { scale, .. } => return format!("decimal, {scale} decimal places"),
        DataType::Date32 { .. } => "date",
        DataType::Timestamp { .. } => "timestamp",
        DataType::Time { .. } => "time of day",
        DataType::Duration { .. } => "duration",
        DataType::Bool => "boolean",
        DataType::Uuid => "UUID",
        DataType::Ipv4 => "IPv4 address",
        DataType::Ipv6 => "IPv6 address",
        DataType::FixedBinary { .. } => "bytes",
        DataType::List { .. } => "list",
        DataType::Struct(_) => "struct",
    };
    name.into()
}

/// The values of rows, made again.
struct Values<'p> {
    plan: &'p Plan,
    encoder: Option<Encoder>,
    batch: Batch,
}

impl<'p> Values<'p> {
    fn new(plan: &'p Plan, table: &str, rows: &Range<u64>) -> Values<'p> {
        // Its fields can be told apart whatever they hold.
        let format = FORMATS.iter().find(|format| format.name == "copy");
        let encoder =
            format.map(|format| Encoder::new(plan, table, &FormatOptions::new(format), rows.clone()));
        Values { plan, encoder, batch: Batch::default() }
    }

    /// The value of a column in a row, cut to [`LONGEST`] characters.
    fn text(&mut self, row: u64, column: usize) -> String {
        let Some(encoder) = &self.encoder else { return String::new() };
        self.plan.fill(row..row + 1, &mut self.batch);
        let mut out = Buffer::default();
        encoder.writer().write(&self.batch, &mut out);
        let line = String::from_utf8_lossy(out.as_ref());
        let value = line.trim_end_matches('\n').split('\t').nth(column).unwrap_or_default();
        match value.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &value[..end]),
            None => value.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{bar, histogram};

    #[test]
    fn bars_and_blocks_are_as_long_as_their_numbers() {
        assert_eq!(bar(1.0), "█".repeat(40));
        assert_eq!((bar(0.5 / 40.0), bar(0.0001)), ("▌".into(), "▏".into()));
        assert_eq!(histogram(&[0, 1, 4, 8]), " ▁▄█");
        assert_eq!(histogram(&[0, 1, 800]), " ▁█");
    }
}
