//! The ladder: each rung a row, the fastest at the top, what was measured beside what was published, on a logarithmic
//! scale; limits as lines.

use super::canvas::{Area, look, sheet};
use super::caption::{describe, fitted, paint_of, rate_name};
use super::drawing::{Drawing, Size};
use super::mark::{Mark, Shape};
use super::paint::Paint;
use super::scale::{self, Axis};
use super::svg::text_width;
use crate::report::findings::{Finding, Findings};
use crate::report::humanize;
use crate::stats::Spread;
use gush_store::model::{RungKind, Unit};

/// What is above the first panel: what the shapes mean.
const LEGEND: u32 = 30;
/// The names below a panel, and some air.
const AXIS: i32 = 44;
/// A line for the name of each limit.
const LIMIT: u32 = 17;
/// The part of a narrow row that is below its name and its figure.
const BESIDE: (f64, f64) = (0.48, 0.92);
/// How far a name on the axis may extend beyond the sheet: no further than the page's own margin on a phone.
const MARGIN: f64 = 10.0;

/// A part of the chart whose rungs are rated by one unit.
struct Panel<'f, 'r> {
    unit: Unit,
    rungs: Vec<&'f Finding<'r>>,
    limits: Vec<&'f Finding<'r>>,
    size: Size,
    /// How wide the names are, left of the rows.
    names: u32,
    /// How wide each of the two columns of figures is, right of the rows.
    figures: i32,
}

pub fn draw(findings: &Findings<'_>, size: Size) -> Option<Drawing> {
    let widest =
        findings.rungs.iter().map(|finding| text_width(&finding.rung().name, 13.8)).fold(60.0, f64::max);
    let names = size.pick((widest as u32 + 14).min(230), 6);
    let figures = findings.rungs.iter().map(|finding| {
        let rate = humanize::rate(finding.median(), finding.rung().unit);
        text_width(&format!("{rate} ~"), 13.0) as i32 + 14
    });
    let figures = figures.max().unwrap_or(0);
    let panel = |unit| {
        let (rungs, mut limits) = findings.of_unit(unit);
        // The name of a limit is left of its line, where no line of a smaller one begins further up.
        limits.sort_by(|a, b| b.median().total_cmp(&a.median()));
        Panel { unit, rungs, limits, size, names, figures }
    };
    // What is counted in calls is the cost of measuring, not a rung.
    let units = findings.units().into_iter().filter(|unit| *unit != Unit::Calls);
    let panels: Vec<Panel<'_, '_>> = units.map(panel).collect();
    if panels.is_empty() {
        return None;
    }
    let height = LEGEND + panels.iter().map(Panel::height).sum::<u32>();
    Some(sheet(size.width(), height, |root| {
        legend(root, &panels, size);
        let mut top = LEGEND;
        for panel in &panels {
            panel.draw(&mut root.part((0, top as i32), (size.width(), panel.height())));
            top += panel.height();
        }
    }))
}

/// What the shapes and colors mean, in one line.
fn legend(root: &mut Area<'_>, panels: &[Panel<'_, '_>], size: Size) {
    let all = || panels.iter().flat_map(|panel| &panel.rungs);
    let any = |kinds: &[RungKind]| all().any(|finding| kinds.contains(&finding.rung().kind));
    let of =
        |text: &'static str, paint, kinds: &[RungKind]| any(kinds).then_some((text, Shape::Dot(0, 5, paint)));
    let kinds = [
        of("programs", Paint::Measured, &[RungKind::Program, RungKind::Peer]),
        of("gush", Paint::Gush, &[RungKind::Gush]),
        of("yours", Paint::Own, &[RungKind::Own]),
    ];
    let is_published = all().any(|finding| finding.published().is_some());
    let published = is_published.then_some(("published", Shape::Diamond(0, 5, Paint::Published)));
    let entries: Vec<_> = kinds.into_iter().flatten().chain(published).collect();
    root.legend(10, 10, size.pick(26, 14), &entries);
}

impl Panel<'_, '_> {
    fn row(&self) -> u32 {
        self.size.pick(23, 38)
    }

    fn head(&self) -> u32 {
        self.limits.len() as u32 * LIMIT + self.size.pick(22, 6)
    }

    fn height(&self) -> u32 {
        self.rungs.len() as u32 * self.row() + self.head() + AXIS as u32
    }

    fn values(&self) -> impl Iterator<Item = f64> {
        let rungs = self.rungs.iter().flat_map(|finding| {
            let ends = ends(finding).into_iter().flatten();
            ends.chain([finding.median()]).chain(finding.published())
        });
        rungs.chain(self.limits.iter().map(|limit| limit.median()))
    }

    fn draw(&self, area: &mut Area<'_>) {
        let Some(range) = scale::log_range(self.values()) else { return };
        // The names of other units are longer.
        let max = if self.unit == Unit::Bytes { self.size.pick(9, 4) } else { self.size.pick(6, 3) };
        let mut ticks = scale::log_ticks(&range, self.unit, max);
        ticks.retain(|&tick| self.name_fits(tick, &range));
        let rows = self.rungs.len() as f64;
        let head = f64::from(self.head()) / f64::from(self.row());
        let ends = (range.start, range.end);
        let (x, y) = (Axis::logarithmic(range, ticks), Axis::linear(rows, -head, Vec::new()));
        let mut plot = area.plot([self.names as i32, 0, self.right() as i32, AXIS], x, y);
        plot.value_axis(rate_name(self.unit));
        if self.size == Size::Wide {
            let text = |right, text: &str| {
                Shape::Text(0, (right, -7), "end", text.into(), look(Paint::Muted, 11, false))
            };
            let mut heads = vec![text(self.figures, "measured")];
            if self.rungs.iter().any(|finding| finding.published().is_some()) {
                heads.push(text(2 * self.figures, "published"));
            }
            plot.draw(&Mark::new(vec![(ends.1, 0.0)], heads));
        }
        let line = f64::from(LIMIT) / f64::from(self.row());
        for (index, limit) in self.limits.iter().enumerate() {
            let top = -head + line * (index as f64 + 0.2);
            plot.draw(&self.limit(limit, top, ends));
        }
        for (row, finding) in self.rungs.iter().enumerate() {
            plot.draw(&self.rung(row as f64 + self.size.pick(0.5, 0.68), finding, ends));
        }
    }

