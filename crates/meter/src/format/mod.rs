//! The state of a transfer as text: a line for people, a number for programs, an object for either. All pure functions.

mod amount;
mod bar;
mod numeric;
mod sgr;
mod template;
#[cfg(test)]
mod tests;
mod view;
mod width;

use std::fmt::Write;

use crate::history::Statistics;

pub use amount::{Units, bytes, lines, time};
pub use bar::{BARS, Bar};
pub use template::{NAMES, Segment, Template, named, rate};
pub use view::{STALLED, Style, View};
pub use width::{back, colored_columns, colored_front, columns};

/// A tick as one JSON object: numbers in bytes, lines and seconds, null where there is none.
pub fn json(view: &View, name: Option<&str>) -> String {
    let number = |value: Option<u64>| value.map_or_else(|| "null".into(), |value| value.to_string());
    let mut line = begun(name);
    let lines = (view.counts_lines || view.by_lines).then_some(view.lines);
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
    if view.other_side.is_some() {
        let ratio = view.ratio().map_or_else(|| "null".into(), |ratio| format!("{ratio:.6}"));
        line = format!("{},\"ratio\":{ratio}}}", line.trim_end_matches('}'));
    }
    line
}

/// The object of a last tick, with how the rate was distributed. Rates are units a second.
pub(crate) fn with_rates(object: &str, rates: &Statistics) -> String {
    let Statistics { minimum, median, p99, maximum } = rates;
    let fields = object.trim_end_matches('}');
    format!(
        "{fields},\"rates\":{{\"min\":{minimum:.1},\"median\":{median:.1},\"p99\":{p99:.1},\"max\":{maximum:.1}}}}}"
    )
}

/// The beginning of an object, with the name of the meter if it has one.
fn begun(name: Option<&str>) -> String {
    name.map_or_else(|| "{".into(), |name| format!("{{\"name\":{},", quoted(name)))
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
