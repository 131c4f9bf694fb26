//! Throughput over time: a small panel for each rung, a line for each round.

use super::canvas::{Area, look, sheet};
use super::caption::{fitted, paint_of, rate_name};
use super::drawing::{Drawing, Size};
use super::mark::{Mark, Shape};
use super::paint::Paint;
use super::scale::{self, Axis};
use crate::report::findings::{Finding, Findings};
use crate::report::humanize;
use crate::report::intervals::intervals;
use gush_store::model::{Tick, Unit};

/// How large a panel is.
const PANEL: (u32, u32) = (290, 150);
/// The maximum number of points of a line; more would not be seen.
const MAX_POINTS: usize = 60;
/// About how many points all lines of a page have.
const ALL_POINTS: usize = 16_000;
/// The maximum number of lines of a panel.
const MAX_LINES: usize = 12;

/// A round as a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Which round.
    pub number: u64,
    /// Seconds since the first byte, and units a second up to there.
    pub points: Vec<(f64, f64)>,
}

/// What the ticks of a rung count: lines where it is rated by them, otherwise bytes.
fn unit_of(finding: &Finding<'_>) -> Unit {
    let counted = finding.record.rounds.iter().flat_map(|(_, ticks)| ticks).any(|tick| tick.lines.is_some());
    if finding.rung().unit == Unit::Lines && counted { Unit::Lines } else { Unit::Bytes }
}

/// The lines of a rung, and what they count.
pub fn lines(finding: &Finding<'_>, max_points: usize) -> (Unit, Vec<Line>) {
    let unit = unit_of(finding);
    let points = |ticks: &[Tick]| {
        let intervals = intervals(ticks, unit, max_points).into_iter();
        intervals.map(|interval| (interval.end.elapsed, interval.rate)).collect()
    };
    let lines =
        finding.record.sound().map(|(round, ticks)| Line { number: round.number, points: points(ticks) });
    let mut lines: Vec<Line> = lines.filter(|line| line.points.len() > 1).collect();
    if lines.len() > MAX_LINES {
        // As many early ones as late ones.
        let last = lines.len() - 1;
        lines = (0..MAX_LINES).map(|index| lines[index * last / (MAX_LINES - 1)].clone()).collect();
    }
    (unit, lines)
}

/// All panels of a run, each with the name of its rung.
pub fn panels(findings: &Findings<'_>) -> Vec<(String, Drawing)> {
    let max_points = max_points(findings);
    let draw = |finding| sheet(PANEL.0, PANEL.1, |area| panel(area, finding, max_points));
    shown(findings).into_iter().map(|finding| (finding.rung().name.clone(), draw(finding))).collect()
}

/// The rungs that have ticks to draw.
fn shown<'f, 'r>(findings: &'f Findings<'r>) -> Vec<&'f Finding<'r>> {
    findings.rungs.iter().filter(|finding| !lines(finding, 2).1.is_empty()).collect()
}

fn max_points(findings: &Findings<'_>) -> usize {
    let lines: usize = findings.rungs.iter().map(|finding| finding.rates.len().min(MAX_LINES)).sum();
    (ALL_POINTS / lines.max(1)).clamp(4, MAX_POINTS)
}

/// All panels on one sheet.
pub fn draw(findings: &Findings<'_>, size: Size) -> Option<Drawing> {
    let shown = shown(findings);
    if shown.is_empty() {
        return None;
    }
    let columns = size.pick(3, 1).min(shown.len());
    let rows = shown.len().div_ceil(columns);
    let (width, height) = (size.width() / size.pick(3, 1), PANEL.1 + 14);
    Some(sheet(width * columns as u32, height * rows as u32, |root| {
        for (index, finding) in shown.iter().enumerate() {
            let (column, row) = ((index % columns) as u32, (index / columns) as u32);
            let corner = ((column * width) as i32, (row * height) as i32);
            panel(&mut root.part(corner, (width - 12, PANEL.1)), finding, max_points(findings));
        }
    }))
}

fn panel(area: &mut Area<'_>, finding: &Finding<'_>, max_points: usize) {
    let (unit, lines) = lines(finding, max_points);
    let rung = finding.rung();
    let points = || lines.iter().flat_map(|line| &line.points);
    let high = points().map(|point| point.1).fold(0.0, f64::max);
    let end = points().map(|point| point.0).fold(0.0, f64::max);
    let mut x_ticks = scale::linear_ticks(end, None, 4);
    // The axis ends with the last tick of the clock, which is seldom round.
    x_ticks.retain(|tick| *tick <= end);
    let y_ticks = scale::linear_ticks(high, Some(unit), 3);
    let top = y_ticks.last().copied().unwrap_or(high);
    let median = humanize::rate(finding.median(), rung.unit);
    area.label((4, 14), "start", &fitted(&rung.name, 12, 160), look(Paint::Ink, 12, true));
    area.label((area.width() - 6, 14), "end", &median, look(Paint::Muted, 12, false));
    let left = if unit == Unit::Bytes { 66 } else { 84 };
    let (x, y) = (Axis::linear(0.0, end, x_ticks), Axis::linear(0.0, top, y_ticks));
    let mut plot = area.plot([left, 26, 16, 24], x, y);
    plot.both_axes(humanize::seconds, rate_name(unit));
    for line in &lines {
        let rates = || line.points.iter().map(|point| point.1);
        let (low, high) = scale::extent(rates()).unwrap_or_default();
        let title = format!(
            "{}, round {}: between {} and {}",
            rung.name,
            line.number,
            humanize::rate(low, unit),
            humanize::rate(high, unit)
        );
        let shapes = vec![Shape::Path(Paint::Hit, 9.0), Shape::Path(paint_of(rung.kind), 1.3)];
        plot.draw(&Mark::new(line.points.clone(), shapes).titled(title));
    }
}
