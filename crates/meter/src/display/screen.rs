//! Standard error, as the place where a meter is drawn: a line that is drawn over again, lines one below the other, or a
//! row of a terminal that several meters share.
//!
//! The terminal's modes are never touched, so there is nothing to be restored, and a meter in the background draws
//! nothing: it does not fight for the terminal.

use std::io::{IsTerminal, Write, stderr};
use std::mem;

use gush_pipe::terminal;

use super::{Settings, Shape};
use crate::format;
use crate::rows::Row;
use crate::title::ProcessTitle;

/// What a terminal is taken for that does not know its size.
const SIZE: (u16, u16) = (80, 25);

/// Standard error. See the [module](self).
#[derive(Debug)]
pub struct Screen {
    shape: Shape,
    width: usize,
    height: usize,
    drawn: usize,
    row: Option<Row>,
    titled: bool,
    process_title: Option<ProcessTitle>,
}

impl Screen {
    /// The screen for these settings.
    pub fn new(settings: &Settings) -> Screen {
        let row = (settings.cursor && settings.shape == Shape::Visual && stderr().is_terminal())
            .then(Row::take)
            .flatten();
        let process_title = settings.process_title.as_ref().and_then(|_| ProcessTitle::take());
        let mut screen = Screen {
            shape: settings.shape,
            width: 0,
            height: 0,
            drawn: 0,
            row,
            titled: false,
            process_title,
        };
        screen.resize(settings);
        if screen.row.is_some() {
            // Makes room at the foot of the screen.
            write("\n");
        }
        screen
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Asks again for the size.
    pub fn resize(&mut self, settings: &Settings) {
        let (columns, rows) = terminal::size().unwrap_or(SIZE);
        self.width = settings.width.unwrap_or(columns.into());
        self.height = settings.height.unwrap_or(rows.into());
        self.shape = settings.shape;
    }

    /// Draws one tick.
    pub fn draw(&mut self, text: &str) {
        match self.shape {
            Shape::Quiet => {}
            Shape::Numeric | Shape::Json => write(&format!("{text}\n")),
            Shape::Visual if !terminal::is_foreground() => {}
            Shape::Visual => match &self.row {
                Some(row) => {
                    let (place, all) = row.place();
                    let line = (self.height + place + 1).saturating_sub(all).max(1);
                    // Saves the cursor, draws, clears the rest of the row, and goes back.
                    write(&format!("\x1b7\x1b[{line};1H{text}\x1b[K\x1b8"));
                }
                None => {
                    let columns = columns(text);
                    // What was drawn before the terminal became narrower is not on this row alone.
                    let rest = " ".repeat(self.drawn.min(self.width).saturating_sub(columns));
                    self.drawn = columns;
                    write(&format!("{text}{rest}\r"));
                }
            },
        }
    }

    /// Whether a tick is drawn over the one before, so that one more is not seen as such.
    pub fn draws_over(&self) -> bool {
        self.shape == Shape::Visual && stderr().is_terminal()
    }

    /// Shows `text` as the terminal's title.
    pub fn title(&mut self, text: &str) {
        if stderr().is_terminal() && terminal::is_foreground() {
            self.titled = true;
            write(&format!("\x1b]2;{text}\x07"));
        }
    }

    /// Shows `text` to those who list processes.
    pub fn process_title(&mut self, text: &str) {
        if self.process_title.is_none() {
            self.process_title = ProcessTitle::take();
        }
        if let Some(title) = &self.process_title {
            title.show(text);
        }
    }

    /// A line of its own, that stays.
    pub fn message(&self, text: &str) {
        let line = format!("{text}\n");
        // A tick that is lost is followed by others; this is not.
        if stderr().write_all(line.as_bytes()).is_err() {
            write(&line);
        }
    }

    /// Leaves the terminal to somebody else for a while.
    pub fn leave(&mut self) {
        if self.shape == Shape::Visual && self.drawn > 0 && terminal::is_foreground() {
            write("\n");
            self.drawn = 0;
        }
    }

    /// Takes the terminal's title away.
    pub fn untitle(&mut self) {
        if mem::take(&mut self.titled) {
            write("\x1b]2;\x07");
        }
    }

    /// Leaves the terminal for good, with what was drawn last on it.
    pub fn close(&mut self) {
        self.untitle();
        if self.shape != Shape::Visual || !terminal::is_foreground() {
            return;
        }
        match self.row.take() {
            // The last of them goes below the others' rows.
            Some(row) if row.is_last() => write(&format!("\x1b[{};1H\n", self.height)),
            Some(_) => {}
            None => write("\n"),
        }
    }
}

/// The columns of `text`; colours take none.
fn columns(text: &str) -> usize {
    let mut pieces = text.split('\x1b');
    let plain = pieces.next().map_or(0, format::columns);
    plain
        + pieces
            .map(|piece| piece.split_once('m').map_or(0, |(_, text)| format::columns(text)))
            .sum::<usize>()
}

/// Writes to standard error in one piece. If there is none, there is nobody to see it.
fn write(text: &str) {
    let _ = stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_take_no_columns() {
        for (text, expected) in [
            ("", 0),
            ("aä b", 4),
            ("数\x1b[1m据\x1b[0m", 4),
            ("\x1b[31;1mam\x1b[0m", 2),
            ("a\x1b[0mb\x1b[1m", 2),
        ] {
            assert_eq!(columns(text), expected, "{text:?}");
        }
    }
}
