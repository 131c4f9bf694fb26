//! The ladder as a table for a terminal: a pure function of what was measured.

use std::fmt::Write;

use super::findings::{Finding, Findings};
use super::humanize;
use crate::stats::{Doubt, Spread};
use gush_diagnostics::printable;
use gush_store::model::{Record, RungKind, Unit};

/// What the terminal can show.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// How many columns it has; at least 60 are taken and at most 200.
    pub width: usize,
    /// Whether it shows colors.
    pub color: bool,
    /// Whether it shows more than ASCII.
    pub unicode: bool,
}

/// Paints a part of a line, once it is as wide as it will be.
#[derive(Clone, Copy)]
enum Ink {
    Plain,
    Bold,
    Dim,
    Bar,
    Doubt,
}

impl Style {
    fn paint(self, ink: Ink, text: &str) -> String {
        let code = match ink {
            Ink::Bold => "1",
            Ink::Dim => "2",
            Ink::Bar => "36",
            Ink::Doubt => "33",
            Ink::Plain => return text.into(),
        };
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into() }
    }

    fn dash(self) -> &'static str {
        if self.unicode { "–" } else { "-" }
    }

    /// A text in ASCII, where that is all there is.
    fn text(self, text: &str) -> String {
        let text = printable(text);
        if self.unicode {
            return text;
        }
        let ascii = text.replace(['–', '—'], "-").replace('×', "x").replace('µ', "u").replace('…', "...");
        ascii.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect()
    }
}

/// What a column shows, from left to right.
#[derive(Clone, Copy, PartialEq)]
enum Column {
    Rung,
    Median,
    Interval,
    Times,
    Share,
    Bar,
    Published,
}

