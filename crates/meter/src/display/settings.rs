//! What is shown, where, and how often: all that another process may change while a meter runs.

use std::sync::Arc;
use std::time::Duration;

use crate::SharedState;
use crate::format::{Segment, Style, Template};

/// The shapes of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// None.
    Quiet,
    /// One line for people, drawn over again.
    #[default]
    Visual,
    /// One number a line.
    Numeric,
    /// One JSON object a line.
    Json,
}

/// What is shown, where, and how often.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The shape of a tick.
    pub shape: Shape,
    /// The parts of a line of numbers.
    pub numeric: Template,
    /// The parts of a line.
    pub template: Template,
    /// How they look.
    pub style: Style,
    /// What the terminal's title shows, if anything.
    pub title: Option<Template>,
    /// What process listings show as this process's command line, if it is to change.
    pub process_title: Option<Template>,
    /// Whether lines are what the size, the rate and the limit are about.
    pub by_lines: bool,
    /// Whether lines are counted at all.
    pub counts_lines: bool,
    /// What counts the other side of a command, where both are metered.
    pub other_side: Option<Arc<SharedState>>,
    /// How many units there will be.
    pub size: Option<u64>,
    /// The time between ticks.
    pub interval: Duration,
    /// Nothing is shown before.
    pub delay: Duration,
    /// Nothing is shown, and the clock does not run, before the first byte.
    pub wait: bool,
    /// How far averages go back.
    pub window: Option<Duration>,
    /// The width of a line, where it is not the terminal's.
    pub width: Option<usize>,
    /// The rows of the terminal, where it does not know.
    pub height: Option<usize>,
    /// Several meters share a terminal, each with a row of its own.
    pub cursor: bool,
    /// How the rate was distributed is shown in the end.
    pub statistics: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            shape: Shape::Visual,
            numeric: Template::spaced([Segment::Percent]),
            template: Template::default(),
            style: Style::default(),
            title: None,
            process_title: None,
            by_lines: false,
            counts_lines: false,
            other_side: None,
            size: None,
            interval: Duration::from_secs(1),
            delay: Duration::ZERO,
            wait: false,
            window: None,
            width: None,
            height: None,
            cursor: false,
            statistics: false,
        }
    }
}

impl Settings {
    /// The clock on the wall, where it is needed.
    pub fn now(&self) -> Option<jiff::Zoned> {
        self.needs_clock().then(jiff::Zoned::now)
    }

    /// How many of the last bytes all that is shown needs.
    pub fn tail(&self) -> usize {
        self.templates().map(Template::tail).max().unwrap_or(0)
    }

    fn needs_clock(&self) -> bool {
        self.templates().any(|template| template.has(&Segment::Finish))
    }

    /// All that may be shown.
    fn templates(&self) -> impl Iterator<Item = &Template> {
        let extra = [&self.title, &self.process_title];
        extra.into_iter().flatten().chain([&self.template, &self.numeric])
    }
}
