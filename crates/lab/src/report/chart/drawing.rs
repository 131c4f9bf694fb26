//! Which charts there are, and a chart as SVG.

use std::fmt::Write;

use super::svg::push_escaped;

/// Which chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// The ladder: measured beside published.
    Ladder,
    /// Throughput over time.
    Time,
    /// User against system time.
    Cpu,
    /// Bytes a call against throughput.
    Calls,
    /// Throughput by size of the buffer.
    Buffers,
}

/// Every chart with its name and its title.
pub const CHARTS: [(Chart, &str, &str); 5] = [
    (Chart::Ladder, "ladder", "The ladder"),
    (Chart::Time, "time", "Throughput over time"),
    (Chart::Cpu, "cpu", "Where the processor's time goes"),
    (Chart::Calls, "calls", "Bytes a call against throughput"),
    (Chart::Buffers, "buffers", "Sizes of the buffer"),
];

impl Chart {
    /// What it is called, as on the command line.
    pub fn name(self) -> &'static str {
        CHARTS[self as usize].1
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        CHARTS[self as usize].2
    }
}

/// For which width a chart is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A screen or a sheet of paper.
    Wide,
    /// A phone.
    Narrow,
}

impl Size {
    /// The width in pixels.
    pub fn width(self) -> u32 {
        match self {
            Size::Wide => 920,
            Size::Narrow => 340,
        }
    }

    pub(super) fn pick<T>(self, wide: T, narrow: T) -> T {
        if self == Size::Wide { wide } else { narrow }
    }
}

/// A chart as SVG.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The content of the element `svg`.
    pub body: String,
}

impl Drawing {
    /// The element for a page whose style sheet knows the classes. `label` says what it shows.
    pub fn inline(&self, class: &str, label: &str) -> String {
        let Drawing { width, height, body } = self;
        let mut out =
            format!("<svg class=\"chart {class}\" viewBox=\"0 0 {width} {height}\" role=\"group\" ");
        let _ = write!(out, "style=\"max-width:{width}px\" aria-label=\"");
        push_escaped(&mut out, label);
        out + "\">" + body + "</svg>"
    }
}
