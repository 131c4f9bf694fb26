//! What the terminal that standard output may be can show.

use std::io::{self, IsTerminal};

use gush_lab::report::Style;
use gush_pipe::terminal;

use crate::{charset, color};

/// How wide a table is where there is no terminal.
const WIDTH: usize = 110;

/// For standard output, as it is and as the environment wants it.
pub fn of_stdout() -> Style {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let shows = io::stdout().is_terminal();
    let columns = variable("COLUMNS").and_then(|columns| columns.parse().ok());
    let width = terminal::size().filter(|_| shows).map(|(columns, _)| usize::from(columns));
    let color = color::on_stdout().is_on();
    Style { width: columns.or(width).unwrap_or(WIDTH), color, unicode: charset::is_utf8() }
}
