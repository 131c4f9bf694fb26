//! Standard error, where a meter is drawn: a line that is drawn over again, lines one below the other, or a
//! row of a terminal that several meters share.
//!
//! The terminal's modes are never touched, so there is nothing to be restored, and a meter in the background draws
//! nothing: it does not fight for the terminal.

use std::io::{IsTerminal, Write, stderr};
use std::mem;

use gush_pipe::terminal;
use gush_pipe::title::ProcessTitle;

use super::{Settings, Shape};
use crate::format::colored_columns;
use crate::screen_rows::Row;

/// What a terminal is taken for that does not know its size.
const SIZE: (u16, u16) = (80, 25);

/// Standard error. See the [module](self).
#[derive(Debug)]
pub struct Screen {
    shape: Shape,
    width: usize,
    drawn: usize,
    row: Option<Row>,
    /// What the row shows.
    shown: String,
    /// Whether the rows are below the cursor, as they were drawn last.
    rows_are_drawn: bool,
    /// What puts the next line where the last one is, if the cursor may not be there.
    restart: &'static str,
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
            drawn: 0,
            row,
            shown: String::new(),
            rows_are_drawn: false,
            restart: "",
            titled: false,
            process_title,
        };
        screen.resize(settings);
        screen.draw_row("");
        screen
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Asks again for the size.
    pub fn resize(&mut self, settings: &Settings) {
        let (columns, _) = terminal::size().unwrap_or(SIZE);
        self.width = settings.width.unwrap_or(columns.into());
        self.shape = settings.shape;
    }

    /// The terminal has another size, and what was drawn may go on in rows below.
    pub fn clear_remains(&mut self) {
        self.restart = "\r\x1b[J";
        self.rows_are_drawn = false;
    }

    /// The terminal may have echoed what was typed over what was drawn, as it does with Ctrl-C.
    pub fn draw_over_echo(&mut self) {
        self.restart = "\r";
        self.rows_are_drawn = false;
    }

    /// Draws one tick.
    pub fn draw(&mut self, text: &str) {
        match self.shape {
            Shape::Numeric | Shape::Json => write(&format!("{text}\n")),
            Shape::Visual if self.row.is_some() => self.draw_row(text),
            Shape::Visual if terminal::is_foreground() => self.draw_line(text),
            // It would not be seen, or another process group has the terminal.
            Shape::Visual | Shape::Quiet => {}
        }
    }

    fn draw_line(&mut self, text: &str) {
        let columns = colored_columns(text);
        // What was drawn before the terminal became narrower is not on this row alone.
        let rest = " ".repeat(self.drawn.min(self.width).saturating_sub(columns));
        self.drawn = columns;
        write(&format!("{}{text}{rest}\r", mem::take(&mut self.restart)));
    }

    fn draw_row(&mut self, text: &str) {
        let Some(row) = &self.row else { return };
        text.clone_into(&mut self.shown);
        match (terminal::is_foreground(), self.rows_are_drawn) {
            (true, true) => row.draw(text, &mut stderr()),
            (true, false) => row.draw_all(text, self.width, &mut stderr()),
            (false, _) => {}
        }
        self.rows_are_drawn = terminal::is_foreground();
    }

    /// Whether it is one row of several.
    pub fn has_row(&self) -> bool {
        self.row.is_some()
    }

    /// Whether a tick is drawn over the one before, so that one more is not seen as such.
    pub fn draws_over(&self) -> bool {
        self.shape == Shape::Visual && stderr().is_terminal()
    }

    /// Shows `text` as the terminal's title.
    pub fn title(&mut self, text: &str) {
        if stderr().is_terminal() && terminal::is_foreground() {
            // The terminal keeps the title that was there, if it can.
            let keep = if mem::replace(&mut self.titled, true) { "" } else { "\x1b[22;2t" };
            let text: String = text.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
            write(&format!("{keep}\x1b]2;{}\x07", text.trim()));
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

    /// A line of its own, that stays, below what is drawn; above it where several meters have rows.
    pub fn message(&mut self, text: &str) {
        if let Some(row) = self.row.as_ref().filter(|_| self.rows_are_drawn && terminal::is_foreground()) {
            return row.say(text, self.width, &mut stderr());
        }
        self.end_line();
        let line = format!("{text}\n");
        // A tick that is lost is followed by others; this is not.
        if stderr().write_all(line.as_bytes()).is_err() {
            write(&line);
        }
    }

    /// Leaves the terminal to another process for a while.
    pub fn leave(&mut self) {
        self.untitle();
        if let Some(row) = &self.row {
            row.leave(
                &self.shown,
                self.width,
                self.rows_are_drawn && terminal::is_foreground(),
                &mut stderr(),
            );
            self.rows_are_drawn = false;
        }
        self.end_line();
    }

    fn end_line(&mut self) {
        if self.shape == Shape::Visual && self.drawn > 0 && terminal::is_foreground() {
            write("\n");
            self.drawn = 0;
        }
    }

    /// Takes the terminal's title away; the one from before comes back, where the terminal has kept it.
    pub fn untitle(&mut self) {
        if mem::take(&mut self.titled) {
            write("\x1b]2;\x07\x1b[23;2t");
        }
    }

    /// Leaves the terminal for good, with the last message on it.
    pub fn abandon(&mut self) {
        if self.row.is_some() {
            self.close();
        }
        self.untitle();
    }

    /// Leaves the terminal for good, with what was drawn last on it.
    pub fn close(&mut self) {
        self.untitle();
        if self.row.is_some() {
            self.leave();
            self.row = None;
        } else if self.shape == Shape::Visual && terminal::is_foreground() {
            write("\n");
            self.drawn = 0;
        }
    }
}

/// Writes to standard error in one piece. If there is none, the text is lost.
fn write(text: &str) {
    let _ = stderr().write_all(text.as_bytes());
}
