//! The charts of a report, as SVG.

mod buffers;
mod calls;
mod canvas;
mod caption;
mod cpu;
mod drawing;
mod ladder;
mod mark;
pub mod meters;
pub mod paint;
mod scale;
pub mod svg;
#[cfg(test)]
mod tests;
mod time;

use super::findings::Findings;

pub use buffers::{Series, series};
pub use calls::bytes_rate;
pub use cpu::shares as cpu_shares;
pub use drawing::{CHARTS, Chart, Drawing, Size};
pub use time::{Line, lines, panels};

/// Draws a chart; `None` where nothing was measured that it could show. `buffers` is a run over sizes of the buffer, where
/// there is one.
pub fn draw(
    chart: Chart,
    findings: &Findings<'_>,
    buffers: Option<&Findings<'_>>,
    size: Size,
) -> Option<Drawing> {
    match chart {
        Chart::Ladder => ladder::draw(findings, size),
        Chart::Time => time::draw(findings, size),
        Chart::Cpu => cpu::draw(findings, size),
        Chart::Calls => calls::draw(findings, size),
        Chart::Buffers => buffers::draw(buffers.unwrap_or(findings), size),
    }
}
