//! A line for programs (`-n`): the parts of a template as plain numbers, with the text between them.

use super::template::{self, Part, Template};
use super::view::{Style, View};

impl Template {
    /// One tick in numbers, without the newline: seconds, bytes or lines, units a second, and per cent without a sign.
    /// What is no number is as it is for people.
    pub fn numbers(&self, view: &View, style: &Style) -> String {
        self.shown(view).into_iter().map(|part| number(part, view, style)).collect()
    }
}

fn number(part: &Part, view: &View, style: &Style) -> String {
    let bits = if style.units.bits { 8 } else { 1 };
    let per_unit = if view.by_lines { 1 } else { bits };
    match part {
        Part::Sgr(_) => String::new(),
        Part::Timer => format!("{:.4}", view.elapsed.as_secs_f64()),
        Part::Amount => (view.units() * per_unit).to_string(),
        Part::Bytes => (view.bytes * bits).to_string(),
        Part::Lines => view.lines.to_string(),
        Part::Rate => format!("{:.4}", view.rate * per_unit as f64),
        Part::Average => format!("{:.4}", view.average * per_unit as f64),
        Part::Fullness => view.fullness.unwrap_or(0).to_string(),
        Part::Percent | Part::Progress | Part::Bar | Part::Styled(_) => percent(view).to_string(),
        Part::Fixed(part, _) => number(part, view, style),
        Part::Line(0) => template::whole_line(&view.tail),
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
