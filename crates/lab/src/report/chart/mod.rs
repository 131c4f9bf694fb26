//! The charts of a report, drawn by plotters on an SVG of our own.

mod buffers;
mod calls;
mod cpu;
mod ladder;
mod mark;
pub mod meters;
pub mod paint;
mod scale;
pub mod svg;
mod time;

use std::convert::Infallible;
use std::fmt::Write;

use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::Ranged;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::style::{Color, IntoFont, ShapeStyle, TextStyle};

use super::amount;
use super::findings::{Finding, Findings};
use crate::model::{RungKind, Unit};
use crate::stats::Spread;
use mark::{Mark, Shape};
use paint::Paint;
use svg::{Look, Svg, px};

pub use time::{lines, panels};

/// A chart that could not be drawn, in the library's words.
#[derive(Debug, thiserror::Error)]
#[error("the chart cannot be drawn: {0}")]
pub struct Fault(String);

impl From<DrawingAreaErrorKind<Infallible>> for Fault {
    fn from(error: DrawingAreaErrorKind<Infallible>) -> Fault {
        Fault(error.to_string())
    }
}

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

    /// What stands above it.
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

    fn pick<T>(self, wide: T, narrow: T) -> T {
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
    /// What stands within the element `svg`.
    pub body: String,
}

impl Drawing {
    /// The element for a page whose style sheet knows the classes. `label` says what it shows.
    pub fn inline(&self, class: &str, label: &str) -> String {
        let Drawing { width, height, body } = self;
        let mut out =
            format!("<svg class=\"chart {class}\" viewBox=\"0 0 {width} {height}\" role=\"group\" ");
        let _ = write!(out, "style=\"max-width:{width}px\" aria-label=\"");
        svg::push_escaped(&mut out, label);
        out + "\">" + body + "</svg>"
    }
}

/// Draws a chart; `None` where nothing was measured that it could show. `buffers` is a run over sizes of the buffer, where
/// there is one.
///
/// # Errors
/// When the library refuses.
pub fn draw(
    chart: Chart,
    findings: &Findings<'_>,
    buffers: Option<&Findings<'_>>,
    size: Size,
) -> Result<Option<Drawing>, Fault> {
    match chart {
        Chart::Ladder => ladder::draw(findings, size),
        Chart::Time => time::draw(findings, size),
        Chart::Cpu => cpu::draw(findings, size),
        Chart::Calls => calls::draw(findings, size),
        Chart::Buffers => buffers::draw(buffers.unwrap_or(findings), size),
    }
}

pub use buffers::{Series, series};
pub use calls::bytes_rate;
pub use cpu::shares as cpu_shares;

type Area<'a> = DrawingArea<Svg<'a>, Shift>;

