//! The flood: one line, repeated n times or for ever, as fast as the sink takes it.
//!
//! The first line is written at once, as most readers want no more than that. Then the strategies that suit the sink
//! are tried downwards; each continues at the exact byte offset where the one before was refused.

mod fallback;
mod pace;
pub(crate) mod repetition;

use std::io;

pub use pace::Rate;
use repetition::{Repetition, Tape};

use crate::file_kind::FileKind;
use crate::sink::Sink;
use crate::strategy::Strategy;

/// The usual capacity of a pipe. A reader that takes the first line and leaves has left before this much is written.
const SHORT: usize = 64 << 10;

/// One line to be repeated, and how.
#[derive(Clone, Debug)]
pub struct Flood<'a> {
    line: &'a [u8],
    lines: Option<u64>,
    rate: Option<Rate>,
    strategy: Option<&'static Strategy>,
}

impl<'a> Flood<'a> {
    /// An endless flood of `line`, which includes its terminator and may have any length but 0.
    ///
    /// # Panics
    /// When `line` is empty.
    pub fn new(line: &'a [u8]) -> Flood<'a> {
        assert!(!line.is_empty(), "nothing, repeated, is never written");
        Flood { line, lines: None, rate: None, strategy: None }
    }

    /// Ends after `lines` lines.
    #[must_use]
    pub fn lines(self, lines: u64) -> Self {
        Flood { lines: Some(lines), ..self }
    }

    /// Writes no faster than `rate`, by plain writes.
    #[must_use]
    pub fn rate(self, rate: Rate) -> Self {
        Flood { rate: Some(rate), ..self }
    }

    /// Starts with `strategy` instead of the fastest one that suits the sink. Where it is refused, the ones below it
    /// are tried as ever.
    #[must_use]
    pub fn strategy(self, strategy: &'static Strategy) -> Self {
        Flood { strategy: Some(strategy), ..self }
    }

    /// Writes the flood to `sink`. Returns when the number of lines is out.
    ///
    /// # Errors
    /// What the sink answers to plain writes: above all `BrokenPipe` when the reader has left.
    pub fn run(&self, sink: &mut Sink) -> io::Result<()> {
        let mut text = Repetition::new(self.line, self.lines);
        if let Some(rate) = self.rate {
            return pace::write(sink, &mut text, rate);
        }
        if text.is_over() {
            return Ok(());
        }
        sink.write_all(self.line)?;
        text.advance(self.line.len());
        if self.strategy.is_none() && sink.kind() == FileKind::Pipe {
            begin(sink, &mut text)?;
        }
        if text.is_over() { Ok(()) } else { fallback::write(sink, &mut text, self.strategy) }
    }
}

/// Writes a pipe full, plainly: nothing is set up for a reader that wants no more than that.
fn begin(sink: &mut Sink, text: &mut Repetition<'_>) -> io::Result<()> {
    sink.write_plainly();
    let tape = Tape::new(text.line(), SHORT);
    let Some(piece) = tape.piece(text) else { return Ok(()) };
    let length = piece.len();
    sink.write_all(piece)?;
    text.advance(length);
    Ok(())
}
