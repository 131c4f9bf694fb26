//! A sheet to draw on, its parts, and the part that has axes.

use super::drawing::Drawing;
use super::mark::{Mark, Shape};
use super::paint::Paint;
use super::scale::Axis;
use super::svg::{Look, Point, Svg, px, text_width};

/// How long the tick marks of an axis are.
const TICK: i32 = px(4);
/// How far labels are from their axis.
const DISTANCE: i32 = 2 * TICK;
/// From the upper edge of a label to its base line.
const ASCENT: i32 = 81;
/// From the middle of a label to its base line.
const HALF_ASCENT: i32 = 38;

/// A rectangle of a sheet.
#[derive(Clone, Copy)]
struct Rectangle {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

/// A part of a sheet.
pub(super) struct Area<'s> {
    svg: &'s mut Svg,
    rectangle: Rectangle,
}

/// Lets `draw` fill a sheet of this size.
pub(super) fn sheet(width: u32, height: u32, draw: impl FnOnce(&mut Area<'_>)) -> Drawing {
    let mut svg = Svg::default();
    let rectangle = Rectangle { left: 0, top: 0, right: px(width as i32), bottom: px(height as i32) };
    draw(&mut Area { svg: &mut svg, rectangle });
    Drawing { width, height, body: svg.into_body() }
}

impl Area<'_> {
    /// The part of this size, in pixels, whose upper left corner is at `corner`.
    pub(super) fn part(&mut self, corner: Point, (width, height): (u32, u32)) -> Area<'_> {
        let (left, top) = (self.rectangle.left + px(corner.0), self.rectangle.top + px(corner.1));
        let (right, bottom) = (left + px(width as i32), top + px(height as i32));
        Area { svg: self.svg, rectangle: Rectangle { left, top, right, bottom } }
    }

    /// The width in pixels.
    pub(super) fn width(&self) -> i32 {
        (self.rectangle.right - self.rectangle.left) / px(1)
    }

    /// Draws a mark whose points are pixels of this area.
    pub(super) fn draw(&mut self, mark: &Mark<Point>) {
        let Rectangle { left, top, .. } = self.rectangle;
        mark.draw(self.svg, |(x, y)| (left + px(x), top + px(y)));
    }

    /// Draws a text at a pixel of this area.
    pub(super) fn label(&mut self, at: Point, anchor: &'static str, text: &str, look: Look) {
        self.draw(&Mark::new(vec![at], vec![Shape::Text(0, (0, 0), anchor, text.into(), look)]));
    }

    /// Draws a legend in one line from `left` on: each entry a shape, and `inset` pixels after its start a text; `gap` is between
    /// them.
    pub(super) fn legend(&mut self, left: i32, inset: i32, gap: i32, entries: &[(&str, Shape)]) {
        let mut x = left;
        for (text, shape) in entries {
            self.draw(&Mark::new(vec![(x, 12), (x + 14, 12)], vec![shape.clone()]));
            self.label((x + inset, 16), "start", text, look(Paint::Ink, 12, false));
            x += inset + text_width(text, 12.0) as i32 + gap;
        }
    }

    /// The part with axes: this area without the given pixels at its left, top, right and bottom.
    pub(super) fn plot(&mut self, insets: [i32; 4], x: Axis, y: Axis) -> Plot<'_> {
        let Rectangle { left, top, right, bottom } = self.rectangle;
        let [from_left, from_top, from_right, from_bottom] = insets.map(px);
        let rectangle = Rectangle {
            left: left + from_left,
            top: top + from_top,
            right: right - from_right,
            bottom: bottom - from_bottom,
        };
        Plot { svg: self.svg, axes: Axes { rectangle, x, y } }
    }
}

/// A rectangle and the values that its sides mark.
struct Axes {
    rectangle: Rectangle,
    x: Axis,
    y: Axis,
}

impl Axes {
    fn position(&self, (x, y): (f64, f64)) -> Point {
        (self.x_position(x), self.y_position(y))
    }

    fn x_position(&self, value: f64) -> i32 {
        self.x.position(value, (self.rectangle.left, self.rectangle.right - 1))
    }

    fn y_position(&self, value: f64) -> i32 {
        self.y.position(value, (self.rectangle.bottom - 1, self.rectangle.top))
    }
}

/// The part of an area that has axes.
pub(super) struct Plot<'s> {
    svg: &'s mut Svg,
    axes: Axes,
}

impl Plot<'_> {
    /// Draws vertical lines and labels at the values of the lower axis, as all charts with rows have them.
    pub(super) fn value_axis(&mut self, name: impl Fn(f64) -> String) {
        self.vertical_lines();
        self.lower_axis(name);
    }

    /// Draws lines and labels at the values of both axes.
    pub(super) fn both_axes(&mut self, x_name: impl Fn(f64) -> String, y_name: impl Fn(f64) -> String) {
        self.vertical_lines();
        let Plot { svg, axes } = self;
        let Rectangle { left, top, right, bottom } = axes.rectangle;
        for &tick in &axes.y.ticks {
            let y = axes.y_position(tick);
            grid(svg, (left, y), (right - 1, y));
        }
        grid(svg, (left - 1, top), (left - 1, bottom - 1));
        for &tick in &axes.y.ticks {
            let y = axes.y_position(tick);
            if (top..bottom).contains(&y) {
                name_tick(svg, (left - DISTANCE, y + HALF_ASCENT), &y_name(tick), "end");
                grid(svg, (left - 1 - TICK, y), (left - 1, y));
            }
        }
        self.lower_axis(x_name);
    }

    fn vertical_lines(&mut self) {
        let Plot { svg, axes } = self;
        for &tick in &axes.x.ticks {
            let x = axes.x_position(tick);
            grid(svg, (x, axes.rectangle.bottom - 1), (x, axes.rectangle.top));
        }
    }

    fn lower_axis(&mut self, name: impl Fn(f64) -> String) {
        let Plot { svg, axes } = self;
        let Rectangle { left, right, bottom, .. } = axes.rectangle;
        grid(svg, (left, bottom), (right - 1, bottom));
        for &tick in &axes.x.ticks {
            let x = axes.x_position(tick);
            if (left..right).contains(&x) {
                name_tick(svg, (x, bottom + DISTANCE + ASCENT), &name(tick), "middle");
                grid(svg, (x, bottom), (x, bottom + TICK));
            }
        }
    }

    /// The pixel of the sheet that a point is in.
    pub(super) fn pixel(&self, point: (f64, f64)) -> Point {
        let (x, y) = self.axes.position(point);
        (x / px(1), y / px(1))
    }

    /// Draws a mark whose points are values of the axes.
    pub(super) fn draw(&mut self, mark: &Mark<(f64, f64)>) {
        let Plot { svg, axes } = self;
        mark.draw(svg, |point| axes.position(point));
    }
}

fn grid(svg: &mut Svg, from: Point, to: Point) {
    svg.line([from, to], "l-grid", 1.0);
}

fn name_tick(svg: &mut Svg, at: Point, text: &str, anchor: &str) {
    svg.text(at, text, look(Paint::Muted, 11, false), anchor);
}

pub(super) const fn look(paint: Paint, size: u32, bold: bool) -> Look {
    Look { paint, size, bold }
}
