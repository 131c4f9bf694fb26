//! Where the processor's time goes: each rung a bar of user and system time a second.

use plotters::chart::{ChartBuilder, LabelAreaPosition};

use super::canvas::{Area, label, look, put, sheet, value_axis};
use super::caption::fitted;
use super::drawing::{Drawing, Fault, Size};
use super::mark::{Mark, Shape};
use super::paint::Paint;
use super::scale;
use super::svg::{px, text_width};
use crate::report::findings::{Finding, Findings};
use crate::report::humanize;
use gush_store::model::RungKind;

const LEGEND: u32 = 34;
const AXIS: u32 = 44;

/// Seconds of user and system time for each second since the program was started.
pub fn shares(finding: &Finding<'_>) -> Option<(f64, f64)> {
    let user = finding.per_second_of_life(|round| round.user)?;
    Some((user, finding.per_second_of_life(|round| round.system)?))
}

pub fn draw(findings: &Findings<'_>, size: Size) -> Result<Option<Drawing>, Fault> {
    let rows: Vec<_> =
        findings.rungs.iter().filter_map(|finding| Some((finding, shares(finding)?))).collect();
    if rows.is_empty() {
        return Ok(None);
    }
    let widest = rows.iter().map(|(finding, _)| text_width(&finding.rung().name, 13.8)).fold(60.0, f64::max);
    let names = size.pick((widest as u32 + 14).min(230), 6);
    let row: u32 = size.pick(23, 38);
    let height = LEGEND + rows.len() as u32 * row + AXIS;
    sheet(size.width(), height, |root| {
        legend(root)?;
        let dimension = (px(size.width() as i32), px((height - LEGEND) as i32));
        let area = root.clone().shrink((0, px(LEGEND as i32)), dimension);
        let most = rows.iter().map(|(_, (user, system))| user + system).fold(1.0, f64::max);
        let ticks = scale::linear_ticks(most, None, size.pick(8, 4));
        let end = ticks.last().copied().unwrap_or(most);
        let count = ticks.len();
        let mut chart = ChartBuilder::on(&area)
            .set_label_area_size(LabelAreaPosition::Left, px(names as i32))
            .set_label_area_size(LabelAreaPosition::Right, px(size.pick(140, 14)))
            .set_label_area_size(LabelAreaPosition::Bottom, px(AXIS as i32))
            .build_cartesian_2d(
                scale::linear(0.0, end, ticks),
                scale::linear(rows.len() as f64, 0.0, Vec::new()),
            )?;
        value_axis(&mut chart, count, &|share| humanize::percent(*share).replace("0.00 %", "0 %"))?;
        for (at, (finding, shares)) in rows.iter().enumerate() {
            let y = at as f64 + size.pick(0.5, 0.68);
            put(&mut chart, bar(finding, *shares, y, end, size, names))?;
        }
        Ok(())
    })
}

fn legend(root: &Area<'_>) -> Result<(), Fault> {
    let mut x = 6;
    for (paint, text) in [(Paint::User, "in its own code"), (Paint::System, "in the kernel")] {
        root.draw(&Mark::new(vec![(px(x), px(12)), (px(x + 14), px(12))], vec![Shape::Bar(0, 1, 5, paint)]))?;
        label(root, (x + 20, 16), "start", text, look(Paint::Ink, 12, false))?;
        x += 20 + text_width(text, 12.0) as i32 + 24;
    }
    Ok(())
}

fn bar(
    finding: &Finding<'_>,
    (user, system): (f64, f64),
    y: f64,
    end: f64,
    size: Size,
    names: u32,
) -> Mark<(f64, f64)> {
    let rung = finding.rung();
    let points = vec![(0.0, y), (user, y), (user + system, y), (end, y)];
    let mut shapes =
        vec![Shape::Around(0, 3, 9), Shape::Bar(0, 1, 6, Paint::User), Shape::Bar(1, 2, 6, Paint::System)];
    let stands_out = matches!(rung.kind, RungKind::Gush | RungKind::Own);
    let figures = format!("{} + {}", humanize::percent(user), humanize::percent(system));
    if size == Size::Wide {
        let name = fitted(&rung.name, 12, names - 12);
        shapes.push(Shape::Text(0, (-10, 4), "end", name, look(Paint::Ink, 12, stands_out)));
        shapes.push(Shape::Text(3, (130, 4), "end", figures, look(Paint::Ink, 12, false)));
    } else {
        let name = fitted(&rung.name, 13, 200);
        shapes.push(Shape::Text(0, (0, -11), "start", name, look(Paint::Ink, 13, stands_out)));
        shapes.push(Shape::Text(3, (0, -11), "end", figures, look(Paint::Ink, 12, false)));
    }
    let title = format!(
        "{}: {}\n{} of a processor in its own code, {} in the kernel",
        rung.name,
        rung.title,
        humanize::percent(user),
        humanize::percent(system)
    );
    Mark::new(points, shapes).titled(title)
}
