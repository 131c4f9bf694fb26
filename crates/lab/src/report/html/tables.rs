//! The figures of each chart as a table, and what there was nothing to draw of.

use std::fmt::Write;

use super::template::text;
use crate::report::chart::{self, Chart, bytes_rate};
use crate::report::findings::{Finding, Findings};
use crate::report::humanize;
use crate::stats::Spread;
use gush_store::model::{Phase, Unit};

/// A column: its head, and what sort of cells it has.
#[derive(Clone, Copy)]
pub(super) struct Column(pub &'static str, pub Sort);

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sort {
    /// The head of a row.
    Name,
    Number,
    Text,
    /// A text that needs room.
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

pub(super) fn table(caption: &str, columns: &[Column], rows: impl Iterator<Item = Vec<Cell>>) -> String {
    let class = |sort: Sort| match sort {
        Sort::Number => " class=\"n\"",
        Sort::Wide => " class=\"w\"",
        Sort::Name | Sort::Text => "",
    };
    let mut out = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table><caption>{0}</caption><thead><tr>",
        text(caption)
    );
    for Column(head, sort) in columns {
        // Writing to a string does not fail.
        let _ = write!(out, "<th scope=\"col\"{}>{head}</th>", class(*sort));
    }
    out += "</tr></thead><tbody>";
    for row in rows {
        out += "<tr>";
        for (Column(_, sort), cell) in columns.iter().zip(row) {
            let _ = match sort {
                Sort::Name => write!(out, "<th scope=\"row\">{cell}</th>"),
                _ => write!(out, "<td{}>{cell}</td>", class(*sort)),
            };
        }
        out += "</tr>\n";
    }
    out + "</tbody></table></div>"
}

/// A number as it is read, with its exact value for programs that read the page.
pub(super) fn number(value: f64, shown: &str) -> Cell {
    format!("<data value=\"{value}\">{}</data>", text(shown))
}

pub(super) fn rate(value: f64, unit: Unit) -> Cell {
    number(value, &humanize::rate(value, unit))
}

pub(super) fn maybe(value: Option<f64>, show: impl Fn(f64) -> String) -> Cell {
    value.map(|value| number(value, &show(value))).unwrap_or_default()
}

fn spread(finding: &Finding<'_>) -> Cell {
    let (median, unit) = (finding.median(), finding.rung().unit);
    let range = |low, high| humanize::bare_range(low, high, median, unit, "–");
    match finding.summary.spread {
        Spread::Unknown => "one round".into(),
        Spread::Range(bounds) => format!("{} (range)", range(bounds.low, bounds.high)),
        Spread::Interval(bounds) => range(bounds.low, bounds.high),
    }
}

fn ladder(findings: &Findings<'_>) -> String {
    let columns = [
        Column("Rung", Sort::Name),
        Column("Median", Sort::Number),
        Column(if findings.has_intervals() { "95 % interval" } else { "Lowest–highest" }, Sort::Number),
        Column("Rounds", Sort::Number),
        Column("Doubts", Sort::Text),
        Column("× slowest", Sort::Number),
        Column("Of the limit", Sort::Number),
        Column("Published", Sort::Text),
        Column("What it does", Sort::Wide),
        Column("Step", Sort::Text),
        Column("Language", Sort::Text),
        Column("Command", Sort::Wide),
        Column("Version", Sort::Text),
    ];
    let rows = findings.rungs.iter().chain(&findings.limits).map(|finding| {
        let rung = finding.rung();
        let published = rung.published.iter().map(|figure| {
            let note = figure.note.as_ref().map(|note| format!(" ({})", text(note))).unwrap_or_default();
            rate(figure.value, figure.unit) + &note
        });
        let optional = |value: &Option<String>| value.as_deref().map(text).unwrap_or_default();
        vec![
            text(&rung.name),
            rate(finding.median(), rung.unit),
            spread(finding),
            finding.summary.count.to_string(),
            doubts(finding),
            maybe(finding.times, humanize::times),
            maybe(finding.share, humanize::percent),
            published.collect::<Vec<_>>().join("; "),
            text(&rung.title),
            optional(&rung.step),
            text(&rung.language),
            format!("<code>{}</code>", text(&rung.command)),
            optional(&rung.version),
        ]
    });
    let limit = findings.limit().map(|limit| limit.rung().name.clone());
    let limit = limit
        .map(|name| format!(" The limit is the most that the drain took, from {name}."))
        .unwrap_or_default();
    table(&format!("The fastest first; limits of the machine last.{limit}"), &columns, rows)
}

fn doubts(finding: &Finding<'_>) -> Cell {
    let mut words = Vec::new();
    words.extend(finding.summary.doubt().map(|doubt| doubt.text().to_owned()));
    let outliers: Vec<String> = finding.outliers().map(|(round, _)| round.to_string()).collect();
    if !outliers.is_empty() {
        words.push(format!("outlier: round {}", outliers.join(", ")));
    }
    words.join("; ")
}

fn time(findings: &Findings<'_>) -> String {
    let columns = [
        Column("Rung", Sort::Name),
        Column("Round", Sort::Number),
        Column("Rate", Sort::Number),
        Column("Lowest between ticks", Sort::Number),
        Column("Highest between ticks", Sort::Number),
        Column("Doubts", Sort::Text),
    ];
    let rows = findings.rungs.iter().flat_map(|finding| {
        let (unit, lines) = chart::lines(finding, usize::MAX);
        let outliers: Vec<u64> = finding.outliers().map(|(round, _)| round).collect();
        finding.rates.iter().map(move |&(round, value)| {
            let line = lines.iter().find(|line| line.number == round);
            let points = || line.into_iter().flat_map(|line| line.points.iter().map(|point| point.1));
            let low = points().reduce(f64::min);
            let high = points().reduce(f64::max);
            vec![
                text(&finding.rung().name),
                round.to_string(),
                rate(value, finding.rung().unit),
                maybe(low, |low| humanize::rate(low, unit)),
                maybe(high, |high| humanize::rate(high, unit)),
                if outliers.contains(&round) { "outlier".into() } else { String::new() },
            ]
        })
    });
    table("Every round that counts, in the order in which they ran.", &columns, rows)
}

fn cpu(findings: &Findings<'_>) -> String {
    let columns = [
        Column("Rung", Sort::Name),
        Column("Own code", Sort::Number),
        Column("Kernel", Sort::Number),
        Column("Processor time a GiB", Sort::Number),
        Column("The drain's own", Sort::Number),
        Column("Peak memory", Sort::Number),
        Column("To the first byte", Sort::Number),
        Column("Waits a second", Sort::Number),
        Column("Interruptions a second", Sort::Number),
    ];
    let rows = findings.rungs.iter().map(|finding| {
        let count = |value: f64| humanize::grouped(value.round() as u64);
        let shares = super::super::chart::cpu_shares(finding);
        let bytes = finding.per_second(|round| Some(round.bytes as f64)).filter(|bytes| *bytes > 0.0);
        let a_gib = finding
            .per_second(|round| round.user)
            .zip(finding.per_second(|round| round.system))
            .zip(bytes)
            .map(|((user, system), bytes)| (user + system) / bytes * (1u64 << 30) as f64);
        let measured = || {
            let rounds = finding.record.rounds.iter().map(|(round, _)| round);
            rounds.filter(|round| round.phase == Phase::Measured && round.error.is_none())
        };
        let memory = measured().filter_map(|round| round.peak_memory).max().map(|bytes| bytes as f64);
        let first: Vec<f64> = measured().filter_map(|round| round.first_byte).collect();
        vec![
            text(&finding.rung().name),
            maybe(shares.map(|(user, _)| user), humanize::percent),
            maybe(shares.map(|(_, system)| system), humanize::percent),
            maybe(a_gib, humanize::seconds),
            maybe(finding.per_second(|round| round.drain_cpu), humanize::percent),
            maybe(memory, humanize::bytes),
            maybe(crate::stats::median(&first), humanize::seconds),
            maybe(finding.per_second_of_life(|round| round.voluntary_switches.map(|n| n as f64)), count),
            maybe(finding.per_second_of_life(|round| round.involuntary_switches.map(|n| n as f64)), count),
        ]
    });
    table("Means over all rounds; the time to the first byte is a median.", &columns, rows)
}

fn calls(findings: &Findings<'_>) -> String {
    let columns = [
        Column("Rung", Sort::Name),
        Column("Bytes a call", Sort::Number),
        Column("Throughput", Sort::Number),
        Column("Writing calls", Sort::Number),
        Column("All calls", Sort::Number),
        Column("Bytes meanwhile", Sort::Number),
    ];
    let rows = findings.rungs.iter().filter_map(|finding| {
        let per_call = finding.record.bytes_per_call()?;
        let traced = finding.record.rounds.iter().find(|(round, _)| round.phase == Phase::Traced);
        let traced = traced.map(|(round, _)| round)?;
        let count = |count: Option<u64>| maybe(count.map(|n| n as f64), |n| humanize::grouped(n as u64));
        Some(vec![
            text(&finding.rung().name),
            number(per_call, &humanize::bytes(per_call)),
            maybe(bytes_rate(finding), |rate| humanize::rate(rate, Unit::Bytes)),
            count(traced.write_calls),
            count(traced.system_calls),
            number(traced.bytes as f64, &humanize::bytes(traced.bytes as f64)),
        ])
    });
    table("Calls were counted in a round of their own, whose speed means nothing.", &columns, rows)
}

fn sizes(findings: &Findings<'_>) -> String {
    let columns = [
        Column("Rung", Sort::Name),
        Column("Buffer", Sort::Number),
        Column("Median", Sort::Number),
        Column(if findings.has_intervals() { "95 % interval" } else { "Lowest–highest" }, Sort::Number),
        Column("Rounds", Sort::Number),
        Column("Published", Sort::Number),
    ];
    let all = chart::series(findings);
    let rows = all.iter().flat_map(|series| &series.sizes).map(|(size, finding)| {
        vec![
            text(&finding.rung().name),
            number(*size as f64, &humanize::bytes(*size as f64)),
            rate(finding.median(), Unit::Bytes),
            spread(finding),
            finding.summary.count.to_string(),
            maybe(finding.published(), |rate| humanize::rate(rate, Unit::Bytes)),
        ]
    });
    let run = findings.record;
    let caption = format!("Run {}, {}.", run.id, humanize::moment(run.run.started));
    table(&caption, &columns, rows)
}

/// What was not run, and why; empty when everything was.
pub fn missing(findings: &Findings<'_>) -> String {
    if findings.missing.is_empty() {
        return String::new();
    }
    let columns = [
        Column("Rung", Sort::Name),
        Column("Why, and what to do", Sort::Wide),
        Column("What it would do", Sort::Wide),
        Column("Published", Sort::Text),
    ];
    let rows = findings.missing.iter().map(|missing| {
        let published = missing.rung.published.iter().map(|figure| rate(figure.value, figure.unit));
        let published = published.collect::<Vec<_>>().join("; ");
        vec![text(&missing.rung.name), text(&missing.why), text(&missing.rung.title), published]
    });
    format!(
        "<section aria-labelledby=\"missing\">\n<h2 id=\"missing\">Not run</h2>\n{}\n</section>\n",
        table("Rungs of the ladder that this run has no figures for.", &columns, rows)
    )
}
