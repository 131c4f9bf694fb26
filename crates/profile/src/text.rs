//! A profile as text, for a terminal.

use std::fmt::Write;

use crate::view::{ColumnView, RangeView, TableView};

/// A bar for all rows has so many characters.
const BAR: f64 = 40.0;
/// Eighths of a character, upwards and to the right.
const UP: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const RIGHT: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// What a part of the text is, for whoever gives it a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The name of a table or of a column.
    Name,
    /// The type of a column, or what a line is about.
    Label,
    /// A bar, or a histogram.
    Bar,
}

impl TableView {
    /// The profile in lines of up to 100 characters; `paint` gives parts of them a colour.
    pub fn text(&self, paint: &dyn Fn(Part, &str) -> String) -> String {
        let mut text = format!("{}: {} rows\n", paint(Part::Name, &self.name), self.rows);
        for column in &self.columns {
            let name = paint(Part::Name, &column.name);
            let _ = writeln!(text, "\n{name} {}", paint(Part::Label, &format!("· {}", column.data_type)));
            write_column(&mut text, column, paint);
        }
        text
    }
}

/// The lines of one column.
fn write_column(text: &mut String, column: &ColumnView, paint: &dyn Fn(Part, &str) -> String) {
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "  {}  {value}", paint(Part::Label, &format!("{name:10}")));
    };
    if let Some((count, share)) = &column.nulls {
        line("null", &format!("{count}  {:.2} %", 100.0 * share));
    }
    line("different", &column.distinct);
    if let Some(RangeView { what, min, max, mean, spread }) = &column.range {
        let mean = mean.as_ref().map(|mean| format!(", mean {mean}")).unwrap_or_default();
        line(what, &format!("{min} to {max}{mean}"));
        if let Some(spread) = spread {
            let quantiles = spread.quantiles.iter().map(|(share, value)| format!("{share} %: {value}"));
            line("quantiles", &quantiles.collect::<Vec<_>>().join("  "));
            line("histogram", &paint(Part::Bar, &histogram(&spread.bins)));
        }
    }
    let width = column.common.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0);
    for (value, share) in &column.common {
        let pad = " ".repeat(width - value.chars().count());
        let bar = paint(Part::Bar, &bar(*share));
        let _ = writeln!(text, "    {value}{pad}  {:6.2} %  {bar}", 100.0 * share);
    }
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
