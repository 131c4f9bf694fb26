//! Where the processor's time goes: each rung a bar of user and system time a second.

use super::canvas::{look, sheet};
use super::caption::fitted;
use super::drawing::{Drawing, Size};
use super::mark::{Mark, Shape};
use super::paint::Paint;
use super::scale::{self, Axis};
use super::svg::text_width;
use crate::report::findings::{Finding, Findings};
use crate::report::humanize;
use gush_store::model::RungKind;

const LEGEND: u32 = 34;
const AXIS: i32 = 44;

/// Seconds of user and system time for each second since the program was started.
pub fn shares(finding: &Finding<'_>) -> Option<(f64, f64)> {
    let user = finding.per_second_of_life(|round| round.user)?;
    Some((user, finding.per_second_of_life(|round| round.system)?))
}

pub fn draw(findings: &Findings<'_>, size: Size) -> Option<Drawing> {
    let rows: Vec<_> =
        findings.rungs.iter().filter_map(|finding| Some((finding, shares(finding)?))).collect();
    if rows.is_empty() {
        return None;
    }
    let widest = rows.iter().map(|(finding, _)| text_width(&finding.rung().name, 13.8)).fold(60.0, f64::max);
    let names = size.pick((widest as u32 + 14).min(230), 6);
    let row: u32 = size.pick(23, 38);
    let height = rows.len() as u32 * row + AXIS as u32;
    Some(sheet(size.width(), LEGEND + height, |root| {
        let swatch = |paint| Shape::Bar(0, 1, 5, paint);
        let entries = [("in its own code", swatch(Paint::User)), ("in the kernel", swatch(Paint::System))];
        root.legend(6, 20, 24, &entries);
        let busiest = rows.iter().map(|(_, (user, system))| user + system).fold(1.0, f64::max);
        let ticks = scale::linear_ticks(busiest, None, size.pick(8, 4));
        let end = ticks.last().copied().unwrap_or(busiest);
        let (x, y) = (Axis::linear(0.0, end, ticks), Axis::linear(rows.len() as f64, 0.0, Vec::new()));
        let mut area = root.part((0, LEGEND as i32), (size.width(), height));
        let mut plot = area.plot([names as i32, 0, size.pick(140, 14), AXIS], x, y);
        plot.value_axis(|share| humanize::percent(share).replace("0.00 %", "0 %"));
        for (index, (finding, shares)) in rows.iter().enumerate() {
            let y = index as f64 + size.pick(0.5, 0.68);
            plot.draw(&bar(finding, *shares, y, end, size, names));
        }
    }))
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
    let is_bold = matches!(rung.kind, RungKind::Gush | RungKind::Own);
    let figures = format!("{} + {}", humanize::percent(user), humanize::percent(system));
    if size == Size::Wide {
        let name = fitted(&rung.name, 12, names - 12);
        shapes.push(Shape::Text(0, (-10, 4), "end", name, look(Paint::Ink, 12, is_bold)));
        shapes.push(Shape::Text(3, (130, 4), "end", figures, look(Paint::Ink, 12, false)));
    } else {
        let name = fitted(&rung.name, 13, 200);
        shapes.push(Shape::Text(0, (0, -11), "start", name, look(Paint::Ink, 13, is_bold)));
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
