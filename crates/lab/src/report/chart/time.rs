//! Throughput over time: a small panel a rung, a line a round.

use plotters::chart::{ChartBuilder, LabelAreaPosition};

use super::canvas::{Area, both_axes, label, look, put, sheet};
use super::caption::{fitted, paint_of, rate_name};
use super::drawing::{Drawing, Fault, Size};
use super::mark::{Mark, Shape};
use super::paint::Paint;
use super::scale;
use super::svg::px;
use crate::report::findings::{Finding, Findings};
use crate::report::humanize;
use crate::report::intervals::stretches;
use gush_store::model::{Phase, Tick, Unit};

/// How large a panel is.
const PANEL: [u32; 2] = [290, 150];
/// A line has at most so many points; more would not be seen.
const MAX_POINTS: usize = 60;
/// All lines of a page have about so many.
const ALL_POINTS: usize = 16_000;
/// A panel has at most so many lines.
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
pub fn lines(finding: &Finding<'_>, most_points: usize) -> (Unit, Vec<Line>) {
    let unit = unit_of(finding);
    let measured = finding.record.rounds.iter().filter(|(round, _)| round.phase == Phase::Measured);
    let sound = measured.filter(|(round, _)| round.error.is_none());
    let points = |ticks: &[Tick]| {
        let stretches = stretches(ticks, unit, most_points).into_iter();
        stretches.map(|stretch| (stretch.end.elapsed, stretch.rate)).collect()
    };
    let lines = sound.map(|(round, ticks)| Line { number: round.number, points: points(ticks) });
    let mut lines: Vec<Line> = lines.filter(|line| line.points.len() > 1).collect();
    if lines.len() > MAX_LINES {
        // As many early ones as late ones.
        let all = lines.len();
        let kept: Vec<usize> = (0..MAX_LINES).map(|at| at * (all - 1) / (MAX_LINES - 1)).collect();
        let mut at = 0..;
        lines.retain(|_| at.next().is_some_and(|at| kept.contains(&at)));
    }
    (unit, lines)
}

/// All panels of a run, each with the name of its rung.
///
/// # Errors
/// When the library refuses.
pub fn panels(findings: &Findings<'_>) -> Result<Vec<(String, Drawing)>, Fault> {
    let mut panels = Vec::new();
    for finding in shown(findings) {
        let drawing = sheet(PANEL[0], PANEL[1], |area| panel(area, finding, most_points(findings)))?;
        panels.extend(drawing.map(|drawing| (finding.rung().name.clone(), drawing)));
    }
    Ok(panels)
}

fn shown<'f, 'r>(findings: &'f Findings<'r>) -> Vec<&'f Finding<'r>> {
    findings.rungs.iter().filter(|finding| !lines(finding, 2).1.is_empty()).collect()
}

fn most_points(findings: &Findings<'_>) -> usize {
    let lines: usize = findings.rungs.iter().map(|finding| finding.rates.len().min(MAX_LINES)).sum();
    (ALL_POINTS / lines.max(1)).clamp(4, MAX_POINTS)
}

/// All panels on one sheet.
pub fn draw(findings: &Findings<'_>, size: Size) -> Result<Option<Drawing>, Fault> {
    let shown = shown(findings);
    if shown.is_empty() {
        return Ok(None);
    }
    let columns = size.pick(3, 1).min(shown.len());
    let rows = shown.len().div_ceil(columns);
    let (width, height) = (size.width() / size.pick(3, 1), PANEL[1] + 14);
    sheet(width * columns as u32, height * rows as u32, |root| {
        for (at, finding) in shown.iter().enumerate() {
            let corner =
                (px((at % columns) as i32 * width as i32), px((at / columns) as i32 * height as i32));
            let area = root.clone().shrink(corner, (px(width as i32 - 12), px(PANEL[1] as i32)));
            panel(&area, finding, most_points(findings))?;
        }
        Ok(())
    })
}

fn panel(area: &Area<'_>, finding: &Finding<'_>, most_points: usize) -> Result<(), Fault> {
    let (unit, lines) = lines(finding, most_points);
    let rung = finding.rung();
    let points = || lines.iter().flat_map(|line| &line.points);
    let high = points().map(|point| point.1).fold(0.0, f64::max);
    let end = points().map(|point| point.0).fold(0.0, f64::max);
    let mut x_ticks = scale::linear_ticks(end, None, 4);
    // The axis ends with the last tick of the clock, which is seldom round.
    x_ticks.retain(|tick| *tick <= end);
    let y_ticks = scale::linear_ticks(high, Some(unit), 3);
    let top = y_ticks.last().copied().unwrap_or(high);
    label(area, (4, 14), "start", &fitted(&rung.name, 12, 160), look(Paint::Ink, 12, true))?;
    let right = (area.dim_in_pixel().0 / px(1) as u32) as i32 - 6;
    label(
        area,
        (right, 14),
        "end",
        &humanize::rate(finding.median(), rung.unit),
        look(Paint::Muted, 12, false),
    )?;
    let mut chart = ChartBuilder::on(area)
        .margin_top(px(26))
        .margin_right(px(16))
        .set_label_area_size(LabelAreaPosition::Left, px(if unit == Unit::Bytes { 66 } else { 84 }))
        .set_label_area_size(LabelAreaPosition::Bottom, px(24))
        .build_cartesian_2d(scale::linear(0.0, end, x_ticks), scale::linear(0.0, top, y_ticks))?;
    both_axes(&mut chart, &|x| humanize::seconds(*x), &rate_name(unit))?;
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
        put(&mut chart, Mark::new(line.points.clone(), shapes).titled(title))?;
    }
    Ok(())
}
