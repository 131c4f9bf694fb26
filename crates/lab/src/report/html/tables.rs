//! The figures of each chart as a table, and what there was nothing to draw of.

use std::fmt::Write;

use super::template::text;
use crate::report::chart::{self, Chart, Line, bytes_rate};
use crate::report::findings::{Finding, Findings};
use crate::report::humanize;
use crate::stats::{Bounds, Spread};
use gush_store::model::{Published, Round, Unit};

/// A table whose rows show a `T` each.
pub(super) struct Table<'c, T> {
    rows: Vec<T>,
    columns: Vec<Column<'c, T>>,
}

struct Column<'c, T> {
    head: &'static str,
    kind: Kind,
    cell: Box<dyn Fn(&T) -> Cell + 'c>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// The head of a row.
    Name,
    Number,
    Text,
    /// A text that may need several lines.
    Wide,
}

/// A cell: what it shows, in HTML.
pub(super) type Cell = String;

/// The table of a chart.
pub fn of(chart: Chart, findings: &Findings<'_>, buffers: Option<&Findings<'_>>) -> String {
    match chart {
        Chart::Ladder => ladder(findings),
        Chart::Time => time(findings),
        Chart::Cpu => cpu(findings),
        Chart::Calls => calls(findings),
        Chart::Buffers => sizes(buffers.unwrap_or(findings)),
    }
}

impl<'c, T> Table<'c, T> {
    pub(super) fn new(rows: impl IntoIterator<Item = T>) -> Table<'c, T> {
        Table { rows: rows.into_iter().collect(), columns: Vec::new() }
    }

    /// Adds a column with the heads of the rows.
    pub(super) fn name(self, head: &'static str, cell: impl Fn(&T) -> Cell + 'c) -> Table<'c, T> {
        self.column(head, Kind::Name, cell)
    }

    /// Adds a column of numbers.
    pub(super) fn number(self, head: &'static str, cell: impl Fn(&T) -> Cell + 'c) -> Table<'c, T> {
        self.column(head, Kind::Number, cell)
    }

    fn text(self, head: &'static str, cell: impl Fn(&T) -> Cell + 'c) -> Table<'c, T> {
        self.column(head, Kind::Text, cell)
    }

    fn wide(self, head: &'static str, cell: impl Fn(&T) -> Cell + 'c) -> Table<'c, T> {
        self.column(head, Kind::Wide, cell)
    }

    fn column(mut self, head: &'static str, kind: Kind, cell: impl Fn(&T) -> Cell + 'c) -> Table<'c, T> {
        self.columns.push(Column { head, kind, cell: Box::new(cell) });
        self
    }

    pub(super) fn html(&self, caption: &str) -> String {
        let class = |kind: Kind| match kind {
            Kind::Number => " class=\"n\"",
            Kind::Wide => " class=\"w\"",
            Kind::Name | Kind::Text => "",
        };
        let mut out = format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table><caption>{0}</caption><thead><tr>",
            text(caption)
        );
        for Column { head, kind, .. } in &self.columns {
            // Writing to a string does not fail.
            let _ = write!(out, "<th scope=\"col\"{}>{head}</th>", class(*kind));
        }
        out += "</tr></thead><tbody>";
        for row in &self.rows {
            out += "<tr>";
            for Column { kind, cell, .. } in &self.columns {
                let _ = match kind {
                    Kind::Name => write!(out, "<th scope=\"row\">{}</th>", cell(row)),
                    _ => write!(out, "<td{}>{}</td>", class(*kind), cell(row)),
                };
            }
            out += "</tr>\n";
        }
        out + "</tbody></table></div>"
    }
}

/// A number as people read it, with its exact value for programs that read the page.
pub(super) fn number(value: f64, show: impl Fn(f64) -> String) -> Cell {
    format!("<data value=\"{value}\">{}</data>", text(&show(value)))
}

pub(super) fn rate(value: f64, unit: Unit) -> Cell {
    number(value, |value| humanize::rate(value, unit))
}

pub(super) fn maybe(value: Option<f64>, show: impl Fn(f64) -> String) -> Cell {
    value.map(|value| number(value, show)).unwrap_or_default()
}

pub(super) fn count(count: Option<u64>) -> Cell {
    maybe(count.map(|count| count as f64), |count| humanize::grouped(count as u64))
}

fn optional(value: Option<&String>) -> Cell {
    value.map(|value| text(value)).unwrap_or_default()
}

