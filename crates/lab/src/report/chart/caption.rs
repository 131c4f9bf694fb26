//! What a rung and its figures are called in a chart, and in which color they are.

use std::fmt::Write;

use super::paint::Paint;
use super::svg::text_width;
use crate::report::findings::Finding;
use crate::report::humanize;
use crate::stats::{Bounds, Spread};
use gush_store::model::{RungKind, Unit};

/// The placeholder for a rung's own figures.
pub(super) fn paint_of(kind: RungKind) -> Paint {
    match kind {
        RungKind::Gush => Paint::Gush,
        RungKind::Own => Paint::Own,
        RungKind::Limit => Paint::Limit,
        RungKind::Program | RungKind::Peer => Paint::Measured,
    }
}

/// Everything that is known of a rung's rate, in a few lines.
pub(super) fn describe(finding: &Finding<'_>) -> String {
    let rung = finding.rung();
    let unit = rung.unit;
    let mut text = format!("{}: {}", rung.name, rung.title);
    let _ = write!(text, "\n{}", humanize::rate(finding.median(), unit));
    let range = |bounds: Bounds| humanize::bare_range(bounds.low, bounds.high, finding.median(), unit, "–");
    let count = finding.summary.count;
    let _ = match finding.summary.spread {
        Spread::Unknown => write!(text, ", one round"),
        Spread::Range(bounds) => write!(text, ", lowest and highest {} of {count} rounds", range(bounds)),
        Spread::Interval(bounds) => write!(text, ", 95 % interval {} ({count} rounds)", range(bounds)),
    };
    if let Some(doubt) = finding.summary.doubt() {
        let _ = write!(text, ", {}", doubt.text());
    }
    if let Some(published) = finding.published() {
        let _ = write!(text, "\npublished: {}", humanize::rate(published, unit));
    }
    if let Some(times) = finding.times {
        let _ = write!(text, "\n{} × the slowest", humanize::times(times));
        if let Some(share) = finding.share {
            let _ = write!(text, ", {} of the limit", humanize::percent(share));
        }
    }
    text
}

/// A name, cut to this width in pixels.
pub(super) fn fitted(name: &str, size: u32, width: u32) -> String {
    if text_width(name, f64::from(size)) <= f64::from(width) {
        return name.into();
    }
    let mut short = String::new();
    for c in name.chars() {
        short.push(c);
        if text_width(&short, f64::from(size)) > f64::from(width) - f64::from(size) {
            break;
        }
    }
    short + "…"
}

/// What a rate on an axis is called.
pub(super) fn rate_name(unit: Unit) -> impl Fn(f64) -> String {
    move |value| if value == 0.0 { "0".into() } else { humanize::tick(value, unit) }
}