impl Column {
    /// The heading above it, where it is about these.
    fn head(self, findings: &[&Finding<'_>]) -> &'static str {
        match self {
            Column::Rung => "rung",
            Column::Median => "median",
            Column::Interval => interval_head(findings),
            Column::Times => "× slowest",
            Column::Share => "of limit",
            Column::Bar => "",
            Column::Published => "published",
        }
    }

    fn is_left(self) -> bool {
        matches!(self, Column::Rung | Column::Bar)
    }
}

/// With too few rounds for an interval there are only their lowest and their highest, which guarantee nothing.
fn interval_head(findings: &[&Finding<'_>]) -> &'static str {
    let is_interval = |finding: &&Finding<'_>| finding.summary.spread.interval().is_some();
    if findings.iter().any(is_interval) { "95 % interval" } else { "lowest–highest" }
}

/// Between two columns.
const GAP: usize = 2;
/// The minimum and maximum length of bars.
const BAR: [usize; 2] = [6, 40];

/// The table of a run, with its notes below; ends in a newline.
pub fn table(record: &Record, style: Style) -> String {
    let style = Style { width: style.width.clamp(60, 200), ..style };
    let findings = Findings::new(record);
    let mut text = head(record, style);
    for unit in [Unit::Bytes, Unit::Lines, Unit::Calls] {
        let (rungs, limits) = findings.of_unit(unit);
        let all: Vec<_> = rungs.into_iter().chain(limits).collect();
        if !all.is_empty() {
            text.push('\n');
            text += &block(&all, style);
        }
    }
    text + &notes(&findings, style)
}

fn head(record: &Record, style: Style) -> String {
    let run = &record.run;
    let mut facts = vec![format!("run {}", record.id), humanize::moment(run.started)];
    if let (Some(rounds), Some(seconds)) = (run.rounds, run.seconds) {
        facts.push(format!("{rounds} rounds of {}", humanize::seconds(seconds)));
    }
    facts.extend(run.drain.as_ref().map(|drain| format!("drain: {drain}")));
    let mut text = wrap(&facts.join(", "), 0, style);
    if let Some(machine) = &record.machine {
        let cores = if machine.cores == 1 { "core" } else { "cores" };
        text += &wrap(&format!("{}, {} {cores}, {}", machine.cpu, machine.cores, machine.kernel), 0, style);
    }
    text
}

/// The rows of one unit.
fn block(findings: &[&Finding<'_>], style: Style) -> String {
    let columns =
        [Column::Rung, Column::Median, Column::Interval, Column::Times, Column::Share, Column::Published];
    let cells = |column| findings.iter().map(|finding| cell(column, finding, style)).collect::<Vec<_>>();
    let filled: Vec<(Column, Vec<String>)> = columns
        .map(|column| (column, cells(column)))
        .into_iter()
        .filter(|(_, cells)| cells.iter().any(|c| !c.is_empty()))
        .collect();
    let width = |(column, cells): &(Column, Vec<String>)| {
        let widest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
        (*column, widest.max(style.text(column.head(findings)).chars().count()))
    };
    let layout = layout(&filled.iter().map(width).collect::<Vec<_>>(), style.width);
    let scale = Scale::of(findings);
    let mut text = String::new();
    let line = |parts: Vec<String>| format!("{}\n", parts.join(&" ".repeat(GAP)).trim_end());
    let heads = layout.iter().map(|&(column, width)| {
        style.paint(Ink::Dim, &fit(&style.text(column.head(findings)), width, column.is_left()))
    });
    text += &line(heads.collect());
    for (row, finding) in findings.iter().enumerate() {
        let parts = layout.iter().map(|&(column, width)| {
            if column == Column::Bar {
                return style
                    .paint(Ink::Bar, &fit(&bar(scale.share(finding.median()), width, style), width, true));
            }
            let cells = filled.iter().find(|(of, _)| *of == column);
            let cell = cells.map_or("", |(_, cells)| &cells[row]);
            style.paint(ink(column, finding), &fit(cell, width, column.is_left()))
        });
        text += &line(parts.collect());
    }
    text
}

fn ink(column: Column, finding: &Finding<'_>) -> Ink {
    match (column, finding.rung().kind) {
        (Column::Rung, RungKind::Gush | RungKind::Own) => Ink::Bold,
        (Column::Rung, RungKind::Limit) | (Column::Published, _) => Ink::Dim,
        (Column::Median | Column::Interval, _) if finding.summary.doubt().is_some() => Ink::Doubt,
        _ => Ink::Plain,
    }
}

fn cell(column: Column, finding: &Finding<'_>, style: Style) -> String {
    let unit = finding.rung().unit;
    let median = finding.median();
    let range = |low, high| humanize::bare_range(low, high, median, unit, style.dash());
    match column {
        Column::Rung => style.text(&finding.rung().name),
        Column::Median => {
            // The column of the mark stays free where there is none.
            let mark = finding.summary.doubt().map_or(' ', Doubt::mark);
            format!("{} {mark}", humanize::rate(median, unit))
        }
        Column::Interval => match finding.summary.spread {
            Spread::Unknown => "one round".into(),
            Spread::Range(bounds) => format!("({})", range(bounds.low, bounds.high)),
            Spread::Interval(bounds) => range(bounds.low, bounds.high),
        },
        Column::Times => finding.times.map(humanize::times).unwrap_or_default(),
        Column::Share => finding.share.map(humanize::percent).unwrap_or_default(),
        Column::Published => finding.published().map(|value| humanize::rate(value, unit)).unwrap_or_default(),
        Column::Bar => String::new(),
    }
}

/// Which columns fit, in which widths. The rung and its median always do; the others are added as long as they fit.
fn layout(wanted: &[(Column, usize)], available: usize) -> Vec<(Column, usize)> {
    let width_of = |column| wanted.iter().find(|(of, _)| *of == column).map(|(_, width)| *width);
    let mut used = 0;
    let mut chosen: Vec<(Column, usize)> = Vec::new();
    // A bar before the last three: it shows at a glance what they show in digits.
    let order = [
        Column::Rung,
        Column::Median,
        Column::Interval,
        Column::Bar,
        Column::Published,
        Column::Times,
        Column::Share,
    ];
    for column in order {
        let width = match column {
            Column::Bar => Some(BAR[0]),
            // A long name is cut, so that its figures fit.
            Column::Rung => width_of(column).map(|width| width.min(available / 3)),
            _ => width_of(column),
        };
        if let Some(width) = width
            && (chosen.len() < 2 || used + GAP + width <= available)
        {
            used += width + if chosen.is_empty() { 0 } else { GAP };
            chosen.push((column, width));
        }
    }
    for (column, width) in &mut chosen {
        let max = match column {
            Column::Rung => width_of(Column::Rung).unwrap_or(0),
            Column::Bar => BAR[1],
            _ => continue,
        };
        let more = max.saturating_sub(*width).min(available - used);
        (*width, used) = (*width + more, used + more);
    }
    chosen.sort_by_key(|(column, _)| *column as usize);
    chosen
}

/// A text in this many columns; cut with a mark where it is longer.
fn fit(text: &str, width: usize, left: bool) -> String {
    if text.chars().count() > width {
        let kept: String = text.chars().take(width.saturating_sub(1)).collect();
        return kept + "~";
    }
    if left { format!("{text:<width$}") } else { format!("{text:>width$}") }
}

/// A logarithmic scale over the medians of a block.
struct Scale {
    min: f64,
    max: f64,
}

impl Scale {
    fn of(findings: &[&Finding<'_>]) -> Scale {
        let rates = || findings.iter().map(|finding| finding.median());
        // Half of the slowest, so that it has a bar as well.
        let min = rates().fold(f64::INFINITY, f64::min) / 2.0;
        Scale { min, max: rates().fold(min, f64::max) }
    }

    fn share(&self, rate: f64) -> f64 {
        let all = (self.max / self.min).ln();
        if all > 0.0 { ((rate / self.min).ln() / all).clamp(0.0, 1.0) } else { 1.0 }
    }
}

/// The eighths of a column.
const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

fn bar(share: f64, width: usize, style: Style) -> String {
    if !style.unicode {
        return "#".repeat(((share * width as f64).round() as usize).max(1));
    }
    let eighths = ((share * width as f64 * 8.0).round() as usize).max(1);
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}

fn notes(findings: &Findings<'_>, style: Style) -> String {
    let mut notes = Vec::new();
    if let Some(limit) = findings.limit().filter(|_| findings.rungs.iter().any(|rung| rung.share.is_some())) {
        let rate = humanize::rate(limit.median(), Unit::Bytes);
        notes.push(format!("limit: {rate}, the most that the drain took, from {}", limit.rung().name));
    }
    if findings.all().any(|finding| finding.summary.doubt() == Some(Doubt::Noisy)) {
        notes.push("~ too noisy: the interval is wider than a fifth of the median".into());
    }
    notes.extend(findings.too_short().map(|why| format!("? too short to say: {why}")));
    if findings.all().any(|finding| matches!(finding.summary.spread, Spread::Range(_))) {
        notes.push("in brackets: lowest and highest; five rounds are the fewest for an interval".into());
    }
    // Where all rounds differ, none is an outlier.
    for finding in findings.all().filter(|finding| finding.summary.doubt().is_none()) {
        for (round, rate) in finding.outliers() {
            let unit = finding.rung().unit;
            notes.push(format!(
                "outlier: {} round {round}, {}",
                finding.rung().name,
                humanize::rate(rate, unit)
            ));
        }
    }
    notes.extend(findings.errors().map(|(name, round, error)| format!("{name} round {round}: {error}")));
    if findings.record.run.ended.is_none() {
        notes.push("this run did not come to its end".into());
    }
    let mut text = String::new();
    if !notes.is_empty() {
        text.push('\n');
    }
    for note in notes {
        text += &wrap(&note, 2, style);
    }
    if !findings.missing.is_empty() {
        let widest =
            findings.missing.iter().map(|missing| missing.rung.name.chars().count()).max().unwrap_or(0);
        let widest = widest.min(style.width / 3);
        let _ = writeln!(text, "\n{}", style.paint(Ink::Bold, "not run"));
        for missing in &findings.missing {
            let name = fit(&style.text(&missing.rung.name), widest, true);
            text += &wrap(&format!("  {name}  {}", missing.why), widest + 4, style);
        }
    }
    text
}

/// A text in lines that fit, the further ones indented.
fn wrap(text: &str, indent: usize, style: Style) -> String {
    let text = style.text(text);
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_inclusive(' ') {
        let word_width = word.trim_end().chars().count();
        if line.chars().count() + word_width > style.width && line.trim() != "" {
            let _ = writeln!(lines, "{}", line.trim_end());
            line = " ".repeat(indent);
        }
        line += word;
    }
    lines + line.trim_end() + "\n"
}

#[cfg(test)]
mod tests;
