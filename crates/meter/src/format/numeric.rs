//! A line for programs (`-n`): the parts of a template as plain numbers, with the text between them.

use super::template::{self, Segment, Template};
use super::view::{Style, View};

impl Template {
    /// One tick in numbers, without the newline: seconds, bytes or lines, units a second, and per cent without a sign.
    /// What is no number is as it is for people.
    pub fn numbers(&self, view: &View, style: &Style) -> String {
        self.shown(view).into_iter().map(|part| number(part, view, style)).collect()
    }
}

fn number(part: &Segment, view: &View, style: &Style) -> String {
    let bits = if style.units.bits { 8 } else { 1 };
    let per_unit = if view.by_lines { 1 } else { bits };
    match part {
        Segment::Sgr(_) => String::new(),
        Segment::Timer => format!("{:.4}", view.elapsed.as_secs_f64()),
        Segment::Amount => (view.units() * per_unit).to_string(),
        Segment::Bytes => (view.bytes * bits).to_string(),
        Segment::Lines => view.lines.to_string(),
        Segment::Rate => format!("{:.4}", view.rate * per_unit as f64),
        Segment::Average => format!("{:.4}", view.average * per_unit as f64),
        Segment::Fullness => view.fullness.unwrap_or(0).to_string(),
        Segment::Percent | Segment::Progress | Segment::Bar | Segment::Styled(_) => percent(view).to_string(),
        Segment::Fixed(part, _) => number(part, view, style),
        Segment::Line(0) => template::complete_line(&view.tail),
        part => template::text(part, view, style).unwrap_or_default(),
    }
}

/// How much is done, which may be more than there should be. Where the size is unknown, a number that goes from 0 to 100 and
/// back as the mark of a bar does.
fn percent(view: &View) -> u64 {
    view.percent().unwrap_or_else(|| match view.sweep as u64 * 2 % 200 {
        there @ 0..=100 => there,
        back => 200 - back,
    })
}
