//! The state of a transfer as text: a line for people, a number for programs, an object for either. All pure functions.

mod amount;
mod bar;
mod sgr;
mod template;
#[cfg(test)]
mod tests;
mod view;
mod width;

use std::fmt::Write;

pub use amount::{Units, bytes, lines, time};
pub use bar::{BARS, Bar};
pub use template::{NAMES, Part, Template, named, rate};
pub use view::{STALLED, Style, View};
pub use width::{back, columns};

/// What `-n` writes a tick.
#[derive(Clone, Copy, Debug, Default)]
pub struct Numeric {
    /// Seconds first.
    pub timer: bool,
    /// The amount instead of a percentage.
    pub amount: bool,
    /// The rate, in units a second.
    pub rate: bool,
}

impl Numeric {
    /// One tick, without the newline.
    pub fn line(&self, view: &View, units: Units) -> String {
        let mut line = String::new();
        if self.timer {
            // Writing to a string does not fail.
            let _ = write!(line, "{:.4} ", view.elapsed.as_secs_f64());
        }
        let bits = if units.bits && !view.by_lines { 8 } else { 1 };
        let count = match view.percent() {
            _ if self.amount => (view.units() * bits).to_string(),
            // As pv has it, also for more than there should be.
            Some(percent) => to_and_fro(percent as i64).to_string(),
            // Nobody knows how far this is: it goes from side to side as the bar does.
            None => to_and_fro((view.sweep * 2 % 200) as i64).to_string(),
        };
        line += &count;
        if self.rate {
            let _ = write!(line, " {:.4}", view.rate * bits as f64);
        }
        line
    }
}

/// From 0 to 100, and from there back.
fn to_and_fro(percent: i64) -> i64 {
    if percent > 100 { 200 - percent } else { percent }
}

/// A tick as one JSON object: numbers in bytes, lines and seconds, null where there is none.
pub fn json(view: &View, name: Option<&str>) -> String {
    let number = |value: Option<u64>| value.map_or_else(|| "null".into(), |value| value.to_string());
    let mut line = String::from("{");
    if let Some(name) = name {
        let _ = write!(line, "\"name\":{},", quoted(name));
    }
    let lines = (view.by_lines || view.lines > 0).then_some(view.lines);
    let left = if view.finished { view.size.map(|_| 0.0) } else { view.left_exactly() };
    let left = left.map_or_else(|| "null".into(), |seconds| format!("{seconds:.3}"));
    let _ = write!(
        line,
        "\"elapsed\":{:.4},\"bytes\":{},\"lines\":{},\"unit\":\"{}\",\"rate\":{:.1},\"average\":{:.1},\"size\":{},\
         \"percent\":{},\"left\":{},\"stalled\":{},\"finished\":{}}}",
        view.elapsed.as_secs_f64(),
        view.bytes,
        number(lines),
        if view.by_lines { "lines" } else { "bytes" },
        view.rate,
        view.average,
        number(view.size),
        number(view.percent()),
        left,
        view.is_stalled(),
        view.finished,
    );
    line
}

/// A text as a JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if (c as u32) < 0x20 => {
                let _ = write!(quoted, "\\u{:04x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