/// The head of the column with [`spread`].
fn spread_head(findings: &Findings<'_>) -> &'static str {
    if findings.has_intervals() { "95 % interval" } else { "Lowest–highest" }
}

fn spread(finding: &Finding<'_>) -> Cell {
    let (median, unit) = (finding.median(), finding.rung().unit);
    let range = |bounds: Bounds| humanize::bare_range(bounds.low, bounds.high, median, unit, "–");
    match finding.summary.spread {
        Spread::Unknown => "one round".into(),
        Spread::Range(bounds) => format!("{} (range)", range(bounds)),
        Spread::Interval(bounds) => range(bounds),
    }
}

fn ladder(findings: &Findings<'_>) -> String {
    let limit = findings.limit().map(|limit| limit.rung().name.clone());
    let limit = limit
        .map(|name| format!(" The limit is the most that the drain took, from {name}."))
        .unwrap_or_default();
    let caption = format!("The fastest first; limits of the machine last.{limit}");
    Table::new(findings.all())
        .name("Rung", |finding| text(&finding.rung().name))
        .number("Median", |finding| rate(finding.median(), finding.rung().unit))
        .number(spread_head(findings), |finding| spread(finding))
        .number("Rounds", |finding| finding.summary.count.to_string())
        .text("Doubts", |finding| doubts(finding))
        .number("× slowest", |finding| maybe(finding.times, humanize::times))
        .number("Of the limit", |finding| maybe(finding.share, humanize::percent))
        .text("Published", |finding| published(&finding.rung().published))
        .wide("What it does", |finding| text(&finding.rung().title))
        .text("Step", |finding| optional(finding.rung().step.as_ref()))
        .text("Language", |finding| text(&finding.rung().language))
        .wide("Command", |finding| format!("<code>{}</code>", text(&finding.rung().command)))
        .text("Version", |finding| optional(finding.rung().version.as_ref()))
        .html(&caption)
}

fn published(figures: &[Published]) -> Cell {
    let figures = figures.iter().map(|figure| {
        let note = figure.note.as_ref().map(|note| format!(" ({})", text(note))).unwrap_or_default();
        rate(figure.value, figure.unit) + &note
    });
    figures.collect::<Vec<_>>().join("; ")
}

fn doubts(finding: &Finding<'_>) -> Cell {
    let mut doubts = Vec::new();
    doubts.extend(finding.summary.doubt().map(|doubt| doubt.text().to_owned()));
    let outliers: Vec<String> = finding.outliers().map(|(round, _)| round.to_string()).collect();
    if !outliers.is_empty() {
        doubts.push(format!("outlier: round {}", outliers.join(", ")));
    }
    doubts.join("; ")
}

/// A round that counts: its rung, its number and rate, and the rates between its ticks.
struct TimedRound<'f, 'r> {
    finding: &'f Finding<'r>,
    number: u64,
    rate: f64,
    unit: Unit,
    line: Option<Line>,
}

impl TimedRound<'_, '_> {
    /// The lowest or the highest rate between ticks, as `pick` says.
    fn extreme(&self, pick: fn(f64, f64) -> f64) -> Cell {
        let rates = self.line.iter().flat_map(|line| line.points.iter().map(|point| point.1));
        maybe(rates.reduce(pick), |value| humanize::rate(value, self.unit))
    }

    fn is_outlier(&self) -> bool {
        self.finding.outliers().any(|(round, _)| round == self.number)
    }
}

fn time(findings: &Findings<'_>) -> String {
    let rows = findings.rungs.iter().flat_map(|finding| {
        let (unit, lines) = chart::lines(finding, usize::MAX);
        finding.rates.iter().map(move |&(number, rate)| {
            let line = lines.iter().find(|line| line.number == number).cloned();
            TimedRound { finding, number, rate, unit, line }
        })
    });
    Table::new(rows)
        .name("Rung", |round| text(&round.finding.rung().name))
        .number("Round", |round| round.number.to_string())
        .number("Rate", |round| rate(round.rate, round.finding.rung().unit))
        .number("Lowest between ticks", |round| round.extreme(f64::min))
        .number("Highest between ticks", |round| round.extreme(f64::max))
        .text("Doubts", |round| if round.is_outlier() { "outlier".into() } else { String::new() })
        .html("Every round that counts, in the order in which they ran.")
}

fn cpu(findings: &Findings<'_>) -> String {
    let own = |finding: &Finding<'_>| chart::cpu_shares(finding).map(|(user, _)| user);
    let kernel = |finding: &Finding<'_>| chart::cpu_shares(finding).map(|(_, system)| system);
    let a_gib = |finding: &Finding<'_>| {
        let bytes = finding.per_second(|round| Some(round.bytes as f64)).filter(|bytes| *bytes > 0.0)?;
        let user = finding.per_second(|round| round.user)?;
        Some((user + finding.per_second(|round| round.system)?) / bytes * (1u64 << 30) as f64)
    };
    let first_byte = |finding: &Finding<'_>| {
        crate::stats::median(
            &finding.record.sound().filter_map(|(round, _)| round.first_byte).collect::<Vec<_>>(),
        )
    };
    let memory =
        |finding: &Finding<'_>| finding.record.sound().filter_map(|(round, _)| round.peak_memory).max();
    let switches = |finding: &Finding<'_>, of: fn(&Round) -> Option<u64>| {
        let rate = finding.per_second_of_life(|round| of(round).map(|count| count as f64));
        maybe(rate, |value| humanize::grouped(value.round() as u64))
    };
    Table::new(&findings.rungs)
        .name("Rung", |finding| text(&finding.rung().name))
        .number("Own code", |finding| maybe(own(finding), humanize::percent))
        .number("Kernel", |finding| maybe(kernel(finding), humanize::percent))
        .number("Processor time a GiB", |finding| maybe(a_gib(finding), humanize::seconds))
        .number("The drain's own", |finding| {
            maybe(finding.per_second(|round| round.drain_cpu), humanize::percent)
        })
        .number("Peak memory", |finding| maybe(memory(finding).map(|bytes| bytes as f64), humanize::bytes))
        .number("To the first byte", |finding| maybe(first_byte(finding), humanize::seconds))
        .number("Waits a second", |finding| switches(finding, |round| round.voluntary_switches))
        .number("Interruptions a second", |finding| switches(finding, |round| round.involuntary_switches))
        .html("Means over all rounds; the time to the first byte is a median.")
}

