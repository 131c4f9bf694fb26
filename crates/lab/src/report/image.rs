//! A chart as an image of its own, for a README: SVG with its colors in it, and PNG.

use std::fmt::Write;

use super::chart::svg::push_escaped;
use super::chart::{Drawing, paint};

/// Air around the chart.
const MARGIN: u32 = 14;
/// Pixels of a PNG for each of the chart's, so that it is sharp on today's screens.
#[cfg(feature = "png")]
const SCALE: f32 = 2.0;

/// A chart that cannot be rendered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImageError {
    /// What the renderer says.
    #[error("the picture cannot be made: {0}")]
    Render(String),
    /// The renderer is not part of this build.
    #[error("this gush was built without the feature png; --svg draws the same chart")]
    WithoutPng,
}

/// The chart as an SVG file. `label` says what it shows.
pub fn svg(drawing: &Drawing, label: &str, dark: bool) -> String {
    let (width, height) = (drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\""
    );
    push_escaped(&mut out, label);
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "\"><style>{}{}</style><rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\
         <g transform=\"translate({MARGIN} {MARGIN})\">{}</g></svg>",
        include_str!("chart/chart.css").replace('\n', ""),
        paint::fixed(dark),
        paint::surface(dark),
        drawing.body
    );
    out
}

/// The chart as a PNG file, twice as large in each direction. The letters are those of Noto Sans, which comes along.
///
/// # Errors
/// When the image would be larger than memory allows.
#[cfg(feature = "png")]
pub fn png(drawing: &Drawing, dark: bool) -> Result<Vec<u8>, ImageError> {
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree, fontdb};

    let render = |error: String| ImageError::Render(error);
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(ttf_noto_sans::REGULAR.to_vec());
    fonts.load_font_data(ttf_noto_sans::BOLD.to_vec());
    fonts.set_sans_serif_family("Noto Sans");
    let options =
        Options { font_family: "Noto Sans".into(), fontdb: std::sync::Arc::new(fonts), ..Options::default() };
    let tree =
        Tree::from_str(&svg(drawing, "", dark), &options).map_err(|error| render(error.to_string()))?;
    let size = tree.size();
    let pixels = |length: f32| (length * SCALE).ceil() as u32;
    let pixmap = Pixmap::new(pixels(size.width()), pixels(size.height()));
    let mut pixmap = pixmap.ok_or_else(|| render("it is too large".into()))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| render(error.to_string()))
}

/// The chart as a PNG file, which this build cannot draw.
///
/// # Errors
/// Always.
#[cfg(not(feature = "png"))]
pub fn png(_drawing: &Drawing, _dark: bool) -> Result<Vec<u8>, ImageError> {
    Err(ImageError::WithoutPng)
}
