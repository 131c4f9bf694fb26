//! Bytes a call against throughput, both logarithmic: what calls cost, and where they stop to matter.

use plotters::chart::{ChartBuilder, LabelAreaPosition};
use plotters::coord::combinators::{BindKeyPoints, IntoLogRange};

use super::canvas::{both_axes, look, put, sheet};
use super::caption::{paint_of, rate_name};
use super::drawing::{Drawing, Fault, Size};
use super::mark::{Mark, Shape};
use super::paint::Paint;
use super::scale;
use super::svg::{px, text_width};
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

pub fn draw(findings: &Findings<'_>, size: Size) -> Result<Option<Drawing>, Fault> {
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
    let (Some(xs), Some(ys)) = (xs, scale::log_range(rates)) else { return Ok(None) };
    let (width, height) = (size.width(), size.pick(540, 420));
    sheet(width, height, |root| {
        let x_ticks = scale::log_ticks(&xs, Unit::Bytes, size.pick(9, 3));
        let y_ticks = scale::log_ticks(&ys, Unit::Bytes, 9);
        let mut chart = ChartBuilder::on(root)
            .margin_top(px(12))
            .margin_right(px(14))
            .set_label_area_size(LabelAreaPosition::Left, px(70))
            .set_label_area_size(LabelAreaPosition::Bottom, px(30))
            .build_cartesian_2d(
                xs.clone().log_scale().with_key_points(x_ticks),
                ys.clone().log_scale().with_key_points(y_ticks),
            )?;
        both_axes(
            &mut chart,
            &|length| format!("{} a call", humanize::bytes(*length)),
            &rate_name(Unit::Bytes),
        )?;
        let mut boxes = Boxes::new([72, 12, width as i32 - 8, height as i32 - 32]);
        let mut lines = limit_lines(findings, &limits, &xs, &ys);
        lines.retain(|line| line.ends[0] != line.ends[1]);
        let pixel = |at: &(f64, f64)| {
            let (x, y) = chart.backend_coord(at);
            (x / px(1), y / px(1))
        };
        let placed: Vec<(i32, i32)> = points.iter().map(|point| pixel(&point.at)).collect();
        for &(x, y) in &placed {
            boxes.take([x - 6, y - 6, x + 6, y + 6]);
        }
        for line in lines.iter().filter(|line| line.level) {
            let [from, to] = line.ends.map(|end| pixel(&end));
            boxes.take([from.0, from.1 - 1, to.0, from.1 + 1]);
        }
        let mut marks = Vec::new();
        for line in lines {
            let end = pixel(&line.ends[0]);
            let width = text_width(&line.text, 11.0) as i32;
            if !line.level {
                // Left of the middle of the line, where no rung can be.
                let (x, y) = pixel(&line.middle());
                let free = boxes.try_take([x - 8 - width, y - 14, x - 8, y - 1]);
                marks.push(line.mark(free.then_some((-8, -4))));
                continue;
            }
            // Above the line, and where that is taken (or it falls towards its end), below.
            let spot = [(4, -5), (4, 14), (60, -5), (60, 14), (150, -5), (150, 14)].into_iter().find(
                |(right, down)| {
                    let (x, y) = (end.0 + right, end.1 + down);
                    boxes.try_take([x, y - 10, x + width, y + 3])
                },
            );
            marks.push(line.mark(spot));
        }
        for (point, &place) in points.iter().zip(&placed) {
            marks.push(point.mark(boxes.place(&point.finding.rung().name, place)));
        }
        marks.into_iter().try_for_each(|mark| put(&mut chart, mark))
    })
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
    // So many empty calls a second: calls of that length cannot carry more bytes.
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

    fn mark(self, spot: Option<(i32, i32)>) -> Mark<(f64, f64)> {
        let mut shapes = vec![Shape::Dashes(0, 1, Paint::Limit)];
        let look = look(Paint::Limit, 11, false);
        let points = vec![self.ends[0], self.ends[1], self.middle()];
        if let Some(spot) = spot {
            let (at, anchor) = if self.level { (0, "start") } else { (2, "end") };
            shapes.push(Shape::Text(at, spot, anchor, self.text, look));
        }
        if self.level {
            shapes.push(Shape::Around(0, 1, 3));
        }
        Mark::new(points, shapes).titled(self.title)
    }
}

impl Point<'_, '_> {
    fn mark(&self, spot: Option<((i32, i32), &'static str)>) -> Mark<(f64, f64)> {
        let rung = self.finding.rung();
        let mut shapes = vec![Shape::Around(0, 0, 7), Shape::Dot(0, 5, paint_of(rung.kind))];
        if let Some((shift, anchor)) = spot {
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

/// The places that are taken: left, top, right, bottom.
struct Boxes {
    room: [i32; 4],
    taken: Vec<[i32; 4]>,
}

impl Boxes {
    fn new(room: [i32; 4]) -> Boxes {
        Boxes { room, taken: Vec::new() }
    }

    fn take(&mut self, place: [i32; 4]) {
        self.taken.push(place);
    }

    fn try_take(&mut self, place: [i32; 4]) -> bool {
        let [left, top, right, bottom] = place;
        let within =
            left >= self.room[0] && top >= self.room[1] && right <= self.room[2] && bottom <= self.room[3];
        let meets =
            |other: &[i32; 4]| left < other[2] && other[0] < right && top < other[3] && other[1] < bottom;
        let free = within && !self.taken.iter().any(meets);
        if free {
            self.take(place);
        }
        free
    }

    /// A free place beside a point for its name; without one it has to be pointed at.
    fn place(&mut self, name: &str, (x, y): (i32, i32)) -> Option<((i32, i32), &'static str)> {
        let width = text_width(name, 11.0) as i32;
        let spots = [
            (9, 4, "start"),
            (-9, 4, "end"),
            (0, -9, "middle"),
            (0, 17, "middle"),
            (7, -7, "start"),
            (7, 15, "start"),
        ];
        spots.into_iter().find_map(|(right, down, anchor)| {
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
        assert_eq!(boxes.place("one", at), Some(((9, 4), "start")));
        // To the left of this point there is room for it, but none between the two.
        let next = (at.0 + 9 + width + 1 + width + 9, at.1);
        boxes.take([next.0 + 6, 0, 1000, 1000]);
        assert_eq!(boxes.place("one", next), None);
    }
}
