//! Bytes a call against throughput, both logarithmic: what calls cost, and where they stop to matter.

use super::canvas::{look, sheet};
use super::caption::{paint_of, rate_name};
use super::drawing::{Drawing, Size};
use super::mark::{Mark, Shape};
use super::paint::Paint;
use super::scale::{self, Axis};
use super::svg::{self, text_width};
use crate::report::findings::{Finding, Findings};
use crate::report::humanize;
use gush_store::model::Unit;

/// Bytes a second, also of a rung that is rated by lines.
pub fn bytes_rate(finding: &Finding<'_>) -> Option<f64> {
    match finding.rung().unit {
        Unit::Bytes => Some(finding.median()),
        _ => finding.per_second(|round| Some(round.bytes as f64)).filter(|rate| *rate > 0.0),
    }
}

/// A rung as a point.
struct Point<'f, 'r> {
    finding: &'f Finding<'r>,
    at: (f64, f64),
}

pub fn draw(findings: &Findings<'_>, size: Size) -> Option<Drawing> {
    let point = |finding| {
        let finding: &Finding<'_> = finding;
        let per_call = finding.record.bytes_per_call().filter(|length| *length > 0.0)?;
        Some((per_call, bytes_rate(finding)?))
    };
    let points = findings.rungs.iter().filter_map(|finding| Some(Point { finding, at: point(finding)? }));
    let points: Vec<Point<'_, '_>> = points.collect();
    let limits: Vec<&Finding<'_>> = findings.of_unit(Unit::Bytes).1;
    let xs = scale::log_range(points.iter().map(|point| point.at.0));
    let rates = points.iter().map(|point| point.at.1).chain(limits.iter().map(|limit| limit.median()));
    let (xs, ys) = (xs?, scale::log_range(rates)?);
    let (width, height) = (size.width(), size.pick(540, 420));
    Some(sheet(width, height, |root| {
        let x_ticks = scale::log_ticks(&xs, Unit::Bytes, size.pick(9, 3));
        let y_ticks = scale::log_ticks(&ys, Unit::Bytes, 9);
        let mut lines = limit_lines(findings, &limits, &xs, &ys);
        lines.retain(|line| line.ends[0] != line.ends[1]);
        let (x, y) = (Axis::logarithmic(xs, x_ticks), Axis::logarithmic(ys, y_ticks));
        let mut plot = root.plot([70, 12, 14, 30], x, y);
        plot.both_axes(|length| format!("{} a call", humanize::bytes(length)), rate_name(Unit::Bytes));
        let mut boxes = Boxes::new([72, 12, width as i32 - 8, height as i32 - 32]);
        let dots: Vec<svg::Point> = points.iter().map(|point| plot.pixel(point.at)).collect();
        for &(x, y) in &dots {
            boxes.take([x - 6, y - 6, x + 6, y + 6]);
        }
        for line in lines.iter().filter(|line| line.level) {
            let [from, to] = line.ends.map(|end| plot.pixel(end));
            boxes.take([from.0, from.1 - 1, to.0, from.1 + 1]);
        }
        let mut marks = Vec::new();
        for line in lines {
            let shift = line.name_shift(&mut boxes, plot.pixel(line.ends[0]), plot.pixel(line.middle()));
            marks.push(line.mark(shift));
        }
        for (point, &dot) in points.iter().zip(&dots) {
            marks.push(point.mark(boxes.take_beside(dot, &point.finding.rung().name)));
        }
        marks.iter().for_each(|mark| plot.draw(mark));
    }))
}

/// A limit across the chart.
struct Limit {
    ends: [(f64, f64); 2],
    text: String,
    level: bool,
    title: String,
}

fn limit_lines(
    findings: &Findings<'_>,
    limits: &[&Finding<'_>],
    xs: &std::ops::Range<f64>,
    ys: &std::ops::Range<f64>,
) -> Vec<Limit> {
    let level = |limit: &&Finding<'_>| {
        let (name, rate) = (&limit.rung().name, humanize::rate(limit.median(), Unit::Bytes));
        let text = format!("limit: {} {rate}", name.trim_start_matches("limit-"));
        let ends = [(xs.start, limit.median()), (xs.end, limit.median())];
        Limit { ends, title: format!("{name}: {}\n{rate}", limit.rung().title), text, level: true }
    };
    let mut lines: Vec<Limit> = limits.iter().map(level).collect();
    // The rate of empty calls: calls of that length cannot carry more bytes.
    lines.extend(findings.of_unit(Unit::Calls).1.first().map(|limit| {
        let calls = limit.median();
        let (start, end) = (xs.start.max(ys.start / calls), xs.end.min(ys.end / calls));
        let text = format!("limit: {}", humanize::rate(calls, Unit::Calls));
        let title = format!(
            "{}: {}\n{text}: what empty calls alone would allow",
            limit.rung().name,
            limit.rung().title
        );
        Limit {
            ends: [(start, start * calls), (end.max(start), end.max(start) * calls)],
            text,
            level: false,
            title,
        }
    }));
    lines
}

