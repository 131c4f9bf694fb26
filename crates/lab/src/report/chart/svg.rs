//! SVG whose elements have classes instead of colors, so that one drawing serves every theme.
//!
//! Lengths and positions are integral tenths of a pixel: fine enough for lines, and short as text.

use std::fmt::Write;

use super::paint::Paint;

/// How many units of a length are one pixel.
const PER_PIXEL: i32 = 10;

/// Pixels as a length.
pub const fn px(pixels: i32) -> i32 {
    pixels * PER_PIXEL
}

/// Right and down from the upper left corner of a sheet.
pub type Point = (i32, i32);

/// An SVG in the making, without the element around it.
#[derive(Default)]
pub struct Svg {
    out: String,
}

impl Svg {
    /// What was drawn.
    pub fn into_body(self) -> String {
        self.out
    }

    /// Writes markup as it is.
    pub fn raw(&mut self, markup: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.out.write_fmt(markup);
    }

    /// Writes text that may hold anything.
    pub fn escaped(&mut self, text: &str) {
        push_escaped(&mut self.out, text);
    }

    /// A text; `at` is on its base line, `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, at: Point, text: &str, look: Look, anchor: &str) {
        let Look { paint, size, bold } = look;
        self.raw(format_args!("<text class=\"t-{}", paint.class()));
        self.raw(format_args!(
            "{}\" x=\"{}\" y=\"{}\"",
            if bold { " b" } else { "" },
            Pixels(at.0),
            Pixels(at.1)
        ));
        if anchor != "start" {
            self.raw(format_args!(" text-anchor=\"{anchor}\""));
        }
        self.raw(format_args!(" font-size=\"{size}\">"));
        self.escaped(text);
        self.raw(format_args!("</text>"));
    }

    /// A line through points, without an area.
    pub fn line(&mut self, points: impl IntoIterator<Item = Point>, class: &str, width: f64) {
        let mut path = String::new();
        for (at, (x, y)) in points.into_iter().enumerate() {
            let _ = write!(path, "{}{} {}", if at == 0 { "M" } else { "L" }, Pixels(x), Pixels(y));
        }
        self.raw(format_args!("<path class=\"{class}\" d=\"{path}\""));
        if width != 1.0 {
            self.raw(format_args!(" stroke-width=\"{width}\""));
        }
        self.raw(format_args!("/>"));
    }
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Its meaning.
    pub paint: Paint,
    /// Its size in pixels.
    pub size: u32,
    /// Whether it is bold.
    pub bold: bool,
}

/// A length, shown in pixels.
#[derive(Clone, Copy)]
pub struct Pixels(pub i32);

impl std::fmt::Display for Pixels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (pixels, tenths) = (self.0.abs() / PER_PIXEL, self.0.abs() % PER_PIXEL);
        let sign = if self.0 < 0 { "-" } else { "" };
        if tenths == 0 { write!(f, "{sign}{pixels}") } else { write!(f, "{sign}{pixels}.{tenths}") }
    }
}

/// About how wide a text is in a sans-serif face, in pixels.
pub fn text_width(text: &str, size: f64) -> f64 {
    let share = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.28,
        'f' | 't' | 'r' | ' ' | '(' | ')' | '-' | '/' | '"' => 0.36,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.88,
        'A'..='Z' | '–' | '×' | '~' => 0.68,
        c if c.is_ascii() => 0.57,
        _ => 1.0,
    };
    text.chars().map(share).sum::<f64>() * size
}

/// Appends text so that it is text in HTML and in XML, within elements and attributes.
pub fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Line ends within a title are meant; XML allows no other control characters.
            '\n' => out.push('\n'),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                out.push(char::REPLACEMENT_CHARACTER);
            }
            c => out.push(c),
        }
    }
}