    /// Whether the name of a value on the axis stays within the sheet, or at least within the page's margin.
    fn name_fits(&self, tick: f64, range: &std::ops::Range<f64>) -> bool {
        let (left, right) = (f64::from(self.names), f64::from(self.size.width()) - self.right());
        let share = (tick / range.start).ln() / (range.end / range.start).ln();
        let at = left + share * (right - left);
        let half = text_width(&rate_name(self.unit)(tick), 11.0) / 2.0;
        at - half >= -MARGIN && at + half <= f64::from(self.size.width()) + MARGIN
    }

    /// What is right of the rows.
    fn right(&self) -> f64 {
        f64::from(self.size.pick(2 * self.figures + 4, 10))
    }

    /// The row of a rung at height `y`.
    fn rung(&self, y: f64, finding: &Finding<'_>, (left, right): (f64, f64)) -> Mark<(f64, f64)> {
        let paint = paint_of(finding.rung().kind);
        let mut points = vec![(left, y), (right, y), (finding.median(), y)];
        let mut shapes = vec![Shape::Around(0, 1, 10), Shape::Line(0, 1, Paint::Grid, 1.0)];
        let mut add = |x: f64| {
            points.push((x, y));
            points.len() - 1
        };
        if let Some(published) = finding.published() {
            let at = add(published);
            shapes.push(Shape::Line(2, at, Paint::Muted, 1.0));
            shapes.push(Shape::Diamond(at, 5, Paint::Published));
        }
        if let Some([low, high]) = ends(finding) {
            let (low, high) = (add(low), add(high));
            shapes.push(Shape::Line(low, high, paint, 3.0));
            if matches!(finding.summary.spread, Spread::Interval(_)) {
                shapes.extend([Shape::Tick(low, 5, paint), Shape::Tick(high, 5, paint)]);
            }
        }
        shapes.push(Shape::Dot(2, 5, paint));
        let is_bold = matches!(finding.rung().kind, RungKind::Gush | RungKind::Own);
        let mark = finding.summary.doubt().map(|doubt| format!(" {}", doubt.mark())).unwrap_or_default();
        let rate = humanize::rate(finding.median(), self.unit) + &mark;
        let name = &finding.rung().name;
        if self.size == Size::Wide {
            let name = fitted(name, 12, self.names - 12);
            let ink = |bold| look(Paint::Ink, 12, bold);
            shapes.push(Shape::Text(0, (-10, 4), "end", name, ink(is_bold)));
            shapes.push(Shape::Text(1, (self.figures, 4), "end", rate, ink(true)));
            if let Some(published) = finding.published() {
                let text = humanize::rate(published, self.unit);
                shapes.push(Shape::Text(
                    1,
                    (2 * self.figures, 4),
                    "end",
                    text,
                    look(Paint::Muted, 12, false),
                ));
            }
        } else {
            let name = fitted(name, 13, 200);
            shapes.push(Shape::Text(0, (0, -11), "start", name, look(Paint::Ink, 13, is_bold)));
            shapes.push(Shape::Text(1, (0, -11), "end", rate, look(Paint::Ink, 13, true)));
        }
        Mark::new(points, shapes).titled(describe(finding))
    }

    /// The line of a limit, from its name at `top` down to the axis. Where names and figures are above the rows it is only
    /// beside the dots, so as not to cross them.
    fn limit(&self, limit: &Finding<'_>, top: f64, (left, right): (f64, f64)) -> Mark<(f64, f64)> {
        let x = limit.median();
        let name = limit.rung().name.trim_start_matches("limit-");
        let text = format!("limit: {name} {}", humanize::rate(x, self.unit));
        let share = (x / left).ln() / (right / left).ln();
        let (anchor, shift) = if share > 0.4 { ("end", -5) } else { ("start", 5) };
        let rows = self.rungs.len();
        let mut points = vec![(x, top), (x, rows as f64)];
        let mut shapes = vec![Shape::Text(0, (shift, 10), anchor, text, look(Paint::Limit, 11, false))];
        if self.size == Size::Wide {
            shapes.push(Shape::Dashes(0, 1, Paint::Limit));
        } else {
            points.push((x, 0.0));
            shapes.push(Shape::Dashes(0, 2, Paint::Limit));
            for row in 0..rows {
                points.extend([BESIDE.0, BESIDE.1].map(|part| (x, row as f64 + part)));
                shapes.push(Shape::Line(points.len() - 2, points.len() - 1, Paint::Limit, 1.4));
            }
        }
        shapes.push(Shape::Around(0, 1, 3));
        Mark::new(points, shapes).titled(describe(limit))
    }
}

/// The ends of the line through a rung's dot. The axis is logarithmic, so that an interval that reaches down to nothing
/// would have no end: it is cut off.
fn ends(finding: &Finding<'_>) -> Option<[f64; 2]> {
    const LOWEST: f64 = 0.1;
    let bounds = finding.summary.spread.bounds()?;
    Some([bounds.low.max(finding.median() * LOWEST), bounds.high])
}