impl Limit {
    /// On logarithmic scales.
    fn middle(&self) -> (f64, f64) {
        let [from, to] = self.ends;
        ((from.0 * to.0).sqrt(), (from.1 * to.1).sqrt())
    }

    /// How far its name is from the start of a level line, or from the middle of a slanted one; takes the box of it.
    fn name_shift(&self, boxes: &mut Boxes, start: svg::Point, middle: svg::Point) -> Option<svg::Point> {
        let width = text_width(&self.text, 11.0) as i32;
        if !self.level {
            // Left of the middle of the line, where no rung can be.
            let (x, y) = middle;
            return boxes.try_take([x - 8 - width, y - 14, x - 8, y - 1]).then_some((-8, -4));
        }
        // Above the line, and where that is taken (or it falls towards its end), below.
        [(4, -5), (4, 14), (60, -5), (60, 14), (150, -5), (150, 14)].into_iter().find(|(right, down)| {
            let (x, y) = (start.0 + right, start.1 + down);
            boxes.try_take([x, y - 10, x + width, y + 3])
        })
    }

    fn mark(self, shift: Option<svg::Point>) -> Mark<(f64, f64)> {
        let mut shapes = vec![Shape::Dashes(0, 1, Paint::Limit)];
        let look = look(Paint::Limit, 11, false);
        let points = vec![self.ends[0], self.ends[1], self.middle()];
        if let Some(shift) = shift {
            let (at, anchor) = if self.level { (0, "start") } else { (2, "end") };
            shapes.push(Shape::Text(at, shift, anchor, self.text, look));
        }
        if self.level {
            shapes.push(Shape::Around(0, 1, 3));
        }
        Mark::new(points, shapes).titled(self.title)
    }
}

impl Point<'_, '_> {
    fn mark(&self, name: Option<(svg::Point, &'static str)>) -> Mark<(f64, f64)> {
        let rung = self.finding.rung();
        let mut shapes = vec![Shape::Around(0, 0, 7), Shape::Dot(0, 5, paint_of(rung.kind))];
        if let Some((shift, anchor)) = name {
            shapes.push(Shape::Text(0, shift, anchor, rung.name.clone(), look(Paint::Ink, 11, false)));
        }
        let title = format!(
            "{}: {}\n{} a call, {}",
            rung.name,
            rung.title,
            humanize::bytes(self.at.0),
            humanize::rate(self.at.1, Unit::Bytes)
        );
        Mark::new(vec![self.at], shapes).titled(title)
    }
}

/// How far a name is kept from others on its line.
const GAP: i32 = 5;

/// The boxes that are taken: left, top, right, bottom.
struct Boxes {
    bounds: [i32; 4],
    taken: Vec<[i32; 4]>,
}

impl Boxes {
    fn new(bounds: [i32; 4]) -> Boxes {
        Boxes { bounds, taken: Vec::new() }
    }

    fn take(&mut self, area: [i32; 4]) {
        self.taken.push(area);
    }

    /// Takes a box if it is free.
    fn try_take(&mut self, area: [i32; 4]) -> bool {
        let [left, top, right, bottom] = area;
        let [min_left, min_top, max_right, max_bottom] = self.bounds;
        let within = left >= min_left && top >= min_top && right <= max_right && bottom <= max_bottom;
        let meets =
            |other: &[i32; 4]| left < other[2] && other[0] < right && top < other[3] && other[1] < bottom;
        let free = within && !self.taken.iter().any(meets);
        if free {
            self.take(area);
        }
        free
    }

    /// Takes a free box beside a dot for its name: how far that is from the dot, and its anchor. Without one, the dot has to be
    /// pointed at.
    fn take_beside(&mut self, (x, y): svg::Point, name: &str) -> Option<(svg::Point, &'static str)> {
        let width = text_width(name, 11.0) as i32;
        let shifts = [
            (9, 4, "start"),
            (-9, 4, "end"),
            (0, -9, "middle"),
            (0, 17, "middle"),
            (7, -7, "start"),
            (7, 15, "start"),
        ];
        shifts.into_iter().find_map(|(right, down, anchor)| {
            // The gap is on the sides where another name may be.
            let (from, to) = match anchor {
                "start" => (x + right, x + right + width + GAP),
                "end" => (x + right - width - GAP, x + right),
                _ => (x + right - width / 2 - GAP, x + right + width / 2 + GAP),
            };
            self.try_take([from, y + down - 9, to, y + down + 3]).then_some(((right, down), anchor))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_run_into_one_another() {
        let mut boxes = Boxes::new([0, 0, 1000, 1000]);
        let width = text_width("one", 11.0) as i32;
        let at = (100, 100);
        assert_eq!(boxes.take_beside(at, "one"), Some(((9, 4), "start")));
        // It fits to the left of this point, but not between the two.
        let next = (at.0 + 9 + width + 1 + width + 9, at.1);
        boxes.take([next.0 + 6, 0, 1000, 1000]);
        assert_eq!(boxes.take_beside(next, "one"), None);
    }
}