/// Lets `draw` fill a sheet of this size.
fn sheet(
    width: u32,
    height: u32,
    draw: impl FnOnce(&Area<'_>) -> Result<(), Fault>,
) -> Result<Option<Drawing>, Fault> {
    let mut body = String::new();
    let area = Svg::new(&mut body, width, height).into_drawing_area();
    draw(&area)?;
    drop(area);
    Ok(Some(Drawing { width, height, body }))
}

/// The names along axes.
fn axis_text<'a>() -> TextStyle<'a> {
    let mut style = TextStyle::from(("sans-serif", f64::from(px(11))).into_font());
    style.color = Paint::Muted.colour().to_backend_color();
    style
}

fn grid() -> ShapeStyle {
    ShapeStyle::from(Paint::Grid.colour())
}

/// Vertical lines and names at the values of the lower axis, as all charts with rows have them.
fn value_axis<X, Y>(
    chart: &mut ChartContext<'_, Svg<'_>, Cartesian2d<X, Y>>,
    ticks: usize,
    name: &dyn Fn(&f64) -> String,
) -> Result<(), Fault>
where
    X: Ranged<ValueType = f64> + plotters::coord::ranged1d::ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + plotters::coord::ranged1d::ValueFormatter<f64>,
{
    let mut mesh = chart.configure_mesh();
    mesh.disable_y_mesh().disable_y_axis().y_labels(0).x_labels(ticks).x_label_formatter(name);
    style(&mut mesh);
    Ok(mesh.draw()?)
}

/// Lines and names at the values of both axes.
fn both_axes<X, Y>(
    chart: &mut ChartContext<'_, Svg<'_>, Cartesian2d<X, Y>>,
    x_name: &dyn Fn(&f64) -> String,
    y_name: &dyn Fn(&f64) -> String,
) -> Result<(), Fault>
where
    X: Ranged<ValueType = f64> + plotters::coord::ranged1d::ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + plotters::coord::ranged1d::ValueFormatter<f64>,
{
    let mut mesh = chart.configure_mesh();
    mesh.x_labels(20).y_labels(20).x_label_formatter(x_name).y_label_formatter(y_name);
    style(&mut mesh);
    Ok(mesh.draw()?)
}

fn style<X: Ranged, Y: Ranged>(mesh: &mut plotters::chart::MeshStyle<'_, '_, X, Y, Svg<'_>>) {
    mesh.axis_style(grid()).bold_line_style(grid()).light_line_style(plotters::style::TRANSPARENT);
    mesh.label_style(axis_text()).set_all_tick_mark_size(px(4));
}

fn put<X, Y>(
    chart: &mut ChartContext<'_, Svg<'_>, Cartesian2d<X, Y>>,
    mark: Mark<(f64, f64)>,
) -> Result<(), Fault>
where
    X: Ranged<ValueType = f64>,
    Y: Ranged<ValueType = f64>,
{
    chart.draw_series(std::iter::once(mark))?;
    Ok(())
}

/// A text at a place of an area, in our pixels.
fn label(area: &Area<'_>, at: (i32, i32), anchor: &'static str, text: &str, look: Look) -> Result<(), Fault> {
    let at = (px(at.0), px(at.1));
    Ok(area.draw(&Mark::new(vec![at], vec![Shape::Text(0, (0, 0), anchor, text.into(), look)]))?)
}

const fn look(paint: Paint, size: u32, bold: bool) -> Look {
    Look { paint, size, bold }
}

/// What stands for a rung's own figures.
fn paint_of(kind: RungKind) -> Paint {
    match kind {
        RungKind::Gush => Paint::Gush,
        RungKind::Own => Paint::Own,
        RungKind::Limit => Paint::Limit,
        RungKind::Program | RungKind::Peer => Paint::Measured,
    }
}

/// Everything that is known of a rung's rate, in a few lines.
fn describe(finding: &Finding<'_>) -> String {
    let rung = finding.rung();
    let unit = rung.unit;
    let mut text = format!("{}: {}", rung.name, rung.title);
    let _ = write!(text, "\n{}", amount::rate(finding.median(), unit));
    let range = |low, high| amount::bare_range(low, high, finding.median(), unit, "–");
    let _ = match finding.summary.spread {
        Spread::Unknown => write!(text, ", one round"),
        Spread::Range(bounds) => {
            write!(
                text,
                ", lowest and highest {} of {} rounds",
                range(bounds.low, bounds.high),
                finding.summary.count
            )
        }
        Spread::Interval(bounds) => {
            write!(
                text,
                ", 95 % interval {} ({} rounds)",
                range(bounds.low, bounds.high),
                finding.summary.count
            )
        }
    };
    if finding.summary.noisy {
        text += ", too noisy";
    }
    if let Some(published) = finding.published() {
        let _ = write!(text, "\npublished: {}", amount::rate(published, unit));
    }
    if let Some(times) = finding.times {
        let _ = write!(text, "\n{} × the slowest", amount::times(times));
        if let Some(share) = finding.share {
            let _ = write!(text, ", {} of the limit", amount::percent(share));
        }
    }
    text
}

/// A name that fits so many pixels.
fn fitted(name: &str, size: u32, room: u32) -> String {
    if svg::text_width(name, f64::from(size)) <= f64::from(room) {
        return name.into();
    }
    let mut short = String::new();
    for c in name.chars() {
        short.push(c);
        if svg::text_width(&short, f64::from(size)) > f64::from(room) - f64::from(size) {
            break;
        }
    }
    short + "…"
}

/// What a rate on an axis is called.
fn rate_name(unit: Unit) -> impl Fn(&f64) -> String {
    move |value: &f64| if *value == 0.0 { "0".into() } else { amount::tick(*value, unit) }
}

#[cfg(test)]
mod tests;