fn calls(findings: &Findings<'_>) -> String {
    let rows = findings
        .rungs
        .iter()
        .filter_map(|finding| Some((finding, finding.record.bytes_per_call()?, finding.record.traced()?)));
    Table::new(rows)
        .name("Rung", |(finding, ..)| text(&finding.rung().name))
        .number("Bytes a call", |(_, per_call, _)| number(*per_call, humanize::bytes))
        .number("Throughput", |(finding, ..)| {
            maybe(bytes_rate(finding), |rate| humanize::rate(rate, Unit::Bytes))
        })
        .number("Writing calls", |(.., traced)| count(traced.write_calls))
        .number("All calls", |(.., traced)| count(traced.system_calls))
        .number("Bytes meanwhile", |(.., traced)| number(traced.bytes as f64, humanize::bytes))
        .html("Calls were counted in a round of their own, whose speed means nothing.")
}

fn sizes(findings: &Findings<'_>) -> String {
    let all = chart::series(findings);
    let run = findings.record;
    let caption = format!("Run {}, {}.", run.id, humanize::moment(run.run.started));
    Table::new(all.iter().flat_map(|series| &series.sizes))
        .name("Rung", |(_, finding)| text(&finding.rung().name))
        .number("Buffer", |(size, _)| number(*size as f64, humanize::bytes))
        .number("Median", |(_, finding)| rate(finding.median(), Unit::Bytes))
        .number(spread_head(findings), |(_, finding)| spread(finding))
        .number("Rounds", |(_, finding)| finding.summary.count.to_string())
        .number("Published", |(_, finding)| {
            maybe(finding.published(), |rate| humanize::rate(rate, Unit::Bytes))
        })
        .html(&caption)
}

/// What was not run, and why; empty when everything was.
pub fn missing(findings: &Findings<'_>) -> String {
    if findings.missing.is_empty() {
        return String::new();
    }
    let table = Table::new(&findings.missing)
        .name("Rung", |missing| text(&missing.rung.name))
        .wide("Why, and what to do", |missing| text(&missing.why))
        .wide("What it would do", |missing| text(&missing.rung.title))
        .text("Published", |missing| {
            let figures = missing.rung.published.iter().map(|figure| rate(figure.value, figure.unit));
            figures.collect::<Vec<_>>().join("; ")
        })
        .html("Rungs of the ladder that this run has no figures for.");
    format!("<section aria-labelledby=\"missing\">\n<h2 id=\"missing\">Not run</h2>\n{table}\n</section>\n")
}
