//! Recordings of the meter: a panel a meter, all over the same time.

use plotters::chart::{ChartBuilder, LabelAreaPosition};

use super::canvas::{Area, both_axes, label, look, put, sheet};
use super::caption::{fitted, rate_name};
use super::drawing::{Drawing, Fault, Size};
use super::mark::{Mark, Shape};
use super::paint::Paint;
use super::scale;
use super::svg::px;
use crate::report::humanize;
use crate::report::intervals::Stretch;
use crate::report::recording::Meter;
use gush_store::model::Unit;

/// How high a panel is.
const HEIGHT: u32 = 190;
/// The room between panels on one sheet.
const GAP: u32 = 14;
/// All panels of a page have about so many steps, so that the page stays small.
const ALL_STEPS: usize = 1600;

/// At most how many steps the line of one of so many meters has.
pub fn most_steps(meters: usize, size: Size) -> usize {
    (ALL_STEPS / meters.max(1)).clamp(24, size.pick(300, 90))
}

/// Each meter as a drawing of its own.
///
/// # Errors
/// When the library refuses.
pub fn panels(meters: &[Meter<'_>], size: Size) -> Result<Vec<Option<Drawing>>, Fault> {
    let frame = Frame::of(meters, size);
    let steps = most_steps(meters.len(), size);
    let draw = |meter: &Meter<'_>| match meter.stretches(steps) {
        stretches if stretches.is_empty() => Ok(None),
        stretches => sheet(size.width(), HEIGHT, |area| panel(area, meter, &stretches, &frame)),
    };
    meters.iter().map(draw).collect()
}

/// All meters on one sheet; `None` where nothing was recorded.
///
/// # Errors
/// When the library refuses.
pub fn draw(meters: &[Meter<'_>], size: Size) -> Result<Option<Drawing>, Fault> {
    let (frame, steps) = (Frame::of(meters, size), most_steps(meters.len(), size));
    let drawn: Vec<(&Meter<'_>, Vec<Stretch>)> = meters
        .iter()
        .map(|meter| (meter, meter.stretches(steps)))
        .filter(|(_, stretches)| !stretches.is_empty())
        .collect();
    if drawn.is_empty() {
        return Ok(None);
    }
    sheet(size.width(), (HEIGHT + GAP) * drawn.len() as u32, |root| {
        for (at, (meter, stretches)) in drawn.iter().enumerate() {
            let corner = (0, px(at as i32 * (HEIGHT + GAP) as i32));
            let area = root.clone().shrink(corner, (px(size.width() as i32), px(HEIGHT as i32)));
            panel(&area, meter, stretches, &frame)?;
        }
        Ok(())
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

fn panel(area: &Area<'_>, meter: &Meter<'_>, stretches: &[Stretch], frame: &Frame) -> Result<(), Fault> {
    let &Frame { end, left, size } = frame;
    let unit = meter.unit();
    let at = |elapsed: f64| meter.begin + elapsed;
    let end = stretches.iter().map(|one| at(one.end.elapsed)).fold(end, f64::max);
    let high = stretches.iter().map(|one| one.rate).fold(0.0, f64::max);
    let y_ticks = scale::linear_ticks(high, Some(unit), 3);
    let top = y_ticks.last().copied().unwrap_or(high);
    let right = (area.dim_in_pixel().0 / px(1) as u32) as i32 - 6;
    let average = meter.average().map(|rate| format!("average {}", humanize::rate(rate, unit)));
    let all = format!("{} in {}", humanize::bytes(meter.bytes() as f64), humanize::clock(meter.seconds()));
    let figures = match size {
        Size::Wide => average.into_iter().chain([all]).collect::<Vec<_>>().join(", "),
        Size::Narrow => average.unwrap_or(all),
    };
    label(area, (4, 14), "start", &fitted(&meter.name, 12, size.pick(400, 150)), look(Paint::Ink, 12, true))?;
    label(area, (right, 14), "end", &figures, look(Paint::Muted, 12, false))?;
    let mut chart = ChartBuilder::on(area)
        .margin_top(px(26))
        .margin_right(px(28))
        .set_label_area_size(LabelAreaPosition::Left, px(left))
        .set_label_area_size(LabelAreaPosition::Bottom, px(24))
        .build_cartesian_2d(
            scale::linear(0.0, end, scale::clock_ticks(end, size.pick(8, 3))),
            scale::linear(0.0, top, y_ticks),
        )?;
    both_axes(&mut chart, &|x| humanize::clock(*x), &rate_name(unit))?;
    for one in stretches {
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
        put(&mut chart, Mark::new(vec![(from, 0.0), (to, top)], vec![Shape::Around(0, 1, 0)]).titled(title))?;
    }
    let steps = stretches.iter().flat_map(|one| [(at(one.from), one.rate), (at(one.end.elapsed), one.rate)]);
    put(&mut chart, Mark::new(steps.collect(), vec![Shape::Path(Paint::Measured, 1.6)]))
}
