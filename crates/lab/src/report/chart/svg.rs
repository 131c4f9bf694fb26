//! What plotters draws on: SVG whose elements have classes instead of colours, so that one drawing serves every theme.
//!
//! plotters counts in whole pixels, which is too coarse for fine lines: its pixel is a tenth of ours.

use std::convert::Infallible;
use std::fmt::Write;

use plotters::style::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
};

use super::paint::Paint;

/// So many of plotters' pixels are one of ours.
const FINE: i32 = 10;

/// Our pixels in plotters'.
pub const fn px(pixels: i32) -> i32 {
    pixels * FINE
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

/// An SVG in the making, without the element around it.
pub struct Svg<'a> {
    out: &'a mut String,
    size: (u32, u32),
}

impl<'a> Svg<'a> {
    /// An empty drawing of this size, in our pixels, that is written to `out`.
    pub fn new(out: &'a mut String, width: u32, height: u32) -> Svg<'a> {
        Svg { out, size: (width * FINE as u32, height * FINE as u32) }
    }

    /// Writes markup as it is.
    pub fn raw(&mut self, markup: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.out.write_fmt(markup);
    }

    /// Writes text that may hold anything.
    pub fn escaped(&mut self, text: &str) {
        push_escaped(self.out, text);
    }

    /// A text; `at` is on its base line, `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, at: BackendCoord, text: &str, look: Look, anchor: &str) {
        let Look { paint, size, bold } = look;
        self.raw(format_args!("<text class=\"t-{}", paint.class()));
        self.raw(format_args!(
            "{}\" x=\"{}\" y=\"{}\"",
            if bold { " b" } else { "" },
            Fine(at.0),
            Fine(at.1)
        ));
        if anchor != "start" {
            self.raw(format_args!(" text-anchor=\"{anchor}\""));
        }
        self.raw(format_args!(" font-size=\"{size}\">"));
        self.escaped(text);
        self.raw(format_args!("</text>"));
    }

    /// A line through points, without an area.
    pub fn line(&mut self, points: impl IntoIterator<Item = BackendCoord>, class: &str, width: f64) {
        let mut path = String::new();
        for (at, (x, y)) in points.into_iter().enumerate() {
            let _ = write!(path, "{}{} {}", if at == 0 { "M" } else { "L" }, Fine(x), Fine(y));
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
    /// Its size in our pixels.
    pub size: u32,
    /// Whether it is bold.
    pub bold: bool,
}

/// A length in plotters' pixels, shown in ours.
#[derive(Clone, Copy)]
pub struct Fine(pub i32);

impl std::fmt::Display for Fine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (whole, rest) = (self.0.abs() / FINE, self.0.abs() % FINE);
        let sign = if self.0 < 0 { "-" } else { "" };
        if rest == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{rest}") }
    }
}

/// About how wide a text is in a sans-serif face, in our pixels.
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

impl DrawingBackend for Svg<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Drawn {
        let class = Paint::of_colour(colour.rgb).class();
        self.raw(format_args!("<rect class=\"f-{class}\" x=\"{}\" y=\"{}\"", Fine(at.0), Fine(at.1)));
        self.raw(format_args!(" width=\"0.1\" height=\"0.1\"/>"));
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        if style.color().alpha > 0.0 {
            let class = format!("l-{}", Paint::of_colour(style.color().rgb).class());
            self.line(path, &class, f64::from(style.stroke_width()));
        }
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let class =
            format!("{}-{}", if fill { "f" } else { "l" }, Paint::of_colour(style.color().rgb).class());
        let (width, height) = (Fine(to.0 - from.0), Fine(to.1 - from.1));
        self.raw(format_args!("<rect class=\"{class}\" x=\"{}\" y=\"{}\"", Fine(from.0), Fine(from.1)));
        self.raw(format_args!(" width=\"{width}\" height=\"{height}\"/>"));
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Drawn {
        let size = style.size();
        // From the anchor to the base line, as capitals are about 0.7 of the size high.
        let down = match style.anchor().v_pos {
            VPos::Top => 0.74,
            VPos::Center => 0.35,
            VPos::Bottom => -0.1,
        };
        let anchor = match style.anchor().h_pos {
            HPos::Left => "start",
            HPos::Center => "middle",
            HPos::Right => "end",
        };
        let look = Look {
            paint: Paint::of_colour(style.color().rgb),
            size: (size / f64::from(FINE)) as u32,
            bold: matches!(style.style(), FontStyle::Bold),
        };
        self.text((at.0, at.1 + (size * down) as i32), text, look, anchor);
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok((text_width(text, style.size()) as u32, style.size() as u32))
    }
}
