//! Throughput by size of the buffer, measured and published.

use super::canvas::{look, sheet};
use super::caption::{describe, rate_name};
use super::drawing::{Drawing, Size};
use super::mark::{Mark, Shape};
use super::paint::Paint;
use super::scale::{self, Axis};
use crate::report::findings::{Finding, Findings};
use crate::report::humanize;
use gush_store::model::Unit;

/// Rungs that do the same with buffers of several sizes.
#[derive(Clone, Debug)]
pub struct Series<'f, 'r> {
    /// What they are called before the size.
    pub stem: &'r str,
    /// Each size with its rung, the smallest first.
    pub sizes: Vec<(u64, &'f Finding<'r>)>,
}

/// The series of a run: rungs that are called `stem-512`, `stem-1024`, …; three sizes at least.
pub fn series<'f, 'r>(findings: &'f Findings<'r>) -> Vec<Series<'f, 'r>> {
    let mut all: Vec<Series<'f, 'r>> = Vec::new();
    for finding in findings.rungs.iter().filter(|finding| finding.rung().unit == Unit::Bytes) {
        let Some((stem, size)) = finding.rung().name.rsplit_once('-') else { continue };
        let Some(size) = size.parse::<u64>().ok().filter(|size| *size > 0) else { continue };
        match all.iter_mut().find(|series| series.stem == stem) {
            Some(series) => series.sizes.push((size, finding)),
            None => all.push(Series { stem, sizes: vec![(size, finding)] }),
        }
    }
    for series in &mut all {
        series.sizes.sort_by_key(|(size, _)| *size);
    }
    all.retain(|series| series.sizes.len() >= 3);
    all
}

pub fn draw(findings: &Findings<'_>, size: Size) -> Option<Drawing> {
    let all = series(findings);
    let each = || all.iter().flat_map(|series| &series.sizes);
    let (first, last) = scale::extent(each().map(|(size, _)| *size as f64))?;
    let high = |finding: &Finding<'_>| {
        let bounds = finding.summary.spread.bounds().map(|bounds| bounds.high);
        finding.median().max(bounds.unwrap_or(0.0)).max(finding.published().unwrap_or(0.0))
    };
    let high = each().map(|(_, finding)| high(finding)).fold(0.0, f64::max);
    Some(sheet(size.width(), size.pick(360, 300), |root| {
        let y_ticks = scale::linear_ticks(high, Some(Unit::Bytes), 5);
        let top = y_ticks.last().copied().unwrap_or(high);
        // A margin at both ends for marks and names.
        let xs = first / 1.3..last * 1.3;
        let mut x_ticks: Vec<f64> = each().map(|(size, _)| *size as f64).collect();
        x_ticks.sort_by(f64::total_cmp);
        x_ticks.dedup();
        let every = x_ticks.len().div_ceil(size.pick(10, 5));
        let x_ticks = x_ticks.into_iter().step_by(every).collect();
        // One line is named above all; several, each at its end.
        if let [series] = &all[..] {
            let measured = (&*format!("{}, measured", series.stem), Shape::Dot(0, 5, Paint::Measured));
            let is_published = series.sizes.iter().any(|(_, finding)| finding.published().is_some());
            let published = is_published.then_some(("published", Shape::Diamond(0, 5, Paint::Published)));
            let entries: Vec<_> = std::iter::once(measured).chain(published).collect();
            root.legend(10, 10, 26, &entries);
        }
        let (x, y) = (Axis::logarithmic(xs, x_ticks), Axis::linear(0.0, top, y_ticks));
        let mut plot = root.plot([76, 34, 14, 30], x, y);
        plot.both_axes(humanize::bytes, rate_name(Unit::Bytes));
        for series in &all {
            marks(series, all.len() > 1).iter().for_each(|mark| plot.draw(mark));
        }
    }))
}

fn marks(series: &Series<'_, '_>, named: bool) -> Vec<Mark<(f64, f64)>> {
    let at = |size: u64, rate: f64| (size as f64, rate);
    let measured: Vec<_> = series.sizes.iter().map(|(size, finding)| at(*size, finding.median())).collect();
    let published = series.sizes.iter().filter_map(|(size, finding)| Some(at(*size, finding.published()?)));
    let published: Vec<_> = published.collect();
    // The name is above the end of its line.
    let name = |points: &[(f64, f64)], text: &str, paint| {
        named.then(|| Shape::Text(points.len() - 1, (0, -12), "end", text.into(), look(paint, 12, true)))
    };
    let mut marks = Vec::new();
    if !published.is_empty() {
        let text = name(&published, "published", Paint::Published);
        let diamonds = (0..published.len()).map(|at| Shape::Diamond(at, 5, Paint::Published));
        let shapes = [Shape::DashedPath(Paint::Published)].into_iter().chain(text).chain(diamonds).collect();
        marks.push(Mark::new(published, shapes));
    }
    let text = name(&measured, &format!("{}, measured", series.stem), Paint::Measured);
    marks.push(Mark::new(measured, [Shape::Path(Paint::Measured, 2.0)].into_iter().chain(text).collect()));
    for (size, finding) in &series.sizes {
        let mut points = vec![at(*size, finding.median())];
        let mut shapes = vec![Shape::Around(0, 0, 9), Shape::Dot(0, 5, Paint::Measured)];
        if let Some(bounds) = finding.summary.spread.bounds() {
            points.extend([at(*size, bounds.low), at(*size, bounds.high)]);
            shapes.push(Shape::Line(1, 2, Paint::Measured, 3.0));
        }
        marks.push(Mark::new(points, shapes).titled(describe(finding)));
    }
    marks
}
