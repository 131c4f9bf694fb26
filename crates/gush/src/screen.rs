//! Standard output as what shows tables.

use std::env;
use std::io::{IsTerminal, stdout};

use gush_generate::Screen;

use crate::{charset, color, layout};

/// The width of a terminal that does not know its own.
const USUAL_WIDTH: usize = 80;

/// Standard output: a terminal's own width, or what `COLUMNS` says, which shells set and a script can.
pub fn of_stdout() -> Screen {
    let is_terminal = stdout().is_terminal();
    let given = || env::var("COLUMNS").ok()?.parse().ok().filter(|&columns: &usize| columns > 0);
    let width = layout::width().or_else(given).or(is_terminal.then_some(USUAL_WIDTH));
    let (has_unicode, has_colors) = (charset::is_utf8(), color::on_stdout().is_on());
    Screen { is_terminal, width, has_unicode, has_colors }
}
