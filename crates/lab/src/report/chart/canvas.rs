//! A sheet to draw on, its axes, and what is put on it.

use plotters::chart::{ChartContext, MeshStyle};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::{Ranged, ValueFormatter};
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::style::{Color, IntoFont, ShapeStyle, TextStyle};

use super::drawing::{Drawing, Fault};
use super::mark::{Mark, Shape};
use super::paint::Paint;
use super::svg::{Look, Svg, px};

pub(super) type Area<'a> = DrawingArea<Svg<'a>, Shift>;

/// Lets `draw` fill a sheet of this size.
pub(super) fn sheet(
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
pub(super) fn axis_text<'a>() -> TextStyle<'a> {
    let mut style = TextStyle::from(("sans-serif", f64::from(px(11))).into_font());
    style.color = Paint::Muted.colour().to_backend_color();
    style
}

pub(super) fn grid() -> ShapeStyle {
    ShapeStyle::from(Paint::Grid.colour())
}

/// Vertical lines and names at the values of the lower axis, as all charts with rows have them.
pub(super) fn value_axis<X, Y>(
    chart: &mut ChartContext<'_, Svg<'_>, Cartesian2d<X, Y>>,
    ticks: usize,
    name: &dyn Fn(&f64) -> String,
) -> Result<(), Fault>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let mut mesh = chart.configure_mesh();
    mesh.disable_y_mesh().disable_y_axis().y_labels(0).x_labels(ticks).x_label_formatter(name);
    style(&mut mesh);
    Ok(mesh.draw()?)
}

/// Lines and names at the values of both axes.
pub(super) fn both_axes<X, Y>(
    chart: &mut ChartContext<'_, Svg<'_>, Cartesian2d<X, Y>>,
    x_name: &dyn Fn(&f64) -> String,
    y_name: &dyn Fn(&f64) -> String,
) -> Result<(), Fault>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let mut mesh = chart.configure_mesh();
    mesh.x_labels(20).y_labels(20).x_label_formatter(x_name).y_label_formatter(y_name);
    style(&mut mesh);
    Ok(mesh.draw()?)
}

pub(super) fn style<X: Ranged, Y: Ranged>(mesh: &mut MeshStyle<'_, '_, X, Y, Svg<'_>>) {
    mesh.axis_style(grid()).bold_line_style(grid()).light_line_style(plotters::style::TRANSPARENT);
    mesh.label_style(axis_text()).set_all_tick_mark_size(px(4));
}

pub(super) fn put<X, Y>(
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
pub(super) fn label(
    area: &Area<'_>,
    at: (i32, i32),
    anchor: &'static str,
    text: &str,
    look: Look,
) -> Result<(), Fault> {
    let at = (px(at.0), px(at.1));
    Ok(area.draw(&Mark::new(vec![at], vec![Shape::Text(0, (0, 0), anchor, text.into(), look)]))?)
}

pub(super) const fn look(paint: Paint, size: u32, bold: bool) -> Look {
    Look { paint, size, bold }
}
