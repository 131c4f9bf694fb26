//! What charts are made of: groups of shapes at points of the data, each with a text that appears when it is pointed at.

use super::paint::Paint;
use super::svg::{Look, Pixels, Point, Svg, px};

/// A shape; its first numbers are indices of its mark's points.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A filled circle of this radius.
    Dot(usize, i32, Paint),
    /// An empty rhombus of this half width.
    Diamond(usize, i32, Paint),
    /// A line of this width.
    Line(usize, usize, Paint, f64),
    /// A line of dashes.
    Dashes(usize, usize, Paint),
    /// A short upright line, of this length up and down.
    Tick(usize, i32, Paint),
    /// A line through all points.
    Path(Paint, f64),
    /// A line of dashes through all points.
    DashedPath(Paint),
    /// A bar between two points, of this height up and down from them.
    Bar(usize, usize, i32, Paint),
    /// A text beside a point: right and down from it, and where it is anchored.
    Text(usize, (i32, i32), &'static str, String, Look),
    /// Where the mark can be pointed at: between two points, and this far around them.
    Around(usize, usize, i32),
}

/// Shapes that belong together.
#[derive(Clone, Debug)]
pub struct Mark<P> {
    /// Where they are.
    points: Vec<P>,
    /// What they are.
    shapes: Vec<Shape>,
    /// What to say of them.
    title: Option<String>,
}

impl<P: Copy> Mark<P> {
    /// Shapes at points.
    pub fn new(points: Vec<P>, shapes: Vec<Shape>) -> Mark<P> {
        Mark { points, shapes, title: None }
    }

    /// The same with a text that appears when it is pointed at.
    pub fn titled(self, title: String) -> Mark<P> {
        Mark { title: Some(title), ..self }
    }

    /// Draws it; `position` is where each of its points is on the sheet.
    pub fn draw(&self, svg: &mut Svg, position: impl Fn(P) -> Point) {
        let points: Vec<Point> = self.points.iter().copied().map(position).collect();
        if let Some(title) = &self.title {
            svg.raw(format_args!("<g class=\"m\"><title>"));
            svg.escaped(title);
            svg.raw(format_args!("</title>"));
        }
        for shape in &self.shapes {
            shape.draw(&points, svg);
        }
        if self.title.is_some() {
            svg.raw(format_args!("</g>"));
        }
    }
}

fn line_class(paint: Paint) -> String {
    format!("l-{}", paint.class())
}

impl Shape {
    fn draw(&self, points: &[Point], svg: &mut Svg) {
        match *self {
            Shape::Dot(at, radius, paint) => {
                let (x, y) = points[at];
                svg.raw(format_args!(
                    "<circle class=\"f-{}\" cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>",
                    paint.class(),
                    Pixels(x),
                    Pixels(y)
                ));
            }
            Shape::Diamond(at, half, paint) => {
                let ((x, y), half) = (points[at], px(half));
                let class = format!("l-{} hollow", paint.class());
                let corners = [(x - half, y), (x, y - half), (x + half, y), (x, y + half), (x - half, y)];
                svg.line(corners, &class, 1.6);
            }
            Shape::Line(from, to, paint, width) => {
                svg.line([points[from], points[to]], &line_class(paint), width);
            }
            Shape::Dashes(from, to, paint) => {
                svg.line([points[from], points[to]], &(line_class(paint) + " dash"), 1.4);
            }
            Shape::Tick(at, half, paint) => {
                let ((x, y), half) = (points[at], px(half));
                svg.line([(x, y - half), (x, y + half)], &line_class(paint), 1.0);
            }
            Shape::Path(paint, width) => svg.line(points.iter().copied(), &line_class(paint), width),
            Shape::DashedPath(paint) => {
                svg.line(points.iter().copied(), &(line_class(paint) + " dash"), 1.6);
            }
            Shape::Bar(from, to, half, paint) => {
                rect(
                    svg,
                    paint,
                    (points[from].0, points[from].1 - px(half)),
                    (points[to].0, points[to].1 + px(half)),
                );
            }
            Shape::Text(at, (right, down), anchor, ref text, look) => {
                let (x, y) = points[at];
                svg.text((x + px(right), y + px(down)), text, look, anchor);
            }
            Shape::Around(from, to, pad) => {
                let ((x0, y0), (x1, y1), pad) = (points[from], points[to], px(pad));
                let (from, to) = ((x0.min(x1) - pad, y0.min(y1) - pad), (x0.max(x1) + pad, y0.max(y1) + pad));
                rect(svg, Paint::Hit, from, to);
            }
        }
    }
}

fn rect(svg: &mut Svg, paint: Paint, from: Point, to: Point) {
    svg.raw(format_args!(
        "<rect class=\"f-{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        paint.class(),
        Pixels(from.0),
        Pixels(from.1),
        Pixels((to.0 - from.0).max(0)),
        Pixels((to.1 - from.1).max(0))
    ));
}
