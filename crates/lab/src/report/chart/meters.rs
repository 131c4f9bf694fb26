//! Recordings of the meter: a panel for each meter, all over the same time.

use super::canvas::{Area, look, sheet};
use super::caption::{fitted, rate_name};
use super::drawing::{Drawing, Size};
use super::mark::{Mark, Shape};
use super::paint::Paint;
use super::scale::{self, Axis};
use crate::report::humanize;
use crate::report::intervals::Interval;
use crate::report::recording::Meter;
use gush_store::model::Unit;

/// How high a panel is.
const HEIGHT: u32 = 190;
/// The space between panels on one sheet.
const GAP: u32 = 14;
/// About how many steps all panels of a page have, so that the page stays small.
const ALL_STEPS: usize = 1600;

/// The maximum number of steps of each line when this many meters are shown.
pub fn max_steps(meters: usize, size: Size) -> usize {
    (ALL_STEPS / meters.max(1)).clamp(24, size.pick(300, 90))
}

/// Each meter as a drawing of its own.
pub fn panels(meters: &[Meter<'_>], size: Size) -> Vec<Option<Drawing>> {
    let frame = Frame::of(meters, size);
    let steps = max_steps(meters.len(), size);
    let draw = |meter: &Meter<'_>| match meter.intervals(steps) {
        intervals if intervals.is_empty() => None,
        intervals => Some(sheet(size.width(), HEIGHT, |area| panel(area, meter, &intervals, &frame))),
    };
    meters.iter().map(draw).collect()
}

/// All meters on one sheet; `None` where nothing was recorded.
pub fn draw(meters: &[Meter<'_>], size: Size) -> Option<Drawing> {
    let (frame, steps) = (Frame::of(meters, size), max_steps(meters.len(), size));
    let drawn: Vec<(&Meter<'_>, Vec<Interval>)> = meters
        .iter()
        .map(|meter| (meter, meter.intervals(steps)))
        .filter(|(_, intervals)| !intervals.is_empty())
        .collect();
    (!drawn.is_empty()).then(|| {
        sheet(size.width(), (HEIGHT + GAP) * drawn.len() as u32, |root| {
            for (index, (meter, intervals)) in drawn.iter().enumerate() {
                let corner = (0, index as i32 * (HEIGHT + GAP) as i32);
                panel(&mut root.part(corner, (size.width(), HEIGHT)), meter, intervals, &frame);
            }
        })
    })
}

/// What all panels have in common.
struct Frame {
    /// Where the time axis ends.
    end: f64,
    /// How wide the names along the rate axes are.
    left: i32,
    size: Size,
}

impl Frame {
    fn of(meters: &[Meter<'_>], size: Size) -> Frame {
        let end = meters.iter().map(Meter::end).fold(0.0, f64::max);
        let by_lines = meters.iter().any(|meter| meter.unit() == Unit::Lines);
        Frame { end, left: if by_lines { 84 } else { 66 }, size }
    }
}

fn panel(area: &mut Area<'_>, meter: &Meter<'_>, intervals: &[Interval], frame: &Frame) {
    let &Frame { end, left, size } = frame;
    let unit = meter.unit();
    let at = |elapsed: f64| meter.begin + elapsed;
    let end = intervals.iter().map(|one| at(one.end.elapsed)).fold(end, f64::max);
    let high = intervals.iter().map(|one| one.rate).fold(0.0, f64::max);
    let y_ticks = scale::linear_ticks(high, Some(unit), 3);
    let top = y_ticks.last().copied().unwrap_or(high);
    let right = area.width() - 6;
    let average = meter.average().map(|rate| format!("average {}", humanize::rate(rate, unit)));
    let all = format!("{} in {}", humanize::bytes(meter.bytes() as f64), humanize::clock(meter.seconds()));
    let figures = match size {
        Size::Wide => average.into_iter().chain([all]).collect::<Vec<_>>().join(", "),
        Size::Narrow => average.unwrap_or(all),
    };
    area.label((4, 14), "start", &fitted(&meter.name, 12, size.pick(400, 150)), look(Paint::Ink, 12, true));
    area.label((right, 14), "end", &figures, look(Paint::Muted, 12, false));
    let x = Axis::linear(0.0, end, scale::clock_ticks(end, size.pick(8, 3)));
    let mut plot = area.plot([left, 26, 28, 24], x, Axis::linear(0.0, top, y_ticks));
    plot.both_axes(humanize::clock, rate_name(unit));
    for one in intervals {
        let (from, to) = (at(one.from), at(one.end.elapsed));
        let mut title = format!(
            "{}, {} to {}: {}\n{} so far",
            meter.name,
            humanize::clock(from),
            humanize::clock(to),
            humanize::rate(one.rate, unit),
            humanize::bytes(one.end.bytes as f64)
        );
        if let Some(lines) = one.end.lines {
            title += &format!(", {} lines", humanize::grouped(lines));
        }
        plot.draw(&Mark::new(vec![(from, 0.0), (to, top)], vec![Shape::Around(0, 1, 0)]).titled(title));
    }
    let steps = intervals.iter().flat_map(|one| [(at(one.from), one.rate), (at(one.end.elapsed), one.rate)]);
    plot.draw(&Mark::new(steps.collect(), vec![Shape::Path(Paint::Measured, 1.6)]));
}
