//! A profile as text, for a terminal.

use std::fmt::Write;

use crate::bars::Bin;
use crate::view::{ColumnView, RangeView, SpreadView, TableView};

/// How many characters a bar for all rows has, or fewer beside long values.
const BAR: usize = 40;
/// How many characters a line has, unless a single value is longer.
const LINE: usize = 80;
/// How many characters come before the values.
const INDENT: usize = 14;
/// Eighths of a character, upwards and to the right.
const UP: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const RIGHT: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
/// The same upwards in ASCII: darker is more.
const DARKER: [char; 9] = [' ', '.', ':', '-', '=', '+', '*', '#', '@'];

/// The characters that a profile is drawn with. Values are shown as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    /// Blocks of Unicode.
    Unicode,
    /// For a terminal that may have nothing else.
    Ascii,
}

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
    /// The profile in lines for 80 columns, drawn with `charset`; `paint` gives parts of them a colour.
    pub fn text(&self, charset: Charset, paint: &dyn Fn(Part, &str) -> String) -> String {
        let mut text = format!("{}: {}\n", paint(Part::Name, &self.name), self.rows);
        for column in &self.columns {
            let name = paint(Part::Name, &column.name);
            let data_type = format!("{} {}", charset.dot(), column.data_type);
            let _ = writeln!(text, "\n{name} {}", paint(Part::Label, &data_type));
            write_column(&mut text, column, charset, paint);
        }
        text
    }
}

/// The lines of one column.
fn write_column(
    text: &mut String,
    column: &ColumnView,
    charset: Charset,
    paint: &dyn Fn(Part, &str) -> String,
) {
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "  {}  {value}", paint(Part::Label, &format!("{name:10}")));
    };
    if let Some((count, share)) = &column.nulls {
        line("null", &format!("{count}  {:.2} %", 100.0 * share));
    }
    line("different", &column.distinct);
    if let Some(RangeView { what, min, max, mean, spread }) = &column.range {
        line(what, &span(min, max, mean.as_deref()));
        if let Some(spread) = spread {
            let about = if spread.is_estimated { charset.about() } else { "" };
            let quantiles =
                spread.quantiles.iter().map(|(share, value)| format!("{share} %: {about}{value}"));
            line("quantiles", &filled(quantiles, "  "));
            line("histogram", &histogram(spread, charset, paint));
        }
    }
    if let Some(length) = &column.length {
        line("length", &span(&length.min, &length.max, length.mean.as_deref()));
        if let Some(spread) = length.of_lengths() {
            line("lengths", &histogram(spread, charset, paint));
        }
    }
    if !column.examples.is_empty() {
        let last = column.examples.len() - 1;
        let comma = |(at, value): (usize, &String)| format!("{value}{}", if at < last { "," } else { "" });
        line("examples", &filled(column.examples.iter().enumerate().map(comma), " "));
    }
    let width = column.common.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0);
    for (value, share) in &column.common {
        let pad = " ".repeat(width - value.chars().count());
        let bar = paint(Part::Bar, &charset.bar(*share, BAR.min(LINE.saturating_sub(width + 16))));
        let _ = writeln!(text, "    {value}{pad}  {:6.2} %  {bar}", 100.0 * share);
    }
}

/// The bars of a histogram, with what has to be said of them.
fn histogram(spread: &SpreadView, charset: Charset, paint: &dyn Fn(Part, &str) -> String) -> String {
    let about = if spread.is_estimated { format!("{} ", charset.about()) } else { String::new() };
    let bars = paint(Part::Bar, &charset.bars(&spread.bins));
    let percent = (100.0 * spread.last_width).round();
    // A character cannot be drawn narrower, so its height is that of each value.
    let note = match percent < 100.0 {
        true => format!("  last bar: {} % wide", percent.max(1.0)),
        false => String::new(),
    };
    format!("{about}{bars}{note}")
}

/// From where to where values go, and their mean, where they are not all the same.
fn span(min: &str, max: &str, mean: Option<&str>) -> String {
    if min == max {
        return min.to_owned();
    }
    let mean = mean.map(|mean| format!(", mean {mean}")).unwrap_or_default();
    filled([format!("{min} to"), format!("{max}{mean}")].into_iter(), " ")
}

/// Pieces of a line, which continues in the next one where it is full.
fn filled(pieces: impl Iterator<Item = String>, gap: &str) -> String {
    let mut text = String::new();
    let mut column = INDENT;
    for piece in pieces {
        let width = piece.chars().count();
        if column > INDENT && column + gap.len() + width > LINE {
            text += &format!("\n{:INDENT$}", "");
            column = INDENT;
        } else if column > INDENT {
            text += gap;
            column += gap.len();
        }
        text += &piece;
        column += width;
    }
    text
}

impl Charset {
    /// What comes between a column's name and its type.
    fn dot(self) -> char {
        match self {
            Charset::Unicode => '·',
            Charset::Ascii => '-',
        }
    }

    /// What comes before an estimate.
    fn about(self) -> &'static str {
        match self {
            Charset::Unicode => "≈",
            Charset::Ascii => "~",
        }
    }

    /// Blocks as high as the counts.
    fn bars(self, bins: &[Bin]) -> String {
        let levels = match self {
            Charset::Unicode => UP,
            Charset::Ascii => DARKER,
        };
        let most = bins.iter().map(|bin| bin.height).fold(f64::MIN_POSITIVE, f64::max);
        // What there is must be visible.
        bins.iter().map(|bin| levels[(8.0 * bin.height / most).ceil() as usize]).collect()
    }

    /// A bar of this share of `full` characters.
    fn bar(self, share: f64, full: usize) -> String {
        let length = share * full as f64;
        if self == Charset::Ascii {
            return "#".repeat(length.round().max(1.0) as usize);
        }
        let eighths = (length * 8.0).round().max(1.0) as usize;
        let rest = RIGHT[eighths % 8];
        let full = "█".repeat(eighths / 8);
        if rest == ' ' { full } else { format!("{full}{rest}") }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bin, Charset, filled};

    fn histogram(charset: Charset, counts: &[u64]) -> String {
        let bins = counts.iter().map(|&count| Bin { count, height: count as f64 });
        charset.bars(&bins.collect::<Vec<_>>())
    }

    #[test]
    fn a_full_line_continues_in_the_next() {
        let pieces = |n: usize| [30, 30, n].map(|n| "x".repeat(n)).into_iter();
        let (x, indent) = ("x".repeat(30), " ".repeat(14));
        assert_eq!(filled(pieces(2), "  "), format!("{x}  {x}  xx"));
        assert_eq!(filled(pieces(3), "  "), format!("{x}  {x}\n{indent}xxx"));
    }

    #[test]
    fn bars_and_blocks_are_as_long_as_their_numbers() {
        let bar = |share, full| Charset::Unicode.bar(share, full);
        assert_eq!((bar(1.0, 40), bar(1.0, 28)), ("█".repeat(40), "█".repeat(28)));
        assert_eq!((bar(0.5 / 40.0, 40), bar(0.0001, 40)), ("▌".into(), "▏".into()));
        assert_eq!(histogram(Charset::Unicode, &[0, 1, 4, 8]), " ▁▄█");
        assert_eq!(histogram(Charset::Unicode, &[0, 1, 800]), " ▁█");
        let ascii = |share| Charset::Ascii.bar(share, 40);
        assert_eq!((ascii(1.0), ascii(0.5), ascii(0.0001)), ("#".repeat(40), "#".repeat(20), "#".into()));
        assert_eq!(histogram(Charset::Ascii, &[0, 1, 4, 8]), " .=@");
    }
}
