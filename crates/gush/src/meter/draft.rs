//! A request that is being built, flag by flag, with the parts that only all flags together determine.

use gush_meter::format::{Segment, Template};

use super::request::MeterRequest;
use super::values::Kilo;

/// A request that is being built.
#[derive(Debug, Default)]
pub struct Draft {
    /// What is known so far.
    pub request: MeterRequest,
    /// The parts of the line that were asked for.
    pub shown: Vec<Segment>,
    /// How many of the last bytes are shown.
    pub tail: Option<usize>,
    /// The formats of the line: the last one counts, or where both sides of a command are metered, one for each.
    pub formats: Vec<Template>,
    /// The names, which are used in the same way.
    pub names: Vec<String>,
    /// The block that is skipped at an error.
    pub skip_block: Option<u64>,
    /// The value of a `k`.
    pub kilo: Kilo,
    /// Skips unknown bar styles and displays, as pv does.
    pub lenient: bool,
}

impl Draft {
    /// Counts lines that end in this byte.
    pub fn lines(&mut self, end: u8) {
        self.request.options.lines = Some(end);
        self.request.options.by_lines = true;
        self.request.settings.by_lines = true;
    }
}
